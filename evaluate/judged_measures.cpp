#include "evaluate/judged_measures.h"

#include <algorithm>

#include "evaluate/gain_measures.h"
#include "evaluate/ratio.h"

namespace subintent::internal {
namespace {

Ranking top(Ranking ranking, const Parameters& parameters) {
  return ranking.first(std::min<std::size_t>(parameters.cutoff, ranking.size()));
}

// Ranks of the top K that are judged, over K.
double judged_share(Ranking ranking, const Parameters& parameters) {
  const Ranking list = top(ranking, parameters);
  const auto unjudged = std::ranges::count(list, unjudged_document);
  const std::size_t depth = parameters.cutoff == no_cutoff ? list.size() : parameters.cutoff;
  return ratio(static_cast<double>(list.size()) - static_cast<double>(unjudged),
               static_cast<double>(depth));
}

// The weight that RBP gives to ranks of which nobody knows whether they are relevant: those not
// judged, and those below K or the end of the list [Moffat and Zobel 2008, section 4].
double rbp_residual(Ranking ranking, const Parameters& parameters) {
  double weight = 1 - parameters.p, judged = 0;
  for (const DocumentId document : top(ranking, parameters)) {
    if (document != unjudged_document) judged += weight;
    weight *= parameters.p;
  }
  return 1 - judged;
}

using JudgedFunction = double (*)(Ranking, const Parameters&);

// It is of no document or node: one part says all.
ScoreMaker of_list(JudgedFunction value) {
  return [=](Layers, const Parameters& parameters, GreedyIdeals&) -> Scoring {
    const auto score = [&parameters, value](Ranking ranking) { return value(ranking, parameters); };
    const auto parts = [score](Ranking ranking) -> ScoreParts {
      return {{.kind = PartKind::constant, .amount = score(ranking)}};
    };
    const auto ideal = [](Ranking) -> ScoreParts { return {}; };
    return {score, parts, ideal};
  };
}

}  // namespace

std::vector<MeasureRecord> judged_measures() {
  return {
      {.name = "Judged",
       .family = family::judged,
       .formula = "ranks of the top K that are judged / K",
       .source = "ir_measures",
       .traits = {.on_topic = true, .by_judged = true},
       .make = of_list(judged_share)},
      {.name = "RBP-residual",
       .family = family::judged,
       .formula = "1 - (1-p) sum of p^(r-1) over the judged ranks of the top K",
       .source = "Moffat and Zobel 2008",
       .parameters = {persistence_parameter()},
       .traits = {.on_topic = true, .by_judged = true},
       .make = of_list(rbp_residual)},
  };
}

}  // namespace subintent::internal
