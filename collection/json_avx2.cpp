// Members and elements by the places of their quotes, with AVX2.
#include "collection/json_kernel.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include "collection/avx2_numbers.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

using namespace avx2;

// ----- masks -----

__m256i is_printable(__m256i bytes) {
  const __m256i from_blank = _mm256_sub_epi8(bytes, _mm256_set1_epi8(' '));
  return _mm256_cmpeq_epi8(from_blank, _mm256_min_epu8(from_blank, _mm256_set1_epi8('~' - ' ')));
}

// Either of two bytes, where `same` has been put into each of those looked at.
struct TwoBytes {
  __m256i operator()(__m256i bytes) const {
    const __m256i looked_at = _mm256_or_si256(bytes, _mm256_set1_epi8(same));
    return _mm256_or_si256(is(looked_at, opening), is(looked_at, closing));
  }

  char opening, closing, same;
};

TwoBytes bytes_of(JsonBrackets brackets) {
  if (brackets == JsonBrackets::squares) return {'[', ']', '\0'};
  constexpr char bit = '[' ^ '{';  // that '[' and '{', ']' and '}' differ in
  return {'{', '}', brackets == JsonBrackets::both ? bit : '\0'};
}

void masks(const char* block, std::size_t count, JsonBrackets brackets, JsonMasks* made) {
  const TwoBytes is_bracket = bytes_of(brackets);
  for (const JsonMasks* const end = made + count; made != end; ++made, block += 64) {
    const __m256i first = load(block), second = load(block + 32);
    made->quotes = bits_of(is(first, '"'), is(second, '"'));
    made->backslashes = bits_of(is(first, '\\'), is(second, '\\'));
    made->brackets = bits_of(is_bracket(first), is_bracket(second));
    made->printable = bits_of(is_printable(first), is_printable(second));
  }
}

// ----- names and numbers -----

// The places of quotes from `at` on and before `end`: up to those of a batch and the one behind
// them, and those of the block that has it.
struct Quotes {
  static constexpr unsigned wanted = 2 * JsonKernel::batch + 1;
  static constexpr std::ptrdiff_t most_bytes = 1 << 13;  // that are looked at: names are short
  static constexpr std::ptrdiff_t ahead = 3 << 10;       // of them, memory is asked for bytes

  Quotes(const char* at, const char* end) {
    if (end - at > most_bytes) end = at + most_bytes;
    for (; at < end && count < wanted; at += 64) {
      _mm_prefetch(at + ahead, _MM_HINT_T0);
      std::uint64_t quotes = bits_of(is(load(at), '"'), is(load(at + 32), '"'));
      if (end - at < 64) quotes = _bzhi_u64(quotes, static_cast<unsigned>(end - at));
      const unsigned found = static_cast<unsigned>(__builtin_popcountll(quotes));
      // Most blocks have a few: to write more than there are is cheaper than to look.
      for (unsigned i = 0; i < 4; ++i, quotes &= quotes - 1) places[count + i] = place(at, quotes);
      for (unsigned i = 4; i < found; ++i, quotes &= quotes - 1) {
        places[count + i] = place(at, quotes);
      }
      count += found;
    }
  }

  static const char* place(const char* block, std::uint64_t quotes) {
    return block + _tzcnt_u64(quotes);
  }

  unsigned count = 0;
  const char* places[wanted + 64 + 4];
};

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

bool are(const char* at, char first, char second) {
  return at[0] == first && at[1] == second;
}

// The comma that ends what begins at `start`, before blanks and the quote at `next`; nullptr where
// something else is there.
const char* comma_before(const char* start, const char* next) {
  const char* at = next - 1;
  while (at > start && is_blank(*at)) --at;
  return at >= start && *at == ',' ? at : nullptr;
}

// The number between these places.
[[gnu::always_inline]] inline bool read_number(const char* begin, const char* end, double& value) {
  const bool is_negative = *begin == '-';
  begin += is_negative ? 1 : 0;
  if (static_cast<std::size_t>(end - begin) - 1 >= most_bytes) return false;
  const auto size = static_cast<unsigned>(end - begin);
  const Numbers numbers = numbers_of(zero_text, 1, begin, size);
  const bool has_point = numbers.has_point;
  const unsigned whole = size - numbers.decimals - (has_point ? 1 : 0);
  const bool has_form =
      whole != 0 && (whole == 1 || *begin != '0') && (!has_point || numbers.decimals != 0);
  value = value_of(numbers);
  if (is_negative) value = -value;
  return numbers.are_plain && has_form && !(is_negative && numbers.score == 0);
}

const char* read_members(const char* at, const char* end, RankedLine* lines, std::size_t* count) {
  const Quotes quotes(at, end);
  *count = 0;
  if (quotes.count == 0 || quotes.places[0] != at) return at;
  std::size_t read = 0;
  const char* const* place = quotes.places;
  for (; read < JsonKernel::batch && 2 * read + 2 < quotes.count; ++read, place += 2) {
    RankedLine& made = lines[read];
    made.docno = place[0] + 1;
    made.docno_size = static_cast<std::size_t>(place[1] - made.docno);
    made.rank = 0;
    const char *number = place[1] + 3, *comma = place[2] - 2;
    if (!are(number - 2, ':', ' ') || !are(comma, ',', ' ')) {  // as json.dumps() writes it
      if (number[-2] != ':') break;
      if (number[-1] != ' ') --number;
      comma = comma_before(number, place[2]);
    }
    if (comma == nullptr || made.docno_size == 0 || !read_number(number, comma, made.score)) break;
  }
  *count = read;
  return *place;
}

const char* read_strings(const char* at, const char* end, RankedLine* lines, std::size_t* count) {
  const Quotes quotes(at, end);
  *count = 0;
  if (quotes.count == 0 || quotes.places[0] != at) return at;
  std::size_t read = 0;
  const char* const* place = quotes.places;
  for (; read < JsonKernel::batch && 2 * read + 2 < quotes.count; ++read, place += 2) {
    const char* const docno = place[0] + 1;
    const auto size = static_cast<std::size_t>(place[1] - docno);
    const char* const comma = place[1] + 1;
    const bool is_usual = are(comma, ',', ' ') && comma + 2 == place[2];
    if (size == 0 || !(is_usual || comma_before(comma, place[2]) == comma)) break;
    lines[read] = {docno, size, 0, 0};
  }
  *count = read;
  return *place;
}

}  // namespace

const JsonKernel avx2_json_kernel = {masks, read_members, read_strings};

}  // namespace subintent::internal
#endif
