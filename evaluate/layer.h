// A layer of intents: the only thing that a flat measure sees. The official intents of a topic are
// one layer, each layer of a hierarchy is one, and topic-level judgments are a layer with a single
// intent.
#pragma once

#include <compare>
#include <tuple>

#include "core/collection/groups.h"
#include "core/collection/topics.h"

namespace subintent::internal {

// A document's place in its topic's list of relevant documents, or not_relevant. To measures that
// see what is judged, one that is not is unjudged_document.
using DocumentId = std::int32_t;
inline constexpr DocumentId not_relevant = -1, unjudged_document = -2;

// The number of a document that is in the pool but has not been judged: its grade is below 0.
inline constexpr DocumentId pooled_document = -3;

// Documents of a ranked list, best first.
using Ranking = std::span<const DocumentId>;

// The first documents of a list, as many as there are.
inline Ranking top_of(Ranking ranking, std::size_t cutoff) {
  return ranking.first(std::min(cutoff, ranking.size()));
}

// A document's grade for an intent or subintent that it is relevant to.
struct NodeGrade {
  std::uint32_t node = 0;
  std::int32_t grade = 0;
};

struct LayerNode {
  static constexpr std::uint32_t no_place = UINT32_MAX;  // does not count
  double weight = 0;                                     // P(i), or the weight in a hierarchy
  IntentType type = IntentType::informational;
  bool dummy = false;       // repeats the node above it
  std::uint32_t place = 0;  // among the intents of the judgments, or the nodes of the hierarchy
  bool is_vital = false;    // of a nugget that a good answer must hold
  std::uint32_t cover = 0;  // place in Layer::cover()
};

// The nodes and grades of documents, by document.
class GradeTable {
 public:
  GradeTable() = default;

  // A judgment of grade > 0. Of several for a pair the highest counts.
  struct Entry {
    std::uint32_t document, node;
    std::int32_t grade;
  };
  GradeTable(std::size_t documents, std::vector<Entry> entries);

  std::size_t documents() const { return first_.empty() ? 0 : first_.size() - 1; }
  std::span<const NodeGrade> of(std::size_t document) const {
    return {grades_.data() + first_[document], grades_.data() + first_[document + 1]};
  }
  std::span<const NodeGrade> all() const { return grades_; }

 private:
  std::vector<std::uint32_t> first_;  // of each document, and the end
  std::vector<NodeGrade> grades_;
};

// Which nodes of a hierarchy are covered: those without children by their documents, others by any
// of their children, or only by all of them.
struct CoverTree {
  struct Node {
    std::optional<std::uint32_t> parent;  // before it
    bool needs_all = false;
  };
  std::vector<Node> nodes;
  GradeTable grades;  // of documents for leaves

  // How far a ranked list covers each node, where a leaf counts worth(grade) of its documents: the
  // highest of a leaf, the highest or, where all are needed, the lowest of its children. A leaf
  // without a document is worth 0.
  std::vector<double> covered(Ranking ranking,
                              const std::function<double(std::int32_t)>& worth) const;
};

// Whether nodes without a relevant document are in a layer.
enum class EmptyNodes { removed, kept };

// Grades of `documents` documents for the nodes of a layer. What counts as relevant has been
// decided: what is not is not in a layer, and nodes have a relevant document unless all are kept.
class Layer {
 public:
  Layer() = default;

  using Entry = GradeTable::Entry;
  // If documents are duplicates, `group_of` has a number for each document: that of one document of
  // its group.
  Layer(std::size_t documents, std::vector<LayerNode> nodes, std::vector<Entry> entries,
        std::span<const std::uint32_t> group_of = {}, EmptyNodes empty = EmptyNodes::removed);

  std::span<const LayerNode> nodes() const { return nodes_; }
  // Documents relevant to a node; duplicates are one.
  std::uint32_t relevant_documents(std::size_t node) const { return relevant_[node]; }
  std::size_t documents() const { return grades_.documents(); }
  // Documents judged not relevant, grade 0 or too low; known of topic-level judgments.
  std::uint32_t nonrelevant_documents() const { return nonrelevant_; }
  void set_nonrelevant_documents(std::uint32_t number) { nonrelevant_ = number; }

  // If it is known which nodes need all of their children: the tree that they are in, at their
  // `cover`. Else nullptr.
  const CoverTree* cover() const { return cover_.get(); }
  void set_cover(std::shared_ptr<const CoverTree> cover) { cover_ = std::move(cover); }

  // The nodes that a document is relevant to, in node order. Nothing for what is not relevant, and
  // for numbers beyond documents(), which those have that are known for other reasons.
  std::span<const NodeGrade> grades(DocumentId document) const {
    if (document < 0 || static_cast<std::size_t>(document) >= documents()) return {};
    return grades_.of(static_cast<std::size_t>(document));
  }

  // The same in an ideal list, where a group of duplicates is one document, which has for each node
  // the highest of their grades: those of the group for the document that gave it its number,
  // nothing for the others.
  std::span<const NodeGrade> ideal_grades(DocumentId document) const {
    if (!ideal_) return grades(document);
    return document < 0 ? std::span<const NodeGrade>()
                        : ideal_->of(static_cast<std::size_t>(document));
  }

