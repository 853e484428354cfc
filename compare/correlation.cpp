#include "compare/correlation.h"

#include <cmath>
#include <numeric>
#include <tuple>

#include "compare/paired_tests.h"

namespace subintent::internal {
namespace {

// Prefix sums over counters (Fenwick tree).
class Counters {
 public:
  explicit Counters(std::size_t size) : sums_(size + 1, 0) {}
  void add(std::size_t at) {
    for (++at; at < sums_.size(); at += at & (~at + 1)) ++sums_[at];
  }
  // Additions at places below `end`.
  std::uint64_t below(std::size_t end) const {
    std::uint64_t sum = 0;
    for (; end > 0; end -= end & (~end + 1)) sum += sums_[end];
    return sum;
  }

 private:
  std::vector<std::uint64_t> sums_;
};

// The pairs of items that `same` says are equal, in a sorted order.
template <typename Same>
std::uint64_t tied_pairs(const std::vector<std::uint32_t>& order, Same same) {
  std::uint64_t pairs = 0, length = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    length = i > 0 && same(order[i - 1], order[i]) ? length + 1 : 1;
    pairs += length - 1;
  }
  return pairs;
}

// A ranking of runs or pairs in one group by each measure.
struct Rankings {
  std::vector<std::vector<std::uint32_t>> ranks;  // by measure; 0 is the best
  std::vector<std::uint32_t> tie_break;
};

Rankings rankings_of_runs(const ScoreGroup& group) {
  Rankings rankings;
  for (const ScoreMatrix& scores : group.measures) {
    std::vector<double> means = scores.means();
    for (double& mean : means) mean *= -scores.sign();
    rankings.ranks.push_back(dense_ranks(means, 1e-12, 1e-12));
  }
  rankings.tie_break = places_of_names(group.runs);
  return rankings;
}

Rankings rankings_of_pairs(std::span<const DiscriminativePower> powers) {
  Rankings rankings;
  for (const DiscriminativePower& power : powers)
    rankings.ranks.push_back(dense_ranks(power.p, 1e-12, 0));
  rankings.tie_break = sequence(powers[0].p.size());
  return rankings;
}

// The mean over groups, weighted by their sizes, of the correlation of two measures; of those
// groups in which there is one.
MeasureCorrelation mean_correlation(const std::vector<Rankings>& rankings, std::size_t first,
                                    std::size_t second) {
  double size = 0, tau_b = 0, first_true = 0, second_true = 0, symmetric = 0;
  MeasureCorrelation mean;
  for (const Rankings& one : rankings) {
    mean.items += one.tie_break.size();
    const auto found = correlation(one.ranks[first], one.ranks[second], one.tie_break);
    if (!found) continue;
    const auto n = static_cast<double>(one.tie_break.size());
    tau_b += n * found->tau_b;
    first_true += n * found->tau_ap_first;
    second_true += n * found->tau_ap_second;
    symmetric += n * found->tau_ap_symmetric;
    size += n;
  }
  if (size == 0) return mean;
  return {{},        {}, tau_b / size, first_true / size, second_true / size, symmetric / size,
          mean.items};
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
      MeasureCorrelation& correlation = found.emplace_back(mean_correlation(rankings, i, j));
      correlation.measure1 = measures[i];
      correlation.measure2 = measures[j];
    }
  }
  return found;
}

// Preferences of every measure in every group.
using Preferences = std::vector<std::vector<std::vector<std::int8_t>>>;  // [group][measure]

Preferences all_preferences(const std::vector<ScoreGroup>& groups) {
  Preferences preferences(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const ScoreMatrix& scores : groups[g].measures)
      preferences[g].push_back(preferences_of(scores));
  return preferences;
}

Concordance over_groups(const Preferences& preferences, std::size_t first, std::size_t second,
                        const std::vector<std::size_t>& gold) {
  Concordance found;
  for (const auto& group : preferences) {
    std::vector<std::span<const std::int8_t>> standards;
    for (const std::size_t measure : gold) standards.emplace_back(group[measure]);
    found = concordance(group[first], group[second], standards, found);
  }
  return found;
}

// A measure before and after, as two measures.
ScoreGroup both_of(const ScoreGroup& before, const ScoreGroup& after, std::size_t measure) {
  return {before.runs, before.topics, {before.measures[measure], after.measures[measure]}};
}

