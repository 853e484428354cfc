// Numbers in rows and columns as colours: topics × runs, measures × measures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/charts/svg.h"

namespace subintent::internal {

enum class ColourScale {
  sequential,  // light to dark, from `low` to `high`
  diverging    // two hues from a light middle at 0, from -`high` to `high`
};

struct HeatMap {
  std::string title, description;
  std::string row_label, column_label, value_label;  // "topic", "run", "nDCG@20"
  std::vector<std::string> rows, columns;
  std::vector<std::optional<double>> values;  // row after row; nothing: an empty cell
  ColourScale scale = ColourScale::sequential;
  double low = 0, high = 1;
  int decimals = 3;
  bool show_values = false;  // in the cells, too: of small tables
};

// Ten steps of colour, explained below the cells; the number of a cell is in its <title>. A row is
// <g data-row="NUMBER" transform="translate(0 Y)">, so that a script can sort them; a cell
// <rect data-column="NUMBER">.
std::string svg_of(const HeatMap& map, const SvgFrame& frame = {});

}  // namespace subintent::internal