 private:
  std::vector<LayerNode> nodes_;
  GradeTable grades_;
  std::optional<GradeTable> ideal_;      // where it is not as grades_
  std::vector<std::uint32_t> relevant_;  // of each node
  std::uint32_t nonrelevant_ = 0;
  std::shared_ptr<const CoverTree> cover_;
};

// The layers of a hierarchy from the top, or one layer for itself.
using Layers = std::span<const Layer>;

// The groups of documents of a topic, as its measures see them.

struct NamedGroups {
  std::string name;  // of the attribute
  std::shared_ptr<const Groups> groups;
};

// The groups of an attribute.
struct TopicGroups {
  std::string_view attribute;
  std::shared_ptr<const Groups> groups;
  const TopicMemberships* memberships = nullptr;  // nullptr: it does not apply to the topic
  std::vector<std::uint32_t> places;              // of documents in the memberships
  std::vector<double> target;                     // in the order of the groups

  // Empty for a document that belongs to no known group.
  std::span<const GroupShare> of(DocumentId document) const {
    if (document < 0) return {};
    const std::uint32_t place = places[static_cast<std::size_t>(document)];
    return place == NameTable::none ? std::span<const GroupShare>() : memberships->of(place);
  }
};

// The groups of one attribute, in one layer of their hierarchy; or those of several attributes
// crossed: each pair, triple and so on is a group, a document's membership in it and its target are
// the products of theirs.
class CrossedGroups {
 public:
  static constexpr std::size_t most = 10'000;  // groups

  // At least one attribute, all of which apply to the topic. Of an attribute with fewer layers the
  // last one counts. Throws Error of argument "measures" for more than `most` groups.
  CrossedGroups(std::vector<const TopicGroups*> attributes, std::size_t layer);

  std::size_t size() const { return target_.size(); }
  bool is_ordinal() const;  // only where nothing is crossed
  const std::vector<double>& target() const { return target_; }

  // Nothing where the document belongs to no known group of any of the attributes. Where it does of
  // some, it belongs to those of the others to equal parts.
  std::vector<GroupShare> of(DocumentId document) const;

 private:
  std::vector<const TopicGroups*> attributes_;
  std::vector<const GroupLayer*> layers_;
  std::vector<double> target_;
};

// The ideal list of the cascade measures [Clarke11 §2], which a greedy search approximates.

// The gains that the nodes of a layer still offer while a list is read: 1 each at first, or their
// shares of the weights.
class NodeGains {
 public:
  NodeGains(const Layer& layer, double alpha, bool given_weights);

  // The gain of a document with these nodes.
  double of(std::span<const NodeGrade> nodes) const;
  // Gives the gain and takes the document: its nodes then offer (1 - alpha) of what they did.
  double take(std::span<const NodeGrade> nodes);

 private:
  double keeps_;
  std::vector<double> gains_;
};

// A number for each place of a list. Places are found, and numbers changed, in O(log n).
class Tournament {
 public:
  explicit Tournament(std::size_t places);  // all below 0

  void set(std::size_t place, double value);
  double value(std::size_t place) const { return values_[leaves_ + place]; }
  double highest() const { return values_[1]; }
  // The last place whose number is at least `least`, which must not be above the highest.
  std::size_t last_at_least(double least) const;

 private:
  std::size_t leaves_;          // a power of two
  std::vector<double> values_;  // [1] the root; the higher of [2i] and [2i + 1] in [i]
};

// At each rank the document of the highest gain; ties (within 1e-12, relative) go to the greatest
// docno, that is to the greatest id. The list depends on alpha and the weights, not on cutoff,
// measure or beta, and grows as it is asked for. The layer must live as long.
//
// A gain never rises while the list grows. So one that was found earlier is a bound, and only the
// documents of the highest bounds are looked at again: usually few for each rank, though inputs can
// be made where it is all that compete. Documents with the same nodes offer the same gain: of these
// only the one of the greatest docno competes.
class GreedyIdeal {
 public:
  GreedyIdeal(const Layer& layer, double alpha, bool given_weights);

  // How many documents the whole list has: those relevant to a node, of duplicates one.
  std::size_t size() const { return documents_.size(); }
  DocumentId at(std::size_t index);
  // The first `count` documents, or all if there are fewer. Valid until the list grows.
  Ranking first(std::size_t count);

 private:
  std::span<const NodeGrade> nodes(std::size_t place) const {
    return layer_->ideal_grades(documents_[place]);
  }
  void link_documents_with_the_same_nodes();
  void extend();
  std::size_t last_of_gain(double least);

  static constexpr std::size_t nobody = SIZE_MAX;

  const Layer* layer_;
  NodeGains gains_;
  std::vector<DocumentId> documents_;  // relevant ones, ascending; a place is an index of this
  std::vector<std::size_t> next_;      // place with the same nodes and the next smaller docno
  Tournament bounds_;                  // of the gains of those that compete
  std::vector<DocumentId> ideal_;
};

// The ideal lists of a topic, each made once for all measures that share it.
class GreedyIdeals {
 public:
  GreedyIdeal& of(const Layer& layer, double alpha, bool given_weights);

 private:
  std::map<std::tuple<const Layer*, double, bool>, GreedyIdeal> ideals_;
};

}  // namespace subintent::internal
