// One question about runs, answered by all analyses that could be defended.
#include "study/multiverse.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "study/analyses/analysis.h"
#include "study/analyses/placebo_power.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t most_pairs_shown = 45;  // those of ten runs

const TableRecord& shares_record() {
  using enum CellKind;
  static const TableRecord made = {
      "shares",
      "a row per pair of runs",
      {{"run1", text, "name"},
       {"run2", text, "name"},
       {"analyses", whole, "that were made"},
       {"better", number, "share of these in which run1 is significantly better"},
       {"worse", number, "in which run2 is"},
       {"neither", number, "in which neither is"},
       {"hierarchy_analyses", whole, "those whose measure sees a hierarchy"},
       {"hierarchy_better", number, "share of these; none where there are none, as of all below"},
       {"hierarchy_worse", number, "share of these"},
       {"hierarchy_neither", number, "share of these"},
       {"placebo_analyses", whole, "the same with shuffled documents, for each placebo"},
       {"placebo_better", number, "share of these"},
       {"placebo_worse", number, "share of these"},
       {"placebo_neither", number, "share of these"}}};
  return made;
}

const TableRecord& choices_record() {
  using enum CellKind;
  static const TableRecord made = {
      "choices",
      "of the two runs of the curve: a row per choice",
      {{"question", text, "measure, cutoff, alpha, test, judgments, dendrograms or delta"},
       {"answer", text, "the choice"},
       {"analyses", whole, "that made it"},
       {"better", number, "share of these in which run1 is significantly better"},
       {"worse", number, "in which run2 is"},
       {"neither", number, "in which neither is"}}};
  return made;
}

const TableRecord& specifications_record() {
  using enum CellKind;
  static const TableRecord made = {
      "specifications", "the specification curve of two runs: a row per analysis, by difference",
      joined_columns({{"run1", text, "name"},
                      {"run2", text, "name"},
                      {"judgments", text, "file"},
                      {"dendrograms", text, "name; empty where the measure sees none"},
                      {"delta", number, "of the hierarchies; none where the measure sees none"},
                      {"measure", text, "name"},
                      {"test", text, "name"},
                      {"topics", whole, "that are compared"},
                      {"difference", number, "of the means, run1 minus run2"},
                      {"low", number, "of the interval, at the level of the correction"},
                      {"high", number, "of the interval"},
                      {"p", number, "of the test"},
                      {"p_corrected", number, "for the number of pairs of runs"},
                      {"winner", text, "the better run of a significant difference; else empty"},
                      {"placebos", whole, "of the analysis; none where it sees no hierarchy"},
                      {"placebo_better", whole, "placebos with which run1 is significantly better"},
                      {"placebo_worse", whole, "those with which run2 is"}},
                     columns_of_tests())};
  return made;
}

// A measure at a cutoff and, if it has one that is varied, with an alpha.
struct MeasureChoice {
  std::string measure, cutoff, alpha, name;
};

// The names of a measure at a cutoff by the alphas that it is to have; none: its own.
std::vector<std::pair<std::string, std::string>> names_by_alpha(const std::string& name,
                                                                const AnalysisValues& values) {
  if (!values.given("alphas") || !takes_parameter(parse_measure(name), "alpha")) {
    return {{"", name}};
  }
  std::vector<std::pair<std::string, std::string>> made;
  for (const double alpha : values.numbers("alphas")) {
    made.emplace_back(shortest(alpha), with_parameter(name, "alpha", shortest(alpha)));
  }
  return made;
}

// Each once, as parse_measures() has them.
std::vector<MeasureChoice> measure_choices(const AnalysisValues& values) {
  std::vector<MeasureChoice> made;
  for (const std::string& given : values.texts("measures")) {
    const std::string measure(trim(given));
    for (const std::uint32_t cutoff : values.wholes("cutoffs")) {
      for (const auto& [alpha, name] : names_by_alpha(name_at(measure, cutoff), values)) {
        if (std::ranges::count(made, name, &MeasureChoice::name) > 0) continue;
        made.push_back({measure, std::to_string(cutoff), alpha, name});
      }
    }
  }
  return made;
}

std::vector<Measure> measures(const AnalysisValues& values, MeasureContext context) {
  add_delta_hierarchies(context);
  std::vector<std::string> names;
  for (const MeasureChoice& choice : measure_choices(values)) names.push_back(choice.name);
  return parse_measures(names, context);
}

Cell share(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? Cell() : Cell(static_cast<double>(part) / static_cast<double>(all));
}

std::uint64_t neither(const Verdicts& verdicts) {
  return verdicts.all - verdicts.first - verdicts.second;
}

void add_shares(const Verdicts& verdicts, std::vector<Cell>& row) {
  row.push_back(whole(verdicts.all));
  for (const std::uint64_t part : {verdicts.first, verdicts.second, neither(verdicts)}) {
    row.push_back(share(part, verdicts.all));
  }
}

