// The formats that tables are written in.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "report/report.h"
#include "report/score_output.h"

namespace subintent::internal {

struct TableFormat {
  std::string_view name;   // "tsv"
  std::string_view label;  // in a sentence: "which TSV cannot hold"
  int decimals = 6;        // of scores
  // Characters that names of runs cannot have there, and what they are.
  std::string_view unwritable = {}, unwritable_label = {};
  bool means_only = false;   // no scores of topics
  bool one_measure = false;  // holds one measure of scores only
  bool one_run = false;      // holds the scores of one run only
  bool statistics = true;    // and what tests say of them
  // Scores as text; `width` is that of the terminal, 0 for no limit.
  std::string (*scores)(const ScoreReport& report, std::size_t width) = nullptr;
  // A report of what `command` made as text; nullptr: reports have no such form.
  std::string (*report)(std::string_view command, const Report& report,
                        std::size_t width) = nullptr;
};

std::span<const TableFormat> table_formats();

// A format of this name; nullptr if there is none.
const TableFormat* find_table_format(std::string_view name);

// Throws Error for a run whose name the format cannot hold.
void require_writable_names(const ScoreSet& scores, const TableFormat& format);

}  // namespace subintent::internal
