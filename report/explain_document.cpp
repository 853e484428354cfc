#include "report/explain_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/text_layout.h"
#include "support/error.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

// A node, and the first of the dummies that lead to it: itself if there are none.
struct Step {
  std::uint32_t first, node;
};

// From the root to a leaf. Dummies are not steps of their own, but for a leaf that is one.
std::vector<Step> path_to(const Hierarchy& hierarchy, std::uint32_t leaf) {
  std::vector<Step> path;
  for (std::optional<std::uint32_t> at = leaf; at; at = hierarchy.nodes[*at].parent) {
    if (path.empty() || !hierarchy.nodes[*at].dummy) {
      path.push_back({*at, *at});
    } else {
      path.back().first = *at;
    }
  }
  std::reverse(path.begin(), path.end());
  return path;
}

bool starts_intent(const Hierarchy& hierarchy, const Step& step) {
  const HierarchyNode& first = hierarchy.nodes[step.first];
  return first.intent != "*" &&
         (!first.parent || hierarchy.nodes[*first.parent].intent != first.intent);
}

// What the node adds to the documents below it on the path (`below`; the document alone for a
// leaf), and at what similarity.
std::string line_of(const Hierarchy& hierarchy, const Step& step, std::size_t below, bool ascii) {
  const HierarchyNode& node = hierarchy.nodes[step.node];
  std::string text =
      starts_intent(hierarchy, step) ? display_text("intent " + node.intent) : "subintent";
  text += fmt::format(": {}, weight {:.3f}, ",
                      layers(hierarchy.nodes[step.first].layer, node.layer, ascii), node.weight);
  const std::size_t others = node.docs.size() - below;
  text += others == 0 ? "no other documents" : "joins " + count_of(others, "other document");
  if (others > 0 && node.similarity) text += fmt::format(" at similarity {:.3f}", *node.similarity);
  return text;
}

bool is_under(const Hierarchy& hierarchy, const std::vector<Step>& path,
              const std::string& intent) {
  return std::any_of(path.begin(), path.end(),
                     [&](const Step& step) { return hierarchy.nodes[step.node].intent == intent; });
}

}  // namespace

std::string explain_document(const Hierarchy& hierarchy, const std::string& docno,
                             const ExplainOptions& options) {
  std::vector<std::vector<Step>> paths;
  const auto place = std::lower_bound(hierarchy.docnos.begin(), hierarchy.docnos.end(), docno);
  const bool known = place != hierarchy.docnos.end() && *place == docno;
  const auto document = static_cast<std::uint32_t>(place - hierarchy.docnos.begin());
  for (std::uint32_t i = 0; known && i < hierarchy.nodes.size(); ++i) {
    const HierarchyNode& node = hierarchy.nodes[i];
    if (node.layer != hierarchy.layers) continue;
    if (!std::binary_search(node.docs.begin(), node.docs.end(), document)) continue;
    std::vector<Step> path = path_to(hierarchy, i);
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
  std::string out =
      fmt::format("{}: document {}, in {} {}\n", display_text("topic " + hierarchy.topic),
                  display_text(docno), paths.size(), paths.size() == 1 ? "leaf" : "leaves");
  for (const auto& path : paths) {
    for (std::size_t depth = 0; depth < path.size(); ++depth) {
      const bool last = depth + 1 == path.size();
      const std::size_t below = last ? 1 : hierarchy.nodes[path[depth + 1].node].docs.size();
      // Deep trees stay within the width.
      const std::size_t indent = std::min(2 * (depth + 1), options.width / 2);
      out +=
          std::string(indent, ' ') + line_of(hierarchy, path[depth], below, options.ascii) + "\n";
    }
  }
  return out;
}

}  // namespace subintent::internal
