// The members of a JSON object, with their types checked.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace subintent::internal {

// Members that are there twice, missing or of another type are an Error at `where`.
class JsonFields {
 public:
  JsonFields(simdjson::dom::object object, Location where);

  bool has(std::string_view name) const;
  bool is_null(std::string_view name) const;
  std::vector<std::string> names() const;
  std::string text(std::string_view name) const;
  bool flag(std::string_view name) const;
  // A whole number from `least` to `most`.
  std::uint64_t number(std::string_view name, std::uint64_t least, std::uint64_t most) const;
  double real(std::string_view name) const;
  JsonFields object(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;
  std::vector<JsonFields> objects(std::string_view name) const;

  // Throws Error there.
  [[noreturn]] void fail(const std::string& what) const;

 private:
  simdjson::dom::element get(std::string_view name) const;
  [[noreturn]] void mistyped(std::string_view name, const std::string& type) const;

  simdjson::dom::object object_;
  Location where_;
};

}  // namespace subintent::internal
