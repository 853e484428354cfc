// Compares documents of a topic by what tells them from its others.
#pragma once

#include "similarity/similarity.h"

namespace subintent::internal {

struct TopicViewOptions {
  // Terms that vectors share with the topic's other documents count less. A term's weight is
  // multiplied by 1 - share^contrast_power of the share of the topic's documents that have it; from
  // dense vectors, made as long as 1, their mean is taken away.
  bool contrast = false;

  // If not 0: documents are compared by the lists of so many nearest neighbours among the topic's
  // documents. The similarity is the cosine of the lists, whose weights are the similarities to the
  // neighbours, and 1 for the document itself. Of equally near ones the first docno counts; those
  // of similarity 0 or less are none. (Jarvis and Patrick 1973 count shared neighbours.) A copy has
  // the list of the first document that it is one of: of terms, from a cosine of .95 on without
  // contrast, else from one of 1.
  std::size_t neighbours = 0;

  std::size_t contrast_power = 1;  // to most_contrast_power, of terms only

  bool any() const { return contrast || neighbours > 0; }
};

// Throws Error, with the name of the option, for a contrast of fingerprints, and a power without
// contrast, of dense vectors, or out of range.
void check(const TopicViewOptions& options, DocumentSimilarity::Kind kind);

// These documents of a topic, sorted by docno, with at least one of the options, which are checked.
// What `all` lacks is missing here too. Time and memory are quadratic with neighbours.
DocumentSimilarity view_of_topic(const DocumentSimilarity& all,
                                 std::span<const std::string_view> docnos,
                                 const TopicViewOptions& options);

}  // namespace subintent::internal
