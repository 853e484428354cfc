#include "similarity/simhash/simhash.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <unordered_set>

#include "core/base/portable_math.h"
#include "subintent/program.h"
#include "tokenize/terms/term_hash.h"

namespace subintent::internal {
namespace {

constexpr std::int64_t base = std::int64_t{1} << 32;
constexpr int significant_bits = 53;

}  // namespace

void ExactSum::add(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
  std::uint64_t mantissa = bits & 0xfffffffffffff;
  if (exponent > 0) mantissa |= std::uint64_t{1} << 52;
  // value = ± mantissa * 2^(shift - 1074)
  const int shift = exponent > 0 ? exponent - 1 : 0;
  const int limb = shift / 32, offset = shift % 32;
  const std::uint64_t low = (mantissa & 0xffffffff) << offset;
  const std::uint64_t high = (mantissa >> 32) << offset;
  const std::int64_t sign = bits >> 63 ? -1 : 1;
  const auto i = static_cast<std::size_t>(limb);
  digits_[i] += sign * static_cast<std::int64_t>(low & 0xffffffff);
  digits_[i + 1] += sign * static_cast<std::int64_t>((low >> 32) + (high & 0xffffffff));
  digits_[i + 2] += sign * static_cast<std::int64_t>(high >> 32);
  if (++pending_ == std::uint32_t{1} << 28) {
    carry(digits_);
    pending_ = 0;
  }
}

// Brings every limb but the last into 0 .. 2^32-1; the last one carries the sign.
void ExactSum::carry(std::array<std::int64_t, limbs>& digits) {
  for (std::size_t i = 0; i + 1 < limbs; ++i) {
    const std::int64_t overflow = digits[i] >> 32;  // rounds down, also below zero
    digits[i] -= overflow * base;
    digits[i + 1] += overflow;
  }
}

double ExactSum::rounded() const {
  auto digits = digits_;
  carry(digits);
  const bool negative = digits.back() < 0;
  if (negative) {
    for (auto& digit : digits) digit = -digit;
    carry(digits);
  }
  std::size_t top = limbs;
  while (top > 0 && digits[top - 1] == 0) --top;
  if (top == 0) return 0;
  const auto bit = [&](int at) {
    return digits[static_cast<std::size_t>(at / 32)] >> (at % 32) & 1;
  };
  const int length =
      static_cast<int>(top - 1) * 32 + std::bit_width(static_cast<std::uint64_t>(digits[top - 1]));
  const int lowest = length > significant_bits ? length - significant_bits : 0;
  std::uint64_t mantissa = 0;
  for (int at = length; at-- > lowest;)
    mantissa = mantissa << 1 | static_cast<std::uint64_t>(bit(at));
  if (lowest > 0 && bit(lowest - 1) == 1) {
    bool above_half = (mantissa & 1) == 1;  // on a tie, to even
    for (int at = 0; !above_half && at < lowest - 1; ++at) above_half = bit(at) == 1;
    if (above_half) ++mantissa;
  }
  const double size = std::ldexp(static_cast<double>(mantissa), lowest - 1074);
  return negative ? -size : size;
}

namespace {

constexpr std::size_t word_bits = 64, word_digits = 16;
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

