#include "engine/significance_values.h"

#include <algorithm>
#include <utility>

#include "compare/analyses/analysis.h"
#include "subintent/basics.h"

namespace subintent::internal {

Analysis significance_analysis();  // in the file of its name; the others need not be made

namespace {

const AnalysisOption& option_of_significance(std::string_view name) {
  static const Analysis significance = significance_analysis();
  return *std::ranges::find(significance.options, name, &AnalysisOption::name);
}

}  // namespace

AnalysisOption significance_option(std::string meaning) {
  const AnalysisOption& test = option_of_significance("test");
  AnalysisOption option;
  option.name = "significance";
  option.kind = OptionKind::choice;
  option.meaning = std::move(meaning);
  option.choices = test.choices;
  option.aliases = test.aliases;
  return option;
}

std::vector<AnalysisOption> settings_of_tests() {
  std::vector<AnalysisOption> options;
  for (const char* name : {"alpha", "trials", "seed", "correction", "family"}) {
    options.push_back(option_of_significance(name));
  }
  return options;
}

bool wants_test(const AnalysisValues& values) {
  return values.given("significance") || values.given("baseline");
}

TestSettings significance_test(const AnalysisValues& values) {
  const auto name = values.text("significance");
  const SignificanceTest* const test = find_test(name ? *name : std::string(default_test));
  return TestSettings{test, values.whole("trials").value_or(test->default_trials),
                      *values.whole("seed"), *values.number("alpha"), true};
}

Comparison significance_comparison(const AnalysisValues& values) {
  const bool has_baselines = values.find("baseline") != nullptr;
  return {
      has_baselines ? values.texts("baseline") : std::vector<std::string>(), correction_of(values),
      values.text("family") == "measures" ? CorrectionFamily::measures : CorrectionFamily::pairs};
}

void check_family(const AnalysisValues& values) {
  if (values.given("family") && correction_of(values) == Correction::none) {
    throw Error::argument("family", "family needs a correction", "add `correction`");
  }
}

}  // namespace subintent::internal
