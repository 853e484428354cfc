#include "trec/docno.h"

#include <algorithm>

#include "support/error.h"
#include "support/utf8.h"

namespace subintent::internal {
namespace {

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

// Nearly every docno is. All bytes are looked at without a branch, so that compilers do many at
// once.
bool is_printable_ascii(std::string_view text) {
  unsigned others = 0;
  for (const char c : text) others |= static_cast<unsigned char>(c - 0x20) >= 0x7f - 0x20 ? 1u : 0u;
  return others == 0;
}

}  // namespace

std::optional<std::string> docno_defect(std::string_view docno) {
  if (docno.empty()) return "is empty";
  if (is_printable_ascii(docno)) return std::nullopt;
  if (std::any_of(docno.begin(), docno.end(), is_control)) return "holds control characters";
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
