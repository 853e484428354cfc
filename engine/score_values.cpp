#include "engine/score_values.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace subintent::internal {

void set_values(const RunScores& run, Scores& scores) {
  scores.values.clear();
  for (const std::vector<double>& values : run.values) {
    scores.values.insert(scores.values.end(), values.begin(), values.end());
  }
  scores.applicable.clear();
  if (run.applicable == nullptr) return;
  for (const std::vector<char>& topics : *run.applicable) {
    for (const char applies : topics) {
      if (applies == 0) {
        scores.values[scores.applicable.size()] = std::numeric_limits<double>::quiet_NaN();
      }
      scores.applicable.push_back(applies != 0);
    }
  }
}

Applicability applicability_of(const Scores& scores) {
  if (std::ranges::count(scores.applicable, false) == 0) return nullptr;
  std::vector<std::vector<char>> applicable(scores.measures.size());
  for (std::size_t m = 0; m < applicable.size(); ++m) {
    for (std::size_t t = 0; t < scores.topics.size(); ++t) {
      applicable[m].push_back(scores.applies(m, t) ? 1 : 0);
    }
  }
  return std::make_shared<const std::vector<std::vector<char>>>(std::move(applicable));
}

}  // namespace subintent::internal
