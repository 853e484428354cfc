// Bounds of a term of a measure in a topic, for all runs.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "study/list_bounds.h"
#include "study/measure_terms.h"
#include "study/novelty_ideal.h"
#include "study/open_topic.h"

namespace subintent::internal {

// A node for itself, or all nodes of the layers together, with bounds of lists.
struct Part {
  double weight = 1;
  bool is_there = true;  // whatever is judged
  ListBounds bounds;
  std::vector<std::pair<std::size_t, std::uint32_t>> nodes;  // layer and node; none: all
};

// A term of a measure in a topic, for all runs.
class TermBounds {
 public:
  TermBounds(const OpenTopic& topic, const MeasureTerm& term);

  double weight() const { return term_.weight; }
  Bounds run(std::size_t run) const;
  Range difference(std::size_t a, std::size_t b) const;
  // Calls use(part, effect) for every document that is not judged, of the term without its weight.
  void for_each_effect(std::size_t a, std::size_t b,
                       const std::function<void(const Part&, const Effect&)>& use) const;

 private:
  // The most that parts with these values make together.
  double highest(const std::function<double(const Part&)>& value_of) const;
  Bounds covered(std::size_t run) const;
  bool are_independent(std::size_t run) const;

  MeasureTerm term_;
  bool is_official_, is_uniform_ = false, may_grow_ = false;
  std::uint32_t cutoff_;
  std::vector<Part> parts_;
  IdealSum ideal_;
};

}  // namespace subintent::internal
