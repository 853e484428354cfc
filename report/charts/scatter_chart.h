// Points with names: one measure against another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/charts/axes.h"
#include "report/charts/svg.h"

namespace subintent::internal {

struct ScatterChart {
  std::string title, description;
  Axis x, y;
  struct Point {
    std::string name;
    double x, y;
  };
  std::vector<Point> points;
  // Lines of equal x_weight * x + y_weight * y, both weights above 0, at round numbers: D♯ over
  // I-rec and D [SakaiSong11 Fig. 4].
  struct Contours {
    std::string name;
    double x_weight, y_weight;
  };
  std::optional<Contours> contours;
};

// Names stand beside their points where all find room there, which twelve mostly do; else the
// points are numbered, with a list of the names. Labels overlap neither points nor one another; one
// that would have to is left out, and found in the <title> of its point, and in the list. They keep
// off contours where there is other room. A point is <g data-point="NUMBER">.
std::string svg_of(const ScatterChart& chart, const SvgFrame& frame = {});

}  // namespace subintent::internal
