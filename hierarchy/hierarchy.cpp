#include "hierarchy/hierarchy.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "support/error.h"
#include "support/input_file.h"
#include "support/json.h"
#include "support/strings.h"

namespace subintent {
namespace {

namespace dom = simdjson::dom;

constexpr const char* format_advice =
    "write {\"topic\",\"layers\",\"nodes\":[{\"id\",\"parent\",\"layer\",\"intent\",\"weight\","
    "\"similarity\",\"dummy\",\"docs\"},...]}, as subintent hierarchy does";

// A JSON object of one line, its members fetched with their types checked.
class Members {
 public:
  Members(dom::object object, const Location& where, std::string whose)
      : object_(object), where_(&where), whose_(std::move(whose)) {}

  dom::element get(const char* name) const {
    dom::element value;
    if (object_.at_key(name).get(value) != simdjson::SUCCESS) {
      fail(std::string("\"") + name + "\" is missing");
    }
    return value;
  }

  template <typename T>
  T get(const char* name, const char* type) const {
    T value;
    if (get(name).get(value) != simdjson::SUCCESS) mistyped(name, type);
    return value;
  }

  std::uint32_t count(const char* name) const {
    const auto value = get<std::uint64_t>(name, "a whole number from 1");
    if (value < 1 || value > std::numeric_limits<std::uint32_t>::max()) {
      mistyped(name, "a whole number from 1");
    }
    return static_cast<std::uint32_t>(value);
  }

  // A string, or a number as it is written; nothing for null.
  std::optional<std::string> id(const char* name) const {
    const dom::element value = get(name);
    if (value.is_null()) return std::nullopt;
    if (value.is_string()) return std::string(std::string_view(value));
    if (!value.is_number()) mistyped(name, "a string or a number");
    return simdjson::minify(value);
  }

  std::string text(const char* name) const {
    return std::string(get<std::string_view>(name, "a string"));
  }

  [[noreturn]] void mistyped(const char* name, const char* type) const {
    fail(std::string("\"") + name + "\" is not " + type);
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(*where_, whose_ + what, format_advice);
  }

 private:
  dom::object object_;
  const Location* where_;
  std::string whose_;
};

// The docnos of a hierarchy, numbered as they are met.
class DocnoNumbers {
 public:
  std::uint32_t number(std::string_view docno) {
    const auto [at, is_new] = numbers_.emplace(docno, static_cast<std::uint32_t>(docnos_.size()));
    if (is_new) docnos_.push_back(docno);
    return at->second;
  }

  std::string_view docno(std::uint32_t number) const { return docnos_[number]; }

  // Sorts the docnos, and makes their places of the numbers in the nodes.
  void sort(Hierarchy& hierarchy) const {
    std::vector<std::uint32_t> order(docnos_.size()), place(docnos_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return docnos_[a] < docnos_[b]; });
    for (const std::uint32_t number : order) {
      place[number] = static_cast<std::uint32_t>(hierarchy.docnos.size());
      hierarchy.docnos.emplace_back(docnos_[number]);
    }
    for (HierarchyNode& node : hierarchy.nodes) {
      for (std::uint32_t& document : node.docs) document = place[document];
      std::sort(node.docs.begin(), node.docs.end());
    }
  }

