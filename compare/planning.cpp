#include "compare/planning.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "compare/correlation.h"
#include "compare/distributions.h"
#include "core/base/parallel.h"
#include "core/base/philox.h"
#include "core/base/portable_math.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

using Source = VarianceSource;

// The means of crossed scores over draws and whatever facets are not in a set of them.
class MarginalMeans {
 public:
  explicit MarginalMeans(const CrossedScores& scores)
      : sizes_{scores.runs, scores.by.topics, scores.by.judges}, means_(8) {
    for (unsigned facets = 0; facets < means_.size(); ++facets)
      means_[facets].assign(number_of(facets), 0);
    std::vector<double>& cells = means_[7];
    for (std::size_t m = 0; m < scores.matrices.size(); ++m) {
      const std::size_t judge = m / scores.by.draws;
      for_each_cell([&](const std::size_t* at) {
        if (at[2] == judge) cells[place(7, at)] += scores.matrices[m]->at(at[1], at[0]);
      });
    }
    for (double& mean : cells) mean /= static_cast<double>(scores.by.draws);
    for (unsigned facets = 0; facets < 7; ++facets) {
      for_each_cell(
          [&](const std::size_t* at) { means_[facets][place(facets, at)] += cells[place(7, at)]; });
      const auto size = static_cast<double>(cells.size()) / static_cast<double>(number_of(facets));
      for (double& mean : means_[facets]) mean /= size;
    }
  }

  // The sum over all cells of the squares of what these facets make together.
  double squares(unsigned facets) const {
    double sum = 0;
    for_each_cell([&](const std::size_t* at) {
      double effect = 0;
      for (unsigned part = 0; part < means_.size(); ++part) {
        if ((part & ~facets) != 0) continue;
        const bool is_odd = std::popcount(facets & ~part) % 2 == 1;
        effect += (is_odd ? -1 : 1) * means_[part][place(part, at)];
      }
      sum += effect * effect;
    });
    return sum;
  }

  double cell(std::size_t run, std::size_t topic, std::size_t judge) const {
    const std::size_t at[] = {run, topic, judge};
    return means_[7][place(7, at)];
  }

 private:
  std::size_t number_of(unsigned facets) const {
    std::size_t number = 1;
    for (unsigned f = 0; f < 3; ++f) number *= (facets >> f & 1U) != 0 ? sizes_[f] : 1;
    return number;
  }

  std::size_t place(unsigned facets, const std::size_t* at) const {
    std::size_t place = 0;
    for (unsigned f = 0; f < 3; ++f)
      if ((facets >> f & 1U) != 0) place = place * sizes_[f] + at[f];
    return place;
  }

  template <typename Use>
  void for_each_cell(const Use& use) const {
    std::size_t at[3];
    for (at[0] = 0; at[0] < sizes_[0]; ++at[0]) {
      for (at[1] = 0; at[1] < sizes_[1]; ++at[1])
        for (at[2] = 0; at[2] < sizes_[2]; ++at[2]) use(at);
    }
  }

  std::size_t sizes_[3];
  std::vector<std::vector<double>> means_;  // by facets
};

double squares_of_draws(const CrossedScores& scores, const MarginalMeans& means) {
  double sum = 0;
  for (std::size_t m = 0; m < scores.matrices.size(); ++m) {
    for (std::size_t topic = 0; topic < scores.by.topics; ++topic) {
      for (std::size_t run = 0; run < scores.runs; ++run) {
        const double rest =
            scores.matrices[m]->at(topic, run) - means.cell(run, topic, m / scores.by.draws);
        sum += rest * rest;
      }
    }
  }
  return sum;
}

// Gamma variates [Marsaglia and Tsang 2000], an attempt for each block of the sequence. The normal
// ones are by Box and Muller, with the sign of a word and half of the circle.
double gamma_variate(double shape, const RandomSequence& sequence) {
  const auto uniform = [](std::uint32_t word) { return (word + 0.5) * 0x1p-32; };
  double factor = 1;
  std::uint32_t block = 0;
  if (shape < 1) {
    factor = portable::pow(uniform(philox_block(sequence, block++)[0]), 1 / shape);
    shape += 1;
  }
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;; ++block) {
    const auto words = philox_block(sequence, block);
    const double size = std::sqrt(-2 * portable::log(uniform(words[0]))) *
                        portable::cos(std::numbers::pi * (uniform(words[1]) - 0.5));
    const double x = (words[2] & 1U) != 0 ? size : -size, root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double limit = x * x / 2 + d - d * v + d * portable::log(v);
    if (portable::log(uniform(words[3])) < limit) return factor * d * v;
  }
}

