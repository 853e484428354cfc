// Charts: a struct of data and a function svg_of() for each (svg.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "report/charts/svg.h"

namespace subintent::internal {

struct ChartLine {
  std::string name;
  std::vector<std::pair<double, double>> points;  // x, y; in order of x
};

struct LineChart {
  std::string title, description, x_label, y_label;
  double x_min = 0, x_max = 1, y_min = 0, y_max = 1;  // lines are cut off at these
  std::vector<ChartLine> lines;                       // told apart by colour and dashes
  bool marks = false;                                 // a circle at every point
  bool logarithmic_x = false;                         // x_min must be above 0
  std::vector<double> x_ticks;  // where the x axis is marked; empty: at round numbers
};

std::string svg_of(const LineChart& chart, const SvgFrame& frame = {});

// Bars with names: numbers that are no less than 0.
struct BarChart {
  std::string title, description, label;  // of the axis
  double high = 1;                        // where the axis ends
  struct Bar {
    std::string name;
    double value;
    std::string text;  // beside the bar: "66.7%"
  };
  std::vector<Bar> bars;  // from the top
};

std::string svg_of(const BarChart& chart, const SvgFrame& frame = {});

// Histograms of one or more distributions over each other.
struct Distribution {
  std::string name;
  std::vector<double> edges;    // of the bins, ascending
  std::vector<double> heights;  // by bin
};

struct DistributionChart {
  std::string title, description, x_label, y_label;
  std::vector<Distribution> distributions;  // all with at least one bin
  struct Mark {
    double x;
    std::string name;
  };
  std::vector<Mark> marks;  // vertical lines, such as means
};

std::string svg_of(const DistributionChart& chart, const SvgFrame& frame = {});

// Points with names: one measure against another.
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

// Numbers in rows and columns as colours: topics × runs, measures × measures.
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

// Which runs differ: a critical-difference picture.
struct CriticalDifferenceChart {
  std::string title, description;
  std::string measure;  // what the axis shows the means of
  struct RunMean {
    std::string name;
    double mean;
  };
  std::vector<RunMean> runs;
  std::vector<std::pair<std::size_t, std::size_t>> different;  // places of runs in `runs`; pairs
                                                               // that differ significantly
  // Differences of means above it are significant, and no others; drawn to scale. None where each
  // pair needs another.
  std::optional<double> critical_difference;
  double shortest_axis = 0;      // so that small differences do not look large
  std::string note;              // where there is none: what decides instead
  bool lower_is_better = false;  // by the measure
};

// The runs by mean, best first, names breaking ties; and the bars: ranges [first, last] of places
// in that order, as long as may be, of two runs or more no two of which differ. Where larger
// differences of means are more significant, as by Tukey's test, these are all maximal groups of
// runs that do not differ. By other tests, runs may be left that do not differ and share no bar.
struct DifferenceGroups {
  std::vector<std::size_t> order;                         // places in `runs`
  std::vector<std::pair<std::size_t, std::size_t>> bars;  // by first
  std::size_t unjoined = 0;  // pairs that do not differ, and share no bar
};
DifferenceGroups difference_groups(const CriticalDifferenceChart& chart);

// How to read it, in sentences, which a page has around the picture and a file in it.
std::vector<std::string> notes_of(const CriticalDifferenceChart& chart);

// A line for each run, the best at the top: its name, a mark at its mean; to the right the bars,
// each down the lines of the runs that it joins. So names never overlap, however many there are.
std::string svg_of(const CriticalDifferenceChart& chart, const SvgFrame& frame = {});

// A tree as an icicle: a row for each layer, a box for each node below its parent.
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

// Any chart that is shown on its own.
using Chart =
    std::variant<BarChart, LineChart, DistributionChart, HeatMap, CriticalDifferenceChart>;

inline std::string svg_of(const Chart& chart, const SvgFrame& frame = {}) {
  return std::visit([&](const auto& one) { return svg_of(one, frame); }, chart);
}

}  // namespace subintent::internal
