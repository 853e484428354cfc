// How much scores, and which run is better, depend on unjudged documents.
#include "study/analyses/bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/parallel.h"
#include "render/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t most_pairs_shown = 45;  // those of ten runs

const TableRecord& runs_record() {
  using enum CellKind;
  static const TableRecord made = {
      "bounds",
      "a row per measure and run; means over topics",
      {{"measure", text, "name"},
       {"run", text, "name"},
       {"score", number, "where what is not judged is not relevant"},
       {"low", number, "the mean is not below it, whatever is judged"},
       {"high", number, "nor above this"},
       {"attained", whole, "topics where some judgments give the lower and some the upper bound"},
       {"topics", whole, "judged"},
       {"unjudged", number, "share of the ranks that count with a document that is not judged"}}};
  return made;
}

const TableRecord& comparisons_record() {
  using enum CellKind;
  static const TableRecord made = {
      "comparisons",
      "a row per measure and pair of runs",
      {{"measure", text, "name"},
       {"run1", text, "name"},
       {"run2", text, "name"},
       {"difference", number, "of the means, run1 minus run2"},
       {"low", number, "the difference is not below it, whatever is judged"},
       {"high", number, "nor above this"},
       {"decided", text, "the run that is better whatever is judged; else empty"}}};
  return made;
}

const TableRecord& topics_record() {
  using enum CellKind;
  static const TableRecord made = {"topics",
                                   "with per_topic: bounds by measure, run and topic",
                                   {{"measure", text, "name"},
                                    {"run", text, "name"},
                                    {"topic", text, "its number"},
                                    {"score", number, "as in bounds"},
                                    {"low", number, "as in bounds"},
                                    {"high", number, "as in bounds"},
                                    {"attained", whole, "1 where both bounds are, else 0"}}};
  return made;
}

std::string better_run(const BoundedComparison& pair, std::span<const Run> runs) {
  if (pair.run1_is_better()) return runs[pair.run1].name;
  return pair.run2_is_better() ? runs[pair.run2].name : "";
}

class MeasureReport {
 public:
  MeasureReport(const std::string& measure, const ScoreBounds& bounds, std::span<const Run> runs)
      : measure_(measure),
        bounds_(bounds),
        runs_(runs),
        comparisons_(comparisons_of(bounds, runs.size())) {}

  void add_to(Report& report, DataTable& runs, DataTable& comparisons, DataTable& topics) const {
    report.text.add(heading());
    report.text.add(runs_text());
    if (!comparisons_.empty() && comparisons_.size() <= most_pairs_shown) {
      report.text.add("\n");
      report.text.add(comparisons_text());
    }
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      runs.rows.push_back(row_of(run));
      add_topics(run, topics);
    }
    for (const BoundedComparison& pair : comparisons_) {
      comparisons.rows.push_back({measure_, runs_[pair.run1].name, runs_[pair.run2].name,
                                  pair.difference, pair.range.low, pair.range.high,
                                  better_run(pair, runs_)});
    }
  }

 private:
  std::uint64_t attained(std::size_t run) const {
    std::uint64_t count = 0;
    for (const std::size_t t : bounds_.counted()) {
      count += bounds_.bounds(run, t).attained ? 1 : 0;
    }
    return count;
  }

  std::vector<Cell> row_of(std::size_t run) const {
    const Range range = bounds_.bounds(run);
    return {measure_,
            runs_[run].name,
            bounds_.score(run),
            range.low,
            range.high,
            whole(attained(run)),
            whole(bounds_.counted().size()),
            bounds_.unjudged_share(run)};
  }

  void add_topics(std::size_t run, DataTable& table) const {
    for (const std::size_t t : bounds_.counted()) {
      const Bounds& bounds = bounds_.bounds(run, t);
      table.rows.push_back({measure_, runs_[run].name, std::string(bounds_.topics()[t].topic),
                            bounds_.score(run, t), bounds.low, bounds.high,
                            whole(bounds.attained ? 1U : 0U)});
    }
  }

  std::string heading() const {
    const auto decided = static_cast<std::size_t>(
        std::ranges::count_if(comparisons_, &BoundedComparison::is_decided));
    std::string text = fmt::format("{}, means over {}", printable(measure_),
                                   count_of(bounds_.counted().size(), "topic"));
    if (!comparisons_.empty()) {
      text += fmt::format("; {} of {} decided whatever is judged", decided,
                          count_of(comparisons_.size(), "comparison"));
    }
    return text + "\n\n";
  }

  TextTable runs_text() const {
    TextTable table(1);
    table.add({"run", "score", "at least", "at most", "attained", "unjudged"});
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      const Range range = bounds_.bounds(run);
      table.add({printable(runs_[run].name), fraction(bounds_.score(run), 4),
                 fraction(range.low, 4), fraction(range.high, 4),
                 fmt::format("{} of {}", attained(run), bounds_.counted().size()),
                 fmt::format("{:.1f} %", 100 * bounds_.unjudged_share(run))});
    }
    return table;
  }

  TextTable comparisons_text() const {
    TextTable table(2);
    table.add({"run", "other run", "difference", "at least", "at most", "better"});
    for (const BoundedComparison& pair : comparisons_) {
      const std::string better = better_run(pair, runs_);
      table.add({printable(runs_[pair.run1].name), printable(runs_[pair.run2].name),
                 fraction(pair.difference, 4), fraction(pair.range.low, 4),
                 fraction(pair.range.high, 4),
                 !better.empty()     ? printable(better)
                 : pair.is_decided() ? "the same"
                                     : "-"});
    }
    return table;
  }

  const std::string& measure_;
  const ScoreBounds& bounds_;
  std::span<const Run> runs_;
  std::vector<BoundedComparison> comparisons_;
};

