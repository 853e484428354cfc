// Runs and answers by the rules of tracks, and files of rules: faults are in the order of lines.

#include "input.h"
#include "subintent/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent;
  using namespace subintent::internal;
  const std::string_view text = text_of(data, size);
  const Source file = Source::memory(text, "file");
  for (const std::string& profile : profile_names()) {
    survives([&] {
      const FileCheck check = check_file(file, profile, Source::memory("1\tx\n2\ty\n", "topics"));
      require(std::ranges::is_sorted(check.faults, {}, &FileFault::line));
      require(!check.faults.empty() || text.find('1') != text.npos);
    });
    survives([&] { check_file(Source::memory("1 Q0 a 1 1 r\n", "file"), profile, file); });
  }
  const MemoryFile rules(data, size);
  return survives([&] { check_file(Source::memory("1 Q0 a 1 1 r\n", "file"), rules.path()); });
}
