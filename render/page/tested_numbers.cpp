#include "render/page/tested_numbers.h"

#include <cmath>
#include <cstdlib>

namespace subintent::internal {
namespace {

// As "{:.4f}" rounds.
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
template <typename Score>
Count count(std::span<const Score> scores, std::size_t runs, RunPair pair) {
  Count counted;
  for (std::size_t topic = 0; topic < scores.size(); topic += runs) {
    const std::int64_t difference =
        scores[topic + pair.first].value_or(0) - scores[topic + pair.second].value_or(0);
    counted.wins += difference > 1;
    counted.losses += difference < -1;
  }
  return counted;
}

// A score as unpack_numbers() gives it, which is quicker to count.
struct Billionths {
  std::int64_t number = 0;
  std::int64_t value_or(std::int64_t) const { return number; }
};

std::vector<Billionths> billionths(std::span<const double> values, std::int64_t unit = 1) {
  std::vector<Billionths> made;
  made.reserve(values.size());
  for (const double value : values) {
    const double units = std::isfinite(value) ? value * 1e9 / static_cast<double>(unit) : 0;
    made.push_back({static_cast<std::int64_t>(std::round(units)) * unit});
  }
  return made;
}

}  // namespace

NumberPacker tested_numbers(const ScoreMatrix& scores, const TestedGroup& tested,
                            std::size_t measure, std::int64_t unit) {
  NumberPacker numbers;
  if (tested.pairs.empty()) return numbers;
  const auto pairs = tested.by_measure(measure);
  const std::vector<Billionths> rounded = billionths(scores.values, unit);
  const std::vector<Billionths> means = billionths(scores.means());
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
        difference_of(means[tested.pairs[i].first].number, means[tested.pairs[i].second].number);
    numbers.add(with_four_decimals(pairs[i].low) + with_four_decimals(pairs[i].high) - 2 * middle);
  }
  std::vector<Count> counted;
  for (const RunPair pair : tested.pairs) {
    counted.push_back(count(std::span(rounded), scores.runs, pair));
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) numbers.add(pairs[i].wins - counted[i].wins);
  for (std::size_t i = 0; i < pairs.size(); ++i) numbers.add(pairs[i].losses - counted[i].losses);
  return numbers;
}

std::optional<std::vector<ShownPair>> read_tested_numbers(std::span<const PackedNumber> numbers,
                                                          std::span<const PackedNumber> scores,
                                                          std::span<const std::int64_t> means) {
  const std::vector<RunPair> pairs = all_pairs(means.size());
  if (numbers.size() != 5 * pairs.size()) return std::nullopt;
  const auto column = [&](std::size_t c, std::size_t i) { return numbers[c * pairs.size() + i]; };
  std::vector<ShownPair> shown;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ShownPair& pair = shown.emplace_back();
    const std::int64_t p = column(0, i).value_or(0);
    pair.p = p / 2;
    pair.significant = p % 2 != 0;
    if (column(1, i) && column(2, i)) {
      const std::int64_t middle =
          *column(2, i) + 2 * difference_of(means[pairs[i].first], means[pairs[i].second]);
      pair.interval = {(middle - *column(1, i)) / 2, (middle + *column(1, i)) / 2};
    }
    const Count counted = count(scores, means.size(), pairs[i]);
    pair.wins = counted.wins + column(3, i).value_or(0);
    pair.losses = counted.losses + column(4, i).value_or(0);
  }
  return shown;
}

}  // namespace subintent::internal
