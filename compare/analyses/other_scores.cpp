#include "compare/analyses/other_scores.h"

#include "compare/analyses/analysis.h"
#include "core/collection/scores.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

ScoreGroup read_other_scores(const std::vector<std::string>& given) {
  std::vector<Source> sources;
  for (const std::string& one : given) {
    const bool are_lines = one.find('\n') != std::string::npos;
    sources.push_back(are_lines ? Source::memory(one, "scores") : Source(one));
  }
  ScoreTable table = read_scores(sources);
  join_draws(table);
  resolve_measures(table, {});
  return make_groups(table, {}, MissingScores::error).at(0);
}

}  // namespace

AnalysisOption lower_is_better_option() {
  return record_option("lower_is_better", OptionKind::texts, "MEASURE",
                       "of this measure less is better");
}

std::vector<AnalysisOption> other_scores_options() {
  return {record_option("scores", OptionKind::texts, "FILE",
                        "scores of these runs by other measures, \"run topic measure value\" or "
                        "another format of compare"),
          lower_is_better_option()};
}

std::vector<ScoreMatrix> other_scores(const AnalysisValues& values,
                                      const std::vector<std::string>& runs,
                                      const std::vector<std::string>& topics,
                                      const std::vector<std::string>& known) {
  if (!values.given("scores")) return {};
  const ScoreGroup others = read_other_scores(values.texts("scores"));
  std::vector<std::size_t> columns;
  for (const std::string& run : runs) columns.push_back(others.find_run(run));
  std::map<std::string_view, std::size_t> places;
  for (const std::string& topic : others.topics) places.emplace(topic, places.size());
  std::vector<ScoreMatrix> made;
  for (const ScoreMatrix& other : others.measures) {
    if (std::ranges::count(known, other.measure) > 0) {
      throw Error::argument("scores", "scores: " + printable(other.measure) + " is computed, too",
                            "give the measure another name");
    }
    ScoreMatrix& added = made.emplace_back(other.with(topics.size()));
    added.runs = runs.size();
    for (const std::string& topic : topics) {
      const auto place = places.find(topic);
      if (place == places.end()) {
        throw Error::argument("scores", "scores: there are none of topic " + printable(topic) +
                                            " by " + printable(other.measure));
      }
      for (const std::size_t run : columns) added.values.push_back(other.at(place->second, run));
    }
  }
  return made;
}

void add_scores(const AnalysisValues& values, ScoreGroup& scores) {
  for (ScoreMatrix& one : other_scores(values, scores.runs, scores.topics, scores.measure_names()))
    scores.measures.push_back(std::move(one));
  set_lower_is_better(values.texts("lower_is_better"), scores.measures);
}

}  // namespace subintent::internal
