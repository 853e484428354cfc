// Words that rarely occur apart, such as those of "San Francisco".
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hierarchy/labels/label_words.h"
#include "subintent/program.h"

namespace subintent::internal {

// How two words that follow each other depend on each other: a word does on the other if they
// follow each other in three documents or more, and in three of four of those that have the word.
// "diego" depends on "san", but "san" not on "diego", where "san jose" is in the texts, too.
struct Collocation {
  bool first = false, second = false;  // does this word depend on the other?
};

class Collocations {
 public:
  // The words of one document. Stop words and numbers are in no collocation.
  void add(const std::vector<Run>& title, const std::vector<Run>& excerpt);

  // Finds the collocations; the documents are forgotten.
  void learn();

  // Of two stems of words.
  Collocation of(std::string_view first, std::string_view second) const;

  // Is the word in one of 20 documents or more, and in most of these behind another word and before
  // none, as "framework" in descriptions of software? It says too little on its own.
  bool is_general(std::string_view stem) const;

 private:
  using Pair = std::uint64_t;  // two places

  static Pair pair_of(std::uint32_t first, std::uint32_t second) {
    return std::uint64_t{first} << 32 | second;
  }
  std::uint32_t place_of(const std::string& stem);

  std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>> places_;
  std::size_t size_ = 0;  // documents
  // By place: how many have the word, and how many have it behind and before another.
  std::vector<std::uint32_t> documents_, behind_others_, before_others_;
  std::unordered_map<Pair, std::uint32_t> documents_of_pairs_;
  std::unordered_map<Pair, Collocation> collocations_;
};

}  // namespace subintent::internal
