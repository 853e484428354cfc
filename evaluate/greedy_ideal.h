// The ideal list of the cascade measures [Clarke11 §2], which a greedy search approximates.
#pragma once

#include <compare>
#include <tuple>

#include "evaluate/layer.h"

namespace subintent::internal {

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
