#include "tokenize/archive/header_fields.h"

#include "subintent/program.h"

namespace subintent::internal {

std::optional<HeaderField> parse_header_field(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  return HeaderField{trim(line.substr(0, colon)), trim(line.substr(colon + 1))};
}

ContentType parse_content_type(std::string_view value) {
  ContentType result;
  const std::size_t end = value.find_first_of("; ,\t");
  result.type = lowered(value.substr(0, end));
  const std::size_t label = lowered(value).find("charset=");
  if (label == std::string::npos) return result;
  std::string_view charset = trim(value.substr(label + std::string_view("charset=").size()));
  if (charset.starts_with('"') || charset.starts_with('\'')) charset.remove_prefix(1);
  result.charset = charset.substr(0, charset.find_first_of("\"';, \t"));
  return result;
}

}  // namespace subintent::internal
