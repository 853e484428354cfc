#include "compare/other_topics.h"

#include <fmt/format.h>

#include <cmath>

#include "compare/distributions.h"
#include "compare/mean_test.h"
#include "compare/paired_tests.h"
#include "core/base/parallel.h"
#include "core/base/philox.h"

namespace subintent::internal {
namespace {

double count(std::size_t size) {
  return static_cast<double>(size);
}

double mean_of(std::span<const double> values) {
  const double sum = total_of(values);
  return values.empty() ? 0 : sum / count(values.size());
}

// The sum of squared deviations from the mean; of values that are equal but for rounding, 0.
double squares_of(std::span<const double> values) {
  const double mean = mean_of(values);
  double sum = 0, highest = 0;
  for (const double value : values) {
    sum += (value - mean) * (value - mean);
    highest = std::max(highest, std::fabs(value));
  }
  const double rounding = 1e-12 * highest;
  return sum > count(values.size()) * rounding * rounding ? sum : 0;
}

double deviation_of(std::span<const double> values) {
  return values.size() < 2 ? 0 : std::sqrt(squares_of(values) / count(values.size() - 1));
}

// The standard error of two independent parts.
double error_of(double first, double second) {
  return std::sqrt(first * first + second * second);
}

// The lambda of each topic that people judged, from all others.
std::vector<double> lambdas(std::span<const double> human, std::span<const double> same,
                            std::span<const double> all) {
  const double n = count(human.size()), m = count(all.size());
  const double human_mean = mean_of(human), same_mean = mean_of(same), all_mean = mean_of(all);
  const double squares = squares_of(all);
  double products = 0;
  for (std::size_t i = 0; i < human.size(); ++i)
    products += (human[i] - human_mean) * (same[i] - same_mean);
  std::vector<double> result;
  for (std::size_t i = 0; i < human.size(); ++i) {
    // Sums around the means of the topics that are left.
    const double off = same[i] - all_mean;
    const double left = squares - m / (m - 1) * off * off;
    const double product = products - n / (n - 1) * (human[i] - human_mean) * (same[i] - same_mean);
    const double variance = left > 1e-12 * squares ? left / (m - 2) : 0;
    const double lambda = variance > 0 ? product / (n - 2) / ((1 + n / (m - n)) * variance) : 0;
    result.push_back(std::clamp(lambda, 0.0, 1.0));
  }
  return result;
}

std::vector<std::size_t> folds_of_topics(std::size_t topics, std::size_t folds, std::uint64_t seed,
                                         std::uint32_t split) {
  std::vector<std::uint32_t> order = sequence(topics);
  shuffle(order, {seed, RandomPurpose::folds, split, 0});
  std::vector<std::size_t> fold(topics);
  for (std::size_t k = 0; k < topics; ++k) fold[order[k]] = k % folds;
  return fold;
}

// The parameters with the highest sum; sums that are equal but for rounding are.
std::vector<std::size_t> highest(const std::vector<double>& sums) {
  const double most = *std::ranges::max_element(sums);
  std::vector<std::size_t> best;
  for (std::size_t parameter = 0; parameter < sums.size(); ++parameter)
    if (sums[parameter] >= most - 1e-12) best.push_back(parameter);
  return best;
}

}  // namespace

double PoweredMean::p() const {
  if (human_topics < 2) return 1;
  if (error == 0) return mean == 0 ? 1 : 0;
  return StudentsT(degrees).two_sided_p(std::fabs(mean) / error);
}

double PoweredMean::half_width(double alpha) const {
  return human_topics < 2 ? infinity : error * StudentsT(degrees).border(alpha);
}

PoweredMean powered_mean(std::span<const double> human, std::span<const double> same,
                         std::span<const double> others) {
  const double n = count(human.size());
  std::vector<double> all(same.begin(), same.end());
  all.insert(all.end(), others.begin(), others.end());
  PoweredMean people;
  people.human_topics = human.size();
  people.model_topics = others.size();
  people.degrees = std::max(1.0, n - 1);
  people.mean = mean_of(human);
  people.rest = people.human = deviation_of(human);
  people.model = deviation_of(all);
  people.error = human.size() < 2 ? infinity : people.human / std::sqrt(n);
  if (human.size() < 3 || others.empty()) return people;
  const std::vector<double> lambda = lambdas(human, same, all);
  const double others_mean = mean_of(others);
  PoweredMean powered = people;
  powered.lambda = mean_of(lambda);
  std::vector<double> rests;
  for (std::size_t i = 0; i < human.size(); ++i)
    rests.push_back(human[i] - lambda[i] * (same[i] - others_mean));
  // mean(g) mean(lambda) + mean(y - lambda f), added up topic by topic.
  powered.mean = mean_of(rests);
  powered.rest = deviation_of(rests);
  powered.error = error_of(powered.lambda * people.model / std::sqrt(count(others.size())),
                           powered.rest / std::sqrt(n));
  return powered.error < people.error ? powered : people;
}

std::optional<std::size_t> more_topics(const PoweredMean& mean, double alpha, std::size_t most) {
  if (mean.human_topics < 2 || mean.mean == 0) return std::nullopt;
  const double normal = normal_border(alpha);  // below the borders of all degrees of freedom
  for (std::size_t more = 0; more <= most; ++more) {
    const double n = count(mean.human_topics + more);
    double error = mean.human / std::sqrt(n);
    if (more < mean.model_topics) {
      const double of_model = mean.lambda * mean.model / std::sqrt(count(mean.model_topics - more));
      error = std::min(error, error_of(of_model, mean.rest / std::sqrt(n)));
    }
    const double needed = std::fabs(mean.mean);
    if (needed > normal * error && needed > StudentsT(n - 1).border(alpha) * error) return more;
  }
  return std::nullopt;
}

CrossValidation cross_validated(const ScoreMatrix& scores, std::size_t folds, std::uint64_t seed,
                                std::uint32_t split) {
  if (folds < 2 || folds > scores.topics) {
    throw Error(
        Error::Kind::input, Location{},
        fmt::format("{} judged topics cannot be divided into {} folds", scores.topics, folds),
        "use as many folds as there are topics, or fewer, but at least two");
  }
  CrossValidation validation;
  validation.folds = folds_of_topics(scores.topics, folds, seed, split);
  std::vector<std::vector<double>> sums(folds + 1, std::vector<double>(scores.runs, 0));
  for (std::size_t topic = 0; topic < scores.topics; ++topic) {
    for (std::size_t parameter = 0; parameter < scores.runs; ++parameter) {
      for (std::size_t fold = 0; fold <= folds; ++fold) {
        if (fold == validation.folds[topic]) continue;
        sums[fold][parameter] += scores.sign() * scores.at(topic, parameter);
      }
    }
  }
  for (const std::vector<double>& of_fold : sums) validation.tied.push_back(highest(of_fold));
  validation.best = validation.tied.back().front();
  validation.tied.pop_back();  // of all topics
  for (const std::size_t fold : validation.folds)
    validation.chosen.push_back(validation.tied[fold].front());
  return validation;
}

Selection selected(const ScoreMatrix& scores, std::span<const std::string> names,
                   const SelectionSettings& settings) {
  const auto n = static_cast<double>(scores.topics);
  std::vector<CrossValidation> splits(settings.splits);
  parallel_for(splits.size(), [&](std::size_t split) {
    splits[split] =
        cross_validated(scores, settings.folds, settings.seed, static_cast<std::uint32_t>(split));
  });
  Selection selection;
  std::vector<double> means = scores.means();
  for (double& mean : means) mean *= scores.sign();
  const std::vector<std::size_t> best = highest(means);
  selection.best =
      names.empty() ? best.front() : *std::ranges::min_element(best, {}, [&](std::size_t run) {
        return std::string_view(names[run]);
      });
  selection.mean = scores.mean(selection.best);
  selection.chosen.assign(scores.runs, 0);
  const double weight = 1 / (n * static_cast<double>(splits.size()));
  double sum = 0;
  for (const CrossValidation& split : splits) {
    for (std::size_t topic = 0; topic < scores.topics; ++topic) {
      const std::vector<std::size_t>& tied = split.tied[split.folds[topic]];
      const double share = 1 / static_cast<double>(tied.size());
      for (const std::size_t run : tied) {
        sum += share * scores.at(topic, run);
        selection.chosen[run] += share * weight;
      }
    }
  }
  selection.estimate = sum * weight;
  double squared_width = 0;
  for (std::size_t run = 0; run < scores.runs; ++run) {
    if (selection.chosen[run] == 0) continue;
    std::vector<double> of_run;
    for (std::size_t topic = 0; topic < scores.topics; ++topic)
      of_run.push_back(scores.at(topic, run));
    const auto [low, high] = mean_interval(of_run, settings.alpha);
    squared_width += selection.chosen[run] * (high - low) * (high - low) / 4;
  }
  const double half = std::sqrt(squared_width);
  selection.low = selection.estimate - half;
  selection.high = selection.estimate + half;
  return selection;
}

}  // namespace subintent::internal
