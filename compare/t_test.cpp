// Student's t-test for paired samples.

#include <algorithm>
#include <cmath>

#include "compare/distributions.h"
#include "compare/pair_differences.h"
#include "compare/significance.h"
#include "core/base/parallel.h"

namespace subintent::internal {
namespace {

// `border` is the |t| that is significant at alpha.
PairTest t_test_pair(const PairDifferences& differences, const StudentsT& distribution,
                     double border) {
  PairTest result = differences.description();
  const auto n = static_cast<double>(differences.z.size());
  if (n < 2) return result;
  result.p = distribution.two_sided_p(std::sqrt(differences.squared_t()));
  const double width = border * differences.deviation / std::sqrt(n);
  differences.set_interval(result, result.difference - width, result.difference + width);
  return result;
}

TestResult t_test(const ScoreMatrix& scores, std::span<const RunPair> pairs, double alpha,
                  const PairsDone& done) {
  TestResult result;
  result.pairs.resize(pairs.size());
  const StudentsT distribution(std::max(1.0, static_cast<double>(scores.topics) - 1));
  const double border = distribution.border(alpha);
  parallel_for(pairs.size(), [&](std::size_t i) {
    result.pairs[i] = t_test_pair(PairDifferences(scores, pairs[i]), distribution, border);
    done(1);
  });
  return result;
}

}  // namespace

SignificanceTest t_test_record() {
  SignificanceTest test;
  test.name = "t";
  test.label = "paired t-test";
  test.prepare = [](const TestSettings& settings) -> MeasureTest {
    return [alpha = settings.alpha](const ScoreMatrix& scores, std::span<const RunPair> pairs,
                                    const PairsDone& done) {
      return t_test(scores, pairs, alpha, done);
    };
  };
  return test;
}

}  // namespace subintent::internal
