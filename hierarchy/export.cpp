#include "hierarchy/export.h"

#include <fmt/format.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/graphml.hpp>
#include <boost/make_shared.hpp>
#include <iterator>
#include <sstream>

#include "core/base/utf8.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Text that every format can hold: control characters and what is not a character become U+FFFD.
std::string without_controls(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    const auto c = static_cast<unsigned char>(text[0]);
    const bool is_excluded =  // U+FFFE and U+FFFF, by XML
        text.starts_with("\xef\xbf\xbe") || text.starts_with("\xef\xbf\xbf");
    if (length == 0 || c < 0x20 || c == 0x7f || is_excluded)
      out += "\xef\xbf\xbd";
    else
      out.append(text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

// A string of the DOT language with these lines; backslashes start escapes there.
std::string dot_string(std::span<const std::string> lines) {
  std::string quoted = "\"";
  for (const std::string& line : lines) {
    if (quoted.size() > 1) quoted += "\\n";
    for (const char c : without_controls(line)) {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string newick_label(std::string_view text) {
  std::string quoted = "'";
  for (const char c : without_controls(text)) {
    if (c == '\'') quoted += '\'';
    quoted += c;
  }
  return quoted + '\'';
}

// Appends `text` as up to `most` lines of 30 characters.
void append_lines(std::vector<std::string>& lines, std::string_view text, std::size_t most) {
  constexpr std::size_t width = 30;
  const std::string whole = one_line(text);
  for (std::string_view rest = whole; !rest.empty(); --most) {
    if (most == 0) {
      lines.back() += "…";
      return;
    }
    lines.push_back(one_line(rest, width));
    rest.remove_prefix(lines.back().size());
    if (rest.starts_with(' ')) rest.remove_prefix(1);
  }
}

// The text of a node for people: the intent where it begins, the weight, and the label, or a few
// documents.
std::vector<std::string> dot_label(const Hierarchy& hierarchy, std::uint32_t index) {
  constexpr std::size_t shown = 3;
  const HierarchyNode& node = hierarchy.nodes[index];
  std::vector<std::string> lines;
  if (is_first_of_intent(hierarchy, index)) append_lines(lines, node.intent, 1);
  lines.push_back(fmt::format("{:.3f}", node.weight));
  if (!node.label.empty()) {
    append_lines(lines, node.label, shown);
    return lines;
  }
  for (std::size_t i = 0; i < std::min(shown, node.docs.size()); ++i)
    append_lines(lines, hierarchy.docnos[node.docs[i]], 1);
  if (node.docs.size() > shown) lines.push_back(fmt::format("+{} more", node.docs.size() - shown));
  return lines;
}

// Depth first over the nodes that are not dummies. Newick closes a node after its children.
class NewickWriter {
 public:
  NewickWriter(std::string& out, const Hierarchy& hierarchy)
      : out_(out), hierarchy_(hierarchy), children_(children_of(hierarchy)) {}

  void write() {
    open_.push_back({root(), 0});
    out_ += '(';
    while (!open_.empty()) {
      auto& [node, next] = open_.back();
      if (next == children_[node].size()) {
        close(node);
        open_.pop_back();
      } else {
        visit(children_[node][next++]);
      }
    }
    out_ += newick_label(hierarchy_.topic) + ";\n";
  }

 private:
  std::uint32_t root() const { return static_cast<std::uint32_t>(hierarchy_.nodes.size()); }

  void separate() {
    if (out_.back() != '(') out_ += ',';
  }

  void visit(std::uint32_t node) {
    while (hierarchy_.nodes[node].dummy && children_[node].size() == 1) node = children_[node][0];
    separate();
    const HierarchyNode& found = hierarchy_.nodes[node];
    if (children_[node].empty() && found.docs.size() <= 1) {
      if (!found.docs.empty()) out_ += newick_label(hierarchy_.docnos[found.docs[0]]);
      out_ += fmt::format(":{}", length(node) + 1);
      return;
    }
    out_ += '(';
    if (!children_[node].empty()) {
      open_.push_back({node, 0});
      return;
    }
    for (const std::uint32_t document : found.docs) {
      separate();
      out_ += newick_label(hierarchy_.docnos[document]) + ":1";
    }
    close(node);
  }

  void close(std::uint32_t node) {
    out_ += ')';
    if (node == root()) return;
    const std::string& intent = hierarchy_.nodes[node].intent;
    const auto above = real_parent(node);
    const bool names = above ? hierarchy_.nodes[*above].intent != intent : intent != "*";
    out_ += (names ? newick_label(intent) : "") + fmt::format(":{}", length(node));
  }

  // The nearest node above that is not a dummy; none for the root.
  std::optional<std::uint32_t> real_parent(std::uint32_t node) const {
    auto above = hierarchy_.nodes[node].parent;
    while (above && hierarchy_.nodes[*above].dummy && children_[*above].size() == 1)
      above = hierarchy_.nodes[*above].parent;
    return above;
  }

  std::uint32_t length(std::uint32_t node) const {
    const auto above = real_parent(node);
    return hierarchy_.nodes[node].layer - (above ? hierarchy_.nodes[*above].layer : 0);
  }

  std::string& out_;
  const Hierarchy& hierarchy_;
  std::vector<std::vector<std::uint32_t>> children_;
  std::vector<std::pair<std::uint32_t, std::size_t>> open_;  // node, its next child
};

struct GraphNode {
  std::string topic, intent, similarity, docs, label;
  std::uint32_t layer = 0;
  double weight = 1;
  bool dummy = false;
};

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, GraphNode>;

// The weights, with all their digits: Boost would write six.
class Weights : public boost::dynamic_property_map {
 public:
  explicit Weights(const Graph& graph) : graph_(graph) {}

  boost::any get(const boost::any& vertex) override { return weight(vertex); }
  std::string get_string(const boost::any& vertex) override { return shortest(weight(vertex)); }
  void put(const boost::any&, const boost::any&) override {
    throw boost::dynamic_const_put_error();
  }
  const std::type_info& key() const override { return typeid(Graph::vertex_descriptor); }
  const std::type_info& value() const override { return typeid(double); }

 private:
  double weight(const boost::any& vertex) const {
    return graph_[boost::any_cast<Graph::vertex_descriptor>(vertex)].weight;
  }

  const Graph& graph_;
};

void add_to(Graph& graph, const Hierarchy& hierarchy) {
  const auto root =
      boost::add_vertex({without_controls(hierarchy.topic), {}, {}, {}, {}, 0, 1, false}, graph);
  const auto first = root + 1;
  for (const HierarchyNode& node : hierarchy.nodes) {
    const auto vertex =
        boost::add_vertex({without_controls(hierarchy.topic), without_controls(node.intent),
                           node.similarity ? shortest(*node.similarity) : "",
                           without_controls(join(hierarchy.docnos_of(node), " ")),
                           without_controls(node.label), node.layer, node.weight, node.dummy},
                          graph);
    boost::add_edge(node.parent ? first + *node.parent : root, vertex, graph);
  }
}

std::string dot(const Exported& exported) {
  std::string out;
  for (std::size_t i = 0; i < exported.hierarchies.size(); ++i) {
    append_dot(out, exported.hierarchies[i],
               exported.queries.empty() ? std::string_view() : exported.queries[i]);
  }
  return out;
}

std::string newick(const Exported& exported) {
  std::string out;
  for (const Hierarchy& hierarchy : exported.hierarchies) append_newick(out, hierarchy);
  return out;
}

std::string linkage(const Exported& exported) {
  std::string out;
  for (const Dendrogram& dendrogram : exported.dendrograms) append_linkage(out, dendrogram);
  return out;
}

}  // namespace

void append_dot(std::string& out, const Hierarchy& hierarchy, std::string_view query) {
  std::vector<std::string> root = {hierarchy.topic};
  append_lines(root, query, 3);
  out += fmt::format(
      "digraph {} {{\n  rankdir=LR; nodesep=0.1; ranksep=0.3;\n"
      "  node [shape=box, fontsize=10, height=0.2, margin=\"0.08,0.04\"];\n"
      "  root [label={}];\n",
      dot_string({root.data(), 1}), dot_string(root));
  const auto children = children_of(hierarchy);
  for (std::uint32_t i = 0; i < hierarchy.nodes.size(); ++i) {
    const HierarchyNode& node = hierarchy.nodes[i];
    const bool leads_on = node.dummy && children[i].size() == 1;
    out += fmt::format("  n{} [label={}{}];\n", i,
                       leads_on ? "\"\"" : dot_string(dot_label(hierarchy, i)),
                       node.dummy ? ", style=dashed" : "");
  }
  std::uint32_t layer = 0;
  for (std::size_t i = 0; i < hierarchy.nodes.size(); ++i) {
    if (hierarchy.nodes[i].layer != layer) {
      out += fmt::format("{}  {{ rank=same;", layer == 0 ? "" : " }\n");
      layer = hierarchy.nodes[i].layer;
    }
    out += fmt::format(" n{};", i);
  }
  out += " }\n";
  for (std::size_t i = 0; i < hierarchy.nodes.size(); ++i) {
    const auto parent = hierarchy.nodes[i].parent;
    out += fmt::format("  {} -> n{};\n", parent ? "n" + std::to_string(*parent) : "root", i);
  }
  out += "}\n";
}

void append_newick(std::string& out, const Hierarchy& hierarchy) {
  NewickWriter(out, hierarchy).write();
}

std::string graphml(std::span<const Hierarchy> hierarchies) {
  Graph graph;
  for (const Hierarchy& hierarchy : hierarchies) add_to(graph, hierarchy);
  boost::dynamic_properties properties;
  properties.property("topic", boost::get(&GraphNode::topic, graph))
      .property("layer", boost::get(&GraphNode::layer, graph))
      .property("intent", boost::get(&GraphNode::intent, graph))
      .property("similarity", boost::get(&GraphNode::similarity, graph))
      .property("dummy", boost::get(&GraphNode::dummy, graph))
      .property("docs", boost::get(&GraphNode::docs, graph));
  const auto has_label = [](const Hierarchy& hierarchy) {
    return std::ranges::any_of(hierarchy.nodes,
                               [](const auto& node) { return !node.label.empty(); });
  };
  if (std::ranges::any_of(hierarchies, has_label))
    properties.property("label", boost::get(&GraphNode::label, graph));
  properties.insert("weight", boost::make_shared<Weights>(graph));
  std::ostringstream out;
  boost::write_graphml(out, graph, properties, true);
  return out.str();
}

double distance_of(const Merge& merge) {
  return std::max(0.0, 1 - merge.similarity);
}

void append_linkage(std::string& out, const Dendrogram& dendrogram) {
  out += fmt::format("# {} {}\n# leaves", without_controls(dendrogram.topic),
                     without_controls(dendrogram.intent));
  for (const std::string& docno : dendrogram.docs)
    out += fmt::format("\t{}", without_controls(docno));
  out += '\n';
  for (const Merge& merge : dendrogram.merges)
    out += fmt::format("{}\t{}\t{}\t{}\n", merge.a, merge.b, distance_of(merge), merge.size);
}

std::span<const Export> exports() {
  static const Export all[] = {
      {"dot", false, dot},
      {"graphml", false, [](const Exported& exported) { return graphml(exported.hierarchies); }},
      {"newick", false, newick},
      {"linkage", true, linkage},
  };
  return all;
}

const Export& export_named(std::string_view name, bool of_dendrograms) {
  std::string known;
  for (const Export& one : exports()) {
    if (one.of_dendrograms != of_dendrograms) continue;
    if (one.name == name) return one;
    known += (known.empty() ? "" : ", ") + std::string(one.name);
  }
  throw Error::argument("format",
                        fmt::format("format: unknown value '{}' for {}", name,
                                    of_dendrograms ? "dendrograms" : "hierarchies"),
                        "use " + known);
}

void write_hierarchies(const Exported& exported, std::string_view format, const TextWriter& write) {
  if (!format.empty()) {
    const bool of_dendrograms =
        !exported.dendrograms.empty() && std::ranges::any_of(exports(), [&](const Export& one) {
          return one.of_dendrograms && one.name == format;
        });
    return write(export_named(format, of_dendrograms).text(exported));
  }
  std::string line;
  for (const Hierarchy& hierarchy : exported.hierarchies) {
    line.clear();
    append_hierarchy_line(line, hierarchy);
    write(line);
  }
}

}  // namespace subintent::internal
