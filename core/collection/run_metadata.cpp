#include "core/collection/run_metadata.h"

#include <algorithm>

#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::string unquoted(std::string_view value) {
  const bool quoted = value.size() > 1 && (value[0] == '"' || value[0] == '\'');
  if (quoted && value.back() == value[0]) value = value.substr(1, value.size() - 2);
  return std::string(value);
}

// Finds the end of the key of "key: value" or "key:"; npos if a line is a value alone.
std::size_t end_of_key(std::string_view text) {
  if (text.starts_with('"') || text.starts_with('\'')) return std::string_view::npos;
  std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos && text.ends_with(':')) colon = text.size() - 1;
  return colon == 0 ? std::string_view::npos : colon;
}

class MetadataReader {
 public:
  void add(std::string_view line) {
    std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    std::string_view text = line.substr(indent);
    while (text.starts_with("- ")) {  // an item of a list
      indent += 2;
      text = text.substr(2);
    }
    const std::string_view trimmed = trim(text);
    if (trimmed.empty() || trimmed == "---") return;
    const std::size_t colon = end_of_key(trimmed);
    if (colon == std::string_view::npos) return add_value(trimmed);
    while (!path_.empty() && path_.back().indent >= indent) path_.pop_back();
    path_.push_back({indent, std::string(trimmed.substr(0, colon))});
    if (const std::string_view value = trim(trimmed.substr(colon + 1)); !value.empty()) {
      add_value(value);
    }
  }

  std::vector<RunMetadatum> take() { return std::move(found_); }

 private:
  struct Key {
    std::size_t indent;
    std::string name;
  };

  void add_value(std::string_view value) {
    if (path_.empty()) return;
    std::string name;
    for (const Key& key : path_) name += (name.empty() ? "" : ".") + key.name;
    if (found_.empty() || found_.back().name != name) {
      found_.push_back({std::move(name), unquoted(value)});
    } else {  // the next item of a list, or the next line of a text
      found_.back().value += ", " + unquoted(value);
    }
  }

  std::vector<Key> path_;
  std::vector<RunMetadatum> found_;
};

}  // namespace

std::vector<RunMetadatum> read_run_metadata(std::string_view text) {
  MetadataReader reader;
  bool inside = false;
  while (text.starts_with('#')) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(1, end - 1);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with(' ')) line.remove_prefix(1);
    const std::string_view word = trim(line);
    if (word == "ir_metadata.end") break;
    if (inside) reader.add(line);
    if (word == "ir_metadata.start") inside = true;
  }
  return reader.take();
}

}  // namespace subintent::internal
