// Shows what documents of a list add to those above them.
#include <fmt/format.h>

#include <set>
#include <unordered_map>

#include "compare/analyses/analysis.h"
#include "report/captions.h"
#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

[[gnu::cold]] std::vector<TableRecord> redundancy_tables() {
  using enum CellKind;
  return {
      {"runs",
       "a row per run",
       {{"run", text, "name"},
        {"topics", whole, "judged"},
        {"new", number,
         "nuggets that the first K documents cover, or by similarity documents like none above "
         "them; mean over topics"},
        {"redundant", number,
         "documents of the first K that hold nuggets, and all of them are above, or that repeat a "
         "document above; mean over topics"},
        {"first_redundant", number,
         "rank of the first such document, mean over topics that have one"},
        {"topics_with_redundant", whole, "that have one"}}},
      {"ranks",
       "a row per run and rank",
       {{"run", text, "name"},
        {"rank", whole, "from 1"},
        {"new", number, "nuggets that no document above holds, mean over topics"},
        {"known", number, "nuggets that one above holds, too, mean over topics"},
        {"redundant", number, "share of topics whose document holds known nuggets only"},
        {"without", number, "share of topics whose document holds no nugget, or is not there"}}},
      {"repeats",
       "a row per document that repeats one above it; by similarity alone",
       {{"run", text, "name"},
        {"topic", text, "name"},
        {"rank", whole, "of the document"},
        {"docno", text, "the document"},
        {"above", whole, "rank of the most similar document above it"},
        {"above_docno", text, "that document"},
        {"similarity", number, "of the two"}}}};
}

// Counts nuggets of a document. By similarity: itself if it is like none above it, else those that
// it is like.
struct AtRank {
  std::size_t fresh = 0, known = 0;
};

using RanksOf = std::function<std::vector<AtRank>(const TopicQrels& topic, const RankedList* list)>;

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
    for (const std::uint32_t nugget : found->second)
      covered.insert(nugget).second ? ++ranks[i].fresh : ++ranks[i].known;
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

RunRedundancy redundancy_of(const Run& run, const Qrels& qrels, const RanksOf& ranks_of) {
  RunRedundancy redundancy;
  redundancy.run = run.name;
  for (const TopicQrels& judged : qrels.topics()) {
    const std::vector<AtRank>& ranks =
        redundancy.topics.emplace_back(ranks_of(judged, list_of(run, judged.topic)));
    std::size_t first = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      redundancy.fresh += static_cast<double>(ranks[i].fresh);
      if (ranks[i].fresh > 0 || ranks[i].known == 0) continue;
      redundancy.redundant += 1;
      if (first == 0) first = i + 1;
    }
    redundancy.first += static_cast<double>(first);
    redundancy.with_redundant += first > 0 ? 1 : 0;
  }
  return redundancy;
}

void add(const RunRedundancy& run, std::size_t cutoff, DataTable& runs, DataTable& ranks,
         TextTable& text) {
  const auto n = static_cast<double>(run.topics.size());
  const auto with = static_cast<double>(run.with_redundant);
  add_row(runs, run.run, run.topics.size(), run.fresh / n, run.redundant / n,
          run.with_redundant > 0 ? Cell(run.first / with) : Cell(), run.with_redundant);
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
    add_row(ranks, run.run, i + 1, fresh / n, known / n, redundant / n, without / n);
  }
}

