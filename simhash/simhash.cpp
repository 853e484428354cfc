#include "simhash/simhash.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <unordered_set>

#include "simhash/exact_sum.h"
#include "support/error.h"
#include "support/input_file.h"
#include "support/portable_math.h"
#include "support/strings.h"
#include "tokenize/terms/term_hash.h"

namespace subintent::internal {
namespace {

constexpr std::size_t bits = 64;
constexpr double exact_integers = 9007199254740992.0;  // 2^53

bool is_set(std::uint64_t hash, std::size_t bit) {
  return (hash >> bit & 1) != 0;
}

// Whether all sums are whole numbers that a double holds: then rounding changes nothing.
bool sums_are_exact(std::span<const TermWeight> terms) {
  double total = 0;
  for (const TermWeight& term : terms) {
    if (std::trunc(term.weight) != term.weight) return false;
    total += std::abs(term.weight);
    if (!(total < exact_integers)) return false;
  }
  return true;
}

// 64 counters, bit-sliced: plane k holds bit k of each. They hold less than 2^63.
class Counters {
 public:
  // Adds `amount` to the counters in `lanes`.
  void add(std::uint64_t lanes, std::uint64_t amount) {
    for (std::size_t k = 0; amount != 0; ++k, amount >>= 1) {
      if ((amount & 1) == 0) continue;
      std::uint64_t carry = lanes;
      for (std::size_t plane = k; carry != 0; ++plane) {
        const std::uint64_t next = planes_[plane] & carry;
        planes_[plane] ^= carry;
        carry = next;
      }
    }
  }

  // The counters that are greater than `limit`: from the highest plane down, they are equal so far,
  // or one is greater for good.
  std::uint64_t above(std::uint64_t limit) const {
    std::uint64_t greater = 0, equal = ~std::uint64_t{0};
    for (std::size_t k = planes_.size(); k-- > 0;) {
      if (is_set(limit, k)) {
        equal &= planes_[k];
      } else {
        greater |= equal & planes_[k];
        equal &= ~planes_[k];
      }
    }
    return greater;
  }

 private:
  std::array<std::uint64_t, bits> planes_{};
};

// A negative weight tips the balance as its absolute value does on the other side.
std::uint64_t simhash_of_integers(std::span<const TermWeight> terms) {
  Counters set;
  std::uint64_t total = 0;
  for (const TermWeight& term : terms) {
    const auto amount = static_cast<std::uint64_t>(std::abs(term.weight));
    const std::uint64_t hash = term_hash(term.term);
    set.add(term.weight < 0 ? ~hash : hash, amount);
    total += amount;
  }
  return set.above(total / 2);  // 2 n > total
}

bool exact_bit(std::span<const TermWeight> terms, std::span<const std::uint64_t> hashes,
               std::size_t bit) {
  ExactSum set, unset;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    (is_set(hashes[t], bit) ? set : unset).add(terms[t].weight);
  }
  return set.rounded() > unset.rounded();
}

// The difference of the two sums in plain arithmetic settles every bit at which it is beyond the
// possible error of that arithmetic and of the two roundings; the others are summed exactly.
std::uint64_t simhash_of_reals(std::span<const TermWeight> terms) {
  std::vector<std::uint64_t> hashes(terms.size());
  std::array<double, bits> difference{};
  double total = 0;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    hashes[t] = term_hash(terms[t].term);
    const double signed_weight[2] = {-terms[t].weight, terms[t].weight};
    for (std::size_t i = 0; i < bits; ++i) {
      difference[i] += signed_weight[hashes[t] >> i & 1];
    }
    total += std::abs(terms[t].weight);
  }
  const double doubtful =
      total * std::numeric_limits<double>::epsilon() * (2 * static_cast<double>(terms.size()) + 8) +
      std::numeric_limits<double>::min();
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bits; ++i) {
    const bool certain = std::isfinite(doubtful) && std::abs(difference[i]) > doubtful;
    if (certain ? difference[i] > 0 : exact_bit(terms, hashes, i)) value |= std::uint64_t{1} << i;
  }
  return value;
}

std::optional<std::uint64_t> parse_hex(std::string_view digits) {
  if (digits.size() != 16) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : digits) {
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return std::nullopt;
    value = value << 4 | static_cast<std::uint64_t>(digit);
  }
  return value;
}

}  // namespace

std::optional<std::uint64_t> simhash(std::span<const TermWeight> terms) {
  if (terms.empty()) return std::nullopt;
  return sums_are_exact(terms) ? simhash_of_integers(terms) : simhash_of_reals(terms);
}

std::optional<std::uint64_t> simhash(std::span<const TermCount> terms) {
  if (terms.empty()) return std::nullopt;
  Counters set;
  std::uint64_t total = 0;
  for (const TermCount& term : terms) {
    set.add(term.hash, term.count);
    total += term.count;
  }
  return set.above(total / 2);
}

double fingerprint_similarity(double distance, FingerprintSimilarity kind) {
  if (kind == FingerprintSimilarity::hamming) return 1 - distance / 64;
  return distance < 32 ? portable::cos(std::numbers::pi * distance / 64) : 0;
}

std::string fingerprint_line(std::string_view docno, std::uint64_t value) {
  return fmt::format("{}\t{:016x}\n", docno, value);
}

void append_fingerprint_line(std::string& out, std::string_view docno,
                             std::span<const TermCount> terms) {
  if (const auto value = simhash(terms)) out += fingerprint_line(docno, *value);
}

bool FingerprintReader::next(std::string_view& docno, std::uint64_t& value) {
  constexpr const char* advice = "write \"docno<tab>16 hex digits\"";
  std::string_view line;
  if (!lines_.next(line)) return false;
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos || tab == 0 ||
      line.find('\t', tab + 1) != std::string_view::npos) {
    throw Error(location(), "expected 2 columns, docno and fingerprint", advice);
  }
  const std::string_view digits = line.substr(tab + 1);
  const auto parsed = parse_hex(digits);
  if (!parsed) {
    throw Error(location(), "'" + printable(digits) + "' is not 16 hex digits", advice);
  }
  docno = line.substr(0, tab);
  value = *parsed;
  return true;
}

std::vector<Fingerprint> read_fingerprints(const Source& source,
                                           const std::function<bool(std::string_view)>& wanted) {
  std::vector<Fingerprint> fingerprints;
  std::unordered_set<std::string, StringHash, std::equal_to<>> seen;
  FingerprintReader reader(source);
  std::string_view docno;
  std::uint64_t value = 0;
  while (reader.next(docno, value)) {
    if (wanted && !wanted(docno)) continue;
    if (!seen.emplace(docno).second) {
      throw Error(reader.location(), "document " + printable(docno) + " has a fingerprint already",
                  "keep one of the two lines");
    }
    fingerprints.push_back({std::string(docno), value});
  }
  return fingerprints;
}

}  // namespace subintent::internal
