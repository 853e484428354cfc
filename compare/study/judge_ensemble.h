// Several sets of judgments of the same topics: how far all of them agree, and what they judge
// together.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compare/study/judgment_agreement.h"
#include "compare/topic_bootstrap.h"
#include "core/collection/qrels.h"

namespace subintent::internal {

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
                                 const BootstrapSettings& settings);

enum class Ensemble {
  majority,  // the grade that most give; of several the lowest
  median     // the lower median of the grades
};

// One set of judgments of what several judged: of each document, for each intent, by those who
// judged it.
Qrels ensemble_of(std::span<const Qrels* const> judges, Ensemble ensemble, QrelsKind kind);

}  // namespace subintent::internal
