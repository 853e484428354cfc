// Texts: UTF-8 without tabs or line ends in a field.
#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/collection/documents.h"
#include "input.h"

void subintent::internal::fuzz(std::string_view input) {
  const MemoryFile file(input);
  survives([&] {
    for (const auto& [docno, text] : read_texts({file.path()})) {
      require(!docno_defect(docno));
      for (const std::string& field : {text.title, text.url, text.excerpt})
        require(is_valid_utf8(field) && field.find_first_of("\t\n") == field.npos);
    }
  });
}
