#include "report/svg.h"

namespace subintent::internal {

std::string svg_text(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view character = text.substr(i, 3);
    if (character == "\xef\xbf\xbe" || character == "\xef\xbf\xbf") {  // which XML excludes
      out += "\xef\xbf\xbd";
      i += 2;
    } else if (text[i] == '&') {
      out += "&amp;";
    } else if (text[i] == '<') {
      out += "&lt;";
    } else if (text[i] == '>') {
      out += "&gt;";
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace subintent::internal
