#include "study/bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "study/measure_terms.h"
#include "study/novelty_ideal.h"
#include "study/open_layer.h"

namespace subintent::internal {
namespace {

// A topic as a measure sees it, with what is not judged.
struct OpenTopic {
  const Measure* measure = nullptr;
  std::vector<OpenLayer> layers;
  bool is_official = true;                                  // no hierarchy
  std::vector<std::vector<std::int32_t>> lists;             // as of ListSetting
  std::vector<std::vector<std::uint32_t>> pairs;            // by document: those of Unjudged
  std::vector<std::vector<std::set<std::string>>> intents;  // by layer and node
  std::vector<std::string> intents_of_pairs;
};

// Some nodes of an open topic, together or one by one, with bounds of lists.
struct Part {
  double weight = 1;
  bool is_there = true;
  ListBounds bounds;
  std::vector<std::pair<std::size_t, std::uint32_t>> nodes;  // layer and node; none: all
};

bool is_vital(const LayerNode& node) {
  return node.is_vital;
}

double weight_of(const LayerNode& node, const MeasureTerm& term, const Parameters& parameters) {
  if (node.dummy && !parameters.counts_dummies && term.sum == NodeSum::mean) return 0;
  if (term.sum == NodeSum::weighted || term.weights == NodeWeights::given) return node.weight;
  return term.weights == NodeWeights::vital && !is_vital(node) ? 0 : 1;
}

void require_rising_gains(const Measure& measure, std::int32_t highest) {
  const Gain& gain = measure.parameters.gain;
  for (std::int32_t grade = 2; grade <= highest; ++grade) {
    if (gain.of(grade) >= gain.of(grade - 1)) continue;
    throw Error::argument("gains",
                          fmt::format("gains: grade {} gains less than grade {}, so that nobody "
                                      "can tell what judgments are best",
                                      grade, grade - 1),
                          "give gains that rise with the grades");
  }
}

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

ListSetting setting_of(const OpenTopic& topic, const MeasureTerm& term) {
  ListSetting made;
  made.make = (term.record != nullptr ? term.record : topic.measure->record)->make;
  made.parameters = topic.measure->parameters;
  made.parameters.weights = NodeWeights::uniform;
  made.lists = topic.lists;
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
                           std::span<const std::uint32_t>(), BareNodes::kept);
  return ListBounds(std::move(made));
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
                              std::span<const std::uint32_t>(), BareNodes::kept);
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
    if (is_once && may_be_found(layer, n)) never.left_out.insert(n);
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

ListBounds bounds_of_whole(const OpenTopic& topic, const MeasureTerm& term, const WholeView& view) {
  if (term.is_navigational) {
    if (auto made = bounds_of_navigational(topic, term, view)) return std::move(*made);
  }
  return ListBounds(whole_setting(topic, term, view));
}

// The discounts of the ranks, the first 1, as a measure of one node gives them to its first
// document.
std::vector<double> discounts_of(const OpenTopic& topic, const MeasureTerm& term,
                                 std::size_t depth) {
  MeasureTerm of_node = term;
  ListSetting setting = setting_of(topic, of_node);
  const Layer layer(2, {{.weight = 1}}, {{1, 0, topic.measure->parameters.least_grade}}, {},
                    BareNodes::kept);
  GreedyIdeals greedy;
  const Scoring scoring = setting.make({&layer, 1}, setting.parameters, greedy);
  std::vector<double> discounts;
  std::vector<DocumentId> list(depth, not_relevant);
  for (std::size_t i = 0; i < depth; ++i) {
    list[i] = 1;
    discounts.push_back(scoring.score(Ranking(list).first(i + 1)));
    list[i] = not_relevant;
  }
  return discounts;
}

// In units of the value of a node whose first document is at rank 1.
IdealSum ideal_sum(const OpenTopic& topic, const MeasureTerm& term,
                   const std::vector<double>& weights) {
  const OpenLayer& open = topic.layers[term.first_layer];
  const Parameters& parameters = topic.measure->parameters;
  const auto relevant = static_cast<std::size_t>(
      std::ranges::count_if(open.documents, [](const auto& grades) { return !grades.empty(); }));
  const std::size_t depth = std::min<std::size_t>(parameters.cutoff, relevant);
  return ideal_sum_of(open, {.alpha = parameters.alpha,
                             .weights = weights,
                             .discounts = discounts_of(topic, term, depth),
                             .ideal = parameters.ideal});
}

// The values of nodes together. Those that are there in any case count; of the others as many as
// make the result higher.
struct NodeValue {
  double weight, value;
  bool is_there;
};

double highest_mean(std::vector<NodeValue> nodes) {
  double sum = 0, whole = 0;
  for (const NodeValue& node : nodes) {
    if (!node.is_there) continue;
    sum += node.weight * node.value;
    whole += node.weight;
  }
  std::erase_if(nodes, [](const NodeValue& n) { return n.is_there || n.weight <= 0; });
  std::ranges::stable_sort(nodes, std::greater<>(), &NodeValue::value);
  double best = whole > 0 ? sum / whole : nodes.empty() ? 0 : std::max(0.0, nodes[0].value);
  for (const NodeValue& node : nodes) {
    sum += node.weight * node.value;
    whole += node.weight;
    best = std::max(best, sum / whole);
  }
  return best;
}

double highest_sum(const std::vector<NodeValue>& nodes) {
  double sum = 0;
  for (const NodeValue& node : nodes) {
    sum += node.weight * (node.is_there ? node.value : std::max(0.0, node.value));
  }
  return sum;
}

// A term of a measure in a topic, for all runs.
class TermBounds {
 public:
  TermBounds(const OpenTopic& topic, const MeasureTerm& term);

