// How much of a score is lost by the order of a list, and how much by what is not in it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"
#include "base/progress.h"
#include "render/text_layout.h"
#include "study/analyses/analysis.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

const TableRecord& runs_record() {
  using enum CellKind;
  static const TableRecord made = {
      "headroom",
      "a row per measure and run; means over topics",
      {{"measure", text, "name"},
       {"run", text, "name"},
       {"score", number, "of the list as it is"},
       {"reordered", number, "of the best order of its first documents that was found"},
       {"reordered_bound", number, "upper bound over their orders; none: not known"},
       {"ideal", number, "of the best list of all judged documents that was found"},
       {"ideal_bound", number, "upper bound over all lists; none: not known"},
       {"lost_by_order", number, "reordered - score"},
       {"lost_by_retrieval", number, "ideal - reordered"},
       {"proven", whole, "topics whose order is proven to be the best"},
       {"topics", whole, "judged"}}};
  return made;
}

const TableRecord& topics_record() {
  using enum CellKind;
  static const TableRecord made = {"topics",
                                   "with per_topic: headroom by measure, run and topic",
                                   {{"measure", text, "name"},
                                    {"run", text, "name"},
                                    {"topic", text, "its number"},
                                    {"score", number, "as in headroom"},
                                    {"reordered", number, "as in headroom"},
                                    {"reordered_bound", number, "as in headroom"},
                                    {"ideal", number, "as in headroom"},
                                    {"ideal_bound", number, "as in headroom"}}};
  return made;
}

// The highest score that was found, and what no list exceeds.
struct Highest {
  double score = 0, bound = 0;

  bool is_proven() const { return bound - score <= 1e-12 * std::abs(score); }
};

struct TopicHeadroom {
  double score = 0;
  Highest reordered, ideal;
};

// Of a run, by topic.
using RunHeadroom = std::vector<TopicHeadroom>;

Highest highest_of(const Scoring& scoring, Ranking documents, std::size_t depth) {
  const BestOrder best = scoring.best(documents, depth);
  const double score = scoring.score(best.documents);
  return {score, std::max(score, best.bound)};
}

Highest ideal_of(const Scorer& scorer, std::size_t measure, std::size_t topic) {
  std::vector<DocumentId> documents(scorer.topics()[topic].docnos.size());
  std::iota(documents.begin(), documents.end(), 0);
  return highest_of(scorer.scoring_of(measure, topic), documents,
                    scorer.measures()[measure].parameters.cutoff);
}

// What the documents of a list could score; a list scores at least what it does.
Highest reordered_of(const Scorer& scorer, std::size_t measure, std::size_t topic,
                     const RankedList* list, std::size_t depth, double score) {
  if (list == nullptr) return {};
  RankedList first = *list;
  first.docnos.resize(std::min(depth, first.docnos.size()));
  const Highest highest =
      highest_of(scorer.scoring_of(measure, topic), scorer.ranking(measure, topic, first),
                 scorer.measures()[measure].parameters.cutoff);
  return {std::max(highest.score, score), std::max(highest.bound, score)};
}

// Of each run, by a measure.
std::vector<RunHeadroom> headroom_of(const Scorer& scorer, std::size_t measure,
                                     std::span<const Run> runs, const ScoreMatrix& scores,
                                     std::size_t depth, ProgressMeter& meter) {
  const std::size_t topics = scorer.topics().size();
  std::vector<std::vector<const RankedList*>> lists;
  for (const Run& run : runs) lists.push_back(scorer.lists(run));
  std::vector<RunHeadroom> made(runs.size(), RunHeadroom(topics));
  parallel_for(topics, [&](std::size_t topic) {
    const Highest ideal = ideal_of(scorer, measure, topic);
    for (std::size_t r = 0; r < runs.size(); ++r) {
      TopicHeadroom& room = made[r][topic];
      room.score = scores.at(topic, r);
      room.reordered = reordered_of(scorer, measure, topic, lists[r][topic], depth, room.score);
      room.ideal = {std::max(ideal.score, room.reordered.score),
                    std::max(ideal.bound, room.reordered.score)};
    }
    meter.advance();
  });
  return made;
}

Cell known(double bound) {
  return std::isfinite(bound) ? Cell(bound) : Cell();
}

// Of all topics; bounds add up, too.
TopicHeadroom mean_of(const RunHeadroom& topics) {
  TopicHeadroom sum;
  for (const TopicHeadroom& topic : topics) {
    sum.score += topic.score;
    sum.reordered.score += topic.reordered.score;
    sum.reordered.bound += topic.reordered.bound;
    sum.ideal.score += topic.ideal.score;
    sum.ideal.bound += topic.ideal.bound;
  }
  const auto n = static_cast<double>(topics.size());
  return {sum.score / n,
          {sum.reordered.score / n, sum.reordered.bound / n},
          {sum.ideal.score / n, sum.ideal.bound / n}};
}

