// Fingerprints of dense vectors.
#pragma once

#include "subintent/basics.h"

namespace subintent::internal {

// Random hyperplanes through the origin, one for each bit of a fingerprint [Charikar 2002, section
// 3]: two vectors at an angle t lie on different sides of one of them with probability t / pi.
//
// Hyperplane b has normally distributed coefficients, two at a time by Marsaglia's polar method:
// coefficients 2p and 2p + 1 are u f and v f, f = sqrt(-2 ln(s) / s), s = u^2 + v^2, of the first
// block k = 0, 1, ... of random words (core/base/philox.h: purpose hyperplanes, seed 0, trial b,
// row p) with s < 1, where u = (word 0 + 1/2) / 2^31 - 1, and v is made of word 1 in the same way.
// So a coefficient depends neither on the number of hyperplanes nor on that of dimensions.
class Hyperplanes {
 public:
  // For fingerprints of `words` times 64 bits. Takes 512 bytes for each word and dimension.
  Hyperplanes(std::size_t dimensions, std::size_t words);

  // The fingerprints of vectors of finite numbers that lie one after the other, `words` each: bit
  // b mod 64 of word b / 64 is set if the product of vector and hyperplane b is greater than 0.
  // Runs on the threads of the current TBB arena.
  std::vector<std::uint64_t> fingerprints(std::span<const double> vectors) const;

 private:
  void fingerprint_some(std::span<const double> vectors, std::uint64_t* out) const;

  std::size_t dimensions_, words_, row_size_;
  std::vector<double> planes_;  // row_size_ each, as multiply_rows() takes them
};

// A vector of zeros lies on no side of any hyperplane.
bool has_direction(std::span<const double> vector);

// Reads vectors as read_dense_vectors() does and writes their fingerprints of `words` times 64 bits
// with `write`, as lines in the order of the input, in memory independent of their number but for
// the docnos. Returns how many vectors are 0, and so have no line.
std::uint64_t fingerprint_dense_vectors(const Source& npy, const Source& docnos, std::size_t words,
                                        const std::function<void(std::string_view)>& write,
                                        const ProgressCallback& progress = {});

}  // namespace subintent::internal
