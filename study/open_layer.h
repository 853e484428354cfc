// A layer of intents where some grades are not known.
#pragma once

#include <cstdint>
#include <vector>

#include "evaluate/layer.h"

namespace subintent::internal {

// The grade of a document for a node, as it is judged and as it can be at most; 0: not relevant.
struct OpenGrade {
  std::uint32_t node;
  std::int32_t low, high;
};

// A layer of intents where grades are open.
struct OpenLayer {
  std::vector<LayerNode> nodes;
  std::vector<char> is_there;  // by node: in the layer whatever is judged
  std::vector<std::vector<OpenGrade>> documents;
  // From here on documents make ideal lists: all, or, where some are duplicates, one for each group
  // of duplicates behind those of lists.
  std::size_t first_ideal = 0;
  std::size_t there = 0;  // nodes
  // Whether weights may be 1 / the nodes that are there in the end.
  bool may_be_uniform = false;

  bool may_grow() const { return there < nodes.size(); }
};

// Adds one document for each group of duplicates, which has for each node the highest of their
// grades. `group_of` has a number for each document, the groups being numbered from 0.
void add_groups_of_duplicates(const std::vector<std::uint32_t>& group_of, OpenLayer& layer);

// What is between a layer by the judgments that there are and the same by the highest that there
// can be. `place_of` has the documents of the former in the latter, which has `documents` of them.
// `counts_bare`: nodes of `low` are there, even without a document.
OpenLayer open_layer(const Layer& low, const std::vector<std::uint32_t>& place_of,
                     const Layer& high, std::size_t documents, bool counts_bare);

}  // namespace subintent::internal
