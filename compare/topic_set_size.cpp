#include "compare/topic_set_size.h"

#include <fmt/format.h>

#include "compare/distributions.h"
#include "core/base/warning.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// A difference of more standard deviations counts as so many: two or three topics show it.
constexpr double largest_effect = 1000;

void require(bool is_right, const std::string& argument, const std::string& range) {
  if (!is_right) throw Error::argument(argument, argument + ": not " + range);
}

void check_difference(const std::string& argument, double difference) {
  require(difference > 0 && difference <= 1e100, argument, "a number above 0");
}

void check_systems(std::uint32_t systems) {
  require(systems >= 2 && systems <= max_designed_systems, "systems",
          fmt::format("a number from 2 to {}", max_designed_systems));
}

void check_risks(double alpha, double beta) {
  require(alpha > 0 && alpha < 1, "alpha", "a number between 0 and 1");
  require(beta >= 1e-6 && beta < 1, "beta", "a number from 0.000001 to below 1");
}

// A sum of squares and its degrees of freedom.
struct Residuals {
  double squares = 0, degrees = 0;
};

Residuals residuals(const ScoreMatrix& scores, ResidualVariance kind) {
  const auto n = static_cast<double>(scores.topics), m = static_cast<double>(scores.runs);
  const bool two_way = kind == ResidualVariance::two_way;
  const std::vector<double> means = scores.means();
  double mean = 0;
  for (const double of_run : means) mean += of_run / m;
  Residuals found{0, two_way ? (n - 1) * (m - 1) : (n - 1) * m};
  for (std::size_t topic = 0; topic < scores.topics; ++topic) {
    double of_topic = 0;
    for (std::size_t run = 0; run < scores.runs; ++run) of_topic += scores.at(topic, run) / m;
    const double effect = two_way ? of_topic - mean : 0;
    for (std::size_t run = 0; run < scores.runs; ++run) {
      const double rest = scores.at(topic, run) - means[run] - effect;
      found.squares += rest * rest;
    }
  }
  return found;
}

}  // namespace

double power_of(const TopicSetDesign& design, std::uint64_t topics) {
  const auto n = static_cast<double>(topics), m = static_cast<double>(design.systems.value_or(2));
  const FisherF distribution(m - 1, design.systems ? m * (n - 1) : n - 1);
  const double effect = std::min(design.difference * design.difference / design.variance,
                                 largest_effect * largest_effect);
  return distribution.noncentral_tail(distribution.border(design.alpha), n * effect / 2);
}

TopicSetSize topic_set_size(const TopicSetDesign& design) {
  require(design.variance > 0 && design.variance <= 1e200, "variance", "a number above 0");
  check_difference("difference", design.difference);
  if (design.systems) check_systems(*design.systems);
  check_risks(design.alpha, design.beta);
  const double wanted = 1 - design.beta;
  std::uint64_t low = 1, high = 2;  // `low` topics are too few
  double power = power_of(design, high);
  while (power < wanted && high < max_designed_topics) {
    low = high;
    high = std::min(2 * high, max_designed_topics);
    power = power_of(design, high);
  }
  if (power < wanted) return {std::nullopt, power};
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    const double of_middle = power_of(design, middle);
    if (of_middle < wanted) {
      low = middle;
    } else {
      high = middle;
      power = of_middle;
    }
  }
  return {high, power};
}

double residual_variance(const std::vector<ScoreGroup>& groups, std::size_t measure,
                         ResidualVariance kind) {
  double sum = 0, weights = 0;
  for (const ScoreGroup& group : groups) {
    const Residuals found = residuals(group.measures[measure], kind);
    if (found.degrees <= 0) continue;
    const double weight = static_cast<double>(group.topics.size()) - 1;
    sum += weight * (found.squares / found.degrees);
    weights += weight;
  }
  if (weights > 0) return sum / weights;
  throw Error(Location{}, "there are too few scores for a variance",
              kind == ResidualVariance::two_way ? "give those of two runs for two topics or more"
                                                : "give those of two topics or more");
}

void check_grid(const TopicSetGrid& grid) {
  for (const double difference : grid.differences) check_difference("differences", difference);
  for (const std::uint32_t systems : grid.systems) check_systems(systems);
  check_risks(grid.alpha, grid.beta);
}

std::vector<MeasureTopicSetSize> topic_set_sizes(const std::vector<ScoreGroup>& groups,
                                                 const TopicSetGrid& grid) {
  check_grid(grid);
  std::vector<std::optional<std::uint32_t>> tests = {std::nullopt};
  tests.insert(tests.end(), grid.systems.begin(), grid.systems.end());
  const std::vector<std::string> measures = groups.at(0).measure_names();
  std::vector<MeasureTopicSetSize> sizes;
  for (std::size_t measure = 0; measure < measures.size(); ++measure) {
    const double variance = residual_variance(groups, measure, grid.variance);
    if (variance == 0) continue;
    for (const auto& systems : tests) {
      for (const double difference : grid.differences) {
        const TopicSetDesign design{variance, difference, systems, grid.alpha, grid.beta};
        sizes.push_back({measures[measure], design, topic_set_size(design)});
      }
    }
  }
  return sizes;
}

void warn_of_no_variance(const std::vector<ScoreGroup>& groups,
                         std::span<const MeasureTopicSetSize> sizes, Warnings& warnings) {
  std::vector<std::string> names;
  for (const std::string& name : groups.at(0).measure_names())
    if (std::ranges::count(sizes, name, &MeasureTopicSetSize::measure) == 0)
      names.push_back(printable(name));
  if (names.empty()) return;
  warnings.push_back(make_warning(
      "no-variance", fmt::format("no number of topics for {}: all scores of a run are the same",
                                 join(names, ", "))));
}

}  // namespace subintent::internal
