// Labels of nodes: names and labels fit for one line.
#include "core/base/strings.h"
#include "hierarchy/hierarchy.h"
#include "input.h"

void subintent::internal::fuzz(std::string_view input) {
  survives([&] {
    for (const NodeLabel& one : read_node_labels(Source::memory(input, "labels")))
      require(!names_defect({one.topic, one.node, one.label}));
  });
}