 private:
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::vector<std::string_view> docnos_;
};

std::vector<std::uint32_t> read_docs(const Members& members, DocnoNumbers& numbers) {
  std::vector<std::uint32_t> docs;
  for (const dom::element doc : members.get<dom::array>("docs", "an array of strings")) {
    std::string_view docno;
    if (doc.get(docno) != simdjson::SUCCESS || docno.empty()) {
      members.mistyped("docs", "an array of docnos");
    }
    docs.push_back(numbers.number(docno));
  }
  if (docs.empty()) members.fail("\"docs\" is empty");
  std::sort(docs.begin(), docs.end());
  const auto twice = std::adjacent_find(docs.begin(), docs.end());
  if (twice != docs.end()) {
    members.fail("document " + printable(numbers.docno(*twice)) + " is there twice");
  }
  return docs;
}

HierarchyNode read_node(const Members& members, DocnoNumbers& numbers) {
  HierarchyNode node;
  node.layer = members.count("layer");
  node.intent = members.text("intent");
  node.weight = members.get<double>("weight", "a number");
  // Weights that were never divided by their sum are read; evaluate warns of them.
  if (!(node.weight >= 0 && node.weight <= 1e6)) {
    members.mistyped("weight", "a number from 0 to 1");
  }
  if (!members.get("similarity").is_null()) {
    node.similarity = members.get<double>("similarity", "a number or null");
  }
  node.dummy = members.get<bool>("dummy", "true or false");
  node.docs = read_docs(members, numbers);
  return node;
}

void check_layers(const Hierarchy& hierarchy, const std::vector<Members>& members) {
  std::uint32_t last = 0;
  for (std::size_t i = 0; i < hierarchy.nodes.size(); ++i) {
    const HierarchyNode& node = hierarchy.nodes[i];
    if (node.layer > hierarchy.layers) {
      members[i].fail("layer " + std::to_string(node.layer) + " is beyond the " +
                      count_of(hierarchy.layers, "layer") + " of the hierarchy");
    }
    const std::uint32_t above = node.parent ? hierarchy.nodes[*node.parent].layer : 0;
    if (node.layer != above + 1) {
      members[i].fail("lies in layer " + std::to_string(node.layer) + ", but its parent " +
                      (node.parent ? "in layer " + std::to_string(above) : "is the root"));
    }
    last = std::max(last, node.layer);
  }
  if (last != hierarchy.layers) {
    members[0].fail("and all others lie above layer " + std::to_string(hierarchy.layers) +
                    ", the last one");
  }
}

Hierarchy read_hierarchy(dom::element line, const Location& where) {
  dom::object object;
  if (line.get(object) != simdjson::SUCCESS) {
    throw Error(where, "is not a JSON object", format_advice);
  }
  const Members top(object, where, "");
  Hierarchy hierarchy;
  hierarchy.topic = top.text("topic");
  hierarchy.layers = top.count("layers");
  std::vector<Members> members;
  std::unordered_map<std::string, std::uint32_t> index_of;
  std::vector<std::optional<std::string>> parents;
  DocnoNumbers numbers;
  std::uint64_t entries = 0;
  for (const dom::element element : top.get<dom::array>("nodes", "an array of objects")) {
    dom::object node;
    if (element.get(node) != simdjson::SUCCESS) top.mistyped("nodes", "an array of objects");
    const auto id = Members(node, where, "a node: ").id("id");
    if (!id) top.fail("the \"id\" of a node is null");
    members.emplace_back(node, where, "node " + printable(*id) + ": ");
    const auto index = static_cast<std::uint32_t>(hierarchy.nodes.size());
    if (!index_of.emplace(*id, index).second) members.back().fail("its id is there twice");
    parents.push_back(members.back().id("parent"));
    hierarchy.nodes.push_back(read_node(members.back(), numbers));
    entries += hierarchy.nodes.back().docs.size();
    if (entries > max_document_entries) {
      throw Error(where,
                  "topic " + printable(hierarchy.topic) + ": its nodes list more than " +
                      std::to_string(max_document_entries) + " documents",
                  "compress the hierarchy, or prune more with a smaller delta");
    }
  }
  if (hierarchy.nodes.empty()) top.fail("\"nodes\" is empty");
  for (std::size_t i = 0; i < parents.size(); ++i) {
    if (!parents[i]) continue;
    const auto at = index_of.find(*parents[i]);
    if (at == index_of.end()) {
      members[i].fail("its parent " + printable(*parents[i]) + " does not exist");
    }
    hierarchy.nodes[i].parent = at->second;
  }
  check_layers(hierarchy, members);
  numbers.sort(hierarchy);
  sort_nodes(hierarchy.nodes);
  return hierarchy;
}

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
  out += "]}";
}

}  // namespace

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
    for (; begin != end; ++begin) {
      place[*begin] = static_cast<std::uint32_t>(begin - order.begin());
    }
  }
  std::vector<HierarchyNode> sorted;
  sorted.reserve(nodes.size());
  for (const std::uint32_t i : order) {
    sorted.push_back(std::move(nodes[i]));
    if (sorted.back().parent) sorted.back().parent = place[*sorted.back().parent];
  }
  nodes = std::move(sorted);
}

std::vector<std::vector<std::uint32_t>> children_of(const Hierarchy& hierarchy) {
  std::vector<std::vector<std::uint32_t>> children(hierarchy.nodes.size() + 1);
  for (std::uint32_t i = 0; i < hierarchy.nodes.size(); ++i) {
    children[hierarchy.nodes[i].parent.value_or(hierarchy.nodes.size())].push_back(i);
  }
  return children;
}

std::vector<Hierarchy> read_hierarchies(const std::string& path) {
  LineReader lines(path);
  dom::parser parser;
  std::vector<Hierarchy> hierarchies;
  std::unordered_set<std::string> topics;
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    dom::element element;
    const auto error = parser.parse(line.data(), line.size()).get(element);
    if (error != simdjson::SUCCESS) {
      throw Error(lines.location(),
                  fmt::format("is not JSON: {}", json_defect(simdjson::error_message(error))),
                  format_advice);
    }
    hierarchies.push_back(read_hierarchy(element, lines.location()));
    if (!topics.insert(hierarchies.back().topic).second) {
      throw Error(lines.location(),
                  "topic " + printable(hierarchies.back().topic) + " is there twice",
                  "keep one line a topic");
    }
  }
  if (hierarchies.empty()) {
    throw Error(Location{display_name(path), 0}, "has no hierarchies", format_advice);
  }
  return hierarchies;
}

std::vector<std::string> Hierarchy::docnos_of(const HierarchyNode& node) const {
  std::vector<std::string> found;
  found.reserve(node.docs.size());
  for (const std::uint32_t document : node.docs) found.push_back(docnos[document]);
  return found;
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

}  // namespace subintent
