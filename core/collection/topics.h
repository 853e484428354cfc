// Topics, intent probabilities, superintents and slices: what a collection says about topics.
#pragma once

#include "core/base/strings.h"
#include "core/io/content.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

enum class IntentType { informational, navigational };

// An official intent, as far as it is known.
struct IntentInfo {
  std::optional<double> probability;  // none: uniform
  IntentType type = IntentType::informational;
  std::string text;          // its description, where there is one
  std::size_t line = 0;      // of the file that says it; 0 where there is none
  std::string unknown_type;  // in topics: one that is not inf or nav, and counts as inf
  bool is_vital = false;     // a nugget that a good answer must hold
};

// topic -> intent -> what is known, both in label order.
using IntentTable = std::map<std::string, std::map<std::string, IntentInfo, LabelLess>, LabelLess>;

// The place where the file called `name` first mentions a topic; without line if it does not.
Location place_of_topic(const IntentTable& table, std::string_view topic, const std::string& name);

// A topic of the topics XML. Texts are valid UTF-8 on one line, and may be empty.
struct TopicDescription {
  std::string query, description;
  std::map<std::string, IntentInfo, LabelLess> intents;
  bool is_query_alone = false;  // the file says nothing of intents
};

using TopicDescriptions = std::map<std::string, TopicDescription, LabelLess>;

// Reads the topics XML of the TREC Web Track: <topic number> with <query>, <description> and
// <subtopic number type="inf|nav">. Types only; the probabilities are uniform. A topic may have no
// subtopics, as those of type "single" have. What does not begin with < is lines "topic intent
// text", or queries: "topic TAB query", a table with a header line, or objects of JSON. Throws
// Error, with file and line, for XML that does not parse, topics or subtopics without number, lines
// with fewer columns, and what is there twice.
TopicDescriptions read_topic_descriptions(const Source& source);

// Does a table by its header line, or JSON by its first object, name intents and their texts?
bool names_intents(std::string_view text);

// Of a query or an intent that both describe, `more` counts.
TopicDescriptions with_descriptions(TopicDescriptions topics, const TopicDescriptions& more);

IntentTable intents_of(const TopicDescriptions& topics);

// Reads NTCIR intent probabilities, "topic intent probability [inf|nav]"; nuggets may be vital or
// okay instead, and are informational. Throws Error, with file
// and line, for wrong columns, a probability outside 0..1, an unknown type, an intent given twice,
// and a topic whose probabilities add up to more than 1 (beyond rounding, .005 for each of them).
IntentTable read_probabilities(const Source& source);

bool names_probabilities(std::string_view text);  // by a header line

// Intents of a file as above, or of values that messages call `name`.
IntentTable intents_of(const IntentSource& source, const std::string& name);

struct Superintent {
  std::vector<std::string> members;  // intents or other superintents, in label order
  std::size_t line = 0;              // where the first of them stands
};

// The superintents of a topic, by name, in label order.
using Superintents = std::map<std::string, Superintent, LabelLess>;

// Reads superintents, "topic superintent intent", one line per member. Throws Error, with file and
// line, for wrong columns, a member of two superintents, a line given twice, members in a circle,
// and the name topic_level_intent.
std::map<std::string, Superintents, LabelLess> read_superintents(const Source& source);

// The topics that have a value of a property, in label order.
struct Slice {
  std::string name, value;
  std::vector<std::string> topics;
};

// Reads slices, by name and value in label order. Lines are "topic TAB name TAB value" (or with
// commas); a table
// with a header line, of a column per property; or objects of JSON, such as topics and rubrics,
// each with the name of a topic and members that are short strings, whole numbers, true or false,
// or arrays of strings. Of these, members count that some topics share and on which all lines of a
// topic agree. A topic may have several values of a property. Throws Error, naming file and line,
// for what is in none of these forms, and for a file without slices.
std::vector<Slice> read_slices(const Source& source);

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
