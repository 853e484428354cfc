// Which runs are as good as the same, how large effects are, and what the topics could find.
#include <fmt/format.h>

#include "compare/analyses/analysis.h"
#include "compare/mean_test.h"

namespace subintent::internal {
namespace {

TableRecord equivalence_record() {
  using enum CellKind;
  return {
      "equivalence",
      "a row per measure and pair of runs",
      {{"group", whole, "of runs with the same topics, from 1"},
       {"measure", text, "name"},
       {"run1", text, "name"},
       {"run2", text, "name"},
       {"verdict", text,
        "equivalent: differ by less than the margin; different: differ; both: differ, by less than "
        "the margin; undecided: the topics cannot tell"},
       {"difference", number, "of the means, the first minus the second"},
       {"low", number,
        "of the interval of the two one-sided tests, inside the margin where the "
        "runs are equivalent"},
       {"high", number, "of that interval"},
       {"p_equivalent", number, "corrected: the larger of the two one-sided p-values"},
       {"p_different", number, "corrected: of the two-sided test of no difference"},
       {"effect_size", number, "Cohen's d of the differences"},
       {"effect_low", number, "of its interval, at the level of the correction"},
       {"effect_high", number, "of its interval"},
       {"detectable", number,
        "the true difference that the two-sided test would find with a probability of 0.8"},
       {"topics", whole, "that are compared"},
       {"margin", number, "a difference that does not matter"},
       {"alpha", number, "the significance level"},
       {"correction", text, "of p-values for the number of pairs"}}};
}

const char* word_of_equivalence(const EquivalentMean& mean) {
  if (mean.equivalent) return mean.different ? "both" : "equivalent";
  return mean.different ? "different" : "undecided";
}

struct Settings {
  double margin = 0, alpha = 0;
  Correction correction = Correction::holm;
};

// One measure of one group of runs.
class EquivalenceMeasureReport {
 public:
  EquivalenceMeasureReport(const ScoreGroup& group, const ScoreMatrix& scores, std::size_t number,
                           const Settings& settings)
      : group_(group),
        scores_(scores),
        number_(number),
        settings_(settings),
        pairs_(all_pairs(scores.runs)) {
    std::vector<std::vector<double>> all;
    for (const RunPair& pair : pairs_) all.push_back(differences(scores, pair));
    found_ = equivalent_means(all, settings.margin, settings.alpha, settings.correction);
  }

  void add_to(Report& report) const {
    add_rows(report.tables[0]);
    report.text.add(fmt::format(
        "{}{}: {}{}, margin {}, alpha = {}{}\n\n", report.text.empty() ? "" : "\n",
        printable(scores_.measure), number_ > 0 ? fmt::format("group {}, ", number_) : "",
        count_of(scores_.topics, "topic"), shortest(settings_.margin), shortest(settings_.alpha),
        settings_.correction == Correction::none
            ? ""
            : fmt::format(", {} correction", name_of(settings_.correction))));
    if (pairs_.size() <= most_pairs_shown) report.text.add(pairs_table());
    report.text.add(conclusion());
  }

 private:
  const std::string& run_equivalence(std::size_t number) const { return group_.runs[number]; }

  TextTable pairs_table() const {
    TextTable table(3);
    table.add({"run", "other run", "verdict", "difference", "interval", "p equivalent",
               "p different", "effect size", "its interval", "finds"});
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const EquivalentMean& one = found_[i];
      table.add({printable(run_equivalence(pairs_[i].first)),
                 printable(run_equivalence(pairs_[i].second)), word_of_equivalence(one),
                 signed_decimals(one.difference.mean),
                 fmt::format("{:+.4f} {:+.4f}", one.low, one.high), p_value_text(one.p_equivalent),
                 p_value_text(one.p_different),
                 fmt::format("{:+.3f}", one.difference.effect_size()),
                 fmt::format("{:+.3f} {:+.3f}", one.effect_low, one.effect_high),
                 decimals(one.detectable)});
    }
    return table;
  }

  std::string conclusion() const {
    const auto number_of = [&](bool equivalent, bool different) {
      return std::ranges::count_if(found_, [&](const EquivalentMean& one) {
        return one.equivalent == equivalent && one.different == different;
      });
    };
    return fmt::format("{}Of {}, {} equivalent, {} different, {} both, {} undecided.\n",
                       pairs_.size() <= most_pairs_shown ? "\n" : "",
                       count_of(pairs_.size(), "pair"), number_of(true, false),
                       number_of(false, true), number_of(true, true), number_of(false, false));
  }

  void add_rows(DataTable& table) const {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const EquivalentMean& one = found_[i];
      add_row(table, std::max<std::size_t>(number_, 1), scores_.measure,
              run_equivalence(pairs_[i].first), run_equivalence(pairs_[i].second),
              word_of_equivalence(one), one.difference.mean, one.low, one.high, one.p_equivalent,
              one.p_different, one.difference.effect_size(), one.effect_low, one.effect_high,
              one.detectable, scores_.topics, settings_.margin, settings_.alpha,
              name_of(settings_.correction));
    }
  }

  const ScoreGroup& group_;
  const ScoreMatrix& scores_;
  std::size_t number_;
  Settings settings_;
  std::vector<RunPair> pairs_;
  std::vector<EquivalentMean> found_;
};

AnalysisResult run_equivalence(AnalysisInputs& inputs, const AnalysisValues& values,
                               const ProgressCallback& progress) {
  const Settings settings{*values.number("margin"), *values.number("alpha"), correction_of(values)};
  AnalysisResult result;
  result.report.tables = {table_of(equivalence_record())};
  if (inputs.groups.size() == 1) result.report.tables[0].hidden = {"group"};
  const auto groups = comparable(inputs.groups);
  warn_of_few_topics(inputs.groups, result.remarks.warnings);
  warn_of_constant_differences(inputs.groups, {}, {}, result.remarks.warnings, called_certain);
  ProgressMeter meter(progress, "testing", "measures", groups.size() * groups[0]->measures.size());
  for (const ScoreGroup* const group : groups) {
    const auto number = static_cast<std::size_t>(group - inputs.groups.data()) + 1;
    for (const ScoreMatrix& scores : group->measures) {
      EquivalenceMeasureReport(*group, scores, inputs.groups.size() > 1 ? number : 0, settings)
          .add_to(result.report);
      meter.advance();
    }
  }
  result.report.text.add(fmt::format(
      "\nEquivalent: the means differ by less than the margin, by two one-sided t-tests.\n"
      "Different: by the paired t-test. Finds: the true difference that it would find with a\n"
      "probability of {}. Effect size: Cohen's d of the differences.\n",
      shortest(detection_power)));
  return result;
}

}  // namespace

Analysis equivalence_analysis() {
  Analysis analysis;
  analysis.name = "equivalence";
  analysis.summary =
      "which runs differ by less than a margin; effect sizes with intervals, and "
      "the smallest differences that can be found";
  analysis.source = "Schuirmann 1987; Lakens 2017; Steiger and Fouladi 1997; Sakai 2014";
  analysis.usage = "--margin D SCORES...";
  AnalysisOption margin = margin_option();
  margin.meaning = "a difference of means that does not matter";
  margin.open_min = true;
  analysis.options = joined({standardise_option(), margin}, margin_test_options());
  analysis.tables = {equivalence_record()};
  analysis.run = run_equivalence;
  return analysis;
}

}  // namespace subintent::internal