  double weight() const { return term_.weight; }
  Bounds run(std::size_t run) const;
  Range difference(std::size_t a, std::size_t b) const;
  // With the documents' nodes: use(part, effect), of the term without its weight.
  template <typename Use>
  void for_each_effect(std::size_t a, std::size_t b, Use use) const {
    double whole = 0;
    for (const Part& part : parts_) whole += part.weight;
    const double unit = term_.sum == NodeSum::whole      ? 1
                        : term_.sum == NodeSum::weighted ? 1
                        : term_.sum == NodeSum::novelty  ? (ideal_.high > 0 ? 1 / ideal_.high : 0)
                                                         : (whole > 0 ? 1 / whole : 0);
    const std::size_t parts = term_.sum == NodeSum::whole ? 1 : parts_.size();
    for (std::size_t p = 0; p < parts; ++p) {
      const double scale = unit * (term_.sum == NodeSum::whole ? 1 : parts_[p].weight);
      if (scale <= 0) continue;
      parts_[p].bounds.for_each_effect(a, b, [&](Effect effect) {
        effect.raises *= scale;
        effect.lowers *= scale;
        use(parts_[p], effect);
      });
    }
  }

 private:
  // `values` of a part's range, signed so that the highest is asked for.
  template <typename ValueOf>
  double highest(ValueOf value_of) const;
  Bounds covered(std::size_t run) const;
  bool are_independent(std::size_t run) const;

