#include "compare/study/evaluation.h"

#include <fmt/format.h>

#include "compare/study/warnings.h"
#include "core/base/messages.h"
#include "core/base/warning.h"
#include "evaluate/measure.h"
#include "similarity/similarity.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Throws for a file of other judgments.
void require_answers(const Judgments& judgments) {
  if (judgments.of_answers.value_or(true)) return;
  throw Error(
      Location{judgments.qrels_name, 0},
      judgments.nuggets != nullptr ? "has nuggets that were assigned to documents, not to answers"
                                   : "has no nuggets that were assigned to answers",
      R"(give {"qid": ..., "run_id": ..., "nuggets": [...]} for each answer, or "criteria" or "sentences", or `qrels` and runs)");
}

// Do numbers say how important nuggets are, rather than that some are vital?
bool are_weighed_by_numbers(const Judgments& judgments) {
  if (!judgments.intents ||
      judgments.topics_without_vital_intents().size() < judgments.diversity.topics().size())
    return false;
  return std::ranges::any_of(*judgments.intents, [](const auto& topic) {
    const auto& intents = topic.second;
    return std::ranges::any_of(intents, [&](const auto& intent) {
      return intent.second.probability != intents.begin()->second.probability;
    });
  });
}

// Keeps the measures that fit the judged answers: citations, criteria or nuggets.
std::vector<Measure> allowed_of_answers(const std::vector<Measure>& measures,
                                        const Judgments& judgments) {
  std::vector<Measure> kept;
  for (const Measure& measure : measures) {
    const bool of_citations = bool(measure.record->of_citations);
    const bool of_criteria = measure.parameters.counts_penalties;
    if (of_citations == (judgments.citations != nullptr) && of_criteria == judgments.of_criteria)
      kept.push_back(measure);
  }
  if (kept.empty()) return measures;
  if (are_alike(judgments))
    std::erase_if(kept, [](const Measure& measure) {
      return measure.parameters.weights == NodeWeights::vital;
    });
  if (!are_weighed_by_numbers(judgments)) return kept;
  for (Measure& measure : kept) {
    const std::size_t vital = measure.name.find("vital");
    if (vital != std::string::npos)
      measure = parse_measure(measure.name.replace(vital, 5, "weighted"));
  }
  return kept;
}

std::vector<RunScores> scores_of(std::span<const Run> runs, const Scorer& scorer) {
  std::vector<RunScores> scores(runs.size());
  parallel_for(runs.size(), [&](std::size_t i) { scores[i] = scorer.score(runs[i]); });
  scorer.score_together(scores);
  return scores;
}

ScoreGroup group_of(std::span<const RunScores> scores, const Scorer& scorer, Warnings& warnings) {
  ScoreGroup group;
  for (const RunScores& run : scores) group.runs.push_back(run.run);
  const std::vector<std::size_t> topics = topics_of_all(scorer, warnings);
  for (const std::size_t topic : topics) group.topics.emplace_back(scorer.topics()[topic].topic);
  for (std::size_t m = 0; m < scorer.measures().size(); ++m) {
    const Measure& measure = scorer.measures()[m];
    ScoreMatrix& matrix = group.measures.emplace_back(ScoreMatrix{
        measure.name, topics.size(), scores.size(), {}, measure.record->traits.lower_is_better});
    for (const std::size_t topic : topics)
      for (const RunScores& run : scores) matrix.values.push_back(run.values[m][topic]);
  }
  return group;
}

}  // namespace

Scorer EvaluationData::scorer(const Judgments& own_judgments,
                              const std::vector<NamedHierarchies>& own_hierarchies,
                              std::vector<Measure> measures) const {
  return {own_judgments, own_hierarchies, std::move(measures), similarity.get(), max_grade, groups};
}

std::vector<NamedGroups> read_groups(const std::map<std::string, GroupAttribute>& attributes) {
  std::vector<NamedGroups> groups;
  for (const auto& [name, attribute] : attributes) {
    groups.push_back({name, std::make_shared<const Groups>(
                                read_groups(attribute, "groups " + printable(name)))});
  }
  return groups;
}

std::vector<Run> answer_runs(const Judgments& judgments) {
  require_answers(judgments);
  std::map<std::string_view, std::vector<RunRow>> rows;
  for (const TopicQrels& topic : judgments.diversity.topics())
    for (const std::string_view answer : topic.docnos)
      rows[answer].push_back({topic.topic, answer, 1, 1});
  return mapped(rows, [](const auto& run) {
    return Run::of(run.second, std::string(run.first), RunOrder::rank);
  });
}

bool are_alike(const Judgments& judgments) {
  return judgments.intents && std::ranges::all_of(*judgments.intents, [](const auto& topic) {
           return std::ranges::none_of(topic.second,
                                       [](auto& i) { return i.second.probability.has_value(); });
         });
}

bool need_all_documents(std::span<const Measure> measures) {
  return std::ranges::any_of(
      measures, [](const Measure& measure) { return bool(measure.record->of_similarity); });
}

