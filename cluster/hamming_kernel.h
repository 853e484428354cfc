// Hamming distances of one fingerprint to many: the same function for each instruction set, chosen
// when the program runs. All of them give the same numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace subintent {

struct HammingKernel {
  const char* name;

  // Writes the positions of those of `count` fingerprints that are at most `limit` (0 to 64) away
  // from x to `out`, which has room for count + 16, in ascending order; returns how many.
  std::size_t (*select)(std::uint64_t x, const std::uint64_t* fingerprints, std::size_t count,
                        int limit, std::uint32_t* out);

  // The largest distance between one of the fingerprints a and one of b, or any number above
  // `limit` if it is above that; 0 if there are no pairs.
  int (*farthest)(const std::uint64_t* a, std::size_t count_a, const std::uint64_t* b,
                  std::size_t count_b, int limit);
};

// The kernels that this processor can run, from the slowest to the fastest; "portable" is first.
std::vector<HammingKernel> supported_hamming_kernels();

// The fastest of them; the one that the environment variable SUBINTENT_KERNEL names if it is set
// and not empty. Throws Error (wrong usage), with the names that there are, if it names none.
const HammingKernel& hamming_kernel();

// The kernel of a name, as above; for an empty name the fastest.
HammingKernel find_hamming_kernel(std::string_view name);

}  // namespace subintent
