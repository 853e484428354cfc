#include "compare/measure_correlations.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>

#include "compare/correlation.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

// A ranking of runs or pairs in one group by each measure.
struct Rankings {
  std::vector<std::vector<std::uint32_t>> ranks;  // by measure; 0 is the best
  std::vector<std::uint32_t> tie_break;
};

Rankings rankings_of_runs(const ScoreGroup& group) {
  Rankings made;
  for (const ScoreMatrix& scores : group.measures) {
    std::vector<double> means = scores.means();
    for (double& mean : means) mean *= -scores.sign();
    made.ranks.push_back(dense_ranks(means, 1e-12, 1e-12));
  }
  std::vector<std::uint32_t> order(group.runs.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return group.runs[a] < group.runs[b]; });
  made.tie_break.resize(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) made.tie_break[order[i]] = i;
  return made;
}

Rankings rankings_of_pairs(std::span<const DiscriminativePower> powers) {
  Rankings made;
  for (const DiscriminativePower& power : powers) {
    made.ranks.push_back(dense_ranks(power.p, 1e-12, 0));
  }
  made.tie_break.resize(powers[0].p.size());
  std::iota(made.tie_break.begin(), made.tie_break.end(), 0);
  return made;
}

// The mean over groups, weighted by their sizes, of the correlation of two measures; of those
// groups in which there is one.
MeasureCorrelation mean_correlation(const std::vector<Rankings>& rankings, std::size_t first,
                                    std::size_t second) {
  RankCorrelation sum;
  double size = 0;
  MeasureCorrelation mean;
  for (const Rankings& one : rankings) {
    mean.items += one.tie_break.size();
    const auto found = correlation(one.ranks[first], one.ranks[second], one.tie_break);
    if (!found) continue;
    const auto n = static_cast<double>(one.tie_break.size());
    sum.tau_b += n * found->tau_b;
    sum.tau_ap_first += n * found->tau_ap_first;
    sum.tau_ap_second += n * found->tau_ap_second;
    sum.tau_ap_symmetric += n * found->tau_ap_symmetric;
    size += n;
  }
  if (size == 0) return mean;
  mean.tau_b = sum.tau_b / size;
  mean.tau_ap_1 = sum.tau_ap_first / size;
  mean.tau_ap_2 = sum.tau_ap_second / size;
  mean.tau_ap_symmetric = sum.tau_ap_symmetric / size;
  return mean;
}

std::vector<std::string> several_measures(const std::vector<ScoreGroup>& groups) {
  std::vector<std::string> measures = groups.at(0).measure_names();
  if (measures.size() > 1) return measures;
  throw Error(Location{}, "there is only one measure", "give scores by another one");
}

std::vector<MeasureCorrelation> correlations(const std::vector<std::string>& measures,
                                             const std::vector<Rankings>& rankings) {
  std::vector<MeasureCorrelation> found;
  for (std::size_t i = 0; i < measures.size(); ++i) {
    for (std::size_t j = i + 1; j < measures.size(); ++j) {
      MeasureCorrelation& made = found.emplace_back(mean_correlation(rankings, i, j));
      made.measure1 = measures[i];
      made.measure2 = measures[j];
    }
  }
  return found;
}

}  // namespace

std::vector<MeasureCorrelation> run_correlations(const std::vector<ScoreGroup>& groups) {
  const std::vector<std::string> measures = several_measures(groups);
  std::vector<Rankings> rankings;
  for (const ScoreGroup* group : comparable(groups)) rankings.push_back(rankings_of_runs(*group));
  return correlations(measures, rankings);
}

std::vector<MeasureCorrelation> p_value_correlations(const std::vector<ScoreGroup>& groups,
                                                     const TestSettings& settings,
                                                     Correction correction,
                                                     const PairsDone& progress) {
  const std::vector<std::string> measures = several_measures(groups);
  const auto powers = discriminative_powers(groups, settings, correction, progress);
  return correlations(measures, {rankings_of_pairs(powers)});
}

}  // namespace subintent::internal
