#include "similarity/sparse_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

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
      !std::is_sorted(rows.indptr.begin(), rows.indptr.end())) {
    throw Error::argument("indptr", "indptr: does not ascend from 0 to the number of values");
  }
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
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (kept > 0 && terms[kept - 1].first == terms[i].first) {
      terms[kept - 1].second += terms[i].second;
    } else {
      terms[kept++] = terms[i];
    }
  }
  terms.resize(kept);
}

void append(SparseVectors& vectors, const Terms& terms, const std::string& docno) {
  double largest = 0, squared_length = 0;
  for (const auto& [term, weight] : terms) {
    if (!std::isfinite(weight)) {
      throw Error::argument("data", "data: one of " + printable(docno) + " is not a finite number");
    }
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

}  // namespace subintent::internal
