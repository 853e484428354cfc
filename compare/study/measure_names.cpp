#include "compare/study/measure_names.h"

#include <algorithm>
#include <map>

#include "evaluate/measure_names.h"
#include "subintent/program.h"

namespace subintent::internal {

void resolve_measures(ScoreTable& table, const std::vector<std::string>& asked) {
  for (const std::string& name : asked) {
    const auto place = find_measure(table.measures, name);
    if (place && std::ranges::count(asked, table.measures[*place]) == 0) {
      table.measures[*place] = name;
    }
    for (std::size_t m = 0; m < table.judged.size(); ++m) {  // without their judges
      MeasureByJudge& one = table.judged[m];
      const bool is_meant = find_measure(std::span(&one.measure, 1), name).has_value();
      if (!is_meant || std::ranges::count(asked, one.measure) > 0) continue;
      one.measure = name;
      table.measures[m] = one.name();
    }
  }
  table.lower_is_better.clear();
  for (std::size_t m = 0; m < table.measures.size(); ++m) {
    table.lower_is_better.push_back(
        is_low_good(table.judged.empty() ? table.measures[m] : table.judged[m].measure));
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
