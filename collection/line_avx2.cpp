// Lines by masks of 32 bytes at once and numbers by sums of pairs, with AVX2.
#include "collection/line_kernel.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include <immintrin.h>

namespace subintent::internal {
namespace {

__extension__ using TwoBlocks = unsigned __int128;

__m256i load(const char* at) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}

__m128i load_half(const void* at) {
  return _mm_loadu_si128(static_cast<const __m128i*>(at));
}

std::uint32_t bits_of(__m256i bytes) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes));
}

std::uint64_t bits_of(__m256i first, __m256i second) {
  return std::uint64_t{bits_of(second)} << 32 | bits_of(first);
}

__m256i is(__m256i bytes, char byte) {
  return _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte));
}

__m256i is_blank(__m256i bytes) {
  const __m256i from_tab = _mm256_sub_epi8(bytes, _mm256_set1_epi8('\t'));
  const __m256i least = _mm256_min_epu8(from_tab, _mm256_set1_epi8('\r' - '\t'));
  return _mm256_or_si256(_mm256_cmpeq_epi8(from_tab, least), is(bytes, ' '));
}

// ----- columns -----

// Blanks, line ends among them, in a block of 64 bytes.
struct BlockMasks {
  explicit BlockMasks(const char* block) {
    const __m256i first = load(block), second = load(block + 32);
    blanks = bits_of(is_blank(first), is_blank(second));
    line_ends = bits_of(is(first, '\n'), is(second, '\n'));
  }

  std::uint64_t blanks, line_ends;
};

unsigned lowest_bit(std::uint64_t bits) {
  return static_cast<unsigned>(__builtin_ctzll(bits));
}
unsigned lowest_bit(TwoBlocks bits) {
  const auto low = static_cast<std::uint64_t>(bits);
  return low != 0 ? lowest_bit(low) : 64 + lowest_bit(static_cast<std::uint64_t>(bits >> 64));
}

// Where the columns of a line end, and behind them the line, from its start on.
template <unsigned columns>
struct Ends {
  bool are_usual;
  unsigned at[columns + 1];

  unsigned start(unsigned i) const { return at[i - 1] + 1; }
  unsigned size(unsigned i) const { return at[i] - start(i); }
};

// `line_ends` is not 0. There have to be as many blanks as columns, the last of them the line end
// or one before it, and no others behind one another.
template <unsigned columns, typename Bits>
[[gnu::always_inline]] inline Ends<columns> ends_of(Bits blanks, Bits line_ends) {
  const Bits end = line_ends & (0 - line_ends);
  blanks &= end | (end - 1);
  const Bits behind_blanks = blanks & (blanks << 1 | 1);
  Bits from[columns];  // each of the blanks and those behind it
  for (unsigned i = 0; i < columns; ++i) {
    from[i] = blanks;
    blanks &= blanks - 1;
  }
  const Bits last = from[columns - 1];  // the line end, or the blank before it and the line end
  const Bits pairs = behind_blanks & ~(end & last << 1);
  Ends<columns> ends;
  ends.are_usual = pairs == 0 && ((last == end) | (last == (end | end >> 1)));
  if (!ends.are_usual) return ends;
  for (unsigned i = 0; i < columns; ++i) ends.at[i] = lowest_bit(from[i]);
  ends.at[columns] = lowest_bit(end);
  return ends;
}

template <unsigned columns>
[[gnu::noinline]] Ends<columns> ends_of_long(const char* line, std::uint64_t blanks) {
  const BlockMasks more(line + 64);
  if (more.line_ends == 0) return {false, {}};
  return ends_of<columns>(TwoBlocks{more.blanks} << 64 | blanks, TwoBlocks{more.line_ends} << 64);
}

template <unsigned columns>
[[gnu::always_inline]] inline Ends<columns> ends_of(const char* line) {
  const BlockMasks masks(line);
  if (masks.line_ends == 0) return ends_of_long<columns>(line, masks.blanks);
  return ends_of<columns>(masks.blanks, masks.line_ends);
}

// ----- numbers -----

constexpr unsigned most_bytes = 16;

// The places that the digits of a number come from which has a point at place p, the last digit at
// the end: sixteen from row[p].places + their count on, of which those before the first digit are
// negative. The last row has no point.
struct DigitPlaces {
  constexpr DigitPlaces() {
    for (unsigned point = 0; point <= most_bytes; ++point) {
      for (unsigned i = 0; i < most_bytes; ++i) {
        row[point].places[i] = -1;
        row[point].places[most_bytes + i] = static_cast<signed char>(i < point ? i : i + 1);
      }
    }
  }

  struct Row {
    signed char places[2 * most_bytes] = {};
  } row[most_bytes + 1] = {};
};
alignas(64) constexpr DigitPlaces digit_places;

__m128i places_of(unsigned point, unsigned count) {
  return load_half(digit_places.row[point].places + count);
}

// A rank of at most eight digits, and a score of at most fifteen, of which some are decimals.
struct Numbers {
  bool are_plain;
  std::uint64_t rank, score;
  unsigned decimals;
};

