#include "evaluate/measure_table.h"

#include "evaluate/formulas.h"
#include "evaluate/gain_measures.h"

namespace subintent::internal {
namespace {

Ranking judged_top(Ranking ranking, const Parameters& parameters) {
  return ranking.first(std::min<std::size_t>(parameters.cutoff, ranking.size()));
}

// Ranks of the top K that are judged, over K.
double judged_share(Ranking ranking, const Parameters& parameters) {
  const Ranking list = judged_top(ranking, parameters);
  const auto unjudged = std::ranges::count(list, unjudged_document);
  const std::size_t depth = parameters.cutoff == no_cutoff ? list.size() : parameters.cutoff;
  return ratio(static_cast<double>(list.size()) - static_cast<double>(unjudged),
               static_cast<double>(depth));
}

// The weight that RBP gives to ranks of which nobody knows whether they are relevant: those not
// judged, and those below K or the end of the list [Moffat and Zobel 2008, section 4].
double rbp_residual(Ranking ranking, const Parameters& parameters) {
  double weight = 1 - parameters.p, judged = 0;
  for (const DocumentId document : judged_top(ranking, parameters)) {
    if (document != unjudged_document) judged += weight;
    weight *= parameters.p;
  }
  return 1 - judged;
}

// Over relevant documents: 1 - the documents judged not relevant above them, at most R, over
// min(R, those that are judged so) [Buckley and Voorhees 2004, as trec_eval has corrected it].
double binary_preference(const Layer& layer, Ranking ranking, double relevant) {
  const double most = std::min<double>(layer.nonrelevant_documents(), relevant);
  double sum = 0, above = 0;
  for (const DocumentId document : ranking)
    if (!layer.grades(document).empty())
      sum += above > 0 ? 1 - std::min(above, relevant) / most : 1;
    else if (document != unjudged_document && document != pooled_document)
      ++above;
  return ratio(sum, relevant);
}

// Average precision where the precision at a rank is what the judged documents above it make
// expect [Yilmaz and Aslam 2006]. The pool has documents that are judged, and some that are not.
double inferred_average_precision(const Layer& layer, Ranking ranking, double relevant) {
  constexpr double epsilon = 0.00001;  // of trec_eval
  double sum = 0, found = 0, others = 0, pooled = 0;
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    if (ranking[i] == unjudged_document) continue;
    if (!layer.grades(ranking[i]).empty()) {
      const auto above = static_cast<double>(i);
      const double precision = (found + epsilon) / (found + others + 2 * epsilon);
      sum += (1 + ratio(found + others + pooled, above) * above * precision) / (above + 1);
      ++found;
    } else {
      ++(ranking[i] == pooled_document ? pooled : others);
    }
  }
  return ratio(sum, relevant);
}

using PoolFunction = double (*)(const Layer&, Ranking, double relevant);

ScoreMaker of_pool(PoolFunction value) {
  return [=](Layers layers, const Parameters& parameters, GreedyIdeals&) -> Scoring {
    const auto score = [=, &layer = layers[0], &parameters](Ranking ranking) {
      const double relevant = layer.nodes().empty() ? 0 : layer.relevant_documents(0);
      return value(layer, judged_top(ranking, parameters), relevant);
    };
    const auto parts = [by_rank = Scoring(score)](Ranking ranking) {
      ScoreParts made = by_rank.parts(ranking);
      for (ScorePart& part : made) part.node = 0;
      return made;
    };
    return {score, parts};
  };
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
      {.name = "Bpref",
       .family = family::traditional,
       .formula = "1/R sum over relevant documents of 1 - min(nonrelevant ones above, R) / min(R, "
                  "all nonrelevant ones), unjudged ones left out",
       .source = "Buckley04",
       .traits = {.on_topic = true, .sees_pool = true},
       .make = of_pool(binary_preference)},
      {.name = "infAP",
       .family = family::traditional,
       .formula =
           "AP where the precision above a rank is inferred from the judged documents of the "
           "pool, those with a grade below 0 being in it, but not judged",
       .source = "Yilmaz06",
       .traits = {.on_topic = true, .sees_pool = true},
       .make = of_pool(inferred_average_precision)},
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
