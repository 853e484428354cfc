#include "hierarchy/hierarchy_reader.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "collection/qrels.h"
#include "io/input_file.h"
#include "io/json.h"

namespace subintent::internal {
namespace {

namespace dom = simdjson::dom;

constexpr const char* format_advice =
    "write {\"topic\",\"layers\",\"nodes\":[{\"id\",\"parent\",\"layer\",\"intent\",\"weight\","
    "\"similarity\",\"dummy\",\"docs\"},...]}, as subintent hierarchy does";

using Report = std::function<void(const std::string& what, const char* advice)>;

constexpr std::array<std::string_view, 3> line_members = {"topic", "layers", "nodes"};
constexpr std::array<std::string_view, 11> node_members = {
    "id",    "parent", "layer", "intent",    "weight",    "similarity",
    "dummy", "docs",   "label", "stability", "aggregator"};

// A JSON object, its members fetched with their types checked. What is missing, mistyped or there
// twice is reported, and has no value then.
class Members {
 public:
  Members(dom::object object, std::span<const std::string_view> names, std::string whose,
          const Report& report)
      : names_(names), whose_(std::move(whose)), report_(&report) {
    for (const auto [key, value] : object) {
      const auto at = std::find(names.begin(), names.end(), key);
      if (at == names.end()) continue;
      auto& member = values_[static_cast<std::size_t>(at - names.begin())];
      if (member) fail(fmt::format("\"{}\" occurs twice", key));
      member = value;
    }
  }

  // Nothing, without a fault, where it is missing.
  std::optional<dom::element> find(std::string_view name) const {
    const auto at = std::find(names_.begin(), names_.end(), name);
    return values_[static_cast<std::size_t>(at - names_.begin())];
  }

  std::optional<dom::element> get(std::string_view name) const {
    const auto member = find(name);
    if (!member) fail(fmt::format("\"{}\" is missing", name));
    return member;
  }

  template <typename T>
  std::optional<T> get(std::string_view name, std::string_view type) const {
    const auto element = get(name);
    T value;
    if (!element) return std::nullopt;
    if (element->get(value) == simdjson::SUCCESS) return value;
    mistyped(name, type);
    return std::nullopt;
  }

  // A whole number from 1, or 0 with a fault.
  std::uint32_t count(std::string_view name) const {
    constexpr const char* type = "a whole number from 1";
    const auto value = get<std::uint64_t>(name, type);
    if (!value) return 0;
    const bool fits = *value >= 1 && *value <= std::numeric_limits<std::uint32_t>::max();
    if (!fits) mistyped(name, type);
    return fits ? static_cast<std::uint32_t>(*value) : 0;
  }

  // A string, or a number as it is written; nothing for null.
  std::optional<std::string> id(std::string_view name) const {
    const auto value = get(name);
    if (!value || value->is_null()) return std::nullopt;
    if (value->is_string()) return std::string(std::string_view(*value));
    if (!value->is_number()) mistyped(name, "a string or a number");
    return simdjson::minify(*value);
  }

  std::string text(std::string_view name) const {
    return std::string(get<std::string_view>(name, "a string").value_or(""));
  }

  void mistyped(std::string_view name, std::string_view type) const {
    fail(fmt::format("\"{}\" is not {}", name, type));
  }

  void fail(const std::string& what) const { (*report_)(whose_ + what, format_advice); }

 private:
  std::span<const std::string_view> names_;
  std::array<std::optional<dom::element>, node_members.size()> values_;
  std::string whose_;
  const Report* report_;
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

// Reads one line.
class LineParser {
 public:
  LineParser(HierarchyLine& line, const Report& report)
      : made_(line.hierarchy),
        ids_(line.ids),
        report_([this, &report](const std::string& what, const char* advice) {
          good_ = false;
          report(what, advice);
        }) {}
  LineParser(const LineParser&) = delete;
  LineParser& operator=(const LineParser&) = delete;

  // Whether all members of all nodes could be read.
  bool parse(dom::element element) {
    dom::object object;
    if (element.get(object) != simdjson::SUCCESS) {
      report_("is not a JSON object", format_advice);
      return false;
    }
    if (object["merges"].error() == simdjson::SUCCESS) {
      report_("contains dendrograms, not hierarchies", "give the output of subintent hierarchy");
      return false;
    }
    const Members top(object, line_members, "", report_);
    made_.topic = top.text("topic");
    made_.layers = top.count("layers");
    read_nodes(top);
    if (!good_) return false;
    numbers_.sort(made_);
    find_parents();
    check_layers();
    check_level();
    return true;
  }

