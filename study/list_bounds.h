// How low and how high lists of a topic can score while some of their documents are not judged: of
// one measure, by one set of nodes.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "evaluate/gain_measures.h"
#include "evaluate/measure_record.h"

namespace subintent::internal {

struct Range {
  double low = 0, high = 0;
};

// Whatever is judged, a score is within them.
struct Bounds {
  double low = 0, high = 0;
  bool attained = true;  // some judgments give the lower one, and some the upper one
};

// The grades that a document can have, as numbers of a document that has them.
struct GradeChoice {
  DocumentId low = not_relevant, high = not_relevant;
  std::vector<DocumentId> between = {};  // where values between the ends may matter more
  // One that lists gain less with than with any judgments, where that is not `low`.
  std::optional<DocumentId> floor = {};

  bool is_open() const { return low != high; }
};

struct ListSetting {
  ScoreMaker make;
  Parameters parameters;
  std::vector<Layer> layers;           // of the numbers in choices
  std::vector<GradeChoice> documents;  // of the topic
  std::size_t first_ideal = 0;         // from here on they make ideal lists
  bool lists_may_shrink = false;       // by documents that do not become relevant
  // Number of a document that gains less than any other that gains.
  DocumentId least = not_relevant;
  // By run: the documents, or -1 for what cannot be relevant. Cut at the cutoff.
  std::vector<std::vector<std::int32_t>> lists;
  Interplay interplay = Interplay::unknown;
  Normaliser normaliser = Normaliser::none;
  bool is_binary = false;  // of one node, and all that is relevant counts the same
  // For nDCG of one node: where the ideal list is cut. 0 for other measures.
  std::uint32_t ideal_depth = 0;
  bool is_one_node = true;
  std::vector<double> layer_weights = {1};  // of the gains of several layers
};

// What judging a document can do to the difference of two runs: raise it, or lower it.
struct Effect {
  std::uint32_t document;
  double raises, lowers;
};

class ListBounds {
 public:
  explicit ListBounds(ListSetting setting);
  // Holds bounds of runs that are known already, and nothing else.
  explicit ListBounds(std::vector<Bounds> runs) : runs_(std::move(runs)) {}

  const Bounds& run(std::size_t run) const { return runs_[run]; }
  // Bounds of run a minus run b, where a document has the same judgment in both lists.
  Range difference(std::size_t a, std::size_t b) const;
  // Calls use(Effect) for every document that is not judged.
  void for_each_effect(std::size_t a, std::size_t b,
                       const std::function<void(const Effect&)>& use) const;

 private:
  // A document of a list that is not judged: what each grade of it adds to the score, at least and
  // at most, with the lowest and with the highest ideal list.
  struct OpenDocument {
    std::uint32_t document = 0;
    std::vector<Range> adds = {};
  };
  struct RunState {
    double lowest[2] = {0, 0};   // nothing is judged relevant
    double highest[2] = {0, 0};  // everything is
    std::vector<OpenDocument> open = {};
  };
  class Trial;
  class GainSums;

  void find_runs(const Trial& trial);
  Bounds bounds_of(const Trial& trial, std::size_t run) const;
  Bounds shrinking(const Trial& trial, std::size_t run) const;
  RunState state_of(const Trial& trial, std::size_t run) const;
  double highest_difference(std::size_t a, std::size_t b) const;
  double highest_sum(std::size_t a, std::size_t b, std::size_t ideal_a, std::size_t ideal_b) const;

  std::vector<Bounds> runs_;
  std::vector<RunState> states_;  // none: nothing is known of differences
  std::size_t grades_ = 0;        // choices of a document but the lowest
  Interplay interplay_ = Interplay::unknown;
  Normaliser normaliser_ = Normaliser::none;
  bool may_be_empty_ = false;  // nothing has to be relevant
  bool lists_may_shrink_ = false;
  std::shared_ptr<const GainSums> sums_;
};

}  // namespace subintent::internal
