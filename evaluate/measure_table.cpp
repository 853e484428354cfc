#include "evaluate/measure_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace subintent {
namespace {

struct GainEntry {
  std::string_view name;
  GainMeasure measure;
  std::string_view formula, source;
  bool by_grades = false;  // sees grades, which global gains have none of
};

constexpr std::array gain_entries = {
    GainEntry{"P", GainMeasure::P, "relevant documents in the top K / K", "Webber 3.1"},
    GainEntry{"R", GainMeasure::R, "relevant documents in the top K / R", "Webber 3.1"},
    GainEntry{"AP", GainMeasure::AP, "1/R sum_r I(r) C(r)/r", "Webber 3.1"},
    GainEntry{"aAP", GainMeasure::aAP, "1/min(R,K) sum_r I(r) C(r)/r", "Webber 3.1"},
    GainEntry{"RR", GainMeasure::RR, "1 / rank of the first relevant document", "Webber 3.1"},
    GainEntry{"DCG", GainMeasure::DCG, "sum_r g(r) / log2(r+1)", "Webber 3.1"},
    GainEntry{"nDCG", GainMeasure::nDCG, "DCG@K / DCG@K of the ideal list", "Webber 3.1"},
    GainEntry{"enDCG", GainMeasure::enDCG, "DCG@K / DCG of the whole ideal list", "Webber 3.1"},
    GainEntry{"RBP", GainMeasure::RBP, "(1-p) sum_r I(r) p^(r-1)", "Webber 3.1"},
    GainEntry{"nRBP", GainMeasure::nRBP, "RBP / (1 - p^min(R,K))", "Webber 3.1"},
    GainEntry{"ERR", GainMeasure::ERR, "sum_r 1/r s(r) prod_{q<r} (1-s(q)), s = (2^grade - 1)/2^G",
              "SakaiSong11 3.1", true},
    GainEntry{"nERR", GainMeasure::nERR, "ERR / ERR@K of the ideal list", "SakaiSong11 3.1", true},
    GainEntry{"Q", GainMeasure::Q, "1/min(R,K) sum_r I(r) (C(r) + beta cg(r)) / (r + beta cg*(r))",
              "Sakai12 2.1"},
    GainEntry{"P+", GainMeasure::P_plus,
              "1/C(p) sum_{r<=p} I(r) (C(r) + beta cg(r)) / (r + beta cg*(r)), p the first rank of "
              "the highest gain",
              "Sakai12 2.1"},
    GainEntry{"GAP", GainMeasure::GAP,
              "sum_r sum_{q<=r} min(grade(q), grade(r)) / r, over the sum of all grades",
              "SakaiSong11 3.1", true},
    GainEntry{"nGAP", GainMeasure::nGAP, "the same, over the sum of the K highest grades",
              "SakaiSong11 3.1", true},
};

// The families, in the order of docs/measures.md.
constexpr std::string_view traditional = "Traditional measures, on topic-level judgments";
constexpr std::string_view counting = "Counting measures";
constexpr std::string_view cascades = "Cascade measures";
constexpr std::string_view intent_aware = "Intent-aware measures";
constexpr std::string_view global = "Measures on global gains, with and without intent recall";
constexpr std::string_view navigational = "Navigational intents";
constexpr std::string_view hierarchical = "Hierarchical measures";

void add_counting(std::vector<MeasureEntry>& table) {
  using S = SetMeasure;
  const auto add = [&](std::string name, S measure, std::string formula, std::string_view source) {
    table.push_back({std::move(name), measure, SharpRecall::none, false, true, counting,
                     std::move(formula), source});
  };
  add("I-rec", S::intent_recall, "intents with a relevant document in the top K / n", "Dou19 2.2");
  add("CP", S::combined_precision, "ranks of the top K relevant to any intent / K", "Clarke11 3");
  add("Ef-P", S::effective_precision,
      "CP where a navigational intent counts at its first relevant document only", "Sakai12 4.2");
  add("P-IA", S::precision_ia, "mean over intents of P", "Clarke11 2.1");
  add("MAP-IA", S::map_ia, "mean over intents of AP", "Clarke11 2.1");
}

void add_cascades(std::vector<MeasureEntry>& table) {
  using C = CascadeMeasure;
  const auto add = [&](std::string name, C measure, std::string formula) {
    table.push_back({std::move(name), measure, SharpRecall::none, false, true, cascades,
                     std::move(formula), "Clarke11 2"});
  };
  add("alpha-DCG", C::alpha_DCG,
      "sum_r ng(r) / log2(r+1), over that of a perfect list; ng(r) = sum of (1-alpha)^(documents "
      "above r with the intent)");
  add("alpha-nDCG", C::alpha_nDCG, "alpha-DCG / alpha-DCG of the greedy ideal list");
  add("ERR-IA", C::ERR_IA, "sum_r ng(r) / r, over that of a perfect list");
  add("nERR-IA", C::nERR_IA, "ERR-IA / ERR-IA of the greedy ideal list");
  add("NRBP", C::NRBP, "(1 - (1-alpha) beta)/n sum_r ng(r) beta^(r-1)");
  add("nNRBP", C::nNRBP, "NRBP / NRBP of the greedy ideal list");
}

void add_intent_aware(std::vector<MeasureEntry>& table) {
  for (const GainEntry& gain : gain_entries) {
    if (gain.measure == GainMeasure::P) continue;  // P-IA counts
    const bool is_err = gain.measure == GainMeasure::ERR || gain.measure == GainMeasure::nERR;
    table.push_back({fmt::format("{}-IA{}", gain.name, is_err ? "(graded)" : ""),
                     GainBased{gain.measure, GainSource::intent_aware}, SharpRecall::none, false,
                     true, intent_aware, fmt::format("sum_i P(i) {}_i", gain.name),
                     "SakaiSong11 3.2"});
  }
}

void add_global(std::vector<MeasureEntry>& table) {
  using S = SharpRecall;
  for (const GainEntry& gain : gain_entries) {
    if (gain.by_grades) continue;
    const auto add = [&](std::string_view prefix, GainSource source, S sharp, bool needs_layers,
                         std::string_view family, std::string_view formula,
                         std::string_view paper) {
      table.push_back({fmt::format("{}-{}", prefix, gain.name), GainBased{gain.measure, source},
                       sharp, needs_layers, !needs_layers, family,
                       fmt::format(fmt::runtime(formula), gain.name), paper});
    };
    using G = GainSource;
    add("D", G::global, S::none, false, global, "{} by the gains GG = sum_i P(i) g_i",
        "SakaiSong11 3.2");
    add("D#", G::global, S::intents, false, global, "gamma I-rec + (1-gamma) D-{}",
        "SakaiSong11 3.2");
    add("DIN", G::navigational, S::none, false, navigational,
        "D-{} where a navigational intent gains once", "Sakai12 3.1");
    add("DIN#", G::navigational, S::intents, false, navigational, "gamma I-rec + (1-gamma) DIN-{}",
        "Sakai12 3.1");
    add("HD", G::hierarchical, S::none, true, hierarchical,
        "{} by the gains HGG = sum over layers of w_l GG_l", "Dou19 2.3.2");
    add("HD#", G::hierarchical, S::nodes, true, hierarchical, "gamma N-rec + (1-gamma) HD-{}",
        "Dou19 2.3.2");
    add("LAD#", G::global, S::nodes, true, hierarchical, "gamma N-rec + (1-gamma) D-{}-LA",
        "Dou19 2.3.2");
  }
}

std::vector<MeasureEntry> make_table() {
  std::vector<MeasureEntry> table;
  for (const GainEntry& gain : gain_entries) {
    table.push_back({std::string(gain.name), GainBased{gain.measure, GainSource::topic},
                     SharpRecall::none, false, false, traditional, std::string(gain.formula),
                     gain.source});
  }
  add_counting(table);
  add_cascades(table);
  add_intent_aware(table);
  const GainBased mixed{GainMeasure::Q, GainSource::mixed};
  table.push_back({"P+Q", mixed, SharpRecall::none, false, true, navigational,
                   "sum_i P(i) M_i, M = Q for informational and P+ for navigational intents",
                   "Sakai12 3.2"});
  table.push_back({"P+Q#", mixed, SharpRecall::intents, false, true, navigational,
                   "gamma I-rec + (1-gamma) P+Q", "Sakai12 3.2"});
  table.push_back({"N-rec", SetMeasure::node_recall, SharpRecall::none, true, false, hierarchical,
                   "nodes with a relevant document in the top K / nodes", "Dou19 2.3.2"});
  add_global(table);
  std::stable_sort(table.begin(), table.end(), [](const MeasureEntry& a, const MeasureEntry& b) {
    constexpr std::array order = {traditional, counting,     cascades,    intent_aware,
                                  global,      navigational, hierarchical};
    const auto rank = [&](std::string_view f) { return std::find(order.begin(), order.end(), f); };
    return rank(a.family) < rank(b.family);
  });
  return table;
}

bool counts_nodes(const Measure& measure) {
  const auto* core = std::get_if<SetMeasure>(&measure.core);
  return measure.sharp == SharpRecall::nodes ||
         (core != nullptr && *core == SetMeasure::node_recall);
}

bool weighs_layers(const Measure& measure) {
  return measure.layer_aware || is_hierarchical(measure);
}

using G = GainMeasure;
using M = Measure;

std::vector<ParameterEntry> make_parameters() {
  const auto number = [](std::string_view name, std::string_view values, std::string_view otherwise,
                         bool (*belongs)(const M&), double least, double most,
                         void (*set)(M&, double)) {
    return ParameterEntry{name, values, otherwise, belongs, {}, nullptr, least, most, false, set};
  };
  const auto word = [](std::string_view name, std::string_view values, std::string_view otherwise,
                       bool (*belongs)(const M&), std::vector<std::string_view> choices,
                       void (*choose)(M&, std::size_t)) {
    return ParameterEntry{name, values, otherwise, belongs, std::move(choices), choose};
  };
  std::vector<ParameterEntry> table = {
      number("alpha", "0 to 1", "0.5", is_cascade, 0, 1, [](M& m, double v) { m.alpha = v; }),
      number("beta", "0 to 1", "0.5", is_nrbp, 0, 1, [](M& m, double v) { m.beta = v; }),
      number(
          "beta", "0 to 1e9", "1",
          [](const M& m) {
            return uses(m, {G::Q, G::P_plus});
          },
          0, 1e9, [](M& m, double v) { m.beta = v; }),
      number(
          "gamma", "0 to 1", "0.5", [](const M& m) { return m.sharp != SharpRecall::none; }, 0, 1,
          [](M& m, double v) { m.gamma = v; }),
      number(
          "p", "0 to 0.999999", "0.8",
          [](const M& m) {
            return uses(m, {G::RBP, G::nRBP});
          },
          0, 0.999999, [](M& m, double v) { m.p = v; }),
      number(
          "max-grade", "1 to 1000", "the highest judged",
          [](const M& m) {
            return uses(m, {G::ERR, G::nERR});
          },
          1, 1000, [](M& m, double v) { m.max_grade = static_cast<std::int32_t>(v); }),
      word(
          "gain", "linear|exp", "linear, or --gains",
          [](const M& m) {
            return uses(m, {G::DCG, G::nDCG, G::enDCG, G::Q, G::P_plus});
          },
          {"linear", "exp"},
          [](M& m, std::size_t i) { m.gain = i == 0 ? Gain::linear : Gain::exponential; }),
      word(
          "discount", "log2|jk", "log2",
          [](const M& m) {
            return uses(m, {G::DCG, G::nDCG, G::enDCG});
          },
          {"log2", "jk"},
          [](M& m, std::size_t i) {
            m.discount = i == 0 ? Discount::standard : Discount::jarvelin;
          }),
      number(
          "base", "1.001 to 1e9", "2",
          [](const M& m) {
            return uses(m, {G::DCG, G::nDCG, G::enDCG});
          },
          1.001, 1e9, [](M& m, double v) { m.log_base = v; }),
      word("weights", "uniform|given", "uniform", is_cascade, {"uniform", "given"},
           [](M& m, std::size_t i) { m.given_weights = i == 1; }),
      word("layers", "uniform|depth|height|W1+W2+...", "uniform", weighs_layers,
           {"uniform", "depth", "height"},
           [](M& m, std::size_t i) { m.layer_weights.kind = static_cast<LayerWeights::Kind>(i); }),
      word("dummies", "counted|ignored", "counted", counts_nodes, {"counted", "ignored"},
           [](M& m, std::size_t i) { m.counts_dummies = i == 0; }),
      word(
          "pairs", "all|relevant", "all", [](const M& m) { return m.similarity.has_value(); },
          {"all", "relevant"}, [](M& m, std::size_t i) { m.relevant_pairs = i == 1; }),
  };
  for (ParameterEntry& entry : table) entry.is_whole = entry.name == "max-grade";
  return table;
}

}  // namespace