// The same by the similarity of documents, `least` that of near-duplicates but for rounding. Adds a
// row for each document that repeats one above it.
std::vector<AtRank> ranks_of(const RankedList* list, std::size_t cutoff,
                             const DocumentSimilarity& similarity, double least,
                             const std::string& run, DataTable& repeats) {
  std::vector<AtRank> ranks(cutoff);
  if (list == nullptr) return ranks;
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < std::min(cutoff, list->docnos.size()); ++i) {
    numbers.push_back(similarity.find(list->docnos[i]));
    if (is_zero(similarity, numbers[i])) numbers[i] = DocumentSimilarity::missing;
    if (numbers[i] == DocumentSimilarity::missing) continue;
    std::pair<double, std::size_t> closest(-2, 0);  // similarity and place
    for (std::size_t j = 0; j < i; ++j) {
      if (numbers[j] == DocumentSimilarity::missing) continue;
      const double found = similarity.similarity(numbers[j], numbers[i]);
      if (found >= least - 1e-9) ++ranks[i].known;
      if (found > closest.first) closest = {found, j};
    }
    ranks[i].fresh = ranks[i].known == 0 ? 1 : 0;
    if (ranks[i].known == 0) continue;
    add_row(repeats, run, list->topic, i + 1, list->docnos[i], closest.second + 1,
            list->docnos[closest.second], closest.first);
  }
  return ranks;
}

// The first repeats that a table has, the most similar first.
TextTable repeats_text(const DataTable& repeats, const AnalysisInputs& inputs) {
  std::vector<std::vector<Cell>> rows = repeats.rows;
  std::ranges::stable_sort(rows, std::greater<>(),
                           [](const auto& row) { return std::get<double>(row[6]); });
  if (inputs.limit != 0 && rows.size() > inputs.limit) rows.resize(inputs.limit);
  std::set<std::string_view> shown;
  for (const std::vector<Cell>& row : rows)
    for (const std::size_t column : {3, 5}) shown.insert(std::get<std::string>(row[column]));
  const bool has_texts = inputs.texts && !shown.empty();
  const Captions captions{has_texts ? inputs.texts(shown) : Texts(), inputs.topics};
  const auto document = [&](const Cell& docno) {
    const std::string_view title = captions.document(std::get<std::string>(docno));
    return title.empty() ? printable(std::get<std::string>(docno)) : fitting_text(title, 30);
  };
  TextTable text(4);
  text.add({"run", "topic", "document", "repeats", "rank", "of rank", "similarity"});
  for (const std::vector<Cell>& row : rows) {
    text.add({printable(std::get<std::string>(row[0])),
              captions.topic(std::get<std::string>(row[1])), document(row[3]), document(row[5]),
              std::to_string(std::get<std::int64_t>(row[2])),
              std::to_string(std::get<std::int64_t>(row[4])), decimals(std::get<double>(row[6]))});
  }
  if (rows.size() < repeats.rows.size())
    text.add({fmt::format("{} more", repeats.rows.size() - rows.size())});
  return text;
}

LineChart chart_of_ranks(std::size_t cutoff, bool by_similarity) {
  LineChart chart;
  chart.title = by_similarity ? "Documents like none above them by rank" : "New nuggets by rank";
  chart.description = by_similarity ? "Share of topics whose document is like none above it"
                                    : "Nuggets that no document above holds, mean over topics";
  chart.x_label = "rank";
  chart.y_label = by_similarity ? "new documents" : "new nuggets";
  chart.x_min = 1;
  chart.x_max = static_cast<double>(std::max<std::size_t>(cutoff, 2));
  chart.y_max = 0;
  return chart;
}

// The judgments, of the topic that is asked for if one is.
Qrels judgments_shown(const AnalysisInputs& inputs, const AnalysisValues& values) {
  const Judgments& judgments = *inputs.data.judgments;
  const auto wanted = values.text("topic");
  if (!wanted) return judgments.diversity;
  std::vector<std::string> known =
      mapped<std::string>(judgments.diversity.topics(), &TopicQrels::topic);
  const Captions captions{{}, inputs.topics};
  const std::string topic = find_topic(*wanted, known, captions, judgments.qrels_name);
  return {{*judgments.diversity.find(topic)}, judgments.diversity.texts()};
}

