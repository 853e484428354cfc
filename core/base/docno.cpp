#include "core/base/docno.h"

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// A bit of every byte that is a control character, but for those behind another such byte.
constexpr std::uint64_t controls(std::uint64_t bytes) {
  constexpr std::uint64_t each = 0x0101010101010101, high = 0x80 * each;
  const std::uint64_t deleted = bytes ^ 0x7f * each;  // 0 where a byte is 0x7f
  return (((bytes - 0x20 * each) & ~bytes) | ((deleted - each) & ~deleted)) & high;
}

}  // namespace

std::optional<std::string> utf8_docno_defect(std::string_view docno) {
  if (docno.empty()) return "is empty";
  if (any_in_words(docno, controls)) return "contains control characters";
  return std::nullopt;
}

std::optional<std::string> other_docno_defect(std::string_view docno) {
  if (auto defect = utf8_docno_defect(docno)) return defect;
  if (!is_valid_utf8(docno)) return "is not UTF-8";
  return std::nullopt;
}

std::optional<std::string> names_defect(std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const auto defect = docno_defect(name)) return "'" + printable(name) + "' " + *defect;
  return std::nullopt;
}

void require_names(std::initializer_list<std::string_view> names, const Location& where,
                   const char* advice) {
  if (const auto defect = names_defect(names)) throw Error(where, *defect, advice);
}

bool is_line_of_texts(std::string_view line) {
  const auto cells = split_tabs(line);
  if (cells.size() != 4) return false;
  return cells[2].empty() ? !parse_double(cells[3]) : cells[2].find("://") < 10;
}

}  // namespace subintent::internal

namespace subintent {

std::optional<std::string> name_defect(std::string_view name) {
  return internal::docno_defect(name);
}

}  // namespace subintent
