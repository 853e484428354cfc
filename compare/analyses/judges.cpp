// Means and differences of runs from few judgments of people and many of a model.
#include <fmt/format.h>

#include <numeric>

#include "compare/analyses/analysis.h"
#include "compare/other_topics.h"
#include "compare/study/warnings.h"
#include "core/base/warning.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t most_more_topics = 1000;

[[gnu::cold]] std::vector<TableRecord> judge_tables() {
  using enum CellKind;
  return {
      {"means",
       "a row per measure and run",
       {{"measure", text, "name"},
        {"run", text, "name"},
        {"mean", number, "prediction-powered, over topics like these as people would judge them"},
        {"low", number, "of its interval of confidence 1 - alpha"},
        {"high", number, "of its interval"},
        {"model_weight", number, "λ: how far the model is relied on, 0 (not at all) to 1"},
        {"human_mean", number, "by people alone"},
        {"human_low", number, "of its interval of confidence 1 - alpha"},
        {"human_high", number, "of its interval"},
        {"model_mean", number, "by the model alone, of all its topics"},
        {"human_topics", whole, "judged by people and the model"},
        {"model_topics", whole, "judged by the model alone"},
        {"alpha", number, "the level of the intervals"}}},
      {"differences",
       "a row per measure and pair of runs",
       {{"measure", text, "name"},
        {"run1", text, "name"},
        {"run2", text, "name"},
        {"difference", number, "prediction-powered, of the means, the first minus the second"},
        {"low", number, "of its interval, at the level of the correction"},
        {"high", number, "of its interval"},
        {"model_weight", number, "λ: how far the model is relied on for this difference"},
        {"p", number, "of no difference"},
        {"p_corrected", number, "for the number of pairs"},
        {"winner", text, "the better run where the corrected p-value is below alpha; else empty"},
        {"human_difference", number, "by people alone"},
        {"human_low", number, "of its interval, at the same level"},
        {"human_high", number, "of its interval"},
        {"model_difference", number, "by the model alone, of all its topics"},
        {"more_topics", whole,
         "that people would have to judge for this difference to become significant, if all else "
         "stays; "
         "0 where it is, none for more than 1000"},
        {"alpha", number, "the significance level"},
        {"correction", text, "of p-values for the number of pairs"}}}};
}

// The scores of the runs by one measure, by topics of both sets, then those of the model alone.
struct JudgedScores {
  ScoreMatrix human, same, others;
};

// One mean or difference by both, by people and by the model.
struct JudgesEstimate {
  PoweredMean powered, human;
  double model = 0;
};

JudgesEstimate estimate(std::span<const double> human, std::span<const double> same,
                        std::span<const double> others) {
  double sum = std::accumulate(same.begin(), same.end(), 0.0);
  sum = std::accumulate(others.begin(), others.end(), sum);
  return {powered_mean(human, same, others), powered_mean(human, same, {}),
          sum / static_cast<double>(same.size() + others.size())};
}

std::vector<double> column(const ScoreMatrix& scores, std::size_t run) {
  std::vector<double> values;
  for (std::size_t topic = 0; topic < scores.topics; ++topic)
    values.push_back(scores.at(topic, run));
  return values;
}

// A pair of runs, with what the correction makes of its p-value.
struct JudgedPair {
  RunPair runs;
  JudgesEstimate estimate;
  bool varies = true;  // else the same difference in all topics tells nothing of chance
  double p = 1, corrected = 1;
  std::optional<std::size_t> more;

  bool significant(double alpha) const { return corrected < alpha && estimate.powered.mean != 0; }
};

struct JudgedMeasure {
  std::string measure;
  std::vector<JudgesEstimate> means;  // by run
  std::vector<JudgedPair> pairs;
  double level = 0;  // of their intervals
  double sign = 1;   // -1 where less is better
};

