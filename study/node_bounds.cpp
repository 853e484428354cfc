#include "study/node_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Throws Error where a grade would be above the highest of the scale.
void require_scale(const Measure& measure, const MeasureTerm& term, std::int32_t highest) {
  if (term.gains == nullptr || !term.gains->by_highest_grade || term.gains->scales_grades) return;
  if (highest <= measure.parameters.max_grade) return;
  throw Error::argument(
      "max_grade",
      fmt::format("max_grade: {} has the highest grade {}, and a topic may get {}",
                  printable(measure.name), measure.parameters.max_grade, highest),
      "give a higher one");
}

// How a whole layer is looked at.
struct WholeView {
  std::size_t nodes = 0;                  // that uniform weights are of; 0: weights as they are
  bool all_informational = false;         // of intents
  std::set<std::uint32_t> left_out = {};  // nodes that lists need not gain at
};

// All nodes of some layers: a document has the numbers 4d of its lowest grades, 4d + 1 of the least
// it can gain, 4d + 2 of the highest, and 4d + 3 of the lowest without the nodes that are left out.
class WholeSetting {
 public:
  WholeSetting(const OpenTopic& topic, const MeasureTerm& term, const WholeView& view)
      : topic_(topic), term_(term), view_(view), made_(setting_of(topic, term)) {
    made_.is_one_node = false;
    // Where navigational intents gain once, gains of a list are no sum over its documents.
    const OpenLayer& first = topic.layers[term.first_layer];
    const auto is_once = [&](const LayerNode& node) {
      return term.is_navigational && node.type == IntentType::navigational;
    };
    if (!view.all_informational && std::ranges::any_of(first.nodes, is_once)) made_.ideal_depth = 0;
    made_.least = number(topic.pairs.size(), 0);
    made_.documents.resize(topic.pairs.size());
    if (term.of_layers) made_.layer_weights = made_.parameters.layer_weights.of(term.layers);
    for (std::size_t l = 0; l < term.layers; ++l) add_layer(l);
    for (std::size_t d = 0; d < made_.documents.size(); ++d) {
      GradeChoice& choice = made_.documents[d];
      const bool jumps = term.interplay == Interplay::helps && !term.is_binary;
      if (jumps && !gaining_.contains(d) && choice.is_open()) {
        choice.between.push_back(number(d, 1));
      }
    }
  }

  ListSetting setting() { return std::move(made_); }

 private:
  static DocumentId number(std::size_t document, std::size_t which) {
    return static_cast<DocumentId>(4 * document + which);
  }

  std::vector<LayerNode> nodes_of(const OpenLayer& open) const {
    std::vector<LayerNode> nodes = open.nodes;
    for (LayerNode& node : nodes) {
      if (view_.nodes > 0) node.weight = 1 / static_cast<double>(view_.nodes);
      if (view_.all_informational) node.type = IntentType::informational;
    }
    return nodes;
  }

  static std::optional<std::uint32_t> lightest(const std::vector<LayerNode>& nodes) {
    std::optional<std::uint32_t> found;
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
      if (nodes[n].weight <= 0) continue;
      if (!found || nodes[n].weight < nodes[*found].weight) found = n;
    }
    return found;
  }

  void add_document(std::size_t document, const OpenLayer& open) {
    GradeChoice& choice = made_.documents[document];
    const auto add = [&](std::size_t which, std::uint32_t node, std::int32_t grade) {
      const auto entry = static_cast<std::uint32_t>(number(document, which));
      if (grade > 0) entries_.push_back({entry, node, grade});
    };
    for (const OpenGrade& grade : open.documents[document]) {
      add(0, grade.node, grade.low);
      add(2, grade.node, grade.high);
      if (grade.low > 0) choice.low = number(document, 0);
      const bool counts = is_counted_ && open.nodes[grade.node].weight > 0;
      if (grade.low > 0 && counts) gaining_.insert(document);
      if (grade.low != grade.high) open_.insert(document);
      if (!view_.left_out.contains(grade.node)) {
        add(3, grade.node, grade.low);
      } else if (grade.low > 0) {
        choice.floor = number(document, 3);
      }
    }
    choice.high = open_.contains(document) ? number(document, 2) : choice.low;
  }

  void add_layer(std::size_t place) {
    const OpenLayer& open = topic_.layers[term_.first_layer + place];
    std::vector<LayerNode> nodes = nodes_of(open);
    entries_.clear();
    is_counted_ = !term_.of_layers || made_.layer_weights[place] > 0;
    for (std::size_t d = 0; d < made_.documents.size(); ++d) add_document(d, open);
    // Of several layers in one only: less than any document gains.
    if (const auto node = lightest(nodes); node && !has_least_) {
      has_least_ = is_counted_;
      const std::int32_t grade = topic_.measure->parameters.least_grade;
      entries_.push_back({static_cast<std::uint32_t>(made_.least), *node, grade});
      for (std::size_t d = 0; d < made_.documents.size(); ++d) {
        entries_.push_back({static_cast<std::uint32_t>(number(d, 1)), *node, grade});
      }
    }
    made_.layers.emplace_back(4 * made_.documents.size() + 1, std::move(nodes), std::move(entries_),
                              std::span<const std::uint32_t>(), EmptyNodes::kept);
  }

  const OpenTopic& topic_;
  const MeasureTerm& term_;
  const WholeView& view_;
  ListSetting made_;
  std::vector<Layer::Entry> entries_;     // of a layer
  std::set<std::size_t> open_, gaining_;  // documents whose grade may rise; that gain anyhow
  bool is_counted_ = true;                // whether the layer at hand weighs anything
  bool has_least_ = false;
};

