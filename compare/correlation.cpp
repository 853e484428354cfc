#include "compare/correlation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

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

std::uint64_t pairs_of(std::uint64_t n) {
  return n * (n - (n > 0 ? 1 : 0)) / 2;
}

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

}  // namespace

std::vector<std::uint32_t> dense_ranks(std::span<const double> values, double relative,
                                       double absolute) {
  std::vector<std::uint32_t> order(values.size()), ranks(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
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
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0);
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
  const std::uint64_t all = pairs_of(n);
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
    if (place > 0) {
      sum += static_cast<double>(above.below(true_place)) / static_cast<double>(place);
    }
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
    std::vector<double> made;
    for (const std::uint32_t rank : ranks) {
      made.push_back(static_cast<double>(ends[rank] + ends[rank + 1] - 1) / 2);
    }
    return made;
  };
  return pearson(places(a), places(b));
}

std::vector<std::uint32_t> strict_ranks(std::span<const std::uint32_t> ranks,
                                        std::span<const std::uint32_t> tie_break) {
  std::vector<std::uint32_t> order(ranks.size()), strict(ranks.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    return std::tie(ranks[i], tie_break[i]) < std::tie(ranks[j], tie_break[j]);
  });
  for (std::uint32_t place = 0; place < order.size(); ++place) strict[order[place]] = place;
  return strict;
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

}  // namespace subintent::internal
