#include "compare/pool.h"

#include <algorithm>

namespace subintent {

Pool::Pool(std::span<const Run> runs, std::uint32_t depth) {
  for (const Run& run : runs) {
    for (const RankedList& list : run.topics) {
      const std::size_t size = std::min<std::size_t>(depth, list.docnos.size());
      const auto first = list.docnos.begin(), last = first + static_cast<std::ptrdiff_t>(size);
      docnos_[list.topic].insert(first, last);
      const std::string_view number = topic_number(list.topic);
      if (!number.empty() && number != list.topic) docnos_[number].insert(first, last);
    }
  }
}

bool Pool::contains(std::string_view topic, std::string_view docno) const {
  const auto at = docnos_.find(topic);
  return at != docnos_.end() && at->second.contains(docno);
}

}  // namespace subintent