ListSetting whole_setting(const OpenTopic& topic, const MeasureTerm& term, const WholeView& view) {
  return WholeSetting(topic, term, view).setting();
}

// Whether a navigational intent may get a document.
bool may_be_found(const OpenLayer& layer, std::uint32_t node) {
  return std::ranges::any_of(layer.documents, [&](const auto& grades) {
    return std::ranges::any_of(
        grades, [&](const OpenGrade& g) { return g.node == node && g.low != g.high; });
  });
}

// Where navigational intents gain once, what is judged may take the gain of a document below. At
// most they gain as informational ones do, and at least nothing.
std::optional<ListBounds> bounds_of_navigational(const OpenTopic& topic, const MeasureTerm& term,
                                                 const WholeView& view) {
  const OpenLayer& layer = topic.layers[term.first_layer];
  WholeView often = view, never = view;
  often.all_informational = true;
  for (std::uint32_t n = 0; n < layer.nodes.size(); ++n) {
    const bool is_once = layer.nodes[n].type == IntentType::navigational;
    const bool may_change = topic.lists_may_shrink || may_be_found(layer, n);
    if (is_once && may_change) never.left_out.insert(n);
  }
  if (never.left_out.empty()) return std::nullopt;
  const ListBounds most(whole_setting(topic, term, often)),
      least(whole_setting(topic, term, never));
  std::vector<Bounds> runs;
  for (std::size_t run = 0; run < topic.lists.size(); ++run) {
    const double low = least.run(run).low, high = most.run(run).high;
    runs.push_back({low, high, low == high});
  }
  return ListBounds(std::move(runs));
}

}  // namespace

ListSetting setting_of(const OpenTopic& topic, const MeasureTerm& term) {
  ListSetting made;
  made.make = (term.record != nullptr ? term.record : topic.measure->record)->make;
  made.parameters = topic.measure->parameters;
  made.parameters.weights = NodeWeights::uniform;
  made.lists = topic.lists;
  made.lists_may_shrink = topic.lists_may_shrink;
  made.first_ideal = topic.layers[term.first_layer].first_ideal;
  made.interplay = term.interplay;
  made.normaliser = term.normaliser;
  if (term.gains != nullptr && term.gains->name == "nDCG") {
    made.ideal_depth = topic.measure->parameters.cutoff;
  }
  if (term.gains != nullptr && term.gains->name == "enDCG") made.ideal_depth = no_cutoff;
  return made;
}

// A node for itself: a document is no more than its grade, and has that as its number.
ListBounds bounds_of_node(const OpenTopic& topic, const MeasureTerm& term, std::size_t layer,
                          std::uint32_t node) {
  ListSetting made = setting_of(topic, term);
  const OpenLayer& open = topic.layers[layer];
  const std::int32_t least = topic.measure->parameters.least_grade;
  std::int32_t highest = least;
  for (const auto& grades : open.documents) {
    for (const OpenGrade& grade : grades) {
      if (grade.node == node) highest = std::max(highest, grade.high);
    }
  }
  require_scale(*topic.measure, term, highest);
  made.is_binary = term.is_binary || highest == least;
  const bool is_graded = term.gains == nullptr
                             ? made.parameters.graded_credit
                             : term.interplay == Interplay::helps && !made.is_binary;
  const auto number = [](std::int32_t grade) {
    return grade > 0 ? static_cast<DocumentId>(grade) : not_relevant;
  };
  for (const auto& grades : open.documents) {
    GradeChoice& choice = made.documents.emplace_back();
    const auto at = std::ranges::find(grades, node, &OpenGrade::node);
    if (at == grades.end()) continue;
    choice = {number(at->low), number(at->high)};
    for (std::int32_t g = std::max(at->low + 1, least); is_graded && g < at->high; ++g) {
      choice.between.push_back(number(g));
    }
  }
  made.least = number(least);
  std::vector<Layer::Entry> entries;
  for (std::int32_t g = least; g <= highest; ++g) {
    entries.push_back({static_cast<std::uint32_t>(g), 0, g});
  }
  const std::size_t size =
      std::max<std::size_t>(static_cast<std::size_t>(highest) + 1, made.documents.size() + 1);
  made.layers.emplace_back(size, std::vector<LayerNode>{{.weight = 1}}, std::move(entries),
                           std::span<const std::uint32_t>(), EmptyNodes::kept);
  return ListBounds(std::move(made));
}

ListBounds bounds_of_whole(const OpenTopic& topic, const MeasureTerm& term, std::size_t nodes) {
  const WholeView view{.nodes = nodes};
  if (term.is_navigational) {
    if (auto made = bounds_of_navigational(topic, term, view)) return std::move(*made);
  }
  return ListBounds(whole_setting(topic, term, view));
}

}  // namespace subintent::internal
