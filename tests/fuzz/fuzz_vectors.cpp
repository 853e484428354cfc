// Document vectors. What is read is written and read again.
#include "input.h"
#include "tokenize/terms/document_vector.h"

namespace subintent {
namespace {

std::string lines_of(const std::string& path) {
  std::string lines;
  VectorReader reader(path);
  for (DocumentVector vector; reader.next(vector);) append_vector_line(lines, vector);
  return lines;
}

}  // namespace
}  // namespace subintent

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return subintent::writes_what_it_reads(data, size, subintent::lines_of);
}
