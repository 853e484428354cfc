// How far citations support answers: all that is known where they were judged so.
#pragma once

#include "core/base/strings.h"
#include "core/collection/qrels.h"
#include "core/io/content.h"
#include "subintent/program.h"

namespace subintent::internal {

// The scores of an answer, and their names, which are RAGDoll's.
inline constexpr std::array<std::string_view, 6> citation_score_names = {
    "weighted_precision_first_citation",
    "weighted_recall_first_citation",
    "weighted_precision_all_judged_citations",
    "weighted_recall_all_judged_citations",
    "hard_precision",
    "hard_recall"};
using AnswerCitations = std::array<double, citation_score_names.size()>;

// topic -> answer, by the name of its run -> scores.
using CitationScores =
    std::map<std::string, std::map<std::string, AnswerCitations, std::less<>>, LabelLess>;

// The citations of answers, if that is what these files hold: lines with "sentences". Throws Error,
// naming the line, for lines of anything else, and for an answer that is there twice.
std::optional<CitationScores> citations_in(const std::vector<TextFile>& files);

// The answers as judgments of topics, each of grade 1, of a file called `name`.
Qrels answers_of(const CitationScores& citations, const std::string& name);

}  // namespace subintent::internal
