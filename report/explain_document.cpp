#include "report/explain_document.h"

#include <fmt/format.h>

#include <iterator>

#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// A node, and the first of the dummies that lead to it: itself if there are none.
struct Step {
  std::uint32_t first, node;
};

// From the root to a leaf. Dummies are not steps of their own, but for a leaf that is one.
std::vector<Step> path_to(const Hierarchy& hierarchy, std::uint32_t leaf) {
  std::vector<Step> path;
  for (std::optional<std::uint32_t> at = leaf; at; at = hierarchy.nodes[*at].parent)
    if (path.empty() || !hierarchy.nodes[*at].dummy)
      path.push_back({*at, *at});
    else
      path.back().first = *at;
  std::reverse(path.begin(), path.end());
  return path;
}

// The documents of the node that are not in the next one of the path; at the leaf, all but the
// document itself.
std::vector<std::uint32_t> joined_at(const Hierarchy& hierarchy, const std::vector<Step>& path,
                                     std::size_t depth, std::uint32_t document) {
  const std::vector<std::uint32_t> itself = {document};
  const bool leaf = depth + 1 == path.size();
  const auto& below = leaf ? itself : hierarchy.nodes[path[depth + 1].node].docs;
  std::vector<std::uint32_t> joined;
  std::ranges::set_difference(hierarchy.nodes[path[depth].node].docs, below,
                              std::back_inserter(joined));
  return joined;
}

bool names_intent(const Hierarchy& hierarchy, const Step& step) {
  return hierarchy.nodes[step.node].intent != "*" && is_first_of_intent(hierarchy, step.node);
}

// Which documents a node joins to those below it on the path, and at what similarity.
std::string line_of(const Hierarchy& hierarchy, const Step& step, std::size_t joined, bool ascii) {
  const HierarchyNode& node = hierarchy.nodes[step.node];
  std::string text =
      names_intent(hierarchy, step) ? display_text("intent " + node.intent) : "subintent";
  text += fmt::format(": {}, weight {:.3f}, ",
                      layers(hierarchy.nodes[step.first].layer, node.layer, ascii), node.weight);
  text += joined == 0 ? "no other documents" : "joins " + count_of(joined, "other document");
  if (joined > 0 && node.similarity) text += fmt::format(" at similarity {:.3f}", *node.similarity);
  return text;
}

class PathText {
 public:
  PathText(const Hierarchy& hierarchy, std::uint32_t document, const ExplainOptions& options)
      : hierarchy_(hierarchy), document_(document), options_(options) {}

  std::string header(std::size_t leaves) const {
    const std::string& docno = hierarchy_.docnos[document_];
    std::string text =
        fmt::format("topic {}: document {}, in {} {}\n", options_.captions.topic(hierarchy_.topic),
                    display_text(docno), leaves, leaves == 1 ? "leaf" : "leaves");
    const auto found = options_.captions.texts.find(docno);
    if (found == options_.captions.texts.end()) return text;
    const std::string_view shown = headline(found->second), url = found->second.url;
    for (const std::string_view part : {shown, shown == url ? std::string_view() : url})
      if (!part.empty()) text += "  " + fitting_text(part, options_.width - 2) + "\n";
    return text;
  }

  // From the root to the leaf.
  void append(std::string& out, const std::vector<Step>& path) const {
    for (std::size_t depth = 0; depth < path.size(); ++depth) {
      const auto joined = joined_at(hierarchy_, path, depth, document_);
      // Deep trees stay within the width.
      const std::string indent(std::min(2 * (depth + 1), options_.width / 2), ' ');
      out += indent + line_of(hierarchy_, path[depth], joined.size(), options_.ascii) + "\n";
      const std::string beside = indent + "    ";
      const std::string caption = fitting_text(
          caption_of(path[depth]), options_.width - std::min(options_.width, beside.size()));
      if (!caption.empty()) out += beside + caption + "\n";
      append_documents(out, beside, hierarchy_, joined, options_);
    }
  }

 private:
  std::string_view caption_of(const Step& step) const {
    const HierarchyNode& node = hierarchy_.nodes[step.node];
    if (!node.label.empty()) return node.label;
    if (!names_intent(hierarchy_, step)) return {};
    return options_.captions.intent(hierarchy_.topic, node.intent);
  }

  const Hierarchy& hierarchy_;
  std::uint32_t document_;
  const ExplainOptions& options_;
};

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
    if (!options.intent || is_under(hierarchy, path, *options.intent))
      paths.push_back(std::move(path));
  }
  if (paths.empty()) {
    throw Error(Location{options.file, 0},
                "topic " + printable(hierarchy.topic) + " has no document " + printable(docno) +
                    (options.intent ? " in intent " + printable(*options.intent) : ""),
                "only relevant documents are in a hierarchy");
  }
  const PathText text(hierarchy, document, options);
  std::string out = text.header(paths.size());
  for (const auto& path : paths) text.append(out, path);
  return out;
}

}  // namespace subintent::internal
