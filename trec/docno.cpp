#include "trec/docno.h"

#include <algorithm>

#include "support/error.h"
#include "support/utf8.h"

namespace subintent::internal {
namespace {

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

}  // namespace

std::optional<std::string> other_docno_defect(std::string_view docno) {
  if (docno.empty()) return "is empty";
  if (std::any_of(docno.begin(), docno.end(), is_control)) return "contains control characters";
  if (!is_valid_utf8(docno)) return "is not UTF-8";
  return std::nullopt;
}

std::optional<std::string> names_defect(std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const auto defect = docno_defect(name)) return "'" + printable(name) + "' " + *defect;
  }
  return std::nullopt;
}

}  // namespace subintent::internal
