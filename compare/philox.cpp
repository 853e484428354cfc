#include "compare/philox.h"

#include <algorithm>
#include <cstring>

#include "compare/instruction_sets.h"

#ifdef SUBINTENT_HAS_INSTRUCTION_SETS
#include <immintrin.h>
#endif

namespace subintent {
namespace {

constexpr std::uint32_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
constexpr int rounds = 10;
constexpr std::uint32_t blocks_at_once = 32;

PhiloxCounter counter_of(const RandomSequence& sequence, std::uint32_t block) {
  return {block, sequence.row, sequence.trial, static_cast<std::uint32_t>(sequence.purpose)};
}

PhiloxKey key_of(const RandomSequence& sequence) {
  return {static_cast<std::uint32_t>(sequence.seed),
          static_cast<std::uint32_t>(sequence.seed >> 32)};
}

#ifdef SUBINTENT_HAS_INSTRUCTION_SETS
#define SUBINTENT_DEFAULT_INSTRUCTION_SET __attribute__((target("default")))
#else
#define SUBINTENT_DEFAULT_INSTRUCTION_SET
#endif

// Writes blocks_at_once blocks, four words each, from first_block on; as places below limit - k if
// there is a limit, where words for k beyond it mean nothing. One function an instruction set; the
// best is taken.
SUBINTENT_DEFAULT_INSTRUCTION_SET
void many_blocks(const RandomSequence& sequence, std::uint32_t first_block, std::uint32_t limit,
                 std::uint32_t* words) {
  for (std::uint32_t i = 0; i < blocks_at_once; ++i) {
    const PhiloxCounter block = philox(counter_of(sequence, first_block + i), key_of(sequence));
    std::copy(block.begin(), block.end(), words + 4 * i);
  }
  if (limit == 0) return;
  for (std::uint32_t i = 0; i < 4 * blocks_at_once; ++i) {
    const std::uint32_t left = limit - 4 * first_block - i;
    words[i] = static_cast<std::uint32_t>((std::uint64_t{words[i]} * left) >> 32);
  }
}

#ifdef SUBINTENT_HAS_INSTRUCTION_SETS

// Here each word has 64 bits of its own, whose upper half means nothing: the multiplication takes
// the lower halves and gives both halves of the product. Groups of blocks are worked on together to
// keep the multiplier busy.

using FourWords = std::uint64_t __attribute__((vector_size(32)));
using EightWords = std::uint64_t __attribute__((vector_size(64)));

__attribute__((target("avx2"))) void many_blocks(const RandomSequence& sequence,
                                                 std::uint32_t first_block, std::uint32_t limit,
                                                 std::uint32_t* words) {
  constexpr std::uint32_t size = 4, groups = 2;  // of four blocks
  for (std::uint32_t done = 0; done < blocks_at_once; done += size * groups) {
    FourWords x0[groups], x1[groups], x2[groups], x3[groups];
    for (std::uint32_t g = 0; g < groups; ++g) {
      x0[g] = FourWords{0, 1, 2, 3} + (first_block + done + size * g);
      x1[g] = FourWords{} + sequence.row;
      x2[g] = FourWords{} + sequence.trial;
      x3[g] = FourWords{} + static_cast<std::uint32_t>(sequence.purpose);
    }
    PhiloxKey key = key_of(sequence);
    for (int round = 0; round < rounds; ++round) {
      for (std::uint32_t g = 0; g < groups; ++g) {
        const auto product0 =
            (FourWords)_mm256_mul_epu32((__m256i)x0[g], (__m256i)(FourWords{} + multiplier0));
        const auto product1 =
            (FourWords)_mm256_mul_epu32((__m256i)x2[g], (__m256i)(FourWords{} + multiplier1));
        x0[g] = (product1 >> 32) ^ x1[g] ^ key[0];
        x2[g] = (product0 >> 32) ^ x3[g] ^ key[1];
        x1[g] = product1;
        x3[g] = product0;
      }
      key[0] += weyl0;
      key[1] += weyl1;
    }
    for (std::uint32_t g = 0; g < groups && limit > 0; ++g) {
      const FourWords left = limit - 4 * (FourWords{0, 1, 2, 3} + (first_block + done + size * g));
      x0[g] = (FourWords)_mm256_mul_epu32((__m256i)x0[g], (__m256i)left) >> 32;
      x1[g] = (FourWords)_mm256_mul_epu32((__m256i)x1[g], (__m256i)(left - 1)) >> 32;
      x2[g] = (FourWords)_mm256_mul_epu32((__m256i)x2[g], (__m256i)(left - 2)) >> 32;
      x3[g] = (FourWords)_mm256_mul_epu32((__m256i)x3[g], (__m256i)(left - 3)) >> 32;
    }
    for (std::uint32_t g = 0; g < groups; ++g) {
      const auto front = (__m256i)((x0[g] & 0xFFFFFFFF) | (x1[g] << 32));
      const auto back = (__m256i)((x2[g] & 0xFFFFFFFF) | (x3[g] << 32));
      const __m256i even = _mm256_unpacklo_epi64(front, back);  // blocks 0 and 2
      const __m256i odd = _mm256_unpackhi_epi64(front, back);   // blocks 1 and 3
      auto* const out = reinterpret_cast<__m256i*>(words + 4 * (done + size * g));
      _mm256_storeu_si256(out, _mm256_permute2x128_si256(even, odd, 0x20));
      _mm256_storeu_si256(out + 1, _mm256_permute2x128_si256(even, odd, 0x31));
    }
  }
}

// Upper halves in the place of lower ones: a shuffle, because the multiplier is also the only unit
// that shifts.
__attribute__((target("avx512f"))) inline EightWords upper_halves(EightWords x) {
  return (EightWords)_mm512_maskz_shuffle_epi32(0xFFFF, (__m512i)x, _MM_PERM_DDBB);
}

__attribute__((target("avx512f"))) void many_blocks(const RandomSequence& sequence,
                                                    std::uint32_t first_block, std::uint32_t limit,
                                                    std::uint32_t* words) {
  constexpr std::uint32_t size = 8, groups = 4;  // of eight blocks
  EightWords x0[groups], x1[groups], x2[groups], x3[groups];
  for (std::uint32_t g = 0; g < groups; ++g) {
    x0[g] = EightWords{0, 1, 2, 3, 4, 5, 6, 7} + (first_block + size * g);
    x1[g] = EightWords{} + sequence.row;
    x2[g] = EightWords{} + sequence.trial;
    x3[g] = EightWords{} + static_cast<std::uint32_t>(sequence.purpose);
  }
  PhiloxKey key = key_of(sequence);
  for (int round = 0; round < rounds; ++round) {
    for (std::uint32_t g = 0; g < groups; ++g) {
      // With a full mask, because GCC 12 warns of its own header's function without one.
      const auto product0 = (EightWords)_mm512_maskz_mul_epu32(
          0xFF, (__m512i)x0[g], (__m512i)(EightWords{} + multiplier0));
      const auto product1 = (EightWords)_mm512_maskz_mul_epu32(
          0xFF, (__m512i)x2[g], (__m512i)(EightWords{} + multiplier1));
      x0[g] = upper_halves(product1) ^ x1[g] ^ key[0];
      x2[g] = upper_halves(product0) ^ x3[g] ^ key[1];
      x1[g] = product1;
      x3[g] = product0;
    }
    key[0] += weyl0;
    key[1] += weyl1;
  }
  for (std::uint32_t g = 0; g < groups && limit > 0; ++g) {
    const EightWords left =
        limit - 4 * (EightWords{0, 1, 2, 3, 4, 5, 6, 7} + (first_block + size * g));
    x0[g] = (EightWords)_mm512_maskz_mul_epu32(0xFF, (__m512i)x0[g], (__m512i)left) >> 32;
    x1[g] = (EightWords)_mm512_maskz_mul_epu32(0xFF, (__m512i)x1[g], (__m512i)(left - 1)) >> 32;
    x2[g] = (EightWords)_mm512_maskz_mul_epu32(0xFF, (__m512i)x2[g], (__m512i)(left - 2)) >> 32;
    x3[g] = (EightWords)_mm512_maskz_mul_epu32(0xFF, (__m512i)x3[g], (__m512i)(left - 3)) >> 32;
  }
  for (std::uint32_t g = 0; g < groups; ++g) {
    const EightWords front = (x0[g] & 0xFFFFFFFF) | (x1[g] << 32);
    const EightWords back = (x2[g] & 0xFFFFFFFF) | (x3[g] << 32);
    const EightWords first = __builtin_shuffle(front, back, EightWords{0, 8, 1, 9, 2, 10, 3, 11});
    const EightWords second =
        __builtin_shuffle(front, back, EightWords{4, 12, 5, 13, 6, 14, 7, 15});
    std::memcpy(words + 4 * size * g, &first, sizeof first);
    std::memcpy(words + 4 * size * g + 16, &second, sizeof second);
  }
}

#endif

}  // namespace

PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t product0 = std::uint64_t{multiplier0} * counter[0];
    const std::uint64_t product1 = std::uint64_t{multiplier1} * counter[2];
    counter = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(product1),
               static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(product0)};
    key[0] += weyl0;
    key[1] += weyl1;
  }
  return counter;
}

void random_words(const RandomSequence& sequence, std::span<std::uint32_t> words) {
  random_places(sequence, 0, 0, words);
}

void random_places(const RandomSequence& sequence, std::uint32_t first, std::uint32_t limit,
                   std::span<std::uint32_t> places) {
  constexpr std::size_t step = std::size_t{4} * blocks_at_once;
  const auto block_at = [&](std::size_t done) {
    return first / 4 + static_cast<std::uint32_t>(done / 4);
  };
  std::size_t done = 0;
  for (; done + step <= places.size(); done += step) {
    many_blocks(sequence, block_at(done), limit, places.data() + done);
  }
  if (done == places.size()) return;
  std::uint32_t rest[step];
  many_blocks(sequence, block_at(done), limit, rest);
  std::copy_n(rest, places.size() - done, places.begin() + static_cast<std::ptrdiff_t>(done));
}

}  // namespace subintent
