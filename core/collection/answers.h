// Answers that a system wrote for topics, or for turns of conversations, with the documents that
// they cite.
#pragma once

#include "core/collection/run.h"
#include "core/io/content.h"

namespace subintent::internal {

// Is the text a series of answers, as TREC RAG and RAGTIME take them: objects with "answer" or
// "responses"?
bool holds_answers(std::string_view text);

// The documents that answers or turns cite as a run: of each topic in the order of their first
// citation, or of their scores.
// Throws Error, naming the line, for what is not JSON, members that are missing or mistyped,
// citations of references that there are not, a topic that is there twice, and answers of several
// runs.
RunText open_answers(const TextFile& file, RunOrder order);

// Is it an object with answers in its member "turns", as iKAT took them in 2023 and 2024, "results"
// or "topics"?
bool holds_turns(std::string_view text);

}  // namespace subintent::internal
