// Dense vectors of three documents, and the cosines of them.
#include <cmath>

#include "input.h"
#include "similarity/dense_vectors.h"
#include "similarity/similarity.h"

void subintent::internal::fuzz(std::string_view input) {
  const MemoryFile file(input);
  const MemoryFile docnos("a\nb\nc\n");
  survives([&] {
    const DenseVectors vectors = read_dense_vectors(file.path(), docnos.path());
    if (vectors.values.size() != 3 * vectors.dimensions) std::abort();
    const double similarity = DocumentSimilarity::from_dense(vectors).similarity("a", "c");
    if (!(std::abs(similarity) <= 1)) std::abort();
  });
}
