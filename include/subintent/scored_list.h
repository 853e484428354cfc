// Non-owning views of runs, valid during a call.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "subintent/export.h"
#include "subintent/run_order.h"

namespace SUBINTENT_PUBLIC subintent {

// The documents of one topic, each once, in any order.
struct ScoredList {
  std::string_view topic;
  std::span<const std::string_view> docnos;
  std::span<const double> scores;  // of each document; with RunOrder::file of none
  bool is_distinct = false;        // is it known that no document is there twice?
};

struct RunView {
  std::string name;
  std::span<const ScoredList> lists;  // one per topic
  RunOrder order = RunOrder::score;   // or score_ascending, or file: the documents as they stand
};

}  // namespace subintent
