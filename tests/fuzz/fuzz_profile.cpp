// Runs and answers by the rules of tracks, and files of rules: faults are in the order of lines.
#include "input.h"
#include "subintent/check.h"

void subintent::internal::fuzz(std::string_view input) {
  const std::string_view text = input;
  const Source file = Source::memory(text, "file");
  survives([&] { check_file(file); });
  for (const std::string& profile : profile_names()) {
    survives([&] {
      const FileCheck check = check_file(file, profile, Source::memory("1\tx\n2\ty\n", "topics"));
      require(std::ranges::is_sorted(check.faults, {}, &FileFault::line));
      require(!check.faults.empty() || text.find('1') != text.npos);
    });
    survives([&] { check_file(Source::memory("1 Q0 a 1 1 r\n", "file"), profile, file); });
  }
  const MemoryFile rules(input);
  survives([&] { check_file(Source::memory("1 Q0 a 1 1 r\n", "file"), rules.path()); });
}
