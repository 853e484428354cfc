#include "similarity/hyperplanes.h"

#include <cmath>

#include "core/base/parallel.h"
#include "core/base/philox.h"
#include "core/base/portable_math.h"
#include "core/base/progress.h"
#include "similarity/cosine.h"
#include "similarity/dense_vectors.h"
#include "similarity/simhash/simhash.h"

namespace subintent::internal {
namespace {

constexpr std::size_t word_bits = 64;
constexpr std::size_t vectors_at_once = 32;         // that stay in the cache with 64 hyperplanes
constexpr std::size_t numbers_at_once = 1UL << 20;  // of vectors that have been read

std::size_t round_up(std::size_t size, std::size_t unit) {
  return (size + unit - 1) / unit * unit;
}

// Two normally distributed numbers, number `pair` of a hyperplane.
std::array<double, 2> normal_pair(std::uint32_t plane, std::uint32_t pair) {
  const RandomSequence sequence{0, RandomPurpose::hyperplanes, plane, pair};
  for (std::uint32_t block = 0;; ++block) {
    const PhiloxCounter words = philox_block(sequence, block);
    const double u = (words[0] + 0.5) / 0x1p31 - 1, v = (words[1] + 0.5) / 0x1p31 - 1;
    const double s = u * u + v * v;
    if (s >= 1) continue;
    const double factor = std::sqrt(-2 * portable::log(s) / s);
    return {u * factor, v * factor};
  }
}

// The largest and the smallest of its numbers have products that a double holds.
double scale_of(std::span<const double> vector) {
  double largest = 0;
  for (const double value : vector) largest = std::max(largest, std::abs(value));
  return safe_scale(largest);
}

// Collects vectors, and writes the lines of their fingerprints when there are enough.
class FingerprintWriter {
 public:
  FingerprintWriter(std::size_t words, const std::function<void(std::string_view)>& write,
                    const ProgressCallback& progress)
      : words_(words), write_(write), meter_(progress, "fingerprints", "documents") {}

  void add(std::string_view docno, std::span<const double> vector) {
    if (!planes_) planes_.emplace(vector.size(), words_);
    meter_.advance();
    if (!has_direction(vector)) {
      ++without_direction_;
      return;
    }
    docnos_.emplace_back(docno);
    vectors_.insert(vectors_.end(), vector.begin(), vector.end());
    if (vectors_.size() >= numbers_at_once) write_lines();
  }

  // Returns how many vectors had no direction.
  std::uint64_t finish() {
    if (!docnos_.empty()) write_lines();
    return without_direction_;
  }

 private:
  void write_lines() {
    const auto fingerprints = planes_->fingerprints(vectors_);
    std::string text;
    for (std::size_t i = 0; i < docnos_.size(); ++i)
      text += fingerprint_line(docnos_[i], std::span(fingerprints).subspan(i * words_, words_));
    write_(text);
    docnos_.clear();
    vectors_.clear();
  }

  std::size_t words_;
  const std::function<void(std::string_view)>& write_;
  ProgressMeter meter_;
  std::optional<Hyperplanes> planes_;
  std::vector<std::string> docnos_;
  std::vector<double> vectors_;
  std::uint64_t without_direction_ = 0;
};

}  // namespace

Hyperplanes::Hyperplanes(std::size_t dimensions, std::size_t words)
    : dimensions_(dimensions),
      words_(words),
      row_size_(round_up(dimensions, dense_lanes)),
      planes_(word_bits * words * row_size_) {
  parallel_for(word_bits * words, [&](std::size_t plane) {
    const std::span row = std::span(planes_).subspan(plane * row_size_, dimensions_);
    for (std::size_t k = 0; k < dimensions_; k += 2) {
      const auto pair =
          normal_pair(static_cast<std::uint32_t>(plane), static_cast<std::uint32_t>(k / 2));
      row[k] = pair[0];
      if (k + 1 < dimensions_) row[k + 1] = pair[1];
    }
  });
}

std::vector<std::uint64_t> Hyperplanes::fingerprints(std::span<const double> vectors) const {
  const std::size_t count = vectors.size() / dimensions_;
  std::vector<std::uint64_t> made(count * words_);
  parallel_for((count + vectors_at_once - 1) / vectors_at_once, [&](std::size_t chunk) {
    const std::size_t first = chunk * vectors_at_once;
    const std::size_t size = std::min(vectors_at_once, count - first);
    fingerprint_some(vectors.subspan(first * dimensions_, size * dimensions_),
                     &made[first * words_]);
  });
  return made;
}

void Hyperplanes::fingerprint_some(std::span<const double> vectors, std::uint64_t* out) const {
  const std::size_t count = vectors.size() / dimensions_;
  std::vector<double> rows(round_up(count, dense_block) * row_size_);
  for (std::size_t i = 0; i < count; ++i) {
    const auto vector = vectors.subspan(i * dimensions_, dimensions_);
    const double scale = scale_of(vector);
    std::ranges::transform(vector, &rows[i * row_size_], [&](double x) { return x * scale; });
  }
  std::array<double, dense_block * word_bits> products;
  for (std::size_t word = 0; word < words_; ++word) {
    const double* const planes = &planes_[word * word_bits * row_size_];
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t in_block = i % dense_block;
      if (in_block == 0)
        multiply_rows(&rows[i * row_size_], planes, row_size_, word_bits, products.data());
      std::uint64_t bits = 0;
      for (std::size_t b = 0; b < word_bits; ++b)
        bits |= std::uint64_t{products[in_block * word_bits + b] > 0} << b;
      out[i * words_ + word] = bits;
    }
  }
}

bool has_direction(std::span<const double> vector) {
  return std::ranges::any_of(vector, [](double value) { return value != 0; });
}

std::uint64_t fingerprint_dense_vectors(const Source& npy, const Source& docnos, std::size_t words,
                                        const std::function<void(std::string_view)>& write,
                                        const ProgressCallback& progress) {
  FingerprintWriter writer(words, write, progress);
  read_dense_vectors(npy, docnos, {}, [&](std::string_view docno, std::span<const double> vector) {
    writer.add(docno, vector);
  });
  return writer.finish();
}

}  // namespace subintent::internal
