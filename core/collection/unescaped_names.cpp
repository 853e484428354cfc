#include "core/collection/unescaped_names.h"

#include <cstring>
#include <tuple>

namespace subintent::internal {

UnescapedNames::UnescapedNames(const Content& text) : original_(text.bytes().data()) {
  std::tie(beside_, place_) = text.beside();
}

std::string_view UnescapedNames::put(std::string_view escaped, std::string_view name) const {
  char* const at = room(escaped);
  std::memcpy(at, name.data(), name.size());
  return {at, name.size()};
}

}  // namespace subintent::internal