// Sums over the runs of a topic: the errors of each judge, and the products of every two.
struct ErrorSums {
  std::vector<double> sums, products;  // [judge], [judge][judge]
};

std::vector<std::optional<double>> panel_of(std::span<const ErrorSums> topics,
                                            std::span<const std::uint32_t> counts,
                                            std::size_t runs) {
  const std::size_t k = topics[0].sums.size();
  std::vector<double> sums(k, 0), products(k * k, 0);
  double n = 0;
  for (std::size_t t = 0; t < topics.size(); ++t) {
    n += static_cast<double>(counts[t] * runs);
    for (std::size_t i = 0; i < k; ++i) sums[i] += counts[t] * topics[t].sums[i];
    for (std::size_t i = 0; i < k * k; ++i) products[i] += counts[t] * topics[t].products[i];
  }
  const auto covariance = [&](std::size_t i, std::size_t j) {
    const double square = products[i * k + j];
    const double found = square - sums[i] * sums[j] / n;
    return std::abs(found) <= 1e-12 * std::abs(square) ? 0 : found;
  };
  double sum = 0;
  for (std::size_t i = 0; i < k; ++i) {
    if (covariance(i, i) <= 0) return {std::nullopt, std::nullopt};
    for (std::size_t j = 0; j < i; ++j)
      sum += covariance(i, j) / std::sqrt(covariance(i, i) * covariance(j, j));
  }
  const auto judges = static_cast<double>(k);
  const double correlation = 2 * sum / (judges * (judges - 1));
  return {correlation, judges / (1 + (judges - 1) * std::max(correlation, 0.0))};
}

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
  const double mean = total_of(means, [&](const double of_run) { return of_run / m; });
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

std::string VarianceSource::name() const {
  if (facets == draw) return "draw";
  std::string name;
  for (const auto& [facet, word] : {std::pair(run, "run"), {topic, "topic"}, {judge, "judge"}})
    if ((facets & facet) != 0) name += (name.empty() ? "" : " × ") + std::string(word);
  return name;
}

GeneralisabilityStudy::GeneralisabilityStudy(const CrossedScores& scores)
    : runs_(scores.runs), by_(scores.by) {
  if (runs_ < 2 || by_.topics < 2) {
    throw Error(Location{}, "the scores of one run, or of one topic, do not show how they vary",
                "give those of two runs and two topics or more");
  }
  const MarginalMeans means(scores);
  const std::size_t sizes[] = {runs_, by_.topics, by_.judges};
  for (unsigned facets = 1; facets < 8; ++facets) {
    if ((facets & Source::judge) != 0 && by_.judges == 1) continue;
    double degrees = 1;
    for (unsigned f = 0; f < 3; ++f)
      if ((facets >> f & 1U) != 0) degrees *= static_cast<double>(sizes[f] - 1);
    const double squares = static_cast<double>(by_.draws) * means.squares(facets);
    sources_.push_back({facets, degrees, squares / degrees, 0});
  }
  if (by_.draws > 1) {
    const double degrees =
        static_cast<double>(runs_ * by_.topics * by_.judges) * static_cast<double>(by_.draws - 1);
    sources_.push_back({Source::draw, degrees, squares_of_draws(scores, means) / degrees, 0});
  }
  estimate();
}

bool GeneralisabilityStudy::has(unsigned facet) const {
  return std::ranges::any_of(sources_,
                             [&](const Source& source) { return (source.facets & facet) != 0; });
}

// The expectation of a mean square is the variance of draws, and draws times the variance of all
// sources with its facets, each times the sizes of the facets that it lacks.
void GeneralisabilityStudy::estimate() {
  const std::size_t sizes[] = {runs_, by_.topics, by_.judges};
  const unsigned all = by_.judges > 1 ? 7 : 3;
  const double of_draws = by_.draws > 1 ? sources_.back().mean_square : 0;
  for (Source& source : sources_) {
    if (source.facets == Source::draw) {
      source.estimate = of_draws;
      continue;
    }
    double sum = source.facets == all ? -of_draws : 0;
    auto scale = static_cast<double>(by_.draws);
    for (unsigned f = 0; f < 3; ++f)
      if ((all & ~source.facets & 1U << f) != 0) scale *= static_cast<double>(sizes[f]);
    for (const Source& other : sources_) {
      if (other.facets == Source::draw || (source.facets & ~other.facets) != 0) continue;
      const bool is_odd = std::popcount(other.facets & ~source.facets) % 2 == 1;
      sum += (is_odd ? -1 : 1) * other.mean_square;
    }
    source.estimate = sum / scale;
  }
}

