// Answers that a system wrote for topics, with the documents that they cite.
#pragma once

#include <string_view>

#include "core/collection/run.h"
#include "core/io/text_file.h"

namespace subintent::internal {

// Is the text a series of answers, as TREC RAG and RAGTIME take them: objects with "answer" or
// "responses"?
bool holds_answers(std::string_view text);

// The documents that the answers cite as a run: of each topic in the order of their first citation.
// Throws Error, naming the line, for what is not JSON, members that are missing or mistyped,
// citations of references that there are not, a topic that is there twice, and answers of several
// runs.
RunText open_answers(const TextFile& file, RunOrder order);

}  // namespace subintent::internal