// The scores of a resample of the topics.
ScoreGroup resampled(const ScoreGroup& group, std::span<const std::uint32_t> counts) {
  ScoreGroup result{group.runs, group.topics, {}};
  for (const ScoreMatrix& scores : group.measures) {
    ScoreMatrix& sample = result.measures.emplace_back(scores.with(scores.topics));
    for (std::size_t topic = 0; topic < scores.topics; ++topic) {
      const auto row = scores.values.begin() + static_cast<std::ptrdiff_t>(topic * scores.runs);
      for (std::uint32_t i = 0; i < counts[topic]; ++i) {
        sample.values.insert(sample.values.end(), row,
                             row + static_cast<std::ptrdiff_t>(scores.runs));
      }
    }
  }
  return result;
}

[[gnu::cold]] MeasureOverlap overlap_of(const ScoreGroup& both, const TestSettings& test,
                                        Correction correction, const PairsDone& progress = {}) {
  const auto powers = discriminative_powers({both}, test, correction, progress);
  return measure_overlaps(powers, test.alpha).at(0);
}

OverlapIntervals overlap_intervals(const ScoreGroup& both, TestSettings test, Correction correction,
                                   const BootstrapSettings& settings) {
  if (test.test->is_random()) return {};
  test.intervals = false;
  const auto intervals = topic_intervals(both.topics.size(), 4, settings, [&](auto counts) {
    const MeasureOverlap o = overlap_of(resampled(both, counts), test, correction);
    std::vector<std::optional<double>> numbers;
    for (const std::uint64_t number : {o.both, o.only1, o.only2, o.conflicts})
      numbers.emplace_back(static_cast<double>(number));
    return numbers;
  });
  return {intervals[0], intervals[1], intervals[2], intervals[3]};
}

}  // namespace

std::vector<std::uint32_t> dense_ranks(std::span<const double> values, double relative,
                                       double absolute) {
  const auto order = ordered(values.size(), [&](std::size_t i) { return values[i]; });
  std::vector<std::uint32_t> ranks(values.size());
  std::uint32_t rank = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0) {
      const double low = values[order[i - 1]], high = values[order[i]];
      const double limit = std::max(absolute, relative * std::max(std::abs(low), std::abs(high)));
      if (high - low > limit) ++rank;
    }
    ranks[order[i]] = rank;
  }
  return ranks;
}

std::optional<double> kendall_tau_b(std::span<const std::uint32_t> a,
                                    std::span<const std::uint32_t> b) {
  const std::size_t n = a.size();
  std::vector<std::uint32_t> order = sequence(n);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    return std::tie(a[i], b[i]) < std::tie(a[j], b[j]);
  });
  const auto ties_a = tied_pairs(order, [&](auto i, auto j) { return a[i] == a[j]; });
  const auto ties_both =
      tied_pairs(order, [&](auto i, auto j) { return a[i] == a[j] && b[i] == b[j]; });
  // Items are met by rank a, then b: one met before with a larger rank b is a discordant pair.
  Counters seen(n == 0 ? 0 : *std::max_element(b.begin(), b.end()) + std::size_t{1});
  std::uint64_t discordant = 0;
  for (std::size_t i = 0; i < n; ++i) {
    discordant += i - seen.below(b[order[i]] + std::size_t{1});
    seen.add(b[order[i]]);
  }
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t i, std::uint32_t j) { return b[i] < b[j]; });
  const auto ties_b = tied_pairs(order, [&](auto i, auto j) { return b[i] == b[j]; });
  const std::uint64_t all = n * (n - (n > 0 ? 1 : 0)) / 2;
  if (ties_a == all || ties_b == all) return std::nullopt;
  const double concordant =
      static_cast<double>(all - ties_a - ties_b + ties_both) - static_cast<double>(discordant);
  return (concordant - static_cast<double>(discordant)) /
         std::sqrt(static_cast<double>(all - ties_a) * static_cast<double>(all - ties_b));
}

