#include "hierarchy/check.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

#include "hierarchy/hierarchy.h"
#include "support/error.h"
#include "support/input_file.h"
#include "support/json.h"
#include "support/strings.h"

namespace subintent {
namespace {

namespace dom = simdjson::dom;

constexpr double weight_tolerance = 1e-9;

// A node as far as it can be read.
struct Node {
  std::string name;                   // its id, printable
  std::optional<std::string> parent;  // id; none under the root
  std::optional<std::uint64_t> layer;
  std::string intent;
  std::optional<double> weight;
  std::set<std::string, std::less<>> docs;
  std::vector<std::size_t> children;
};

// One line of the file.
class LineCheck {
 public:
  LineCheck(const Location& where, const Qrels* qrels, std::vector<std::string>& faults)
      : where_(where), qrels_(qrels), faults_(faults) {}

  void check(std::string_view line, std::set<std::string, std::less<>>& topics) {
    dom::parser parser;
    dom::element element;
    const auto error = parser.parse(line.data(), line.size()).get(element);
    if (error != simdjson::SUCCESS) {
      fault(fmt::format("is not JSON: {}", json_defect(simdjson::error_message(error))));
      return;
    }
    dom::object object;
    if (element.get(object) != simdjson::SUCCESS) {
      fault("is not a JSON object");
      return;
    }
    std::string_view topic;
    if (object["topic"].get(topic) != simdjson::SUCCESS) {
      fault("\"topic\" is no string");
      return;
    }
    topic_ = topic;
    if (!topics.emplace(topic).second) fault("the topic is there twice");
    if (!read(object)) return;
    check_parents();
    check_layers();
    check_children();
    if (qrels_ != nullptr) check_judgments();
  }

 private:
  void fault(const std::string& what) {
    std::string text = fmt::format("{}:{}: ", where_.file, where_.line);
    if (!topic_.empty()) text += "topic " + printable(topic_) + ": ";
    faults_.push_back(text + what);
  }
  void fault(const Node& node, const std::string& what) {
    fault("node " + node.name + ": " + what);
  }

  bool read(dom::object object) {
    if (object["layers"].get(layers_) != simdjson::SUCCESS || layers_ < 1) {
      fault("\"layers\" is no whole number from 1");
      return false;
    }
    dom::array array;
    if (object["nodes"].get(array) != simdjson::SUCCESS || array.size() == 0) {
      fault("\"nodes\" is no array of nodes");
      return false;
    }
    for (const dom::element element : array) {
      dom::object node;
      if (element.get(node) != simdjson::SUCCESS) {
        fault("a node is not a JSON object");
      } else {
        read_node(node);
      }
      if (entries_ > max_document_entries) {
        fault(fmt::format("the nodes list more than {} documents", max_document_entries));
        return false;
      }
    }
    return true;
  }

  // A string, or a number as it is written; nothing for null.
  static std::optional<std::string> id(dom::element element) {
    std::string_view text;
    if (element.get(text) == simdjson::SUCCESS) return std::string(text);
    return element.is_null() ? std::nullopt : std::optional(simdjson::minify(element));
  }

  void read_node(dom::object object) {
    Node node;
    dom::element element;
    std::optional<std::string> name;
    if (object["id"].get(element) == simdjson::SUCCESS) name = id(element);
    if (!name) {
      fault("a node has no \"id\"");
      return;
    }
    node.name = printable(*name);
    if (!index_of_.emplace(*name, nodes_.size()).second) fault(node, "its id is there twice");
    if (object["parent"].get(element) == simdjson::SUCCESS) {
      node.parent = id(element);
    } else {
      fault(node, "\"parent\" is missing");
    }
    std::uint64_t layer = 0;
    if (object["layer"].get(layer) == simdjson::SUCCESS && layer >= 1 && layer <= layers_) {
      node.layer = layer;
    } else {
      fault(node, fmt::format("\"layer\" is no whole number from 1 to {}", layers_));
    }
    double weight = 0;
    if (object["weight"].get(weight) == simdjson::SUCCESS && weight >= 0) {
      node.weight = weight;
    } else {
      fault(node, "\"weight\" is no number from 0");
    }
    read_rest(object, node);
    nodes_.push_back(std::move(node));
  }

