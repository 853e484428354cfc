// Where judgments come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "subintent/export.h"
#include "subintent/source.h"

namespace SUBINTENT_PUBLIC subintent {

// "Document docno is relevant to the intent of the topic with this grade." Grades of at most 0 are
// not relevant.
struct Judgment {
  std::string topic, intent, docno;
  std::int32_t grade = 0;

  bool operator==(const Judgment&) const = default;
};

// Judgments that are added one after another. Names are copied, and need not outlive the call.
class JudgmentRows {
 public:
  using Name = std::optional<std::string_view>;

  void reserve(std::size_t judgments) { rows_.reserve(judgments); }

  // A name that is not given is that of the judgment before. Throws std::length_error for a name of
  // 4 GiB or more.
  void add(const Name& topic, const Name& intent, const Name& docno, std::int32_t grade) {
    const std::uint32_t of_topic = append(topic), of_intent = append(intent);
    rows_.push_back({of_topic, of_intent, append(docno), grade});
    names_ += '\n';
  }

  std::size_t size() const { return rows_.size(); }
  bool empty() const { return rows_.empty(); }

  // The sizes in bytes of the names of a judgment, and its grade.
  struct Row {
    static constexpr std::uint32_t as_before = UINT32_MAX;  // the name is not given
    std::uint32_t topic, intent, docno;
    std::int32_t grade;
  };
  std::span<const Row> rows() const { return rows_; }
  // The names that are given: topic, intent and docno of a judgment in one line.
  std::string_view names() const { return names_; }

 private:
  std::uint32_t append(const Name& name) {
    if (!name) return Row::as_before;
    if (name->size() >= Row::as_before) throw std::length_error("a name has 4 GiB");
    names_.append(name->data(), name->size());
    return static_cast<std::uint32_t>(name->size());
  }

  std::string names_;
  std::vector<Row> rows_;
};

// What is known of an intent.
struct Intent {
  std::string topic, intent;
  double probability = 0;     // 0 to 1; those of a topic add up to at most 1
  bool navigational = false;  // else informational
};

// How a document's topic-level grade comes from its grades for the intents [SakaiSong11 §5].
enum class TopicGrade {
  highest,  // the highest of them
  intents   // the number of intents it is relevant to
};

// Files, or values in memory. Errors of values name their number, from 1. The judgments of several
// files add up; one that they contradict is an error.
using JudgmentSource =
    std::variant<Source, std::vector<Judgment>, std::vector<Source>, JudgmentRows>;
using IntentSource = std::variant<Source, std::vector<Intent>>;

struct JudgmentInputs {
  JudgmentSource qrels = Source(std::string());  // topic, intent, docno, grade
  // Of whole topics, whose intents are not looked at; else made from `qrels`. Where they are given
  // alone, there are no intents, and measures that see intents are refused.
  std::optional<JudgmentSource> adhoc_qrels = {};
  // At most one of these; else all intents are uniform and informational.
  std::optional<Source> topics = {};               // topics of the TREC Web Track, XML
  std::optional<IntentSource> probabilities = {};  // topic, intent, probability, [inf|nav]
  TopicGrade topic_grade = TopicGrade::highest;    // where `qrels` give the grades of topics
  // Whether intents without a relevant document count: those that are judged, and those of `topics`
  // or `probabilities`. Not given: those of nuggets do, others do not.
  std::optional<bool> all_intents = {};
  // Are `qrels` in memory nuggets? Files of nuggets are known by what they hold.
  bool are_nuggets = false;
  // More of these, (topic, intent), that neither has.
  std::vector<std::pair<std::string, std::string>> unjudged_intents = {};
};

// Is there anything to read? An empty path says no, and so does a list without files.
bool is_given(const JudgmentSource& source);

}  // namespace subintent
