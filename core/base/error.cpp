#include "subintent/program.h"

#include <cerrno>
#include <cstring>

#include "core/base/utf8.h"
#include "core/base/warning.h"

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
  if (!message.empty() && !advice.empty()) text += "; ";
  return text + advice;
}

// Does a character act on a terminal or end a line: controls (C0, DEL, C1), separators of lines,
// and characters that change the order or the meaning of others without being seen? Not joiners and
// non-joiners, which words of Persian and Hindi have, and emoji.
bool acts(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  switch (character.size()) {
    case 1:
      return byte(0) < 0x20 || byte(0) == 0x7f;
    case 2:
      return (byte(0) == 0xc2 && byte(1) < 0xa0) || character == "\u061c";
    case 3:
      return character == "\u200b" || character == "\u200e" || character == "\u200f" ||
             (character >= "\u2028" && character <= "\u202e") ||
             (character >= "\u2060" && character <= "\u206f") || character == "\ufeff";
    default:
      return character >= "\U000e0000" && character <= "\U000e007f";  // tags
  }
}

// The remedy that helps whatever the file; empty if it depends on what was tried.
const char* remedy(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "free some space or write elsewhere";
    case EFBIG:
      return "allow larger files (ulimit -f) or write elsewhere";
    case EMFILE:
    case ENFILE:
      return "allow more open files (ulimit -n)";
    case ENOMEM:
      return "free some memory";
    case EPIPE:
      return "the program that reads it has ended";
    default:
      return nullptr;
  }
}

}  // namespace

std::string Warning::what() const {
  return compose(location, text, advice);
}

Error::Error(Fields fields)
    : std::runtime_error(compose(fields.location, fields.message, fields.advice)),
      fields_(std::make_shared<const Fields>(std::move(fields))) {}

Error::Error(Kind kind, Location location, std::string message, std::string advice)
    : Error(Fields{kind, std::move(location), std::move(message), std::move(advice), {}}) {}

Error::Error(Location location, std::string message, std::string advice)
    : Error(Kind::input, std::move(location), std::move(message), std::move(advice)) {}

Error::Error(std::string message) : Error(Location{}, std::move(message)) {}

Error Error::argument(std::string name, std::string message, std::string advice) {
  return Error(Fields{Kind::argument, {}, std::move(message), std::move(advice), std::move(name)});
}

Error Error::usage(std::string message, std::string advice) {
  return argument({}, std::move(message), std::move(advice));
}

Error Error::interrupted() {
  return Error(Kind::interrupted, {}, "was interrupted");
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = internal::utf8_sequence_length(text);
    const bool shown = length > 0 && !acts(text.substr(0, length));
    if (out.size() + (shown ? length : 1) > limit) return out + "...";
    if (shown)
      out.append(text.substr(0, length));
    else
      out += '?';
    text.remove_prefix(length > 0 ? length : 1);
  }
  return out;
}

void throw_system_error(const std::string& file, const std::string& what,
                        const std::string& advice) {
  const int error = errno;
  const char* const known = remedy(error);
  throw Error(Error::Kind::system, {file, 0}, what + ": " + std::strerror(error),
              known != nullptr ? known : advice);
}

std::string remark_text(const Warning& warning) {
  Warning shown = warning;
  shown.advice = with_options(warning.advice);
  return shown.what();
}

}  // namespace subintent

namespace subintent::internal {

Warning make_warning(WarningCode code, Location location, std::string text, std::string advice) {
  return {std::string(code.name), std::move(location), std::move(text), std::move(advice)};
}

Warning make_warning(WarningCode code, std::string text, std::string advice) {
  return make_warning(code, Location{}, std::move(text), std::move(advice));
}

void add_new(const Warnings& more, Warnings& warnings) {
  for (const Warning& warning : more)
    if (std::ranges::count(warnings, warning) == 0) warnings.push_back(warning);
}

}  // namespace subintent::internal
