// The parameters of measures, alpha-nDCG(alpha=0.9)@20: their values, and how each is written.
#pragma once

#include <limits>

#include "core/base/portable_math.h"
#include "evaluate/formulas.h"
#include "subintent/basics.h"

namespace subintent::internal {

// The whole list, where a measure has no cutoff.
inline constexpr std::uint32_t no_cutoff = std::numeric_limits<std::uint32_t>::max();

// The weights of nodes in cascade measures and in recall.
enum class NodeWeights {
  uniform,  // all the same
  given,    // P(i), or the weight in a hierarchy
  vital     // nuggets of importance vital all the same, others nothing
};

enum class Discount { standard, jarvelin };  // log(r + 1), or log max(base, r)

// How far the groups of a list are from their targets, where groups have an order.
enum class OrdinalDivergence { match_distance, order_aware, jensen_shannon };

// Documents that belong to no known group: of all groups to equal parts, or left out.
enum class UnknownGroups { usual, uniform, ignored };

// The weights of the layers of a hierarchy, from the top; only the proportions count.
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
  bool operator==(const LayerWeights&) const = default;
};

// The parameters of all measures with their defaults. A measure reads those that its record names.
struct Parameters {
  std::uint32_t cutoff = no_cutoff;   // K, written @K
  double alpha = 0.5;                 // cascade measures: intolerance of redundancy
  double patience = 0.5;              // NRBP's beta: chance to go on reading
  double gain_weight = 1;             // beta of Q and P+: gain against precision
  double recall_weight = 1;           // beta of SetF: recall against precision
  double gamma = 0.5;                 // sharp measures: share of recall
  double p = 0.8;                     // RBP: chance to go on reading
  double nearly_p = 0.9;              // NERR10: the same
  double goal = 1;                    // T of INST, INSQ, NERR11: what the user wants
  double wanted = 1;                  // T of BPM: the same
  double recall = 0;                  // IPrec
  bool relative = false;              // SetP: over the highest there can be
  double phi = 0.99;                  // iRBU: share of the utility that each rank leaves
  double overlap_p = 0.95;            // Compat: chance to go on reading
  double duplicate_similarity = 0.9;  // NearDup: least similarity of near-duplicates
  bool normalize = true;              // Compat: over the overlap of the ideal list with itself
  std::int32_t max_grade = 0;         // G, the highest grade of the scale; 0: the highest judged
  std::int32_t min_grade = 0;         // C/W/L: the highest grade that gains nothing
  Gain gain = Gain::unspecified;      // measures by gains
  Discount discount = Discount::standard;      // DCG, nDCG, enDCG
  double log_base = 2;                         // the same
  NodeWeights weights = NodeWeights::uniform;  // cascade measures, recall
  LayerWeights layer_weights;                  // layer-aware and hierarchical measures
  bool counts_dummies = true;                  // node recall
  bool graded_credit = false;                  // recall: nodes count by their best grade
  bool given_cover = false;                    // recall: nodes of AND need all of their children
  bool counts_penalties = false;               // recall: criteria of negative weight count
  bool relevant_pairs = false;                 // similarity: pairs of relevant documents only

  // Group fairness.
  std::string
      attribute;  // its name, or those of several to cross, with +; empty: the mean over all
  OrdinalDivergence divergence = OrdinalDivergence::match_distance;  // GF, GFR
  UnknownGroups unknown_groups = UnknownGroups::usual;  // GF, GFR: uniform; AWRF: ignored
  bool utility = false;                                 // GFR: relevance is iRBU, not ERR
  bool natural_log = false;                             // AWRF: JSD in nats, not bits

  // Says what is relevant; decided on the way from judgments to layers, for all measures alike.
  std::int32_t least_grade = 1;  // that counts as relevant
  bool judged_only = false;      // documents that are not judged leave the list

  bool operator==(const Parameters&) const = default;
};

// A value that a parameter cannot have.
struct Refusal {
  std::string what, advice;
};

// A parameter as it is written in the name of a measure.
struct ParameterRecord {
  std::string_view name;
  std::string_view meaning;
  std::string values;                   // "0 to 1", "log2|jk"
  std::string default_value;            // the value where none is given
  double min = 0, max = 0;              // of a number
  bool is_whole = false;                // of a number
  bool is_text = false;                 // neither number nor word
  std::vector<std::string_view> words;  // the values of one that is not a number
  // Sets it from text, or says why not.
  std::function<std::optional<Refusal>(Parameters&, const std::string& value)> set;
  // Its value as text that `set` takes; the default may be empty.
  std::function<std::string(const Parameters&)> text;
};

ParameterRecord number_parameter(std::string_view name, double Parameters::*member, double min,
                                 double max, std::string_view meaning);

// `default_value` where the default is not a number.
ParameterRecord whole_parameter(std::string_view name, std::int32_t Parameters::*member,
                                std::int32_t min, std::int32_t max, std::string_view meaning,
                                std::string default_value = {});

// layers=depth, layers=0.5+0.3+0.2.
ParameterRecord layers_parameter();

// attribute='gender', attribute='gender+age'.
ParameterRecord attribute_parameter();

// A parameter whose value is not one of its words.
Refusal unknown_word(std::string_view name, std::span<const std::string_view> words,
                     const std::string& value);

// One of several words, each with the value it stands for.
template <typename Value>
ParameterRecord word_parameter(std::string_view name, Value Parameters::*member,
                               std::vector<std::pair<std::string_view, Value>> words,
                               std::string_view meaning, std::string default_value = {}) {
  ParameterRecord record;
  record.name = name;
  record.meaning = meaning;
  for (const auto& [word, value] : words) {
    record.words.push_back(word);
    record.values += (record.values.empty() ? "" : "|") + std::string(word);
    if (default_value.empty() && value == Parameters{}.*member) default_value = word;
  }
  record.default_value = std::move(default_value);
  record.set = [=, known = record.words](Parameters& parameters,
                                         const std::string& text) -> std::optional<Refusal> {
    for (const auto& [word, value] : words) {
      if (word != text) continue;
      parameters.*member = value;
      return std::nullopt;
    }
    return unknown_word(name, known, text);
  };
  record.text = [=](const Parameters& parameters) {
    for (const auto& [word, value] : words) {
      if (value == parameters.*member) return std::string(word);
    }
    return std::string();
  };
  return record;
}

// Gains over the logarithm of their ranks.
class Discounting {
 public:
  explicit Discounting(const Parameters& parameters)
      : discount_(parameters.discount),
        base_(parameters.log_base),
        log2_of_base_(portable::log2(parameters.log_base)) {}

  double operator()(double gain, std::uint32_t rank) const {
    if (discount_ == Discount::standard) return gain / (portable::log2(rank + 1.0) / log2_of_base_);
    return rank <= base_ ? gain : gain / (portable::log2(rank) / log2_of_base_);
  }

 private:
  Discount discount_;
  double base_, log2_of_base_;
};

}  // namespace subintent::internal
