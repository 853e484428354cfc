#include "engine/test_settings.h"

#include "base/error.h"
#include "compare/tested_pairs.h"
#include "subintent/error.h"

namespace subintent::internal {
namespace {

const SignificanceTest& test_named(const std::string& name) {
  if (const auto* const test = find_test(name)) return *test;
  std::string names;
  for (const std::string& known : significance_test_names()) {
    names += (names.empty() ? "" : ", ") + known;
  }
  throw Error::argument("test", "test: '" + printable(name) + "' is not known",
                        "use one of " + names);
}

}  // namespace

void check_trials(std::uint64_t trials) {
  if (trials >= 1 && trials <= max_trials) return;
  throw Error::argument("trials", "trials: not a number from 1 to " + std::to_string(max_trials));
}

void check_alpha(double alpha) {
  if (alpha > 0 && alpha < 1) return;
  throw Error::argument("alpha", "alpha: not a number between 0 and 1");
}

TestSettings test_settings(const std::string& test, std::optional<std::uint64_t> trials,
                           std::uint64_t seed, double alpha) {
  const SignificanceTest& named = test_named(test);
  const std::uint64_t used = trials.value_or(named.default_trials);
  if (named.is_random()) check_trials(used);
  check_alpha(alpha);
  return {&named, used, seed, alpha, true};
}

TestUsed test_used(const TestSettings& settings, Correction correction) {
  const SignificanceTest& test = *settings.test;
  TestUsed made{std::string(test.name), settings.alpha, correction_for(test, correction), {}, {}};
  if (test.is_random()) {
    made.trials = settings.trials;
    made.seed = settings.seed;
  }
  return made;
}

}  // namespace subintent::internal
