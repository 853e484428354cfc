// Finds the judged topic that a topic of a run stands for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/name_table.h"

namespace subintent::internal {

// Judged topics by name. A run may put a track's prefix before it: "wt09-12" is topic "12" unless
// it is judged itself.
class JudgedTopics {
 public:
  static constexpr std::uint32_t none = NameTable::none;

  // Adds a topic, whose index is how many there were before. Its name must live as long as this.
  void add(std::string_view topic) { names_.insert(topic); }

  std::size_t size() const { return names_.names().size(); }

  // The index of a run's topic, or `none`.
  std::uint32_t find(std::string_view run_topic) const;

  // The indices of all topics of a run. Throws Error, naming the run's file, where two are the same
  // judged topic.
  std::vector<std::uint32_t> find_all(const std::vector<std::string_view>& run_topics,
                                      const std::string& run_file) const;

 private:
  NameTable names_;
};

}  // namespace subintent::internal