// Of texts of 1 to 8 and 1 to 16 bytes, both at once.
[[gnu::always_inline]] inline Numbers numbers_of(const char* rank, unsigned rank_size,
                                                 const char* score, unsigned score_size) {
  const __m128i text = load_half(score);
  const auto points =
      static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(text, _mm_set1_epi8('.'))));
  const unsigned point = lowest_bit(std::uint64_t{_bzhi_u32(points, score_size) | 1u << 16});
  const unsigned count = score_size - (point < most_bytes ? 1 : 0);
  const __m256i both = _mm256_inserti128_si256(_mm256_castsi128_si256(text), load_half(rank), 1);
  const __m256i from = _mm256_inserti128_si256(_mm256_castsi128_si256(places_of(point, count)),
                                               places_of(most_bytes, rank_size), 1);
  const __m256i digits = _mm256_shuffle_epi8(_mm256_sub_epi8(both, _mm256_set1_epi8('0')), from);
  // Of what is above 9, either has its highest bit.
  const __m256i others =
      _mm256_or_si256(digits, _mm256_add_epi8(digits, _mm256_set1_epi8(0x80 - 10)));
  const __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(10 + (1 << 8)));
  const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(100 + (1 << 16)));
  const __m256i packed = _mm256_packus_epi32(fours, fours);
  const __m256i eights = _mm256_madd_epi16(packed, _mm256_set1_epi32(10000 + (1 << 16)));
  const auto of_score = static_cast<std::uint64_t>(_mm256_extract_epi64(eights, 0));
  const auto of_rank = static_cast<std::uint64_t>(_mm256_extract_epi64(eights, 2));
  return {bits_of(others) == 0 && count - 1 < most_bytes - 1, of_rank >> 32,
          (of_score & 0xffffffff) * 100000000 + (of_score >> 32),
          point < most_bytes ? count - point : 0};
}

constexpr double powers[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                             1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

[[gnu::always_inline]] inline bool read_numbers(const char* line, const Ends<6>& ends,
                                                RankedLine& made) {
  const char* score = line + ends.start(4);
  unsigned size = ends.size(4);
  const bool is_negative = *score == '-';
  score += is_negative ? 1 : 0;
  size -= is_negative ? 1 : 0;
  if (ends.size(3) > 8 || size - 1 >= most_bytes) return false;
  const Numbers numbers = numbers_of(line + ends.start(3), ends.size(3), score, size);
  made.rank = static_cast<std::int64_t>(numbers.rank);
  // Both are exact, so that the quotient is rounded as the text is.
  const auto value = static_cast<double>(static_cast<std::int64_t>(numbers.score));
  made.score = value / powers[numbers.decimals];
  if (is_negative) made.score = -made.score;
  return numbers.are_plain && !(is_negative && numbers.score == 0);
}

// ----- lines -----

const char* read_run(const char* line, const char* end, RankedLine* lines, std::size_t* count) {
  std::size_t read = 0;
  while (read < LineKernel::batch && line < end) {
    const Ends<6> ends = ends_of<6>(line);
    RankedLine& made = lines[read];
    if (!ends.are_usual || *line == '#' || !read_numbers(line, ends, made)) break;
    made.docno = line + ends.start(2);
    made.docno_size = ends.size(2);
    ++read;
    line += ends.at[6] + 1;
  }
  *count = read;
  return line;
}

// A whole number from -100 to 100.
bool read_grade(const char* text, unsigned size, std::int32_t& grade) {
  const bool is_negative = *text == '-';
  text += is_negative ? 1 : 0;
  size -= is_negative ? 1 : 0;
  if (size - 1 > 2) return false;
  std::int32_t number = 0;
  for (unsigned i = 0; i < size; ++i) {
    const auto digit = static_cast<unsigned char>(text[i] - '0');
    if (digit > 9) return false;
    number = 10 * number + digit;
  }
  grade = is_negative ? -number : number;
  return number <= 100;
}

const char* read_qrels(const char* line, const char* end, JudgedLine* lines, std::size_t* count) {
  std::size_t read = 0;
  while (read < LineKernel::batch && line < end) {
    const Ends<4> ends = ends_of<4>(line);
    if (!ends.are_usual || *line == '#') break;
    JudgedLine& made = lines[read];
    if (!read_grade(line + ends.start(3), ends.size(3), made.grade)) break;
    made.place = line;
    made.intent = line + ends.start(1);
    made.intent_size = ends.size(1);
    made.docno = line + ends.start(2);
    made.docno_size = ends.size(2);
    ++read;
    line += ends.at[4] + 1;
  }
  *count = read;
  return line;
}

// ----- topics -----

const char* pass(const char* line, const char* end, const char* start, std::size_t size) {
  __m256i expected[LineKernel::longest_start];
  for (std::size_t i = 0; i < size; ++i) expected[i] = _mm256_set1_epi8(start[i]);
  const char* block = line - 1;  // the line end before it
  // What is looked at ends before the padding behind the text does.
  for (; end - block > std::ptrdiff_t{LineKernel::longest_start}; block += 64) {
    const __m256i first = is(load(block), '\n'), second = is(load(block + 32), '\n');
    __m256i first_known = first, second_known = second;
    for (std::size_t i = 0; i < size; ++i) {
      const char* const at = block + 1 + i;
      first_known = _mm256_and_si256(first_known, _mm256_cmpeq_epi8(load(at), expected[i]));
      second_known = _mm256_and_si256(second_known, _mm256_cmpeq_epi8(load(at + 32), expected[i]));
    }
    const __m256i first_others = _mm256_xor_si256(first, first_known);
    const __m256i second_others = _mm256_xor_si256(second, second_known);
    const __m256i others = _mm256_or_si256(first_others, second_others);
    if (_mm256_testz_si256(others, others) == 0) {
      return block + lowest_bit(bits_of(first_others, second_others)) + 1;
    }
  }
  if (block < line) return line;
  while (block[-1] != '\n') --block;  // that before the first line at the latest
  return block;
}

}  // namespace

const LineKernel avx2_line_kernel = {read_run, read_qrels, pass};

}  // namespace subintent::internal
#endif
