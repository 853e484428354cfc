// Checks whether a similarity knows the relevant documents: too few, or some of them twice.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>

#include "similarity/similarity.h"
#include "subintent/basics.h"

namespace subintent::internal {

// `what` documents are compared by: "fingerprint" or "vector", from `file`.
struct Coverage {
  std::size_t relevant = 0;     // documents judged relevant
  std::size_t represented = 0;  // of them, those that have one
  std::string what, file;
};

// Warns where some documents are not represented. Throws Error if none is: then the files are of
// different collections.
void warn_of_coverage(const Coverage& coverage, Warnings& warnings);

// Warns for documents that may hold more than the relevant ones; `name` is what messages call them.
void warn_of_coverage(const std::unordered_set<std::string_view>& relevant,
                      const DocumentSimilarity& documents, const std::string& name,
                      Warnings& warnings);

// Notes how many of the documents are near-duplicates of others, fingerprints of them at most 3 of
// 64 bits apart. Not a defect, but each of them counts in scores. Nothing where there are none or
// fewer than 100 documents, and of vectors.
void note_near_duplicates(const DocumentSimilarity& relevant, Warnings& notes);

}  // namespace subintent::internal
