// What to judge next, so that it is soon decided which runs are better.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/parallel.h"
#include "render/text_layout.h"
#include "study/analyses/bounds.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

const TableRecord& next_record() {
  using enum CellKind;
  static const TableRecord made = {
      "next",
      "a row per document and intent to judge, the most telling first",
      {{"topic", text, "its number"},
       {"intent", text, "what the document is to be judged for; * is the topic"},
       {"docno", text, "of the document"},
       {"gain", number,
        "comparisons that the judgment is expected to decide, about; 0: it only changes ideal "
        "lists"}}};
  return made;
}

// The chance that a document is relevant, by topic, from those judged.
std::vector<double> chances(const Judgments& judgments) {
  std::vector<double> made;
  for (const TopicQrels& topic : judgments.diversity.topics()) {
    const auto relevant = static_cast<double>(std::ranges::count_if(
        topic.judgments, [](const Judgment& judgment) { return judgment.grade > 0; }));
    made.push_back((relevant + 1) / (static_cast<double>(topic.judgments.size()) + 2));
  }
  return made;
}

struct Candidate {
  std::size_t topic;
  UnjudgedPair pair;
  double gain;
};

// By topic and pair.
using Gains = std::vector<std::map<UnjudgedPair, double>>;

// What judging a pair is expected to do to the two ends of a difference.
struct Moves {
  std::size_t topic = 0;
  std::uint32_t pair = 0;
  double rises = 0, falls = 0;
};

// If a document that would raise the difference turns out to be relevant, the lower end rises; if
// it does not, the upper end falls.
std::vector<Moves> moves_of(const ScoreBounds& bounds, const BoundedComparison& pair,
                            const std::vector<double>& chances, double& expected) {
  std::map<std::pair<std::size_t, std::uint32_t>, Moves> made;
  bounds.for_each_effect(pair.run1, pair.run2, [&](const PairEffect& effect) {
    const double p = chances[effect.topic];
    Moves& moves = made.try_emplace({effect.topic, effect.pair}, Moves{effect.topic, effect.pair})
                       .first->second;
    moves.rises += (1 - p) * effect.lowers + p * effect.raises;
    moves.falls += (1 - p) * effect.raises + p * effect.lowers;
    expected += p * (effect.raises - effect.lowers);
  });
  std::vector<Moves> all;
  for (const auto& [key, moves] : made) all.push_back(moves);
  return all;
}

// The end that is to pass 0 is that on the other side of the difference that is expected. The share
// of its way that a judgment brings, over the judgments that the whole way takes, the most telling
// first, is the gain: comparisons that are decided soon count most.
void add_gains(const ScoreBounds& bounds, const BoundedComparison& pair,
               const std::vector<double>& chances, Gains& gains) {
  double expected = pair.difference;
  std::vector<Moves> moves = moves_of(bounds, pair, chances, expected);
  const bool first_is_better = expected > 0;
  const double way =
      std::max(first_is_better ? -pair.range.low : pair.range.high, BoundedComparison::tolerance);
  const auto amount = [&](const Moves& m) { return first_is_better ? m.rises : m.falls; };
  std::ranges::stable_sort(moves, std::greater<>(), amount);
  double judgments = 0, sum = 0;
  for (const Moves& one : moves) {
    if (sum >= way) break;
    sum += amount(one);
    ++judgments;
  }
  for (const Moves& one : moves) {
    if (amount(one) <= 0) break;
    gains[one.topic][bounds.unjudged().pairs[one.topic][one.pair]] +=
        std::min(1.0, amount(one) / way) / judgments;
  }
}

// What is not judged may still change the ideal list.
void add_others(const ScoreBounds& bounds, Gains& gains) {
  for (std::size_t topic = 0; topic < gains.size(); ++topic) {
    for (const UnjudgedPair& pair : bounds.unjudged().pairs[topic]) {
      gains[topic].try_emplace(pair, 0);
    }
  }
}

std::vector<Candidate> sorted(const Gains& gains, std::size_t number) {
  std::vector<Candidate> made;
  for (std::size_t topic = 0; topic < gains.size(); ++topic) {
    for (const auto& [pair, gain] : gains[topic]) made.push_back({topic, pair, gain});
  }
  std::ranges::stable_sort(made, std::greater<>(), &Candidate::gain);
  if (number > 0 && made.size() > number)
    made.erase(made.begin() + static_cast<std::ptrdiff_t>(number), made.end());
  return made;
}

std::size_t unjudged_pairs(const ScoreBounds& bounds) {
  std::size_t sum = 0;
  for (const auto& of_topic : bounds.unjudged().pairs) sum += of_topic.size();
  return sum;
}

AnalysisResult run(AnalysisInputs& inputs, const AnalysisValues& values,
                   const ProgressCallback& progress) {
  require_two_runs(inputs.runs);
  AnalysisResult made;
  made.remarks = checked_runs(inputs);
  const std::vector<ScoreBounds> all = score_bounds(inputs, values, progress);
  const std::vector<double> chance = chances(*inputs.data.judgments);
  DataTable next = table_of(next_record());
  TextTable summary(1), text(3);
  summary.add({"measure", "comparisons", "decided", "unjudged"});
  Gains gains(chance.size());
  for (std::size_t m = 0; m < all.size(); ++m) {
    const auto pairs = comparisons_of(all[m], inputs.runs.size());
    std::uint64_t decided = 0;
    for (const BoundedComparison& pair : pairs) {
      decided += pair.is_decided() ? 1 : 0;
      if (!pair.is_decided()) add_gains(all[m], pair, chance, gains);
    }
    if (decided < pairs.size()) add_others(all[m], gains);
    const std::string& name = inputs.measures[m].name;
    summary.add({printable(name), std::to_string(pairs.size()), std::to_string(decided),
                 std::to_string(unjudged_pairs(all[m]))});
  }
  text.add({"topic", "intent", "docno", "gain"});
  for (const Candidate& one : sorted(gains, *values.whole("number"))) {
    const std::string topic(inputs.data.judgments->diversity.topics()[one.topic].topic);
    next.rows.push_back(
        {topic, std::string(one.pair.intent), std::string(one.pair.docno), one.gain});
    text.add({printable(topic), printable(one.pair.intent), printable(one.pair.docno),
              fraction(one.gain, 4)});
  }
  made.report.text.add(std::move(summary));
  made.report.text.add("\n");
  if (next.rows.empty()) {
    made.report.text.add("No judgment decides more.\n");
  } else {
    made.report.text.add(std::move(text));
  }
  made.report.tables.push_back(std::move(next));
  return made;
}

}  // namespace

Analysis next_analysis() {
  Analysis analysis;
  analysis.name = "next";
  analysis.command = "judge";
  analysis.summary = "which documents to judge next, so that comparisons are decided soon";
  analysis.source = "bounds of differences over all judgments";
  analysis.need = Need::runs;
  analysis.usage = "--qrels Q [NAME=]RUN...";
  AnalysisOption number;
  number.name = "number";
  number.kind = OptionKind::whole;
  number.placeholder = "N";
  number.meaning = "documents and intents to list; 0: all that are not judged";
  number.default_value = "20";
  analysis.options = joined(bounds_options(), {number});
  analysis.tables = {next_record()};
  analysis.measures = given_measures;
  analysis.run = run;
  return analysis;
}

}  // namespace subintent::internal
