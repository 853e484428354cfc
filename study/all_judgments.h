// Scores of the lists of a topic by all judgments that there could be, where these are few.
#pragma once

#include <cstddef>
#include <vector>

#include "study/evaluation.h"
#include "study/list_bounds.h"
#include "study/unjudged.h"

namespace subintent::internal {

class AllJudgments {
 public:
  // How many ways there are to judge what is not judged in topic number `t`, as far as the measure
  // sees it; 0 where there are more than `most`, or where it is open what else judgments change:
  // the documents of nodes, or which nodes are covered.
  static std::size_t ways(const EvaluationData& data, const Measure& measure,
                          const Unjudged& unjudged, std::size_t t, std::size_t most);

  // Of all these ways, one at least. The measure is one of a scorer.
  AllJudgments(const EvaluationData& data, const Measure& measure, const Unjudged& unjudged,
               std::size_t t, const ListsOfRuns& lists, std::size_t ways);

  Bounds run(std::size_t run) const;
  Range difference(std::size_t a, std::size_t b) const;

 private:
  std::vector<std::vector<double>> scores_;  // by way, then run
};

}  // namespace subintent::internal
