// Runs, the ranked lists of one system: their values, formats and files.
#pragma once

#include "core/base/name_table.h"
#include "core/collection/topic_lines.h"
#include "core/io/content.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// "actor.team" and its value; the values of a list stand behind one another, with commas.
struct RunMetadatum {
  std::string name, value;

  bool operator==(const RunMetadatum&) const = default;
};

// Reads the lines between "# ir_metadata.start" and "# ir_metadata.end" of the comments at the
// beginning of a text; without an end, up to the first line that is no comment. It understands
// mappings, lists and values of YAML on one line; a line that is none of these is part of the value
// before.
std::vector<RunMetadatum> read_run_metadata(std::string_view text);

// The documents of one topic, best first.
struct RankedList {
  std::string_view topic;
  std::vector<std::string_view> docnos;
  std::vector<double> scores = {};  // of those, where they were asked for
};

// Whether lists are read with their scores: most readers want the order alone.
enum class ListScores { left_out, kept };

struct RunCounts {
  std::uint64_t topics_with_disagreement = 0;  // topics where a better rank has a lower score
  std::uint64_t duplicates_dropped = 0;
  std::uint64_t topics_without_ranks = 0;  // all or some are the same: ordered by score
  std::uint64_t unknown_citations = 0;     // in texts of answers
  std::string unknown_citation = {};       // the first of those
  std::string unread_column = {};          // what unread_columns() says
  bool are_lists_empty = false;            // all of them, as of answers that cite nothing

  void add(const RunCounts& more) {
    topics_with_disagreement += more.topics_with_disagreement;
    duplicates_dropped += more.duplicates_dropped;
    topics_without_ranks += more.topics_without_ranks;
    unknown_citations += more.unknown_citations;
    if (unknown_citation.empty()) unknown_citation = more.unknown_citation;
  }
};

// One document of a ranked list by names, as a line of a file.
struct RunRow {
  std::string_view topic, docno;
  double score = 0;       // finite
  std::int64_t rank = 0;  // of RunOrder::rank alone; not negative
};

// All ranked lists of a file or of values in memory. Names are views into text that the object
// shares with its copies.
struct Run {
  std::string name;                // the file's name without folder and compression suffix
  std::string file;                // its path or name, for messages
  std::string tag;                 // column six of the first line of TREC, or empty
  std::vector<RankedList> topics;  // in label order of the topics
  RunCounts counts;
  Contents texts;                   // that the names lie in
  RunOrder order = RunOrder::rank;  // that they are in
  std::vector<RunMetadatum> metadata = {};

  // The lists of `rows`, whose names are copied, with their scores if they are to be kept. Throws
  // Error, naming `name` and the number of the row from 1, as RunReader does for lines, and for an
  // empty topic or docno.
  static Run of(std::span<const RunRow> rows, std::string name, RunOrder order = RunOrder::score,
                OnDuplicate on_duplicate = OnDuplicate::error,
                ListScores scores = ListScores::left_out);

  const RankedList* find(std::string_view topic) const;
  std::vector<std::string_view> topic_names() const;
};

// The number behind a track's prefix, "12" of "wt09-12"; empty where there is none.
std::string_view topic_number(std::string_view topic);

class ListBuilder;

// A file with a run, taken apart into topics.
struct RunText {
  std::vector<TopicLines> topics;  // in label order

  // Adds the documents of one of them. Called in parallel, once for each topic; `line` is for
  // read_topics().
  std::function<void(const TopicLines& topic, ListBuilder& list, LineInWork& line)> read;

  std::vector<Content> names = {};  // where names lie that are not in the file as they stand
  std::string tag = {};
  bool has_ranks = true;  // or scores alone
  std::string unread_column = {};
};