 private:
  void fail(std::size_t node, const std::string& what) {
    report_("node " + ids_[node] + ": " + what, format_advice);
  }

  void read_nodes(const Members& top) {
    const auto array = top.get<dom::array>("nodes", "an array of objects");
    if (!array) return;
    if (array->size() == 0) top.fail("\"nodes\" is empty");
    for (const dom::element element : *array) {
      dom::object node;
      if (element.get(node) != simdjson::SUCCESS) {
        top.mistyped("nodes", "an array of objects");
        continue;
      }
      read_node(node);
      if (entries_ > max_document_entries) {
        report_(fmt::format("its nodes list more than {} documents", max_document_entries),
                "compress the hierarchy, or prune more by giving a smaller delta");
        return;
      }
    }
    if (array->size() > 0 && entries_ == 0) top.fail("none of its nodes has documents");
  }

  // The name of a node in messages, "node 7".
  static std::string name_of(dom::object object) {
    dom::element id;
    std::string_view text;
    if (object.at_key("id").get(id) != simdjson::SUCCESS) return "a node";
    if (id.get(text) == simdjson::SUCCESS) return "node " + printable(text);
    return id.is_number() ? "node " + printable(simdjson::minify(id)) : "a node";
  }

  void read_node(dom::object object) {
    const Members members(object, node_members, name_of(object) + ": ", report_);
    const auto index = static_cast<std::uint32_t>(made_.nodes.size());
    const bool has_id = members.get("id").has_value();
    const auto id = has_id ? members.id("id") : std::nullopt;
    if (has_id && !id) members.fail("\"id\" is null");
    ids_.push_back(printable(id.value_or("?")));
    if (id && !index_of_.emplace(*id, index).second) members.fail("its id is listed twice");
    parents_.push_back(members.id("parent"));
    HierarchyNode node;
    node.layer = members.count("layer");
    node.intent = members.text("intent");
    node.weight = weight(members);
    node.similarity = similarity(members);
    node.dummy = members.get<bool>("dummy", "true or false").value_or(false);
    node.docs = docs(members);
    if (members.find("label")) node.label = members.text("label");
    node.stability = stability(members);
    node.needs_all = needs_all(members);
    made_.nodes.push_back(std::move(node));
  }

  // Weights that were never divided by their sum are read; hierarchy_faults() finds them.
  static double weight(const Members& members) {
    const auto weight = members.get<double>("weight", "a number");
    if (weight && !(*weight >= 0 && *weight <= 1e6)) {
      members.mistyped("weight", "a number from 0 to 1");
    }
    return weight.value_or(0);
  }

  static std::optional<double> stability(const Members& members) {
    if (!members.find("stability")) return std::nullopt;
    constexpr const char* type = "a number from 0 to 1";
    const auto number = members.get<double>("stability", type);
    if (number && !(*number >= 0 && *number <= 1)) members.mistyped("stability", type);
    return number;
  }

  static bool needs_all(const Members& members) {
    if (!members.find("aggregator")) return false;
    const std::string name = members.text("aggregator");
    if (name != "AND" && name != "OR") members.mistyped("aggregator", "AND or OR");
    return name == "AND";
  }

  static std::optional<double> similarity(const Members& members) {
    constexpr const char* type = "a number from -1 to 1, or null";
    const auto element = members.get("similarity");
    if (!element || element->is_null()) return std::nullopt;
    const auto number = members.get<double>("similarity", type);
    if (number && !(std::abs(*number) <= 1 + 1e-9)) members.mistyped("similarity", type);
    return number;
  }

  std::vector<std::uint32_t> docs(const Members& members) {
    std::vector<std::uint32_t> docs;
    const auto array = members.get<dom::array>("docs", "an array of docnos");
    if (!array) return docs;
    for (const dom::element element : *array) {
      std::string_view docno;
      if (element.get(docno) != simdjson::SUCCESS || docno.empty()) {
        members.mistyped("docs", "an array of docnos");
        return docs;
      }
      docs.push_back(numbers_.number(docno));
    }
    entries_ += docs.size();
    std::sort(docs.begin(), docs.end());
    const auto twice = std::adjacent_find(docs.begin(), docs.end());
    if (twice != docs.end()) {
      members.fail("document " + printable(numbers_.docno(*twice)) + " is listed twice");
    }
    return docs;
  }