JudgedMeasure judged(const JudgedScores& scores, double alpha, Correction correction) {
  JudgedMeasure result{scores.human.measure, {}, {}, 0, scores.human.sign()};
  for (std::size_t run = 0; run < scores.human.runs; ++run) {
    result.means.push_back(
        estimate(column(scores.human, run), column(scores.same, run), column(scores.others, run)));
  }
  std::vector<double> p;
  for (const RunPair& runs : all_pairs(scores.human.runs)) {
    JudgedPair& pair = result.pairs.emplace_back();
    pair.runs = runs;
    pair.estimate = estimate(differences(scores.human, runs), differences(scores.same, runs),
                             differences(scores.others, runs));
    pair.varies = pair.estimate.powered.half_width(alpha) != 0;
    p.push_back(pair.p = pair.varies ? pair.estimate.powered.p() : 1);
  }
  const std::vector<double> corrected = record_of(correction).corrected(p);
  result.level = interval_level(correction, p, alpha);
  for (std::size_t i = 0; i < result.pairs.size(); ++i) {
    JudgedPair& pair = result.pairs[i];
    pair.corrected = corrected[i];
    if (!pair.varies && pair.estimate.powered.mean != 0) continue;
    pair.more = pair.significant(alpha)
                    ? 0
                    : more_topics(pair.estimate.powered, result.level, most_more_topics);
  }
  return result;
}

class JudgesMeasureReport {
 public:
  JudgesMeasureReport(const JudgedMeasure& judged, const std::vector<std::string>& runs,
                      double alpha, Correction correction)
      : judged_(judged), runs_(runs), alpha_(alpha), correction_(correction) {}

  void add_to(Report& report) const {
    add_rows(report.tables[0], report.tables[1]);
    const PoweredMean& any = judged_.means[0].powered;
    report.text.add(
        fmt::format("{}{}: {} judged by people and the model, {} by the model alone\n\n",
                    report.text.empty() ? "" : "\n", printable(judged_.measure),
                    count_of(any.human_topics, "topic"), count_of(any.model_topics, "topic")),
        means());
    if (judged_.pairs.size() <= most_pairs_shown) report.text.add("\n", pairs());
    report.text.add(conclusion());
  }

 private:
  std::string interval(const PoweredMean& mean, double level, const char* sign) const {
    const double half = mean.half_width(level);
    return fmt::format(fmt::runtime(fmt::format("{{:{0}.4f}} {{:{0}.4f}}", sign)), mean.mean - half,
                       mean.mean + half);
  }

  TextTable means() const {
    const auto order = ordered(runs_.size(), [&](std::size_t run) {
      return -judged_.sign * judged_.means[run].powered.mean;
    });
    const std::string percent = name_of_interval(alpha_);
    TextTable table;
    table.add({"run", "mean", percent, "λ", "people", percent, "model"});
    for (const std::size_t run : order) {
      const JudgesEstimate& mean = judged_.means[run];
      table.add({printable(runs_[run]), decimals(mean.powered.mean),
                 interval(mean.powered, alpha_, ""), fmt::format("{:.2f}", mean.powered.lambda),
                 decimals(mean.human.mean), interval(mean.human, alpha_, ""),
                 decimals(mean.model)});
    }
    return table;
  }

  TextTable pairs() const {
    TextTable table(3);
    table.add({"run", "", "other run", "difference",
               correction_ == Correction::none ? name_of_interval(alpha_) : "corrected interval",
               "p", correction_ == Correction::none ? "" : "corrected", "people", "model",
               "more topics"});
    for (const JudgedPair& pair : judged_.pairs) {
      const PoweredMean& powered = pair.estimate.powered;
      const bool significant = pair.significant(alpha_);
      table.add({printable(runs_[pair.runs.first]),
                 !significant                      ? "."
                 : judged_.sign * powered.mean > 0 ? ">"
                                                   : "<",
                 printable(runs_[pair.runs.second]), signed_decimals(powered.mean),
                 interval(powered, judged_.level, "+"), p_value_text(pair.p),
                 correction_ == Correction::none ? "" : p_value_text(pair.corrected),
                 signed_decimals(pair.estimate.human.mean), signed_decimals(pair.estimate.model),
                 significant || !pair.varies ? "-"
                 : pair.more                 ? std::to_string(*pair.more)
                                             : fmt::format(">{}", most_more_topics)});
    }
    return table;
  }

