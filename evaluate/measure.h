// A measure as it is asked for by name, with its parameters.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "evaluate/cascade_measures.h"
#include "evaluate/gain_measures.h"
#include "evaluate/similarity_measures.h"

namespace subintent {

// How the gains of a traditional measure come about.
enum class GainSource {
  topic,         // topic-level judgments
  intent_aware,  // each intent for itself; M-IA is the sum of P(i) M_i
  global,        // D-M: global gains GG = sum of P(i) g_i [SakaiSong11 §3.2]
  navigational,  // DIN-M: GG, navigational intents gaining once [Sakai12 §3.1]
  mixed,         // P+Q: Q for informational, P+ for navigational intents [Sakai12 §3.2]
  hierarchical   // HD-M: GG summed over the layers [Dou19 §2.3]
};

struct GainBased {
  GainMeasure measure;
  GainSource source;
};

enum class SetMeasure {
  intent_recall,
  node_recall,
  combined_precision,
  effective_precision,
  precision_ia,
  map_ia
};

// What is computed on one layer (node_recall and hierarchical gains: on all of them).
using MeasureCore = std::variant<GainBased, CascadeMeasure, SetMeasure>;

// The recall that a sharp measure mixes in.
enum class SharpRecall { none, intents, nodes };

// What the layers of a hierarchy weigh, from the top; only the proportions count.
struct LayerWeights {
  enum class Kind {
    uniform,  // all the same
    depth,    // the number of the layer
    height,   // the number of layers from it down to the last one
    list      // as given; layers beyond the list weigh nothing
  };
  Kind kind = Kind::uniform;
  std::vector<double> list;

  std::vector<double> of(std::size_t layers) const;
};

struct Measure {
  std::string name;  // as asked for
  MeasureCore core;
  bool layer_aware = false;  // M-LA: weighted sum over the layers of a hierarchy [Dou19 §2.3.1]
  SharpRecall sharp = SharpRecall::none;
  std::optional<std::size_t> hierarchy;  // index into the names given to parse_measures
  std::optional<PairScheme> similarity;  // M_RA and so on: (M + 1 - S) / 2 [Dou19 §4]

  // Parameters; those a measure does not have are refused when its name is parsed.
  std::uint32_t cutoff = no_cutoff;
  double alpha = 0.5;
  double beta = 0.5;   // NRBP: patience 0.5; Q and P+: persistence 1
  double gamma = 0.5;  // sharp measures: the share of recall
  double p = 0.8;      // RBP
  Gain gain = Gain::linear;
  Discount discount = Discount::standard;
  double log_base = 2;
  LayerWeights layer_weights;             // layer-aware and hierarchical measures
  bool counts_dummies = true;             // node recall
  std::optional<std::int32_t> max_grade;  // ERR
  bool given_weights = false;             // cascade measures
  bool relevant_pairs = false;            // RA, NA

  bool needs_hierarchy() const { return hierarchy.has_value(); }
  bool needs_similarity() const { return similarity.has_value(); }
};

bool is_topic_level(const Measure& measure);   // on topic-level judgments
bool is_hierarchical(const Measure& measure);  // HD-M
bool is_cascade(const Measure& measure);
bool is_nrbp(const Measure& measure);                                            // NRBP and nNRBP
bool uses(const Measure& measure, std::initializer_list<GainMeasure> measures);  // any of them

// The K of @K at most.
inline constexpr std::int64_t greatest_cutoff = 10'000'000;

// What measure names can refer to.
struct MeasureContext {
  std::vector<std::string> hierarchies;  // names of --hierarchy NAME=FILE
  bool has_similarity = false;
  const Gain::Table* gains =
      nullptr;  // of measures that do not say gain=...; must outlive the measures
  // Whether a name that is not known here is trec_eval's, for the advice.
  bool (*is_trec_eval_name)(std::string_view) = nullptr;
};

// Parses a list of names separated by commas: as the papers print them (D#-nDCG@20,
// HD#-nDCG_WI@20), as ndeval does (alpha-nDCG@20, strec@5) and as ir_measures does
// (alpha_nDCG(alpha=0.9)@20). Throws Error::usage for an unknown name (with the nearest known one),
// an unknown or impossible parameter or one given twice, a hierarchical measure without hierarchy.
std::vector<Measure> parse_measures(std::string_view names, const MeasureContext& context);

// The names in such a list: it is cut at the commas outside parentheses. Throws Error::usage for an
// empty name.
std::vector<std::string> split_measure_names(std::string_view names);

// The measures to show where none are asked for: those of [Dou19 Table 4] at 20.
std::vector<Measure> default_measures(const MeasureContext& context);

// The highest grade for ERR, as --max-grade gives it: throws Error::usage for more than 1000.
void check_max_grade(std::optional<std::int64_t> given);

}  // namespace subintent
