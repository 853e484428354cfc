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

// A Content-Type: the type in lower case without parameters, and the label of its charset
// parameter.
struct ContentType {
  std::string type;
  std::string charset;
};
ContentType parse_content_type(std::string_view value);

}  // namespace subintent::internal
