// Reading the file of hierarchies, and finding all that makes a line of it no hierarchy.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hierarchy/hierarchy.h"
#include "subintent/basics.h"

namespace subintent::internal {

// A fault of a line, or of the whole file (line 0).
struct FormatFault {
  Location where;
  std::string topic;  // empty where it is not known
  std::string what;   // names topic and node, where they are known
  std::string advice;
};

// A line as it stands: nodes in its order, docnos sorted.
struct HierarchyLine {
  Location where;
  Hierarchy hierarchy;
  std::vector<std::string> ids;  // of the nodes, printable
};

// Reads a file line by line. Faults, those that read_hierarchies() throws, are reported in the
// order they are met; a handler that returns lets reading go on. `on_line` has the lines of which
// all members of all nodes could be read; their parents and layers may have been reported (a node
// whose parent does not exist lies under the root). Throws Error if the file cannot be read.
void read_hierarchy_lines(const Source& source,
                          const std::function<void(const FormatFault&)>& on_fault,
                          const std::function<void(HierarchyLine)>& on_line);

}  // namespace subintent::internal
