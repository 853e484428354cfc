// Bounds of lists by nodes of a topic: one for itself, or all of some layers.
#pragma once

#include <cstdint>

#include "study/list_bounds.h"
#include "study/measure_terms.h"
#include "study/open_topic.h"

namespace subintent::internal {

// What a term of a measure needs, without documents and layers.
ListSetting setting_of(const OpenTopic& topic, const MeasureTerm& term);

// Throws Error where a grade would be above the highest of the scale.
ListBounds bounds_of_node(const OpenTopic& topic, const MeasureTerm& term, std::size_t layer,
                          std::uint32_t node);

// Bounds over all nodes of the term's layers. If `nodes` is not 0, each weighs 1 / `nodes`.
ListBounds bounds_of_whole(const OpenTopic& topic, const MeasureTerm& term, std::size_t nodes);

}  // namespace subintent::internal
