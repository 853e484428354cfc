// Which of two runs users prefer, by the ranks of relevant documents and no measure.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "collection/judged_topics.h"
#include "compare/recall_preference.h"
#include "compare/topic_bootstrap.h"
#include "study/analyses/analysis.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

const TableRecord& record() {
  using enum CellKind;
  static const TableRecord made = {
      "recall_preferences",
      "a row per preference and pair of runs",
      {{"preference", text, "RPP, invRPP, dcgRPP, lexirecall, lexiprecision or rrlexiprecision"},
       {"run1", text, "name"},
       {"run2", text, "name"},
       {"topics", whole, "with a relevant document"},
       {"mean", number, "over these, from -1 (all users prefer run2) to 1 (run1)"},
       {"low", number, "of its interval over topics"},
       {"high", number, "of its interval over topics"},
       {"wins", whole, "topics above 0"},
       {"losses", whole, "topics below 0"},
       {"ties", whole, "topics at 0"},
       {"alpha", number, "intervals have confidence 1 - alpha"},
       {"trials", whole, "of the bootstrap"},
       {"seed", whole, "of the bootstrap"}}};
  return made;
}

// The ranks of the relevant documents of a run, by topic.
using TopicRanks = std::vector<std::vector<std::size_t>>;

struct RelevantTopics {
  JudgedTopics names;
  std::vector<std::vector<std::string_view>> relevant;  // sorted by bytes
};

RelevantTopics relevant_topics(const Qrels& qrels) {
  RelevantTopics made;
  for (const TopicQrels& topic : qrels.topics()) {
    auto docnos = relevant_docnos(topic);
    if (docnos.empty()) continue;
    made.names.add(topic.topic);
    made.relevant.push_back(std::move(docnos));
  }
  return made;
}

// A topic that the run lacks has no ranks.
TopicRanks ranks_of(const Run& run, const RelevantTopics& topics) {
  TopicRanks ranks(topics.relevant.size());
  const auto topic_of = topics.names.find_all(run.topic_names(), run.file);
  for (std::size_t i = 0; i < topic_of.size(); ++i) {
    if (topic_of[i] == JudgedTopics::none) continue;
    const auto& docnos = run.topics[i].docnos;
    for (std::size_t rank = 1; rank <= docnos.size(); ++rank) {
      if (std::ranges::binary_search(topics.relevant[topic_of[i]], docnos[rank - 1])) {
        ranks[topic_of[i]].push_back(rank);
      }
    }
  }
  return ranks;
}

// The preferences of a pair of runs by topic.
std::vector<double> preferences(const RecallPreference& preference, const RelevantTopics& topics,
                                const TopicRanks& first, const TopicRanks& second) {
  std::vector<double> values;
  for (std::size_t t = 0; t < topics.relevant.size(); ++t) {
    const std::size_t relevant = topics.relevant[t].size();
    values.push_back(preference.of({first[t], relevant}, {second[t], relevant}));
  }
  return values;
}

