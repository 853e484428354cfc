// What two reports have in common, and what of it differs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "render/page/report_reader.h"

namespace subintent::internal {

// Places in the lists of both reports.
struct CommonName {
  std::string name;
  std::size_t before = 0, after = 0;
};

struct MovedRun {
  std::string name;
  std::int64_t before = 0, after = 0;           // means in billionths
  std::size_t rank_before = 0, rank_after = 0;  // among the common runs, from 1
  std::int64_t change() const { return after - before; }
};

enum class Verdict { lost, added, reversed };

struct ChangedPair {
  std::string better, worse;  // before, or after where the difference is new
  Verdict verdict = Verdict::lost;
  std::int64_t p_before = 0, p_after = 0;  // with four decimals; 0: below 0.0001
};

struct ChangedTopic {
  std::string name, query;
  double change = 0, size = 0;         // means over the runs: of the changes, and of their sizes
  std::string run;                     // that changes most, the first of equal ones
  std::int64_t before = 0, after = 0;  // its scores, in billionths
};

struct ComparedMeasure {
  std::string name;
  std::vector<MovedRun> runs;        // best before first
  std::optional<double> tau;         // of both rankings; none where one ranks none
  std::vector<ChangedPair> pairs;    // all but kept ones and those that are significant in neither
  std::size_t kept = 0;              // pairs
  std::vector<ChangedTopic> topics;  // those that change, the most first
};

struct ReportPair {
  const ReadReport& before;
  const ReadReport& after;
  std::vector<CommonName> runs, topics;
  std::vector<ComparedMeasure> measures;  // common ones
};

// Both must live as long. Throws Error where they have no measure, run or topic in common.
ReportPair compare_reports(const ReadReport& before, const ReadReport& after);

// The names that are in the first list only.
std::vector<std::string> only_in(const std::vector<std::string>& names,
                                 const std::vector<std::string>& others);

}  // namespace subintent::internal
