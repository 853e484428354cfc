// A hierarchy as a picture.
#pragma once

#include "report/charts/icicle_chart.h"
#include "subintent/values.h"

namespace subintent::internal {

// A row per layer, a box per node below its parent, as wide as its weight. Dummies are not drawn on
// their own: the node that they lead to reaches over their layers. Intents differ in colour; what a
// box stands for is in its title, with the first `documents` of its documents. The ids of boxes are
// the places of their nodes in hierarchy.nodes; box 0 is the root, with the id "root".
IcicleChart icicle_chart(const Hierarchy& hierarchy, std::size_t documents = 20);

// The icicle as a complete SVG document, `width` pixels wide.
std::string icicle(const Hierarchy& hierarchy, std::size_t width);

}  // namespace subintent::internal
