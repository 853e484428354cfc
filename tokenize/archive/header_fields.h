// Header lines "Name: value", as HTTP and WARC have them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace subintent::internal {

// "Name: value" of one header line, blanks trimmed; nothing if there is no colon.
struct HeaderField {
  std::string_view name, value;
};
std::optional<HeaderField> parse_header_field(std::string_view line);

// Cuts the first line, without its LF or CR LF, off the front of `text`.
std::string_view take_line(std::string_view& text);

// A Content-Type: the type in lower case without parameters, and the label of its charset
// parameter.
struct ContentType {
  std::string type;
  std::string charset;
};
ContentType parse_content_type(std::string_view value);

}  // namespace subintent::internal
