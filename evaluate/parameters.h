// The parameters of measures, alpha-nDCG(alpha=0.9)@20: their values, and how each is written.
#pragma once

#include <cmath>
#include <limits>

#include "core/base/portable_math.h"
#include "subintent/basics.h"

namespace subintent::internal {

// The gain of a grade, the user of ERR, and how far distributions over groups are from each other.

// part / whole, or 0 where the whole is empty.
inline double ratio(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

// The user of ERR, who stops at a document of grade g with chance (2^g - 1) / 2^G.
class StoppingUser {
 public:
  explicit StoppingUser(std::int32_t max_grade) : scale_(std::ldexp(1, -max_grade)) {}

  // The chance to read on to the next document, and to stop there.
  double stops_at(std::int32_t grade) {
    const double stops = (std::ldexp(1, grade) - 1) * scale_;
    const double chance = still_reading_ * stops;
    still_reading_ *= 1 - stops;
    return chance;
  }

 private:
  double scale_;
  double still_reading_ = 1;
};

// Gains of grades; grades of at most 0 gain nothing.
class Gain {
 public:
  using Table = std::map<std::int32_t, double>;

  static const Gain linear;       // the grade
  static const Gain exponential;  // 2^grade - 1
  static const Gain unspecified;  // the grade, unless the evaluation has a table
  // The gain in the table, or the grade if it has none. The table must outlive the gain.
  explicit constexpr Gain(const Table* table) : kind_(Kind::table), table_(table) {}

  // Whether a table may give this gain to this grade: grades of 1 to 1000 gain above 0, at most
  // 1e9.
  static bool is_possible(std::int64_t grade, double gain) {
    return grade >= 1 && grade <= 1000 && gain > 0 && gain <= 1e9;
  }

  double of(std::int32_t grade) const;
  bool operator==(const Gain&) const = default;

 private:
  enum class Kind { linear, exponential, unspecified, table };
  explicit constexpr Gain(Kind kind) : kind_(kind) {}

  Kind kind_;
  const Table* table_ = nullptr;
};
inline constexpr Gain Gain::linear{Gain::Kind::linear};
inline constexpr Gain Gain::exponential{Gain::Kind::exponential};
inline constexpr Gain Gain::unspecified{Gain::Kind::unspecified};

// How far one distribution over groups is from another: 0 to 1, the shares of each add up to 1.
// Both have as many groups, two or more.

using GroupDistribution = std::span<const double>;

// Jensen-Shannon divergence, in bits: 1 where nothing is shared. For groups without an order.
double jensen_shannon(GroupDistribution a, GroupDistribution b);

// Normalised match distance: the mean difference of the cumulative shares, over all groups but the
// last [Sakai23]. For groups with an order.
double match_distance(GroupDistribution a, GroupDistribution b);

// Root normalised order-aware divergence: squared differences weighted by how far their groups are
// from those with a share of the target [Sakai23]. For groups with an order.
double order_aware_divergence(GroupDistribution achieved, GroupDistribution target);

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
[[gnu::cold]] ParameterRecord word_parameter(std::string_view name, Value Parameters::*member,
                                             std::vector<std::pair<std::string_view, Value>> words,
                                             std::string_view meaning,
                                             std::string default_value = {}) {
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