  void read_rest(dom::object object, Node& node) {
    std::string_view intent;
    if (object["intent"].get(intent) != simdjson::SUCCESS) fault(node, "\"intent\" is no string");
    node.intent = intent;
    dom::element similarity;
    double number = 0;
    if (object["similarity"].get(similarity) != simdjson::SUCCESS ||
        (!similarity.is_null() && similarity.get(number) != simdjson::SUCCESS)) {
      fault(node, "\"similarity\" is no number and not null");
    }
    bool dummy = false;
    if (object["dummy"].get(dummy) != simdjson::SUCCESS) {
      fault(node, "\"dummy\" is not true or false");
    }
    dom::array docs;
    if (object["docs"].get(docs) != simdjson::SUCCESS || docs.size() == 0) {
      fault(node, "\"docs\" is no array of docnos");
      return;
    }
    entries_ += docs.size();
    if (entries_ > max_document_entries) return;
    for (const dom::element doc : docs) {
      std::string_view docno;
      if (doc.get(docno) != simdjson::SUCCESS || docno.empty()) {
        fault(node, "\"docs\" holds something that is no docno");
      } else if (!node.docs.emplace(docno).second) {
        fault(node, "document " + printable(docno) + " is there twice");
      }
    }
  }

  void check_parents() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = nodes_[i];
      std::uint64_t above = 0;
      if (node.parent) {
        const auto parent = index_of_.find(*node.parent);
        if (parent == index_of_.end()) {
          fault(node, "its parent " + printable(*node.parent) + " does not exist");
          continue;
        }
        nodes_[parent->second].children.push_back(i);
        if (!nodes_[parent->second].layer) continue;
        above = *nodes_[parent->second].layer;
      }
      if (node.layer && *node.layer != above + 1) {
        fault(node, fmt::format("lies in layer {}, but its parent {}", *node.layer,
                                node.parent ? fmt::format("in layer {}", above) : "is the root"));
      }
    }
  }

  void check_layers() {
    std::map<std::uint64_t, double> weights;
    for (const Node& node : nodes_) {
      if (node.layer) weights[*node.layer] += node.weight.value_or(0);
    }
    std::uint64_t next = 1;
    for (const auto& [layer, weight] : weights) {
      if (layer > next) fault(empty_layers(next, layer - 1));
      next = layer + 1;
      if (!(std::abs(weight - 1) <= weight_tolerance)) {
        fault(fmt::format("the weights of layer {} add up to {}, not 1", layer, weight));
      }
    }
    if (next <= layers_) fault(empty_layers(next, layers_));
  }

  static std::string empty_layers(std::uint64_t first, std::uint64_t last) {
    return first == last ? fmt::format("layer {} has no nodes", first)
                         : fmt::format("layers {} to {} have no nodes", first, last);
  }

  void check_children() {
    for (const Node& node : nodes_) {
      if (node.children.empty()) {
        if (node.layer && *node.layer < layers_) {
          fault(node,
                fmt::format("has no children, but does not lie in layer {}, the last", layers_));
        }
        continue;
      }
      std::set<std::string_view> below;
      for (const std::size_t child : node.children) {
        below.insert(nodes_[child].docs.begin(), nodes_[child].docs.end());
      }
      for (const std::string& doc : node.docs) {
        if (!below.contains(doc)) {
          fault(node, "document " + printable(doc) + " is in none of its children");
        }
      }
      for (const std::string_view doc : below) {
        if (!node.docs.contains(doc)) {
          fault(node, "lacks document " + printable(doc) + " of its children");
        }
      }
    }
  }

  void check_judgments() {
    const TopicQrels* const judged = qrels_->find(topic_);
    if (judged == nullptr) {
      fault("is not judged");
      return;
    }
    std::vector<std::set<std::uint32_t>> relevant(judged->docnos.size());  // intents, by document
    for (const Judgment& judgment : judged->judgments) {
      if (judgment.grade > 0) relevant[judgment.document].insert(judgment.intent);
    }
    for (const Node& node : nodes_) {
      const std::ptrdiff_t intent = judged->find_intent(node.intent);
      for (const std::string& doc : node.docs) {
        const std::ptrdiff_t document = judged->find_document(doc);
        const bool is_relevant =
            document >= 0 && (intent < 0 ? !relevant[static_cast<std::size_t>(document)].empty()
                                         : relevant[static_cast<std::size_t>(document)].contains(
                                               static_cast<std::uint32_t>(intent)));
        if (is_relevant) continue;
        fault(node, "document " + printable(doc) + " is not relevant to " +
                        (intent < 0 ? "the topic" : "intent " + printable(node.intent)));
      }
    }
  }

  const Location where_;
  const Qrels* qrels_;
  std::vector<std::string>& faults_;
  std::string topic_;
  std::uint64_t layers_ = 0;
  std::vector<Node> nodes_;
  std::uint64_t entries_ = 0;  // documents of the nodes read
  std::unordered_map<std::string, std::size_t> index_of_;
};

}  // namespace

std::vector<std::string> hierarchy_faults(const std::string& path, const Qrels* qrels) {
  std::vector<std::string> faults;
  std::set<std::string, std::less<>> topics;
  LineReader lines(path);
  std::string_view line;
  bool any = false;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    any = true;
    LineCheck(lines.location(), qrels, faults).check(line, topics);
  }
  if (!any) faults.push_back(display_name(path) + ": has no hierarchies");
  return faults;
}

}  // namespace subintent