  // How many pairs are significant, and what would settle the others.
  std::string conclusion() const {
    std::vector<std::size_t> more;
    std::size_t significant = 0;
    for (const JudgedPair& pair : judged_.pairs) {
      significant += pair.significant(alpha_);
      if (!pair.significant(alpha_) && pair.more) more.push_back(*pair.more);
    }
    const std::size_t left = judged_.pairs.size() - significant;
    std::string text = fmt::format("\nThe order of {} of {} is significant.", significant,
                                   count_of(judged_.pairs.size(), "pair"));
    if (left > 0 && more.size() == left) {
      text += fmt::format(" {} more judged by people would be needed for the others.",
                          count_of(std::ranges::max(more), "topic"));
    } else if (!more.empty()) {
      text += fmt::format(" {} more judged by people would be needed for {} of the other {}.",
                          count_of(std::ranges::max(more), "topic"), more.size(), left);
    } else if (left > 0) {
      text += fmt::format(" No {} more topics judged by people would be enough for the others.",
                          most_more_topics);
    }
    if (!more.empty()) {
      text +=
          " Testing again with more topics until pairs are significant about doubles false alarms.";
    }
    return text + "\n";
  }

  void add_rows(DataTable& means, DataTable& pairs) const {
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      const auto& [powered, human, model] = judged_.means[run];
      const double half = powered.half_width(alpha_), human_half = human.half_width(alpha_);
      add_row(means, judged_.measure, runs_[run], powered.mean, powered.mean - half,
              powered.mean + half, powered.lambda, human.mean, human.mean - human_half,
              human.mean + human_half, model, powered.human_topics, powered.model_topics, alpha_);
    }
    for (const JudgedPair& pair : judged_.pairs) {
      const auto& [powered, human, model] = pair.estimate;
      const double half = powered.half_width(judged_.level),
                   human_half = human.half_width(judged_.level);
      const bool first_wins = judged_.sign * powered.mean > 0;
      const std::string& better = runs_[first_wins ? pair.runs.first : pair.runs.second];
      add_row(pairs, judged_.measure, runs_[pair.runs.first], runs_[pair.runs.second], powered.mean,
              powered.mean - half, powered.mean + half, powered.lambda, pair.p, pair.corrected,
              pair.significant(alpha_) ? better : std::string(), human.mean,
              human.mean - human_half, human.mean + human_half, model,
              pair.more ? whole(*pair.more) : Cell(), alpha_, name_of(correction_));
    }
  }

  const JudgedMeasure& judged_;
  const std::vector<std::string>& runs_;
  double alpha_;
  Correction correction_;
};

// By measure.
std::vector<JudgedScores> judged_scores(const ScoreGroup& people, const ScoreGroup& model) {
  std::vector<std::size_t> human, same, others;
  for (std::size_t t = 0; t < model.topics.size(); ++t) {
    const auto found = std::ranges::find(people.topics, model.topics[t]);
    if (found == people.topics.end()) {
      others.push_back(t);
    } else {
      human.push_back(static_cast<std::size_t>(found - people.topics.begin()));
      same.push_back(t);
    }
  }
  std::vector<JudgedScores> scores;
  for (std::size_t m = 0; m < people.measures.size(); ++m) {
    scores.push_back({scores_of_topics(people.measures[m], human),
                      scores_of_topics(model.measures[m], same),
                      scores_of_topics(model.measures[m], others)});
  }
  return scores;
}

// The scores with the runs and measures of others, in their order.
ScoreGroup like(const ScoreGroup& group, const ScoreGroup& other, const std::string& name) {
  ScoreGroup result{other.runs, group.topics, {}};
  const auto refuse = [&](const std::string& what) {
    throw Error(Location{name, 0}, "has no scores " + what, "give those that people judged");
  };
  for (const ScoreMatrix& wanted : other.measures) {
    const auto from = std::ranges::find(group.measures, wanted.measure, &ScoreMatrix::measure);
    if (from == group.measures.end()) refuse("by " + printable(wanted.measure));
    ScoreMatrix& scores = result.measures.emplace_back(wanted.with(from->topics));
    for (std::size_t topic = 0; topic < from->topics; ++topic) {
      for (const std::string& run : result.runs) {
        const auto at = std::ranges::find(group.runs, run);
        if (at == group.runs.end()) refuse("of run " + printable(run));
        scores.values.push_back(from->at(topic, static_cast<std::size_t>(at - group.runs.begin())));
      }
    }
  }
  return result;
}

std::vector<std::string> topics_of(const EvaluationData& data) {
  return mapped<std::string>(data.judgments->diversity.topics(), &TopicQrels::topic);
}

