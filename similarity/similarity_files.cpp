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

void require_one_kind(const SimilarityFiles& files) {
  if (files.fingerprints.has_value() + files.dense.has_value() + !files.vectors.empty() > 1) {
    throw Error::argument("similarity",
                          "more than one of `fingerprints`, `vectors` and `dense` is given",
                          "give one");
  }
  if (files.kind != FingerprintSimilarity::cosine && !files.fingerprints) {
    const std::string name(find_choice(fingerprint_similarities, files.kind)->name);
    throw Error::argument("similarity", "similarity " + name + " works for fingerprints only",
                          "use cosine for vectors");
  }
  if (files.docnos && !files.dense) {
    throw Error::argument("similarity", "`dense` and `docnos` must be given together",
                          "leave out `docnos`");
  }
}

DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const DocumentSimilarity::Wanted& wanted) {
  require_one_kind(files);
  if (!files.any()) {
    throw Error::argument("similarity", "similarity: no fingerprints or vectors are given");
  }
  if (files.fingerprints) {
    return DocumentSimilarity::from_fingerprints(*files.fingerprints, files.kind, wanted);
  }
  if (files.dense) {
    return DocumentSimilarity::from_dense(*files.dense, files.docnos.value_or(""), wanted);
  }
  return DocumentSimilarity::from_vectors(sources(files.vectors), wanted);
}

DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const std::unordered_set<std::string_view>& documents) {
  const DocumentSimilarity::Wanted wanted = [&](std::string_view docno) {
    return documents.contains(docno);
  };
  return read_similarity(files, wanted);
}

std::string representing_file(const SimilarityFiles& files) {
  return files.fingerprints ? *files.fingerprints
         : files.dense      ? files.docnos.value_or(*files.dense)
                            : files.vectors[0];
}

DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const std::unordered_set<std::string_view>& relevant,
                                   Warnings& warnings) {
  DocumentSimilarity similarity = read_similarity(files, relevant);
  warn_of_coverage(relevant, similarity, representing_file(files), warnings);
  return similarity;
}

}  // namespace internal
}  // namespace subintent
