// What a report says, read from its page (data_element.cpp).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "render/page/page.h"
#include "render/page/tested_numbers.h"
#include "subintent/basics.h"

namespace subintent::internal {

struct ReadReport {
  std::string name;  // of the file
  std::string version, command, test;
  double alpha = 0;
  std::vector<PageFile> files;
  std::vector<std::string> remarks, runs, measures;
  std::vector<std::pair<std::string, std::string>> topics;  // with their queries
  // By measure: means by run, scores by topic and run, both in billionths, and every two runs in
  // the order of all_pairs().
  std::vector<std::vector<std::int64_t>> means;
  std::vector<std::vector<PackedNumber>> scores;
  std::vector<std::vector<ShownPair>> pairs;
};

// Throws Error for a file that cannot be read, is no report, or is one of another format.
ReadReport read_report(const Source& source);

}  // namespace subintent::internal
