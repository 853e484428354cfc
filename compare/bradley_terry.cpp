#include "compare/bradley_terry.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/portable_math.h"

namespace subintent::internal {
namespace {

// x of A x = b by elimination with pivots; nothing where A is singular.
std::optional<std::vector<double>> solved(std::vector<double> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i * n + k]) > std::abs(a[pivot * n + k])) pivot = i;
    if (std::abs(a[pivot * n + k]) < 1e-9) return std::nullopt;
    for (std::size_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[pivot * n + j]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i * n + k] / a[k * n + k];
      for (std::size_t j = k; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
  return b;
}

// The logarithm of the likelihood is concave in the strengths and the logarithm of nu, which is the
// last parameter where there are ties: Newton's steps climb it.
class Likelihood {
 public:
  Likelihood(std::size_t items, std::span<const PairOutcomes> outcomes, std::optional<double> prior)
      : items_(items), outcomes_(outcomes) {
    has_ties_ = std::ranges::any_of(outcomes, [](const PairOutcomes& o) { return o.ties > 0; });
    if (prior) precision_ = 1 / (*prior * *prior);
  }

  std::size_t parameters() const { return items_ + (has_ties_ ? 1 : 0); }
  bool has_ties() const { return has_ties_; }

  double at(const std::vector<double>& x) const {
    double sum = 0;
    for (const PairOutcomes& o : outcomes_) {
      const double half = (x[o.first] - x[o.second]) / 2;
      const Weights w = weights(half, x);
      sum += (o.wins_first - o.wins_second) * half - total(o) * portable::log(w.sum());
      if (has_ties_) sum += o.ties * x[items_];
    }
    for (std::size_t i = 0; i < items_; ++i) sum -= precision_ * x[i] * x[i] / 2;
    return sum;
  }

  // Newton's step from x.
  std::optional<std::vector<double>> step(const std::vector<double>& x) const {
    const std::size_t n = parameters();
    std::vector<double> slope(n, 0), curve(n * n, 0);  // curve: minus the second derivatives
    for (std::size_t i = 0; i < items_; ++i) {
      slope[i] -= precision_ * x[i];
      curve[i * n + i] += precision_;
      // The sum of all strengths is free; this holds it at 0.
      for (std::size_t j = 0; j < items_; ++j) curve[i * n + j] += 1;
    }
    for (const PairOutcomes& o : outcomes_) add(o, x, slope, curve);
    return solved(std::move(curve), std::move(slope));
  }

 private:
  // The weights of the outcomes, over sqrt(p_i p_j).
  struct Weights {
    double first = 0, second = 0, tie = 0;
    double sum() const { return first + second + tie; }
  };

  static double total(const PairOutcomes& o) { return o.wins_first + o.wins_second + o.ties; }

  Weights weights(double half, const std::vector<double>& x) const {
    return {portable::exp(half), portable::exp(-half), has_ties_ ? portable::exp(x[items_]) : 0};
  }

  void add(const PairOutcomes& o, const std::vector<double>& x, std::vector<double>& slope,
           std::vector<double>& curve) const {
    const std::size_t n = slope.size(), i = o.first, j = o.second;
    const Weights w = weights((x[i] - x[j]) / 2, x);
    const double met = total(o), p = w.first / w.sum(), q = w.second / w.sum(), t = w.tie / w.sum();
    const double surplus = (o.wins_first - o.wins_second - met * (p - q)) / 2;
    slope[i] += surplus;
    slope[j] -= surplus;
    const double of_half = met * (p + q - (p - q) * (p - q)) / 4;
    curve[i * n + i] += of_half;
    curve[j * n + j] += of_half;
    curve[i * n + j] -= of_half;
    curve[j * n + i] -= of_half;
    if (!has_ties_) return;
    slope[n - 1] += o.ties - met * t;
    curve[n * n - 1] += met * t * (1 - t);
    const double mixed = -met * t * (p - q) / 2;
    for (const auto& [item, value] : {std::pair(i, mixed), std::pair(j, -mixed)}) {
      curve[item * n + n - 1] += value;
      curve[(n - 1) * n + item] += value;
    }
  }

  std::size_t items_;
  std::span<const PairOutcomes> outcomes_;
  bool has_ties_ = false;
  double precision_ = 0;
};

std::vector<double> moved(std::vector<double> x, const std::vector<double>& step, double share) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += share * step[i];
  return x;
}

// Nothing where steps do not become small, or lead far away.
std::optional<std::vector<double>> highest_point(const Likelihood& likelihood) {
  constexpr int max_steps = 200;
  constexpr double far = 25, near = 1e-3, there = 1e-12;
  std::vector<double> x(likelihood.parameters(), 0);
  for (int steps = 0; steps < max_steps; ++steps) {
    const auto step = likelihood.step(x);
    if (!step) return std::nullopt;
    double largest = 0;
    for (const double d : *step) largest = std::max(largest, std::abs(d));
    double share = 1;
    if (largest > near) {  // no exponent leaves its range, and no step goes down
      share = std::min(1.0, 5 / largest);
      const double value = likelihood.at(x);
      while (share > 1e-9 && likelihood.at(moved(x, *step, share)) < value) share /= 2;
    }
    x = moved(std::move(x), *step, share);
    if (largest < there) return x;
    if (std::ranges::any_of(x, [](double one) { return std::abs(one) > far; })) break;
  }
  return std::nullopt;
}

// Which items are at least as good as which, directly or by others: [better * items + worse].
std::vector<char> reach_of(std::size_t items, std::span<const PairOutcomes> outcomes) {
  std::vector<std::vector<std::size_t>> beaten(items);
  for (const PairOutcomes& o : outcomes) {
    if (o.wins_first + o.ties > 0) beaten[o.first].push_back(o.second);
    if (o.wins_second + o.ties > 0) beaten[o.second].push_back(o.first);
  }
  std::vector<char> reach(items * items, 0);
  for (std::size_t from = 0; from < items; ++from) {
    std::vector<std::size_t> open = {from};
    reach[from * items + from] = 1;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      for (const std::size_t to : beaten[at])
        if (std::exchange(reach[from * items + to], 1) == 0) open.push_back(to);
    }
  }
  return reach;
}

}  // namespace

std::vector<std::optional<double>> unbounded_strengths(std::size_t items,
                                                       std::span<const PairOutcomes> outcomes) {
  const std::vector<char> reach = reach_of(items, outcomes);
  if (std::ranges::count(reach, 1) == std::ssize(reach)) return {};
  std::vector<std::optional<double>> limits(items);
  for (std::size_t i = 0; i < items; ++i) {
    bool is_above = false, is_below = false;  // others, for good
    for (std::size_t j = 0; j < items; ++j) {
      const bool down = reach[i * items + j] != 0, up = reach[j * items + i] != 0;
      is_above |= down && !up;
      is_below |= up && !down;
    }
    if (is_above != is_below) limits[i] = is_above ? HUGE_VAL : -HUGE_VAL;
  }
  return limits;
}

std::optional<PairedStrengths> paired_strengths(std::size_t items,
                                                std::span<const PairOutcomes> outcomes,
                                                std::optional<double> prior) {
  const Likelihood likelihood(items, outcomes, prior);
  auto found = highest_point(likelihood);
  if (!found) return std::nullopt;
  PairedStrengths made;
  if (likelihood.has_ties()) {
    made.tie_rate = portable::exp(found->back());
    found->pop_back();
  }
  double mean = 0;
  for (const double strength : *found) mean += strength / static_cast<double>(items);
  for (double& strength : *found) strength -= mean;
  made.strengths = std::move(*found);
  return made;
}

}  // namespace subintent::internal
