// Dense vectors that name their documents, JSON lines.
#include <cmath>

#include "input.h"
#include "similarity/dense_vectors.h"

void subintent::internal::fuzz(std::string_view input) {
  const MemoryFile file(input);
  survives([&] {
    const DenseVectors vectors = read_dense_vectors(file.path(), "");
    require(vectors.dimensions > 0);
    require(vectors.values.size() == vectors.docnos.size() * vectors.dimensions);
    for (const double value : vectors.values) require(std::isfinite(value));
  });
}
