#include "hierarchy/labels/collocations.h"

#include <algorithm>

namespace subintent::internal {
namespace {

constexpr std::uint32_t least_documents = 3;  // of a pair
constexpr std::size_t least_general = 10;     // of a general word

template <class Value>
void sort_unique(std::vector<Value>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

std::uint32_t Collocations::place_of(const std::string& stem) {
  const auto size = static_cast<std::uint32_t>(documents_.size());
  const std::uint32_t place = places_.try_emplace(stem, size).first->second;
  if (place == size) {
    documents_.push_back(0);
    behind_others_.push_back(0);
    before_others_.push_back(0);
  }
  return place;
}

void Collocations::add(const std::vector<Run>& title, const std::vector<Run>& excerpt) {
  std::vector<std::uint32_t> words, behind_others, before_others;
  std::vector<Pair> pairs;
  for (const std::vector<Run>* const text : {&title, &excerpt}) {
    for (const Run& run : *text) {
      for (std::size_t i = 0; i < run.size(); ++i) {
        if (run[i].kind != Token::Kind::content) continue;
        const bool follows = i > 0 && run[i - 1].kind == Token::Kind::content;
        const std::uint32_t before = follows ? words.back() : 0;
        words.push_back(place_of(run[i].stem));
        if (!follows) continue;
        pairs.push_back(pair_of(before, words.back()));
        behind_others.push_back(words.back());
        before_others.push_back(before);
      }
    }
  }
  sort_unique(words);
  sort_unique(behind_others);
  sort_unique(before_others);
  sort_unique(pairs);
  ++size_;
  for (const std::uint32_t word : words) ++documents_[word];
  for (const std::uint32_t word : behind_others) ++behind_others_[word];
  for (const std::uint32_t word : before_others) ++before_others_[word];
  for (const Pair pair : pairs) ++documents_of_pairs_[pair];
}

bool Collocations::is_general(std::string_view stem) const {
  const auto found = places_.find(stem);
  if (found == places_.end()) return false;
  const std::size_t documents = documents_[found->second];
  return documents >= least_general && 20 * documents >= size_ &&
         3 * behind_others_[found->second] >= 2 * documents &&
         3 * before_others_[found->second] <= documents;
}

void Collocations::learn() {
  for (const auto& [pair, documents] : documents_of_pairs_) {
    if (documents < least_documents) continue;
    const auto depends = [&, documents = documents](std::uint64_t word) {
      return 4 * documents >= 3 * documents_[word];
    };
    const Collocation found{depends(pair >> 32), depends(pair & 0xffffffff)};
    if (found.first || found.second) collocations_.emplace(pair, found);
  }
  documents_of_pairs_.clear();
}

Collocation Collocations::of(std::string_view first, std::string_view second) const {
  const auto a = places_.find(first), b = places_.find(second);
  if (a == places_.end() || b == places_.end()) return {};
  const auto found = collocations_.find(pair_of(a->second, b->second));
  return found == collocations_.end() ? Collocation{} : found->second;
}

}  // namespace subintent::internal
