// What this project uses of simdjson's DOM interface, for a build without its library: Debian has
// that for no WebAssembly. It reads what RFC 8259 allows, nested up to 1024 deep, and refuses the
// rest; messages of syntax errors are its own.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/utf8.h"

namespace simdjson {

inline constexpr std::size_t SIMDJSON_PADDING = 0, DEFAULT_MAX_DEPTH = 1024;

enum error_code { SUCCESS, INCORRECT_TYPE, NO_SUCH_FIELD, INDEX_OUT_OF_BOUNDS, TAPE_ERROR };

inline const char* error_message(error_code error) {
  return error == SUCCESS ? "no error"
         : error == INCORRECT_TYPE
             ? "a value has another type"
             : "a comma, quote, bracket or value is missing or not as it should be";
}

inline bool validate_utf8(const char* text, std::size_t size) {
  for (std::string_view rest(text, size); !rest.empty();) {
    const std::size_t length = subintent::internal::utf8_sequence_length(rest);
    if (length == 0) return false;
    rest.remove_prefix(length);
  }
  return true;
}

namespace dom {

struct Value {
  enum class Type { null, boolean, number, string, array, object };
  Type type = Type::null;
  bool is_true = false;
  std::string text;                  // of a string, or of a number as it is written
  std::vector<std::string> keys;     // of an object
  std::vector<const Value*> values;  // of an object or array
};

template <typename T>
class Result;
class object;
class array;

class element {
 public:
  element() = default;
  explicit element(const Value* value) : value_(value) {}

  bool is_null() const { return value_->type == Value::Type::null; }
  bool is_string() const { return value_->type == Value::Type::string; }
  bool is_number() const { return value_->type == Value::Type::number; }
  bool is_int64() const {
    std::int64_t number = 0;
    return get(number) == SUCCESS;
  }
  bool is_uint64() const {
    std::uint64_t number = 0;
    return get(number) == SUCCESS;
  }
  explicit operator std::string_view() const { return value_->text; }

  error_code get(element& to) const {
    to = *this;
    return SUCCESS;
  }
  error_code get(std::string_view& to) const {
    if (!is_string()) return INCORRECT_TYPE;
    to = value_->text;
    return SUCCESS;
  }
  error_code get(bool& to) const {
    if (value_->type != Value::Type::boolean) return INCORRECT_TYPE;
    to = value_->is_true;
    return SUCCESS;
  }
  error_code get(double& to) const { return number(to); }
  error_code get(std::uint64_t& to) const { return number(to); }
  error_code get(std::int64_t& to) const { return number(to); }
  error_code get(object& to) const;
  error_code get(array& to) const;

  const Value& value() const { return *value_; }

 private:
  template <typename T>
  error_code number(T& to) const {
    if (!is_number()) return INCORRECT_TYPE;
    const char* const end = value_->text.data() + value_->text.size();
    const auto [rest, error] = std::from_chars(value_->text.data(), end, to);
    return error == std::errc() && rest == end ? SUCCESS : INCORRECT_TYPE;
  }

  const Value* value_ = nullptr;
};

}  // namespace dom

template <typename T>
class simdjson_result {
 public:
  explicit simdjson_result(T value) : value_(value) {}
  explicit simdjson_result(error_code error) : error_(error) {}

  error_code error() const { return error_; }
  T value() const { return value_; }  // where there is no error
  template <typename To>
  error_code get(To& to) const {
    return error_ == SUCCESS ? value_.get(to) : error_;
  }

 private:
  T value_{};
  error_code error_ = SUCCESS;
};

namespace dom {

class array {
 public:
  class iterator {
   public:
    explicit iterator(const Value* const* at) : at_(at) {}
    element operator*() const { return element(*at_); }
    iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator!=(const iterator& other) const { return at_ != other.at_; }

   private:
    const Value* const* at_;
  };

  array() = default;
  explicit array(const Value* value) : value_(value) {}

  std::size_t size() const { return value_->values.size(); }
  iterator begin() const { return iterator(value_->values.data()); }
  iterator end() const { return iterator(value_->values.data() + size()); }
  simdjson_result<element> at(std::size_t i) const {
    if (i >= size()) return simdjson_result<element>(INDEX_OUT_OF_BOUNDS);
    return simdjson_result<element>(element(value_->values[i]));
  }

 private:
  const Value* value_ = nullptr;
};

class object {
 public:
  class iterator {
   public:
    iterator(const Value* value, std::size_t at) : value_(value), at_(at) {}
    std::pair<std::string_view, element> operator*() const {
      return {value_->keys[at_], element(value_->values[at_])};
    }
    iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator!=(const iterator& other) const { return at_ != other.at_; }

   private:
    const Value* value_;
    std::size_t at_;
  };

  object() = default;
  explicit object(const Value* value) : value_(value) {}

  std::size_t size() const { return value_->keys.size(); }
  iterator begin() const { return {value_, 0}; }
  iterator end() const { return {value_, size()}; }
  // The first of that name.
  simdjson_result<element> at_key(std::string_view key) const {
    for (std::size_t i = 0; i < size(); ++i) {
      if (value_->keys[i] == key) return simdjson_result<element>(element(value_->values[i]));
    }
    return simdjson_result<element>(NO_SUCH_FIELD);
  }
  simdjson_result<element> operator[](std::string_view key) const { return at_key(key); }