double tau_ap(std::span<const std::uint32_t> truth, std::span<const std::uint32_t> ranking) {
  const std::size_t n = truth.size();
  if (n < 2) return 0;
  std::vector<std::uint32_t> item_at(n);
  for (std::uint32_t item = 0; item < n; ++item) item_at[ranking[item]] = item;
  Counters above(n);
  double sum = 0;
  for (std::size_t place = 0; place < n; ++place) {
    const std::uint32_t true_place = truth[item_at[place]];
    if (place > 0) sum += static_cast<double>(above.below(true_place)) / static_cast<double>(place);
    above.add(true_place);
  }
  return 2 * sum / static_cast<double>(n - 1) - 1;
}

std::optional<double> pearson(std::span<const double> a, std::span<const double> b) {
  const auto mean = [](std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  };
  if (a.size() < 2) return std::nullopt;
  const double mean_a = mean(a), mean_b = mean(b);
  double aa = 0, bb = 0, ab = 0, scale_a = 0, scale_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = a[i] - mean_a, y = b[i] - mean_b;
    aa += x * x;
    bb += y * y;
    ab += x * y;
    scale_a += a[i] * a[i];
    scale_b += b[i] * b[i];
  }
  if (aa <= 1e-24 * scale_a || bb <= 1e-24 * scale_b) return std::nullopt;
  const double found = ab / std::sqrt(aa * bb);
  return std::abs(found) <= 1e-12 ? 0 : std::clamp(found, -1.0, 1.0);
}

std::optional<double> spearman(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  const auto places = [](std::span<const std::uint32_t> ranks) {
    std::vector<std::size_t> ends(ranks.size() + 1, 0);  // behind the last of each rank
    for (const std::uint32_t rank : ranks) ++ends[rank + 1];
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<double> result;
    for (const std::uint32_t rank : ranks)
      result.push_back(static_cast<double>(ends[rank] + ends[rank + 1] - 1) / 2);
    return result;
  };
  return pearson(places(a), places(b));
}

std::vector<std::uint32_t> strict_ranks(std::span<const std::uint32_t> ranks,
                                        std::span<const std::uint32_t> tie_break) {
  return places_in(
      ordered(ranks.size(), [&](std::size_t i) { return std::pair(ranks[i], tie_break[i]); }));
}

std::optional<RankCorrelation> correlation(std::span<const std::uint32_t> first,
                                           std::span<const std::uint32_t> second,
                                           std::span<const std::uint32_t> tie_break) {
  const auto tau_b = kendall_tau_b(first, second);
  if (!tau_b) return std::nullopt;
  const auto strict_first = strict_ranks(first, tie_break);
  const auto strict_second = strict_ranks(second, tie_break);
  RankCorrelation result;
  result.tau_b = *tau_b;
  result.tau_ap_first = tau_ap(strict_first, strict_second);
  result.tau_ap_second = tau_ap(strict_second, strict_first);
  result.tau_ap_symmetric = (result.tau_ap_first + result.tau_ap_second) / 2;
  return result;
}

std::vector<MeasureCorrelation> run_correlations(const std::vector<ScoreGroup>& groups) {
  const std::vector<std::string> measures = several_measures(groups);
  std::vector<Rankings> rankings;
  for (const ScoreGroup* group : comparable(groups)) rankings.push_back(rankings_of_runs(*group));
  return correlations(measures, rankings);
}

[[gnu::cold]] std::vector<MeasureCorrelation> p_value_correlations(
    const std::vector<ScoreGroup>& groups, const TestSettings& settings, Correction correction,
    const PairsDone& progress) {
  const std::vector<std::string> measures = several_measures(groups);
  const auto powers = discriminative_powers(groups, settings, correction, progress);
  return correlations(measures, {rankings_of_pairs(powers)});
}

std::int8_t preference(double first, double second) {
  const double difference = first - second;
  return difference > tie ? 1 : difference < -tie ? -1 : 0;
}

std::vector<std::int8_t> preferences_of(const ScoreMatrix& scores) {
  const auto pairs = all_pairs(scores.runs);
  std::vector<std::int8_t> preferences;
  preferences.reserve(pairs.size() * scores.topics);
  for (std::size_t topic = 0; topic < scores.topics; ++topic) {
    for (const RunPair pair : pairs) {
      preferences.push_back(preference(scores.sign() * scores.at(topic, pair.first),
                                       scores.sign() * scores.at(topic, pair.second)));
    }
  }
  return preferences;
}

