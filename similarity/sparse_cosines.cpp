#include "similarity/sparse_cosines.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "core/base/memory.h"
#include "similarity/cosine.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

void check(std::size_t documents, const SparseRows& rows) {
  if (rows.indptr.size() != documents + 1) {
    throw Error::argument("indptr", fmt::format("indptr: {} numbers for {} rows, not one more",
                                                rows.indptr.size(), documents));
  }
  if (rows.indices.size() != rows.data.size()) {
    throw Error::argument(
        "indices", fmt::format("indices: {} for {} values", rows.indices.size(), rows.data.size()));
  }
  if (rows.indptr.front() != 0 || rows.indptr.back() != rows.data.size() ||
      !std::is_sorted(rows.indptr.begin(), rows.indptr.end()))
    throw Error::argument("indptr", "indptr: does not ascend from 0 to the number of values");
  for (const std::uint64_t index : rows.indices) {
    if (index >= rows.columns) {
      throw Error::argument(
          "indices", fmt::format("indices: {} is not below the {} columns", index, rows.columns));
    }
  }
}

// The columns that have values, in ascending order: their places are the numbers of the terms.
std::vector<std::uint64_t> used_columns(const SparseRows& rows) {
  std::vector<std::uint64_t> columns = rows.indices;
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  if (columns.size() > UINT32_MAX) throw Error("more than 2^32 columns with values");
  return columns;
}

using Terms = std::vector<std::pair<std::uint32_t, double>>;

// In the order of their numbers, what is there twice added up in the order of the row.
void merge(Terms& terms) {
  std::stable_sort(terms.begin(), terms.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (kept > 0 && terms[kept - 1].first == terms[i].first)
      terms[kept - 1].second += terms[i].second;
    else
      terms[kept++] = terms[i];
  terms.resize(kept);
}

void append(SparseVectors& vectors, const Terms& terms, const std::string& docno) {
  double largest = 0, squared_length = 0;
  for (const auto& [term, weight] : terms) {
    if (!std::isfinite(weight))
      throw Error::argument("data", "data: one of " + printable(docno) + " is not a finite number");
    largest = std::max(largest, std::abs(weight));
  }
  const double scale = safe_scale(largest);
  for (const auto& [term, weight] : terms) {
    const double scaled = weight * scale;
    squared_length += scaled * scaled;
    vectors.terms.push_back(term);
    vectors.weights.push_back(scaled);
  }
  vectors.starts.push_back(vectors.terms.size());
  vectors.squared_lengths.push_back(squared_length);
}

}  // namespace

SparseVectors sparse_vectors(std::span<const std::string> docnos, const SparseRows& rows) {
  check(docnos.size(), rows);
  const std::vector<std::uint64_t> columns = used_columns(rows);
  SparseVectors vectors{{0}, {}, {}, {}, columns.size()};
  Terms terms;
  for (std::size_t i = 0; i < docnos.size(); ++i) {
    terms.clear();
    for (std::uint64_t k = rows.indptr[i]; k < rows.indptr[i + 1]; ++k) {
      const auto place = std::lower_bound(columns.begin(), columns.end(), rows.indices[k]);
      terms.push_back({static_cast<std::uint32_t>(place - columns.begin()), rows.data[k]});
    }
    merge(terms);
    append(vectors, terms, docnos[i]);
  }
  return vectors;
}

namespace {

// Documents of a tile: their sums stay in the fastest cache.
constexpr std::size_t tile_size = 2048;

// Rows of a piece of the matrix: threads share the work in pieces.
constexpr std::size_t block_size = 64;

// Lists are short and far apart: each is prefetched so many lists ahead.
constexpr std::size_t lists_ahead = 8;

// The documents as rows of unit length, and as inverted lists, cut into tiles of documents. Terms
// that only one document has are left out.
class InvertedLists {
 public:
  InvertedLists(const SparseVectors& vectors, std::span<const std::uint32_t> documents,
                std::uint32_t missing)
      : tiles_((documents.size() + tile_size - 1) / tile_size) {
    number_terms(vectors, documents, missing);
    make_rows(vectors, documents, missing);
    for (std::size_t tile = 0; tile < tiles_.size(); ++tile) make_lists(tile);
  }

  std::size_t size() const { return row_starts_.size() - 1; }

  // Adds the products of document i with the later ones of a tile to `sums`. They are added term by
  // term, so that each sum depends on nothing but its two documents.
  void add_products(std::size_t i, std::size_t tile, double* sums) const {
    const Lists& lists = tiles_[tile];
    const std::uint32_t* const starts = lists.starts.data();
    const Entry* const entries = lists.entries.data();
    const bool is_own = i / tile_size == tile;
    const std::size_t row_end = row_starts_[i + 1];
    for (std::size_t entry = row_starts_[i]; entry < row_end; ++entry) {
      const std::size_t soon = std::min(entry + lists_ahead, row_end - 1);
      const auto* const called = reinterpret_cast<const char*>(entries + starts[row_terms_[soon]]);
      __builtin_prefetch(called);
      __builtin_prefetch(called + 64);
      const double weight = row_weights_[entry];
      const Entry* other = entries + starts[row_terms_[entry]];
      const Entry* const end = entries + starts[row_terms_[entry] + 1];
      if (is_own) {
        other = std::upper_bound(other, end, i % tile_size, [](std::size_t place, const Entry& e) {
          return place < e.document;
        });
      }
      for (; other < end; ++other) sums[other->document] += weight * other->weight;
    }
  }

