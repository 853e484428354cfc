// Names that a file writes with escapes, "caf\u00e9" in JSON or "a ""b""" in CSV, as they are
// meant.
#pragma once

#include <string_view>

#include "core/io/content.h"

namespace subintent::internal {

// Such names without escapes, beside the text: each where it begins there. They are never longer,
// and so their places say which comes first, and in which line.
class UnescapedNames {
 public:
  UnescapedNames() = default;

  // Room for those of this text, of which only what is used takes memory.
  explicit UnescapedNames(const Content& text);

  const Content& text() const { return beside_; }  // that they lie in

  // Gives as much room as `escaped` takes, which is part of the text. Different parts may be
  // written in parallel.
  char* room(std::string_view escaped) const { return place_ + (escaped.data() - original_); }

  // Puts `name`, which is not longer, there.
  std::string_view put(std::string_view escaped, std::string_view name) const;

 private:
  const char* original_ = nullptr;
  char* place_ = nullptr;  // of what is beside it
  Content beside_;
};

}  // namespace subintent::internal
