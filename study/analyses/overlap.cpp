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

const TableRecord& overlap_record() {
  using enum CellKind;
  static const TableRecord made = {
      "overlap",
      "a row per pair of runs",
      {{"run1", text, "name"},
       {"run2", text, "name"},
       {"topics", whole, "that both have"},
       {"only1", whole, "topics of run1 alone"},
       {"only2", whole, "topics of run2 alone"},
       {"rbo", number, "mean of the extrapolated overlap; none where they share no topic"},
       {"min", number, "mean of the lowest that there can be, whatever lies below the lists"},
       {"max", number, "mean of the highest"},
       {"p", number, "probability of going one rank deeper"}}};
  return made;
}

const TableRecord& overlap_topics_record() {
  using enum CellKind;
  static const TableRecord made = {"topics",
                                   "with per_topic: a row per topic and pair",
                                   {{"topic", text, "name"},
                                    {"run1", text, "name"},
                                    {"run2", text, "name"},
                                    {"rbo", number, "extrapolated"},
                                    {"min", number, "the lowest that there can be"},
                                    {"max", number, "the highest"},
                                    {"p", number, "probability of going one rank deeper"}}};
  return made;
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

// A pair of runs: the overlap of each topic that both have.
struct PairOverlap {
  std::vector<std::string_view> topics;
  std::vector<RankOverlap> overlaps;
  std::size_t only1 = 0, only2 = 0;

  PairOverlap(const Rankings& first, const Rankings& second, double p) {
    for (const auto& [topic, ranking] : first) {
      const auto other = second.find(topic);
      if (other == second.end()) continue;
      topics.push_back(topic);
      overlaps.push_back(rank_overlap(ranking, other->second, p));
    }
    only1 = first.size() - topics.size();
    only2 = second.size() - topics.size();
  }

  std::optional<double> mean(double RankOverlap::*value) const {
    if (topics.empty()) return std::nullopt;
    double sum = 0;
    for (const RankOverlap& one : overlaps) sum += one.*value;
    return sum / static_cast<double>(topics.size());
  }
};

void add_pair(const std::string& run1, const std::string& run2, const PairOverlap& pair, double p,
              Report& report, TextTable& shown) {
  const auto text_of = [](const std::optional<double>& value) {
    return value ? fraction(*value) : "-";
  };
  const auto rbo = pair.mean(&RankOverlap::extrapolated), low = pair.mean(&RankOverlap::low),
             high = pair.mean(&RankOverlap::high);
  report.tables[0].rows.push_back({run1, run2, whole(pair.topics.size()), whole(pair.only1),
                                   whole(pair.only2), known(rbo), known(low), known(high), p});
  shown.add({printable(run1), printable(run2), std::to_string(pair.topics.size()), text_of(rbo),
             text_of(low), text_of(high)});
  if (report.tables.size() == 1) return;
  for (std::size_t t = 0; t < pair.topics.size(); ++t) {
    const RankOverlap& one = pair.overlaps[t];
    report.tables[1].rows.push_back(
        {std::string(pair.topics[t]), run1, run2, one.extrapolated, one.low, one.high, p});
  }
}

AnalysisResult run_overlap(AnalysisInputs& inputs, const AnalysisValues& values,
                           const ProgressCallback&) {
  require_two_runs(inputs.runs);
  const double p = *values.number("persistence");
  std::vector<Rankings> rankings(inputs.runs.size());
  for (std::size_t r = 0; r < rankings.size(); ++r) {
    rankings[r] = rankings_of(inputs.runs[r], !values.flag("ignore_ties"));
  }
  const std::vector<RunPair> pairs = all_pairs(inputs.runs.size());
  std::vector<std::optional<PairOverlap>> found(pairs.size());
  parallel_for(pairs.size(), [&](std::size_t i) {
    found[i].emplace(rankings[pairs[i].first], rankings[pairs[i].second], p);
  });
  AnalysisResult made;
  Report& report = made.report;
  report.tables = {table_of(overlap_record())};
  if (values.flag("per_topic")) report.tables.push_back(table_of(overlap_topics_record()));
  TextTable shown(2);
  shown.add({"run 1", "run 2", "topics", "RBO", "min", "max"});
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    add_pair(inputs.runs[pairs[i].first].name, inputs.runs[pairs[i].second].name, *found[i], p,
             report, shown);
  }
  report.text.add(fmt::format(
      "Rank-biased overlap (p = {:.4g}), mean over topics, extrapolated; min and max whatever lies "
      "below the lists.\nDocuments of equal scores are tied: a mean over their orders\n\n",
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
  AnalysisOption p, untied;
  p.name = "persistence";
  p.kind = OptionKind::number;
  p.placeholder = "P";
  p.meaning = "probability of going one rank deeper";
  p.default_value = "0.9";
  p.max = 1;
  p.open_min = p.open_max = true;
  untied.name = "ignore_ties";
  untied.kind = OptionKind::flag;
  untied.meaning = "take lists in their order, whatever the scores";
  analysis.options = {p, untied, per_topic_option()};
  analysis.tables = {overlap_record(), overlap_topics_record()};
  analysis.run = run_overlap;
  return analysis;
}

}  // namespace subintent::internal
