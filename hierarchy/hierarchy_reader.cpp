#include "hierarchy/hierarchy.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/collection/qrels.h"
#include "core/io/input_file.h"
#include "core/io/json_object.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

namespace dom = simdjson::dom;

constexpr const char* format_advice =
    "write {\"topic\",\"layers\",\"nodes\":[{\"id\",\"parent\",\"layer\",\"intent\",\"weight\","
    "\"similarity\",\"dummy\",\"docs\"},...]}, as subintent hierarchy does";

using Report = std::function<void(const std::string& what, const std::string& advice)>;

// A whole number from 1.
std::uint32_t count_in(const JsonObject& members, std::string_view name) {
  constexpr const char* type = "a whole number from 1";
  const auto value = members.get<std::uint64_t>(name, type);
  if (value < 1 || value > std::numeric_limits<std::uint32_t>::max()) members.mistyped(name, type);
  return static_cast<std::uint32_t>(value);
}

// A string, or a number as it is written; nothing for null.
std::optional<std::string> id_in(const JsonObject& members, std::string_view name) {
  const dom::element value = members.get(name);
  if (value.is_null()) return std::nullopt;
  if (value.is_string()) return std::string(std::string_view(value));
  if (!value.is_number()) members.mistyped(name, "a string or a number");
  return minified(value);
}

// Weights that were never divided by their sum are read; hierarchy_faults() finds them.
double weight_in(const JsonObject& members) {
  const double weight = members.real("weight");
  if (!(weight >= 0 && weight <= 1e6)) members.mistyped("weight", "a number from 0 to 1");
  return weight;
}

std::optional<double> similarity_in(const JsonObject& members) {
  constexpr const char* type = "a number from -1 to 1, or null";
  if (members.is_null("similarity")) return std::nullopt;
  const auto similarity = members.get<double>("similarity", type);
  if (!(std::abs(similarity) <= 1 + 1e-9)) members.mistyped("similarity", type);
  return similarity;
}

bool needs_all(const JsonObject& members) {
  const std::string name = members.text("aggregator");
  if (name != "AND" && name != "OR") members.mistyped("aggregator", "AND or OR");
  return name == "AND";
}

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

class LineParser {
 public:
  LineParser(HierarchyLine& line, const Report& report)
      : hierarchy_(line.hierarchy),
        ids_(line.ids),
        place_(line.where, format_advice),
        report_(report) {}

  // Whether all members of all nodes could be read.
  bool parse(dom::parser& parser, std::string_view text) {
    attempt([&] {
      const JsonObject line = JsonObject::parse(parser, text, place_);
      if (line.has("merges"))
        place_.fail(
            "contains dendrograms, not hierarchies",
            "give the output of subintent hierarchy, or topic.jsonl or intent.jsonl of make");
      for (const std::string& name : line.repeated_names()) attempt([&] { line.repeated(name); });
      attempt([&] { hierarchy_.topic = line.text("topic"); });
      attempt([&] { hierarchy_.layers = count_in(line, "layers"); });
      read_nodes(line);
    });
    if (!good_) return false;
    numbers_.sort(hierarchy_);
    find_parents();
    check_layers();
    check_level();
    return true;
  }

 private:
  // Reads something, of a node or of the line; an error is reported, and reading goes on.
  template <typename Read>
  void attempt(Read read, const JsonObject* node = nullptr) {
    try {
      read();
    } catch (const Error& error) {
      if (is_leaving_) throw;
      good_ = false;
      is_leaving_ = true;  // where the report throws
      report_((node != nullptr ? name_of(*node) : "") + error.message(), error.advice());
      is_leaving_ = false;
    }
  }

  [[gnu::cold]] void fail(std::size_t node, const std::string& what) {
    good_ = false;
    report_("node " + ids_[node] + ": " + what, format_advice);
  }

  void read_nodes(const JsonObject& line) {
    constexpr const char* type = "an array of objects";
    const auto nodes = line.get<dom::array>("nodes", type);
    if (nodes.size() == 0) line.fail("\"nodes\" is empty");
    for (const dom::element element : nodes) {
      dom::object node;
      if (element.get(node) == simdjson::SUCCESS)
        read_node(JsonObject(node, place_));
      else
        attempt([&] { line.mistyped("nodes", type); });
      if (entries_ > max_document_entries) {
        place_.fail(fmt::format("its nodes list more than {} documents", max_document_entries),
                    "compress the hierarchy, or prune more by giving a smaller delta");
      }
    }
    if (entries_ == 0) line.fail("none of its nodes has documents");
  }

  // The name of a node in messages, "node 7: ".
  static std::string name_of(const JsonObject& node) {
    const auto id = node.find({"id"});
    if (!id || !(id->is_string() || id->is_number())) return "a node: ";
    return "node " + printable(*id_in(node, "id")) + ": ";
  }

