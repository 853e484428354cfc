// The official intents of a topic that have a relevant document: their documents, gains and
// probabilities.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/dendrogram.h"
#include "core/collection/qrels.h"
#include "core/collection/topics.h"

namespace subintent::internal {

struct RelevantDocument {
  std::string_view docno;
  std::int32_t grade = 0;      // above 0
  std::uint32_t document = 0;  // place in TopicQrels::docnos
};

struct RelevantIntent {
  std::string_view intent;
  std::vector<RelevantDocument> docs;  // sorted by docno
};

// In label order. Names are views into the judgments.
std::vector<RelevantIntent> relevant_intents(const TopicQrels& judged);

// Checks that a dendrogram holds exactly the relevant documents of its intent. Throws Error, naming
// topic, intent and document, for one that is missing or not relevant; `file` is where the
// dendrogram comes from.
void check_documents(const Dendrogram& dendrogram, const RelevantIntent& intent,
                     const std::string& file);

// `amounts` (none negative) divided by their sum.
std::vector<double> shares(std::vector<double> amounts);

// The probabilities of `intents` in `table`, renormalised over them. Throws Error, naming topic and
// intent, for one that `table` lacks and for probabilities that add up to 0; `file` is where the
// table comes from.
std::vector<double> given_probabilities(const IntentTable& table, std::string_view topic,
                                        const std::vector<RelevantIntent>& intents,
                                        const std::string& file);

}  // namespace subintent::internal
