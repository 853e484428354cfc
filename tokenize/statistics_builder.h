// Collection statistics counted by several threads at once.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>

#include "tokenize/document_vector.h"
#include "tokenize/statistics.h"

namespace subintent {

class StatisticsBuilder {
 public:
  // Counts one document with these terms, each there once. Safe to call from several threads.
  void add(std::span<const TermWeight> terms);

  // The sum of everything added, the same for any order of adding; leaves the builder empty.
  CollectionStatistics take();

 private:
  using Counts = decltype(CollectionStatistics::document_frequency);
  // Terms are dealt out by their hash, so that threads seldom wait for each other.
  struct Part {
    std::mutex mutex;
    Counts counts;
  };

  std::atomic<std::uint64_t> documents_ = 0;
  std::array<Part, 256> parts_;
};

}  // namespace subintent
