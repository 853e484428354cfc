#include "study/measure_names.h"

#include <algorithm>

#include "evaluate/identifier.h"

namespace subintent::internal {

void rename_measures(ScoreTable& table, const std::vector<std::string>& asked) {
  for (const std::string& name : asked) {
    const auto place = find_measure(table.measures, name);
    if (place && std::ranges::count(asked, table.measures[*place]) == 0) {
      table.measures[*place] = name;
    }
  }
}

}  // namespace subintent::internal
