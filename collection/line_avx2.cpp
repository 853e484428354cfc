// Lines by masks of 32 bytes at once and numbers by sums of pairs, with AVX2.
#include "collection/line_kernel.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include "collection/avx2_numbers.h"

namespace subintent::internal {
namespace {

using namespace avx2;

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

// A column or cell.
struct Piece {
  const char* text;
  unsigned size;
};

// Are they a usual rank and a usual score?
[[gnu::always_inline]] inline bool read_numbers(Piece rank, Piece score, RankedLine& made) {
  const bool is_negative = *score.text == '-';
  score.text += is_negative ? 1 : 0;
  score.size -= is_negative ? 1 : 0;
  if (rank.size - 1 >= 8 || score.size - 1 >= most_bytes) return false;
  const Numbers numbers = numbers_of(rank.text, rank.size, score.text, score.size);
  made.rank = static_cast<std::int64_t>(numbers.rank);
  made.score = value_of(numbers);
  if (is_negative) made.score = -made.score;
  return numbers.are_plain && !(is_negative && numbers.score == 0);
}

// Is it a usual rank? Eight bytes at once, the first of them lowest.
bool read_rank(Piece rank, std::int64_t& number) {
  constexpr std::uint64_t each = 0x0101010101010101, every_fourth = 0x000000ff000000ff;
  if (rank.size - 1 >= 8) return false;
  std::uint64_t digits = 0;
  __builtin_memcpy(&digits, rank.text, sizeof digits);
  digits = (digits ^ '0' * each) << (64 - 8 * rank.size);  // zeros before them
  const std::uint64_t others = (digits | (digits + 0x76 * each)) & 0x80 * each;
  digits = digits * 10 + (digits >> 8);  // pairs, in every other byte
  const std::uint64_t first = (digits & every_fourth) * (100 + (1000000ull << 32));
  const std::uint64_t second = (digits >> 16 & every_fourth) * (1 + (10000ull << 32));
  number = static_cast<std::int64_t>((first + second) >> 32);
  return others == 0;
}

// ----- lines -----

// So many bytes before lines are read, memory is asked for them.
constexpr int ahead = 2048;

const char* read_run(const char* line, const char* end, RankedLine* lines, std::size_t* count) {
  std::size_t read = 0;
  while (read < LineKernel::batch && line < end) {
    const Ends<6> ends = ends_of<6>(line);
    RankedLine& made = lines[read];
    if (!ends.are_usual || *line == '#') break;
    made.docno = line + ends.start(2);
    made.docno_size = ends.size(2);
    if (!read_numbers({line + ends.start(3), ends.size(3)}, {line + ends.start(4), ends.size(4)},
                      made))
      break;
    ++read;
    line += ends.at[6] + 1;
  }
  *count = read;
  return line;
}

const char* read_ranks(const char* line, const char* end, RankedLine* lines, std::size_t* count) {
  std::size_t read = 0;
  while (read < LineKernel::batch && line < end) {
    _mm_prefetch(line + ahead, _MM_HINT_T0);
    const Ends<3> ends = ends_of<3>(line);
    if (!ends.are_usual || *line == '#') break;
    RankedLine& made = lines[read];
    if (!read_rank({line + ends.start(2), ends.size(2)}, made.rank)) break;
    made.docno = line + ends.start(1);
    made.docno_size = ends.size(1);
    made.score = 0;
    ++read;
    line += ends.at[3] + 1;
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

// ----- rows -----

// Separators and line ends in a block of 64 bytes, and bytes that are neither of them nor from '#'
// to '~'.
struct CellMasks {
  CellMasks(const char* block, char separator) {
    const __m256i first = load(block), second = load(block + 32);
    line_ends = bits_of(is(first, '\n'), is(second, '\n'));
    ends = bits_of(is(first, separator), is(second, separator)) | line_ends;
    odd = ~(bits_of(is_plain(first), is_plain(second)) | ends);
  }

  static __m256i is_plain(__m256i bytes) {
    const __m256i from_hash = _mm256_sub_epi8(bytes, _mm256_set1_epi8('#'));
    return _mm256_cmpeq_epi8(from_hash, _mm256_min_epu8(from_hash, _mm256_set1_epi8('~' - '#')));
  }

  std::uint64_t ends, line_ends, odd;
};

// Where the cells of a row end, from its start on; behind them, where the row does.
struct CellEnds {
  bool are_usual;
  unsigned at[RowShape::most_cells + 1];

  Piece cell(const char* row, unsigned i) const {
    const unsigned start = i == 0 ? 0 : at[i - 1] + 1;
    return {row + start, at[i] - start};
  }
};

// `line_ends` is not 0.
template <typename Bits>
[[gnu::always_inline]] inline void find_cells(const char* row, Bits ends, Bits line_ends, Bits odd,
                                              unsigned cells, CellEnds& made) {
  const Bits end = line_ends & (0 - line_ends);
  const unsigned size = lowest_bit(end);
  odd &= end - 1;
  const bool has_return = odd != 0 && odd == end >> 1 && row[size - 1] == '\r';
  made.are_usual = odd == 0 || has_return;
  for (unsigned i = 0; i < cells - 1; ++i) {
    made.are_usual &= (ends & (end - 1)) != 0;
    if (!made.are_usual) return;
    made.at[i] = lowest_bit(ends);
    ends &= ends - 1;
  }
  made.are_usual &= (ends & end) != 0 && (ends & (end - 1)) == 0;
  made.at[cells - 1] = size - (has_return ? 1 : 0);
  made.at[cells] = size;
}

[[gnu::noinline]] void find_long_cells(const char* row, const CellMasks& masks,
                                       const RowShape& shape, CellEnds& made) {
  const CellMasks more(row + 64, shape.separator);
  made.are_usual = false;
  if (more.line_ends == 0) return;
  const auto both = [](std::uint64_t first, std::uint64_t second) {
    return TwoBlocks{second} << 64 | first;
  };
  find_cells<TwoBlocks>(row, both(masks.ends, more.ends), both(0, more.line_ends),
                        both(masks.odd, more.odd), shape.cells, made);
}

[[gnu::always_inline]] inline bool read_row(const char* row, const RowShape& shape,
                                            const CellEnds& ends, RankedLine& made) {
  const Piece docno = ends.cell(row, shape.docno), topic = ends.cell(row, shape.topic);
  const bool has_rank = shape.rank != RowShape::none, has_score = shape.score != RowShape::none;
  const Piece rank = has_rank ? ends.cell(row, shape.rank) : Piece{zero_text, 1};
  const Piece score = has_score ? ends.cell(row, shape.score) : Piece{zero_text, 1};
  made.docno = docno.text;
  made.docno_size = docno.size;
  return topic.size != 0 && docno.size != 0 && read_numbers(rank, score, made);
}

const char* read_rows(const char* row, const char* end, const RowShape& shape, RankedLine* lines,
                      std::size_t* count) {
  std::size_t read = 0;
  CellEnds ends;
  while (read < LineKernel::batch && row < end) {
    _mm_prefetch(row + ahead, _MM_HINT_T0);
    const CellMasks masks(row, shape.separator);
    if (masks.line_ends == 0) {
      find_long_cells(row, masks, shape, ends);
    } else {
      find_cells<std::uint64_t>(row, masks.ends, masks.line_ends, masks.odd, shape.cells, ends);
    }
    if (!ends.are_usual || !read_row(row, shape, ends, lines[read])) break;
    ++read;
    row += ends.at[shape.cells] + 1;
  }
  *count = read;
  return row;
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

const LineKernel avx2_line_kernel = {read_run, read_ranks, read_rows, read_qrels, pass};

}  // namespace subintent::internal
#endif
