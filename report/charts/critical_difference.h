// Which runs differ: a critical-difference picture.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/charts/svg.h"

namespace subintent::internal {

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

}  // namespace subintent::internal