AnalysisResult run_redundancy(AnalysisInputs& inputs, const AnalysisValues& values,
                              const ProgressCallback&) {
  AnalysisResult result;
  const bool by_similarity = !inputs.context.has_judgments;
  if (by_similarity)  // which documents have none is said
    score_runs(inputs.runs, inputs.data.scorer(inputs.measures), result.remarks);
  else
    result.remarks = checked_runs(inputs);
  const std::size_t cutoff = *values.whole("cutoff");
  const double least = *values.number("least");
  const auto least_grade = static_cast<std::int32_t>(*values.whole("rel"));
  DataTable runs = table_of(redundancy_tables(), "runs"),
            ranks = table_of(redundancy_tables(), "ranks"),
            repeats = table_of(redundancy_tables(), "repeats");
  TextTable text(1);
  text.add({"run", "new", "redundant", "first at", "topics"});
  LineChart chart = chart_of_ranks(cutoff, by_similarity);
  const Qrels judged = judgments_shown(inputs, values);
  for (const Run& run : inputs.runs) {
    const std::size_t first = ranks.rows.size();
    const RanksOf found = [&](const TopicQrels& topic, const RankedList* list) {
      return by_similarity
                 ? ranks_of(list, cutoff, *inputs.data.similarity, least, run.name, repeats)
                 : ranks_of(topic, list, cutoff, least_grade);
    };
    add(redundancy_of(run, judged, found), cutoff, runs, ranks, text);
    ChartLine& line = chart.lines.emplace_back(ChartLine{run.name, {}});
    for (std::size_t i = first; i < ranks.rows.size(); ++i) {
      const double fresh = std::get<double>(ranks.rows[i][2]);
      line.points.emplace_back(static_cast<double>(i - first + 1), fresh);
      chart.y_max = std::max(chart.y_max, fresh);
    }
  }
  if (chart.y_max == 0) chart.y_max = 1;
  std::string head;
  append_wrapped(
      head, "", "",
      by_similarity
          ? fmt::format(
                "The first {} documents, mean over topics: new documents; documents with one above "
                "them of similarity {} or more; the rank of the first such document, in so many "
                "topics",
                cutoff, shortest(least))
          : fmt::format(
                "The first {} documents, mean over topics: new nuggets; documents that hold "
                "nuggets, all of which are above; the rank of the first such document, in "
                "so many topics",
                cutoff),
      prose_width(inputs.width));
  result.report.text.add(head + "\n", std::move(text));
  if (!repeats.rows.empty() && inputs.shows_text) {
    result.report.text.add("\n");
    result.report.text.add(repeats_text(repeats, inputs));
  }
  result.report.tables = {std::move(runs), std::move(ranks)};
  if (by_similarity) result.report.tables.push_back(std::move(repeats));
  if (inputs.draws) result.chart = std::move(chart);
  return result;
}

// Without judgments, near-duplicates, by whatever similarity there is.
std::vector<Measure> redundancy_measures(const AnalysisValues& values, MeasureContext context) {
  if (context.has_judgments) return covered_nuggets(values, context);
  if (!context.has_similarity) return default_measures(context);  // which refuses
  return parse_measures(
      fmt::format("NearDup(t={})@{}", shortest(*values.number("least")), *values.whole("cutoff")),
      context);
}

}  // namespace

Analysis redundancy_analysis() {
  Analysis analysis;
  analysis.name = "redundancy";
  analysis.command = "explain";
  analysis.summary = "what each rank of a list adds to the nuggets or documents above it";
  analysis.source = "new nuggets by rank";
  analysis.need = Need::runs;
  analysis.usage = "[NAME=]RUN...";
  analysis.about_inputs = "ranked lists of documents";
  analysis.example = "explain redundancy --qrels nuggets.jsonl runs/*";
  const AnalysisOption least = record_option(
      "least", OptionKind::number, "T",
      "without judgments: least similarity of a document to one that it repeats", "0.9", {0, 1});
  analysis.options = {cutoff_option("10", 1000), least_grade_option(), least,
                      record_option("topic", OptionKind::text, "T", "only this topic")};
  analysis.tables = redundancy_tables();
  analysis.draws = analysis.has_captions = analysis.may_lack_judgments = true;
  analysis.compares_runs = false;
  analysis.measures = redundancy_measures;
  analysis.run = run_redundancy;
  return analysis;
}

}  // namespace subintent::internal
