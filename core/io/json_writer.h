// Writing JSON whose shape is made step by step: commas go between what is added.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "core/io/json.h"
#include "subintent/program.h"

namespace subintent::internal {

class JsonWriter {
 public:
  std::string out;

  void text(std::string_view text) {
    comma();
    append_json_string(out, text);
  }
  template <std::integral Number>
  void number(Number value) {
    comma();
    out += std::to_string(value);
  }
  // Numbers that are not finite become null.
  void number(double value) {
    comma();
    append_json_number(out, value);
  }
  void flag(bool value) {
    comma();
    out += value ? "true" : "false";
  }
  void none() { json("null"); }
  // A value that is JSON already.
  void json(std::string_view value) {
    comma();
    out += value;
  }
  void key(std::string_view name) {
    text(name);
    out += ':';
    is_first_ = true;
  }
  void member(std::string_view name, std::string_view value) {
    key(name);
    text(value);
  }
  template <std::integral Number>
  void member(std::string_view name, Number value) {
    key(name);
    number(value);
  }
  template <typename Values, typename Write>
  void list(const Values& values, Write write) {
    open('[');
    for (const auto& value : values) write(value);
    close(']');
  }
  void open(char bracket) {
    comma();
    out += bracket;
    is_first_ = true;
  }
  void close(char bracket) {
    out += bracket;
    is_first_ = false;
  }

 private:
  void comma() {
    if (!is_first_) out += ',';
    is_first_ = false;
  }
  bool is_first_ = true;
};

}  // namespace subintent::internal
