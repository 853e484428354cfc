// SimHash: fingerprints of documents, of their terms or of dense vectors [Charikar 2002].
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "subintent/export.h"
#include "subintent/fingerprint.h"
#include "subintent/matrix_rows.h"
#include "subintent/output.h"
#include "subintent/progress.h"
#include "subintent/source.h"
#include "subintent/tokenize.h"

namespace SUBINTENT_PUBLIC subintent {

// The fingerprint of a document, from its terms in any order: bit i is set if the counts of the
// terms whose hash (XXH64, seed 0) has bit i set sum to more than those of the others. Nothing for
// a document without terms; those of count 0 are none.
std::optional<std::uint64_t> simhash(const std::vector<Term>& terms);

// The same in 64, 128 or 256 bits: words of 64 bits, of which word k takes seed k, so that the
// first is the fingerprint above. Throws Error for another number of bits.
std::optional<std::vector<std::uint64_t>> simhash(const std::vector<Term>& terms, int bits);

// The number itself, if fingerprints may have so many bits: 64, 128 or 256. Throws Error (argument
// "bits") for another one.
int fingerprint_bits(std::int64_t bits);

// The fingerprints of files of document vectors, by their weights, in little memory: `write` takes
// the lines of a file of fingerprints, in the order of the inputs. Returns how many documents have
// no terms, and so no line. Throws Error, with file and line, for what are not such vectors and for
// a document that comes twice.
std::uint64_t fingerprint_vectors(const std::vector<Source>& vectors, int bits,
                                  const TextWriter& write, const ProgressCallback& progress = {});

// The fingerprints of dense vectors, bits / 64 words of each: bit i of word k is set if the vector
// lies on the positive side of random hyperplane 64 k + i. Hyperplanes are the same in every call
// and on every machine. Two vectors at an angle t differ in bits * t / pi bits, on average. Throws
// Error for another number of bits than 64, 128 and 256, a number that is not finite, and a vector
// of zeros, which has no direction. Runs on the threads of the current TBB arena.
std::vector<std::uint64_t> simhash(const DenseRows<float>& vectors, int bits,
                                   const ProgressCallback& progress = {});
std::vector<std::uint64_t> simhash(const DenseRows<double>& vectors, int bits,
                                   const ProgressCallback& progress = {});

// Makes fingerprints of a file of dense vectors, as Similarity::read_dense() takes it: `write`
// takes the lines of a file of fingerprints, in the order of the vectors. Returns how many vectors
// are 0, and so have no line. Throws Error as read_dense() does.
std::uint64_t fingerprint_dense_vectors(const Source& npy, const Source& docnos, int bits,
                                        const TextWriter& write,
                                        const ProgressCallback& progress = {});

}  // namespace subintent
