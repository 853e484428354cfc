#include "compare/study/standardise.h"

#include <vector>

#include "compare/standardise.h"

namespace subintent::internal {

void standardise(std::span<RunScores* const> runs) {
  if (runs.empty()) return;
  std::vector<double> scores(runs.size());
  const auto& shape = runs[0]->values;
  for (std::size_t m = 0; m < shape.size(); ++m) {
    for (std::size_t t = 0; t < shape[m].size(); ++t) {
      for (std::size_t i = 0; i < runs.size(); ++i) scores[i] = runs[i]->values[m][t];
      standardise(scores);
      for (std::size_t i = 0; i < runs.size(); ++i) runs[i]->values[m][t] = scores[i];
    }
  }
}

}  // namespace subintent::internal
