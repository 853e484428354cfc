// The traditional measures, on the gains of a ranked list. Definitions: [Webber §3.1], [SakaiSong11
// §3.1], [Sakai12 §2.1].
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace subintent {

enum class GainMeasure {
  P,
  R,
  AP,
  aAP,
  RR,
  DCG,
  nDCG,
  enDCG,
  RBP,
  nRBP,
  ERR,
  nERR,
  Q,
  P_plus,
  GAP,
  nGAP
};

// What a grade gains; grades of at most 0 gain nothing.
class Gain {
 public:
  using Table = std::map<std::int32_t, double>;

  static const Gain linear;       // the grade
  static const Gain exponential;  // 2^grade - 1
  // What the table says, or the grade where it says nothing. The table must outlive the gain.
  explicit constexpr Gain(const Table* table) : kind_(Kind::table), table_(table) {}

  double of(std::int32_t grade) const;
  bool operator==(const Gain&) const = default;

 private:
  enum class Kind { linear, exponential, table };
  explicit constexpr Gain(Kind kind) : kind_(kind) {}

  Kind kind_;
  const Table* table_ = nullptr;
};
inline constexpr Gain Gain::linear{Gain::Kind::linear};
inline constexpr Gain Gain::exponential{Gain::Kind::exponential};

enum class Discount { standard, jarvelin };  // log(r + 1), or log max(base, r)

// A relevant document in a ranked list. What is not relevant has no hit.
struct Hit {
  std::uint32_t rank = 0;  // from 1
  double gain = 0;         // > 0
  std::int32_t grade = 0;  // > 0; for ERR and GAP
};

// What the judgments offer: the gains and the grades of all relevant documents, both descending.
struct IdealGains {
  std::vector<double> gains;
  std::vector<std::int32_t> grades;
};

// The whole list, where a measure has no cutoff.
inline constexpr std::uint32_t no_cutoff = std::numeric_limits<std::uint32_t>::max();

struct GainParameters {
  std::uint32_t cutoff = no_cutoff;        // K
  Discount discount = Discount::standard;  // DCG, nDCG, enDCG
  double beta = 1;                         // Q, P+: persistence
  double p = 0.8;                          // RBP: chance to go on
  std::int32_t max_grade = 1;              // ERR: G, the highest grade there is
  double log_base = 2;                     // DCG, nDCG, enDCG
};

// The measure of hits at ranks up to the cutoff, in rank order; `length` is the number of documents
// in the list. 0 where nothing is relevant.
double gain_measure(GainMeasure measure, std::span<const Hit> hits, std::size_t length,
                    const IdealGains& ideal, const GainParameters& parameters);

}  // namespace subintent
