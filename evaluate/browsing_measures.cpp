#include "evaluate/gain_measures.h"

#include "core/base/portable_math.h"
#include "evaluate/formulas.h"

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

// The discount of DCG at the next rank over that at this one.
double of_sdcg(const Reader& reader, const Parameters&) {
  return portable::log2(reader.rank + 1) / portable::log2(reader.rank + 2);
}

double of_bpm(const Reader& reader, const Parameters& parameters) {
  return reader.found < parameters.wanted ? 1 : 0;
}

// The patience of a user who still wants `wanted` and expected as much before.
double patience(double rank, double wanted) {
  const double share = (rank + wanted - 1) / (rank + wanted);
  return share * share;
}

double of_insq(const Reader& reader, const Parameters& parameters) {
  return patience(reader.rank, 2 * parameters.goal);
}

double of_inst(const Reader& reader, const Parameters& parameters) {
  return patience(reader.rank, 2 * parameters.goal - reader.found);
}

double of_nerr8(const Reader& reader, const Parameters&) {
  return 1 - reader.gain;
}

double of_nerr9(const Reader& reader, const Parameters&) {
  return reader.rank / (reader.rank + 1) * (1 - reader.gain);
}

double of_nerr10(const Reader& reader, const Parameters& parameters) {
  return parameters.nearly_p * (1 - reader.gain);
}

double of_nerr11(const Reader& reader, const Parameters& parameters) {
  return of_insq(reader, parameters) * (1 - reader.gain);
}

template <Continuation goes_on>
GainMeasure measure(std::string_view name, std::string_view formula, std::string_view source,
                    std::vector<ParameterRecord> own = {}) {
  own.push_back(whole_parameter("min_rel", &Parameters::min_grade, 0, 1000,
                                "the highest grade that gains nothing"));
  own.push_back(whole_parameter("max_rel", &Parameters::max_grade, 1, 1000,
                                "the grade that gains 1, as those above it", "the highest judged"));
  return {.name = name,
          .formula = formula,
          .source = source,
          .parameters = std::move(own),
          .value = [](const GainList& list,
                      const Parameters& p) { return expected_rate(list, p, goes_on); },
          .by_grades = true,
          .by_highest_grade = true,
          .scales_grades = true,
          .of_topics = true};
}

}  // namespace

std::vector<GainMeasure> browsing_measures() {
  const ParameterRecord goal =
      number_parameter("T", &Parameters::goal, 0.5, 1e9, "documents of gain 1 that the user wants");
  return {
      measure<of_sdcg>("SDCG", "sum_r s(r) / log2(r+1), over the same where all s are 1",
                       "ir_measures"),
      measure<of_bpm>("BPM",
                      "mean of s over the ranks down to that where their sum reaches T, or K",
                      "Zhang17, static",
                      {number_parameter("T", &Parameters::wanted, 0.01, 1e9,
                                        "the sum of gains that the user wants")}),
      measure<of_insq>("INSQ", "C/W/L, C(r) = ((r + 2T - 1) / (r + 2T))^2", "Moffat12", {goal}),
      measure<of_inst>("INST",
                       "C/W/L, C(r) = ((r + T + U - 1) / (r + T + U))^2, U = T - sum_{q<=r} s(q)",
                       "Bailey15", {goal}),
      measure<of_nerr8>("NERR8", "C/W/L, C(r) = 1 - s(r)", "Azzopardi21, eq. 8"),
      measure<of_nerr9>("NERR9", "C/W/L, C(r) = r/(r+1) (1 - s(r))", "Azzopardi21, eq. 9"),
      measure<of_nerr10>(
          "NERR10", "C/W/L, C(r) = p (1 - s(r))", "Azzopardi21, eq. 10",
          {number_parameter("p", &Parameters::nearly_p, 0, 0.999999, "probability of reading on")}),
      measure<of_nerr11>("NERR11", "C/W/L, C(r) = ((r + 2T - 1) / (r + 2T))^2 (1 - s(r))",
                         "Azzopardi21, eq. 11", {goal}),
  };
}

}  // namespace subintent::internal
