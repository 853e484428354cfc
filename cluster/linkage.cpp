#include "cluster/linkage.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "cluster/level_linker.h"
#include "cluster/matrix_linker.h"

namespace subintent {
namespace {

std::vector<Join> link_present(const DocumentSimilarity& similarity,
                               std::span<const std::uint32_t> documents, Linkage linkage) {
  if (linkage != Linkage::complete)
    return link(similarity.closeness(documents, cosine_units(linkage)), linkage);
  std::vector<std::uint64_t> fingerprints;
  fingerprints.reserve(documents.size());
  for (const std::uint32_t i : documents) fingerprints.push_back((*similarity.fingerprints())[i]);
  return link_fingerprints(fingerprints, hamming_kernel());
}

// Fingerprints merge first; then the clusters that are left, which have a document without one on
// one side at least.
std::vector<Join> link_with_missing(const DocumentSimilarity& similarity,
                                    std::span<const std::uint32_t> documents, Linkage linkage) {
  std::vector<std::uint32_t> present, names, left;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto name = static_cast<std::uint32_t>(i);
    const bool is_missing = documents[i] == DocumentSimilarity::missing;
    if (is_missing || names.empty()) left.push_back(name);
    if (is_missing) continue;
    names.push_back(name);
    present.push_back(documents[i]);
  }
  std::vector<Join> joins = link_present(similarity, present, linkage);
  for (Join& join : joins) join = {names[join.a], names[join.b], join.closeness};
  constexpr double farthest = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 1; k < left.size(); ++k) joins.push_back({left[0], left[k], farthest});
  return joins;
}

}  // namespace

double cosine_units(Linkage linkage) {
  return linkage == Linkage::average ? 1e9 : 1e12;
}

std::vector<Join> link(PairMatrix closeness, Linkage linkage) {
  switch (linkage) {
    case Linkage::single:
      return MatrixLinker<SingleLinkage>(std::move(closeness)).run();
    case Linkage::average:
      return MatrixLinker<AverageLinkage>(std::move(closeness)).run();
    default:
      return MatrixLinker<CompleteLinkage>(std::move(closeness)).run();
  }
}

std::vector<Join> link_fingerprints(std::span<const std::uint64_t> fingerprints,
                                    const HammingKernel& kernel) {
  return LevelLinker(fingerprints, kernel).run();
}

std::vector<Merge> merges_of(std::span<const Join> joins,
                             const std::function<double(double)>& similarity_of) {
  const std::size_t documents = joins.size() + 1;
  std::vector<std::uint32_t> node(documents), size(documents, 1);
  for (std::size_t i = 0; i < documents; ++i) node[i] = static_cast<std::uint32_t>(i);
  std::vector<Merge> merges;
  merges.reserve(joins.size());
  for (const Join& join : joins) {
    const auto [smaller, larger] = std::minmax(node[join.a], node[join.b]);
    size[join.a] += size[join.b];
    merges.push_back({smaller, larger, similarity_of(join.closeness), size[join.a]});
    node[join.a] = static_cast<std::uint32_t>(documents + merges.size() - 1);
  }
  return merges;
}

std::vector<Merge> cluster(const DocumentSimilarity& similarity,
                           std::span<const std::uint32_t> documents, Linkage linkage) {
  const std::vector<Join> joins =
      similarity.fingerprints()
          ? link_with_missing(similarity, documents, linkage)
          : link(similarity.closeness(documents, cosine_units(linkage)), linkage);
  return merges_of(joins, [&](double closeness) {
    return similarity.similarity_of_closeness(closeness, cosine_units(linkage));
  });
}

}  // namespace subintent
