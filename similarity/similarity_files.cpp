#include "similarity/similarity_files.h"

#include "similarity/coverage.h"

namespace subintent {

std::vector<std::string> SimilarityFiles::paths() const {
  std::vector<std::string> all = vectors;
  for (const auto& path : {fingerprints, dense, docnos}) {
    if (path) all.push_back(*path);
  }
  return all;
}

namespace internal {
namespace {

DocumentSimilarity read_wanted(const SimilarityFiles& files,
                               const DocumentSimilarity::Wanted& wanted) {
  return files.fingerprints
             ? DocumentSimilarity::from_fingerprints(*files.fingerprints, files.kind, wanted)
         : files.dense
             ? DocumentSimilarity::from_dense(*files.dense, files.docnos.value_or(""), wanted)
             : DocumentSimilarity::from_vectors(sources(files.vectors), wanted);
}

}  // namespace

DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const std::unordered_set<std::string_view>& documents) {
  return read_wanted(files, [&](std::string_view docno) { return documents.contains(docno); });
}

DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const std::unordered_set<std::string_view>& relevant,
                                   Warnings& warnings, bool all) {
  const DocumentSimilarity::Wanted everything;
  DocumentSimilarity similarity =
      all ? read_wanted(files, everything) : read_similarity(files, relevant);
  const std::string& file = files.fingerprints ? *files.fingerprints
                            : files.dense      ? files.docnos.value_or(*files.dense)
                                               : files.vectors[0];
  warn_of_coverage(relevant, similarity, file, warnings);
  return similarity;
}

}  // namespace internal
}  // namespace subintent
