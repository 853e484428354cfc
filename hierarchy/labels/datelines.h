// What news begin with: places, agencies, names of authors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hierarchy/labels/label_words.h"
#include "subintent/program.h"

namespace subintent::internal {

// Learns from the texts of a collection which two or three words stand at the beginning of long
// texts but not within them ("Tribune News Service"), and which places and agencies before a colon
// or a dash there ("MUMBAI: ...", "PARIS, May 2 (Reuters) - ..."). Five texts must have them. Where
// some are known, other capitals there are places, too.
class Datelines {
 public:
  void add(const std::vector<Run>& runs, const std::string& text);
  void learn();

  // Is it an agency, such as "Reuters" of "LONDON (Reuters) -", or the name of one of which a text
  // begins with the initials ("AP -", "Associated Press")?
  bool is_agency(std::span<const Token> words) const;

  // How many words at the beginning of a text say where it is from.
  std::size_t length(const std::vector<Run>& runs, const std::string& text) const;

 private:
  struct Count {
    std::uint32_t at_beginning = 0, within = 0;
  };
  template <class Value>
  using ByKey = std::unordered_map<std::string, Value, StringHash, std::equal_to<>>;

  bool ends_with_place(const Run& run) const;

  ByKey<Count> counts_;            // of two or three words
  ByKey<std::uint32_t> places_;    // before a colon or a dash
  ByKey<std::uint32_t> agencies_;  // in parentheses before it
  std::unordered_set<std::string> beginnings_;
};

}  // namespace subintent::internal
