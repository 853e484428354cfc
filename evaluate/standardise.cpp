#include "evaluate/standardise.h"

#include <algorithm>
#include <cmath>

namespace subintent {

void standardise(std::span<RunScores* const> runs) {
  if (runs.empty()) return;
  const auto n = static_cast<double>(runs.size());
  const auto& shape = runs[0]->values;
  for (std::size_t m = 0; m < shape.size(); ++m) {
    for (std::size_t t = 0; t < shape[m].size(); ++t) {
      const auto score = [&](const RunScores* run) { return run->values[m][t]; };
      const bool all_same = std::all_of(runs.begin(), runs.end(), [&](const RunScores* run) {
        return score(run) == score(runs[0]);
      });
      double mean = 0, squares = 0;
      for (const RunScores* run : runs) mean += score(run) / n;
      for (const RunScores* run : runs) squares += (score(run) - mean) * (score(run) - mean);
      const double deviation = all_same ? 0 : std::sqrt(squares / (n - 1));
      for (RunScores* run : runs) {
        run->values[m][t] = deviation > 0 ? (score(run) - mean) / deviation : 0;
      }
    }
  }
}

}  // namespace subintent
