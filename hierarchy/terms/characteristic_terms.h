// The terms that tell the documents of a node from those of its siblings.
#pragma once

#include "hierarchy/hierarchy.h"
#include "subintent/basics.h"
#include "tokenize/terms/document_vector.h"

namespace subintent::internal {

// For each node of `hierarchy` up to `count` terms, the most characteristic first. A term's share p
// is the mean, over the documents, of its share in the document's positive weights; it scores p
// ln(p / q), where p is taken over the node's documents and q over those of the node and its
// siblings (p alone, if there are no siblings). Only terms of a positive score, equal ones by their
// bytes. Terms of one letter, of digits only, and character n-grams are left out. Documents without
// vector count nothing. `vectors` must be sorted by docno.
std::vector<std::vector<std::string>> characteristic_terms(const Hierarchy& hierarchy,
                                                           std::span<const DocumentVector> vectors,
                                                           std::size_t count);

enum class StopWords { keep, leave_out };

// The terms of each of the hierarchies, of vectors in files, which are read once; without stop
// words of a document's language, if so asked. Warns where documents have no vector. Throws the
// errors of read_vectors().
std::vector<std::vector<std::vector<std::string>>> read_characteristic_terms(
    std::span<const Hierarchy> hierarchies, const std::vector<Source>& vectors, std::size_t count,
    Warnings& warnings, StopWords stop_words = StopWords::keep);

}  // namespace subintent::internal
