// How far two sets of judgments of the same topics agree: people and a model, two assessors, deep
// and shallow pools.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compare/reliability.h"
#include "compare/topic_bootstrap.h"
#include "evaluate/judgments.h"
#include "subintent/comparison.h"

namespace subintent::internal {

// Judgments of the topics that both sets have. What is judged is a document for an intent
// ("intents"), or for the topic ("topic"). Grades below 0 count as 0.
JudgmentAgreement judgment_agreement(std::string level, const Qrels& first, const Qrels& second,
                                     const BootstrapSettings& settings);

// Topics of the one that the other lacks, in label order.
std::vector<std::string> topics_missing(const Qrels& has, const Qrels& lacks);

}  // namespace subintent::internal
