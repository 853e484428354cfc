// Pairs of lists: what is read is written as what reads the same.
#include "core/collection/preferences.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent;
  using namespace subintent::internal;
  return writes_what_it_reads(data, size, [](const std::string& path) {
    std::string text = "topic\trun1\trun2\tpool\n";  // a name may begin with a byte-order mark
    for (const ListPair& pair : read_list_pairs(path)) append_list_pair(text, pair);
    return text;
  });
}
