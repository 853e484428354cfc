// All warnings, and how they are made.
#pragma once

#include "subintent/basics.h"

namespace subintent::internal {

// All warnings and notes, between blanks; docs/warnings.md says what they mean.
inline constexpr std::string_view warning_codes =
    " adhoc-of-other-documents answers-without-consent defective-records delta-from-data "
    "different-nuggets docnos-of-files documents-tokenised documents-without-features "
    "documents-without-group "
    "documents-without-representation documents-without-text documents-without-vector "
    "dropped-prefix duplicates-in-lists equal-ranks exchanged-columns extreme-delta "
    "failed-assignments "
    "failed-checks few-pairs few-topics few-trials filled-topics finished-shard flat-hierarchies "
    "fractions-of-grades "
    "grades-too-low hierarchy-fault hierarchy-misfit html-as-text ignored-adhoc ignored-members "
    "inapplicable-topics incomplete-answer joined-parts joined-runs judgments-as-intents "
    "labels-without-node "
    "measures-of-lists missing-docnos missing-topics missing-weights mostly-skipped "
    "near-duplicates no-answers no-background "
    "no-mean no-nonrelevant no-random-test no-variance no-vital-intents nothing-relevant "
    "nuggets-without-document nuggets-without-judgments one-topic other-preferences other-scores "
    "partly-judged-topics pruning-effect rank-and-score-disagree removed-files "
    "repeated-documents second-column short-documents single-runs statistic-left-out "
    "telling-descriptions "
    "topic-level-judgments "
    "topics-without-adhoc topics-without-groups topics-without-hierarchy topics-without-intents "
    "topics-without-query unanswered-topics unequal-draws ungraded-rows unjudged-documents "
    "unjudged-duplicates unjudged-run unjudged-topics unknown-candidates unknown-citations "
    "unknown-intent-type unknown-terms unlisted-intents unmarked-shard unshared-documents "
    "unshared-topics unused-columns unused-probabilities verdicts-of-two weights-of-nodes "
    "zero-probabilities zero-scores ";

// A code of the list; others do not compile.
struct WarningCode {
  std::string_view name;

  consteval WarningCode(const char* code) : name(code) {
    const std::size_t at = warning_codes.find(name);
    if (at == 0 || at == warning_codes.npos || warning_codes[at - 1] != ' ' ||
        warning_codes[at + name.size()] != ' ')
      throw "warning_codes lacks this code";
  }
};

// In advice, and there alone, an argument to give stands between backquotes, `name=value`; the text
// may hold names of users.
Warning make_warning(WarningCode code, Location location, std::string text,
                     std::string advice = {});
Warning make_warning(WarningCode code, std::string text, std::string advice = {});

// Adds the warning that make_warning() makes of `parts`.
template <typename... Parts>
void add_warning(Warnings& warnings, WarningCode code, Parts&&... parts) {
  warnings.push_back(make_warning(code, std::forward<Parts>(parts)...));
}

// Adds new warnings.
void add_new(const Warnings& more, Warnings& warnings);

}  // namespace subintent::internal
