// How far the lists of two runs are the same, whatever is relevant.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/parallel.h"
#include "base/strings.h"
#include "compare/rank_overlap.h"
#include "study/analyses/analysis.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

const TableRecord& record() {
  using enum CellKind;
  static const TableRecord made = {
      "overlap",
      "a row per pair of runs and way to see ties",
      {{"run1", text, "name"},
       {"run2", text, "name"},
       {"topics", whole, "that both have"},
       {"only1", whole, "topics of run1 alone"},
       {"only2", whole, "topics of run2 alone"},
       {"ties", text, "a, b or w"},
       {"rbo", number, "mean of the extrapolated overlap; none where they share no topic"},
       {"min", number, "mean of the lowest that there can be, whatever lies below the lists"},
       {"max", number, "mean of the highest"},
       {"p", number, "probability of going one rank deeper"}}};
  return made;
}

const TableRecord& topics_record() {
  using enum CellKind;
  static const TableRecord made = {"topics",
                                   "with per_topic: a row per topic, pair and way to see ties",
                                   {{"topic", text, "name"},
                                    {"run1", text, "name"},
                                    {"run2", text, "name"},
                                    {"ties", text, "a, b or w"},
                                    {"rbo", number, "extrapolated"},
                                    {"min", number, "the lowest that there can be"},
                                    {"max", number, "the highest"},
                                    {"p", number, "probability of going one rank deeper"}}};
  return made;
}

constexpr std::pair<std::string_view, OverlapTies> tie_names[] = {
    {"a", OverlapTies::average}, {"b", OverlapTies::corrected}, {"w", OverlapTies::equal}};

OverlapTies ties_named(const std::string& name) {
  return std::ranges::find(tie_names, name, [](const auto& one) { return one.first; })->second;
}

// Documents of equal scores are tied, in the order of the scores. A list without scores has no
// ties.
TiedRanking tied(const RankedList& list) {
  TiedRanking made;
  if (list.scores.empty()) {
    made.items = list.docnos;
    for (std::size_t i = 1; i <= list.docnos.size(); ++i) made.group_ends.push_back(i);
    return made;
  }
  std::vector<std::size_t> order(list.docnos.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return list.scores[i]; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    made.items.push_back(list.docnos[order[i]]);
    if (i + 1 == order.size() || list.scores[order[i]] != list.scores[order[i + 1]]) {
      made.group_ends.push_back(i + 1);
    }
  }
  return made;
}

using Rankings = std::map<std::string_view, TiedRanking, LabelLess>;  // by topic

Rankings rankings_of(const Run& run, bool by_score) {
  Rankings made;
  for (const RankedList& list : run.topics) {
    if (list.docnos.empty()) continue;
    RankedList seen = list;
    if (!by_score) seen.scores.clear();
    made.emplace(list.topic, tied(seen));
  }
  return made;
}

struct Setting {
  std::string name;
  OverlapTies ties;
};

// A pair of runs: by setting the overlap of each topic that both have.
struct PairOverlap {
  std::vector<std::string_view> topics;
  std::vector<std::vector<RankOverlap>> by_setting;
  std::size_t only1 = 0, only2 = 0;

  PairOverlap(const Rankings& first, const Rankings& second, double p,
              const std::vector<Setting>& settings)
      : by_setting(settings.size()) {
    for (const auto& [topic, ranking] : first) {
      const auto other = second.find(topic);
      if (other == second.end()) continue;
      topics.push_back(topic);
      for (std::size_t i = 0; i < settings.size(); ++i) {
        by_setting[i].push_back(rank_overlap(ranking, other->second, p, settings[i].ties));
      }
    }
    only1 = first.size() - topics.size();
    only2 = second.size() - topics.size();
  }

  std::optional<double> mean(std::size_t setting, double RankOverlap::*value) const {
    if (topics.empty()) return std::nullopt;
    double sum = 0;
    for (const RankOverlap& one : by_setting[setting]) sum += one.*value;
    return sum / static_cast<double>(topics.size());
  }
};

