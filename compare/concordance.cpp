#include "compare/concordance.h"

#include <algorithm>

#include "compare/constants.h"
#include "compare/sign_test.h"
#include "compare/tested_pairs.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

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
      preferences.push_back(preference(scores.sign() * scores.at(topic, pair.first),
                                       scores.sign() * scores.at(topic, pair.second)));
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

std::vector<std::string> with_gold(std::vector<std::string> measures,
                                   const std::vector<std::string>& gold) {
  if (measures.empty()) return measures;  // all
  for (const std::string& name : gold) {
    if (std::ranges::count(measures, name) == 0) measures.push_back(name);
  }
  return measures;
}

namespace {

// Preferences of every measure in every group.
using Preferences = std::vector<std::vector<std::vector<std::int8_t>>>;  // [group][measure]

Preferences all_preferences(const std::vector<ScoreGroup>& groups) {
  Preferences preferences(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const ScoreMatrix& scores : groups[g].measures) {
      preferences[g].push_back(preferences_of(scores));
    }
  }
  return preferences;
}

MeasureConcordance over_groups(const Preferences& preferences, std::size_t first,
                               std::size_t second, const std::vector<std::size_t>& gold) {
  Concordance found;
  for (const auto& group : preferences) {
    std::vector<std::span<const std::int8_t>> standards;
    for (const std::size_t measure : gold) standards.emplace_back(group[measure]);
    found = concordance(group[first], group[second], standards, found);
  }
  MeasureConcordance made;
  made.disagreements = found.disagreements;
  made.correct1 = found.correct_first;
  made.correct2 = found.correct_second;
  made.concordance1 = found.share_first();
  made.concordance2 = found.share_second();
  made.only1 = found.only_first;
  made.only2 = found.only_second;
  made.p = found.p;
  return made;
}

}  // namespace

std::vector<MeasureConcordance> measure_concordances(const std::vector<ScoreGroup>& groups,
                                                     const std::vector<std::string>& gold) {
  comparable(groups);  // throws where there is nothing to compare
  std::vector<std::size_t> standards, measures;
  for (const std::string& name : gold) standards.push_back(groups[0].find_measure(name));
  const std::vector<std::string> names = groups[0].measure_names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::ranges::count(standards, i) == 0) measures.push_back(i);
  }
  if (measures.size() < 2) {
    throw Error("concordance needs two measures that are not gold standards; give more scores");
  }
  std::vector<std::vector<std::size_t>> parts;
  for (const std::size_t standard : standards) parts.push_back({standard});
  if (standards.size() > 1) parts.push_back(standards);
  const Preferences preferences = all_preferences(groups);
  std::vector<MeasureConcordance> found;
  for (const auto& part : parts) {
    for (std::size_t i = 0; i < measures.size(); ++i) {
      for (std::size_t j = i + 1; j < measures.size(); ++j) {
        MeasureConcordance& made =
            found.emplace_back(over_groups(preferences, measures[i], measures[j], part));
        for (const std::size_t standard : part) made.gold.push_back(names[standard]);
        made.measure1 = names[measures[i]];
        made.measure2 = names[measures[j]];
      }
    }
  }
  return found;
}

}  // namespace subintent::internal
