// Finds columns that mean the same as others and are not read.
#include <fmt/format.h>
#include <simdjson.h>

#include "core/base/messages.h"
#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/base/warning.h"
#include "core/collection/header_table.h"
#include "core/collection/json_scores.h"
#include "core/collection/json_text.h"
#include "core/collection/score_layouts.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::optional<double> value_of(std::string_view cell) {
  if (const auto number = parse_double(with_point(cell))) return number;
  if (const auto grade = grade_of_word(cell)) return *grade;
  const auto degree = degree_of_word(cell);
  return degree ? std::optional(*degree / 2.0) : std::nullopt;
}

// The rows of a table, with two columns that may mean the same.
struct Doubled {
  std::string_view rows;
  char separator;
  std::size_t columns, topic, read, other;

  template <typename Use>
  [[gnu::cold]] void for_each_row(Use use) const {
    LineCells line;
    std::string_view text = rows;
    for (std::string_view row; !(row = take_first_line(text)).empty();) {
      cut_cells(row, separator, line);
      if (line.defect == nullptr && line.count == columns && !is_empty_cell(line.cells[read]) &&
          !is_empty_cell(line.cells[other]))
        use(line.cells[topic], line.cells[read], line.cells[other]);
    }
  }
};

[[gnu::cold]] bool numbers_differ(const Doubled& two, bool may_be_whole) {
  bool differ = false, is_of_kind = true;
  two.for_each_row([&](auto, std::string_view read, std::string_view other) {
    const auto a = value_of(read), b = value_of(other);
    is_of_kind &= b && !(may_be_whole && is_fraction(*b) && a && !is_fraction(*a));
    differ |= a != b;
  });
  return differ && is_of_kind;
}

// Names of a topic's intents stand for one another, others may be classes of what is read, but for
// names that are read elsewhere.
[[gnu::cold]] bool names_differ(const Doubled& two, bool are_intents) {
  std::map<std::string, std::string> others, back;
  bool differ = false, is_text = false;
  two.for_each_row([&](std::string_view topic, std::string_view read, std::string_view other) {
    std::string from(are_intents ? topic : ""), to = from += '\t';
    from += read;
    to += other;
    differ |= others.try_emplace(from, to).first->second != to;
    std::string& known = back[to];
    differ |= are_intents && !known.empty() && known != from;
    if (known.empty() || from != to) known = from;
    is_text |= !are_intents && other.find(' ') != other.npos;
  });
  for (const auto& [to, from] : back) differ |= to != from && others.contains(to);
  return differ && !is_text;
}

}  // namespace

[[gnu::cold]] std::string table_of_records(std::string_view text, std::size_t looked_at) {
  simdjson::dom::parser parser;
  std::vector<std::string> names;
  std::string table;
  std::string_view line;
  for (std::size_t row = 0; row < looked_at && !(line = take_first_line(text)).empty(); ++row) {
    if (line[0] != '{') return {};
    const auto members = as<simdjson::dom::object>(parser.parse(line.data(), line.size()));
    if (!members) return {};
    if (row == 0)
      for (const auto& member : *members) names.emplace_back(member.key);
    if (row == 0) table = fmt::format("{}\n", join(names, "\t"));
    for (const std::string& name : names) {
      auto value = (*members)[name];
      table += one_line(as<std::string_view>(value).value_or(""));
      if (value.is_number()) table += minified(value.value());
      table += &name == &names.back() ? '\n' : '\t';
    }
  }
  return table;
}

[[gnu::cold]] std::string note_left_out(const std::vector<std::string>& names, bool is_table,
                                        const char* use, const char* name) {
  if (names.empty()) return {};
  return fmt::format("the {} {} is not read: if it {}, call it {}{}",
                     is_table ? "column" : "member", printable(names[0]), use, name,
                     is_table ? " in the header line" : "");
}

[[gnu::cold]] std::optional<std::size_t> column_read(ColumnNames names,
                                                     std::span<const std::string> headings) {
  const auto at = column_called(names, headings);
  if (at || names.begin() != docno_columns.begin()) return at;
  const auto id = column_called({"id"}, headings);
  const auto has = [&](ColumnNames others) { return column_called(others, headings).has_value(); };
  const bool may_be = has(grade_columns) || has(rank_columns) || has(score_columns);
  return may_be && column_called(topic_columns, headings) != id ? id : std::nullopt;
}

[[gnu::cold]] std::string unread_columns(std::string_view table,
                                         std::span<const ColumnNames> read) {
  const std::string records = table_of_records(table);
  std::string_view rows = records.empty() ? table : records;
  const std::vector<std::string> headings = headings_in(rows);
  const char separator = separator_of(take_first_line(rows));
  const auto place_of = [&](ColumnNames names) {
    return column_read(names, headings).value_or(headings.size());
  };
  for (const ColumnNames names : read) {
    const std::size_t at = place_of(names);
    const auto is_in = [&](std::string_view name) { return is_called(name, names); };
    for (std::size_t i = 0; i < headings.size() && at < headings.size(); ++i) {
      if (i == at || !is_in(headings[i]) || is_called(headings[i], judge_columns) ||
          is_called(headings[i], {"id", "idx", "iteration", "iter"}) ||
          std::ranges::count(read, i, place_of) > 0)
        continue;
      const Doubled two{rows, separator, headings.size(), place_of(read[0]), at, i};
      const bool are_numbers = is_in("score") || is_in("rank") || is_in("weight");
      if (are_numbers ? numbers_differ(two, is_in("grade")) : names_differ(two, is_in("nugget")))
        return fmt::format(
            "{} is read, and {}, which differs, is not; leave out the one that is "
            "not meant",
            printable(headings[at]), printable(headings[i]));
    }
  }
  return {};
}

[[gnu::cold]] void note_unread_scores(std::string_view text, const std::string& file,
                                      Warnings& notes) {
  const std::string records = table_of_records(text);
  const auto headings = headings_in(records.empty() ? text : records);
  const bool has_values =  // or columns of measures, which are all read
      column_called(measure_columns, headings) && column_called(value_columns, headings);
  constexpr ColumnNames read[] = {topic_columns, run_columns, measure_columns, value_columns};
  std::string unread = unread_columns(text, std::span(read).first(has_values ? 4 : 2));
  if (!unread.empty())
    notes.push_back(make_warning("unused-columns", Location{file, 0}, std::move(unread)));
}

}  // namespace subintent::internal
