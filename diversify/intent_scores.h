// How relevant documents are to intents, as a retrieval system or a person says.
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "core/base/strings.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {

// docno -> score; any finite number.
using DocumentScores = std::unordered_map<std::string, double, StringHash, std::equal_to<>>;

// topic -> intent -> its documents, in label order.
using IntentScores =
    std::map<std::string, std::map<std::string, DocumentScores, LabelLess>, LabelLess>;

// Adds a file to `scores`. Of four columns, "topic intent docno score", qrels among them; the same
// as a JSON dict; or a run in any format: of the intent called `intent`, or, if that is empty, of
// topics such as 20-5, whose intent is what follows the last of the characters - . : and _. Throws
// Error, with file and line, for other columns, a score that is not a finite number, a topic
// without an intent, and a document that an intent has twice.
void read_intent_scores(const Source& source, const std::string& intent, IntentScores& scores);

}  // namespace subintent::internal
