#include "support/error.h"

#include "support/utf8.h"

namespace subintent {
namespace {

std::string compose(const Location& location, const std::string& message,
                    const std::string& advice) {
  std::string text;
  if (!location.file.empty()) {
    text += location.file;
    if (location.line > 0) text += ":" + std::to_string(location.line);
    text += ": ";
  }
  text += message;
  if (!advice.empty()) text += "; " + advice;
  return text;
}

}  // namespace

Error::Error(const Location& location, const std::string& message, const std::string& advice)
    : std::runtime_error(compose(location, message, advice)) {}

Error::Error(const std::string& message) : std::runtime_error(message) {}

Error::Error(Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}

Error Error::usage(const std::string& message, const std::string& advice) {
  return Error(Kind::usage, compose({}, message, advice));
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    const unsigned char first = static_cast<unsigned char>(text[0]);
    const bool shown = length > 0 && first >= 0x20 && first != 0x7f;
    if (out.size() + (shown ? length : 1) > limit) return out + "...";
    if (shown) {
      out.append(text.substr(0, length));
    } else {
      out += '?';
    }
    text.remove_prefix(shown ? length : 1);
  }
  return out;
}

}  // namespace subintent
