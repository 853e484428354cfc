// Average linkage of unit vectors by the sums of clusters, without a matrix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cluster/linkage.h"
#include "similarity/dense_matrix.h"
#include "similarity/product_search.h"

namespace subintent::internal {

// Documents are vectors of length 1 whose numbers are whole multiples of 2^-unit_bits. The mean
// similarity of two clusters is the scalar product of their sums divided by both sizes, so it takes
// time linear in the dimensions whatever the sizes, and is exact: means are compared as fractions.
//
// Two clusters each of which is the other's nearest may merge before any others, since no merge
// brings clusters closer (Bruynooghe 1977): the tree is that of merging the nearest pair of all
// first. That holds with ties too. Let the pairs be ordered by similarity, then names; a merged
// cluster that is as near to a third as one of its parts was then has the place that a part had.
//
// So each round merges all such pairs at once, and then asks for the nearest of the clusters that
// are new or that others want to merge with. Each remembers some of its nearest, and how similar
// the rest is at most; a merged cluster has those of its parts. Only where that does not tell which
// is the nearest, all clusters are searched, many rows in one pass, by products of floats whose
// error is bounded.
class SumLinker {
 public:
  // More would overflow the comparison of means.
  static constexpr std::size_t max_documents = 2'000'000;

  // Rows of the matrix; a document that is `missing`, or has no length, has similarity 0 to all.
  SumLinker(const DenseMatrix& rows, std::span<const std::uint32_t> documents,
            std::uint32_t missing);

  // The merges, with mean similarities rounded to whole numbers of 1 / cosine_units().
  std::vector<Merge> run();

 private:
  __extension__ using Wide = __int128;
  static constexpr int unit_bits = 34;
  static constexpr std::uint32_t unknown = UINT32_MAX;

  // A near cluster as it was when it had so many documents, and the product of the sums.
  struct Neighbour {
    std::uint32_t cluster = 0, size = 0;
    Wide product = 0;
  };

  struct Joined {
    std::uint32_t a = 0, b = 0;
    Wide product = 0;
    std::uint64_t pairs = 0;
  };

  // A cluster, which is named by its smallest document.
  struct Cluster {
    std::uint32_t size = 1;
    std::uint32_t into = 0;           // itself, or what it was merged into
    std::uint32_t nearest = unknown;  // one of near
    double rest = 0;                  // no cluster outside near is more similar
    std::vector<Neighbour> near;
  };

  std::int64_t* sum(std::size_t cluster) { return sums_.data() + cluster * dimensions_; }
  const std::int64_t* sum(std::size_t cluster) const {
    return sums_.data() + cluster * dimensions_;
  }
  Wide product(std::size_t a, std::size_t b) const;
  double mean(std::uint32_t cluster, const Neighbour& near) const;
  bool is_nearer(std::uint32_t cluster, const Neighbour& x, const Neighbour& y) const;
  std::uint32_t name_of(std::uint32_t document) const;

  void fill_columns();
  void write_row(std::size_t cluster, float* row) const;
  void set_column(std::uint32_t cluster);
  ProductSearch::Rows rows_of(std::span<const std::uint32_t> clusters) const;

  void merge_equal();
  std::vector<std::uint32_t> wanted(std::span<const std::uint32_t> merged);
  void ask(std::span<const std::uint32_t> clusters);
  void refresh(std::uint32_t cluster);
  void choose_nearest(std::uint32_t cluster);
  void keep_nearest(std::uint32_t cluster);
  void search(std::span<const std::uint32_t> clusters);
  void search_ties(std::span<const std::uint32_t> clusters);
  void add(std::uint32_t cluster, const std::vector<ProductSearch::Candidate>& candidates);
  std::vector<std::uint32_t> merge_pairs();
  void merge(Joined& pair);
  std::vector<Merge> in_order();

  std::size_t dimensions_;
  std::vector<std::int64_t> sums_;  // of each cluster, in units
  std::vector<Cluster> clusters_;
  std::vector<std::uint32_t> active_;   // names, ascending
  std::vector<Merge> equal_;            // merges of equal vectors
  std::vector<Joined> joined_;          // the others
  ProductSearch search_;                // of the means of the clusters' vectors
  std::vector<std::uint32_t> names_;    // of its columns
  std::vector<std::uint32_t> columns_;  // of names
};

}  // namespace subintent::internal
