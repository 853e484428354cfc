// Studies: what is read is written as what reads the same.
#include "input.h"
#include "report/judge/study.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent;
  using namespace subintent::internal;
  return writes_what_it_reads(data, size,
                              [](const std::string& path) { return study_text(read_study(path)); });
}
