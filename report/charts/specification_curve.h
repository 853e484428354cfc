// A specification curve [Simonsohn, Simmons and Nelson 2020]: what all analyses find, in order, and
// below it what each of them has chosen.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/charts/svg.h"

namespace subintent::internal {

struct SpecificationCurve {
  std::string title, description, label;  // of the values
  struct Choice {
    std::string question, answer;  // "test", "t"; answers of one question stand together
  };
  std::vector<Choice> choices;
  struct Point {
    double value = 0, low = 0, high = 0;  // limits may be infinite
    bool is_significant = false;          // a full circle, else an empty one
    std::vector<std::size_t> choices;     // places of those that were made
  };
  std::vector<Point> points;  // in the order of their values
};

std::string svg_of(const SpecificationCurve& chart, const SvgFrame& frame = {});

}  // namespace subintent::internal