Dependability GeneralisabilityStudy::reliability(const MeasuredBy& by) const {
  Dependability dependability;
  double of_runs = 0;
  const double topics = static_cast<double>(by.topics), judges = static_cast<double>(by.judges),
               draws = static_cast<double>(by.draws);
  for (const Source& source : sources_) {
    if (source.facets == Source::run) {
      of_runs = source.variance();
      continue;
    }
    const bool is_draw = source.facets == Source::draw;
    double error = source.variance();
    if (is_draw) error /= topics * judges * draws;
    if ((source.facets & Source::topic) != 0) error /= topics;
    if ((source.facets & Source::judge) != 0) error /= judges;
    dependability.absolute_error += error;
    if (is_draw || (source.facets & Source::run) != 0) dependability.relative_error += error;
  }
  const auto share = [&](double error) {
    return of_runs + error > 0 ? std::optional(of_runs / (of_runs + error)) : std::nullopt;
  };
  dependability.relative = share(dependability.relative_error);
  dependability.absolute = share(dependability.absolute_error);
  return dependability;
}

std::optional<std::uint64_t> GeneralisabilityStudy::topics_for(double wanted, bool absolute,
                                                               MeasuredBy by) const {
  constexpr std::uint64_t most = 1'000'000'000;
  const auto is_enough = [&](std::uint64_t topics) {
    by.topics = static_cast<std::size_t>(topics);
    const Dependability dependability = reliability(by);
    return (absolute ? dependability.absolute : dependability.relative).value_or(0) >= wanted;
  };
  if (!is_enough(most)) return std::nullopt;
  std::uint64_t low = 0, high = most;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (is_enough(middle) ? high : low) = middle;
  }
  return high;
}

GeneralisabilityStudy GeneralisabilityStudy::drawn(std::uint64_t seed, std::uint32_t trial) const {
  GeneralisabilityStudy study = *this;
  for (Source& source : study.sources_) {
    const double chi_squared =
        2 * gamma_variate(source.degrees / 2,
                          {seed, RandomPurpose::mean_squares, trial, source.facets});
    source.mean_square *= source.degrees / chi_squared;
  }
  study.estimate();
  return study;
}

std::vector<std::optional<Interval>> generalised_intervals(const GeneralisabilityStudy& study,
                                                           std::span<const MeasuredBy> plans,
                                                           const BootstrapSettings& settings) {
  const std::size_t sources = study.sources().size();
  std::vector<std::vector<std::optional<double>>> drawn(settings.trials);
  parallel_for(drawn.size(), [&](std::size_t trial) {
    const GeneralisabilityStudy one = study.drawn(settings.seed, static_cast<std::uint32_t>(trial));
    for (const Source& source : one.sources()) drawn[trial].emplace_back(source.variance());
    for (const MeasuredBy& plan : plans) {
      const Dependability dependability = one.reliability(plan);
      drawn[trial].insert(drawn[trial].end(), {dependability.relative, dependability.absolute});
    }
  });
  return percentile_intervals(drawn, sources + 2 * plans.size(), settings.alpha);
}

JudgePanel judge_panel(std::span<const ScoreMatrix> judges, const ScoreMatrix& truth,
                       const BootstrapSettings& settings) {
  const std::size_t k = judges.size();
  std::vector<ErrorSums> topics;
  for (std::size_t t = 0; t < truth.topics; ++t) {
    ErrorSums& sums =
        topics.emplace_back(ErrorSums{std::vector<double>(k, 0), std::vector<double>(k * k, 0)});
    for (std::size_t run = 0; run < truth.runs; ++run) {
      const auto error = [&](std::size_t i) { return judges[i].at(t, run) - truth.at(t, run); };
      for (std::size_t i = 0; i < k; ++i) {
        sums.sums[i] += error(i);
        for (std::size_t j = 0; j < k; ++j) sums.products[i * k + j] += error(i) * error(j);
      }
    }
  }
  const auto found = topic_estimates(
      topics.size(), settings, [&](auto counts) { return panel_of(topics, counts, truth.runs); });
  return {k, found[0], found[1]};
}

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

}  // namespace subintent::internal
