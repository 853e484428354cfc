#include "hierarchy/explain_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "hierarchy/text_layout.h"
#include "support/error.h"
#include "support/strings.h"

namespace subintent {
namespace {

// The nodes from the root to a node, without dummies that lead to a node with the same documents.
std::vector<std::uint32_t> path_to(const Hierarchy& hierarchy, std::uint32_t leaf) {
  std::vector<std::uint32_t> path;
  for (std::optional<std::uint32_t> at = leaf; at; at = hierarchy.nodes[*at].parent) {
    if (path.empty() || !hierarchy.nodes[*at].dummy) path.push_back(*at);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

bool starts_intent(const Hierarchy& hierarchy, std::uint32_t index) {
  const HierarchyNode& node = hierarchy.nodes[index];
  return node.intent != "*" &&
         (!node.parent || hierarchy.nodes[*node.parent].intent != node.intent);
}

// What the node adds to the documents below it on the path (`below`; the document alone for a
// leaf), and at what similarity.
std::string line_of(const Hierarchy& hierarchy, std::uint32_t index, std::size_t below) {
  const HierarchyNode& node = hierarchy.nodes[index];
  std::string text =
      starts_intent(hierarchy, index) ? harmless("intent " + node.intent) : "subintent";
  text += fmt::format(": layer {}, weight {:.3f}, ", node.layer, node.weight);
  const std::size_t others = node.docs.size() - below;
  text += others == 0 ? "no other documents" : "joins " + count_of(others, "other document");
  if (others > 0 && node.similarity) text += fmt::format(" at similarity {:.3f}", *node.similarity);
  return text;
}

bool is_under(const Hierarchy& hierarchy, const std::vector<std::uint32_t>& path,
              const std::string& intent) {
  return std::any_of(path.begin(), path.end(),
                     [&](std::uint32_t index) { return hierarchy.nodes[index].intent == intent; });
}

}  // namespace

std::string explain_document(const Hierarchy& hierarchy, const std::string& docno,
                             const ExplainOptions& options) {
  std::vector<std::vector<std::uint32_t>> paths;
  const auto place = std::lower_bound(hierarchy.docnos.begin(), hierarchy.docnos.end(), docno);
  const bool known = place != hierarchy.docnos.end() && *place == docno;
  const auto document = static_cast<std::uint32_t>(place - hierarchy.docnos.begin());
  for (std::uint32_t i = 0; known && i < hierarchy.nodes.size(); ++i) {
    const HierarchyNode& node = hierarchy.nodes[i];
    if (node.layer != hierarchy.layers) continue;
    if (!std::binary_search(node.docs.begin(), node.docs.end(), document)) continue;
    std::vector<std::uint32_t> path = path_to(hierarchy, i);
    if (!options.intent || is_under(hierarchy, path, *options.intent)) {
      paths.push_back(std::move(path));
    }
  }
  if (paths.empty()) {
    throw Error(Location{options.file, 0},
                "topic " + printable(hierarchy.topic) + " has no document " + printable(docno) +
                    (options.intent ? " in intent " + printable(*options.intent) : ""),
                "only relevant documents are in a hierarchy");
  }
  std::string out = harmless("topic " + hierarchy.topic + ": document " + docno) + ", in " +
                    fmt::format("{} {}\n", paths.size(), paths.size() == 1 ? "leaf" : "leaves");
  for (const auto& path : paths) {
    for (std::size_t depth = 0; depth < path.size(); ++depth) {
      const bool last = depth + 1 == path.size();
      const std::size_t below = last ? 1 : hierarchy.nodes[path[depth + 1]].docs.size();
      // Deep trees stay within the width.
      const std::size_t indent = std::min(2 * (depth + 1), options.width / 2);
      out += std::string(indent, ' ') + line_of(hierarchy, path[depth], below) + "\n";
    }
  }
  return out;
}

}  // namespace subintent
