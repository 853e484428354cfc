#include "hierarchy/labels/spellings.h"

#include <algorithm>
#include <array>

#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::uint32_t times_as_frequent = 5;
constexpr std::size_t shortest = 5, shortest_for_two = 7, longest = 20;  // bytes

// The optimal string alignment distance of words of at most `longest` bytes.
std::size_t distance(std::string_view a, std::string_view b) {
  std::array<std::array<std::size_t, longest + 1>, longest + 1> edits{};
  for (std::size_t i = 0; i <= a.size(); ++i) edits[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) edits[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t other = edits[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      edits[i][j] = std::min({edits[i - 1][j] + 1, edits[i][j - 1] + 1, other});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) edits[i][j] = std::min(edits[i][j], edits[i - 2][j - 2] + 1);
    }
  }
  return edits[a.size()][b.size()];
}

}  // namespace

void Spellings::add(std::string_view word, std::uint32_t documents) {
  const bool may_be_meant = word.size() >= shortest && word.size() <= longest;
  if (documents < times_as_frequent || !may_be_meant) return;
  frequent_[word.front()].push_back({std::string(word), documents});
}

bool Spellings::is_misspelt(std::string_view word, std::uint32_t documents) const {
  if (word.size() < shortest || word.size() > longest) return false;
  const auto known = frequent_.find(word.front());
  if (known == frequent_.end()) return false;
  const std::size_t most = word.size() < shortest_for_two ? 1 : 2;
  return std::ranges::any_of(known->second, [&](const Known& other) {
    const std::size_t longer = std::max(other.word.size(), word.size());
    return other.documents >= times_as_frequent * documents &&
           longer - std::min(other.word.size(), word.size()) <= most &&
           distance(word, other.word) <= most;
  });
}

}  // namespace subintent::internal
