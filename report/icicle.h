// A hierarchy as a picture.
#pragma once

#include "subintent/values.h"

namespace subintent::internal {

// An SVG document, `width` pixels wide: a row per layer, a box per node below its parent, as wide
// as its weight. Dummies are not drawn on their own: the node that they lead to reaches over their
// layers. Intents differ in colour; what a box stands for is in its title, with its first
// documents. The ids of boxes are the places of their nodes in hierarchy.nodes; that of the root is
// "root". Labels are without the words of the query, and those of all labels, at their beginning.
std::string icicle(const Hierarchy& hierarchy, std::size_t width, const std::string& query = "");

}  // namespace subintent::internal