 private:
  const Value* value_ = nullptr;
};

inline error_code element::get(object& to) const {
  if (value_->type != Value::Type::object) return INCORRECT_TYPE;
  to = object(value_);
  return SUCCESS;
}

inline error_code element::get(array& to) const {
  if (value_->type != Value::Type::array) return INCORRECT_TYPE;
  to = array(value_);
  return SUCCESS;
}

// Values live until the next text is parsed.
class parser {
 public:
  simdjson_result<element> parse(const std::string& text) {
    return parse(text.data(), text.size());
  }
  // The text is looked at where it is, and never copied.
  simdjson_result<element> parse(const char* text, std::size_t size, bool = true) {
    values_.clear();
    rest_ = {text, size};
    if (!validate_utf8(text, size)) return simdjson_result<element>(TAPE_ERROR);
    const Value* const value = read_value(0);
    skip_blanks();
    if (value == nullptr || !rest_.empty()) return simdjson_result<element>(TAPE_ERROR);
    return simdjson_result<element>(element(value));
  }

 private:
  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n\r"), rest_.size()));
  }

  // nullptr where there is none.
  const Value* read_value(std::size_t depth) {
    if (depth > DEFAULT_MAX_DEPTH) return nullptr;
    skip_blanks();
    Value& value = values_.emplace_back();
    bool good = true;
    if (take("null")) {
      value.type = Value::Type::null;
    } else if (take("true") || take("false")) {
      value.type = Value::Type::boolean;
      value.is_true = rest_.data()[-2] == 'u';
    } else if (take("\"")) {
      value.type = Value::Type::string;
      good = read_string(value.text);
    } else if (take("[")) {
      value.type = Value::Type::array;
      good = read_members(value, ']', depth);
    } else if (take("{")) {
      value.type = Value::Type::object;
      good = read_members(value, '}', depth);
    } else {
      value.type = Value::Type::number;
      good = read_number(value.text);
    }
    return good ? &value : nullptr;
  }

  bool read_members(Value& value, char end, std::size_t depth) {
    skip_blanks();
    if (take({&end, 1})) return true;
    while (true) {
      if (value.type == Value::Type::object) {
        skip_blanks();
        if (!take("\"") || !read_string(value.keys.emplace_back())) return false;
        skip_blanks();
        if (!take(":")) return false;
      }
      const Value* const member = read_value(depth + 1);
      if (member == nullptr) return false;
      value.values.push_back(member);
      skip_blanks();
      if (take({&end, 1})) return true;
      if (!take(",")) return false;
    }
  }

  std::size_t digits() {
    const std::size_t count = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    rest_.remove_prefix(count);
    return count;
  }

  bool read_number(std::string& text) {
    const char* const begin = rest_.data();
    take("-");
    if (!take("0") && digits() == 0) return false;
    if (take(".") && digits() == 0) return false;
    if (take("e") || take("E")) {
      if (!take("+")) take("-");
      if (digits() == 0) return false;
    }
    text.assign(begin, rest_.data());
    return true;
  }

  // Behind the opening quote.
  bool read_string(std::string& text) {
    while (!rest_.empty()) {
      const char c = rest_[0];
      if (static_cast<unsigned char>(c) < 0x20) return false;
      rest_.remove_prefix(1);
      if (c == '"') return true;
      if (c != '\\') {
        text += c;
      } else if (!read_escape(text)) {
        return false;
      }
    }
    return false;
  }

  bool read_escape(std::string& text) {
    if (rest_.empty()) return false;
    constexpr std::string_view names = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    const std::size_t at = names.find(rest_[0]);
    if (at != std::string_view::npos) {
      rest_.remove_prefix(1);
      text += meanings[at];
      return true;
    }
    std::uint32_t code = 0, low = 0;
    if (!read_code(code, "u")) return false;
    if (code >= 0xDC00 && code < 0xE000) return false;
    if (code >= 0xD800 && code < 0xDC00) {
      if (!read_code(low, "\\u") || low < 0xDC00 || low >= 0xE000) return false;
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(text, code);
    return true;
  }

  bool read_code(std::uint32_t& code, std::string_view prefix) {
    if (!take(prefix) || rest_.size() < 4) return false;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + 4, code, 16);
    if (error != std::errc() || end != rest_.data() + 4) return false;
    rest_.remove_prefix(4);
    return true;
  }

  static void append_utf8(std::string& text, std::uint32_t code) {
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
      add(code);
      return;
    }
    if (code < 0x800) {
      add(0xC0 | code >> 6);
    } else if (code < 0x10000) {
      add(0xE0 | code >> 12);
      add(0x80 | (code >> 6 & 0x3F));
    } else {
      add(0xF0 | code >> 18);
      add(0x80 | (code >> 12 & 0x3F));
      add(0x80 | (code >> 6 & 0x3F));
    }
    add(0x80 | (code & 0x3F));
  }

  std::deque<Value> values_;
  std::string_view rest_;
};

}  // namespace dom

inline std::string minify(const dom::element& element) {
  return element.value().text;
}

}  // namespace simdjson
