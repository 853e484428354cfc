// Pairs of lists: what is read is written as what reads the same.
#include "core/collection/preferences.h"
#include "input.h"

void subintent::internal::fuzz(std::string_view input) {
  writes_what_it_reads(input, [](const std::string& path) {
    std::string text = "topic\trun1\trun2\tpool\n";  // a name may begin with a byte-order mark
    for (const ListPair& pair : read_list_pairs(path)) append_list_pair(text, pair);
    return text;
  });
}