  MeasureTerm term_;
  bool is_official_, is_uniform_ = false, may_grow_ = false;
  std::uint32_t cutoff_;
  std::vector<Part> parts_;
  IdealSum ideal_;
};

TermBounds::TermBounds(const OpenTopic& topic, const MeasureTerm& term)
    : term_(term), is_official_(topic.is_official), cutoff_(topic.measure->parameters.cutoff) {
  const OpenLayer& first = topic.layers[term.first_layer];
  const bool is_node = term.layers == 1 && first.nodes.size() == 1 && first.nodes[0].weight == 1;
  if (term.sum == NodeSum::whole && term.gains != nullptr && !term.is_navigational && is_node) {
    if (term_.record == nullptr) term_.record = topic.measure->record;
    parts_.push_back({1, true, bounds_of_node(topic, term_, term.first_layer, 0), {}});
    return;
  }
  if (term.sum == NodeSum::whole) {
    may_grow_ = topic.is_official && first.may_be_uniform;
    const std::size_t least = may_grow_ ? std::max<std::size_t>(first.there, 1) : 0;
    const std::size_t most = may_grow_ ? first.nodes.size() : 0;
    for (std::size_t nodes = least; nodes <= most; ++nodes) {
      const WholeView view{.nodes = nodes};
      parts_.push_back({1, true, bounds_of_whole(topic, term, view), {}});
    }
    return;
  }
  std::vector<double> weights;
  for (std::size_t l = term.first_layer; l < term.first_layer + term.layers; ++l) {
    const OpenLayer& open = topic.layers[l];
    may_grow_ = may_grow_ || open.may_grow();
    is_uniform_ = is_uniform_ || (topic.is_official && open.may_be_uniform);
    for (std::uint32_t n = 0; n < open.nodes.size(); ++n) {
      weights.push_back(weight_of(open.nodes[n], term, topic.measure->parameters));
      parts_.push_back(
          {weights.back(), open.is_there[n] != 0, bounds_of_node(topic, term, l, n), {{l, n}}});
    }
  }
  if (term.sum == NodeSum::novelty) ideal_ = ideal_sum(topic, term, weights);
}

template <typename ValueOf>
double TermBounds::highest(ValueOf value_of) const {
  if (term_.sum == NodeSum::whole) {
    double best = -std::numeric_limits<double>::infinity();
    for (const Part& part : parts_) best = std::max(best, value_of(part));
    return best;
  }
  std::vector<NodeValue> nodes;
  for (const Part& part : parts_) nodes.push_back({part.weight, value_of(part), part.is_there});
  const bool is_mean =
      term_.sum == NodeSum::mean || (term_.sum == NodeSum::weighted && is_uniform_);
  if (is_mean) return highest_mean(std::move(nodes));
  return highest_sum(nodes);
}

// Whether the parts may have their bounds at the same time.
bool TermBounds::are_independent(std::size_t run) const {
  const auto is_open = [&](const Part& part) {
    return part.bounds.run(run).low != part.bounds.run(run).high;
  };
  const auto open = std::ranges::count_if(parts_, is_open);
  const bool attained =
      std::ranges::all_of(parts_, [&](const Part& part) { return part.bounds.run(run).attained; });
  if (open == 0 && !may_grow_) return attained;
  if (may_grow_ || term_.sum == NodeSum::novelty) return false;
  return attained && is_official_;
}

Bounds TermBounds::run(std::size_t run) const {
  if (term_.sum == NodeSum::covered) return covered(run);
  Bounds made;
  made.low = -highest([&](const Part& part) { return -part.bounds.run(run).low; });
  made.high = highest([&](const Part& part) { return part.bounds.run(run).high; });
  if (term_.sum == NodeSum::novelty) {
    made.low = ideal_.high > 0 ? made.low / ideal_.high : 0;
    made.high = ideal_.low > 0 ? std::min(made.high / ideal_.low, ideal_.most) : 0;
    made.attained = ideal_.low == ideal_.high && made.low == made.high;
    return made;
  }
  made.attained = made.low == made.high || are_independent(run);
  return made;
}

// Enough nodes are to have a value; those that may not be there count as judgments would have it.
Bounds TermBounds::covered(std::size_t run) const {
  std::size_t there = 0, others = 0, low = 0, high = 0, more = 0;
  for (const Part& part : parts_) {
    if (part.weight <= 0) continue;
    const Bounds& bounds = part.bounds.run(run);
    (part.is_there ? there : others) += 1;
    if (part.is_there) low += bounds.low > 0 ? 1 : 0;
    (part.is_there ? high : more) += bounds.high > 0 ? 1 : 0;
  }
  const auto is_enough = [&](std::size_t found, std::size_t nodes) {
    const std::size_t needed = term_.needs_all ? nodes : std::min<std::size_t>(nodes, cutoff_);
    return nodes > 0 && found >= needed;
  };
  Bounds made{1, 0};
  for (std::size_t n = 0; n <= others; ++n) {
    if (!is_enough(low, there + n)) made.low = 0;
    if (n <= more && is_enough(high + n, there + n)) made.high = 1;
  }
  made.high = std::max(made.high, made.low);
  made.attained = made.low == made.high;
  return made;
}

Range TermBounds::difference(std::size_t a, std::size_t b) const {
  const Bounds of_a = run(a), of_b = run(b);
  Range apart{of_a.low - of_b.high, of_a.high - of_b.low};
  if (term_.sum == NodeSum::covered) return apart;
  double high = highest([&](const Part& part) { return part.bounds.difference(a, b).high; });
  double low = -highest([&](const Part& part) { return -part.bounds.difference(a, b).low; });
  if (term_.sum == NodeSum::novelty) {
    const auto divided = [&](double sum, bool upward) {
      const double ideal = (sum > 0) == upward ? ideal_.low : ideal_.high;
      return ideal > 0 ? sum / ideal : 0;
    };
    high = divided(high, true);
    low = divided(low, false);
  }
  return {std::max(low, apart.low), std::min(high, apart.high)};
}

// Similarity of relevant documents [Dou19 eq. 5, 6], whatever is judged.
class RedundancyBounds {
 public:
  RedundancyBounds(const OpenTopic& topic, const std::vector<std::string_view>& docnos,
                   const DocumentSimilarity& similarity)
      : scheme_(*topic.measure->similarity), parameters_(topic.measure->parameters) {
    least_ = similarity.fingerprints() != nullptr ? 0 : -1;
    for (const auto& list : topic.lists)
      runs_.push_back(bounds_of(topic, list, docnos, similarity));
  }