void add_pair(const std::string& run1, const std::string& run2, const PairOverlap& pair, double p,
              const std::vector<Setting>& settings, Report& report, TextTable& shown) {
  const auto text_of = [](const std::optional<double>& value) {
    return value ? fraction(*value) : "-";
  };
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const auto rbo = pair.mean(i, &RankOverlap::extrapolated),
               low = pair.mean(i, &RankOverlap::low), high = pair.mean(i, &RankOverlap::high);
    report.tables[0].rows.push_back({run1, run2, whole(pair.topics.size()), whole(pair.only1),
                                     whole(pair.only2), settings[i].name, known(rbo), known(low),
                                     known(high), p});
    shown.add({printable(run1), printable(run2), settings[i].name,
               std::to_string(pair.topics.size()), text_of(rbo), text_of(low), text_of(high)});
    if (report.tables.size() == 1) continue;
    for (std::size_t t = 0; t < pair.topics.size(); ++t) {
      const RankOverlap& one = pair.by_setting[i][t];
      report.tables[1].rows.push_back({std::string(pair.topics[t]), run1, run2, settings[i].name,
                                       one.extrapolated, one.low, one.high, p});
    }
  }
}

AnalysisResult run(AnalysisInputs& inputs, const AnalysisValues& values, const ProgressCallback&) {
  require_two_runs(inputs.runs);
  const double p = *values.number("persistence");
  std::vector<Setting> settings;
  for (const std::string& name : values.texts("rbo_ties"))
    settings.push_back({name, ties_named(name)});
  std::vector<Rankings> rankings(inputs.runs.size());
  for (std::size_t r = 0; r < rankings.size(); ++r) {
    rankings[r] = rankings_of(inputs.runs[r], !values.flag("ignore_ties"));
  }
  const std::vector<RunPair> pairs = all_pairs(inputs.runs.size());
  std::vector<std::optional<PairOverlap>> found(pairs.size());
  parallel_for(pairs.size(), [&](std::size_t i) {
    found[i].emplace(rankings[pairs[i].first], rankings[pairs[i].second], p, settings);
  });
  AnalysisResult made;
  Report& report = made.report;
  report.tables = {table_of(record())};
  if (values.flag("per_topic")) report.tables.push_back(table_of(topics_record()));
  TextTable shown(3);
  shown.add({"run 1", "run 2", "ties", "topics", "RBO", "min", "max"});
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    add_pair(inputs.runs[pairs[i].first].name, inputs.runs[pairs[i].second].name, *found[i], p,
             settings, report, shown);
  }
  report.text.add(fmt::format(
      "Rank-biased overlap (p = {:.4g}), mean over topics, extrapolated; min and max whatever lies "
      "below the lists.\nDocuments of equal scores are tied: a mean over their orders, b corrected "
      "for ties, w equally good\n\n",
      p));
  report.text.add(std::move(shown));
  return made;
}

}  // namespace

Analysis overlap_analysis() {
  Analysis analysis;
  analysis.name = "overlap";
  analysis.summary = "how far the lists of two runs are the same: rank-biased overlap, with ties";
  analysis.source = "Webber et al. 2010; Corsi and Urbano 2024, sections 3 to 5";
  analysis.need = Need::lists;
  analysis.usage = "[NAME=]RUN...";
  AnalysisOption p, ties, untied;
  p.name = "persistence";
  p.kind = OptionKind::number;
  p.placeholder = "P";
  p.meaning = "probability of going one rank deeper";
  p.default_value = "0.9";
  p.max = 1;
  p.open_min = p.open_max = true;
  ties.name = "rbo_ties";
  ties.kind = OptionKind::choices;
  ties.placeholder = "a,b,w";
  ties.meaning = "ties: an unknown order (a), the same with a correction (b), equality (w)";
  ties.default_value = "a,b,w";
  ties.choices = {"a", "b", "w"};
  untied.name = "ignore_ties";
  untied.kind = OptionKind::flag;
  untied.meaning = "take lists in their order, whatever the scores";
  analysis.options = {p, ties, untied, per_topic_option()};
  analysis.tables = {record(), topics_record()};
  analysis.run = run;
  return analysis;
}

}  // namespace subintent::internal
