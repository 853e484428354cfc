// Names that a file writes with escapes, "caf\u00e9" in JSON or "a ""b""" in CSV, as they are
// meant.
#pragma once

#include <string_view>

#include "support/content.h"

namespace subintent::internal {

// A copy of a text in which such names stand without escapes, each where it begins in the text:
// they are never longer, and so their places say which comes first, and in which line.
class UnescapedNames {
 public:
  UnescapedNames() = default;

  // A text without `mark` has no escapes, and is not copied.
  UnescapedNames(const Content& text, std::string_view mark);

  bool are_needed() const { return place_ != nullptr; }
  const Content& text() const { return copy_; }  // that they lie in

  // Puts `name` where `escaped`, which is part of the text and not shorter, begins. Different parts
  // may be written in parallel.
  std::string_view put(std::string_view escaped, std::string_view name) const;

 private:
  const char* original_ = nullptr;
  char* place_ = nullptr;  // of the copy
  Content copy_;
};

}  // namespace subintent::internal
