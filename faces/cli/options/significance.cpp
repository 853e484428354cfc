#include "faces/cli/options/significance.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "compare/correction.h"
#include "faces/cli/options/names.h"
#include "study/measure_names.h"

namespace subintent::internal {

void declare_tests(CommandLine& line, TestOptions& o, const std::string& corrections) {
  line.section("Significance");
  line.option("trials", &o.trials, "B",
              "trials of random tests (default: bootstrap 1000, others 5000)");
  line.option("seed", &o.seed, "N", "seed of random tests (default: 1)");
  line.option(
      "correction", &o.correction, choice(names_of(internal::corrections())),
      "correction for multiple comparisons, not used with tukey (default: " + corrections + ")");
}

void declare_family(CommandLine& line, TestOptions& o) {
  line.option("family", &o.family, "pairs|measures",
              "which comparisons are corrected together: the pairs of each measure (default), or "
              "those of all measures");
}

const SignificanceTest& test_named(std::string_view option, std::string_view name) {
  if (const SignificanceTest* const test = find_test(name)) return *test;
  throw Error::usage(std::string(option) + ": '" + printable(name) + "' is not known",
                     "use " + listed(names_of(significance_tests())));
}

Comparison comparison_of(const TestOptions& o, Correction otherwise) {
  Comparison comparison{o.baselines, otherwise, CorrectionFamily::pairs};
  require_different("--baseline", o.baselines);
  if (o.correction) {
    CommandLine::require_one_of("--correction", *o.correction, names_of(corrections()));
    comparison.correction = find_correction(*o.correction)->correction;
  }
  if (!o.family) return comparison;
  CommandLine::require_one_of("--family", *o.family, {"pairs", "measures"});
  if (comparison.correction == Correction::none) {
    throw Error::usage("--family needs a correction", "add --correction");
  }
  if (*o.family == "measures") comparison.family = CorrectionFamily::measures;
  return comparison;
}

void check_trials(const TestOptions& o) {
  if (o.trials && static_cast<std::uint64_t>(*o.trials) > max_trials) {
    throw Error::usage(fmt::format("--trials: at most {}", max_trials));
  }
}

void check_alpha(double alpha) {
  if (!(alpha > 0 && alpha < 1)) {
    throw Error::usage("--alpha must be between 0 and 1", "give for example 0.05");
  }
}

void require_different(const char* option, std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return;
  throw Error::usage(fmt::format("{}: {} is listed twice", option, printable(*twice)),
                     "leave one out");
}

void require_different_measures(const char* option, std::span<const std::string> names) {
  const auto fault = repeated_measure(names);
  if (fault) throw Error::usage(fmt::format("{}: {}", option, *fault), "leave one out");
}

}  // namespace subintent::internal
