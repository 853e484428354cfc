#include "hierarchy/check.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <set>

#include "core/base/strings.h"
#include "core/io/input_file.h"
#include "hierarchy/nuggets.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

class HierarchyCheck {
 public:
  explicit HierarchyCheck(const Hierarchy& hierarchy)
      : hierarchy_(hierarchy), children_(children_of(hierarchy)) {}

  std::vector<HierarchyFault> faults(double weight_tolerance) {
    check_weights(weight_tolerance);
    check_children();
    check_intents();
    return std::move(faults_);
  }

 private:
  const HierarchyNode& node(std::uint32_t index) const { return hierarchy_.nodes[index]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(hierarchy_.nodes.size()); }

  void check_weights(double tolerance) {
    std::map<std::uint32_t, double> weights;
    for (const HierarchyNode& node : hierarchy_.nodes) weights[node.layer] += node.weight;
    for (const auto& [layer, weight] : weights) {
      if (std::abs(weight - 1) <= tolerance) continue;
      faults_.push_back(
          {{}, fmt::format("the weights of layer {} add up to {:.10g}, not 1", layer, weight)});
    }
  }

  void check_children() {
    for (std::uint32_t i = 0; i < size(); ++i) {
      if (!children_[i].empty()) {
        compare_documents(i);
      } else if (node(i).layer < hierarchy_.layers) {
        faults_.push_back({i, fmt::format("has no children, but is not in layer {}, the last",
                                          hierarchy_.layers)});
      }
    }
  }

  void compare_documents(std::uint32_t parent) {
    std::vector<std::uint32_t> below;
    for (const std::uint32_t child : children_[parent])
      below.insert(below.end(), node(child).docs.begin(), node(child).docs.end());
    std::sort(below.begin(), below.end());
    below.erase(std::unique(below.begin(), below.end()), below.end());
    const std::vector<std::uint32_t>& docs = node(parent).docs;
    std::vector<std::uint32_t> lost, lacking;
    std::ranges::set_difference(docs, below, std::back_inserter(lost));
    std::ranges::set_difference(below, docs, std::back_inserter(lacking));
    if (!lost.empty())
      faults_.push_back({parent, fmt::format("has {} that none of its children has", some(lost))});
    if (!lacking.empty())
      faults_.push_back({parent, fmt::format("lacks {} of its children", some(lacking))});
  }

  // "document a", "3 documents (first: a)".
  std::string some(const std::vector<std::uint32_t>& docs) const {
    const std::string first = printable(hierarchy_.docnos[docs[0]]);
    return docs.size() == 1 ? "document " + first
                            : fmt::format("{} documents (first: {})", docs.size(), first);
  }

  void check_intents() {
    std::set<std::string_view> begun;
    for (std::uint32_t i = 0; i < size(); ++i) {
      const std::string& intent = node(i).intent;
      const auto parent = node(i).parent;
      const bool begins = !parent || node(*parent).intent != intent;
      if (begins && intent != topic_level_intent && !begun.insert(intent).second)
        faults_.push_back({i, fmt::format("intent {} is in two places", printable(intent))});
      check_children_intents(i);
    }
  }

  // Children of an intent are of it, children of a superintent are of others.
  void check_children_intents(std::uint32_t parent) {
    const auto is_own = [&](std::uint32_t child) {
      return node(child).intent == node(parent).intent;
    };
    const auto& children = children_[parent];
    const auto other = std::ranges::find_if_not(children, is_own);
    if (other == children.end() || std::ranges::none_of(children, is_own)) return;
    faults_.push_back({parent, fmt::format("has children of its own intent and of intent {}",
                                           printable(node(*other).intent))});
  }

  const Hierarchy& hierarchy_;
  std::vector<std::vector<std::uint32_t>> children_;
  std::vector<HierarchyFault> faults_;
};

class FileCheck {
 public:
  FileCheck(const Source& source, const std::optional<CheckJudgments>& judgments)
      : source_(source), judgments_(judgments) {}

  std::vector<std::string> faults() {
    read_hierarchy_lines(
        source_,
        [&](const FormatFault& fault) {
          add(fault.where, fault.what);
          topics_.insert(fault.topic);
        },
        [&](const HierarchyLine& line) { check(line); });
    if (judgments_) check_topics();
    return std::move(faults_);
  }

