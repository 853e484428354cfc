// Collecting the judgments of a topic as they are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "support/content.h"
#include "support/name_table.h"
#include "trec/qrels.h"

namespace subintent::internal {

// The judgments of one topic, in the order of their files. Names and places are in `texts`, which
// must live as long.
class TopicBuilder {
 public:
  TopicBuilder(const Contents& texts, std::string_view topic, QrelsKind kind)
      : texts_(texts), topic_(topic), kind_(kind) {}

  // What is added from here on is from this file; they are read in the order of their numbers.
  void begin_file(std::uint32_t number) { file_ = number; }

  // `place` is where the judgment stands in its file. Throws Error, naming that, for an intent that
  // has the name of a whole topic.
  void add(std::string_view intent, std::string_view docno, std::int32_t grade, const char* place);

  // Throws Error, naming the second place, for a judgment that is there with two grades.
  TopicQrels build();

 private:
  struct Line {
    Judgment judgment;  // at first with numbers in the order of the text
    std::uint32_t file;
    const char* place;
  };

  void number_intents(TopicQrels& made);
  void number_documents(TopicQrels& made);
  void sort_judgments(std::size_t documents);
  bool repeats(const TopicQrels& made, const Line& line) const;

  const Contents& texts_;
  std::string_view topic_;
  QrelsKind kind_;
  std::uint32_t file_ = 0;
  NameTable docnos_, intents_;
  std::uint32_t last_docno_ = 0, last_intent_ = 0;
  std::vector<Line> lines_;
};

// Can gains of 2^grade - 1 be added up?
constexpr bool is_grade(std::int64_t grade) {
  constexpr std::int64_t highest = 100;
  return grade >= -highest && grade <= highest;
}

}  // namespace subintent::internal
