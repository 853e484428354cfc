// The ranked lists of a study as people see them.
#pragma once

#include <set>

#include "core/collection/qrels.h"
#include "core/collection/run.h"

namespace subintent::internal {

struct ShownOptions {
  std::uint32_t cutoff = 10;
  bool relevant_only = false;  // other documents leave the list before it is cut [Dou19 §5.4]
  std::set<std::string, std::less<>> whole = {};  // but not those of these runs
};

// Lists of all runs for all topics. Names are views into the runs and judgments, which must live as
// long.
class ShownLists {
 public:
  // Topics are those of `judged`, topic-level judgments. A list is empty where a run has nothing to
  // show. Throws Error for a topic or run whose name is not fit for a column.
  ShownLists(std::span<const Run> runs, const Qrels& judged, const ShownOptions& options);

  const ShownOptions& options() const { return options_; }
  const std::vector<std::string_view>& topics() const { return topics_; }  // in label order
  const std::vector<std::string_view>& runs() const { return runs_; }      // sorted by bytes
  const std::vector<std::string_view>& list(std::size_t topic, std::size_t run) const {
    return lists_[topic * runs_.size() + run];
  }

  std::optional<std::size_t> find_topic(std::string_view topic) const;
  std::optional<std::size_t> find_run(std::string_view run) const;

  // Is there anything to judge: are both lists there, and different?
  bool differ(std::size_t topic, std::size_t first, std::size_t second) const;

 private:
  ShownOptions options_;
  std::vector<std::string_view> topics_, runs_;
  std::vector<std::vector<std::string_view>> lists_;
};

}  // namespace subintent::internal
