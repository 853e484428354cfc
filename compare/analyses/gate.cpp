// Whether runs are worse than a baseline by more than a margin: for continuous integration.
#include <fmt/format.h>

#include <iterator>

#include "compare/analyses/analysis.h"
#include "compare/mean_test.h"
#include "core/base/warning.h"
#include "report/slices_report.h"

namespace subintent::internal {
namespace {

TableRecord record() {
  using enum CellKind;
  return {
      "gate",
      "a row per measure and run",
      {{"measure", text, "name"},
       {"run", text, "name"},
       {"verdict", text,
        "worse: shown to be worse by more than the margin; not worse: shown not to be; undecided: "
        "the topics cannot tell"},
       {"passed", whole, "1 or 0"},
       {"mean", number, "of the run"},
       {"baseline_mean", number, "of the baseline"},
       {"difference", number, "of the means, run minus baseline"},
       {"low", number,
        "one-sided limit of the difference; above -margin where it is not worse, if a high measure "
        "is good"},
       {"high", number,
        "one-sided limit of the difference; below -margin where it is worse, likewise"},
       {"p_worse", number, "one-sided, corrected: of a true difference not below -margin"},
       {"p_not_worse", number, "one-sided, corrected: of a true difference not above -margin"},
       {"detectable", number, "the true loss that would be found with a probability of 0.8"},
       {"topics", whole, "that are compared"},
       {"baseline", text, "name"},
       {"margin", number, "that a mean may lose"},
       {"alpha", number, "the significance level of all comparisons together"},
       {"correction", text, "for the number of comparisons"}}};
}

const char* word_of(GateVerdict verdict) {
  return verdict == GateVerdict::worse       ? "worse"
         : verdict == GateVerdict::not_worse ? "not worse"
                                             : "undecided";
}

// A run by a measure, with what the gate says of it.
struct Gated {
  std::string measure, run;
  double mean = 0, baseline = 0;
  GatedMean found;
};

struct GateSettings {
  double margin = 0, alpha = 0;
  Correction correction = Correction::holm;
  bool strict = false;
};

// All runs but the baseline, by all measures.
std::vector<Gated> gated(const ScoreGroup& scores, std::uint32_t baseline,
                         const GateSettings& settings) {
  std::vector<Gated> results;
  std::vector<std::vector<double>> all;
  std::vector<bool> is_rise;
  for (const ScoreMatrix& matrix : scores.measures) {
    const std::vector<double> means = matrix.means();
    for (std::uint32_t run = 0; run < matrix.runs; ++run) {
      if (run == baseline) continue;
      results.push_back({matrix.measure, scores.runs[run], means[run], means[baseline], {}});
      is_rise.push_back(matrix.lower_is_better);  // then a rise is the loss
      all.push_back(
          differences(matrix, is_rise.back() ? RunPair{baseline, run} : RunPair{run, baseline}));
    }
  }
  const std::vector<GatedMean> tests =
      gated_means(all, settings.margin, settings.alpha, settings.correction);
  for (std::size_t i = 0; i < results.size(); ++i) {
    GatedMean& test = results[i].found = tests[i];
    if (!is_rise[i]) continue;
    test.difference.mean = 0 - test.difference.mean;  // which is never -0
    test.low = 0 - std::exchange(test.high, 0 - test.low);
  }
  return results;
}

class GateReport {
 public:
  GateReport(std::vector<Gated> gated, std::string baseline, const GateSettings& settings)
      : gated_(std::move(gated)), baseline_(std::move(baseline)), settings_(settings) {}

  Report report() const {
    Report result;
    result.tables = {table()};
    result.text.add(headline() + "\n\n", text_table(), legend());
    return result;
  }

  std::vector<Check> checks() const {
    std::vector<Check> passed;
    for (const Gated& result : gated_) {
      passed.push_back({result.run, result.measure,
                        fmt::format("{}: {:+.4f} ({}) against {}, margin {}",
                                    word_of(result.found.verdict), result.found.difference.mean,
                                    limits(result.found), printable(baseline_), margin()),
                        fails(result)});
    }
    return passed;
  }

  // Why the gate is closed, if it is.
  std::optional<std::string> failure() const {
    constexpr std::size_t most_named = 3;
    std::vector<std::string> named;
    std::size_t failed = 0;
    for (const Gated& result : gated_) {
      if (!fails(result) || ++failed > most_named) continue;
      named.push_back(fmt::format("{} by {}", printable(result.run), printable(result.measure)));
    }
    if (failed == 0) return std::nullopt;
    const std::string more =
        failed > most_named ? fmt::format(" and {} more", failed - most_named) : "";
    return fmt::format("{} {} by more than {}: {}{}",
                       settings_.strict ? "not shown to be no worse than" : "worse than",
                       printable(baseline_), margin(), join(named, ", "), more);
  }

 private:
  std::string margin() const { return shortest(settings_.margin); }

  bool fails(const Gated& result) const {
    return settings_.strict ? result.found.verdict != GateVerdict::not_worse
                            : result.found.verdict == GateVerdict::worse;
  }