std::optional<double> weighted_mean(const std::vector<double>& values,
                                    std::span<const std::uint32_t> counts) {
  double sum = 0, count = 0;
  for (std::size_t t = 0; t < values.size(); ++t) {
    sum += counts[t] * values[t];
    count += counts[t];
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

class PreferenceTables {
 public:
  explicit PreferenceTables(const BootstrapSettings& bootstrap) : bootstrap_(bootstrap) {
    report_.tables.push_back(table_of(record()));
    shown_.add({"preference", "run 1", "run 2", "mean",
                fmt::format("{:.4g}% interval", 100 * (1 - bootstrap.alpha)), "wins", "losses",
                "ties"});
  }

  void add(const RecallPreference& preference, const Run& first, const Run& second,
           const std::vector<double>& values) {
    const auto mean = [&](std::span<const std::uint32_t> counts) {
      return weighted_mean(values, counts);
    };
    const auto all = mean(std::vector<std::uint32_t>(values.size(), 1));
    const auto interval = topic_interval(values.size(), bootstrap_, mean);
    const auto wins = std::ranges::count_if(values, [](double value) { return value > 0; });
    const auto losses = std::ranges::count_if(values, [](double value) { return value < 0; });
    const auto ties = std::ssize(values) - wins - losses;
    report_.tables[0].rows.push_back(
        {std::string(preference.name), first.name, second.name, whole(values.size()), known(all),
         known(interval ? std::optional(interval->low) : std::nullopt),
         known(interval ? std::optional(interval->high) : std::nullopt), std::int64_t{wins},
         std::int64_t{losses}, std::int64_t{ties}, bootstrap_.alpha, whole(bootstrap_.trials),
         whole(bootstrap_.seed)});
    shown_.add({std::string(preference.name), printable(first.name), printable(second.name),
                all ? fraction(*all) : "-",
                interval ? fraction(interval->low) + " " + fraction(interval->high) : "-",
                std::to_string(wins), std::to_string(losses), std::to_string(ties)});
  }

  Report made(std::size_t topics) {
    report_.text.add(fmt::format(
        "Preferences by the ranks of relevant documents, mean over {} with relevant documents:\n1 "
        "where all users prefer run 1, -1 where all prefer run 2;\nintervals by the bootstrap over "
        "topics (B = {}, seed {})\n\n",
        count_of(topics, "topic"), bootstrap_.trials, bootstrap_.seed));
    report_.text.add(std::move(shown_));
    return std::move(report_);
  }

 private:
  BootstrapSettings bootstrap_;
  Report report_;
  TextTable shown_{3};
};

AnalysisResult run(AnalysisInputs& inputs, const AnalysisValues& values, const ProgressCallback&) {
  AnalysisResult made;
  made.remarks = checked_runs(inputs);
  require_two_runs(inputs.runs);
  const RelevantTopics topics = relevant_topics(inputs.data.judgments->adhoc);
  std::vector<TopicRanks> ranks(inputs.runs.size());
  parallel_for(ranks.size(), [&](std::size_t r) { ranks[r] = ranks_of(inputs.runs[r], topics); });
  PreferenceTables tables({values.whole("trials").value_or(BootstrapSettings().trials),
                           *values.whole("seed"), *values.number("alpha")});
  for (const std::string& name : values.texts("kinds")) {
    const RecallPreference& preference =
        *std::ranges::find(recall_preferences(), name, &RecallPreference::name);
    for (const RunPair pair : all_pairs(inputs.runs.size())) {
      tables.add(preference, inputs.runs[pair.first], inputs.runs[pair.second],
                 preferences(preference, topics, ranks[pair.first], ranks[pair.second]));
    }
  }
  made.report = tables.made(topics.relevant.size());
  return made;
}

}  // namespace

Analysis recall_analysis() {
  Analysis analysis;
  analysis.name = "recall";
  analysis.summary = "which of two runs users prefer at all levels of recall, without a measure";
  analysis.source = "Diaz and Ferraro 2022; Diaz 2023; Diaz, Ekstrand and Mitra 2025";
  analysis.need = Need::runs;
  analysis.usage = "[NAME=]RUN...";
  AnalysisOption preference;
  preference.name = "kinds";
  preference.kind = OptionKind::choices;
  preference.placeholder = "KIND,...";
  preference.default_value = "RPP,lexirecall,lexiprecision";
  preference.meaning = "RPP, invRPP, dcgRPP, lexirecall, lexiprecision, rrlexiprecision";
  for (const RecallPreference& one : recall_preferences()) {
    preference.choices.emplace_back(one.name);
  }
  analysis.options = {preference, alpha_option(), trials_option(), seed_option()};
  analysis.tables = {record()};
  analysis.resamples = true;
  analysis.measures = [](const AnalysisValues&, MeasureContext) { return std::vector<Measure>(); };
  analysis.run = run;
  return analysis;
}

}  // namespace subintent::internal
