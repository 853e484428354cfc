// A tree as an icicle: a row for each layer, a box for each node below its parent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/charts/svg.h"

namespace subintent::internal {

struct IcicleBox {
  std::string id;                     // of the node: data-node
  std::optional<std::size_t> parent;  // the box above, which comes before this one
  double x = 0, width = 1;            // shares of the width of the picture
  std::uint32_t first = 0, last = 0;  // the rows that it reaches over; 0 is the root's
  std::optional<std::size_t> key;     // the colour, a place in IcicleChart::keys
  std::string label, detail;          // two lines of text, where they fit
  std::string title;                  // what is shown when one points at it; lines end in '\n'
};

struct IcicleChart {
  std::string title;
  double width = 960;             // pixels; boxes of fewer than 0.2 are left out
  std::vector<IcicleBox> boxes;   // of the root first
  std::vector<std::string> keys;  // what colours mean, such as intents
};

// The boxes, below them what colours mean. A box is <g data-node="ID" data-parent="ID"
// data-row="FIRST"> with <title>, <rect>, and up to two <text>: class "label" (the whole of it in
// data-label where it is cut) and "detail".
std::string svg_of(const IcicleChart& chart, const SvgFrame& frame = {});

}  // namespace subintent::internal
