// Small evaluations for tests: judgments, hierarchies and runs as text, one measure at a time.
#pragma once

#include "evaluate/scorer.h"
#include "test_file.h"

namespace subintent::internal {

struct Evaluation {
  std::string qrels;          // topic intent docno grade
  std::string adhoc_qrels;    // topic-level judgments; empty: highest grade over intents
  std::string probabilities;  // empty: uniform
  std::vector<std::pair<std::string, std::vector<Hierarchy>>> hierarchies;
  const DocumentSimilarity* similarity = nullptr;
  std::string duplicates;  // as read_duplicates() reads them; empty: none
  DuplicatesAs duplicates_as = DuplicatesAs::irrelevant;
  std::map<std::string, GroupAttribute> groups = {};

  // Scores of a measure for a run given as lines "topic Q0 docno rank score tag", by topic.
  std::vector<double> scores(const std::string& measure, const std::string& run_text) const {
    return scored(measure, run_text).values[0];
  }

  // The same with what else is known of the run.
  RunScores scored(const std::string& measure, const std::string& run_text) const {
    const TestFile qrels_file(qrels), run_file(run_text);
    const Qrels diversity = read_qrels(qrels_file.path());
    Qrels topics = adhoc_qrels_of(diversity, TopicGrade::highest);
    if (!adhoc_qrels.empty()) {
      const TestFile adhoc_file(adhoc_qrels);
      topics = read_qrels(adhoc_file.path(), QrelsKind::ad_hoc);
    }
    Judgments judgments(diversity, topics);
    if (!probabilities.empty()) {
      const TestFile probabilities_file(probabilities);
      judgments.intents = read_probabilities(probabilities_file.path());
    }
    if (!duplicates.empty()) {
      judgments.duplicates = std::make_shared<const Duplicates>(
          read_duplicates(Source::memory(duplicates, "duplicates")));
      judgments.duplicates_as = duplicates_as;
    }
    MeasureContext context;
    std::vector<NamedHierarchies> named;
    for (const auto& [name, trees] : hierarchies) {
      context.hierarchies.push_back(name);
      named.push_back({name, "hierarchies", trees});
    }
    context.has_similarity = similarity != nullptr;
    std::vector<NamedGroups> attributes;
    for (const auto& [name, attribute] : groups) {
      context.groups.push_back(name);
      attributes.push_back({name, std::make_shared<const Groups>(read_groups(attribute, name))});
    }
    const Scorer scorer(judgments, named, parse_measures(measure, context), similarity,
                        std::nullopt, attributes);
    return scorer.score(read_run(run_file.path()));
  }

  // The score of the only topic, "1", for a list of docnos, best first.
  double score(const std::string& measure, const std::vector<std::string>& docnos) const {
    std::string run;
    for (std::size_t i = 0; i < docnos.size(); ++i) {
      run += "1 Q0 " + docnos[i] + " " + std::to_string(i + 1) + " " +
             std::to_string(docnos.size() - i) + " test\n";
    }
    return scores(measure, run).at(0);
  }
};

}  // namespace subintent::internal