  const Range& run(std::size_t run) const { return runs_[run]; }

 private:
  struct Document {
    std::size_t rank;
    bool is_relevant, may_be;
    std::uint32_t number;
  };

  // A document that similarities lack may have been left out of them because it is not judged.
  Range similarity_of(const Document& a, const Document& b,
                      const DocumentSimilarity& similarity) const {
    const auto is_unknown = [](const Document& d) {
      return d.number == DocumentSimilarity::missing && !d.is_relevant;
    };
    if (is_unknown(a) || is_unknown(b)) return {least_, 1};
    const double value = similarity.similarity(a.number, b.number);
    return {value, value};
  }

  Range bounds_of(const OpenTopic& topic, const std::vector<std::int32_t>& list,
                  const std::vector<std::string_view>& docnos,
                  const DocumentSimilarity& similarity) const {
    std::vector<Document> documents;
    bool is_open = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i] < 0) continue;
      const auto document = static_cast<std::size_t>(list[i]);
      bool is_relevant = false, may_be = false;
      for (const OpenGrade& grade : topic.layers[0].documents[document]) {
        is_relevant = is_relevant || grade.low > 0;
        may_be = may_be || grade.high > 0;
      }
      is_open = is_open || is_relevant != may_be;
      if (may_be) {
        documents.push_back({i + 1, is_relevant, true, similarity.find(docnos[document])});
      }
    }
    const std::size_t depth = parameters_.cutoff == no_cutoff ? list.size() : parameters_.cutoff;
    if (!scheme_.adjacent && !parameters_.relevant_pairs) {
      return of_all_pairs(documents, static_cast<double>(depth), similarity);
    }
    return of_relevant_pairs(documents, static_cast<double>(depth), is_open, similarity);
  }

  double weight_of(const Document& a, const Document& b, double k) const {
    if (!scheme_.by_rank) return 1;
    return (k - static_cast<double>(a.rank + b.rank) / 2) / k;
  }

  // Each pair adds what it adds, or nothing.
  Range of_all_pairs(const std::vector<Document>& documents, double k,
                     const DocumentSimilarity& similarity) const {
    const double whole = scheme_.by_rank ? (k - 1) * (k - 1) / 4 : k * (k - 1) / 2;
    Range sum;
    for (std::size_t j = 1; j < documents.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        const Range value = similarity_of(documents[i], documents[j], similarity);
        const double weight = weight_of(documents[i], documents[j], k);
        const bool is_sure = documents[i].is_relevant && documents[j].is_relevant;
        sum.low += weight * (is_sure ? value.low : std::min(0.0, value.low));
        sum.high += weight * (is_sure ? value.high : std::max(0.0, value.high));
      }
    }
    if (whole <= 0) return {};
    return {sum.low / whole, sum.high / whole};
  }

  // A weighted mean of some pairs is between the lowest and the highest of all.
  Range of_relevant_pairs(const std::vector<Document>& documents, double k, bool is_open,
                          const DocumentSimilarity& similarity) const {
    Range range, sum;
    double weights = 0;
    for (std::size_t j = 1; j < documents.size(); ++j) {
      for (std::size_t i = !is_open && scheme_.adjacent ? j - 1 : 0; i < j; ++i) {
        const Range value = similarity_of(documents[i], documents[j], similarity);
        range = {std::min(range.low, value.low), std::max(range.high, value.high)};
        const double weight = weight_of(documents[i], documents[j], k);
        sum.low += weight * value.low;
        weights += weight;
      }
    }
    if (is_open) return range;
    const double mean = weights > 0 ? sum.low / weights : 0;
    return {mean, mean};
  }

  const PairScheme& scheme_;
  const Parameters& parameters_;
  double least_ = -1;  // similarity
  std::vector<Range> runs_;
};

}  // namespace

