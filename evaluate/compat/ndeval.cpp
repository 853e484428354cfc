#include "evaluate/compat/tools.h"

#include <fmt/format.h>

#include "core/base/strings.h"

namespace subintent::internal {
namespace {

// The measures, named as ndeval names its columns.
constexpr const char* measure_names =
    "ERR-IA@5,ERR-IA@10,ERR-IA@20,nERR-IA@5,nERR-IA@10,nERR-IA@20,alpha-DCG@5,alpha-DCG@10,"
    "alpha-DCG@20,alpha-nDCG@5,alpha-nDCG@10,alpha-nDCG@20,NRBP,nNRBP,MAP-IA,P-IA@5,P-IA@10,"
    "P-IA@20,strec@5,strec@10,strec@20";

using Values = std::vector<double>;
using ValuesByTopic = std::map<std::string, Values, LabelLess>;

// All topics of a run, judged or not, in the order of their numbers.
ValuesByTopic values_by_topic(const std::vector<TopicData>& topics, const RunScores& scores) {
  ValuesByTopic by_topic;
  for (std::size_t t = 0; t < topics.size(); ++t) {
    if (scores.answered[t] == 0) continue;
    Values values;
    for (const auto& measure : scores.values) values.push_back(measure[t]);
    by_topic.emplace(topics[t].topic, std::move(values));
  }
  for (const std::string& topic : scores.unjudged_topics) {
    const std::string_view number = topic_number(topic);
    by_topic.emplace(number.empty() ? topic : number, Values(scores.values.size(), 0));
  }
  return by_topic;
}

std::string line_of(const std::string& name, std::string_view topic, const Values& values) {
  std::string line = fmt::format("{},{}", name, topic);
  for (const double value : values) {
    line += ',';
    append_decimal(line, value, 6);
  }
  return line + "\n";
}

std::string lines_of_run(const std::vector<TopicData>& topics, const TaggedScores& run,
                         const std::optional<TaggedScores>& baseline,
                         const NdevalOptions& options) {
  ValuesByTopic lines = values_by_topic(topics, run.scores);
  std::string name = run.tag;
  if (baseline) {
    name += fmt::format(" (rel to. {}; rs=1+a; a={})", baseline->tag, options.risk_alpha_text);
    const Values zeros(run.scores.values.size(), 0);
    const ValuesByTopic base = values_by_topic(topics, baseline->scores);
    if (options.all_topics)  // topics of the baseline alone count as well
      for (const auto& [topic, values] : base) lines.emplace(topic, zeros);
    for (auto& [topic, values] : lines) {
      const auto at = base.find(topic);
      const Values& reference = at == base.end() ? zeros : at->second;
      for (std::size_t m = 0; m < values.size(); ++m) {
        values[m] -= reference[m];
        if (values[m] < 0) values[m] *= options.risk_alpha + 1;
      }
    }
  }
  std::string text;
  Values sums(run.scores.values.size(), 0);
  for (const auto& [topic, values] : lines) {
    text += line_of(name, topic, values);
    for (std::size_t m = 0; m < values.size(); ++m) sums[m] += values[m];
  }
  auto count = static_cast<std::size_t>(
      std::count(run.scores.answered.begin(), run.scores.answered.end(), 1));
  if (options.all_topics) count = topics.size();
  if (baseline) count = std::max(count, lines.size());
  for (double& sum : sums) sum = count > 0 ? sum / static_cast<double>(count) : 0;
  return text + line_of(name, "amean", sums);
}

}  // namespace

std::vector<Measure> ndeval_measures(const NdevalOptions& options) {
  std::vector<Measure> measures = parse_measures(measure_names, {});
  for (Measure& measure : measures) {
    measure.parameters.alpha = options.alpha;
    measure.parameters.patience = options.beta;
  }
  return measures;
}

std::string ndeval_text(const std::vector<TopicData>& topics, std::span<const TaggedScores> runs,
                        const std::optional<TaggedScores>& baseline, const NdevalOptions& options) {
  std::string text = std::string("runid,topic,") + measure_names + "\n";
  for (const TaggedScores& run : runs) text += lines_of_run(topics, run, baseline, options);
  return text;
}

}  // namespace subintent::internal
