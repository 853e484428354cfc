// Pairs of runs under significance tests as a table for programs.
#pragma once

#include "compare/significance.h"
#include "report/data_table.h"
#include "report/run_table.h"

namespace subintent::internal {

const TableRecord& compared_pairs_record();

// Table "pairs": those of each group under its test.
DataTable pairs_table(std::span<const TestedGroup> tested);

// alpha, correction, trials and seed, as a test has used them.
std::vector<Cell> cells_of_test(const TestSettings& settings, Correction correction);

}  // namespace subintent::internal
