// Pages of reports, and what differs between one and itself.
#include "input.h"
#include "render/page/comparison_page.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent::internal;
  const MemoryFile file(data, size);
  return survives([&] {
    const ReadReport report = read_report(subintent::Source(file.path()));
    require(report.means.size() == report.measures.size());
    require(!comparison_page(report, report, "1").empty());
  });
}
