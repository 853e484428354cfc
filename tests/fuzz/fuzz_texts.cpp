// Texts: UTF-8 without tabs or line ends in a field.
#include "core/base/docno.h"
#include "core/base/utf8.h"
#include "core/collection/documents.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent;
  using namespace subintent::internal;
  const MemoryFile file(data, size);
  return survives([&] {
    for (const auto& [docno, text] : read_texts({file.path()})) {
      require(!docno_defect(docno));
      for (const std::string& field : {text.title, text.url, text.excerpt})
        require(is_valid_utf8(field) && field.find_first_of("\t\n") == field.npos);
    }
  });
}