void add_run(const std::string& measure, const std::string& run, const RunHeadroom& topics,
             DataTable& table, TextTable& text) {
  const TopicHeadroom mean = mean_of(topics);
  const double by_order = mean.reordered.score - mean.score;
  const double by_retrieval = mean.ideal.score - mean.reordered.score;
  const auto proven = static_cast<std::size_t>(std::ranges::count_if(
      topics, [](const TopicHeadroom& topic) { return topic.reordered.is_proven(); }));
  table.rows.push_back({measure, run, mean.score, mean.reordered.score, known(mean.reordered.bound),
                        mean.ideal.score, known(mean.ideal.bound), by_order, by_retrieval,
                        whole(proven), whole(topics.size())});
  const double bound = mean.reordered.bound;
  text.add({printable(run), fraction(mean.score, 4), fraction(mean.reordered.score, 4),
            std::isfinite(bound) ? fraction(bound, 4) : "-", fraction(mean.ideal.score, 4),
            fraction(by_order, 4), fraction(by_retrieval, 4),
            fmt::format("{} of {}", proven, topics.size())});
}

void add_topics(const std::string& measure, const std::string& run, const Scorer& scorer,
                const RunHeadroom& topics, DataTable& table) {
  for (std::size_t t = 0; t < topics.size(); ++t) {
    const auto& [score, reordered, ideal] = topics[t];
    table.rows.push_back({measure, run, std::string(scorer.topics()[t].topic), score,
                          reordered.score, known(reordered.bound), ideal.score,
                          known(ideal.bound)});
  }
}

AnalysisResult run(AnalysisInputs& inputs, const AnalysisValues& values,
                   const ProgressCallback& progress) {
  if (inputs.data.judgments->duplicates != nullptr) {
    throw Error::argument("duplicates", "duplicates: headroom does not know them",
                          "leave duplicates out of the runs and the judgments");
  }
  AnalysisResult made;
  const Scorer scorer = inputs.data.scorer(inputs.measures);
  const ScoreGroup scores = score_runs(inputs.runs, scorer, made.remarks);
  const std::size_t depth = *values.whole("depth");
  ProgressMeter meter(progress, "reordering", "topics",
                      scorer.measures().size() * scorer.topics().size());
  DataTable runs = table_of(runs_record()), topics = table_of(topics_record());
  for (std::size_t m = 0; m < scorer.measures().size(); ++m) {
    const std::string& name = scorer.measures()[m].name;
    const std::vector<RunHeadroom> rooms =
        headroom_of(scorer, m, inputs.runs, scores.measures[m], depth, meter);
    TextTable text(1);
    text.add({"run", "score", "reordered", "at most", "ideal", "lost by order", "lost by retrieval",
              "proven"});
    for (std::size_t r = 0; r < rooms.size(); ++r) {
      add_run(name, inputs.runs[r].name, rooms[r], runs, text);
      add_topics(name, inputs.runs[r].name, scorer, rooms[r], topics);
    }
    made.report.text.add(fmt::format("{}{}, the first {} documents, means over {}\n\n",
                                     m == 0 ? "" : "\n", printable(name), depth,
                                     count_of(scorer.topics().size(), "topic")));
    made.report.text.add(std::move(text));
  }
  made.report.tables.push_back(std::move(runs));
  if (values.flag("per_topic")) made.report.tables.push_back(std::move(topics));
  return made;
}

std::vector<Measure> measures(const AnalysisValues& values, MeasureContext context) {
  std::vector<Measure> measures = parse_measures(values.texts("measures"), context);
  const std::uint32_t depth = *values.whole("depth");
  for (const Measure& measure : measures) {
    const MeasureRecord& record = *measure.record;
    if (record.of_groups || needs_similarity(measure) || record.traits.by_judged) {
      throw Error::argument("measures",
                            "measures: " + printable(measure.name) + " is not of relevance alone",
                            "name measures that see nothing but which documents are relevant");
    }
    if (measure.parameters.cutoff <= depth) continue;
    throw Error::argument("measures",
                          fmt::format("measures: {} looks below the first {}",
                                      printable(measure.name), count_of(depth, "document")),
                          "give it a cutoff of at most `depth`");
  }
  return measures;
}

}  // namespace

Analysis headroom_analysis() {
  Analysis analysis;
  analysis.name = "headroom";
  analysis.summary = "what a run loses by the order of its documents, and what by retrieval";
  analysis.source = "branch and bound over the lists of its first documents";
  analysis.need = Need::runs;
  analysis.usage = "--qrels Q [NAME=]RUN...";
  AnalysisOption depth;
  depth.name = "depth";
  depth.kind = OptionKind::whole;
  depth.placeholder = "D";
  depth.meaning = "documents of each list that may be reordered";
  depth.default_value = "100";
  depth.min = 1;
  depth.max = 1000;
  analysis.options = {measures_option("alpha-nDCG@10,I-rec@10"), depth, per_topic_option()};
  analysis.tables = {runs_record(), topics_record()};
  analysis.compares_runs = false;
  analysis.measures = measures;
  analysis.run = run;
  return analysis;
}

}  // namespace subintent::internal
