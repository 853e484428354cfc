#include "similarity/similarity_files.h"

#include "similarity/coverage.h"

namespace subintent::internal {

std::vector<std::string> SimilarityFiles::paths() const {
  std::vector<std::string> all = vectors;
  for (const auto& path : {fingerprints, dense, docnos}) {
    if (path) all.push_back(*path);
  }
  return all;
}

DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const std::unordered_set<std::string_view>& documents) {
  const auto wanted = [&](std::string_view docno) { return documents.contains(docno); };
  return files.fingerprints
             ? DocumentSimilarity::from_fingerprints(*files.fingerprints, files.kind, wanted)
         : files.dense
             ? DocumentSimilarity::from_dense(*files.dense, files.docnos.value_or(""), wanted)
             : DocumentSimilarity::from_vectors(sources(files.vectors), wanted);
}

DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const std::unordered_set<std::string_view>& relevant,
                                   std::vector<std::string>& warnings) {
  DocumentSimilarity similarity = read_similarity(files, relevant);
  const std::string& file = files.fingerprints ? *files.fingerprints
                            : files.dense      ? files.docnos.value_or(*files.dense)
                                               : files.vectors[0];
  const auto warning = coverage_warning(
      {relevant.size(), similarity.size(), files.fingerprints ? "fingerprint" : "vector", file});
  if (warning) warnings.push_back(*warning);
  return similarity;
}

}  // namespace subintent::internal