 private:
  static constexpr std::uint32_t unused = UINT32_MAX;

  // A document that has a term, by its place in the tile. Side by side in ten bytes, so that a list
  // lies in few lines of the caches.
  struct [[gnu::packed]] Entry {
    double weight;
    std::uint16_t document;
  };
  static_assert(sizeof(Entry) == 10 && tile_size <= std::size_t{1} << 16);

  // The documents of a tile, term after term.
  struct Lists {
    std::vector<std::uint32_t> starts;  // of each term, and the end of the last
    LargeArray<Entry> entries;
  };

  void number_terms(const SparseVectors& vectors, std::span<const std::uint32_t> documents,
                    std::uint32_t missing) {
    numbers_.resize(vectors.vocabulary);
    for (const std::uint32_t document : documents) {
      if (document == missing) continue;
      for (std::size_t k = vectors.begin(document); k < vectors.end(document); ++k)
        ++numbers_[vectors.terms[k]];
    }
    for (std::uint32_t& number : numbers_) number = number > 1 ? terms_++ : unused;
  }

  void make_rows(const SparseVectors& vectors, std::span<const std::uint32_t> documents,
                 std::uint32_t missing) {
    row_starts_.reserve(documents.size() + 1);
    row_starts_.push_back(0);
    for (const std::uint32_t document : documents) {
      if (document != missing) add_row(vectors, document);
      row_starts_.push_back(row_terms_.size());
    }
  }

  void add_row(const SparseVectors& vectors, std::uint32_t document) {
    const double length = std::sqrt(vectors.squared_lengths[document]);
    for (std::size_t k = vectors.begin(document); k < vectors.end(document); ++k) {
      const std::uint32_t number = numbers_[vectors.terms[k]];
      if (number == unused || length == 0) continue;
      row_terms_.push_back(number);
      row_weights_.push_back(vectors.weights[k] / length);
    }
  }

  void make_lists(std::size_t tile) {
    Lists& lists = tiles_[tile];
    const std::size_t first = tile * tile_size, last = std::min(first + tile_size, size());
    const std::size_t begin = row_starts_[first], end = row_starts_[last];
    lists.starts.resize(terms_ + 2);
    lists.entries = LargeArray<Entry>(end - begin);
    // Counted two places ahead, the starts become the ends while the lists are filled, which are
    // the next term's starts.
    for (std::size_t k = begin; k < end; ++k) ++lists.starts[row_terms_[k] + 2];
    std::partial_sum(lists.starts.begin(), lists.starts.end(), lists.starts.begin());
    for (std::size_t i = first; i < last; ++i) {
      for (std::size_t k = row_starts_[i]; k < row_starts_[i + 1]; ++k) {
        const std::uint32_t to = lists.starts[row_terms_[k] + 1]++;
        lists.entries.data()[to] = {row_weights_[k], static_cast<std::uint16_t>(i - first)};
      }
    }
  }

  std::vector<std::uint32_t> numbers_;  // of the terms here
  std::uint32_t terms_ = 0;
  std::vector<std::size_t> row_starts_;
  std::vector<std::uint32_t> row_terms_;
  std::vector<double> row_weights_;
  std::vector<Lists> tiles_;
};

}  // namespace

void fill_cosines(const SparseVectors& vectors, std::span<const std::uint32_t> documents,
                  std::uint32_t missing, double units, PairMatrix& out) {
  const InvertedLists lists(vectors, documents, missing);
  fill_pairs(out, block_size, tile_size, [&](std::size_t i, std::size_t begin, std::size_t end) {
    const std::size_t first = begin - begin % tile_size;  // of the tile
    std::array<double, tile_size> sums;
    std::fill(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(end - first), 0);
    lists.add_products(i, first / tile_size, sums.data());
    const auto row = out.row(i);
    for (std::size_t j = begin; j < end; ++j) row[j] = rounded_cosine(sums[j - first], units);
  });
}

double sum_of_cosines(const SparseVectors& vectors, std::span<const std::uint32_t> documents) {
  std::vector<double> sum(vectors.vocabulary);  // of the vectors of length 1
  std::size_t with_length = 0;
  for (const std::uint32_t document : documents) {
    const double squared_length = vectors.squared_lengths[document];
    if (squared_length == 0) continue;
    ++with_length;
    const double length = std::sqrt(squared_length);
    for (std::size_t k = vectors.begin(document); k < vectors.end(document); ++k)
      sum[vectors.terms[k]] += vectors.weights[k] / length;
  }
  double squared_length = 0;
  for (const double weight : sum) squared_length += weight * weight;
  return (squared_length - static_cast<double>(with_length)) / 2;
}

}  // namespace subintent::internal
