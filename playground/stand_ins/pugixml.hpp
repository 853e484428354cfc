// What this project uses of pugixml, for a build without it: every document is refused.
#pragma once

#include <cstddef>
#include <vector>

namespace pugi {

struct xml_attribute {
  const char* value() const { return ""; }
};

struct xml_node {
  const char* name() const { return ""; }
  const char* child_value() const { return ""; }
  std::ptrdiff_t offset_debug() const { return 0; }
  xml_attribute attribute(const char*) const { return {}; }
  xml_node child(const char*) const { return {}; }
  std::vector<xml_node> children(const char*) const { return {}; }
};

struct xml_parse_result {
  std::ptrdiff_t offset = 0;
  explicit operator bool() const { return false; }
  const char* description() const { return "this build does not read XML"; }
};

struct xml_document : xml_node {
  xml_parse_result load_buffer(const void*, std::size_t) { return {}; }
  xml_node document_element() const { return {}; }
};

}  // namespace pugi
