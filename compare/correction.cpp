#include "compare/correction.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace subintent::internal {
namespace {

// The places of the p-values, the smallest first.
std::vector<std::size_t> ascending(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  return order;
}

}  // namespace

std::span<const CorrectionRecord> corrections() {
  static const CorrectionRecord all[] = {
      {Correction::none, "none", "",
       [](std::span<const double> p) { return std::vector<double>(p.begin(), p.end()); }, false},
      {Correction::holm, "holm", "Holm's correction", holm},
      {Correction::bonferroni, "bonferroni", "Bonferroni's correction", bonferroni},
      {Correction::benjamini_hochberg, "bh", "Benjamini and Hochberg's correction",
       benjamini_hochberg, false},
  };
  return all;
}

const CorrectionRecord& record_of(Correction correction) {
  return corrections()[static_cast<std::size_t>(correction)];
}

const CorrectionRecord* find_correction(std::string_view name) {
  const auto found = std::ranges::find(corrections(), name, &CorrectionRecord::name);
  return found == corrections().end() ? nullptr : &*found;
}

std::string_view name_of(Correction correction) {
  return record_of(correction).name;
}

double interval_level(Correction correction, std::span<const double> p, double alpha) {
  const auto m = static_cast<double>(p.size());
  double significant = 0;
  for (const double value : record_of(correction).corrected(p)) significant += value < alpha;
  switch (correction) {
    case Correction::none:
      return alpha;
    case Correction::bonferroni:
      return alpha / std::max(1.0, m);
    case Correction::holm:
      return alpha / std::max(1.0, m - significant);
    case Correction::benjamini_hochberg:
      return alpha * std::max(1.0, significant) / std::max(1.0, m);
  }
  return alpha;
}

std::vector<double> bonferroni(std::span<const double> p) {
  std::vector<double> corrected;
  for (const double value : p) {
    corrected.push_back(std::min(1.0, value * static_cast<double>(p.size())));
  }
  return corrected;
}

std::vector<double> holm(std::span<const double> p) {
  const std::vector<std::size_t> order = ascending(p);
  std::vector<double> corrected(p.size());
  double highest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    highest = std::max(highest, p[order[i]] * static_cast<double>(p.size() - i));
    corrected[order[i]] = std::min(1.0, highest);
  }
  return corrected;
}

std::vector<double> benjamini_hochberg(std::span<const double> p) {
  const std::vector<std::size_t> order = ascending(p);
  const auto n = static_cast<double>(p.size());
  std::vector<double> corrected(p.size());
  double lowest = 1;
  for (std::size_t rank = order.size(); rank > 0; --rank) {
    const std::size_t at = order[rank - 1];
    lowest = std::min(lowest, n / static_cast<double>(rank) * p[at]);
    corrected[at] = lowest;
  }
  return corrected;
}

}  // namespace subintent::internal