AnalysisResult run(AnalysisInputs& inputs, const AnalysisValues& values,
                   const ProgressCallback& progress) {
  AnalysisResult made;
  made.remarks = checked_runs(inputs);
  const std::vector<ScoreBounds> all = score_bounds(inputs, values, progress);
  DataTable runs = table_of(runs_record()), comparisons = table_of(comparisons_record()),
            topics = table_of(topics_record());
  for (std::size_t m = 0; m < all.size(); ++m) {
    if (m > 0) made.report.text.add("\n");
    MeasureReport(inputs.measures[m].name, all[m], inputs.runs)
        .add_to(made.report, runs, comparisons, topics);
  }
  made.report.tables.push_back(std::move(runs));
  made.report.tables.push_back(std::move(comparisons));
  if (values.flag("per_topic")) made.report.tables.push_back(std::move(topics));
  return made;
}

}  // namespace

std::vector<AnalysisOption> bounds_options() {
  AnalysisOption down_to, judged;
  down_to.name = "down_to";
  down_to.kind = OptionKind::whole;
  down_to.placeholder = "D";
  down_to.meaning =
      "documents of each list that may turn out relevant (default: down to the measure's cutoff)";
  down_to.min = 1;
  judged.name = "judged";
  judged.kind = OptionKind::choice;
  judged.choices = {"pairs", "documents"};
  judged.default_value = "pairs";
  judged.meaning = "whether a document judged for one intent is judged for that alone, or for all";
  return {measures_option("nDCG@10,alpha-nDCG@10,D#-nDCG@10"), down_to, judged};
}

std::vector<ScoreBounds> score_bounds(const AnalysisInputs& inputs, const AnalysisValues& values,
                                      const ProgressCallback& progress) {
  UnjudgedOptions options;
  if (values.whole("down_to")) options.depth = *values.whole("down_to");
  options.by_document = *values.text("judged") == "documents";
  ProgressMeter meter(progress, "bounding", "topics",
                      inputs.measures.size() * inputs.data.judgments->diversity.topics().size());
  std::vector<ScoreBounds> made;
  for (const Measure& measure : inputs.measures) {
    made.emplace_back(inputs.data, measure, inputs.runs, options, meter);
  }
  return made;
}

std::vector<BoundedComparison> comparisons_of(const ScoreBounds& bounds, std::size_t runs) {
  std::vector<BoundedComparison> made;
  for (std::size_t a = 0; a < runs; ++a) {
    for (std::size_t b = a + 1; b < runs; ++b) {
      made.push_back({a, b, bounds.score(a) - bounds.score(b), {}});
    }
  }
  parallel_for(made.size(), [&](std::size_t i) {
    made[i].range = bounds.difference(made[i].run1, made[i].run2);
  });
  return made;
}

Analysis bounds_analysis() {
  Analysis analysis;
  analysis.name = "bounds";
  analysis.summary = "how much scores and comparisons depend on unjudged documents";
  analysis.source = "Moffat and Zobel 2008, for RBP";
  analysis.need = Need::runs;
  analysis.usage = "--qrels Q [NAME=]RUN...";
  analysis.options = joined(bounds_options(), {per_topic_option()});
  analysis.tables = {runs_record(), comparisons_record(), topics_record()};
  analysis.compares_runs = false;
  analysis.measures = given_measures;
  analysis.run = run;
  return analysis;
}

}  // namespace subintent::internal
