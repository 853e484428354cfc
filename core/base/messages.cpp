#include "core/base/messages.h"

#include <fmt/format.h>

#include "subintent/program.h"

namespace subintent::internal {

std::optional<std::string> incomplete_fit(const Fit& fit) {
  if (fit.known == fit.all) return std::nullopt;
  std::string text = fmt::format("{} of {} {} have no {}: {}", fit.all - fit.known, fit.all,
                                 fit.documents, fit.lacked, fit.effect);
  if (fit.is_few())
    text += fmt::format("; check that {} is complete and of the judged collection", fit.file);
  return text;
}

std::string no_fit(const Fit& fit) {
  return fmt::format("has no {} for any of the {} {}", fit.lacked, fit.all, fit.documents);
}

void refuse_columns(const Location& where, std::string_view expected, std::size_t found,
                    const char* advice) {
  throw Error(where, fmt::format("expected {} columns, found {}", expected, found), advice);
}

std::string advice_on(std::string_view wanted, const std::vector<std::string>& known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  const auto nearest = nearest_name(wanted, names);
  if (nearest) return fmt::format("did you mean {}?", *nearest);
  return names.empty() ? "" : fmt::format("use one of {}", join(names, ", "));
}

}  // namespace subintent::internal

namespace subintent {
namespace {

// Small letters without what joins words.
std::string plain(std::string_view name) {
  std::string letters = lowered(name);
  std::erase_if(letters, [](char c) { return c == '-' || c == '_' || c == ' '; });
  return letters;
}

// Edits needed to turn one name into the other [optimal string alignment].
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      next[j] =
          std::min({row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), row[j] + 1, next[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        next[j] = std::min(next[j], before[j - 2] + 1);
    }
    std::swap(before, row);
    std::swap(row, next);
  }
  return row[b.size()];
}

// Edits between names as plain() makes them. One that is cut short is as near as a single edit.
std::size_t plain_edits(const std::string& wanted, const std::string& known) {
  constexpr std::size_t shortest_beginning = 3;
  const std::size_t edits = edit_distance(wanted, known);
  const bool begins = wanted.size() >= shortest_beginning && known.starts_with(wanted);
  return begins ? std::min<std::size_t>(edits, 1) : edits;
}

}  // namespace

std::optional<std::string_view> nearest_name(std::string_view wanted,
                                             std::span<const std::string_view> known) {
  constexpr std::size_t longest = 100;  // nobody means a name by more letters
  wanted = wanted.substr(0, longest);
  const std::string letters = plain(wanted);
  const std::size_t most_edits = std::max<std::size_t>(letters.size() / 3, 1);
  // Edits of letters, then of all that is written.
  std::pair<std::size_t, std::size_t> fewest = {most_edits, std::string::npos};
  std::optional<std::string_view> nearest;
  for (const std::string_view name : known) {
    const std::pair edits = {plain_edits(letters, plain(name)), edit_distance(wanted, name)};
    if (edits >= fewest) continue;
    fewest = edits;
    nearest = name;
  }
  return nearest;
}

}  // namespace subintent
