// Document vectors. What is read is written and read again.
#include "input.h"
#include "tokenize/terms/document_vector.h"

namespace subintent::internal {
namespace {

std::string lines_of(const std::string& path) {
  std::string lines;
  VectorReader reader(path);
  for (DocumentVector vector; reader.next(vector);) append_vector_line(lines, vector);
  return lines;
}

}  // namespace
}  // namespace subintent::internal

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent::internal;
  return writes_what_it_reads(data, size, lines_of);
}