// A run whose lists are read one by one, so that none of them need be kept. The format is
// detected (run_formats.cpp). Blank lines and lines that start with '#' are skipped; a missing
// sixth column is accepted. Throws Error, naming file and line, for other numbers of columns, a
// rank that is not a whole number or a score that is not finite (but with RunOrder::trec_eval), two
// documents of a topic with one rank and score (in rank order), a document twice in a list (unless
// told which to keep), and an empty file: of defects that are there when all lists are read, the
// first.
class RunReader {
 public:
  // Reads the source and finds where its lists are.
  explicit RunReader(const Source& source, RunOrder order = RunOrder::rank,
                     OnDuplicate on_duplicate = OnDuplicate::error,
                     ListScores scores = ListScores::left_out);

  const std::string& name() const { return name_; }  // as in Run, and so are the others
  const std::string& file() const { return file_; }
  const std::string& tag() const { return text_.tag; }
  const Contents& texts() const { return texts_; }
  const std::vector<TopicLines>& topics() const { return text_.topics; }
  const std::vector<RunMetadatum>& metadata() const { return metadata_; }
  RunOrder order() const { return order_; }  // by score in place of ranks that are not there

  // Reads all lists, in parallel, and calls use(index of the topic, list) for each, also in
  // parallel. What is made of the lists is to be thrown away where this throws.
  RunCounts read(const std::function<void(std::size_t, RankedList&&)>& use) const;

 private:
  RunOrder order_ = RunOrder::rank;
  OnDuplicate on_duplicate_;
  ListScores scores_;
  std::string name_, file_;
  RunText text_;
  std::vector<RunMetadatum> metadata_;
  Contents texts_;
};

// Reads a whole run, with the errors of RunReader.
Run read_run(const Source& source, RunOrder order = RunOrder::rank,
             OnDuplicate on_duplicate = OnDuplicate::error,
             ListScores scores = ListScores::left_out);

struct RunFormat {
  const char* name;
  // Looks at the beginning of a text only.
  bool (*fits)(std::string_view text);
  // Throws Error, naming file and line, for what is not in this format. `order` is that of the
  // lists.
  RunText (*open)(const TextFile& file, RunOrder order);
};

// In the order of trying; the last one, TREC's, fits all texts.
std::span<const RunFormat> run_formats();

// The first format that fits.
const RunFormat& format_of_run(std::string_view text);

inline constexpr const char* trec_run_advice = "write \"topic Q0 docno rank score tag\"";

// The first `depth` documents, best first. Throws Error, naming `run`, for other numbers of scores
// than of documents, a score that is not finite, a document that has no name or is there twice.
RankedList ranked(const ScoredList& list, RunOrder order, std::size_t depth,
                  const std::string& run);

// A run with names and scores of its own. Throws Error, naming the run, for what ranked() and
// Run::of() do.
Run run_of(const RunView& view);

// A name as the tag of a run: blanks and control characters become '_'.
std::string run_tag(std::string_view name);

// Adds the lines of TREC's format for the first `depth` documents of a list: topic, Q0, docno, rank
// from 1, score (falling to 1), tag. Throws Error, naming `file`, for a topic or docno that cannot
// be a column between blanks, or holds control characters.
void append_run_lines(std::string& text, const RankedList& list, std::size_t depth,
                      std::string_view tag, const std::string& file);

// Judged topics by name. A run may put a track's prefix before it: "wt09-12" is topic "12" unless
// it is judged itself.
class JudgedTopics {
 public:
  static constexpr std::uint32_t none = NameTable::none;

  // Adds a topic, whose index is how many there were before. Its name must live as long as this.
  void add(std::string_view topic) { names_.insert(topic); }

  std::size_t size() const { return names_.names().size(); }

  // The index of a run's topic, or `none`.
  std::uint32_t find(std::string_view run_topic) const;

  // The indices of all topics of a run. Throws Error, naming the run's file, where two are the same
  // judged topic.
  std::vector<std::uint32_t> find_all(const std::vector<std::string_view>& run_topics,
                                      const std::string& run_file) const;

 private:
  NameTable names_;
};

// Is the text a series of answers, as TREC RAG and RAGTIME take them: objects with "answer" or
// "responses"?
bool holds_answers(std::string_view text);

