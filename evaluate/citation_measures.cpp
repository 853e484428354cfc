#include "evaluate/measure_table.h"

namespace subintent::internal {
namespace {

// That of the first document, which is an answer.
CitationScoreMaker citation_score(std::size_t number) {
  return [number](std::span<const AnswerCitations> answers) -> Scoring {
    if (answers.empty()) return does_not_apply();
    const auto score = [=](Ranking ranking) {
      return ranking.empty() || ranking[0] < 0
                 ? 0
                 : answers[static_cast<std::size_t>(ranking[0])][number];
    };
    const auto parts = [=](Ranking ranking) -> ScoreParts {
      if (score(ranking) == 0) return {};
      return {{.amount = score(ranking), .rank = 1, .document = ranking[0], .node = 0}};
    };
    const auto ideal = [=](Ranking) {
      const auto best = std::ranges::max_element(
          answers, {}, [&](const AnswerCitations& answer) { return answer[number]; });
      const auto document = static_cast<DocumentId>(best - answers.begin());
      return parts({&document, 1});
    };
    return {score, parts, ideal};
  };
}

}  // namespace

std::vector<MeasureRecord> citation_measures() {
  constexpr std::array<std::string_view, citation_score_names.size()> formulas = {
      "mean support of the first citation, 1, 1/2 or 0, over sentences whose first citation was "
      "judged",
      "the same sum over all sentences but those whose first citation was not judged",
      "mean over sentences with judged citations of the mean support of these",
      "the same sum over all sentences but those with citations of which none was judged",
      "as weighted_precision_first_citation, where partial support is 0",
      "as weighted_recall_first_citation, where partial support is 0"};
  std::vector<MeasureRecord> records;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    records.push_back({.name = std::string(citation_score_names[i]),
                       .family = family::citations,
                       .formula = std::string(formulas[i]),
                       .source = "RAGDoll, support/metrics.py",
                       .traits = {.on_topic = true},
                       .of_citations = citation_score(i)});
  }
  return records;
}

}  // namespace subintent::internal
