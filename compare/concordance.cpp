#include "compare/concordance.h"

#include "compare/sign_test.h"

namespace subintent::internal {
namespace {

constexpr double tie = 1e-9;

double share(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

}  // namespace

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
      preferences.push_back(
          preference(scores.at(topic, pair.first), scores.at(topic, pair.second)));
    }
  }
  return preferences;
}

double Concordance::share_first() const {
  return share(correct_first, disagreements);
}
double Concordance::share_second() const {
  return share(correct_second, disagreements);
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
    so_far.correct_first += first_agrees ? 1 : 0;
    so_far.correct_second += second_agrees ? 1 : 0;
    so_far.only_first += first_agrees && !second_agrees ? 1 : 0;
    so_far.only_second += second_agrees && !first_agrees ? 1 : 0;
  }
  so_far.p = sign_test(so_far.only_first, so_far.only_second);
  return so_far;
}

}  // namespace subintent::internal