 private:
  void add(const Location& where, const std::string& what) {
    faults_.push_back(where.line == 0 ? fmt::format("{}: {}", where.file, what)
                                      : fmt::format("{}:{}: {}", where.file, where.line, what));
  }

  void check(const HierarchyLine& line) {
    constexpr double weight_tolerance = 1e-9;
    const std::string topic = "topic " + printable(line.hierarchy.topic) + ": ";
    for (const HierarchyFault& fault : hierarchy_faults(line.hierarchy, weight_tolerance)) {
      const std::string node = fault.node ? "node " + line.ids[*fault.node] + ": " : "";
      add(line.where, topic + node + fault.what);
    }
    if (!judgments_) return;
    topics_.insert(line.hierarchy.topic);
    whole_topics_ = whole_topics_ || line.hierarchy.nodes[0].intent == topic_level_intent;
    const TopicQrels* const judged =
        judgments_of(line.hierarchy, judgments_->intents, judgments_->topics);
    if (judged == nullptr) {
      add(line.where, topic + "is not judged");
      return;
    }
    for (const IntentFit& fit : compare_with_judgments(line.hierarchy, *judged))
      for (const std::string& fault : faults_of(fit)) add(line.where, topic + fault);
  }

  void check_topics() {
    for (const TopicQrels& topic : judgments_->intents.topics()) {
      const TopicQrels* const judged =
          whole_topics_ ? judgments_->topics.find(topic.topic) : &topic;
      if (judged == nullptr || relevant_intents(*judged).empty()) continue;
      if (topics_.contains(topic.topic)) continue;
      add(Location{source_.name(), 0},
          fmt::format("topic {} with relevant documents is missing", printable(topic.topic)));
    }
  }

  Source source_;
  const std::optional<CheckJudgments>& judgments_;
  std::set<std::string, std::less<>> topics_;  // that the file has
  bool whole_topics_ = false;                  // whether it has hierarchies of whole topics
  std::vector<std::string> faults_;
};

// By intent, the documents of the nodes of the last layer: places in Hierarchy::docnos, ascending.
using DocumentsOfIntents = std::map<std::string_view, std::vector<std::uint32_t>, LabelLess>;

DocumentsOfIntents last_layer(const Hierarchy& hierarchy) {
  DocumentsOfIntents documents;
  for (const HierarchyNode& node : hierarchy.nodes) {
    if (node.layer != hierarchy.layers || node.docs.empty()) continue;
    auto& docs = documents[node.intent];
    docs.insert(docs.end(), node.docs.begin(), node.docs.end());
  }
  for (auto& [intent, docs] : documents) {
    std::sort(docs.begin(), docs.end());
    docs.erase(std::unique(docs.begin(), docs.end()), docs.end());
  }
  return documents;
}

// Counts the documents that are in one of two sorted lists only.
void compare_documents(const Hierarchy& hierarchy, const std::vector<std::uint32_t>& listed,
                       const std::vector<RelevantDocument>& relevant, IntentFit& fit) {
  auto wanted = relevant.begin();
  const auto miss = [&] {
    if (fit.missing++ == 0) fit.first_missing = wanted->docno;
    ++wanted;
  };
  for (const std::uint32_t place : listed) {
    const std::string_view docno = hierarchy.docnos[place];
    while (wanted != relevant.end() && wanted->docno < docno) miss();
    if (wanted != relevant.end() && wanted->docno == docno)
      ++wanted;
    else if (fit.not_relevant++ == 0)
      fit.first_not_relevant = docno;
  }
  while (wanted != relevant.end()) miss();
}

}  // namespace

std::vector<HierarchyFault> hierarchy_faults(const Hierarchy& hierarchy, double weight_tolerance) {
  return HierarchyCheck(hierarchy).faults(weight_tolerance);
}

std::vector<std::string> file_faults(const Source& source,
                                     const std::optional<CheckJudgments>& judgments) {
  return FileCheck(source, judgments).faults();
}

const TopicQrels* judgments_of(const Hierarchy& hierarchy, const Qrels& intents,
                               const Qrels& topics) {
  const bool whole = !hierarchy.nodes.empty() && hierarchy.nodes[0].intent == topic_level_intent;
  return (whole ? topics : intents).find(hierarchy.topic);
}

