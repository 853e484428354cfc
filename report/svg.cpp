#include "report/svg.h"

#include "support/error.h"

namespace subintent::internal {

std::string svg_text(std::string_view text, std::size_t limit) {
  std::string out;
  for (const char c : printable(text, limit)) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace subintent::internal