std::vector<std::string> shown_shares(const Verdicts& verdicts) {
  std::vector<std::string> cells = {std::to_string(verdicts.all)};
  for (const std::uint64_t part : {verdicts.first, verdicts.second, neither(verdicts)}) {
    cells.push_back(verdicts.all == 0
                        ? "-"
                        : fmt::format("{:.1f}%", 100 * static_cast<double>(part) /
                                                     static_cast<double>(verdicts.all)));
  }
  return cells;
}

using Choice = std::pair<std::string, std::string>;  // question, answer

class MultiverseReport {
 public:
  MultiverseReport(const Multiverse& found, const MultiverseInputs& inputs, std::size_t pair,
                   const std::vector<MeasureChoice>& measures)
      : found_(found),
        inputs_(inputs),
        measures_(measures),
        pair_(pair),
        pairs_(all_pairs(inputs.runs.size())),
        order_(found.specifications.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    std::ranges::stable_sort(order_, {}, [&](std::size_t i) { return difference(i); });
    count_choices();
  }

  Report report() const {
    Report report;
    report.tables = {shares_table(), choices_table(), specifications_table()};
    report.text.add(heading());
    report.text.add(summary());
    report.text.add("\n");
    report.text.add(choices_text());
    if (pairs_.size() > 1 && pairs_.size() <= most_pairs_shown) {
      report.text.add("\nAll pairs of runs\n\n");
      report.text.add(pairs_text());
    }
    return report;
  }

  SpecificationCurve curve() const {
    SpecificationCurve chart;
    chart.title =
        fmt::format("{} against {}: difference in {}", run1(pair_), run2(pair_), analyses());
    const Verdicts& all = found_.pairs[pair_].all;
    chart.description = fmt::format("{} significantly better in {}, worse in {} of {} analyses.",
                                    run1(pair_), all.first, all.second, all.all);
    chart.label = "difference";
    for (const auto& [question, answers] : choices_) {
      for (const auto& [answer, verdicts] : answers) chart.choices.push_back({question, answer});
    }
    for (const std::size_t i : order_) {
      const ComparedPair& pair = found_.specifications[i].pair;
      auto& point = chart.points.emplace_back(SpecificationCurve::Point{
          pair.difference, pair.low, pair.high, !pair.winner.empty(), {}});
      for (const auto& [question, answer] : choices_of(found_.specifications[i])) {
        const auto is_it = [&question = question, &answer = answer](const auto& choice) {
          return choice.question == question && choice.answer == answer;
        };
        const auto at = std::ranges::find_if(chart.choices, is_it);
        point.choices.push_back(static_cast<std::size_t>(at - chart.choices.begin()));
      }
    }
    return chart;
  }

 private:
  const std::string& run1(std::size_t pair) const { return inputs_.runs[pairs_[pair].first].name; }
  const std::string& run2(std::size_t pair) const { return inputs_.runs[pairs_[pair].second].name; }
  std::string analyses() const {
    return order_.size() == 1 ? "1 analysis" : fmt::format("{} analyses", order_.size());
  }
  double difference(std::size_t i) const { return found_.specifications[i].pair.difference; }

  std::vector<Choice> choices_of(const Specification& one) const {
    const MeasureChoice& measure = measures_[one.measure];
    std::vector<Choice> choices = {{"measure", measure.measure}, {"cutoff", measure.cutoff}};
    if (!measure.alpha.empty()) choices.emplace_back("alpha", measure.alpha);
    choices.emplace_back("test", std::string(inputs_.tests[one.test].test->name));
    if (inputs_.judgments.size() > 1) choices.emplace_back("judgments", one.judgments);
    if (!one.delta) return choices;
    if (inputs_.dendrograms.size() > 1) choices.emplace_back("dendrograms", one.dendrograms);
    choices.emplace_back("delta", shortest(*one.delta));
    return choices;
  }

  // Questions, and the answers of each, in the order in which they come up.
  void count_choices() {
    for (const Specification& one : found_.specifications) {
      for (const auto& [question, answer] : choices_of(one)) {
        auto at = std::ranges::find(choices_, question, &Answers::question);
        if (at == choices_.end()) at = choices_.insert(at, {question, {}});
        auto& answers = at->answers;
        auto same = std::ranges::find(answers, answer, &std::pair<std::string, Verdicts>::first);
        if (same == answers.end()) same = answers.insert(same, {answer, {}});
        same->second.add(one.pair);
      }
    }
  }

  std::string heading() const {
    const TestSettings& first = inputs_.tests[0];
    const std::string_view corrected = record_of(inputs_.correction).label;
    return fmt::format("{} against {}: {}, alpha = {}{}{}\n\n", printable(run1(pair_)),
                       printable(run2(pair_)), analyses(), shortest(first.alpha),
                       corrected.empty() ? "" : ", ", corrected);
  }