std::vector<IntentFit> compare_with_judgments(const Hierarchy& hierarchy,
                                              const TopicQrels& judged) {
  struct Compared {
    std::vector<std::uint32_t> listed;
    std::vector<RelevantDocument> relevant;
  };
  std::map<std::string_view, Compared, LabelLess> intents;
  for (auto& [intent, docs] : last_layer(hierarchy)) intents[intent].listed = std::move(docs);
  for (RelevantIntent& intent : relevant_intents(judged))
    intents[intent.intent].relevant = std::move(intent.docs);
  std::vector<IntentFit> fits;
  for (const auto& [intent, compared] : intents) {
    IntentFit& fit = fits.emplace_back();
    fit.intent = intent;
    fit.has_nodes = !compared.listed.empty();
    fit.is_judged = judged.find_intent(intent) >= 0;
    fit.relevant = compared.relevant.size();
    compare_documents(hierarchy, compared.listed, compared.relevant, fit);
  }
  return fits;
}

std::vector<std::string> faults_of(const IntentFit& fit) {
  const std::string name =
      fit.intent == topic_level_intent ? "the topic" : "intent " + printable(fit.intent);
  if (!fit.is_judged) return {name + " is not judged"};
  if (!fit.has_nodes) {
    return {fmt::format("{} with {} (first: {}) is missing", name,
                        count_of(fit.relevant, "relevant document"), printable(fit.first_missing))};
  }
  std::vector<std::string> faults;
  if (fit.missing > 0) {
    faults.push_back(fmt::format("{} lacks {} of its {} (first: {})", name, fit.missing,
                                 count_of(fit.relevant, "relevant document"),
                                 printable(fit.first_missing)));
  }
  if (fit.not_relevant > 0) {
    faults.push_back(fmt::format("{} has {} not judged relevant (first: {})", name,
                                 count_of(fit.not_relevant, "document"),
                                 printable(fit.first_not_relevant)));
  }
  return faults;
}

std::optional<std::string> misfit_summary(std::span<const Hierarchy> hierarchies,
                                          const Qrels& intents, const Qrels& topics,
                                          const std::string& file) {
  std::uint64_t relevant = 0, missing = 0, not_relevant = 0;
  std::uint64_t with_relevant = 0, missing_intents = 0, unjudged_intents = 0;
  for (const Hierarchy& hierarchy : hierarchies) {
    const TopicQrels* const judged = judgments_of(hierarchy, intents, topics);
    if (judged == nullptr) continue;
    for (const IntentFit& fit : compare_with_judgments(hierarchy, *judged)) {
      relevant += fit.relevant;
      missing += fit.missing;
      with_relevant += fit.relevant > 0 ? 1 : 0;
      missing_intents += fit.has_nodes ? 0 : 1;
      unjudged_intents += fit.is_judged ? 0 : 1;
      if (fit.is_judged) not_relevant += fit.not_relevant;
    }
  }
  const bool has_no_intent = missing_intents > 0 && missing_intents == with_relevant;
  if (has_no_intent || (missing > 0 && missing == relevant))
    throw Error(Location{file, 0},
                has_no_intent ? "has none of the intents that are judged"
                              : "has none of the relevant documents",
                "make it again from these judgments (for judgments of whole topics, topic.jsonl of "
                "subintent make)");
  std::vector<std::string> parts;
  if (missing > 0) {
    parts.push_back(
        fmt::format("lacks {} of {}", missing, count_of(relevant, "relevant document")));
  }
  if (missing_intents > 0) {
    parts.push_back(
        fmt::format("lacks {} of {}", missing_intents, count_of(with_relevant, "intent")));
  }
  if (unjudged_intents > 0)
    parts.push_back(fmt::format("has {} not judged", count_of(unjudged_intents, "intent")));
  if (not_relevant > 0)
    parts.push_back(fmt::format("has {} not judged relevant", count_of(not_relevant, "document")));
  if (parts.empty()) return std::nullopt;
  return fmt::format("does not fit the judgments: it {}", join(parts, ", "));
}

}  // namespace subintent::internal
