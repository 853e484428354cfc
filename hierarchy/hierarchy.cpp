#include "hierarchy/hierarchy.h"

#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>
#include <set>
#include <unordered_set>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/base/warning.h"
#include "core/collection/qrels.h"
#include "core/io/input_file.h"
#include "core/io/json.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// `docnos` are JSON strings.
void append_node(std::string& out, const HierarchyNode& node, std::size_t id,
                 const std::vector<std::string>& docnos) {
  out += "{\"id\":" + std::to_string(id);
  out += ",\"parent\":" + (node.parent ? std::to_string(*node.parent) : "null");
  out += ",\"layer\":" + std::to_string(node.layer);
  out += ",\"intent\":";
  append_json_string(out, node.intent);
  out += ",\"weight\":";
  append_json_number(out, node.weight);
  out += ",\"similarity\":";
  append_json_number(out, node.similarity.value_or(std::numeric_limits<double>::quiet_NaN()));
  out += node.dummy ? ",\"dummy\":true,\"docs\":[" : ",\"dummy\":false,\"docs\":[";
  for (std::size_t i = 0; i < node.docs.size(); ++i) {
    if (i > 0) out += ',';
    out += docnos[node.docs[i]];
  }
  out += ']';
  if (!node.label.empty()) {
    out += ",\"label\":";
    append_json_string(out, node.label);
  }
  if (node.needs_all) out += ",\"aggregator\":\"AND\"";
  out += '}';
}

// Says why a line cannot hold the hierarchy, or would hide a part of it.
std::optional<std::string> defect_of(const Hierarchy& hierarchy) {
  const auto is_there = [&](std::uint32_t document) { return document < hierarchy.docnos.size(); };
  if (!is_valid_utf8(hierarchy.topic)) return "the topic is not UTF-8";
  if (!std::ranges::all_of(hierarchy.docnos, is_valid_utf8)) return "a docno is not UTF-8";
  for (std::size_t i = 0; i < hierarchy.nodes.size(); ++i) {
    const HierarchyNode& node = hierarchy.nodes[i];
    const std::string name = "node " + std::to_string(i) + ": ";
    if (!is_valid_utf8(node.intent)) return name + "the intent is not UTF-8";
    if (!is_valid_utf8(node.label)) return name + "the label is not UTF-8";
    if (!std::ranges::all_of(node.docs, is_there)) return name + "a document is not in `docnos`";
    if (node.similarity && !std::isfinite(*node.similarity))
      return name + "\"similarity\" is not a number from -1 to 1, or none";
  }
  return std::nullopt;
}

// Whether a node can stand behind the one before it, in the same layer.
bool is_sorted(const HierarchyNode& before, const HierarchyNode& node) {
  if (before.parent != node.parent) return before.parent < node.parent;
  if (before.intent != node.intent) return label_less(before.intent, node.intent);
  return before.docs <= node.docs;
}

bool is_readable(const HierarchyNode& node) {
  return node.weight >= 0 && node.weight <= 1e6 &&
         (!node.similarity || std::abs(*node.similarity) <= 1) &&
         std::ranges::adjacent_find(node.docs, std::greater_equal<>()) == node.docs.end();
}

// Whether reading the line of a hierarchy without a defect would give just this: so it is with
// hierarchies that were read or made here. It says no where only reading can tell.
bool is_as_read(const Hierarchy& hierarchy) {
  const std::vector<HierarchyNode>& nodes = hierarchy.nodes;
  if (nodes.empty() || hierarchy.topic.empty() || nodes.back().layer != hierarchy.layers)
    return false;
  if (std::ranges::adjacent_find(hierarchy.docnos, std::greater_equal<>()) !=
          hierarchy.docnos.end() ||
      hierarchy.docnos.empty() || hierarchy.docnos[0].empty())
    return false;
  std::vector<bool> is_used(hierarchy.docnos.size());
  std::uint64_t entries = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const HierarchyNode& node = nodes[i];
    if (node.parent && *node.parent >= i) return false;
    if (node.layer != (node.parent ? nodes[*node.parent].layer : 0) + 1) return false;
    if (i > 0 && node.layer != nodes[i - 1].layer && node.layer != nodes[i - 1].layer + 1)
      return false;
    if (i > 0 && node.layer == nodes[i - 1].layer && !is_sorted(nodes[i - 1], node)) return false;
    if (!is_readable(node)) return false;
    if ((node.intent == topic_level_intent) != (nodes[0].intent == topic_level_intent))
      return false;
    entries += node.docs.size();
    for (const std::uint32_t document : node.docs) is_used[document] = true;
  }
  return entries <= max_document_entries && std::ranges::find(is_used, false) == is_used.end();
}

class NodeNamer {
 public:
  explicit NodeNamer(const Hierarchy& hierarchy)
      : hierarchy_(hierarchy), children_(children_of(hierarchy)), names_(hierarchy.nodes.size()) {}

