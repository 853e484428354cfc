#include "support/text_file.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <utility>

#include "support/input_file.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace subintent {
namespace {

// Bit i is set where byte i of a block of 64 is a blank or a line end, or a line end.
struct BlockMasks {
  std::uint64_t blanks = 0, line_ends = 0;
};

#ifdef __SSE2__
BlockMasks masks_of(const char* block) {
  BlockMasks masks;
  for (int part = 0; part < 4; ++part) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 16 * part));
    // Tab, line feed, vertical tab, form feed and carriage return are 9 to 13.
    const __m128i from_tab = _mm_sub_epi8(bytes, _mm_set1_epi8('\t'));
    const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(from_tab, _mm_set1_epi8(4)), from_tab);
    const __m128i blanks = _mm_or_si128(controls, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(' ')));
    const __m128i ends = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'));
    const auto bits = [&](__m128i mask) {
      return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(mask)))
             << (16 * part);
    };
    masks.blanks |= bits(blanks);
    masks.line_ends |= bits(ends);
  }
  return masks;
}
#else
BlockMasks masks_of(const char* block) {
  BlockMasks masks;
  for (unsigned i = 0; i < 64; ++i) {
    const char c = block[i];
    masks.blanks |= std::uint64_t{c == ' ' || (c >= '\t' && c <= '\r')} << i;
    masks.line_ends |= std::uint64_t{c == '\n'} << i;
  }
  return masks;
}
#endif

}  // namespace

// Uninitialised. Large ones lie in pages of 2 MiB where the system has them: a page that is touched
// for the first time costs more than reading its bytes.
TextFile::Bytes TextFile::allocate(std::size_t size) {
  constexpr std::size_t large_page = std::size_t{1} << 21;
  const bool large = size >= 2 * large_page;
  if (large) size = (size + large_page - 1) / large_page * large_page;
  Bytes bytes(static_cast<char*>(large ? std::aligned_alloc(large_page, size) : std::malloc(size)));
  if (bytes == nullptr) throw std::bad_alloc();
  if (large) madvise(bytes.get(), size, MADV_HUGEPAGE);  // a wish: nothing depends on the answer
  return bytes;
}

TextFile::TextFile(const std::string& path) : name_(display_name(path)) {
  ByteStream stream(path);
  // A plain file fits exactly and is read at once; compressed ones and pipes make the buffer grow.
  std::size_t capacity = std::max<std::size_t>(stream.size() + 1, 1 << 16);
  std::size_t size = 0;
  bytes_ = allocate(capacity + padding + 1);
  while (true) {
    size += stream.read(bytes_.get() + size, capacity - size);
    if (size < capacity) break;
    capacity *= 2;
    Bytes larger = allocate(capacity + padding + 1);
    std::memcpy(larger.get(), bytes_.get(), size);
    bytes_ = std::move(larger);
  }
  std::memset(bytes_.get() + size, '\n', padding + 1);
  text_ = {bytes_.get(), size};
  if (text_.starts_with("\xff\xfe") || text_.starts_with("\xfe\xff")) {
    throw Error({name_, 1}, "is UTF-16 text", "convert the file with iconv -f UTF-16 -t UTF-8");
  }
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text_.starts_with(byte_order_mark)) text_.remove_prefix(byte_order_mark.size());
}

Location TextFile::location(const char* place) const {
  const auto lines = std::count(text_.data(), place, '\n');
  return {name_, static_cast<std::size_t>(lines) + 1};
}

LineColumns split_line(const char* line) {
  LineColumns columns;
  std::size_t bounds = 0;
  std::uint64_t before = 1;  // is the byte before the block a blank?
  while (true) {
    const BlockMasks masks = masks_of(line);
    // A column begins or ends wherever a byte and the one before it differ.
    std::uint64_t changes = masks.blanks ^ (masks.blanks << 1 | before);
    // Nothing after the first line end counts: x ^ (x - 1) are the bits up to the lowest one.
    if (masks.line_ends != 0) changes &= masks.line_ends ^ (masks.line_ends - 1);
    for (; changes != 0; changes &= changes - 1, ++bounds) {
      if (bounds < 2 * LineColumns::limit)
        columns.bounds[bounds] = line + std::countr_zero(changes);
    }
    if (masks.line_ends != 0) {
      columns.end = line + std::countr_zero(masks.line_ends);
      columns.count = bounds / 2;
      return columns;
    }
    before = masks.blanks >> 63;
    line += 64;
  }
}

}  // namespace subintent
