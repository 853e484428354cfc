#include "evaluate/measure_table.h"

#include "core/base/portable_math.h"
#include "evaluate/gain_measures.h"
#include "evaluate/parameters.h"

namespace subintent::internal {
namespace {

// The user at a rank, who has just looked at its document.
struct Reader {
  double rank = 0;   // from 1
  double gain = 0;   // of the document, 0 to 1
  double found = 0;  // the gains up to this rank
};

// The chance to go on to the next document.
using Continuation = double (*)(const Reader&, const Parameters&);

// From 0 to 1, as cwl_eval scales grades.
double scaled_gain(std::int32_t grade, const Parameters& parameters) {
  const std::int32_t above = parameters.max_grade - parameters.min_grade;
  if (above <= 0) return 0;
  return std::clamp(static_cast<double>(grade - parameters.min_grade) / above, 0.0, 1.0);
}

// The gains, weighed by the chance that a rank is looked at, over the sum of these chances. Below
// the end of the list nothing gains, down to the cutoff or the depth of cwl_eval.
double expected_rate(const GainList& list, const Parameters& parameters, Continuation goes_on) {
  constexpr std::uint32_t usual_depth = 1000;
  const std::uint32_t depth = parameters.cutoff == no_cutoff ? usual_depth : parameters.cutoff;
  Reader reader;
  double weight = 1, weights = 0, sum = 0;
  auto hit = list.hits.begin();
  for (std::uint32_t rank = 1; rank <= depth && weight > 0; ++rank) {
    const bool is_hit = hit != list.hits.end() && hit->rank == rank;
    reader.rank = rank;
    reader.gain = is_hit ? scaled_gain((hit++)->grade, parameters) : 0;
    reader.found += reader.gain;
    weights += weight;
    sum += weight * reader.gain;
    weight *= goes_on(reader, parameters);
  }
  return ratio(sum, weights);
}

// The patience of a user who still wants `wanted` and expected as much before.
double patience(double rank, double wanted) {
  const double share = (rank + wanted - 1) / (rank + wanted);
  return share * share;
}

template <auto goes_on>
GainMeasure measure(std::string_view name, std::string_view formula, std::string_view source,
                    std::vector<ParameterRecord> own = {}) {
  own.push_back(whole_parameter("min_rel", &Parameters::min_grade, 0, 1000,
                                "the highest grade that gains nothing"));
  own.push_back(whole_parameter("max_rel", &Parameters::max_grade, 1, 1000,
                                "the grade that gains 1, as those above it", "the highest judged"));
  using enum GainMeasure::Trait;
  return {name,
          formula,
          source,
          [](const GainList& list, const Parameters& p) { return expected_rate(list, p, goes_on); },
          graded | to_highest | scaled | of_topics,
          std::move(own)};
}

// The score of the first document: an answer.
CitationScoreMaker citation_score(std::size_t number) {
  return [number](std::span<const AnswerCitations> answers) -> Scoring {
    if (answers.empty()) return does_not_apply();
    const auto score = [=](Ranking ranking) {
      return ranking.empty() || ranking[0] < 0
                 ? 0
                 : answers[static_cast<std::size_t>(ranking[0])][number];
    };
    const auto parts = [=](Ranking ranking) -> ScoreParts {
      if (score(ranking) == 0) return {};
      return {{.amount = score(ranking), .rank = 1, .document = ranking[0], .node = 0}};
    };
    const auto ideal = [=](Ranking) {
      const auto best = std::ranges::max_element(
          answers, {}, [&](const AnswerCitations& answer) { return answer[number]; });
      const auto document = static_cast<DocumentId>(best - answers.begin());
      return parts({&document, 1});
    };
    return {score, parts, ideal};
  };
}

// Ranks of the top K that are judged, over K.
double judged_share(Ranking ranking, const Parameters& parameters) {
  const Ranking list = top_of(ranking, parameters.cutoff);
  const auto unjudged = std::ranges::count(list, unjudged_document);
  const std::size_t depth = parameters.cutoff == no_cutoff ? list.size() : parameters.cutoff;
  return ratio(static_cast<double>(list.size()) - static_cast<double>(unjudged),
               static_cast<double>(depth));
}

// The weight that RBP gives to ranks of which nobody knows whether they are relevant: those not
// judged, and those below K or the end of the list [Moffat and Zobel 2008, section 4].
double rbp_residual(Ranking ranking, const Parameters& parameters) {
  double weight = 1 - parameters.p, judged = 0;
  for (const DocumentId document : top_of(ranking, parameters.cutoff)) {
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
      return value(layer, top_of(ranking, parameters.cutoff), relevant);
    };
    const auto parts = [by_rank = Scoring(score)](Ranking ranking) {
      ScoreParts result = by_rank.parts(ranking);
      for (ScorePart& part : result) part.node = 0;
      return result;
    };
    return {score, parts};
  };
}

using JudgedFunction = double (*)(Ranking, const Parameters&);

ScoreMaker of_list(JudgedFunction value) {
  return [=](Layers, const Parameters& parameters, GreedyIdeals&) {
    return in_one_part([&parameters, value](Ranking r) { return value(r, parameters); });
  };
}

}  // namespace

