// A hierarchy as a tree that a person can read in a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hierarchy/hierarchy.h"

namespace subintent::internal {

struct ExplainOptions {
  std::string file;                   // of the hierarchy, for messages
  std::optional<std::string> intent;  // only the subtrees of this official intent or superintent
  bool ascii = false;                 // no box-drawing characters
  bool all_documents = false;         // of each leaf, rather than the first few
  bool colour = false;                // ANSI escape sequences
  std::size_t width = 80;             // columns; lines are wrapped to them
};

// The tree, a node on a line: layer, weight, similarity, number of documents; below it the
// characteristic terms (`terms`, one list per node, may be empty) and the documents of leaves.
// Dummies are not drawn on their own: the node that they lead to names their layers. Throws Error
// for an intent that the hierarchy lacks, naming those it has.
std::string explain(const Hierarchy& hierarchy, const std::vector<std::vector<std::string>>& terms,
                    const ExplainOptions& options);

// The hierarchy of this topic. Throws Error for a topic that has none, naming those of `file`.
const Hierarchy& find_topic(const std::vector<Hierarchy>& hierarchies, const std::string& topic,
                            const std::string& file);

// "layer 2", "layers 2–4"; with a hyphen if `ascii`.
std::string layers(std::uint32_t first, std::uint32_t last, bool ascii);

// The first twenty of them: "1, 2, 3 and 17 more".
std::string listed_names(const std::vector<std::string>& names);

}  // namespace subintent::internal