// A topic as the sum of its terms.
class ScoreBounds::TopicBounds {
 public:
  TopicBounds(OpenTopic topic, const std::vector<std::string_view>& docnos,
              const DocumentSimilarity* similarity)
      : topic_(std::move(topic)) {
    if (!topic_.layers.empty()) {
      for (const MeasureTerm& term : terms_of(*topic_.measure, topic_.layers.size())) {
        terms_.emplace_back(topic_, term);
      }
    }
    if (topic_.measure->similarity != nullptr) {
      redundancy_.emplace(topic_, docnos, *similarity);
    }
  }

  Bounds run(std::size_t run) const {
    Bounds made;
    std::size_t open = 0;
    for (const TermBounds& term : terms_) {
      const Bounds one = term.run(run);
      made.low += term.weight() * one.low;
      made.high += term.weight() * one.high;
      made.attained = made.attained && one.attained;
      open += one.low != one.high ? 1 : 0;
    }
    if (redundancy_) {
      const Range& share = redundancy_->run(run);
      made = {(made.low + 1 - share.high) / 2, (made.high + 1 - share.low) / 2, made.attained};
      open += share.low != share.high ? 2 : 0;
    }
    made.attained = made.attained && open <= 1;
    return made;
  }

  Range difference(std::size_t a, std::size_t b) const {
    Range made;
    for (const TermBounds& term : terms_) {
      const Range one = term.difference(a, b);
      made.low += term.weight() * one.low;
      made.high += term.weight() * one.high;
    }
    if (!redundancy_) return made;
    const Range &of_a = redundancy_->run(a), &of_b = redundancy_->run(b);
    return {(made.low - of_a.high + of_b.low) / 2, (made.high - of_a.low + of_b.high) / 2};
  }

  template <typename Use>
  void for_each_effect(std::size_t a, std::size_t b, Use use) const {
    for (const TermBounds& term : terms_) {
      const double scale = term.weight() * (redundancy_ ? 0.5 : 1);
      term.for_each_effect(a, b, [&](const Part& part, const Effect& effect) {
        const std::vector<std::uint32_t> pairs = pairs_of(part, effect.document);
        const double share = scale / std::max<double>(1, static_cast<double>(pairs.size()));
        for (const std::uint32_t pair : pairs) {
          use(pair, share * effect.raises, share * effect.lowers);
        }
      });
    }
  }

 private:
  // The pairs of a document that its gain at some nodes hangs on.
  std::vector<std::uint32_t> pairs_of(const Part& part, std::uint32_t document) const {
    const std::vector<std::uint32_t>& all = topic_.pairs[document];
    std::vector<std::uint32_t> its;
    for (const std::uint32_t pair : all) {
      const std::string& intent = topic_.intents_of_pairs[pair];
      const auto has = [&](const auto& node) {
        return topic_.intents[node.first][node.second].contains(intent);
      };
      if (part.nodes.empty() || std::ranges::any_of(part.nodes, has)) its.push_back(pair);
    }
    return its.empty() ? all : its;
  }

  OpenTopic topic_;
  std::vector<TermBounds> terms_;
  std::optional<RedundancyBounds> redundancy_;
};

