// Duplicates: pairs or groups that are read are written as groups that read the same.

#include "core/collection/documents.h"
#include "input.h"

void subintent::internal::fuzz(std::string_view input) {
  writes_what_it_reads(input, [](const std::string& path) {
    const Duplicates duplicates = read_duplicates(path);
    std::string text = "group\tdocno\n";
    std::map<std::uint32_t, std::string_view> first_of;  // in each group
    for (const std::string_view docno : duplicates.docnos()) {
      const auto first = first_of.try_emplace(duplicates.group(docno), docno).first;
      text.append(first->second).append("\t").append(docno).append("\n");
    }
    return text;
  });
}