  std::size_t number_of(GateVerdict verdict) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        gated_, [&](const Gated& result) { return result.found.verdict == verdict; }));
  }

  static std::string limits(const GatedMean& mean) {
    return fmt::format("{:+.4f} to {:+.4f}", mean.low, mean.high);
  }

  std::string headline() const {
    return fmt::format("{}: of {} with {}, {} worse by more than {}, {} not worse, {} undecided",
                       failure() ? "FAILED" : "passed", count_of(gated_.size(), "comparison"),
                       printable(baseline_), number_of(GateVerdict::worse), margin(),
                       number_of(GateVerdict::not_worse), number_of(GateVerdict::undecided));
  }

  std::string legend() const {
    return fmt::format(
        "\n{}, one-sided t-tests, alpha = {}{}. Fails where a run is {}.\nFinds: the true loss "
        "that would be called worse with a probability of {}.\n",
        count_of(gated_[0].found.difference.topics, "topic"), shortest(settings_.alpha),
        settings_.correction == Correction::none
            ? ""
            : fmt::format(", {} correction over all comparisons", name_of(settings_.correction)),
        settings_.strict ? "not shown to be no worse" : "shown to be worse",
        shortest(detection_power));
  }

  TextTable text_table() const {
    TextTable table(3);
    table.add({"measure", "run", "verdict", "mean", "baseline", "difference", "limits", "p worse",
               "p not worse", "finds"});
    for (const Gated& result : gated_) {
      table.add({printable(result.measure), printable(result.run), word_of(result.found.verdict),
                 decimals(result.mean), decimals(result.baseline),
                 signed_decimals(result.found.difference.mean), limits(result.found),
                 p_value_text(result.found.p_worse), p_value_text(result.found.p_not_worse),
                 decimals(result.found.detectable)});
    }
    return table;
  }

  DataTable table() const {
    DataTable row = table_of(record());
    for (const Gated& result : gated_) {
      const GatedMean& mean = result.found;
      add_row(row, result.measure, result.run, word_of(mean.verdict), std::int64_t{!fails(result)},
              result.mean, result.baseline, mean.difference.mean, mean.low, mean.high, mean.p_worse,
              mean.p_not_worse, mean.detectable, mean.difference.topics, baseline_,
              settings_.margin, settings_.alpha, name_of(settings_.correction));
    }
    return row;
  }

  std::vector<Gated> gated_;
  std::string baseline_;
  GateSettings settings_;
};

std::uint32_t find_baseline(const ScoreGroup& scores, const std::string& name) {
  const auto found = std::ranges::find(scores.runs, name);
  if (found != scores.runs.end()) return static_cast<std::uint32_t>(found - scores.runs.begin());
  throw Error::argument("baseline", "baseline: there is no run " + printable(name),
                        fmt::format("use one of {}", join(scores.runs, ", ")));
}

AnalysisResult run_gate(AnalysisInputs& inputs, const AnalysisValues& values,
                        const ProgressCallback&) {
  require_two_runs(inputs.runs);
  const GateSettings settings{*values.number("margin"), *values.number("alpha"),
                              correction_of(values), values.flag("strict")};
  AnalysisResult result;
  ScoreGroup scores = score_runs(inputs.runs, inputs.data.scorer(inputs.measures), result.remarks);
  add_scores(values, named_measures(values), scores, result.remarks.warnings);
  const std::uint32_t baseline = find_baseline(scores, *values.text("baseline"));
  warn_of_test({scores}, {}, {}, result.remarks.warnings);
  warn_of_few_topics({scores}, result.remarks.warnings);
  warn_of_constant_differences({scores}, {{scores.runs[baseline]}}, {}, result.remarks.warnings,
                               called_certain);
  const GateReport gate(gated(scores, baseline, settings), scores.runs[baseline], settings);
  result.report = gate.report();
  result.checks = gate.checks();
  result.failure = gate.failure();
  if (const auto file = values.text("slices")) {
    result.report.text.add("\n");
    append(result.report, slices_report(*file, sliced(scores), settings.alpha));
  }
  return result;
}

std::vector<AnalysisOption> options() {
  AnalysisOption baseline =
      record_option("baseline", OptionKind::text, "RUN",
                    "the run that others must not be worse than, by its name or as [NAME=]FILE");
  const AnalysisOption strict = flag_option("strict", "fail also where a run is undecided");
  baseline.required = true;
  AnalysisOption margin = margin_option();
  margin.meaning = "how much a mean may lose";
  std::vector<AnalysisOption> options = joined({measures_option("nDCG@20,alpha-nDCG@20,D#-nDCG@20"),
                                                baseline, margin, strict, slices_option()},
                                               other_scores_options());
  std::vector<AnalysisOption> test = margin_test_options();
  std::erase(test[1].choices, "bh");  // is not family-wise
  return joined(std::move(options), test);
}

}  // namespace

Analysis gate_analysis() {
  Analysis analysis;
  analysis.name = "gate";
  analysis.command = "gate";
  analysis.summary = "whether runs are worse than a baseline by more than a margin";
  analysis.source = "one-sided t-tests of non-inferiority; Holm 1979";
  analysis.need = Need::runs;
  analysis.usage = "[NAME=]RUN...";
  analysis.about_inputs = "runs, TREC six-column format, that are compared with the baseline";
  analysis.example = "gate --qrels qrels.txt --baseline main.run --margin 0.01 new.run";
  analysis.options = options();
  analysis.tables = {record(), slices_record(), reversals_record()};
  analysis.compares_answers = analysis.may_lack_judgments = true;
  analysis.measures = given_measures;
  analysis.run = run_gate;
  return analysis;
}

}  // namespace subintent::internal
