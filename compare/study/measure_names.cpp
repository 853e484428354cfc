#include "compare/study/measure_names.h"

#include <algorithm>
#include <map>

#include "evaluate/identifier.h"
#include "subintent/program.h"

namespace subintent::internal {

void rename_measures(ScoreTable& table, const std::vector<std::string>& asked) {
  for (const std::string& name : asked) {
    const auto place = find_measure(table.measures, name);
    if (place && std::ranges::count(asked, table.measures[*place]) == 0) {
      table.measures[*place] = name;
    }
  }
}

std::vector<std::string> known_names(std::vector<std::string> names,
                                     std::span<const std::string> known) {
  for (std::string& name : names) {
    if (const auto place = find_measure(known, name)) name = known[*place];
  }
  return names;
}

std::optional<std::string> repeated_measure(std::span<const std::string> names) {
  std::map<std::string, std::string> seen;  // by meaning
  for (const std::string& name : names) {
    const auto [first, is_new] = seen.emplace(meaning_of(name), name);
    if (is_new) continue;
    if (first->second == name) return printable(name) + " is listed twice";
    return printable(first->second) + " and " + printable(name) + " are the same measure";
  }
  return std::nullopt;
}

}  // namespace subintent::internal