  void find_parents() {
    for (std::size_t i = 0; i < parents_.size(); ++i) {
      if (!parents_[i]) continue;
      const auto at = index_of_.find(*parents_[i]);
      if (at == index_of_.end()) {
        fail(i, "its parent " + printable(*parents_[i]) + " does not exist");
      } else {
        made_.nodes[i].parent = at->second;
      }
    }
  }

  void check_layers() {
    std::set<std::uint32_t> layers;
    for (std::size_t i = 0; i < made_.nodes.size(); ++i) {
      const HierarchyNode& node = made_.nodes[i];
      layers.insert(node.layer);
      if (node.layer > made_.layers) {
        fail(i, fmt::format("layer {} is beyond the {} of the hierarchy", node.layer,
                            count_of(made_.layers, "layer")));
      }
      if (parents_[i] && !node.parent) continue;
      const std::uint32_t above = node.parent ? made_.nodes[*node.parent].layer : 0;
      if (node.layer != above + 1) {
        fail(i, fmt::format("is in layer {}, but its parent {}", node.layer,
                            node.parent ? fmt::format("in layer {}", above) : "is the root"));
      }
    }
    std::uint32_t last = 0;
    for (const std::uint32_t layer : layers) {
      if (layer - last > 1) report_empty(last + 1, layer - 1);
      last = layer;
    }
    if (last < made_.layers) report_empty(last + 1, made_.layers);
  }

  void report_empty(std::uint32_t first, std::uint32_t last) {
    report_(first == last ? fmt::format("layer {} has no nodes", first)
                          : fmt::format("layers {} to {} have no nodes", first, last),
            format_advice);
  }

  // Nodes of a whole topic have topic-level grades, others those of their intents.
  void check_level() {
    const auto whole = [](const HierarchyNode& node) { return node.intent == topic_level_intent; };
    const std::vector<HierarchyNode>& nodes = made_.nodes;
    const bool first = whole(nodes[0]);
    const auto other =
        std::ranges::find_if(nodes, [&](const auto& n) { return whole(n) != first; });
    if (other == nodes.end()) return;
    fail(static_cast<std::size_t>(other - nodes.begin()),
         first ? "is not of intent *, the whole topic, as others are"
               : "is of intent *, the whole topic, but others are not");
  }

  Hierarchy& made_;
  std::vector<std::string>& ids_;
  Report report_;
  bool good_ = true;
  std::unordered_map<std::string, std::uint32_t> index_of_;
  std::vector<std::optional<std::string>> parents_;
  DocnoNumbers numbers_;
  std::uint64_t entries_ = 0;  // documents of the nodes read
};

}  // namespace

void read_hierarchy_lines(const Source& source,
                          const std::function<void(const FormatFault&)>& on_fault,
                          const std::function<void(HierarchyLine)>& on_line) {
  LineReader lines(source);
  dom::parser parser;
  std::unordered_set<std::string> topics;
  std::string_view text;
  bool any = false;
  while (lines.next(text)) {
    if (trim(text).empty()) continue;
    any = true;
    HierarchyLine line{lines.location(), {}, {}};
    const std::string& topic = line.hierarchy.topic;
    const Report report = [&](const std::string& what, const char* advice) {
      const std::string place = topic.empty() ? "" : "topic " + printable(topic) + ": ";
      on_fault({line.where, topic, place + what, advice});
    };
    dom::element element;
    const auto error = parser.parse(text.data(), text.size()).get(element);
    if (error != simdjson::SUCCESS) {
      report(fmt::format("is not JSON: {}", json_defect(simdjson::error_message(error))),
             format_advice);
      continue;
    }
    const bool good = LineParser(line, report).parse(element);
    if (!topic.empty() && !topics.insert(topic).second) {
      report("the topic is listed twice", "keep one line per topic");
    }
    if (good) on_line(std::move(line));
  }
  if (!any) on_fault({Location{source.name(), 0}, "", "has no hierarchies", format_advice});
}

}  // namespace subintent::internal
