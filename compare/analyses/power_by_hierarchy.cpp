#include "compare/analyses/power_by_hierarchy.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evaluate/measure.h"
#include "evaluate/measure_names.h"
#include "evaluate/measure_table.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// The flat measure that HD#-nDCG, LAD#-nDCG, alpha-nDCG-LA or N-rec extends.
Measure flat_measure(Measure measure) {
  constexpr std::pair<std::string_view, std::string_view> beginnings[] = {
      {"LAD", "D"}, {"HD", "D"}, {"N-rec", "I-rec"}};
  measure.layer_aware = false;
  for (const auto& [begin, flat] : beginnings) {
    const std::string& name = measure.record->name;
    if (!name.starts_with(begin)) continue;
    const auto record = std::ranges::find(
        measure_table(), std::string(flat) + name.substr(begin.size()), &MeasureRecord::name);
    if (record != measure_table().end()) measure.record = &*record;
    break;
  }
  return measure;
}

// A measure over a hierarchy, as "HD#-nDCG_WI@20": "HD#-nDCG@20" and "WI", and what they mean. A
// flat one has no hierarchy; neither has a name that is not known here.
struct Split {
  std::string measure, hierarchy;
  std::string meaning = {}, flat = {};  // identifiers: of the measure, of the flat one it extends
};

Split split_name(const std::string& name) {
  try {
    Measure measure = parse_measure(name);
    const std::string hierarchy = std::exchange(measure.hierarchy_name, "");
    if (hierarchy.empty()) return {name, ""};
    const std::string meaning = identifier_of(measure), suffix = "_" + hierarchy;
    const std::size_t at = name.find(suffix);
    return {
        at == std::string::npos ? meaning : name.substr(0, at) + name.substr(at + suffix.size()),
        hierarchy, meaning, identifier_of(flat_measure(measure))};
  } catch (const Error&) {
    return {name, ""};
  }
}

std::string power_by_hierarchy_cell(const MeasurePower& power) {
  return fmt::format(
      "{} {}", power.significant,
      power.required_difference ? fmt::format("{:.2f}", *power.required_difference) : "-");
}

struct Row {
  std::string measure, meaning;
  std::map<std::string, std::string> cells;  // by hierarchy; of the flat measure ""
};

}  // namespace

TextTable power_by_hierarchy(std::span<const MeasurePower> powers) {
  std::vector<std::string> names, hierarchies;
  for (const MeasurePower& power : powers) names.push_back(power.measure);
  std::vector<Row> rows;
  std::set<std::size_t> extended;
  for (const MeasurePower& power : powers) {
    const auto [measure, hierarchy, meaning, flat_meaning] = split_name(power.measure);
    if (hierarchy.empty()) continue;
    if (std::ranges::count(hierarchies, hierarchy) == 0) hierarchies.push_back(hierarchy);
    auto row = std::ranges::find(rows, meaning, &Row::meaning);
    if (row == rows.end()) {
      row = rows.insert(row, {measure, meaning, {}});
      if (const auto flat = find_measure(names, flat_meaning)) {
        row->cells[""] = power_by_hierarchy_cell(powers[*flat]);
        extended.insert(*flat);
      }
    }
    row->cells[hierarchy] = power_by_hierarchy_cell(power);
  }
  for (std::size_t i = 0; i < powers.size(); ++i) {
    if (!split_name(names[i]).hierarchy.empty() || extended.contains(i)) continue;
    rows.push_back({names[i], "", {{"", power_by_hierarchy_cell(powers[i])}}});
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
