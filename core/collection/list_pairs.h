// Pairs of ranked lists that people are to judge.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "subintent/basics.h"

namespace subintent::internal {

// The lists of two runs for a topic.
struct ListPair {
  std::string topic, run1, run2;
  std::string pool;      // why it was chosen, such as "random"
  std::size_t line = 0;  // of the file, from 1; 0: of no file
};

// Reads pairs, topic<tab>run1<tab>run2<tab>pool, with or without that header line, in their order.
// Throws Error, naming file and line, for wrong columns, names that are empty, hold control
// characters or are not UTF-8, a run beside itself, a pair that is there twice (whichever run comes
// first), and a file without pairs.
std::vector<ListPair> read_list_pairs(const Source& source);

// Appends the line of a pair.
void append_list_pair(std::string& out, const ListPair& pair);

}  // namespace subintent::internal
