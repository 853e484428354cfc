// A hierarchy as a picture.
#pragma once

#include <cstddef>
#include <string>

#include "subintent/hierarchy_tree.h"

namespace subintent::internal {

// An icicle as a complete SVG document, `width` pixels wide: a row per layer, a box per node below
// its parent, as wide as its weight. Dummies are not drawn on their own: the node that they lead to
// reaches over their layers. Intents differ in colour; what a box stands for is in its title, which
// browsers show when one points at it. Boxes that are too narrow to be seen are left out.
std::string icicle(const Hierarchy& hierarchy, std::size_t width);

}  // namespace subintent::internal
