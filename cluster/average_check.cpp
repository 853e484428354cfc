#include "cluster/average_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "base/parallel.h"
#include "similarity/dense_kernel.h"

namespace subintent::internal {
namespace {

constexpr double tolerance = 1e-9 + 1e-12;  // of a cosine's nine decimals, and of sums

constexpr std::size_t lanes = DenseKernel::lanes, block = DenseKernel::block;

// Merges that are checked in one pass over the clusters, and clusters that one call looks at.
constexpr std::size_t batch = 64, tile = 64;

class AverageCheck {
 public:
  AverageCheck(const DenseMatrix& rows, std::span<const std::uint32_t> documents,
               std::uint32_t missing, std::span<const Merge> merges)
      : merges_(merges),
        size_((rows.dimensions() + lanes - 1) / lanes * lanes),
        sums_((documents.size() + batch + tile) * size_),
        nodes_(documents.size() + merges.size(), {1, merges.size()}),
        clusters_(documents.size()),
        documents_(documents.size()) {
    for (std::size_t i = 0; i < documents.size(); ++i) {
      if (documents[i] != missing) std::ranges::copy(rows.unit_row(documents[i]), sum(i));
      clusters_[i] = static_cast<std::uint32_t>(i);
    }
    for (std::size_t k = 0; k < merges.size(); ++k) {
      for (const std::uint32_t part : {merges[k].a, merges[k].b}) nodes_[part].merged_by = k;
      nodes_[documents_ + k].size = nodes_[merges[k].a].size + nodes_[merges[k].b].size;
    }
  }

  std::optional<std::string> find_defect() {
    for (std::size_t first = 0; first < merges_.size(); first += batch) {
      if (auto defect = check_batch(first, std::min(first + batch, merges_.size()))) return defect;
    }
    return std::nullopt;
  }

 private:
  struct Node {
    double size = 1;
    std::size_t merged_by = 0;  // a merge, or their number for the root
  };

  // A merge, and a cluster that is nearer to one of its nodes than the other.
  struct Defect {
    std::size_t merge = SIZE_MAX;
    std::uint32_t node = 0, other = 0;
    double mean = 0;
  };

  double* sum(std::size_t cluster) { return sums_.data() + cluster * size_; }

  // Is the node a cluster when a merge is made, and stays one after it?
  bool is_there(std::uint32_t node, std::size_t merge) const {
    return node < documents_ + merge && nodes_[node].merged_by > merge;
  }

  std::optional<std::string> check_batch(std::size_t first, std::size_t last) {
    std::vector<double> parts(2 * batch * size_);  // the sums of the nodes that are merged
    std::vector<double> means;
    for (std::size_t k = first; k < last; ++k) {
      const Merge& merge = merges_[k];
      double* const a = &parts[2 * (k - first) * size_];
      std::copy_n(sum(place_of(merge.a)), size_, a);
      std::copy_n(sum(place_of(merge.b)), size_, a + size_);
      clusters_.push_back(static_cast<std::uint32_t>(documents_ + k));
      std::transform(a, a + size_, a + size_, sum(clusters_.size() - 1), std::plus<>());
      means.push_back(std::inner_product(a, a + size_, a + size_, 0.0) /
                      (nodes_[merge.a].size * nodes_[merge.b].size));
      if (std::abs(means.back() - merge.similarity) > tolerance) {
        return fmt::format("merge {} has similarity {}, but the mean of nodes {} and {} is {}", k,
                           merge.similarity, merge.a, merge.b, means.back());
      }
    }
    const Defect defect = nearer_cluster(parts, means, first);
    if (defect.merge != SIZE_MAX) return text_of(defect, means[defect.merge - first]);
    leave_out_merged(last);
    return std::nullopt;
  }

  // The first defect, in the order of merges and clusters.
  Defect nearer_cluster(const std::vector<double>& parts, const std::vector<double>& means,
                        std::size_t first) const {
    std::vector<Defect> found((clusters_.size() + tile - 1) / tile);
    parallel_for(found.size(),
                 [&](std::size_t k) { found[k] = nearer_in_tile(parts, means, first, k * tile); });
    return *std::ranges::min_element(found, {}, &Defect::merge);
  }

  Defect nearer_in_tile(const std::vector<double>& parts, const std::vector<double>& means,
                        std::size_t first, std::size_t column) const {
    const DenseKernel& kernel = dense_kernel();
    std::array<double, block * tile> products;
    for (std::size_t row = 0; row < 2 * means.size(); row += block) {
      kernel.multiply(&parts[row * size_], sums_.data() + column * size_, size_, tile,
                      products.data());
      for (std::size_t i = row; i < std::min(row + block, 2 * means.size()); ++i) {
        const std::size_t k = first + i / 2;
        const std::uint32_t node = i % 2 == 0 ? merges_[k].a : merges_[k].b;
        for (std::size_t j = column; j < std::min(column + tile, clusters_.size()); ++j) {
          const std::uint32_t other = clusters_[j];
          const double mean =
              products[(i - row) * tile + j - column] / (nodes_[node].size * nodes_[other].size);
          if (mean > means[i / 2] + tolerance && is_there(other, k)) return {k, node, other, mean};
        }
      }
    }
    return {};
  }

  std::string text_of(const Defect& defect, double mean) const {
    return fmt::format(
        "merge {} joins nodes {} and {}, whose similarity is {}, but that of nodes {} and {} is {}",
        defect.merge, merges_[defect.merge].a, merges_[defect.merge].b, mean, defect.node,
        defect.other, defect.mean);
  }

  std::size_t place_of(std::uint32_t node) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(clusters_, node) - clusters_.begin());
  }

  // Moves those clusters together that there are after a number of merges.
  void leave_out_merged(std::size_t merges) {
    std::size_t left = 0;
    for (std::size_t i = 0; i < clusters_.size(); ++i) {
      if (nodes_[clusters_[i]].merged_by < merges) continue;
      if (left < i) std::copy_n(sum(i), size_, sum(left));
      clusters_[left++] = clusters_[i];
    }
    clusters_.resize(left);
  }

  std::span<const Merge> merges_;
  std::size_t size_;          // of a row, filled up with zeros to whole lanes
  std::vector<double> sums_;  // of the clusters, and room for those of a batch
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> clusters_;  // nodes, ascending
  std::size_t documents_;
};

}  // namespace

std::optional<std::string> defect_of_average_linkage(const DenseMatrix& rows,
                                                     std::span<const std::uint32_t> documents,
                                                     std::uint32_t missing,
                                                     std::span<const Merge> merges) {
  return AverageCheck(rows, documents, missing, merges).find_defect();
}

}  // namespace subintent::internal
