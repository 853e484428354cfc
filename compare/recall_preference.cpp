#include "compare/recall_preference.h"

#include <limits>

#include "base/portable_math.h"

namespace subintent::internal {
namespace {

constexpr std::size_t behind_all = std::numeric_limits<std::size_t>::max();

std::size_t rank_of(const RelevantRanks& ranks, std::size_t level) {
  return level < ranks.ranks.size() ? ranks.ranks[level] : behind_all;
}

// 1 where the first has as many relevant documents, `level` + 1, at a better rank.
double preferred(const RelevantRanks& first, const RelevantRanks& second, std::size_t level) {
  const std::size_t a = rank_of(first, level), b = rank_of(second, level);
  return a < b ? 1 : a > b ? -1 : 0;
}

using Weight = double (*)(double level);  // from 1

// The weighted mean over the levels of recall.
double recall_paired(const RelevantRanks& first, const RelevantRanks& second, Weight weight) {
  double sum = 0, weights = 0;
  for (std::size_t i = 0; i < first.relevant; ++i) {
    const double w = weight(static_cast<double>(i + 1));
    sum += w * preferred(first, second, i);
    weights += w;
  }
  return sum / weights;
}

double lexirecall(const RelevantRanks& first, const RelevantRanks& second) {
  for (std::size_t i = first.relevant; i-- > 0;) {
    if (const double found = preferred(first, second, i); found != 0) return found;
  }
  return 0;
}

// The first level where they differ, or the number of levels.
std::size_t first_difference(const RelevantRanks& first, const RelevantRanks& second) {
  std::size_t i = 0;
  while (i < first.relevant && preferred(first, second, i) == 0) ++i;
  return i;
}

double lexiprecision(const RelevantRanks& first, const RelevantRanks& second) {
  const std::size_t i = first_difference(first, second);
  return i < first.relevant ? preferred(first, second, i) : 0;
}

double reciprocal(std::size_t rank) {
  return rank == behind_all ? 0 : 1 / static_cast<double>(rank);
}

double rr_lexiprecision(const RelevantRanks& first, const RelevantRanks& second) {
  const std::size_t i = first_difference(first, second);
  return reciprocal(rank_of(first, i)) - reciprocal(rank_of(second, i));
}

constexpr RecallPreference all[] = {
    {"RPP", "recall-paired preference: the mean over all levels of recall",
     "Diaz and Ferraro 2022, 3.2",
     [](const RelevantRanks& a, const RelevantRanks& b) {
       return recall_paired(a, b, [](double) { return 1.0; });
     }},
    {"invRPP", "the same, level i weighing 1/i", "Diaz and Ferraro 2022",
     [](const RelevantRanks& a, const RelevantRanks& b) {
       return recall_paired(a, b, [](double level) { return 1 / level; });
     }},
    {"dcgRPP", "the same, level i weighing 1/log2(i + 1)", "Diaz and Ferraro 2022",
     [](const RelevantRanks& a, const RelevantRanks& b) {
       return recall_paired(a, b, [](double level) { return 1 / portable::log2(level + 1); });
     }},
    {"lexirecall", "the highest level of recall at which they differ",
     "Diaz, Ekstrand and Mitra 2025, 4", lexirecall},
    {"lexiprecision", "the lowest level of recall at which they differ", "Diaz 2023, 4",
     lexiprecision},
    {"rrlexiprecision", "there, the difference of the reciprocal ranks", "Diaz 2023, 4",
     rr_lexiprecision},
};

}  // namespace

std::span<const RecallPreference> recall_preferences() {
  return all;
}

}  // namespace subintent::internal
