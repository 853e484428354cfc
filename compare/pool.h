// Pooling: the documents that would have been judged.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

#include "trec/run.h"

namespace subintent {

// For each topic the first `depth` documents of every run. Topics of runs may carry a prefix such
// as "wt09-". Names are views into the runs, which must live as long.
class Pool {
 public:
  Pool(std::span<const Run> runs, std::uint32_t depth);
  bool contains(std::string_view topic, std::string_view docno) const;

 private:
  std::map<std::string_view, std::unordered_set<std::string_view>> docnos_;
};

}  // namespace subintent
