// Labels of nodes: names and labels fit for one line.
#include "core/base/docno.h"
#include "hierarchy/hierarchy.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent;
  using namespace subintent::internal;
  return survives([&] {
    for (const NodeLabel& one : read_node_labels(Source::memory(text_of(data, size), "labels")))
      require(!names_defect({one.topic, one.node, one.label}));
  });
}
