#include "compare/study/pool.h"

#include <algorithm>

namespace subintent::internal {

Pool::Pool(const JudgedTopics& topics, std::span<const Run> runs, std::uint32_t depth)
    : topics_(topics), docnos_(topics.size()) {
  for (const Run& run : runs) {
    const std::vector<std::uint32_t> topic_of = topics.find_all(run.topic_names(), run.file);
    for (std::size_t i = 0; i < topic_of.size(); ++i) {
      if (topic_of[i] == JudgedTopics::none) continue;
      const auto& list = run.topics[i].docnos;
      const auto size = static_cast<std::ptrdiff_t>(std::min<std::size_t>(depth, list.size()));
      docnos_[topic_of[i]].insert(list.begin(), list.begin() + size);
    }
  }
}

bool Pool::contains(std::string_view topic, std::string_view docno) const {
  const std::uint32_t at = topics_.find(topic);
  return at != JudgedTopics::none && docnos_[at].contains(docno);
}

}  // namespace subintent::internal
