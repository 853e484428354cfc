#include "study/pooling.h"

#include <optional>
#include <set>
#include <utility>

#include "study/pool.h"
#include "support/portable_math.h"
#include "support/progress.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

Judgments judged_in(const Pool& pool, const Judgments& judgments) {
  return restricted(judgments, [&](std::string_view topic, std::string_view docno) {
    return pool.contains(topic, docno);
  });
}

}  // namespace

std::vector<Measure> measures_at(const PoolingOptions& options, std::uint32_t depth) {
  std::string text;
  for (const std::string& name : options.measures) {
    text += (text.empty() ? "" : ",") + name;
    if (options.rbp_residual > 0 && (name == "RBP" || name == "nRBP")) {
      text += "(p=" + shortest(portable::pow(options.rbp_residual, 1.0 / depth)) + ")";
    }
    text += "@" + std::to_string(depth);
  }
  return parse_measures(text, options.context);
}

std::vector<PoolingSetting> pooling_settings(const PoolingOptions& options) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> found;
  for (const std::uint32_t depth : options.depths) {
    found.emplace(depth, depth);
    for (const std::uint32_t pool_depth : options.pool_depths) found.emplace(pool_depth, depth);
  }
  std::vector<PoolingSetting> settings;
  for (const auto& [pool_depth, depth] : found) settings.push_back({pool_depth, depth});
  return settings;
}

void score_pools(const EvaluationData& data, std::span<const Run> runs, std::span<const Run> pooled,
                 const PoolingOptions& options,
                 const std::function<void(const PoolingSetting&, ScoreGroup)>& use,
                 const ProgressCallback& progress) {
  JudgedTopics topics;
  for (const TopicQrels& topic : data.judgments->diversity.topics()) topics.add(topic.topic);
  std::optional<Judgments> judgments;  // those of the pool depth before
  std::uint32_t judged_depth = 0;
  const std::vector<PoolingSetting> settings = pooling_settings(options);
  ProgressMeter meter(progress, "comparing", "settings", settings.size());
  for (const PoolingSetting& setting : settings) {
    if (!judgments || judged_depth != setting.pool_depth) {
      judgments = judged_in(Pool(topics, pooled, setting.pool_depth), *data.judgments);
      judged_depth = setting.pool_depth;
    }
    const std::vector<Measure> measures = measures_at(options, setting.depth);
    use(setting, score_runs(runs, data.scorer(*judgments, data.hierarchies, measures)));
    meter.advance();
  }
}

}  // namespace subintent::internal
