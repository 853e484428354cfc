// Whose stop words a word is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "support/strings.h"

namespace subintent::internal {

// The built-in stop words of all languages, folded as terms are. A language is a place in
// stop_lists().
class StopWordLanguages {
 public:
  StopWordLanguages();

  bool is_stop_word(std::string_view term, std::optional<std::size_t> language) const;

  // How many of `terms` are stop words of each language.
  std::vector<std::uint32_t> count(const std::vector<std::string>& terms) const;

 private:
  std::unordered_map<std::string, std::uint64_t, StringHash, std::equal_to<>> languages_;  // bits
};

}  // namespace subintent::internal
