#include "report/page/tested_numbers.h"

#include <cmath>

namespace subintent::internal {
namespace {

// Rounds as "{:.4f}" does.
std::int64_t with_four_decimals(double value) {
  return static_cast<std::int64_t>(std::nearbyint(value * 1e4));
}

// The difference of two means in billionths.
std::int64_t difference_of(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t unit = 100'000;
  const std::int64_t from = a - b + unit / 2;
  return from / unit - (from % unit < 0 ? 1 : 0);
}

struct Count {
  std::int64_t wins = 0, losses = 0;
};

// Over topics; scores stand by topic and run.
Count count(const std::vector<std::int64_t>& scores, std::size_t runs, RunPair pair) {
  Count counted;
  for (std::size_t topic = 0; topic < scores.size(); topic += runs) {
    const std::int64_t difference = scores[topic + pair.first] - scores[topic + pair.second];
    counted.wins += difference > 1;
    counted.losses += difference < -1;
  }
  return counted;
}

std::vector<std::int64_t> billionths(std::span<const double> values, std::int64_t unit = 1) {
  std::vector<std::int64_t> rounded;
  rounded.reserve(values.size());
  for (const double value : values) {
    const double units = std::isfinite(value) ? value * 1e9 / static_cast<double>(unit) : 0;
    rounded.push_back(static_cast<std::int64_t>(std::round(units)) * unit);
  }
  return rounded;
}

}  // namespace

NumberPacker tested_numbers(const ScoreMatrix& scores, const TestedGroup& tested,
                            std::size_t measure, std::int64_t unit) {
  NumberPacker numbers;
  if (tested.pairs.empty()) return numbers;
  const auto pairs = tested.by_measure(measure);
  const std::vector<std::int64_t> rounded = billionths(scores.values, unit);
  const std::vector<std::int64_t> means = billionths(scores.means());
  const auto is_finite = [](const ComparedPair& pair) {
    return std::isfinite(pair.low) && std::isfinite(pair.high);
  };
  for (const ComparedPair& pair : pairs) {
    const std::int64_t p = pair.corrected < 0.0001 ? 0 : with_four_decimals(pair.corrected);
    numbers.add(2 * p + (pair.significant ? 1 : 0));
  }
  for (const ComparedPair& pair : pairs) {
    is_finite(pair) ? numbers.add(with_four_decimals(pair.high) - with_four_decimals(pair.low))
                    : numbers.add_none();
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!is_finite(pairs[i])) {
      numbers.add_none();
      continue;
    }
    const std::int64_t middle =
        difference_of(means[tested.pairs[i].first], means[tested.pairs[i].second]);
    numbers.add(with_four_decimals(pairs[i].low) + with_four_decimals(pairs[i].high) - 2 * middle);
  }
  std::vector<Count> counted;
  for (const RunPair pair : tested.pairs) counted.push_back(count(rounded, scores.runs, pair));
  for (std::size_t i = 0; i < pairs.size(); ++i) numbers.add(pairs[i].wins - counted[i].wins);
  for (std::size_t i = 0; i < pairs.size(); ++i) numbers.add(pairs[i].losses - counted[i].losses);
  return numbers;
}

}  // namespace subintent::internal
