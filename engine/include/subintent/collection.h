// A test collection in memory: runs, judgments, duplicates, captions of topics, preferences of
// users.
#pragma once

#include <limits>
#include <set>

#include "subintent/basics.h"
#include "subintent/values.h"

namespace SUBINTENT_PUBLIC subintent {

namespace internal {
class Duplicates;
struct Inside;
struct Run;
}  // namespace internal

// A document of a ranked list.
struct ScoredDocument {
  std::string topic, docno;
  double score = 0;
};

// A list of documents, best first.
struct RankedDocuments {
  std::string topic;
  std::vector<std::string> docnos;
  std::vector<double> scores = {};  // of the documents; none unless they were kept
};

inline constexpr std::size_t all_documents = std::numeric_limits<std::size_t>::max();

// A run: the ranked lists of one system. Cheap to copy.
class Run {
 public:
  // Six columns, "topic Q0 docno rank score tag", or another format that the program reads
  // (docs/formats.md), detected from the content. Scores are kept if they are asked for: only
  // diversification needs them. Throws Error, naming file and line, for what is not a run.
  static Run read(const Source& source, RunOrder order = RunOrder::rank,
                  OnDuplicate on_duplicate = OnDuplicate::error, bool keep_scores = false);

  // Documents in any order, ranked by score, ties as RunOrder::score says. Throws Error, naming
  // `name` and the number of the document from 1, for names that are empty, hold control characters
  // or are not UTF-8, scores that are not finite, a document that is twice in a list, and no
  // documents at all.
  static Run scored(const std::vector<ScoredDocument>& documents, std::string name = "run");

  // Makes a run of documents that the caller keeps; their names are copied.
  static Run scored(const RunView& view);

  // Ranked lists as they are. Throws the same.
  static Run ranked(const std::vector<RankedDocuments>& lists, std::string name = "run");

  const std::string& name() const;
  const std::string& tag() const;              // column six of the first line read; else empty
  Run named(std::string name) const;           // the same run under another name
  Run cut(std::size_t depth) const;            // the first documents of each list
  std::vector<RankedDocuments> lists() const;  // in label order of the topics

  // The lines of TREC's format for the first `depth` documents of each list: topic, Q0, docno, rank
  // from 1, score (falling to 1 where none were kept), tag. Throws Error for a topic or docno that
  // cannot be a column between blanks.
  void write(const TextWriter& write, const std::string& tag,
             std::size_t depth = all_documents) const;

 private:
  friend struct internal::Inside;
  explicit Run(internal::Run run);
  Shared<const internal::Run> run_;
};

// Throws Error, with the file and `advice`, where two runs have one name. `files` are what messages
// call those of the runs.
void require_different_names(const std::vector<std::string>& names,
                             const std::vector<std::string>& files, const std::string& advice);

// A name as the tag of a run: blanks and control characters become '_'.
std::string run_tag(std::string_view name);

// Warns that `unknown` of all nuggets of topics have no judgments, `first` among them; `name` is
// that of the judgments.
Warning nuggets_without_judgments(const std::string& name, std::size_t unknown, std::size_t all,
                                  const std::string& first);

// The judgments of a test collection. Cheap to copy.
class Judgments {
 public:
  // Throws Error, naming file and line, for what is not such a file; for both topics and
  // probabilities; and for values what of() throws. Values are called "qrels", "adhoc_qrels" and
  // "probabilities" in messages.
  static Judgments read(JudgmentInputs inputs);
  static Judgments read(const Source& qrels);

  // Throws Error, naming `name` and the number of the judgment from 1, for names that are
  // empty, hold control characters or are not UTF-8, a document judged twice differently for an
  // intent, a grade beyond 100, an intent named "*", and no judgments at all.
  static Judgments of(const std::vector<Judgment>& judgments, std::string name = "judgments",
                      TopicGrade topic_grade = TopicGrade::highest);

  std::vector<std::string> topics() const;                          // in label order
  std::vector<Judgment> judgments() const;                          // by topic, docno, intent
  std::vector<std::string> relevant(std::string_view topic) const;  // docnos, sorted by bytes
  // Answers to which nuggets were assigned, as runs: each judged document is the answer of a system
  // of its name, whose list for every topic where it is judged is this document alone. By name.
  std::vector<Run> answers() const;
  // Do intents without a relevant document count? [JudgmentInputs]
  bool all_intents() const;
  // Do nuggets of hierarchies without one? Yes, unless all_intents = false is given.
  bool all_nuggets() const;
  // Are the files those of nuggets that were assigned to answers, or of rubrics?
  bool of_answers() const;
  const Warnings& warnings() const;

  // Values in memory that read() makes the same judgments of, whatever has become of files; those
  // of an Evaluator that has read files itself are read again.
  JudgmentInputs inputs() const;

 private:
  friend struct internal::Inside;
  struct Data;
  explicit Judgments(std::shared_ptr<const Data> data);
  Shared<const Data> data_;
};

// Groups of duplicates. Cheap to copy.
class DuplicateGroups {
 public:
  // Reads a file of pairs, lines "docno<tab>docno<tab>bits", where all that pairs connect is one
  // group, or of groups, lines "group<tab>docno" below that header; or takes groups of docnos.
  // Throws Error, with the line of a file or the number of a group from 1, for other lines, a name
  // that no file could hold, a pair of a document with itself, and a document in two groups.
  explicit DuplicateGroups(const DuplicateSource& source);

 private:
  friend struct internal::Inside;
  Shared<const std::string> name_;  // of the file, for messages
  Shared<const internal::Duplicates> groups_;
};

// Captions for people in the place of the names of topics and intents. What is not known is empty.
struct TopicCaption {
  std::string query;
  std::map<std::string, std::string> intents = {};  // their descriptions, by name

  bool operator==(const TopicCaption&) const = default;
};

// By topic.
using TopicCaptions = std::map<std::string, TopicCaption>;

// Reads the topics XML of the TREC Web Track. Throws Error, with file and line, for XML that does
// not parse, and topics or subtopics that have no number or are there twice. `say` is told if there
// is none of the `wanted` ones.
TopicCaptions read_topic_captions(const Source& topics, const std::vector<std::string>& wanted = {},
                                  const RemarksCallback& say = {});

// Reads the texts of documents that are shown to people, as read_texts() does, or from documents as
// read_collection() reads them: those that are `wanted`, or all if that is empty. `say` is told if
// the sources have a text of none of them, and what was skipped.
Texts read_text_captions(const std::vector<Source>& texts,
                         const std::set<std::string_view>& wanted = {},
                         const RemarksCallback& say = {});

// The topic that `given` names: one of `topics`, or the only one of them whose query it is, in
// upper or lower case. Throws Error, naming those of `file`, if there is none or are several.
std::string find_topic(const std::string& given, const std::vector<std::string>& topics,
                       const TopicCaptions& captions, const std::string& file);

// Reads preferences, topic<tab>run1<tab>run2<tab>participant<tab>preference; the preference is "<"
// (run2 is better), "=" or ">". A header line, which begins topic<tab>, names the columns; beside
// these five they may be left, seconds, question, repeat, pool, check and comment, and others are
// ignored. Throws Error, naming file and line, for what is not such a file, and a participant who
// judges one showing of a pair twice differently. Battles are read, too; those that failed are
// added to `failed`.
std::vector<UserPreference> read_preferences(const Source& source, std::uint64_t* failed = nullptr);

}  // namespace subintent
