#include "tokenize/statistics_builder.h"

namespace subintent {

void StatisticsBuilder::add(std::span<const TermWeight> terms) {
  documents_.fetch_add(1, std::memory_order_relaxed);
  for (const TermWeight& term : terms) {
    // The high bits: the low ones choose the bucket inside the part.
    Part& part = parts_[StringHash()(term.term) >> 56];
    const std::lock_guard lock(part.mutex);
    const auto found = part.counts.find(std::string_view(term.term));
    if (found != part.counts.end()) {
      ++found->second;
    } else {
      part.counts.emplace(term.term, 1);
    }
  }
}

CollectionStatistics StatisticsBuilder::take() {
  CollectionStatistics statistics;
  statistics.documents = documents_.exchange(0);
  for (Part& part : parts_) {
    statistics.document_frequency.merge(part.counts);
    part.counts = {};
  }
  return statistics;
}

}  // namespace subintent