namespace {

// The intents of the nodes of a layer, so that pairs are found.
std::vector<std::set<std::string>> intents_of(const OpenLayer& layer, const Measure& measure,
                                              const TopicQrels& judged,
                                              const Hierarchy* hierarchy) {
  std::vector<std::set<std::string>> made;
  for (const LayerNode& node : layer.nodes) {
    auto& intents = made.emplace_back();
    if (measure.record->traits.on_topic && hierarchy == nullptr) continue;
    if (hierarchy == nullptr) {
      intents.emplace(judged.intents[node.place]);
      continue;
    }
    intents.insert(hierarchy->nodes[node.place].intent);
  }
  return made;
}

const Hierarchy* hierarchy_of(const std::vector<NamedHierarchies>& named, const Measure& measure,
                              std::string_view topic) {
  if (!measure.hierarchy) return nullptr;
  const auto& topics = named[*measure.hierarchy].topics;
  const auto at = std::ranges::find(topics, topic, &Hierarchy::topic);
  return at == topics.end() ? nullptr : &*at;
}

struct BothTopics {
  const TopicData &low, &high;
};

OpenTopic open_topic(const Measure& measure, const BothTopics& both, const Unjudged& unjudged,
                     std::size_t t, const ListsOfRuns& lists) {
  OpenTopic made;
  made.measure = &measure;
  made.is_official = !measure.hierarchy;
  std::vector<std::uint32_t> place_of;
  for (const std::string_view docno : both.low.docnos) {
    place_of.push_back(both.high.ids.find(docno));
  }
  const Layers low = layers_of(measure, both.low), high = layers_of(measure, both.high);
  const Hierarchy* const hierarchy = hierarchy_of(unjudged.hierarchies, measure, both.high.topic);
  const Layer nothing;
  // Where a hierarchy has nodes without documents all its nodes count, else those with a relevant
  // document: which of the two, documents that become relevant may change.
  const bool counts_bare = hierarchy == nullptr || measure.parameters.least_grade == 1;
  for (std::size_t l = 0; l < high.size(); ++l) {
    made.layers.push_back(open_layer(l < low.size() ? low[l] : nothing, place_of, high[l],
                                     both.high.docnos.size(), counts_bare));
    made.intents.push_back(
        intents_of(made.layers.back(), measure, *both.high.diversity, hierarchy));
  }
  for (const auto& of_run : lists) {
    auto& list = made.lists.emplace_back();
    if (of_run[t] == nullptr) continue;
    const auto& docnos = of_run[t]->docnos;
    for (std::size_t i = 0; i < std::min<std::size_t>(measure.parameters.cutoff, docnos.size());
         ++i) {
      const std::uint32_t id = both.high.ids.find(docnos[i]);
      list.push_back(id == NameTable::none ? -1 : static_cast<std::int32_t>(id));
    }
  }
  made.pairs.resize(both.high.docnos.size());
  const bool by_topic = hierarchy != nullptr ? !hierarchy->nodes.empty() &&
                                                   hierarchy->nodes[0].intent == topic_level_intent
                                             : measure.record->traits.on_topic;
  const auto is_seen = [&](const UnjudgedPair& pair) {
    return unjudged.topics_from_intents || by_topic == (pair.intent == topic_level_intent);
  };
  for (std::uint32_t p = 0; p < unjudged.pairs[t].size(); ++p) {
    const UnjudgedPair& pair = unjudged.pairs[t][p];
    made.intents_of_pairs.emplace_back(pair.intent);
    const std::uint32_t id = both.high.ids.find(pair.docno);
    if (id != NameTable::none && is_seen(pair)) made.pairs[id].push_back(p);
  }
  return made;
}

}  // namespace

void require_bounds(std::span<const Measure> measures) {
  for (const Measure& measure : measures) {
    if (measure.record->of_similarity || !terms_of(measure, 1).empty()) continue;
    const Parameters& parameters = measure.parameters;
    const std::string_view why =
        parameters.judged_only || measure.record->traits.by_judged ||
                measure.record->traits.sees_pool
            ? "sees what is judged"
        : parameters.given_cover    ? "has nodes that need all of their children"
        : measure.record->of_groups ? "is of groups"
                                    : "may fall where a document becomes relevant";
    throw Error::argument(
        "measures",
        fmt::format("measures: no bounds are known of {}, which {}", printable(measure.name), why),
        "leave it out");
  }
}

ScoreBounds::~ScoreBounds() = default;
ScoreBounds::ScoreBounds(ScoreBounds&&) noexcept = default;

ScoreBounds::ScoreBounds(const EvaluationData& data, const Measure& asked,
                         std::span<const Run> runs, UnjudgedOptions options, ProgressMeter& meter) {
  require_bounds({&asked, 1});
  scorer_ =
      std::make_unique<const Scorer>(*data.judgments, data.hierarchies, std::vector<Measure>{asked},
                                     data.similarity.get(), data.max_grade, data.groups);
  const Measure& measure = scorer_->measures()[0];
  ListsOfRuns lists;
  for (const Run& run : runs) lists.push_back(scorer_->lists(run));
  if (!options.depth && measure.parameters.cutoff != no_cutoff) {
    options.depth = measure.parameters.cutoff;
  }
  unjudged_ = std::make_unique<const Unjudged>(unjudged_of(data, lists, options));
  count_unjudged(lists, measure.parameters.cutoff);
  const std::vector<TopicData>& low = scorer_->topics();
  const std::vector<TopicData> high = make_topic_data(*unjudged_->highest, unjudged_->hierarchies,
                                                      {measure.parameters.least_grade});
  require_rising_gains(
      measure, std::max({data.judgments->highest_intent_grade, data.judgments->highest_adhoc_grade,
                         data.max_grade.value_or(0)}));
  answered_.resize(low.size());
  scores_.resize(low.size());
  bounds_.resize(low.size());
  topic_bounds_.resize(low.size());
  parallel_for(low.size(), [&](std::size_t t) {
    for (std::size_t run = 0; run < runs.size(); ++run) {
      const RankedList* const list = lists[run][t];
      answered_[t].push_back(list != nullptr);
      scores_[t].push_back(
          list == nullptr ? 0 : scorer_->scoring_of(0, t).score(scorer_->ranking(0, t, *list)));
    }
    if (!measure.record->of_similarity && !unjudged_->pairs[t].empty()) {
      topic_bounds_[t] = std::make_unique<const TopicBounds>(
          open_topic(measure, {low[t], high[t]}, *unjudged_, t, lists), high[t].docnos,
          data.similarity.get());
    }
    for (std::size_t run = 0; run < runs.size(); ++run) {
      Bounds made{scores_[t][run], scores_[t][run], true};
      if (topic_bounds_[t] && lists[run][t] != nullptr) {
        const Bounds found = topic_bounds_[t]->run(run);
        made = {std::min(made.low, found.low), std::max(made.high, found.high), found.attained};
      }
      bounds_[t].push_back(made);
    }
    meter.advance();
  });
}

