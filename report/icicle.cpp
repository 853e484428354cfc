#include "report/icicle.h"

#include <fmt/format.h>

#include "core/base/utf8.h"
#include "hierarchy/hierarchy.h"
#include "report/charts/icicle_chart.h"
#include "report/explain.h"
#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

class Icicle {
 public:
  Icicle(const Hierarchy& hierarchy, const std::string& query)
      : hierarchy_(hierarchy), children_(children_of(hierarchy)), common_(query) {
    find_common_words();
  }

  // Parents come before their children.
  IcicleChart made() {
    root();
    places_.resize(hierarchy_.nodes.size());
    place_below({0, 1, 1, 0}, 1, children_.back());
    for (std::uint32_t i = 0; i < hierarchy_.nodes.size(); ++i) {
      Place parent = places_[i];
      if (!leads_to_another(i)) {
        parent.layer = at(i).layer + 1;
        parent.above = chart_.boxes.size();
        node(i);
      }
      place_below(parent, at(i).weight, children_[i]);
    }
    if (chart_.keys.size() < 2) chart_.keys.clear();  // one colour says nothing
    return std::move(chart_);
  }

 private:
  struct Place {
    double x = 0, width = 0;
    std::uint32_t layer = 0;  // the first of those that the box reaches over
    std::size_t above = 0;    // the box above
  };

  const HierarchyNode& at(std::uint32_t index) const { return hierarchy_.nodes[index]; }

  bool leads_to_another(std::uint32_t index) const {
    return at(index).dummy && children_[index].size() == 1;
  }

  // Side by side, as wide beside their parent as their weights are; no wider in all than it is,
  // whatever their weights add up to.
  void place_below(const Place& parent, double weight, const std::vector<std::uint32_t>& children) {
    double sum = 0;
    for (const std::uint32_t child : children) sum += at(child).weight;
    const double whole = std::max(weight, sum);
    double x = parent.x;
    for (const std::uint32_t child : children) {
      const double width = whole > 0 ? parent.width * (at(child).weight / whole) : 0;
      places_[child] = {x, width, parent.layer, parent.above};
      x += width;
    }
  }

  void root() {
    IcicleBox& box = chart_.boxes.emplace_back();
    box.id = "root";
    box.label = "topic " + display_text(hierarchy_.topic);
    box.detail = count_of(hierarchy_.layers, "layer") + ", " +
                 count_of(hierarchy_.docnos.size(), "document");
    box.title = box.label + ": " + box.detail;
    chart_.title = box.title;
    nodes_ = {std::nullopt};
  }

  void node(std::uint32_t index) {
    const HierarchyNode& shown = at(index);
    const Place& place = places_[index];
    IcicleBox& box = chart_.boxes.emplace_back();
    box.id = std::to_string(index);
    box.parent = place.above;
    box.x = place.x;
    box.width = place.width;
    box.first = place.layer;
    box.last = shown.layer;
    box.key = key(index);
    box.label = label(index);
    box.detail = fmt::format("{:.3f}", shown.weight);
    box.title = title(index);
    nodes_.push_back(index);
  }

  // A colour for each intent, in the order in which they come.
  std::size_t key(std::uint32_t index) {
    const std::string& intent = at(index).intent;
    const auto [found, added] = keys_.try_emplace(intent, keys_.size());
    if (added) chart_.keys.push_back(key_text(index));
    return found->second;
  }

  // Says what the colour of a node means: "intent 1: the wild cat".
  std::string key_text(std::uint32_t index) const {
    if (at(index).intent == "*") return "of several intents";
    return name(index) + (at(index).label.empty() ? "" : ": " + own_label(index));
  }

  bool starts_intent(std::uint32_t index) const {
    const auto above = nodes_[places_[index].above];
    return at(index).intent != "*" && (!above || at(*above).intent != at(index).intent);
  }

  std::string name(std::uint32_t index) const {
    const std::string intent = display_text(at(index).intent);
    if (intent == "*") return "subintent";
    if (!starts_intent(index)) return "subintent of " + intent;
    const auto& below = children_[index];
    const bool groups = !below.empty() && at(below[0]).intent != at(index).intent;
    return (groups ? "superintent " : "intent ") + intent;
  }

  std::string label(std::uint32_t index) const {
    std::string text = starts_intent(index) ? display_text(at(index).intent) : "";
    if (!at(index).label.empty())
      text += (text.empty() ? "" : " ") + without_query(own_label(index), common_);
    if (!text.empty()) return text;
    if (children_[index].empty()) return documents(at(index));
    return count_of(at(index).docs.size(), "document");
  }

  // Boxes are told apart by the others.
  void find_common_words() {
    std::vector<std::string> common;
    std::size_t labels = 0;
    for (const HierarchyNode& node : hierarchy_.nodes) {
      if (node.label.empty() || node.dummy) continue;
      const std::vector<std::string> words = split(lowered(one_line(node.label)), ' ');
      if (++labels == 1) common = words;
      std::erase_if(common, [&](const auto& word) { return std::ranges::count(words, word) == 0; });
    }
    if (labels > 1) common_ += fmt::format(" {}", join(common, " "));
  }

  std::string own_label(std::uint32_t index) const {
    return display_text(one_line(at(index).label));
  }

  std::string title(std::uint32_t index) const {
    const HierarchyNode& shown = at(index);
    std::string text = fmt::format("{}{}{}\n{}, weight {:.4f}", name(index),
                                   at(index).label.empty() ? "" : ": ", own_label(index),
                                   layers(places_[index].layer, shown.layer, false), shown.weight);
    if (shown.similarity) text += fmt::format(", similarity {:.4f}", *shown.similarity);
    return text + "\n" + count_of(shown.docs.size(), "document") + ": " + documents(shown);
  }

  // The first few of them.
  std::string documents(const HierarchyNode& node) const {
    constexpr std::size_t shown = 20;
    std::string text;
    for (std::size_t i = 0; i < std::min(node.docs.size(), shown); ++i)
      text += (i == 0 ? "" : " ") + display_text(hierarchy_.docnos[node.docs[i]]);
    if (node.docs.size() > shown) text += fmt::format(" and {} more", node.docs.size() - shown);
    return text;
  }

  const Hierarchy& hierarchy_;
  std::vector<std::vector<std::uint32_t>> children_;
  std::string common_;  // words of the query and of all labels
  IcicleChart chart_;
  std::vector<Place> places_;                        // of the nodes
  std::vector<std::optional<std::uint32_t>> nodes_;  // of the boxes; none for the root
  std::map<std::string, std::size_t> keys_;
};

}  // namespace

std::string icicle(const Hierarchy& hierarchy, std::size_t width, const std::string& query) {
  IcicleChart chart = Icicle(hierarchy, query).made();
  chart.width = static_cast<double>(width);
  return svg_of(chart);
}

}  // namespace subintent::internal