  // Adds 1 to the counters in each of eight `lanes`, by adders of three bits to two.
  void add_eight(const std::array<std::uint64_t, 8>& lanes) {
    const auto sum = [](std::uint64_t& a, std::uint64_t b, std::uint64_t c) {
      const std::uint64_t differ = b ^ c, carry = (b & c) | (a & differ);
      a ^= differ;
      return carry;
    };
    std::uint64_t &ones = planes_[0], &twos = planes_[1], &fours = planes_[2];
    const std::uint64_t twos_0 = sum(ones, lanes[0], lanes[1]),
                        twos_1 = sum(ones, lanes[2], lanes[3]),
                        twos_2 = sum(ones, lanes[4], lanes[5]),
                        twos_3 = sum(ones, lanes[6], lanes[7]);
    const std::uint64_t fours_0 = sum(twos, twos_0, twos_1), fours_1 = sum(twos, twos_2, twos_3);
    add(sum(fours, fours_0, fours_1), 8);
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
  std::array<std::uint64_t, word_bits> planes_{};
};

// A negative weight tips the balance as its absolute value does on the other side.
std::uint64_t word_of_integers(std::span<const TermWeight> terms, std::uint64_t seed) {
  Counters set;
  std::uint64_t total = 0;
  for (const TermWeight& term : terms) {
    const auto amount = static_cast<std::uint64_t>(std::abs(term.weight));
    const std::uint64_t hash = term_hash(term.term, seed);
    set.add(term.weight < 0 ? ~hash : hash, amount);
    total += amount;
  }
  return set.above(total / 2);  // 2 n > total
}

std::uint64_t word_of_counts(std::span<const TermCount> terms, std::uint64_t seed) {
  Counters set;
  std::uint64_t total = 0;
  std::array<std::uint64_t, 8> once;  // hashes of terms that are there once, as most are
  std::size_t waiting = 0;
  for (const TermCount& term : terms) {
    const std::uint64_t hash = seed == 0 ? term.hash : term_hash(term.term, seed);
    total += term.count;
    if (term.count != 1) {
      set.add(hash, term.count);
      continue;
    }
    once[waiting++] = hash;
    if (waiting < once.size()) continue;
    set.add_eight(once);
    waiting = 0;
  }
  for (std::size_t i = 0; i < waiting; ++i) set.add(once[i], 1);
  return set.above(total / 2);
}

bool exact_bit(std::span<const TermWeight> terms, std::span<const std::uint64_t> hashes,
               std::size_t bit) {
  ExactSum set, unset;
  for (std::size_t t = 0; t < terms.size(); ++t)
    (is_set(hashes[t], bit) ? set : unset).add(terms[t].weight);
  return set.rounded() > unset.rounded();
}

// The difference of the two sums in plain arithmetic settles every bit at which it is beyond the
// possible error of that arithmetic and of the two roundings; the others are summed exactly.
std::uint64_t word_of_reals(std::span<const TermWeight> terms, std::uint64_t seed) {
  std::vector<std::uint64_t> hashes(terms.size());
  std::array<double, word_bits> difference{};
  double total = 0;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    hashes[t] = term_hash(terms[t].term, seed);
    const double signed_weight[2] = {-terms[t].weight, terms[t].weight};
    for (std::size_t i = 0; i < word_bits; ++i) difference[i] += signed_weight[hashes[t] >> i & 1];
    total += std::abs(terms[t].weight);
  }
  const double doubtful =
      total * std::numeric_limits<double>::epsilon() * (2 * static_cast<double>(terms.size()) + 8) +
      std::numeric_limits<double>::min();
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < word_bits; ++i) {
    const bool certain = std::isfinite(doubtful) && std::abs(difference[i]) > doubtful;
    if (certain ? difference[i] > 0 : exact_bit(terms, hashes, i)) value |= std::uint64_t{1} << i;
  }
  return value;
}

// Word k is word_of(seed k).
template <typename WordOf>
std::vector<std::uint64_t> words_by_seed(std::size_t words, const WordOf& word_of) {
  std::vector<std::uint64_t> fingerprint(words);
  for (std::size_t k = 0; k < words; ++k) fingerprint[k] = word_of(k);
  return fingerprint;
}

constexpr std::uint8_t no_digit = 0x80;

// By character; `no_digit` for those that are none.
constexpr std::array<std::uint8_t, 256> hex_digits = [] {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(no_digit);
  for (unsigned i = 0; i < 10; ++i) digits['0' + i] = static_cast<std::uint8_t>(i);
  for (unsigned i = 0; i < 6; ++i)
    digits['a' + i] = digits['A' + i] = static_cast<std::uint8_t>(10 + i);
  return digits;
}();

// Without branches, which would be guessed wrong for a third of the digits.
std::optional<std::uint64_t> parse_hex(std::string_view digits) {
  std::uint64_t value = 0;
  std::uint8_t seen = 0;
  for (const char c : digits) {
    const std::uint8_t digit = hex_digits[static_cast<unsigned char>(c)];
    seen |= digit;
    value = value << 4 | digit;
  }
  if (seen >= no_digit) return std::nullopt;
  return value;
}

