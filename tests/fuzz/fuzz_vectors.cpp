// Document vectors. What is read is written and read again.
#include "input.h"
#include "tokenize/terms/document_vector.h"

void subintent::internal::fuzz(std::string_view input) {
  writes_what_it_reads(input, [](const std::string& path) {
    std::string lines;
    VectorReader reader(path);
    for (DocumentVector vector; reader.next(vector);) append_vector_line(lines, vector);
    return lines;
  });
}
