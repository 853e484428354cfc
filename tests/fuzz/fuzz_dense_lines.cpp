// Dense vectors that name their documents, JSON lines.
#include <cmath>

#include "input.h"
#include "similarity/dense_vectors.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent::internal;
  const MemoryFile file(data, size);
  return survives([&] {
    const DenseVectors vectors = read_dense_vectors(file.path(), "");
    require(vectors.dimensions > 0);
    require(vectors.values.size() == vectors.docnos.size() * vectors.dimensions);
    for (const double value : vectors.values) require(std::isfinite(value));
  });
}