  TextTable summary() const {
    const PairVerdicts& verdicts = found_.pairs[pair_];
    TextTable table(1);
    table.add({"", "analyses", "better", "worse", "neither"});
    const auto add = [&](const char* name, const Verdicts& of) {
      std::vector<std::string> row = {name};
      const std::vector<std::string> cells = shown_shares(of);
      row.insert(row.end(), cells.begin(), cells.end());
      if (of.all > 0) table.add(row);
    };
    add("all", verdicts.all);
    add("by hierarchies", verdicts.by_hierarchies);
    add("the same with placebos", verdicts.placebos);
    return table;
  }

  TextTable choices_text() const {
    TextTable table(2);
    table.add({"question", "answer", "analyses", "better", "worse", "neither"});
    for (const auto& [question, answers] : choices_) {
      for (const auto& [answer, verdicts] : answers) {
        std::vector<std::string> row = {&answer == &answers[0].first ? question : "",
                                        printable(answer)};
        const std::vector<std::string> cells = shown_shares(verdicts);
        row.insert(row.end(), cells.begin(), cells.end());
        table.add(row);
      }
    }
    return table;
  }

  TextTable pairs_text() const {
    using Part = std::pair<const char*, Verdicts PairVerdicts::*>;
    std::vector<Part> parts;  // all pairs have the same analyses
    for (const auto& [name, verdicts] : {Part{"better", &PairVerdicts::all},
                                         {"hierarchies: better", &PairVerdicts::by_hierarchies},
                                         {"placebos: better", &PairVerdicts::placebos}}) {
      if ((found_.pairs[0].*verdicts).all > 0) parts.emplace_back(name, verdicts);
    }
    TextTable table(2);
    std::vector<std::string> row = {"run", "other run"};
    for (const Part& part : parts) row.insert(row.end(), {part.first, "worse"});
    table.add(row);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      row = {printable(run1(i)), printable(run2(i))};
      for (const Part& part : parts) {
        const std::vector<std::string> cells = shown_shares(found_.pairs[i].*(part.second));
        row.insert(row.end(), {cells[1], cells[2]});
      }
      table.add(row);
    }
    return table;
  }

  DataTable shares_table() const {
    DataTable table = table_of(shares_record());
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      std::vector<Cell> row = {run1(i), run2(i)};
      add_shares(found_.pairs[i].all, row);
      add_shares(found_.pairs[i].by_hierarchies, row);
      add_shares(found_.pairs[i].placebos, row);
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  DataTable choices_table() const {
    DataTable table = table_of(choices_record());
    for (const auto& [question, answers] : choices_) {
      for (const auto& [answer, verdicts] : answers) {
        std::vector<Cell> row = {question, answer};
        add_shares(verdicts, row);
        table.rows.push_back(std::move(row));
      }
    }
    return table;
  }

  DataTable specifications_table() const {
    DataTable table = table_of(specifications_record());
    for (const std::size_t i : order_) {
      const Specification& one = found_.specifications[i];
      const TestSettings& settings = inputs_.tests[one.test];
      const bool random = settings.test->is_random();
      const auto of_placebos = [&](std::uint64_t count) {
        return one.placebos.all == 0 ? Cell() : whole(count);
      };
      table.rows.push_back(
          {run1(pair_),
           run2(pair_),
           one.judgments,
           one.dendrograms,
           known(one.delta),
           measures_[one.measure].name,
           std::string(settings.test->name),
           whole(one.pair.topics),
           one.pair.difference,
           one.pair.low,
           one.pair.high,
           one.pair.p,
           one.pair.corrected,
           one.pair.winner,
           of_placebos(one.placebos.all),
           of_placebos(one.placebos.first),
           of_placebos(one.placebos.second),
           settings.alpha,
           std::string(name_of(correction_for(*settings.test, inputs_.correction))),
           random ? whole(settings.trials) : Cell(),
           random ? Cell(std::to_string(settings.seed)) : Cell()});
    }
    return table;
  }

  struct Answers {
    std::string question;
    std::vector<std::pair<std::string, Verdicts>> answers;
  };

  const Multiverse& found_;
  const MultiverseInputs& inputs_;
  const std::vector<MeasureChoice>& measures_;
  std::size_t pair_;  // of the curve
  std::vector<RunPair> pairs_;
  std::vector<std::size_t> order_;  // of the specifications, by difference
  std::vector<Answers> choices_;
};

