#include "collection/nugget_json.h"

#include "base/ascii.h"
#include "base/docno.h"
#include "base/one_line.h"
#include "base/strings.h"

namespace subintent::internal::nugget_files {
namespace {

// Follows a JSON text as far as it is one.
class JsonWalk {
 public:
  explicit JsonWalk(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  const char* place() const { return at_; }

  // To the end of the text, if it is a value and nothing else.
  bool text() { return value(0) && next() == '\0'; }

 private:
  bool value(std::size_t depth) {
    if (depth > simdjson::DEFAULT_MAX_DEPTH) return false;
    if (next() == '{') {
      return list('}', [&] { return next() == '"' && string() && take(':') && value(depth + 1); });
    }
    if (next() == '[') return list(']', [&] { return value(depth + 1); });
    return next() == '"' ? string() : scalar();
  }

  // The next character that is no blank; 0 at the end.
  char next() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    return at_ == end_ ? '\0' : *at_;
  }

  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }

  bool list(char close, const auto& element) {
    ++at_;
    if (take(close)) return true;
    while (element()) {
      if (take(close)) return true;
      if (!take(',')) return false;
    }
    return false;
  }

  bool string() {
    for (++at_; at_ != end_ && *at_ != '"'; ++at_) {
      if (static_cast<unsigned char>(*at_) < 0x20) return false;
      if (*at_ == '\\' && ++at_ == end_) return false;
    }
    return take('"');
  }

  // A number, true, false or null.
  bool scalar() {
    const std::string_view rest(at_, end_);
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n,:[]{}\""));
    const bool is_number = !word.empty() && (is_digit(word[0]) || word[0] == '-');
    if (!(is_number && parse_double(word)) && word != "true" && word != "false" && word != "null") {
      return false;
    }
    at_ += word.size();
    return true;
  }

  const char* at_;
  const char* end_;
};

}  // namespace

void Place::fail(const std::string& what, const std::string& advice) const {
  throw Error(*where_, prefix() + what, advice);
}

std::string Place::prefix() const {
  if (around_ == nullptr) return "";
  const std::string name = name_.empty() ? std::to_string(number_) : printable(name_);
  return fmt::format("{}{} {}: ", around_->prefix(), kind_, name);
}

std::optional<dom::element> find(dom::object object, Names names) {
  for (const std::string_view name : names) {
    dom::element element;
    if (object.at_key(name).get(element) == simdjson::SUCCESS && !element.is_null()) return element;
  }
  return std::nullopt;
}

void require_name(std::string_view name, const Place& place) {
  if (docno_defect(name)) place.fail(*names_defect({name}), "rename it");
}

Name name_in(dom::element element, std::string_view what, const Place& place) {
  std::string_view text;
  if (element.get(text) == simdjson::SUCCESS) return Name(text);
  if (element.is_int64() || element.is_uint64())
    return Name(std::string(simdjson::minify(element)));
  place.fail(fmt::format("\"{}\" is not a string or a number", what));
}

Name name_of(dom::object object, Names names, const Place& place) {
  const auto element = find(object, names);
  if (!element) place.fail(fmt::format("\"{}\" is missing", *names.begin()));
  return name_in(*element, *names.begin(), place);
}

std::size_t size_of(dom::element list) {
  dom::array array;
  dom::object object;
  if (list.get(array) == simdjson::SUCCESS) return array.size();
  return list.get(object) == simdjson::SUCCESS ? object.size() : 0;
}

std::string text_of(dom::object object, Names names, const Place& place) {
  return one_line(find<std::string_view>(object, names, "a string", place).value_or(""));
}

std::optional<const char*> json_break(std::string_view text) {
  JsonWalk walk(text);
  if (walk.text()) return std::nullopt;
  return walk.place();
}

}  // namespace subintent::internal::nugget_files
