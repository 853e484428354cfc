// From statistics in memory to the lines of a statistics file.
#pragma once

#include "tokenize/terms/term_counter.h"

namespace subintent::internal {

// Memory that writing takes for each entry of a table, beside lines under way: no more of these
// than the texts of the entries.
constexpr std::size_t write_tables_bytes_per_entry = 16;

// Writes the sum of tables that count different documents, `documents` in all, as a statistics file
// with `write`, on all threads: the same for any order of counting and any division into tables.
void write_tables(std::span<const TermCounter* const> tables, std::uint64_t documents,
                  const std::function<void(std::string_view)>& write);

}  // namespace subintent::internal
