#include "core/collection/run_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/base/ascii.h"
#include "core/base/docno.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

[[noreturn]] void refuse(std::string_view what, std::string_view name, const std::string& file) {
  throw Error(Location{file, 0},
              fmt::format("the {} '{}' cannot be a column of a run in the TREC format", what,
                          printable(name)),
              "rename it, without blanks, control characters and a # at the beginning");
}

bool fits(std::string_view name, bool is_first) {
  return fits_blank_column(name, is_first) && !utf8_docno_defect(name);
}

}  // namespace

std::string run_tag(std::string_view name) {
  std::string tag(name);
  std::ranges::replace_if(
      tag, [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7f; }, '_');
  return tag;
}

void append_run_lines(std::string& text, const RankedList& list, std::size_t depth,
                      std::string_view tag, const std::string& file) {
  const std::size_t count = std::min(depth, list.docnos.size());
  if (!fits(list.topic, true)) refuse("topic", list.topic, file);
  for (std::size_t d = 0; d < count; ++d) {
    const std::string_view docno = list.docnos[d];
    if (!fits(docno, false)) refuse("docno", docno, file);
    fmt::format_to(std::back_inserter(text), "{} Q0 {} {} {} {}\n", list.topic, docno, d + 1,
                   count - d, tag);
  }
}

}  // namespace subintent::internal
