#include "hierarchy/cluster/dendrogram.h"

#include <limits>

#include "hierarchy/cluster/level_linker.h"
#include "hierarchy/cluster/matrix_linker.h"

namespace subintent::internal {
namespace {

std::vector<Merge> link_present(const DocumentSimilarity& similarity,
                                std::span<const std::uint32_t> documents, Linkage linkage) {
  if (linkage != Linkage::complete)
    return link(similarity.scaled_similarities(documents, cosine_units(linkage)), linkage);
  return link_fingerprints(similarity.fingerprints()->rows(documents));
}

// Fingerprints merge first; then the clusters that are left, which have a document without one on
// one side at least.
std::vector<Merge> link_with_missing(const DocumentSimilarity& similarity,
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
  std::vector<Merge> merges = link_present(similarity, present, linkage);
  for (Merge& merge : merges) {
    merge.a = names[merge.a];
    merge.b = names[merge.b];
  }
  constexpr double farthest = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 1; k < left.size(); ++k) merges.push_back({left[0], left[k], farthest, 0});
  return merges;
}

}  // namespace

double cosine_units(Linkage linkage) {
  return with_rule(linkage, [](auto rule) { return rule.cosine_units; });
}

std::vector<Merge> link(PairMatrix similarities, Linkage linkage) {
  return with_rule(linkage, [&]<typename Rule>(Rule) {
    return MatrixLinker<Rule>(std::move(similarities)).run();
  });
}

std::vector<Merge> link_fingerprints(const FingerprintRows& fingerprints) {
  return LevelLinker(fingerprints).run();
}

std::vector<Merge> tree_merges(std::span<const Merge> linked,
                               const std::function<double(double)>& similarity_of) {
  const std::size_t documents = linked.size() + 1;
  std::vector<std::uint32_t> node(documents), size(documents, 1);
  for (std::size_t i = 0; i < documents; ++i) node[i] = static_cast<std::uint32_t>(i);
  std::vector<Merge> merges;
  merges.reserve(linked.size());
  for (const Merge& merge : linked) {
    const auto [smaller, larger] = std::minmax(node[merge.a], node[merge.b]);
    size[merge.a] += size[merge.b];
    merges.push_back({smaller, larger, similarity_of(merge.similarity), size[merge.a]});
    node[merge.a] = static_cast<std::uint32_t>(documents + merges.size() - 1);
  }
  return merges;
}

std::vector<Merge> cluster(const DocumentSimilarity& similarity,
                           std::span<const std::uint32_t> documents, Linkage linkage) {
  const double units = cosine_units(linkage);
  const auto link_any = [&] {
    if (similarity.fingerprints()) return link_with_missing(similarity, documents, linkage);
    return link(similarity.scaled_similarities(documents, units), linkage);
  };
  return tree_merges(
      link_any(), [&](double scaled) { return similarity.similarity_from_scaled(scaled, units); });
}

}  // namespace subintent::internal
