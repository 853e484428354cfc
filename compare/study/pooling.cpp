#include "compare/study/pooling.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "compare/study/pool.h"
#include "core/base/portable_math.h"
#include "core/base/progress.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

Judgments judged_in(const Pool& pool, const Judgments& judgments) {
  return restricted(judgments, [&](std::string_view topic, std::string_view docno) {
    return pool.contains(topic, docno);
  });
}

// Does the name of a measure, which parse_measure() takes, give the parameter p?
bool gives_p(const std::string& name) {
  const std::size_t open = name.find('(');
  if (open == std::string::npos) return false;
  const std::vector<std::string> parts =
      split(name.substr(open + 1, name.find(')', open) - open - 1), ',');
  return std::ranges::any_of(
      parts, [](std::string_view part) { return trim(part.substr(0, part.find('='))) == "p"; });
}

}  // namespace

std::vector<Measure> measures_at(const PoolingOptions& options, std::uint32_t depth) {
  const double residual = options.rbp_residual.value_or(0);
  const std::string p = shortest(portable::pow(residual, 1.0 / depth));
  bool any_takes_p = false;
  std::vector<std::string> names;
  for (const std::string& name : options.measures) {
    std::string& at_depth = names.emplace_back(name + "@" + std::to_string(depth));
    const bool takes_p =
        takes_parameter(parse_measure(at_depth, options.context.is_trec_eval_name), "p");
    if (takes_p && residual > 0 && gives_p(name)) {
      throw Error::argument("measures", "measure '" + name + "': has a p of its own",
                            "leave it out, or leave out `rbp_residual`, which sets it");
    }
    if (takes_p && residual > 0) at_depth = with_parameter(at_depth, "p", p);
    any_takes_p |= takes_p;
  }
  if (options.rbp_residual && !any_takes_p) {
    throw Error::argument("rbp_residual", "rbp_residual: none of the measures has a parameter p",
                          "add for example RBP, or leave `rbp_residual` out");
  }
  return parse_measures(names, options.context);
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
