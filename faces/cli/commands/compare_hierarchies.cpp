// subintent compare hierarchies: how far two files of hierarchies agree, and what it changes for
// runs to take one for the other.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "faces/cli/commands/compare.h"
#include "faces/cli/terminal_width.h"
#include "io/input_file.h"
#include "io/output_file.h"
#include "render/hierarchy_agreement_report.h"
#include "render/table_format.h"
#include "study/exchange.h"

namespace subintent::internal::compare_command {
namespace {

struct Inputs {
  std::string first, second;
  std::vector<GivenRun> runs;  // none: only the hierarchies are compared
  EvaluationSetup evaluation;  // of the runs
  std::vector<Measure> measures;
  PairTests tests;
};

Inputs checked(const Options& o, CommandLine& line) {
  check_exchange("hierarchies", line, o, {"per-topic"}, {"hierarchy"}, o.arguments.size() > 3);
  if (o.arguments.size() < 3) {
    throw Error::usage("hierarchies compares two files", "name both");
  }
  Inputs inputs{o.arguments[1], o.arguments[2], {}, {}, {}, {}};
  std::vector<std::string> files = {inputs.first, inputs.second};
  if (o.arguments.size() > 3) {
    inputs.runs = given_runs({o.arguments.begin() + 3, o.arguments.end()});
    inputs.evaluation = evaluation_setup(o.evaluation);
    inputs.measures = exchange_measures(
        split_measure_names(o.measures.value_or("I-rec-LA@20,alpha-nDCG-LA@20,HD#-nDCG@20")),
        inputs.evaluation.measure_context());
    inputs.tests = pair_tests(o);
    for (const auto& paths : {inputs.evaluation.paths, paths_of(inputs.runs)}) {
      files.insert(files.end(), paths.begin(), paths.end());
    }
  }
  line.check_files(files, {o.output});
  return inputs;
}

void agree(std::span<const Hierarchy> first, std::span<const Hierarchy> second,
           const ProgressCallback& progress, HierarchyComparison& made, Warnings& warnings) {
  made.agreement = compare_hierarchies(first, second, progress);
  if (made.agreement.topics.empty()) {
    throw Error(Location{made.second, 0}, "has none of the topics of " + made.first,
                "give hierarchies of the same topics");
  }
  const Warnings found = agreement_warnings(made.agreement, made.first, made.second);
  warnings.insert(warnings.end(), found.begin(), found.end());
}

// Scores the runs on the one, then on the other.
void exchange(const Options& o, const Inputs& inputs, const EvaluationData& data, Remarks& remarks,
              HierarchyComparison& made) {
  const std::vector<Run> runs =
      read_runs(inputs.runs, inputs.evaluation.order, inputs.evaluation.on_duplicate);
  auto [before, after] = score_on_both(data, runs, inputs.measures, remarks);
  if (o.standardise) {
    standardise(before);
    standardise(after);
  }
  made.tests = inputs.tests.settings;
  made.correction = inputs.tests.correction;
  warn_of_trials(before, inputs.tests, remarks.warnings);
  made.measures = exchanged_measures(before, after, made.tests, made.correction);
}

HierarchyComparison compared(const Options& o, Inputs inputs, const CommandLine& line) {
  HierarchyComparison made{display_name(inputs.first), display_name(inputs.second), {}, {}, {}, {}};
  Remarks remarks;
  ProgressLine progress(line.shows_progress());
  if (inputs.runs.empty()) {
    agree(read_hierarchies(inputs.first), read_hierarchies(inputs.second), progress.callback(),
          made, remarks.warnings);
  } else {
    inputs.evaluation.inputs.hierarchies = {{"1", inputs.first, {}}, {"2", inputs.second, {}}};
    const EvaluationData data = read_evaluation(inputs.evaluation.inputs, inputs.measures, remarks);
    agree(data.hierarchies[0].topics, data.hierarchies[1].topics, progress.callback(), made,
          remarks.warnings);
    exchange(o, inputs, data, remarks, made);
    if (o.testing.is_random() &&
        std::ranges::none_of(made.tests, [](const auto& t) { return t.test->is_random(); })) {
      remarks.warnings.emplace_back(no_random_test);
    }
  }
  say(remarks, line);
  return made;
}

}  // namespace

bool is_of_hierarchies(const Options& o) {
  return !o.arguments.empty() && o.arguments[0] == "hierarchies";
}

Work hierarchies_work(const Options& o, CommandLine& line) {
  CommandLine::require_one_of("--format", o.format, report_formats());
  return [o, &line, inputs = checked(o, line)] {
    OutputFiles files;
    OutputFile& output = files.open(o.output);
    const HierarchyComparison made = compared(o, inputs, line);
    output.write(find_table_format(o.format)->report("compare hierarchies",
                                                     hierarchy_agreement_report(made, o.per_topic),
                                                     o.output == "-" ? terminal_width() : 0));
    files.close();
  };
}

}  // namespace subintent::internal::compare_command