// The documents that answers or turns cite as a run: of each topic in the order of their first
// citation, or of their scores.
// Throws Error, naming the line, for what is not JSON, members that are missing or mistyped,
// citations of references that there are not, a topic that is there twice, and answers of several
// runs.
RunText open_answers(const TextFile& file, RunOrder order);

// Is it an object with answers in its member "turns", as iKAT took them in 2023 and 2024, "results"
// or "topics"?
bool holds_turns(std::string_view text);

// Throws Error, as `what`, "column", of that name holds several runs, these two.
[[noreturn]] void refuse_runs(const Location& where, const char* what, std::string_view name,
                              std::string_view run, std::string_view other,
                              const char* advice = "give a file for each run");

// What a column, or member, of experiments says of each document of a topic.
using Experiments = std::map<std::string_view, std::string_view>;
// Throws the error of refuse_runs() where a document was there of another experiment.
void add_experiment(Experiments& experiments, const TextFile& file, const char* place,
                    std::string_view docno, std::string_view experiment, const char* what,
                    std::string_view name);

// Objects of JSON that are a document each, or a topic each with a list of documents.
bool holds_records(std::string_view text);
RunText open_records(const TextFile& file, RunOrder order);
// Dicts: {"topic": {"docno": score}} or {"topic": ["docno", ...]}.
RunText open_run_json(const TextFile& file, RunOrder order);

// A document of a list. Its name lies in a file, or beside it: its place says which line is first.
struct RankedLine {
  std::string_view docno;
  std::int64_t rank;
  double score;
};

// The score of a document of a list that has ranks alone, as Anserini turns runs of MS MARCO into
// those of TREC.
inline double score_of_rank(std::int64_t rank) {
  return 1 / std::max(0.5, static_cast<double>(rank));
}

// Orders the list of one topic. Names are views into `texts`, which must live as long.
class ListBuilder {
 public:
  ListBuilder(const Contents& texts, std::string_view topic, RunOrder order,
              OnDuplicate on_duplicate)
      : texts_(texts), topic_(topic), order_(order), on_duplicate_(on_duplicate) {}

  void reserve(std::size_t lines) { lines_.reserve(lines); }
  void add(std::string_view docno, std::int64_t rank, double score) {
    lines_.push_back({docno, rank, score});
  }
  // Adds one that the order ranks, without a score.
  void add_next(std::string_view docno) {
    add(docno, 0, 1 / static_cast<double>(lines_.size() + 1));
  }
  // What documents say of their order, as the first one does: a score (1), a rank (2), or nothing.
  unsigned said_before(unsigned said) { return said_ = lines_.empty() ? said : said_; }
  // Gives the last lines these scores, in their order.
  void set_scores(std::span<const double> scores) {
    for (std::size_t i = 0; i < scores.size(); ++i)
      lines_[lines_.size() - scores.size() + i].score = scores[i];
  }
  void add_unknown_citation(std::string_view cited) {
    if (counts_.unknown_citations++ == 0) counts_.unknown_citation = cited;
  }
  // All documents that are added differ, which need not be looked at again.
  void set_names_differ() { names_differ_ = true; }
  // The lines that were added, in their order; before build() alone.
  const std::vector<RankedLine>& lines() const { return lines_; }

  // Throws Error, naming the line, for a document that is there twice (unless told which to keep)
  // and, in rank order, for two at one rank with equal scores.
  RankedList build(ListScores scores = ListScores::left_out);

  // After build(), of this list.
  const RunCounts& counts() const { return counts_; }

 private:
  bool disagreement_by_rank() const;
  std::vector<std::string_view> docnos() const;
  const RankedLine& later_of(const RankedLine& a, const RankedLine& b) const;
  bool repeats_ranks() const;
  void drop_duplicates();

  const Contents& texts_;
  std::string_view topic_;
  RunOrder order_;
  OnDuplicate on_duplicate_;
  std::vector<RankedLine> lines_;
  unsigned said_ = 0;
  bool names_differ_ = false;
  RunCounts counts_;
};

}  // namespace subintent::internal
