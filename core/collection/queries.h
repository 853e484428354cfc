// Queries of topics, in the forms in which people keep them.
#pragma once

#include "core/collection/topics.h"
#include "core/io/content.h"

namespace subintent::internal {

// Reads queries: lines "topic TAB query" or "topic,query"; a table with a header line, with tabs or
// commas; lines of JSON, {"topic_id": "7", "query": "..."}, an array of these, or an object of them
// by topic. Nothing for a file that begins otherwise. Throws Error, with file and line, for a topic
// that is there twice, and for what a file that begins like this may not hold.
std::optional<TopicDescriptions> read_queries(const Content& file);

// How sure is it that a text holds queries? Lines and objects that call them a text or nothing may
// be documents.
enum class Queries { none, perhaps, named };
Queries queries_in(std::string_view text);

}  // namespace subintent::internal