bool is_length(std::size_t words) {
  return words == 1 || words == 2 || words == 4;
}

}  // namespace

std::size_t words_of_bits(std::int64_t bits) {
  const auto words = static_cast<std::size_t>(bits) / word_bits;
  if (bits > 0 && static_cast<std::size_t>(bits) % word_bits == 0 && is_length(words)) return words;
  throw Error::argument("bits", fmt::format("bits: {} is not 64, 128 or 256", bits));
}

std::vector<std::uint64_t> simhash(std::span<const TermWeight> terms, std::size_t words) {
  const auto is_zero = [](const TermWeight& term) { return term.weight == 0; };
  if (std::ranges::all_of(terms, is_zero)) return {};
  const auto word_of = sums_are_exact(terms) ? word_of_integers : word_of_reals;
  return words_by_seed(words, [&](std::uint64_t seed) { return word_of(terms, seed); });
}

std::vector<std::uint64_t> simhash(std::span<const TermCount> terms, std::size_t words) {
  if (terms.empty()) return {};
  return words_by_seed(words, [&](std::uint64_t seed) { return word_of_counts(terms, seed); });
}

double fingerprint_similarity(double distance, int bits, FingerprintSimilarity kind) {
  if (kind == FingerprintSimilarity::hamming) return 1 - distance / bits;
  return 2 * distance < bits ? portable::cos(std::numbers::pi * distance / bits) : 0;
}

std::string fingerprint_line(std::string_view docno, std::span<const std::uint64_t> fingerprint) {
  std::string line(docno);
  line += '\t';
  for (const std::uint64_t word : fingerprint) line += fmt::format("{:016x}", word);
  line += '\n';
  return line;
}

void append_fingerprint_line(std::string& out, std::string_view docno,
                             std::span<const TermCount> terms, std::size_t words) {
  const auto fingerprint = simhash(terms, words);
  if (!fingerprint.empty()) out += fingerprint_line(docno, fingerprint);
}

void FingerprintReader::parse(std::string_view digits) {
  const std::size_t words = digits.size() / word_digits;
  bool is_hex = digits.size() % word_digits == 0 && is_length(words);
  for (std::size_t k = 0; is_hex && k < words; ++k) {
    const auto word = parse_hex(digits.substr(k * word_digits, word_digits));
    is_hex = word.has_value();
    fingerprint_[k] = word.value_or(0);
  }
  if (!is_hex) {
    throw Error(location(), "'" + printable(digits) + "' is not 16, 32 or 64 hex digits",
                "write \"docno<tab>hex digits\"");
  }
  const bool is_binary =
      digits.find_first_not_of("01") == digits.npos && digits.find('1') != digits.npos;
  if (words_ == 0 && words > 1 && is_binary)
    throw Error(location(), "'" + printable(digits) + "' seems to be binary",
                "write 16 hex digits for 64 bits");
  if (words_ == 0) words_ = words;
  if (words == words_) return;
  throw Error(location(),
              fmt::format("a fingerprint of {} bits after others of {}", word_bits * words,
                          word_bits * words_),
              "give fingerprints made with the same number of bits");
}

bool FingerprintReader::next(std::string_view& docno) {
  std::string_view line;
  if (!lines_.next(line)) return false;
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos || tab == 0 ||
      line.find('\t', tab + 1) != std::string_view::npos) {
    throw Error(location(), "expected 2 columns, docno and fingerprint",
                "write \"docno<tab>hex digits\"");
  }
  parse(line.substr(tab + 1));
  docno = line.substr(0, tab);
  return true;
}

NamedFingerprints read_fingerprints(const Source& source,
                                    const std::function<bool(std::string_view)>& wanted) {
  NamedFingerprints read;
  std::unordered_set<std::string, StringHash, std::equal_to<>> seen;
  FingerprintReader reader(source);
  std::string_view docno;
  while (reader.next(docno)) {
    if (wanted && !wanted(docno)) continue;
    if (!seen.emplace(docno).second) {
      throw Error(reader.location(), "document " + printable(docno) + " has a fingerprint already",
                  "keep one of the two lines");
    }
    read.docnos.emplace_back(docno);
    read.rows.append(reader.fingerprint());
  }
  return read;
}

}  // namespace subintent::internal
