// Judgments as they are read: collecting those of a topic, and the formats of files.
#pragma once

#include <atomic>

#include "core/base/name_table.h"
#include "core/collection/qrels.h"
#include "core/collection/topic_lines.h"
#include "core/io/content.h"

namespace subintent::internal {

// The judgments of one topic, which are added in the order in which they are read. Names and places
// are in `texts`, which must live as long.
class TopicQrelsBuilder {
 public:
  TopicQrelsBuilder(const Contents& texts, std::string_view topic, QrelsKind kind)
      : texts_(texts), topic_(topic), kind_(kind) {}

  // Room for so many more.
  void reserve(std::size_t judgments) {
    docnos_.reserve(docnos_.size() + judgments);
    firsts_.reserve(firsts_.size() + judgments);
    lines_.reserve(lines_.size() + judgments);
  }

  // `place` is where the judgment stands in its file. Throws Error, naming that, for an intent that
  // has the name of a whole topic.
  void add(std::string_view intent, std::string_view docno, std::int32_t grade, const char* place);

  // Likewise where no intent is named. If others of the topic name one, what is relevant must, too.
  void add_without_intent(std::string_view docno, std::int32_t grade, const char* place) {
    if (grade > 0 && without_intent_ == nullptr) without_intent_ = place;
    add(no_intent, docno, grade, place);
  }
  const char* first_without_intent() const { return without_intent_; }  // relevant; or null

  // Throws Error, naming the second place, for a judgment that is there with two grades.
  TopicQrels build();

 private:
  struct Line {
    std::uint32_t intent;  // at first its number in the order of the text
    std::int32_t grade;
    const char* place;
  };

  // The next line belongs to the last stretch, or begins one.
  void begin_line(std::string_view docno) {
    if (!docnos_.empty() && is_same_text(docnos_.back(), docno)) return;
    docnos_.push_back(docno);
    firsts_.push_back(static_cast<std::uint32_t>(lines_.size()));
  }
  void number_intents(TopicQrels& judged);
  std::span<const Line> stretch(std::uint32_t number) const;
  bool add_in_order(TopicQrels& judged, std::span<const Line> lines) const;
  void add_judgments(TopicQrels& judged, std::span<std::uint32_t> lines) const;
  [[noreturn]] void refuse(const TopicQrels& judged, const Line& line) const;

  const Contents& texts_;
  std::string_view topic_;
  QrelsKind kind_;
  const char* without_intent_ = nullptr;
  bool has_columns_ = false;  // ad hoc judgments with something in the second column
  NameTable intents_;
  std::uint32_t last_intent_ = 0;
  // One for each stretch of lines with the same docno: files that judge a document for all intents
  // in one place have few of them.
  std::vector<std::string_view> docnos_;
  std::vector<std::uint32_t> firsts_;  // the first line of each
  std::vector<Line> lines_;
};

// Can gains of 2^grade - 1 be added up?
constexpr bool is_grade(std::int64_t grade) {
  constexpr std::int64_t highest = 100;
  return grade >= -highest && grade <= highest;
}

// Who is not relevant need not say to which intent.
inline constexpr const char* empty_intent = "the intent is empty";
inline constexpr const char* empty_intent_advice = "write a name";

// A file of judgments, taken apart into topics.
struct JudgmentText {
  std::vector<TopicLines> topics;  // in label order

  // Adds the judgments of one of them. Called in parallel, once for each topic; `line` is for
  // read_topics().
  std::function<void(const TopicLines& topic, TopicQrelsBuilder& judgments, LineInWork& line)> read;

  // The memory of names that are not in the file as they stand.
  std::vector<Content> names = {};

  bool says_intents = false;  // by a heading, a list of grades, or a level of objects

  // Rows without a grade, which are left out, are counted while topics are read; null: of none.
  std::shared_ptr<const std::atomic<std::uint64_t>> ungraded = {};
};

struct QrelsFormat {
  const char* name;
  // Looks at the beginning of a text only.
  bool (*fits)(std::string_view text);
  // Throws Error, naming file and line, for what is not in this format.
  JudgmentText (*open)(const TextFile& file);
};

// In the order of trying; the last one, TREC's, fits all texts.
std::span<const QrelsFormat> qrels_formats();

// The first format that fits.
const QrelsFormat& format_of_qrels(std::string_view text);

// Which columns of judgments are not read, though somebody might think so, in words; empty for
// none.
std::string unused_columns(std::string_view text);

// Do the first lines, of six columns, count ranks, and their scores not rise? Judgments have a
// grade there, and a confidence.
bool counts_ranks(std::string_view text);

// NTCIR's L2 in the place of a grade.
bool is_level(std::string_view text);

// Numbers the grades where some have a fraction, in halves by twice as much, and returns what each
// is worth. Throws Error for the first fraction where there are too many different grades, or fewer
// than two judgments for each in the mean, as in scores; its advice has those numbers.
GradeGains make_grades_whole(std::vector<TopicQrels>& topics, const Contents& texts);

// "0.5, 1 are gains, of grades 1, 2".
std::string words_of(const GradeGains& gains);

[[noreturn]] void refuse_run_as_judgments(const TextFile& file);

// Several intents in one cell: "a;b", "a|b", "a, b", "['a', 'b']".
std::vector<std::string_view> intents_in(std::string_view cell);

// The formats in JSON (qrels_json.cpp): an object for each document, for each topic with lists of
// documents, these within one more object, and dicts by topic.
bool holds_ratings(std::string_view text);
bool holds_judged_lists(std::string_view text);
bool is_wrapped(std::string_view text);
JudgmentText open_ratings(const TextFile& file);
JudgmentText open_qrels_json(const TextFile& file);

inline constexpr const char* trec_qrels_advice = "write \"topic intent docno grade\"";

}  // namespace subintent::internal