Concordance concordance(std::span<const std::int8_t> first, std::span<const std::int8_t> second,
                        std::span<const std::span<const std::int8_t>> gold, Concordance so_far) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] * second[i] >= 0) continue;
    ++so_far.disagreements;
    bool first_agrees = true, second_agrees = true;
    for (const auto& standard : gold) {
      first_agrees = first_agrees && first[i] * standard[i] >= 0;
      second_agrees = second_agrees && second[i] * standard[i] >= 0;
    }
    so_far.correct1 += first_agrees ? 1 : 0;
    so_far.correct2 += second_agrees ? 1 : 0;
    so_far.only1 += first_agrees && !second_agrees ? 1 : 0;
    so_far.only2 += second_agrees && !first_agrees ? 1 : 0;
  }
  so_far.p = sign_test(so_far.only1, so_far.only2);
  return so_far;
}

std::vector<std::string> with_gold(std::vector<std::string> measures,
                                   const std::vector<std::string>& gold) {
  if (measures.empty()) return measures;  // all
  for (const std::string& name : gold)
    if (std::ranges::count(measures, name) == 0) measures.push_back(name);
  return measures;
}

std::vector<MeasureConcordance> measure_concordances(const std::vector<ScoreGroup>& groups,
                                                     const std::vector<std::string>& gold) {
  comparable(groups);  // throws where there is nothing to compare
  std::vector<std::size_t> standards, measures;
  for (const std::string& name : gold) standards.push_back(groups[0].find_measure(name));
  const std::vector<std::string> names = groups[0].measure_names();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::ranges::count(standards, i) == 0) measures.push_back(i);
  if (measures.size() < 2)
    throw Error("concordance needs two measures that are not gold standards; give more scores");
  std::vector<std::vector<std::size_t>> parts;
  for (const std::size_t standard : standards) parts.push_back({standard});
  if (standards.size() > 1) parts.push_back(standards);
  const Preferences preferences = all_preferences(groups);
  std::vector<MeasureConcordance> found;
  for (const auto& part : parts) {
    for (std::size_t i = 0; i < measures.size(); ++i) {
      for (std::size_t j = i + 1; j < measures.size(); ++j) {
        MeasureConcordance& concordance = found.emplace_back(
            MeasureConcordance{over_groups(preferences, measures[i], measures[j], part),
                               {},
                               names[measures[i]],
                               names[measures[j]]});
        for (const std::size_t standard : part) concordance.gold.push_back(names[standard]);
      }
    }
  }
  return found;
}

[[gnu::cold]] std::vector<ExchangedMeasure> exchanged_measures(const ScoreGroup& before,
                                                               const ScoreGroup& after,
                                                               std::span<const TestSettings> tests,
                                                               Correction correction,
                                                               const PairsDone& progress) {
  std::vector<ExchangedMeasure> measures;
  for (std::size_t m = 0; m < before.measures.size(); ++m) {
    const ScoreGroup both = both_of(before, after, m);
    ExchangedMeasure& measure = measures.emplace_back();
    measure.runs = run_correlations({both}).at(0);
    for (const TestSettings& settings : tests)
      measure.pairs.push_back(overlap_of(both, settings, correction, progress));
  }
  return measures;
}

void add_intervals(const ScoreGroup& before, const ScoreGroup& after,
                   std::span<const TestSettings> tests, Correction correction,
                   const BootstrapSettings& settings, std::vector<ExchangedMeasure>& measures) {
  for (std::size_t m = 0; m < measures.size(); ++m) {
    const ScoreGroup both = both_of(before, after, m);
    const auto taus = topic_intervals(both.topics.size(), 2, settings, [&](auto counts) {
      const MeasureCorrelation correlation = run_correlations({resampled(both, counts)}).at(0);
      return std::vector<std::optional<double>>{correlation.tau_b, correlation.tau_ap_symmetric};
    });
    measures[m].tau_b = taus[0];
    measures[m].tau_ap = taus[1];
    for (const TestSettings& test : tests)
      measures[m].pair_intervals.push_back(overlap_intervals(both, test, correction, settings));
  }
}

}  // namespace subintent::internal
