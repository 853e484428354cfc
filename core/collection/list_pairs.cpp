#include <set>
#include <tuple>

#include "core/base/docno.h"
#include "core/base/messages.h"
#include "core/base/strings.h"
#include "core/collection/preferences.h"
#include "core/io/content.h"
#include "core/io/input_file.h"
#include "core/io/table_cells.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::string_view pair_header = "topic\trun1\trun2\tpool";
constexpr const char* pair_advice = "write topic, run1, run2 and pool, with tabs";

ListPair parse_pair(std::string_view line, const Location& location) {
  const auto column = split_tabs(line);
  if (column.size() != 4) refuse_columns(location, "4", column.size(), pair_advice);
  require_names({column[0], column[1], column[2], column[3]}, location, pair_advice);
  if (column[1] == column[2]) {
    throw Error(location, "run " + printable(column[1]) + " is paired with itself",
                "give two runs");
  }
  return {std::string(column[0]), std::string(column[1]), std::string(column[2]),
          std::string(column[3]), location.line};
}

}  // namespace

std::vector<ListPair> read_list_pairs(const Source& source) {
  const Content text(source);
  LineSplitter lines(text.bytes(), text.name());
  std::vector<ListPair> pairs;
  std::set<std::tuple<std::string, std::string, std::string>> met;  // the smaller run first
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty() || line == pair_header) continue;
    ListPair pair = parse_pair(line, lines.location());
    const auto& [first, second] = std::minmax(pair.run1, pair.run2);
    if (!met.emplace(pair.topic, first, second).second) {
      throw Error(lines.location(),
                  "runs " + printable(pair.run1) + " and " + printable(pair.run2) +
                      " are a pair of topic " + printable(pair.topic) + " twice",
                  "keep one line");
    }
    pairs.push_back(std::move(pair));
  }
  if (pairs.empty()) throw Error(Location{source.name(), 0}, "contains no pairs", pair_advice);
  return pairs;
}

void append_list_pair(std::string& out, const ListPair& pair) {
  out.append(pair.topic) += '\t';
  out.append(pair.run1) += '\t';
  out.append(pair.run2) += '\t';
  out.append(pair.pool) += '\n';
}

}  // namespace subintent::internal
