// The rate of false alarms of every test, correction, number of topics and number of runs on null
// data, as a table in Markdown.
//
//   null_data [SAMPLES [STEPS [enough]]]
//
// SAMPLES: samples of null data (default 400). STEPS: scores are multiples of 1 / STEPS (default 0:
// continuous). enough: the bootstrap and the randomisation test of 40 runs alone, with as many
// trials as a correction for all pairs needs.
#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

#include "null_data.h"

namespace {

using namespace subintent::internal;

std::string rate(std::uint64_t count, std::uint64_t of) {
  return fmt::format("{:.3f}", static_cast<double>(count) / static_cast<double>(of));
}

void print_row(const SignificanceTest* test, std::size_t topics, std::size_t runs,
               std::uint32_t samples, int steps, bool enough) {
  TestSettings settings{test, test->default_trials, 1, 0.05, false};
  if (enough) settings.trials = trials_needed(runs * (runs - 1) / 2, settings.alpha);
  const FalseAlarms found = count_false_alarms(settings, topics, runs, samples, steps);
  const bool corrected = !test->family_wise;
  fmt::print("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", test->name,
             test->is_random() ? std::to_string(settings.trials) : "", topics, runs,
             rate(found.pairwise, found.pairs), rate(found.holm, found.samples),
             corrected ? rate(found.bonferroni, found.samples) : "",
             rate(found.baseline_holm, found.samples),
             corrected ? rate(found.baseline_bonferroni, found.samples) : "");
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  const auto samples = static_cast<std::uint32_t>(count > 1 ? std::atoi(arguments[1]) : 400);
  const int steps = count > 2 ? std::atoi(arguments[2]) : 0;
  const bool enough = count > 3 && arguments[3] == std::string_view("enough");
  fmt::print(
      "| test | B | topics | runs | a pair | Holm | Bonferroni | baseline, Holm | baseline, "
      "Bonferroni |\n|---|---|---|---|---|---|---|---|---|\n");
  for (const char* const name : {"t", "bootstrap", "randomisation", "sign", "tukey"}) {
    const SignificanceTest* const test = find_test(name);
    if (enough && (!test->is_random() || test->family_wise)) continue;
    for (const std::size_t topics : {2, 5, 10, 50}) {
      for (const std::size_t runs : {2, 10, 40, 100})
        if (!enough || runs == 40) print_row(test, topics, runs, samples, steps, enough);
    }
  }
  return 0;
}
