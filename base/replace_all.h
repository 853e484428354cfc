#pragma once

#include <string>
#include <string_view>

namespace subintent::internal {

// `text` with `to` in every place of `from`, which is not empty. What was put in is not looked at
// again.
inline std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

}  // namespace subintent::internal
