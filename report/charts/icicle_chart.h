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
  std::string id;                     // of the node, for scripts: data-node
  std::optional<std::size_t> parent;  // the box above, which comes before this one
  double x = 0, width = 1;            // shares of the width of the picture
  std::uint32_t first = 0, last = 0;  // the rows that it reaches over; 0 is the root's
  std::optional<std::size_t> key;     // the colour, a place in IcicleChart::keys
  std::string label, detail;          // two lines of text, where they fit
  std::string title;                  // what is shown when one points at it; lines end in '\n'
  std::optional<std::size_t>
      mark;               // the pattern of a band at its bottom, a place in IcicleChart::marks
  std::string mark_text;  // in the upper right corner, where it fits: "A 2"
};

struct IcicleChart {
  std::string title, description;
  double width = 960;              // pixels
  std::vector<IcicleBox> boxes;    // of the root first
  std::vector<std::string> keys;   // what colours mean, such as intents
  std::vector<std::string> marks;  // what patterns mean, four at most: "covered by A"
  double narrowest = 0.2;          // boxes of fewer pixels are left out
  bool interactive = false;        // see below
};

// The boxes, below them what colours and patterns mean. A box is <g data-node="ID" data-parent="ID"
// data-row="FIRST"> with <title>, <rect>, where it is marked <rect class="band">, and up to three
// <text>: class "label" (the whole of it in data-label where it is cut), "detail" and "mark". An
// interactive picture has the role of a tree: its boxes are tree items with a level, of which the
// first can be reached by the keyboard (tabindex 0, the others -1), for a script that moves between
// them.
std::string svg_of(const IcicleChart& chart, const SvgFrame& frame = {});

}  // namespace subintent::internal
