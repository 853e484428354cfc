// Relevance judgments, diversity and ad hoc.
#pragma once

#include "core/io/content.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// The name of the one intent that stands for a topic as a whole.
inline constexpr std::string_view topic_level_intent = "*";

// A document is relevant with a grade above 0, or at least the grade that is asked for.
constexpr bool is_relevant(std::int32_t grade, std::int32_t least_grade = 1) {
  return grade >= least_grade;
}

// One judgment; document and intent are indices into their topic's lists.
struct Judgment {
  std::uint32_t document = 0;
  std::uint32_t intent = 0;
  std::int32_t grade = 0;

  bool operator==(const Judgment&) const = default;
};

// The judgments of a topic.
struct TopicQrels {
  std::string_view topic;
  std::vector<std::string_view> intents;  // judged ones, in label order (numbers by value)
  std::vector<std::string_view> docnos;   // judged ones, sorted by bytes
  std::vector<Judgment> judgments;        // by document, then intent; at most one for each pair

  // Index of a docno, or -1.
  std::ptrdiff_t find_document(std::string_view docno) const;
  // Index of an intent, or -1.
  std::ptrdiff_t find_intent(std::string_view intent) const;
};

using GradeGains = std::map<std::int32_t, double>;

enum class QrelsKind {
  diversity,  // the second column is the intent
  ad_hoc      // the second column is ignored; the one intent is topic_level_intent
};

enum class SecondColumn;

// Files of judgments, by what their second columns say that they are of.
struct SortedFiles {
  std::vector<TextFile> of_intents, of_topics;
  Warnings notes;                           // of those of topics
  std::optional<SecondColumn> column = {};  // of all, where one of them is not what it seems
};

// All judgments of a file or of values in memory. Names are views into text that the object shares
// with its copies.
class Qrels {
 public:
  Qrels() = default;

  // Topics in label order, whose names lie in `texts`.
  Qrels(std::vector<TopicQrels> topics, Contents texts, GradeGains grades = {})
      : gains(std::move(grades)), texts_(std::move(texts)), topics_(std::move(topics)) {}

  // The judgments of `rows`, whose names are copied. Throws Error, naming `name` and the number of
  // the row from 1, as read_qrels() does for lines, and for an empty name.
  static Qrels of(const JudgmentRows& rows, QrelsKind kind = QrelsKind::diversity,
                  std::string name = "judgments");

  const std::vector<TopicQrels>& topics() const { return topics_; }  // in label order
  const TopicQrels* find(std::string_view topic) const;              // nullptr if not judged

  const Contents& texts() const { return texts_; }  // that the names lie in
  // The place of a name of these judgments in its file.
  Location location(std::string_view name) const { return texts_.location(name.data()); }

  bool says_intents = false;   // whoever gave them calls the intents so
  std::uint64_t ungraded = 0;  // rows without a grade, which are not judged
  GradeGains gains = {};       // what grades are worth that stand for fractions; empty: of none
  std::optional<SecondColumn> column = {};  // what files say one by one

 private:
  Contents texts_;
  std::vector<TopicQrels> topics_;
};

// The name that "Q0", ANTIQUE's "U0", "0.0" and "-" stand for, too: no intent.
inline constexpr std::string_view no_intent = "0";

// Is it no_intent, which only marks documents of a topic with intents that are not relevant?
bool marks_nonrelevant(const TopicQrels& topic, std::string_view intent);

// The second column of judgments holds one of these: the names of intents; no_intent alone; or
// something else that names none: rounds or classes, whose values differ in numbers or months
// alone, or each of which has one judgment, and no document has two of them, though documents are
// judged not relevant: two or more, and one in nine or more, as few may be an intent's, and not
// only as no_intent, which may mark just them; dates, or rounds with halves (0.5, 1, 1.5), whatever
// is judged; one word for several topics, one number for five; or docnos. Numbers after a word for
// intents (i1, subtopic-2) are intents, numbers from 1 on of which five topics or more have not the
// same, and words that differ as rounds do, but these may be judges or languages where several
// topics share half of them or more: `shared`, or `words` where hardly a document has two.
// `counted` are rounds that are numbers from 1 on in each topic, as intents may be.
enum class SecondColumn { intents, words, shared, zeros, rounds, counted, dates, one_word, docnos };
SecondColumn second_column(const Qrels& qrels);