  // Parents come before their children.
  std::vector<std::string> names() && {
    name_siblings(children_.back(), {}, "");
    for (std::uint32_t i = 0; i < names_.size(); ++i)
      if (leads_to_another(i))
        names_[children_[i][0]] = names_[i];
      else
        name_siblings(children_[i], hierarchy_.nodes[i].intent, names_[i] + ".");
    return std::move(names_);
  }

 private:
  bool leads_to_another(std::uint32_t node) const {
    return hierarchy_.nodes[node].dummy && children_[node].size() == 1;
  }

  // An intent has its own name; what is below it has numbers.
  void name_siblings(const std::vector<std::uint32_t>& siblings, std::string_view intent_above,
                     std::string above) {
    constexpr std::size_t longest = 100;  // bytes
    if (above.size() > longest) above = "..." + above.substr(above.find('.', above.size() / 2));
    for (std::size_t i = 0; i < siblings.size(); ++i) {
      std::uint32_t node = siblings[i];
      while (leads_to_another(node)) node = children_[node][0];
      const std::string& intent = hierarchy_.nodes[node].intent;
      const bool is_intent = intent != topic_level_intent && intent != intent_above;
      names_[siblings[i]] = is_intent ? intent : above + std::to_string(i + 1);
    }
  }

  const Hierarchy& hierarchy_;
  std::vector<std::vector<std::uint32_t>> children_;
  std::vector<std::string> names_;
};

constexpr const char* advice = "write \"topic<tab>node<tab>label\"";

NodeLabel label_of(std::string_view line, const Location& place) {
  const std::vector<std::string_view> columns = split_tabs(line);
  if (columns.size() != 3) {
    throw Error(place, "expected 3 tab-separated columns, found " + std::to_string(columns.size()),
                advice);
  }
  constexpr const char* names[] = {"topic", "node", "label"};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (const auto defect = docno_defect(columns[i])) {
      throw Error(place,
                  std::string("the ") + names[i] + " '" + printable(columns[i]) + "' " + *defect,
                  advice);
    }
  }
  return {std::string(columns[0]), std::string(columns[1]), std::string(columns[2]), place};
}

std::vector<std::uint32_t> nodes_called(const Hierarchy& hierarchy, std::string_view name) {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t i = 0; i < hierarchy.nodes.size(); ++i) {
    const std::string& intent = hierarchy.nodes[i].intent;
    const bool is_called = intent == topic_level_intent
                               ? name == std::to_string(i)
                               : intent == name && is_first_of_intent(hierarchy, i);
    if (is_called) nodes.push_back(i);
  }
  return nodes;
}

}  // namespace

void refuse_made_folder(const Source& source) {
  if (source.is_memory()) return;
  std::string files;
  for (const char* const file : {"topic.jsonl", "intent.jsonl"}) {
    const std::filesystem::path path = std::filesystem::path(source.path()) / file;
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored))
      files += (files.empty() ? "" : " or ") + printable(path.string());
  }
  if (!files.empty())
    throw Error(Error::Kind::system, {source.name(), 0}, "is a folder", "give " + files);
}

void sort_nodes(std::vector<HierarchyNode>& nodes) {
  std::vector<std::uint32_t> order(nodes.size()), place(nodes.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return nodes[a].layer < nodes[b].layer;
  });
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    const HierarchyNode &x = nodes[a], &y = nodes[b];
    if (x.parent != y.parent) {
      if (!x.parent || !y.parent) return !x.parent;
      return place[*x.parent] < place[*y.parent];
    }
    if (x.intent != y.intent) return label_less(x.intent, y.intent);
    return x.docs < y.docs;
  };
  for (auto begin = order.begin(); begin != order.end();) {
    const auto end = std::find_if(
        begin, order.end(), [&](std::uint32_t i) { return nodes[i].layer != nodes[*begin].layer; });
    std::stable_sort(begin, end, before);
    for (; begin != end; ++begin) place[*begin] = static_cast<std::uint32_t>(begin - order.begin());
  }
  std::vector<HierarchyNode> sorted;
  sorted.reserve(nodes.size());
  for (const std::uint32_t i : order) {
    sorted.push_back(std::move(nodes[i]));
    if (sorted.back().parent) sorted.back().parent = place[*sorted.back().parent];
  }
  nodes = std::move(sorted);
}

bool are_as_read(std::span<const Hierarchy> hierarchies) {
  std::unordered_set<std::string_view> topics;
  return !hierarchies.empty() && std::ranges::all_of(hierarchies, [&](const Hierarchy& hierarchy) {
    return topics.insert(hierarchy.topic).second && !defect_of(hierarchy) && is_as_read(hierarchy);
  });
}

std::vector<Hierarchy> checked(std::span<const Hierarchy> hierarchies, const std::string& name) {
  if (are_as_read(hierarchies)) return {hierarchies.begin(), hierarchies.end()};
  constexpr const char* advice = "change it, or make it with hierarchies()";
  for (std::size_t i = 0; i < hierarchies.size(); ++i) {
    if (const auto defect = defect_of(hierarchies[i])) {
      throw Error(Location{name, i + 1},
                  "topic " + printable(hierarchies[i].topic) + ": " + *defect, advice);
    }
  }
  std::string lines;
  for (const Hierarchy& hierarchy : hierarchies) append_hierarchy_line(lines, hierarchy);
  std::vector<Hierarchy> result;
  read_hierarchy_lines(
      Source::memory(lines, name),
      [](const FormatFault& fault) { throw Error(fault.where, fault.what, advice); },
      [&](HierarchyLine line) {
        sort_nodes(line.hierarchy.nodes);
        result.push_back(std::move(line.hierarchy));
      });
  return result;
}