void ScoreBounds::count_unjudged(const ListsOfRuns& lists, std::uint32_t cutoff) {
  std::vector<std::set<std::string_view>> unjudged;
  for (const auto& of_topic : unjudged_->pairs) {
    auto& documents = unjudged.emplace_back();
    for (const UnjudgedPair& pair : of_topic) documents.insert(pair.docno);
  }
  for (const auto& of_run : lists) {
    std::size_t ranks = 0, found = 0;
    for (std::size_t t = 0; t < of_run.size(); ++t) {
      if (of_run[t] == nullptr) continue;
      const auto& docnos = of_run[t]->docnos;
      const std::size_t depth = std::min<std::size_t>(cutoff, docnos.size());
      ranks += depth;
      for (std::size_t i = 0; i < depth; ++i) found += unjudged[t].contains(docnos[i]) ? 1 : 0;
    }
    unjudged_shares_.push_back(ranks > 0 ? static_cast<double>(found) / static_cast<double>(ranks)
                                         : 0);
  }
}

Range ScoreBounds::difference(std::size_t a, std::size_t b, std::size_t topic) const {
  const Bounds &of_a = bounds_[topic][a], &of_b = bounds_[topic][b];
  Range made{of_a.low - of_b.high, of_a.high - of_b.low};
  if (topic_bounds_[topic] && answered_[topic][a] != 0 && answered_[topic][b] != 0) {
    const Range found = topic_bounds_[topic]->difference(a, b);
    made = {std::max(made.low, found.low), std::min(made.high, found.high)};
  }
  const double difference = scores_[topic][a] - scores_[topic][b];
  return {std::min(made.low, difference), std::max(made.high, difference)};
}

double ScoreBounds::score(std::size_t run) const {
  double sum = 0;
  for (const auto& of_topic : scores_) sum += of_topic[run];
  return sum / static_cast<double>(scores_.size());
}

Range ScoreBounds::bounds(std::size_t run) const {
  Range sum;
  for (const auto& of_topic : bounds_) {
    sum.low += of_topic[run].low;
    sum.high += of_topic[run].high;
  }
  const auto topics = static_cast<double>(bounds_.size());
  return {sum.low / topics, sum.high / topics};
}

Range ScoreBounds::difference(std::size_t a, std::size_t b) const {
  Range sum;
  for (std::size_t topic = 0; topic < bounds_.size(); ++topic) {
    const Range of_topic = difference(a, b, topic);
    sum.low += of_topic.low;
    sum.high += of_topic.high;
  }
  const auto topics = static_cast<double>(bounds_.size());
  return {sum.low / topics, sum.high / topics};
}

void ScoreBounds::for_each_effect(std::size_t a, std::size_t b,
                                  const std::function<void(const PairEffect&)>& use) const {
  const auto topics = static_cast<double>(bounds_.size());
  for (std::size_t topic = 0; topic < topic_bounds_.size(); ++topic) {
    if (!topic_bounds_[topic]) continue;
    topic_bounds_[topic]->for_each_effect(a, b,
                                          [&](std::uint32_t pair, double raises, double lowers) {
                                            use({topic, pair, raises / topics, lowers / topics});
                                          });
  }
}

}  // namespace subintent::internal
