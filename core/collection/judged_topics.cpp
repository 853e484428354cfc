#include "core/collection/judged_topics.h"

#include "core/collection/run.h"
#include "subintent/program.h"

namespace subintent::internal {

std::uint32_t JudgedTopics::find(std::string_view run_topic) const {
  const std::uint32_t topic = names_.find(run_topic);
  return topic != none ? topic : names_.find(topic_number(run_topic));
}

std::vector<std::uint32_t> JudgedTopics::find_all(const std::vector<std::string_view>& run_topics,
                                                  const std::string& run_file) const {
  std::vector<std::uint32_t> found;
  std::vector<char> seen(size(), 0);
  for (const std::string_view run_topic : run_topics) {
    const std::uint32_t topic = found.emplace_back(find(run_topic));
    if (topic == none) continue;
    if (seen[topic] != 0) {
      throw Error(Location{run_file, 0},
                  "answers topic " + printable(names_.names()[topic]) +
                      " under two names, one of them " + printable(run_topic),
                  "keep one");
    }
    seen[topic] = 1;
  }
  return found;
}

}  // namespace subintent::internal