std::vector<std::vector<std::uint32_t>> children_of(const Hierarchy& hierarchy) {
  std::vector<std::vector<std::uint32_t>> children(hierarchy.nodes.size() + 1);
  for (std::uint32_t i = 0; i < hierarchy.nodes.size(); ++i)
    children[hierarchy.nodes[i].parent.value_or(hierarchy.nodes.size())].push_back(i);
  return children;
}

std::vector<std::string> node_names(const Hierarchy& hierarchy) {
  return NodeNamer(hierarchy).names();
}

bool starts_intent(const Hierarchy& hierarchy, std::uint32_t node) {
  const auto parent = hierarchy.nodes[node].parent;
  return !parent || hierarchy.nodes[*parent].intent != hierarchy.nodes[node].intent;
}

bool is_first_of_intent(const Hierarchy& hierarchy, std::uint32_t node) {
  while (!starts_intent(hierarchy, node)) {
    const std::uint32_t parent = *hierarchy.nodes[node].parent;
    if (!hierarchy.nodes[parent].dummy) return false;
    if (hierarchy.nodes[parent].docs != hierarchy.nodes[node].docs) return false;
    node = parent;
  }
  return true;
}

void append_hierarchy_line(std::string& out, const Hierarchy& hierarchy) {
  std::vector<std::string> docnos(hierarchy.docnos.size());
  for (std::size_t i = 0; i < docnos.size(); ++i)
    append_json_string(docnos[i], hierarchy.docnos[i]);
  out += "{\"topic\":";
  append_json_string(out, hierarchy.topic);
  out += ",\"layers\":" + std::to_string(hierarchy.layers) + ",\"nodes\":[";
  for (std::size_t i = 0; i < hierarchy.nodes.size(); ++i) {
    if (i > 0) out += ',';
    append_node(out, hierarchy.nodes[i], i, docnos);
  }
  out += "]}\n";
}

}  // namespace subintent::internal

namespace subintent {

std::vector<Hierarchy> read_hierarchies(const Source& source) {
  std::vector<Hierarchy> hierarchies;
  const auto fail = [](const internal::FormatFault& fault) {
    throw Error(fault.where, fault.what, fault.advice);
  };
  internal::read_hierarchy_lines(source, fail, [&](internal::HierarchyLine line) {
    internal::sort_nodes(line.hierarchy.nodes);
    hierarchies.push_back(std::move(line.hierarchy));
  });
  return hierarchies;
}

std::vector<std::string> Hierarchy::docnos_of(const HierarchyNode& node) const {
  std::vector<std::string> found;
  found.reserve(node.docs.size());
  for (const std::uint32_t document : node.docs) {
    if (document >= docnos.size())
      throw Error::argument("node", "node: it has a document that the hierarchy lacks");
    found.push_back(docnos[document]);
  }
  return found;
}

}  // namespace subintent

namespace subintent::internal {

std::vector<NodeLabel> read_node_labels(const Source& source) {
  LineReader lines(source);
  std::vector<NodeLabel> labels;
  std::set<std::pair<std::string, std::string>> seen;
  std::string_view line;
  while (lines.next(line)) {
    labels.push_back(label_of(line, lines.location()));
    const NodeLabel& label = labels.back();
    if (seen.emplace(label.topic, label.node).second) continue;
    throw Error(label.place,
                "topic " + printable(label.topic) + ": node " + printable(label.node) +
                    " has a label in an earlier line",
                "keep one of the two");
  }
  return labels;
}

void set_labels(std::vector<Hierarchy>& hierarchies, const std::vector<NodeLabel>& labels,
                Warnings& warnings) {
  std::map<std::string_view, Hierarchy*> by_topic;
  for (Hierarchy& hierarchy : hierarchies) by_topic[hierarchy.topic] = &hierarchy;
  std::vector<const NodeLabel*> unused;
  for (const NodeLabel& label : labels) {
    const auto hierarchy = by_topic.find(label.topic);
    std::vector<std::uint32_t> nodes;
    if (hierarchy != by_topic.end()) nodes = nodes_called(*hierarchy->second, label.node);
    if (nodes.empty()) unused.push_back(&label);
    for (const std::uint32_t node : nodes) hierarchy->second->nodes[node].label = label.label;
  }
  if (unused.empty()) return;
  const NodeLabel& first = *unused[0];
  warnings.push_back(make_warning(
      "labels-without-node", first.place,
      "topic " + printable(first.topic) + " has no intent or node " + printable(first.node) +
          (unused.size() == 1
               ? ""
               : " (the first of " + count_of(unused.size(), "label") + " without a node)")));
}

}  // namespace subintent::internal
