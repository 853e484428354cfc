#include "hierarchy/node_labels.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/docno.h"
#include "core/base/strings.h"
#include "core/base/warning.h"
#include "core/collection/qrels.h"
#include "core/io/input_file.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

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

// The nodes that `name` stands for.
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
