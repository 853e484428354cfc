// How far the lists of two runs are the same, whatever is relevant.
#include <fmt/format.h>

#include "compare/analyses/analysis.h"
#include "compare/correlation.h"

namespace subintent::internal {
namespace {

[[gnu::cold]] std::vector<TableRecord> overlap_tables() {
  using enum CellKind;
  return {
      {"overlap",
       "a row per pair of runs",
       {{"run1", text, "name"},
        {"run2", text, "name"},
        {"topics", whole, "that both have"},
        {"only1", whole, "topics of run1 alone"},
        {"only2", whole, "topics of run2 alone"},
        {"rbo", number, "mean of the extrapolated overlap; none where they share no topic"},
        {"min", number, "mean of the lowest that there can be, whatever lies below the lists"},
        {"max", number, "mean of the highest"},
        {"p", number, "probability of going one rank deeper"},
        {"jaccard", number,
         "documents that both have in their first K, over those that any of them has there; mean"},
        {"tau", number, "Kendall's tau_b of the documents that both have; mean where there is one"},
        {"first", number, "share of topics with the same first document"},
        {"cutoff", whole, "K"}}},
      {"runs",
       "a row per run",
       {{"run", text, "name"},
        {"topics", whole, "that it has"},
        {"documents", number, "in its first K, mean over these topics"},
        {"alone", number, "of them those that no other run has in its first K"},
        {"share", number, "of those among the documents, mean over the topics"},
        {"cutoff", whole, "K"}}},
      {"topics",
       "with per_topic: a row per topic and pair",
       {{"topic", text, "name"},
        {"run1", text, "name"},
        {"run2", text, "name"},
        {"rbo", number, "extrapolated"},
        {"min", number, "the lowest that there can be"},
        {"max", number, "the highest"},
        {"p", number, "probability of going one rank deeper"},
        {"jaccard", number, "of the first K documents"},
        {"tau", number, "Kendall's tau_b of the documents of both"},
        {"first", whole, "1: the same first document; else 0"},
        {"cutoff", whole, "K"}}}};
}

// Documents of equal scores are tied, in the order of the scores. A list without scores has no
// ties.
TiedRanking tied(const RankedList& list) {
  TiedRanking ranking;
  if (list.scores.empty()) {
    ranking.items = list.docnos;
    for (std::size_t i = 1; i <= list.docnos.size(); ++i) ranking.group_ends.push_back(i);
    return ranking;
  }
  const auto order = ordered(list.docnos.size(), [&](std::size_t i) { return -list.scores[i]; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    ranking.items.push_back(list.docnos[order[i]]);
    if (i + 1 == order.size() || list.scores[order[i]] != list.scores[order[i + 1]])
      ranking.group_ends.push_back(i + 1);
  }
  return ranking;
}

// Documents in the order of their bytes, each with the number of its group of ties.
using GroupsByDocument = std::vector<std::pair<std::string_view, std::uint32_t>>;

GroupsByDocument groups_of(const TiedRanking& ranking) {
  GroupsByDocument groups;
  std::uint32_t group = 0;
  for (std::size_t i = 0; i < ranking.items.size(); ++i) {
    if (i == ranking.group_ends[group]) ++group;
    groups.emplace_back(ranking.items[i], group);
  }
  std::ranges::sort(groups);
  return groups;
}

// A list as RBO sees it, and its first documents in the order of the run.
struct SeenOverlapList {
  TiedRanking tied;
  GroupsByDocument groups;
  std::set<std::string_view> top;
  std::string_view first;
};

using Rankings = std::map<std::string_view, SeenOverlapList, LabelLess>;  // by topic

Rankings rankings_of(const Run& run, bool by_score, std::size_t cutoff) {
  Rankings rankings;
  for (const RankedList& list : run.topics) {
    if (list.docnos.empty()) continue;
    const auto end =
        list.docnos.begin() + static_cast<std::ptrdiff_t>(std::min(cutoff, list.docnos.size()));
    RankedList seen = list;
    if (!by_score) seen.scores.clear();
    TiedRanking ranking = tied(seen);
    GroupsByDocument groups = groups_of(ranking);
    rankings.emplace(
        list.topic,
        SeenOverlapList{
            std::move(ranking), std::move(groups), {list.docnos.begin(), end}, list.docnos[0]});
  }
  return rankings;
}

std::optional<double> tau_of_common(const GroupsByDocument& first, const GroupsByDocument& second) {
  std::vector<std::uint32_t> ranks1, ranks2;
  auto other = second.begin();
  for (const auto& [docno, group] : first) {
    while (other != second.end() && other->first < docno) ++other;
    if (other == second.end() || other->first != docno) continue;
    ranks1.push_back(group);
    ranks2.push_back(other->second);
  }
  return kendall_tau_b(ranks1, ranks2);
}

struct TopicOverlap : RankOverlap {
  std::string_view topic;
  double jaccard = 0;
  std::optional<double> tau;
  double same_first = 0;  // 1 or 0
};

TopicOverlap overlap_of(std::string_view topic, const SeenOverlapList& a, const SeenOverlapList& b,
                        double p) {
  const auto common = static_cast<double>(
      std::ranges::count_if(a.top, [&](std::string_view docno) { return b.top.contains(docno); }));
  return {rank_overlap(a.tied, b.tied, p), topic,
          common / (static_cast<double>(a.top.size() + b.top.size()) - common),
          tau_of_common(a.groups, b.groups), a.first == b.first ? 1.0 : 0.0};
}

// A pair of runs: the overlap of each topic that both have.
struct PairOverlap {
  std::vector<TopicOverlap> topics;
  std::size_t only1 = 0, only2 = 0;

  PairOverlap(const Rankings& first, const Rankings& second, double p) {
    for (const auto& [topic, list] : first) {
      const auto other = second.find(topic);
      if (other != second.end()) topics.push_back(overlap_of(topic, list, other->second, p));
    }
    only1 = first.size() - topics.size();
    only2 = second.size() - topics.size();
  }

  // The mean over the topics that have the value.
  template <typename Member>
  std::optional<double> mean(Member member) const {
    double sum = 0, count = 0;
    for (const TopicOverlap& topic : topics) {
      const std::optional<double> value = std::invoke(member, topic);
      sum += value.value_or(0);
      count += value ? 1 : 0;
    }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
  }
};

void add_pair(const std::string& run1, const std::string& run2, const PairOverlap& pair, double p,
              std::size_t cutoff, Report& report, TextTable& shown) {
  const std::optional<double> means[] = {
      pair.mean(&TopicOverlap::extrapolated), pair.mean(&TopicOverlap::low),
      pair.mean(&TopicOverlap::high),         pair.mean(&TopicOverlap::jaccard),
      pair.mean(&TopicOverlap::tau),          pair.mean(&TopicOverlap::same_first)};
  const auto& [rbo, low, high, jaccard, tau, first] = means;
  add_row(report.tables[0], run1, run2, pair.topics.size(), pair.only1, pair.only2, rbo, low, high,
          p, jaccard, tau, first, cutoff);
  std::vector<std::string> cells = {printable(run1), printable(run2),
                                    std::to_string(pair.topics.size())};
  for (const auto& mean : means) cells.push_back(fraction_or_dash(mean));
  shown.add(std::move(cells));
  if (report.tables.size() == 2) return;
  for (const TopicOverlap& one : pair.topics) {
    add_row(report.tables[2], one.topic, run1, run2, one.extrapolated, one.low, one.high, p,
            one.jaccard, one.tau, static_cast<std::int64_t>(one.same_first), cutoff);
  }
}

// By topic: how many runs have a document in their first K.
using RunsByDocument =
    std::map<std::string_view, std::map<std::string_view, std::size_t>, LabelLess>;

RunsByDocument runs_by_document(std::span<const Rankings> runs) {
  RunsByDocument counts;
  for (const Rankings& run : runs) {
    for (const auto& [topic, list] : run)
      for (const std::string_view docno : list.top) ++counts[topic][docno];
  }
  return counts;
}

// The documents that only this run has in its first K.
void add_run(const Rankings& run, const RunsByDocument& all, const std::string& name,
             std::size_t cutoff, Report& report, TextTable& shown) {
  double documents = 0, alone = 0, shares = 0;
  for (const auto& [topic, list] : run) {
    const auto& runs_of = all.at(topic);
    const auto is_alone = [&](std::string_view docno) { return runs_of.at(docno) == 1; };
    const auto count = static_cast<double>(std::ranges::count_if(list.top, is_alone));
    documents += static_cast<double>(list.top.size());
    alone += count;
    shares += count / static_cast<double>(list.top.size());
  }
  const auto topics = static_cast<double>(std::max<std::size_t>(run.size(), 1));
  add_row(report.tables[1], name, run.size(), documents / topics, alone / topics, shares / topics,
          cutoff);
  shown.add({printable(name), std::to_string(run.size()), fmt::format("{:.2f}", documents / topics),
             fmt::format("{:.2f}", alone / topics), fraction(shares / topics)});
}

AnalysisResult run_overlap(AnalysisInputs& inputs, const AnalysisValues& values,
                           const ProgressCallback&) {
  require_two_runs(inputs.runs);
  const double p = *values.number("persistence");
  const auto cutoff = static_cast<std::size_t>(*values.whole("cutoff"));
  std::vector<Rankings> rankings(inputs.runs.size());
  for (std::size_t r = 0; r < rankings.size(); ++r)
    rankings[r] = rankings_of(inputs.runs[r], !values.flag("ignore_ties"), cutoff);
  const std::vector<RunPair> pairs = all_pairs(inputs.runs.size());
  std::vector<std::optional<PairOverlap>> found(pairs.size());
  parallel_for(pairs.size(), [&](std::size_t i) {
    found[i].emplace(rankings[pairs[i].first], rankings[pairs[i].second], p);
  });
  AnalysisResult result;
  Report& report = result.report;
  report.tables = {table_of(overlap_tables(), "overlap"), table_of(overlap_tables(), "runs")};
  if (values.flag("per_topic")) report.tables.push_back(table_of(overlap_tables(), "topics"));
  TextTable shown(2), alone(1);
  shown.add({"run 1", "run 2", "topics", "RBO", "min", "max", fmt::format("Jaccard@{}", cutoff),
             "τ_b", "same first"});
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    add_pair(inputs.runs[pairs[i].first].name, inputs.runs[pairs[i].second].name, *found[i], p,
             cutoff, report, shown);
  }
  alone.add({"run", "topics", "documents", "alone", "share"});
  const RunsByDocument all = runs_by_document(rankings);
  for (std::size_t r = 0; r < rankings.size(); ++r)
    add_run(rankings[r], all, inputs.runs[r].name, cutoff, report, alone);
  report.text.add(
      fmt::format("Rank-biased overlap (p = {:.4g}), mean over topics, extrapolated; min and max "
                  "whatever lies "
                  "below the lists.\nDocuments of equal scores are tied: a mean over their orders. "
                  "τ_b: of the "
                  "documents "
                  "that both have.\n\n",
                  p),
      std::move(shown),
      fmt::format("\nOf the first {} documents those that no other run has there\n\n", cutoff),
      std::move(alone));
  return result;
}

}  // namespace

Analysis overlap_analysis() {
  Analysis analysis;
  analysis.name = "overlap";
  analysis.summary =
      "how far the lists of runs are the same: rank-biased overlap, Jaccard, tau, documents of one "
      "run alone";
  analysis.source = "Webber et al. 2010; Corsi and Urbano 2024, sections 3 to 5";
  analysis.need = Need::lists;
  analysis.usage = "[NAME=]RUN...";
  const AnalysisOption p =
      record_option("persistence", OptionKind::number, "P", "probability of going one rank deeper",
                    "0.9", {0, 1, true, true});
  const AnalysisOption untied =
      flag_option("ignore_ties", "take lists in their order, whatever the scores");
  AnalysisOption cutoff = cutoff_option("10", 1'000'000);
  cutoff.meaning = "documents of a list that Jaccard and those of one run alone look at";
  analysis.options = {p, untied, cutoff, per_topic_option()};
  analysis.tables = overlap_tables();
  analysis.run = run_overlap;
  return analysis;
}

}  // namespace subintent::internal
