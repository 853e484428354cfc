#include "compare/study/exchange.h"

#include <fmt/format.h>

#include <string>

#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {

std::vector<Measure> exchange_measures(std::span<const std::string> names, MeasureContext context) {
  for (const std::string& name : names) {
    const Measure measure = parse_measure(name, context.is_trec_eval_name);
    if (needs_hierarchy(measure) && measure.hierarchy_name.empty()) continue;
    throw Error::argument(
        "measures",
        fmt::format("measures: {} {}", printable(name),
                    needs_hierarchy(measure) ? "names a hierarchy" : "uses no hierarchy"),
        "give measures such as I-rec-LA@20 and HD#-nDCG@20");
  }
  context.hierarchies = {"1"};
  return parse_measures(names, context);
}

std::array<ScoreGroup, 2> score_on_both(const EvaluationData& data, std::span<const Run> runs,
                                        const std::vector<Measure>& measures, Remarks& remarks) {
  const auto scorer_on = [&](std::size_t which) {
    return data.scorer(*data.judgments, {data.hierarchies.at(which)}, measures);
  };
  return {score_runs(runs, scorer_on(0), remarks), score_runs(runs, scorer_on(1))};
}

}  // namespace subintent::internal
