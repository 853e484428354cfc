// Rare words that are probably misspelt.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace subintent::internal {

// The frequent words of a collection, of which rare ones may be misspellings.
class Spellings {
 public:
  // A word, and how many documents have it.
  void add(std::string_view word, std::uint32_t documents);

  // Is there a word that five times as many documents have, begins with the same letter and differs
  // by one edit (of seven letters or more by two): a letter that is left out, added or another, or
  // two that are exchanged? Words of less than five letters are never misspelt.
  bool is_misspelt(std::string_view word, std::uint32_t documents) const;

 private:
  struct Known {
    std::string word;
    std::uint32_t documents = 0;
  };
  std::unordered_map<char, std::vector<Known>> frequent_;  // by first byte
};

}  // namespace subintent::internal