// Are they intents that may be judges or languages?
inline bool may_be_judges(SecondColumn column) {
  return column == SecondColumn::words || column == SecondColumn::shared;
}

inline bool names_intents(SecondColumn column) {
  return column == SecondColumn::intents || may_be_judges(column);
}

// Is it something else than zeros that names none?
inline bool names_other_things(SecondColumn column) {
  return column >= SecondColumn::rounds;
}

// Why it names none, or may name none: "no document has two values of the second column ...".
const char* reason_of(SecondColumn column);

// The judgments, of whole topics where `judged` or, if that is not given, the second column says
// so.
Qrels as_judged(Qrels qrels, std::optional<Judged> judged);

// Notes rows without a grade, if there are any.
void note_ungraded(std::uint64_t rows, const std::string& file, Warnings& notes);

// Takes out the judgments of no_intent, if they judge whole topics: nobody calls it an intent, and
// nearly all documents that are relevant to other intents are relevant there, too.
std::optional<Qrels> take_topic_level(Qrels& qrels);

// Whether some document is judged not relevant. Else nobody can tell which others were judged.
bool names_nonrelevant(const Qrels& qrels);

// Reads qrels, whose format is detected (qrels_formats.cpp), or nuggets (nuggets.h). Blank lines
// and lines that start with
// '#' are skipped. Grades may be negative. The same judgment twice is accepted. Throws Error,
// naming file and line, for a wrong number of columns, a grade that is not a whole number from -100
// to 100 (or make_grades_whole() makes one of it), an intent named topic_level_intent, the same
// judgment with two grades, and a file without judgments.
Qrels read_qrels(const Source& source, QrelsKind kind = QrelsKind::diversity);

// The judgments of several files, which may have different formats, together: those of intents, if
// there are any; else of topics, but where `by_intents`.
Qrels read_qrels(const std::vector<Source>& sources, QrelsKind kind = QrelsKind::diversity,
                 bool by_intents = false);
// Reads judgments of files that hold no nuggets.
Qrels read_qrels(const std::vector<TextFile>& files, QrelsKind kind = QrelsKind::diversity,
                 bool by_intents = false);
Qrels read_qrels(const SortedFiles& files, bool by_intents = false);

// All files judge topics or, if others name intents of the same topics, the files whose second
// columns name none. A single file is taken to judge intents.
SortedFiles sorted_by_level(const std::vector<TextFile>& files);

// Judgments of files, or of values that messages call `name`.
Qrels qrels_of(const JudgmentSource& source, QrelsKind kind, const std::string& name);

// The documents of grade > 0 for any intent, sorted by bytes.
std::vector<std::string_view> relevant_docnos(const TopicQrels& qrels);

// The judgments of the documents that `keep` wants; topics and intents stay, even without any.
// Shares the text of `qrels`.
Qrels restricted(const Qrels& qrels,
                 const std::function<bool(std::string_view topic, std::string_view docno)>& keep);

// The same with more intents, those without judgments; `names` are of topics and their intents, and
// are copied. Intents that are there already, and names of other topics, change nothing.
Qrels with_intents(const Qrels& qrels,
                   const std::vector<std::pair<std::string, std::vector<std::string>>>& names);

// Topic-level judgments: one intent, topic_level_intent. Shares the text of `qrels`.
Qrels adhoc_qrels_of(const Qrels& qrels, TopicGrade grade);

}  // namespace subintent::internal