  void read_node(const JsonObject& members) {
    const auto read = [&](auto member) { attempt(member, &members); };
    HierarchyNode node;
    ids_.emplace_back("?");
    parents_.emplace_back();
    for (const std::string& name : members.repeated_names()) read([&] { members.repeated(name); });
    read([&] { read_id(members); });
    read([&] { parents_.back() = id_in(members, "parent"); });
    read([&] { node.layer = count_in(members, "layer"); });
    read([&] { node.intent = members.text("intent"); });
    read([&] { node.weight = weight_in(members); });
    read([&] { node.similarity = similarity_in(members); });
    read([&] { node.dummy = members.flag("dummy"); });
    read([&] { node.docs = docs(members); });
    if (members.has("label")) read([&] { node.label = members.text("label"); });
    if (members.has("aggregator")) read([&] { node.needs_all = needs_all(members); });
    hierarchy_.nodes.push_back(std::move(node));
  }

  void read_id(const JsonObject& members) {
    const auto id = id_in(members, "id");
    if (!id) members.fail("\"id\" is null");
    ids_.back() = printable(*id);
    const auto index = static_cast<std::uint32_t>(hierarchy_.nodes.size());
    if (!index_of_.emplace(*id, index).second) members.fail("its id is listed twice");
  }

  std::vector<std::uint32_t> docs(const JsonObject& members) {
    constexpr const char* type = "an array of docnos";
    std::vector<std::uint32_t> docs;
    for (const dom::element element : members.get<dom::array>("docs", type)) {
      std::string_view docno;
      if (element.get(docno) != simdjson::SUCCESS || docno.empty()) members.mistyped("docs", type);
      docs.push_back(numbers_.number(docno));
    }
    entries_ += docs.size();
    std::sort(docs.begin(), docs.end());
    const auto twice = std::adjacent_find(docs.begin(), docs.end());
    if (twice != docs.end())
      members.fail("document " + printable(numbers_.docno(*twice)) + " is listed twice");
    return docs;
  }

  void find_parents() {
    for (std::size_t i = 0; i < parents_.size(); ++i) {
      if (!parents_[i]) continue;
      const auto at = index_of_.find(*parents_[i]);
      if (at == index_of_.end())
        fail(i, "its parent " + printable(*parents_[i]) + " does not exist");
      else
        hierarchy_.nodes[i].parent = at->second;
    }
  }

  void check_layers() {
    std::set<std::uint32_t> layers;
    for (std::size_t i = 0; i < hierarchy_.nodes.size(); ++i) {
      const HierarchyNode& node = hierarchy_.nodes[i];
      layers.insert(node.layer);
      if (node.layer > hierarchy_.layers) {
        fail(i, fmt::format("layer {} is beyond the {} of the hierarchy", node.layer,
                            count_of(hierarchy_.layers, "layer")));
      }
      if (parents_[i] && !node.parent) continue;
      const std::uint32_t above = node.parent ? hierarchy_.nodes[*node.parent].layer : 0;
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
    if (last < hierarchy_.layers) report_empty(last + 1, hierarchy_.layers);
  }

  void report_empty(std::uint32_t first, std::uint32_t last) {
    good_ = false;
    report_(first == last ? fmt::format("layer {} has no nodes", first)
                          : fmt::format("layers {} to {} have no nodes", first, last),
            format_advice);
  }

  // Nodes of a whole topic have topic-level grades, others those of their intents.
  void check_level() {
    const auto whole = [](const HierarchyNode& node) { return node.intent == topic_level_intent; };
    const std::vector<HierarchyNode>& nodes = hierarchy_.nodes;
    const bool first = whole(nodes[0]);
    const auto other =
        std::ranges::find_if(nodes, [&](const auto& n) { return whole(n) != first; });
    if (other == nodes.end()) return;
    fail(static_cast<std::size_t>(other - nodes.begin()),
         first ? "is not of intent *, the whole topic, as others are"
               : "is of intent *, the whole topic, but others are not");
  }

  Hierarchy& hierarchy_;
  std::vector<std::string>& ids_;
  JsonPlace place_;
  const Report& report_;
  bool good_ = true, is_leaving_ = false;
  std::unordered_map<std::string, std::uint32_t> index_of_;
  std::vector<std::optional<std::string>> parents_;
  DocnoNumbers numbers_;
  std::uint64_t entries_ = 0;  // documents of the nodes read
};

}  // namespace

void read_hierarchy_lines(const Source& source,
                          const std::function<void(const FormatFault&)>& on_fault,
                          const std::function<void(HierarchyLine)>& on_line) {
  refuse_made_folder(source);
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
    const Report report = [&](const std::string& what, const std::string& advice) {
      const std::string place = topic.empty() ? "" : "topic " + printable(topic) + ": ";
      on_fault({line.where, topic, place + what, advice});
    };
    const bool good = LineParser(line, report).parse(parser, text);
    if (!topic.empty() && !topics.insert(topic).second)
      report("the topic is listed twice", "keep one line per topic");
    if (good) on_line(std::move(line));
  }
  if (!any) on_fault({Location{source.name(), 0}, "", "has no hierarchies", format_advice});
}

}  // namespace subintent::internal
