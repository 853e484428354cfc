#include "similarity/simhash/hamming.h"

#include "core/base/clones.h"

namespace subintent::internal {
namespace {

constexpr std::size_t at_once = 32;  // distances

// By additions alone, which the compiler does for several numbers at a time.
[[gnu::always_inline]] inline std::uint64_t bits_of(std::uint64_t v) {
  v -= (v >> 1) & 0x5555555555555555;
  v = (v & 0x3333333333333333) + ((v >> 2) & 0x3333333333333333);
  v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0f;
  v += v >> 8;
  v += v >> 16;
  v += v >> 32;
  return v & 0x7f;
}

template <std::size_t words>
[[gnu::always_inline]] inline int distance(const std::uint64_t* a, const std::uint64_t* b) {
  int bits = 0;
  for (std::size_t k = 0; k < words; ++k) bits += __builtin_popcountll(a[k] ^ b[k]);
  return bits;
}

// Most fingerprints are far: those of a block are compared with the limit together.
template <std::size_t words>
[[gnu::always_inline]] inline std::size_t near(const std::uint64_t* x,
                                               const std::uint64_t* fingerprints, std::size_t count,
                                               int limit, std::uint32_t* out) {
  const auto most = static_cast<std::uint64_t>(limit);
  std::size_t found = 0, i = 0;
  for (; i + at_once <= count; i += at_once) {
    std::uint64_t distances[at_once], least = UINT64_MAX;
    for (std::size_t k = 0; k < at_once; ++k) {
      distances[k] = 0;
      for (std::size_t w = 0; w < words; ++w) {
        distances[k] += bits_of(x[w] ^ fingerprints[(i + k) * words + w]);
      }
      least = distances[k] < least ? distances[k] : least;
    }
    if (least > most) continue;
    for (std::size_t k = 0; k < at_once; ++k) {
      if (distances[k] <= most) out[found++] = static_cast<std::uint32_t>(i + k);
    }
  }
  for (; i < count; ++i) {
    if (distance<words>(x, fingerprints + i * words) > limit) continue;
    out[found++] = static_cast<std::uint32_t>(i);
  }
  return found;
}

// Clusters that are too far apart mostly show it within a few pairs.
template <std::size_t words>
[[gnu::always_inline]] inline int farthest(std::span<const std::uint64_t> a,
                                           std::span<const std::uint64_t> b, int limit) {
  constexpr std::size_t few = 8 * words;
  int largest = 0;
  for (std::size_t j = 0; j < b.size(); j += few) {
    const std::size_t end = b.size() - j < few ? b.size() : j + few;
    for (std::size_t i = 0; i < a.size(); i += words) {
      for (std::size_t k = j; k < end; k += words) {
        const int next = distance<words>(&a[i], &b[k]);
        largest = next > largest ? next : largest;
      }
      if (largest > limit) return largest;
    }
  }
  return largest;
}

}  // namespace

SUBINTENT_CLONES std::size_t near_fingerprints(std::span<const std::uint64_t> x,
                                               const std::uint64_t* fingerprints, std::size_t count,
                                               int limit, std::uint32_t* out) {
  return x.size() == 1   ? near<1>(x.data(), fingerprints, count, limit, out)
         : x.size() == 2 ? near<2>(x.data(), fingerprints, count, limit, out)
                         : near<4>(x.data(), fingerprints, count, limit, out);
}

SUBINTENT_CLONES int farthest_pair(std::span<const std::uint64_t> a,
                                   std::span<const std::uint64_t> b, std::size_t words, int limit) {
  return words == 1   ? farthest<1>(a, b, limit)
         : words == 2 ? farthest<2>(a, b, limit)
                      : farthest<4>(a, b, limit);
}

SUBINTENT_CLONES void hamming_distances(std::span<const std::uint64_t> x,
                                        const std::uint64_t* fingerprints, std::size_t count,
                                        std::uint16_t* out) {
  const std::size_t words = x.size();
  for (std::size_t i = 0; i < count; ++i) {
    int bits = 0;
    for (std::size_t k = 0; k < words; ++k) {
      bits += __builtin_popcountll(x[k] ^ fingerprints[i * words + k]);
    }
    out[i] = static_cast<std::uint16_t>(bits);
  }
}

}  // namespace subintent::internal
