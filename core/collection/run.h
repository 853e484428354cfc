// Runs: ranked lists of one system.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/collection/run_metadata.h"
#include "core/collection/topic_lines.h"
#include "core/io/content.h"
#include "core/io/text_file.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

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
  std::uint64_t topics_without_ranks = 0;  // all are the same: ordered by score
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
};

// A run whose lists are read one by one, so that none of them need be kept. The format is
// detected (run_formats.h). Blank lines and lines that start with '#' are skipped; a missing sixth
// column is accepted. Throws Error, naming file and line, for other numbers of columns, a rank that
// is not a whole number or a score that is not finite (but with RunOrder::trec_eval), two documents
// of a topic at one rank (in rank order), a document twice in a list (unless told which to keep),
// and an empty file: of defects that are there when all lists are read, the first.
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

}  // namespace subintent::internal
