#include "compare/prediction_powered.h"

#include <cmath>

#include "compare/distributions.h"
#include "compare/paired_tests.h"

namespace subintent::internal {
namespace {

double count(std::size_t size) {
  return static_cast<double>(size);
}

double mean_of(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
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
  std::vector<double> made;
  for (std::size_t i = 0; i < human.size(); ++i) {
    // Sums around the means of the topics that are left.
    const double off = same[i] - all_mean;
    const double left = squares - m / (m - 1) * off * off;
    const double product = products - n / (n - 1) * (human[i] - human_mean) * (same[i] - same_mean);
    const double variance = left > 1e-12 * squares ? left / (m - 2) : 0;
    const double lambda = variance > 0 ? product / (n - 2) / ((1 + n / (m - n)) * variance) : 0;
    made.push_back(std::clamp(lambda, 0.0, 1.0));
  }
  return made;
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

std::optional<std::size_t> more_topics(const PoweredMean& found, double alpha, std::size_t most) {
  if (found.human_topics < 2 || found.mean == 0) return std::nullopt;
  const double normal = normal_border(alpha);  // below the borders of all degrees of freedom
  for (std::size_t more = 0; more <= most; ++more) {
    const double n = count(found.human_topics + more);
    double error = found.human / std::sqrt(n);
    if (more < found.model_topics) {
      const double of_model =
          found.lambda * found.model / std::sqrt(count(found.model_topics - more));
      error = std::min(error, error_of(of_model, found.rest / std::sqrt(n)));
    }
    const double needed = std::fabs(found.mean);
    if (needed > normal * error && needed > StudentsT(n - 1).border(alpha) * error) return more;
  }
  return std::nullopt;
}

}  // namespace subintent::internal