const std::vector<MeasureEntry>& measure_table() {
  static const std::vector<MeasureEntry> table = make_table();
  return table;
}

const std::vector<ParameterEntry>& parameter_table() {
  static const std::vector<ParameterEntry> table = make_parameters();
  return table;
}

std::string measure_list() {
  std::string text =
      "Written NAME[-LA][_SUFFIX][(PARAMETER=VALUE,...)][@K]. K cutoff, r rank, n intents with a "
      "relevant document,\n"
      "P(i) probability of intent i, g gain, R relevant documents, I(r) 1 where rank r is "
      "relevant, C(r) relevant up to r,\n"
      "cg cumulative gain, * the ideal list. -LA: the layer-aware form, the weighted mean over the "
      "layers of a hierarchy.\n"
      "Traditional measures M have forms M_RA, M_RP, M_NA, M_NP by document similarity: (M + 1 - "
      "S)/2 [Dou19 4].\n";
  std::string_view family;
  for (const MeasureEntry& entry : measure_table()) {
    if (entry.family != family) {
      family = entry.family;
      text += fmt::format("\n{}\n", family);
    }
    Measure measure;
    measure.core = entry.core;
    measure.sharp = entry.sharp;
    measure.layer_aware = entry.may_be_layered || entry.name.starts_with("LAD#");  // for "layers"
    std::vector<std::string> parameters;
    for (const ParameterEntry& parameter : parameter_table()) {
      if (!parameter.belongs(measure)) continue;
      parameters.push_back(
          fmt::format("{}={} ({})", parameter.name, parameter.values, parameter.otherwise));
    }
    text += fmt::format("  {}{}\n      {}\n", entry.name,
                        entry.needs_layers     ? " (needs a hierarchy)"
                        : entry.may_be_layered ? ", also with -LA"
                                               : "",
                        entry.formula);
    if (!parameters.empty()) {
      text += fmt::format("      parameters: {}\n", fmt::join(parameters, ", "));
    }
    text += fmt::format("      source: {}\n", entry.source);
  }
  return text;
}

}  // namespace subintent
