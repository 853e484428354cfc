// How far sets of judgments of the same topics agree: people and a model, assessors, deep and
// shallow pools.
#pragma once

#include "compare/reliability.h"
#include "core/collection/qrels.h"
#include "evaluate/judgments.h"

namespace subintent::internal {

// How far two sets of judgments agree, by one coefficient.
struct JudgmentCoefficient : Estimate {
  // A statistic of the judgments that both have: the share of "equal" grades; Cohen's "kappa"
  // [Cohen 1960]; Krippendorff's "alpha_nominal" and "alpha_ordinal" [Krippendorff 2011];
  // "equal_relevance" and "kappa_relevance" of relevant or not. No value where there are none, or
  // chance agrees on all.
  std::string name = {};
};

struct JudgmentAgreement {
  std::string level;                             // "topic", or "intents": documents for intents
  std::uint64_t topics = 0;                      // that both have
  std::uint64_t both = 0, only1 = 0, only2 = 0;  // judgments of these topics
  std::vector<std::int32_t> grades;              // of what both judge, ascending; 0 for those below
  std::vector<std::vector<std::uint64_t>> confusion;  // [grade of 1][grade of 2]
  std::vector<JudgmentCoefficient> coefficients;
};

// Judgments of the topics that both sets have. What is judged is a document for an intent
// ("intents"), or for the topic ("topic"). Grades below 0 count as 0; those of `least_grade` are
// relevant.
JudgmentAgreement judgment_agreement(std::string level, const Qrels& first, const Qrels& second,
                                     const BootstrapSettings& settings,
                                     std::int32_t least_grade = 1);

// Topics of the one that the other lacks, in label order.
std::vector<std::string> topics_missing(const Qrels& has, const Qrels& lacks);

struct JudgesAgreement {
  std::string level;         // "topic" or "intents"
  std::uint64_t topics = 0;  // that all have
  std::uint64_t judged = 0;  // documents for topics or for intents, by two judges or more
  std::uint64_t by_all = 0;  // of these
  // fleiss_kappa of grades, of what all have judged; alpha_nominal and alpha_ordinal of what two
  // have; and of relevant or not fleiss_kappa_relevance and alpha_relevance.
  std::vector<JudgmentCoefficient> coefficients;
};

// How far judges agree on the topics that all of them have. Grades below 0 count as 0.
JudgesAgreement judges_agreement(std::string level, std::span<const Qrels* const> judges,
                                 const BootstrapSettings& settings, std::int32_t least_grade = 1);

enum class Ensemble {
  majority,  // the grade that most give; of several the lowest
  median     // the lower median of the grades
};

// One set of judgments of what several judged: of each document, for each intent, by those who
// judged it.
Qrels ensemble_of(std::span<const Qrels* const> judges, Ensemble ensemble, QrelsKind kind);

}  // namespace subintent::internal
