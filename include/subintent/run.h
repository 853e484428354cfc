// Runs: the ranked lists of one system.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/source.h"

namespace subintent {

namespace internal {
struct Run;
}

struct RunOptions {
  enum class Order {
    rank,   // by the rank column
    score,  // by score, descending; ties by docno, descending (bytes), as trec_eval does
    file    // as the lines stand
  };
  enum class OnDuplicate { error, first, last };

  Order order = Order::rank;
  OnDuplicate on_duplicate = OnDuplicate::error;  // a document twice in a list
};

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

// Cheap to copy.
class Run {
 public:
  // Six columns, "topic Q0 docno rank score tag". Throws Error, naming file and line, for what is no
  // run.
  static Run read(const Source& source, const RunOptions& options = {});

  // Documents in any order, ranked by score, ties as `score` of RunOptions says.
  static Run of(const std::vector<ScoredDocument>& documents, std::string name = "run");

  // Ranked lists as they are.
  static Run of(const std::vector<RankedDocuments>& lists, std::string name = "run");

  const std::string& name() const;
  std::vector<RankedDocuments> lists() const;  // in label order of the topics

  const internal::Run& engine() const { return *run_; }

 private:
  explicit Run(internal::Run run);
  std::shared_ptr<const internal::Run> run_;
};

}  // namespace subintent
