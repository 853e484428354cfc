// Runs, in every order and with every way to treat repetitions. No document may be there twice in a
// list.
#include <set>

#include "input.h"
#include "trec/run.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using subintent::OnDuplicate;
  using subintent::RunOrder;
  using namespace subintent::internal;
  const MemoryFile file(data, size);
  for (const RunOrder order : {RunOrder::rank, RunOrder::score, RunOrder::file}) {
    for (const OnDuplicate on : {OnDuplicate::error, OnDuplicate::first, OnDuplicate::last}) {
      survives([&] {
        for (const RankedList& list : read_run(file.path(), order, on).topics) {
          const std::set<std::string_view> docnos(list.docnos.begin(), list.docnos.end());
          if (docnos.size() != list.docnos.size() || docnos.empty()) std::abort();
        }
      });
    }
  }
  return 0;
}