void check_topics(const AnalysisInputs& inputs, const std::vector<std::string>& human,
                  const std::vector<std::string>& model, Warnings& warnings) {
  std::vector<std::string> missing;
  std::ranges::copy_if(human, std::back_inserter(missing), [&](const std::string& topic) {
    return std::ranges::count(model, topic) == 0;
  });
  if (missing.size() == human.size()) {
    throw Error(Location{inputs.second_name, 0}, "has none of the topics of " + inputs.first_name,
                "let the model judge the topics that people judged, too");
  }
  warn_of_unshared_topics(missing, inputs.first_name, inputs.second_name, warnings);
  constexpr std::size_t few = 25;
  const std::size_t both = human.size() - missing.size();
  if (both < few) {
    add_warning(
        warnings, "few-topics",
        fmt::format("{} judged by people: with fewer than {}, intervals hold less often than they "
                    "say, most of all for a model with rare large errors",
                    count_of(both, "topic"), few));
  }
}

// Topics of which people judged less than half of the documents that the model judged.
void warn_of_partly_judged(const AnalysisInputs& inputs, Warnings& warnings) {
  std::string first;
  std::size_t partly = 0, both = 0;
  for (const TopicQrels& topic : inputs.data.judgments->adhoc.topics()) {
    const TopicQrels* const model = inputs.second.judgments->adhoc.find(topic.topic);
    if (model == nullptr) continue;
    ++both;
    const auto by_people = static_cast<std::size_t>(std::ranges::count_if(
        model->docnos, [&](auto docno) { return topic.find_document(docno) >= 0; }));
    if (2 * by_people >= model->docnos.size() || ++partly > 1) continue;
    first = fmt::format("{} of {} in topic {}", by_people, model->docnos.size(),
                        printable(topic.topic));
  }
  if (partly == 0) return;
  add_warning(
      warnings, "partly-judged-topics",
      fmt::format("people judged less than half of the documents that the model judged of {} of {} "
                  "(first: {})",
                  partly, count_of(both, "topic"), first),
      "let people judge the same documents, or none of such a topic");
}

AnalysisResult run_judges(AnalysisInputs& inputs, const AnalysisValues& values,
                          const ProgressCallback&) {
  AnalysisResult result;
  Warnings& warnings = result.remarks.warnings;
  ScoreGroup people, model;
  if (inputs.groups.empty()) {
    check_topics(inputs, topics_of(inputs.data), topics_of(inputs.second), warnings);
    warn_of_partly_judged(inputs, warnings);
    // People may lack most topics of a run.
    people = score_runs(inputs.runs, inputs.data.scorer(inputs.measures));
    model = score_runs(inputs.runs, inputs.second.scorer(inputs.measures), result.remarks);
  } else {
    people = inputs.groups.at(0);
    model = like(inputs.groups.at(1), people, inputs.second_name);
    comparable({people});
    warn_of_constant_differences({people}, {}, {}, warnings);
    check_topics(inputs, people.topics, model.topics, warnings);
  }
  const double alpha = *values.number("alpha");
  const Correction correction = correction_of(values);
  result.report.tables = {table_of(judge_tables(), "means"),
                          table_of(judge_tables(), "differences")};
  bool has_more = false;
  for (const JudgedScores& scores : judged_scores(people, model)) {
    const JudgedMeasure found = judged(scores, alpha, correction);
    JudgesMeasureReport(found, people.runs, alpha, correction).add_to(result.report);
    has_more = has_more || scores.others.topics > 0;
  }
  result.report.text.add(
      has_more
          ? "\nλ is how far the model is relied on, 0 to 1; each difference has its own, and is "
            "not that of the means above. People and model are by these alone.\n"
          : "\nThe model judged no further topics: means and differences are those of people "
            "alone.\n");
  return result;
}

}  // namespace

Analysis judges_analysis() {
  Analysis analysis;
  analysis.name = "judges";
  analysis.summary = "runs by few judgments of people and many of a model, with intervals";
  analysis.source = "Angelopoulos, Duchi and Zrnic 2023 (PPI++), section 6; Oosterhuis et al. 2024";
  analysis.need = Need::judges;
  analysis.usage = "[--human FILE --model FILE] [options] [NAME=]RUN...";
  analysis.options = {measures_option("nDCG@20,alpha-nDCG@20,D#-nDCG@20"), alpha_option(),
                      correction_option(Correction::holm)};
  analysis.tables = judge_tables();
  analysis.measures = given_measures;
  analysis.run = run_judges;
  return analysis;
}

}  // namespace subintent::internal
