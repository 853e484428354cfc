// What topics are like, by which they fall into slices: domain, language, difficulty ...
#pragma once

#include <string>
#include <vector>

#include "subintent/basics.h"

namespace subintent::internal {

// The topics that have a value of a property, in label order.
struct Slice {
  std::string name, value;
  std::vector<std::string> topics;
};

// Reads slices, by name and value in label order. Lines are "topic TAB name TAB value", or with
// commas; a table with a header line, of a column per property; or objects of JSON, such as topics
// and rubrics, in lines, an array or by topic, each with the name of a topic and members that are
// short strings, whole numbers, true or false, or arrays of strings. Of these, members count that
// some topics share and on which all lines of a topic agree. A topic may have several values of a
// property. Throws Error, naming file and line, for what is in none of these forms, and for a file
// without slices.
std::vector<Slice> read_slices(const Source& source);

}  // namespace subintent::internal
