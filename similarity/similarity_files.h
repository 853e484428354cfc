// The files that represent documents, and what of the documents wanted they lack.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "similarity/similarity.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// Throws Error of argument "similarity" where documents are represented in more than one way, and
// for what goes with another way: docnos without a matrix, a similarity of fingerprints alone.
void require_one_kind(const SimilarityFiles& files);

// Reads what represents the documents that are wanted. Throws the errors of the readers and of
// require_one_kind(), and Error of argument "similarity" where no file is given.
DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const DocumentSimilarity::Wanted& wanted);

// Reads what represents the documents. Throws the same.
DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const std::unordered_set<std::string_view>& documents);

// The file that messages name where documents are not represented.
std::string representing_file(const SimilarityFiles& files);

// Reads what represents the relevant documents. Throws the errors of the readers and of
// warn_of_coverage(), whose warnings it appends.
DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const std::unordered_set<std::string_view>& relevant,
                                   Warnings& warnings);

}  // namespace subintent::internal