std::vector<GainMeasure> browsing_measures() {
  const ParameterRecord goal =
      number_parameter("T", &Parameters::goal, 0.5, 1e9, "documents of gain 1 that the user wants");
  using R = const Reader&;
  using P = const Parameters&;
  return {
      // The discount of DCG at the next rank over that at this one.
      measure<[](R r, P) { return portable::log2(r.rank + 1) / portable::log2(r.rank + 2); }>(
          "SDCG", "sum_r s(r) / log2(r+1), over the same where all s are 1", "ir_measures"),
      measure<[](R r, P p) { return r.found < p.wanted ? 1.0 : 0.0; }>(
          "BPM", "mean of s over the ranks down to that where their sum reaches T, or K",
          "Zhang17, static",
          {number_parameter("T", &Parameters::wanted, 0.01, 1e9,
                            "the sum of gains that the user wants")}),
      measure<[](R r, P p) { return patience(r.rank, 2 * p.goal); }>(
          "INSQ", "C/W/L, C(r) = ((r + 2T - 1) / (r + 2T))^2", "Moffat12", {goal}),
      measure<[](R r, P p) { return patience(r.rank, 2 * p.goal - r.found); }>(
          "INST", "C/W/L, C(r) = ((r + T + U - 1) / (r + T + U))^2, U = T - sum_{q<=r} s(q)",
          "Bailey15", {goal}),
      measure<[](R r, P) { return 1 - r.gain; }>("NERR8", "C/W/L, C(r) = 1 - s(r)",
                                                 "Azzopardi21, eq. 8"),
      measure<[](R r, P) { return r.rank / (r.rank + 1) * (1 - r.gain); }>(
          "NERR9", "C/W/L, C(r) = r/(r+1) (1 - s(r))", "Azzopardi21, eq. 9"),
      measure<[](R r, P p) { return p.nearly_p * (1 - r.gain); }>(
          "NERR10", "C/W/L, C(r) = p (1 - s(r))", "Azzopardi21, eq. 10",
          {number_parameter("p", &Parameters::nearly_p, 0, 0.999999, "probability of reading on")}),
      measure<[](R r, P p) { return patience(r.rank, 2 * p.goal) * (1 - r.gain); }>(
          "NERR11", "C/W/L, C(r) = ((r + 2T - 1) / (r + 2T))^2 (1 - s(r))", "Azzopardi21, eq. 11",
          {goal}),
  };
}

std::vector<MeasureRecord> citation_measures() {
  constexpr std::array<std::string_view, citation_score_names.size()> formulas = {
      "mean support of the first citation, 1, 1/2 or 0, over sentences whose first citation was "
      "judged",
      "the same sum over all sentences but those whose first citation was not judged",
      "mean over sentences with judged citations of the mean support of these",
      "the same sum over all sentences but those with citations of which none was judged",
      "as weighted_precision_first_citation, where partial support is 0",
      "as weighted_recall_first_citation, where partial support is 0"};
  std::vector<MeasureRecord> records;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    records.push_back({.name = std::string(citation_score_names[i]),
                       .family = family::citations,
                       .formula = std::string(formulas[i]),
                       .source = "RAGDoll, support/metrics.py",
                       .traits = {.on_topic = true},
                       .of_citations = citation_score(i)});
  }
  return records;
}

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
