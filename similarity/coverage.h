// Checks whether a similarity knows the relevant documents: too few, or some of them twice.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include "similarity/similarity.h"
#include "subintent/basics.h"

namespace subintent::internal {

// The name of the representation that documents are compared by: "fingerprint" or "vector".
std::string representation_name(const DocumentSimilarity& documents);

// Whether the vector of a document is all zeros: it is similar to none, not even to itself.
bool is_zero(const DocumentSimilarity& documents, std::uint32_t document);
bool has_zeros(const DocumentSimilarity& documents);

// Warns where relevant documents have no representation, or a vector of zeros. Throws Error where
// all have none: then the files are of different collections. `name` is what messages call what
// documents are compared by.
void warn_of_coverage(const std::unordered_set<std::string_view>& relevant,
                      const DocumentSimilarity& documents, const std::string& name,
                      Warnings& warnings);

// Notes how many of the documents are near-duplicates of others, fingerprints of them at most 3 of
// 64 bits apart. Not a defect, but each of them counts in scores. Nothing where there are none or
// fewer than 100 documents, and of vectors.
void note_near_duplicates(const DocumentSimilarity& relevant, Warnings& notes);

}  // namespace subintent::internal