// Brings the run that an option names to place `first`; without the option all stay as they are.
void bring_forward(const AnalysisValues& values, const std::string& option, std::size_t first,
                   std::vector<Run>& runs) {
  const std::optional<std::string> name = values.text(option);
  if (!name) return;
  const auto begin = runs.begin() + static_cast<std::ptrdiff_t>(first);
  const auto at = std::ranges::find(begin, runs.end(), *name, &Run::name);
  if (at == runs.end()) {
    throw Error::argument(option,
                          fmt::format("{}: there is no {}run {}", option, first > 0 ? "other " : "",
                                      printable(*name)),
                          "name one of those given");
  }
  std::rotate(begin, at, at + 1);
}

// A name that is not among `others`: the same, or with a number behind it.
template <typename NameOf, typename Others>
std::string new_name(const std::string& name, const Others& others, NameOf name_of) {
  std::string made = name;
  for (std::size_t i = 2; std::ranges::count(others, made, name_of) > 0; ++i) {
    made = fmt::format("{} ({})", name, i);
  }
  return made;
}

MultiverseInputs inputs_of(const AnalysisInputs& inputs, const AnalysisValues& values) {
  using Judged = std::pair<std::string, const EvaluationData*>;
  MultiverseInputs made;
  const auto add = [&](const EvaluationData& data) {
    made.judgments.emplace_back(
        new_name(data.judgments->qrels_name, made.judgments, &Judged::first), &data);
  };
  add(inputs.data);
  for (const NamedEvaluation& more : inputs.more) add(more.data);
  for (const NamedDendrograms& one : inputs.named_dendrograms) {
    made.dendrograms.push_back(
        {new_name(one.name, made.dendrograms, &NamedDendrograms::name), one.path, one.trees});
  }
  made.runs = inputs.runs;
  made.options.deltas = values.numbers("deltas");
  made.options.measures = inputs.measures;
  made.options.superintents = inputs.superintents;
  made.options.sources = inputs.sources;
  made.options.placebo = {static_cast<std::uint32_t>(*values.whole("placebo")),
                          *values.whole("seed")};
  made.tests = tests_of(values, true);
  made.correction = correction_of(values);
  require_superintents(made.options);
  return made;
}

AnalysisResult run(AnalysisInputs& inputs, const AnalysisValues& values,
                   const ProgressCallback& progress) {
  require_two_runs(inputs.runs);
  bring_forward(values, "run1", 0, inputs.runs);
  bring_forward(values, "run2", 1, inputs.runs);
  Remarks remarks = checked_runs(inputs);
  const MultiverseInputs all = inputs_of(inputs, values);
  const std::size_t pair = 0;  // the first two runs
  const Multiverse found = multiverse(all, pair, progress);
  const std::vector<MeasureChoice> choices = measure_choices(values);
  const MultiverseReport report(found, all, pair, choices);
  AnalysisResult made;
  made.report = report.report();
  if (inputs.draws) made.chart = report.curve();
  ScoreGroup names;
  for (const Run& one : inputs.runs) names.runs.push_back(one.name);
  warn_of_tests({names}, {{}, all.correction}, all.tests, made.remarks.warnings);
  return joined(std::move(remarks), std::move(made));
}

std::vector<AnalysisOption> options() {
  AnalysisOption alphas, run1, run2, placebo = placebo_option();
  alphas.name = "alphas";
  alphas.kind = OptionKind::numbers;
  alphas.placeholder = "A,...";
  alphas.meaning = "alphas of alpha-nDCG and the like, or FIRST:LAST:STEP";
  alphas.max = 1;
  alphas.example = "0.3,0.5,0.7";
  placebo.default_value = "5";
  placebo.min = 0;
  run1.name = "run1";
  run1.placeholder = "NAME";
  run1.meaning = "first run of the curve (default: the first one given)";
  run2.name = "run2";
  run2.placeholder = "NAME";
  run2.meaning = "second run of the curve (default: the next one)";
  return joined(joined({measures_option("nDCG,alpha-nDCG,D#-nDCG,HD#-nDCG_WI,HD#-nDCG_WD"),
                        cutoffs_option("5,10,20"), alphas, deltas_option("0.1:0.5:0.1")},
                       test_options("t,wilcoxon,randomisation", Correction::holm)),
                {placebo, run1, run2});
}

}  // namespace

Analysis multiverse_analysis() {
  Analysis analysis;
  analysis.name = "multiverse";
  analysis.summary = "in how many defensible analyses one run is better than another";
  analysis.source = "Steegen et al. 2016; Simonsohn, Simmons and Nelson 2020";
  analysis.need = Need::runs;
  analysis.usage = "--qrels Q [--also Q]... [--dendrograms [NAME=]D]... [NAME=]RUN...";
  analysis.options = options();
  analysis.tables = {shares_record(), choices_record(), specifications_record()};
  analysis.draws = true;
  analysis.has_dendrograms = true;
  analysis.varies = true;
  analysis.measures = measures;
  analysis.run = run;
  return analysis;
}

}  // namespace subintent::internal
