#include "report/power_by_hierarchy.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evaluate/identifier.h"
#include "evaluate/measure.h"
#include "support/error.h"

namespace subintent::internal {
namespace {

// A measure over a hierarchy, as "HD#-nDCG_WI@20": "HD#-nDCG@20" and "WI". A flat one has no
// hierarchy; neither has a name that is not known here.
struct Split {
  std::string measure, hierarchy;
};

Split split_name(const std::string& name) {
  try {
    Measure measure = parse_measure(name);
    const std::string suffix = "_" + measure.hierarchy_name;
    if (suffix.size() == 1) return {name, ""};
    const std::size_t at = name.find(suffix);
    if (at != std::string::npos) {
      return {name.substr(0, at) + name.substr(at + suffix.size()), measure.hierarchy_name};
    }
    const std::string hierarchy = std::exchange(measure.hierarchy_name, "");
    return {identifier_of(measure), hierarchy};
  } catch (const Error&) {
    return {name, ""};
  }
}

// The flat measure that "HD#-nDCG@20", "alpha-nDCG-LA@20" or "N-rec@20" extends.
std::string flat_measure(std::string name) {
  constexpr std::pair<std::string_view, std::string_view> beginnings[] = {
      {"LAD", "D"}, {"HD", "D"}, {"N-rec", "I-rec"}, {"N_rec", "I_rec"}};
  for (const auto& [begin, flat] : beginnings) {
    if (!name.starts_with(begin)) continue;
    name.replace(0, begin.size(), flat);
    break;
  }
  for (const std::string_view form : {"-LA", "_LA"}) {
    if (const std::size_t at = name.find(form); at != std::string::npos) name.erase(at, 3);
  }
  return name;
}

std::string cell_of(const MeasurePower& power) {
  return fmt::format(
      "{} {}", power.significant,
      power.required_difference ? fmt::format("{:.2f}", *power.required_difference) : "-");
}

struct Row {
  std::string measure;
  std::map<std::string, std::string> cells;  // by hierarchy; of the flat measure ""
};

}  // namespace

TextTable power_by_hierarchy(std::span<const MeasurePower> powers) {
  std::vector<std::string> names, hierarchies;
  for (const MeasurePower& power : powers) names.push_back(power.measure);
  std::vector<Row> rows;
  std::set<std::size_t> extended;
  for (const MeasurePower& power : powers) {
    const auto [measure, hierarchy] = split_name(power.measure);
    if (hierarchy.empty()) continue;
    if (std::ranges::count(hierarchies, hierarchy) == 0) hierarchies.push_back(hierarchy);
    auto row = std::ranges::find(rows, measure, &Row::measure);
    if (row == rows.end()) {
      row = rows.insert(row, {measure, {}});
      if (const auto flat = find_measure(names, flat_measure(measure))) {
        row->cells[""] = cell_of(powers[*flat]);
        extended.insert(*flat);
      }
    }
    row->cells[hierarchy] = cell_of(power);
  }
  for (std::size_t i = 0; i < powers.size(); ++i) {
    if (!split_name(names[i]).hierarchy.empty() || extended.contains(i)) continue;
    rows.push_back({names[i], {{"", cell_of(powers[i])}}});
  }
  TextTable table;
  std::vector<std::string> header = {"measure", "flat"};
  for (const std::string& hierarchy : hierarchies) header.push_back(printable(hierarchy));
  table.add(header);
  hierarchies.insert(hierarchies.begin(), "");
  for (const Row& row : rows) {
    std::vector<std::string> cells = {printable(row.measure)};
    for (const std::string& hierarchy : hierarchies) {
      const auto cell = row.cells.find(hierarchy);
      cells.push_back(cell == row.cells.end() ? "-" : cell->second);
    }
    table.add(cells);
  }
  return table;
}

}  // namespace subintent::internal