std::vector<Measure> allowed(std::vector<Measure> measures, const EvaluationData& data) {
  if (!data.similarity) std::erase_if(measures, needs_similarity);
  if (data.judgments->of_answers.value_or(false))
    measures = allowed_of_answers(measures, *data.judgments);
  if (data.judgments->has_intents()) return measures;
  const auto is_of_topics = [](const Hierarchy& hierarchy) {
    return !hierarchy.nodes.empty() && hierarchy.nodes[0].intent == topic_level_intent;
  };
  std::vector<Measure> kept;
  for (const Measure& measure : measures)
    if (measure.hierarchy
            ? *measure.hierarchy >= data.hierarchies.size() ||  // they are made of dendrograms
                  std::ranges::any_of(data.hierarchies[*measure.hierarchy].topics, is_of_topics)
            : measure.record->traits.on_topic)
      kept.push_back(measure);
  if (kept.empty()) kept.push_back(parse_measure("nDCG@20"));
  return kept;
}

void check_runs(const EvaluationData& data, std::span<const Measure> measures,
                std::span<const Run> runs, Remarks& remarks) {
  Scorer scorer(*data.judgments, {}, {}, nullptr, std::nullopt);
  scorer.count_unjudged_for(measures);
  score_runs(runs, scorer, remarks);
}

std::vector<std::size_t> topics_of_all(const Scorer& scorer, Warnings& warnings) {
  const std::vector<Measure>& measures = scorer.measures();
  std::vector<std::size_t> topics;
  std::vector<std::size_t> missing(measures.size(), 0);  // by measure
  for (std::size_t topic = 0; topic < scorer.topics().size(); ++topic) {
    bool all = true;
    for (std::size_t m = 0; m < measures.size(); ++m) {
      if (scorer.applies(m, topic)) continue;
      ++missing[m];
      all = false;
    }
    if (all) topics.push_back(topic);
  }
  const std::size_t left_out = scorer.topics().size() - topics.size();
  if (left_out == 0) return topics;
  const auto most = std::ranges::max_element(missing) - missing.begin();
  const std::string name = printable(measures[static_cast<std::size_t>(most)].name);
  if (topics.empty()) {
    throw Error::argument(
        "measures",
        fmt::format("measures: there is no topic that all apply to: {} does not to {}", name,
                    count_of(missing[static_cast<std::size_t>(most)], "topic")),
        "leave it out, or give the groups of documents of more topics");
  }
  add_warning(
      warnings, "inapplicable-topics",
      fmt::format(
          "{} of {} left out, to which {} does not apply{}", left_out,
          count_of(scorer.topics().size(), "topic"), name,
          missing[static_cast<std::size_t>(most)] < left_out ? ", or another measure" : ""));
  return topics;
}

ScoreGroup score_runs(std::span<const Run> runs, const Scorer& scorer) {
  Warnings said_elsewhere;
  return group_of(scores_of(runs, scorer), scorer, said_elsewhere);
}

ScoreGroup score_runs(std::span<const Run> runs, const Scorer& scorer, Remarks& remarks) {
  const std::vector<RunScores> scores = scores_of(runs, scorer);
  std::vector<CheckedRun> checked;
  for (std::size_t i = 0; i < runs.size(); ++i)
    checked.push_back({&scores[i], runs[i].counts, runs[i].order});
  check_runs(checked, scorer, remarks);
  return group_of(scores, scorer, remarks.warnings);
}

void resolve_measures(ScoreTable& table, const std::vector<std::string>& asked) {
  for (const std::string& name : asked) {
    const auto place = find_measure(table.measures, name);
    if (place && std::ranges::count(asked, table.measures[*place]) == 0)
      table.measures[*place] = name;
    for (std::size_t m = 0; m < table.judged.size(); ++m) {  // without their judges
      MeasureByJudge& one = table.judged[m];
      const bool is_meant = find_measure(std::span(&one.measure, 1), name).has_value();
      if (!is_meant || std::ranges::count(asked, one.measure) > 0) continue;
      one.measure = name;
      table.measures[m] = one.name();
    }
  }
  table.lower_is_better.clear();
  for (std::size_t m = 0; m < table.measures.size(); ++m) {
    table.lower_is_better.push_back(
        sign_of(table.judged.empty() ? table.measures[m] : table.judged[m].measure) < 0);
  }
}

std::vector<std::string> known_names(std::vector<std::string> names,
                                     std::span<const std::string> known) {
  for (std::string& name : names)
    if (const auto place = find_measure(known, name)) name = known[*place];
  return names;
}

void require_different(const std::string& argument, std::vector<std::string> names) {
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice == names.end()) return;
  throw Error::argument(argument, argument + ": " + printable(*twice) + " is listed twice",
                        "leave one out");
}

void require_different_measures(const std::string& argument, std::span<const std::string> names) {
  std::map<std::string, std::string> seen;  // by meaning
  for (const std::string& name : names) {
    const auto [first, is_new] = seen.emplace(meaning_of(name), name);
    if (is_new) continue;
    const std::string what = first->second == name ? printable(name) + " is listed twice"
                                                   : printable(first->second) + " and " +
                                                         printable(name) + " are the same measure";
    throw Error::argument(argument, argument + ": " + what, "leave one out");
  }
}

void standardise(std::span<RunScores* const> runs) {
  if (runs.empty()) return;
  std::vector<double> scores(runs.size());
  const auto& shape = runs[0]->values;
  for (std::size_t m = 0; m < shape.size(); ++m) {
    for (std::size_t t = 0; t < shape[m].size(); ++t) {
      for (std::size_t i = 0; i < runs.size(); ++i) scores[i] = runs[i]->values[m][t];
      standardise(scores);
      for (std::size_t i = 0; i < runs.size(); ++i) runs[i]->values[m][t] = scores[i];
    }
  }
}

}  // namespace subintent::internal
