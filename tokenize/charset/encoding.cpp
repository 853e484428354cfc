#include "tokenize/charset/encoding.h"

#include "core/base/strings.h"

namespace subintent::internal {
namespace {

struct NamedEncoding {
  std::string_view name;
  std::string_view labels;  // separated by a blank
};

// In the order of Encoding.
std::vector<NamedEncoding> parse_encodings(std::string_view text) {
  std::vector<NamedEncoding> encodings;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() + 1);
    if (line.starts_with('#')) continue;
    const std::size_t blank = line.find(' ');
    encodings.push_back({line.substr(0, blank), line.substr(blank + 1)});
  }
  return encodings;
}

const std::vector<NamedEncoding>& named_encodings() {
  static const std::vector<NamedEncoding> encodings = parse_encodings(encodings_text);
  return encodings;
}

std::string normalized(std::string_view label) {
  while (!label.empty() && is_html_blank(label.front())) label.remove_prefix(1);
  while (!label.empty() && is_html_blank(label.back())) label.remove_suffix(1);
  std::string result(label.substr(0, 64));
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  return result;
}

bool contains_label(std::string_view labels, std::string_view label) {
  while (!labels.empty()) {
    const std::size_t end = std::min(labels.find(' '), labels.size());
    if (labels.substr(0, end) == label) return true;
    labels.remove_prefix(std::min(end + 1, labels.size()));
  }
  return false;
}

}  // namespace

std::optional<Encoding> encoding_of_label(std::string_view label) {
  const std::string wanted = normalized(label);
  for (std::size_t i = 0; i < named_encodings().size(); ++i)
    if (contains_label(named_encodings()[i].labels, wanted)) return static_cast<Encoding>(i);
  return std::nullopt;
}

std::string_view encoding_name(Encoding encoding) {
  return named_encodings()[static_cast<std::size_t>(encoding)].name;
}

}  // namespace subintent::internal
