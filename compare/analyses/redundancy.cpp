// Shows what documents of a list add to those above them.
#include <fmt/format.h>

#include "compare/analyses/analysis.h"

namespace subintent::internal {
namespace {

TableRecord runs_record() {
  using enum CellKind;
  return {
      "runs",
      "a row per run",
      {{"run", text, "name"},
       {"topics", whole, "judged"},
       {"new", number, "nuggets that the first K documents cover, mean over topics"},
       {"redundant", number,
        "documents of the first K that hold nuggets, and all of them are above; mean over topics"},
       {"first_redundant", number,
        "rank of the first such document, mean over topics that have one"},
       {"topics_with_redundant", whole, "that have one"}}};
}

TableRecord ranks_record() {
  using enum CellKind;
  return {"ranks",
          "a row per run and rank",
          {{"run", text, "name"},
           {"rank", whole, "from 1"},
           {"new", number, "nuggets that no document above holds, mean over topics"},
           {"known", number, "nuggets that one above holds, too, mean over topics"},
           {"redundant", number, "share of topics whose document holds known nuggets only"},
           {"without", number, "share of topics whose document holds no nugget, or is not there"}}};
}

struct AtRank {
  std::size_t fresh = 0, known = 0;  // nuggets
};

// The ranks of a list, down to the cutoff.
std::vector<AtRank> ranks_of(const TopicQrels& judged, const RankedList* list, std::size_t cutoff,
                             std::int32_t least_grade) {
  std::vector<AtRank> ranks(cutoff);
  if (list == nullptr) return ranks;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> nuggets;
  for (const Judgment& judgment : judged.judgments) {
    if (judgment.grade < least_grade) continue;
    nuggets[judged.docnos[judgment.document]].push_back(judgment.intent);
  }
  std::set<std::uint32_t> covered;
  for (std::size_t i = 0; i < std::min(cutoff, list->docnos.size()); ++i) {
    const auto found = nuggets.find(list->docnos[i]);
    if (found == nuggets.end()) continue;
    for (const std::uint32_t nugget : found->second) {
      covered.insert(nugget).second ? ++ranks[i].fresh : ++ranks[i].known;
    }
  }
  return ranks;
}

struct RunRedundancy {
  std::string run;
  std::vector<std::vector<AtRank>> topics;  // by rank
  double fresh = 0, redundant = 0;          // sums over topics
  double first = 0;                         // sum over topics that have one
  std::size_t with_redundant = 0;
};

RunRedundancy redundancy_of(const Run& run, const Qrels& qrels, std::size_t cutoff,
                            std::int32_t least_grade) {
  RunRedundancy made;
  made.run = run.name;
  for (const TopicQrels& judged : qrels.topics()) {
    const auto at = std::ranges::find_if(run.topics, [&](const RankedList& list) {
      return list.topic == judged.topic || topic_number(list.topic) == judged.topic;
    });
    const RankedList* const list = at == run.topics.end() ? nullptr : &*at;
    const std::vector<AtRank>& ranks =
        made.topics.emplace_back(ranks_of(judged, list, cutoff, least_grade));
    std::size_t first = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      made.fresh += static_cast<double>(ranks[i].fresh);
      if (ranks[i].fresh > 0 || ranks[i].known == 0) continue;
      made.redundant += 1;
      if (first == 0) first = i + 1;
    }
    made.first += static_cast<double>(first);
    made.with_redundant += first > 0 ? 1 : 0;
  }
  return made;
}

void add(const RunRedundancy& run, std::size_t cutoff, DataTable& runs, DataTable& ranks,
         TextTable& text) {
  const auto n = static_cast<double>(run.topics.size());
  const auto with = static_cast<double>(run.with_redundant);
  runs.rows.push_back({run.run, whole(run.topics.size()), run.fresh / n, run.redundant / n,
                       run.with_redundant > 0 ? Cell(run.first / with) : Cell(),
                       whole(run.with_redundant)});
  text.add({printable(run.run), fmt::format("{:.2f}", run.fresh / n),
            fmt::format("{:.2f}", run.redundant / n),
            run.with_redundant > 0 ? fmt::format("{:.1f}", run.first / with) : "-",
            fmt::format("{} of {}", run.with_redundant, run.topics.size())});
  for (std::size_t i = 0; i < cutoff; ++i) {
    double fresh = 0, known = 0, redundant = 0, without = 0;
    for (const std::vector<AtRank>& topic : run.topics) {
      fresh += static_cast<double>(topic[i].fresh);
      known += static_cast<double>(topic[i].known);
      redundant += topic[i].fresh == 0 && topic[i].known > 0 ? 1 : 0;
      without += topic[i].fresh + topic[i].known == 0 ? 1 : 0;
    }
    ranks.rows.push_back({run.run, whole(i + 1), fresh / n, known / n, redundant / n, without / n});
  }
}

AnalysisResult run_redundancy(AnalysisInputs& inputs, const AnalysisValues& values,
                              const ProgressCallback&) {
  AnalysisResult made;
  made.remarks = checked_runs(inputs);
  const std::size_t cutoff = *values.whole("cutoff");
  const auto least_grade = static_cast<std::int32_t>(*values.whole("rel"));
  DataTable runs = table_of(runs_record()), ranks = table_of(ranks_record());
  TextTable text(1);
  text.add({"run", "new", "redundant", "first at", "topics"});
  LineChart chart;
  chart.title = "New nuggets by rank";
  chart.description = "Nuggets that no document above holds, mean over topics";
  chart.x_label = "rank";
  chart.y_label = "new nuggets";
  chart.x_min = 1;
  chart.x_max = static_cast<double>(std::max<std::size_t>(cutoff, 2));
  chart.y_max = 0;
  for (const Run& list : inputs.runs) {
    const std::size_t first = ranks.rows.size();
    add(redundancy_of(list, inputs.data.judgments->diversity, cutoff, least_grade), cutoff, runs,
        ranks, text);
    ChartLine& line = chart.lines.emplace_back(ChartLine{list.name, {}});
    for (std::size_t i = first; i < ranks.rows.size(); ++i) {
      const double fresh = std::get<double>(ranks.rows[i][2]);
      line.points.emplace_back(static_cast<double>(i - first + 1), fresh);
      chart.y_max = std::max(chart.y_max, fresh);
    }
  }
  if (chart.y_max == 0) chart.y_max = 1;
  made.report.text.add(
      fmt::format("The first {} documents, mean over topics: new nuggets; documents that hold "
                  "nuggets, all of "
                  "which\nare above; the rank of the first such document, in so many topics\n\n",
                  cutoff),
      std::move(text));
  made.report.tables = {std::move(runs), std::move(ranks)};
  if (inputs.draws) made.chart = std::move(chart);
  return made;
}

}  // namespace

Analysis redundancy_analysis() {
  Analysis analysis;
  analysis.name = "redundancy";
  analysis.command = "explain";
  analysis.summary = "what each rank of a list adds to the nuggets above it";
  analysis.source = "new nuggets by rank";
  analysis.need = Need::runs;
  analysis.usage = "[NAME=]RUN...";
  analysis.about_inputs = "ranked lists of documents";
  analysis.example = "explain redundancy --qrels nuggets.jsonl runs/*";
  analysis.options = {cutoff_option("10", 1000), nugget_grade_option()};
  analysis.tables = {runs_record(), ranks_record()};
  analysis.draws = true;
  analysis.compares_runs = false;
  analysis.measures = covered_nuggets;
  analysis.run = run_redundancy;
  return analysis;
}

}  // namespace subintent::internal
