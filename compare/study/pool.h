// Pooling: the documents that would have been judged.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/collection/run.h"

namespace subintent::internal {

// For each judged topic the first `depth` documents of every run. Names are views into the runs,
// which must live as long, as must the topics. Throws the errors of JudgedTopics::find_all().
class Pool {
 public:
  Pool(const JudgedTopics& topics, std::span<const Run> runs, std::uint32_t depth);
  bool contains(std::string_view topic, std::string_view docno) const;

 private:
  const JudgedTopics& topics_;
  std::vector<std::unordered_set<std::string_view>> docnos_;  // by topic
};

}  // namespace subintent::internal
