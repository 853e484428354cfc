#include "report/icicle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "hierarchy/hierarchy.h"
#include "report/explain.h"
#include "report/svg.h"
#include "report/text_layout.h"
#include "support/display_width.h"
#include "support/strings.h"
#include "support/utf8.h"

namespace subintent::internal {
namespace {

constexpr double row_height = 36, gap = 1, narrowest = 0.2;
constexpr double column = 7, margin = 5;  // of text: a character, and left and right of it
constexpr std::size_t shown_documents = 20;

// The text, or as much of it as fits into so many columns with an ellipsis.
std::string fitting(std::string_view text, std::size_t columns) {
  if (display_width(text) <= columns) return std::string(text);
  std::string cut;
  for (std::size_t length = 0; length < text.size();) {
    length += utf8_sequence_length(text.substr(length));
    if (display_width(text.substr(0, length)) + 1 > columns) break;
    cut = text.substr(0, length);
  }
  return cut.empty() ? cut : cut + "…";
}

class Icicle {
 public:
  Icicle(const Hierarchy& hierarchy, double width)
      : hierarchy_(hierarchy), children_(children_of(hierarchy)), width_(width) {
    place();
  }

  std::string draw() {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
        "{1}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" "
        "fill=\"#ffffff\"/>\n",
        width_, row_height * (hierarchy_.layers + 1));
    const std::string summary = count_of(hierarchy_.layers, "layer") + ", " +
                                count_of(hierarchy_.docnos.size(), "document");
    const std::string topic = "topic " + display_text(hierarchy_.topic);
    box({0, width_, 0, {}}, 0, 0, "fill=\"#dddddd\"", topic, summary, topic + ": " + summary);
    for (std::uint32_t i = 0; i < hierarchy_.nodes.size(); ++i) {
      if (!leads_to_another(i) && places_[i].width >= narrowest) node(i);
    }
    return out_ + "</svg>\n";
  }

 private:
  struct Place {
    double x = 0, width = 0;
    std::uint32_t layer = 0;             // the first of those that the box reaches over
    std::optional<std::uint32_t> above;  // the node whose box lies above; none under the root
  };

  const HierarchyNode& at(std::uint32_t index) const { return hierarchy_.nodes[index]; }

  bool leads_to_another(std::uint32_t index) const {
    return at(index).dummy && children_[index].size() == 1;
  }

  // Parents come before their children.
  void place() {
    places_.resize(hierarchy_.nodes.size());
    place_below({0, width_, 1, {}}, 1, children_.back());
    for (std::uint32_t i = 0; i < hierarchy_.nodes.size(); ++i) {
      Place parent = places_[i];
      if (!leads_to_another(i)) {
        parent.layer = at(i).layer + 1;
        parent.above = i;
      }
      place_below(parent, at(i).weight, children_[i]);
    }
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

  // A colour for each intent, in the order in which they come.
  const char* colour(const std::string& intent) {
    const auto number = colours_.try_emplace(intent, colours_.size()).first->second;
    return svg_colours[number % svg_colours.size()];
  }

  void node(std::uint32_t index) {
    const HierarchyNode& shown = at(index);
    const std::uint32_t first = places_[index].layer;
    // Deeper is lighter; the darkest can still be written on in black.
    const double opacity = 0.2 + 0.35 / first;
    box(places_[index], first, shown.layer,
        fmt::format("fill=\"{}\" fill-opacity=\"{:.2f}\"", colour(shown.intent), opacity),
        label(index), fmt::format("{:.3f}", shown.weight), title(index));
  }

  bool starts_intent(std::uint32_t index) const {
    const auto above = places_[index].above;
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
    if (starts_intent(index)) return display_text(at(index).intent);
    if (children_[index].empty()) return documents(at(index));
    return count_of(at(index).docs.size(), "document");
  }

  std::string title(std::uint32_t index) const {
    const HierarchyNode& shown = at(index);
    std::string text = fmt::format("{}\n{}, weight {:.4f}", name(index),
                                   layers(places_[index].layer, shown.layer, false), shown.weight);
    if (shown.similarity) text += fmt::format(", similarity {:.4f}", *shown.similarity);
    return text + "\n" + count_of(shown.docs.size(), "document") + ": " + documents(shown);
  }

  // The first few of them.
  std::string documents(const HierarchyNode& node) const {
    std::string text;
    for (std::size_t i = 0; i < std::min(node.docs.size(), shown_documents); ++i) {
      text += (i == 0 ? "" : " ") + display_text(hierarchy_.docnos[node.docs[i]]);
    }
    if (node.docs.size() > shown_documents) {
      text += fmt::format(" and {} more", node.docs.size() - shown_documents);
    }
    return text;
  }

  // Over the rows of the layers from `first` to `last`, of which the root is 0.
  void box(const Place& place, std::uint32_t first, std::uint32_t last, const std::string& fill,
           std::string_view label, std::string_view below, std::string_view title) {
    const double y = row_height * first, height = row_height * (last - first + 1);
    out_ += fmt::format(
        "<g><title>{}</title><rect x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"{}\" {}/>",
        svg_text(title), place.x, y, std::max(place.width - gap, narrowest), height - gap, fill);
    if (place.width > 2 * margin) {
      const auto columns = static_cast<std::size_t>((place.width - 2 * margin) / column);
      text(place.x + margin, y + 15, "", fitting(label, columns));
      if (display_width(below) <= columns) {
        text(place.x + margin, y + 29, " fill-opacity=\"0.7\" font-size=\"10\"", below);
      }
    }
    out_ += "</g>\n";
  }

  void text(double x, double y, const char* more, std::string_view words) {
    if (words.empty()) return;
    out_ += fmt::format("<text x=\"{:.2f}\" y=\"{}\"{}>{}</text>", x, y, more, svg_text(words));
  }

  const Hierarchy& hierarchy_;
  std::vector<std::vector<std::uint32_t>> children_;
  double width_;
  std::vector<Place> places_;  // of the nodes
  std::map<std::string, std::size_t> colours_;
  std::string out_;
};

}  // namespace

std::string icicle(const Hierarchy& hierarchy, std::size_t width) {
  return Icicle(hierarchy, static_cast<double>(width)).draw();
}

}  // namespace subintent::internal
