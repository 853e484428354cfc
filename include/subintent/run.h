// Runs: the ranked lists of one system.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/export.h"
#include "subintent/output.h"
#include "subintent/run_order.h"
#include "subintent/scored_list.h"
#include "subintent/source.h"

namespace SUBINTENT_PUBLIC subintent {

namespace internal {
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
};

inline constexpr std::size_t all_documents = std::numeric_limits<std::size_t>::max();

// Cheap to copy.
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
  // from 1, score (falling to 1), tag. Throws Error for a topic or docno that cannot be a column
  // between blanks.
  void write(const TextWriter& write, const std::string& tag,
             std::size_t depth = all_documents) const;

  Run(const Run&) = default;  // to move is to copy
  Run& operator=(const Run&) = default;

 private:
  friend struct internal::Inside;
  explicit Run(internal::Run run);
  std::shared_ptr<const internal::Run> run_;
};

// Throws Error, with the file and `advice`, where two runs have one name. `files` are what messages
// call those of the runs.
void require_different_names(const std::vector<std::string>& names,
                             const std::vector<std::string>& files, const std::string& advice);

// A name as the tag of a run: blanks and control characters become '_'.
std::string run_tag(std::string_view name);

}  // namespace subintent
