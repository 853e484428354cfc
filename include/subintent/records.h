// What analyses take and give, as data: options with their defaults and ranges, tables with their
// columns. Command lines, Python and tests are made from it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "subintent/basics.h"

namespace SUBINTENT_PUBLIC subintent {

// A cell is empty or holds text, a number or a whole number.
using Cell = std::variant<std::monostate, std::string, double, std::int64_t>;

enum class CellKind { text, number, whole };

struct Column {
  std::string name;  // "effect_size"
  CellKind kind = CellKind::text;
  std::string meaning;  // a phrase
};

struct TableRecord {
  std::string name;     // "pairs"
  std::string meaning;  // "a row per pair"
  std::vector<Column> columns;
};

// Rows of a table; each has a cell for every column.
struct Table {
  std::string name;
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
  std::vector<std::string> hidden = {};  // columns that nobody has asked for
};

enum class OptionKind {
  flag,  // false unless given
  text,
  texts,     // may be repeated
  measures,  // names, separated by commas
  measure,   // a name of a measure; may be repeated
  choice,
  choices,  // several, separated by commas
  whole,
  wholes,  // numbers separated by commas, or FIRST:LAST:STEP
  number,
  numbers,
};

struct AnalysisOption {
  std::string name;  // "pool_depths"; on the command line --pool-depths
  OptionKind kind = OptionKind::text;
  std::string placeholder;    // stands for the value in helps: "D,..."; of choices: made from them
  std::string meaning;        // a phrase
  std::string default_value;  // as it would be written; empty: none
  // The bounds of a number; a bound that is open is itself not allowed.
  double min = 0, max = 1e300;
  bool open_min = false, open_max = false;
  std::vector<std::string> choices = {};
  std::map<std::string, std::string> aliases = {};  // other names of choices
  bool required = false;
  bool of_runs = false;      // has no meaning where runs may be given and are not
  std::string example = {};  // of a value, for errors; none: the default

  // "from 1 to 100000", "between 0 and 1".
  std::string range() const;
};

// Values of options: those that were given, else the defaults.
class AnalysisValues {
 public:
  using Value = std::variant<bool, std::string, std::vector<std::string>, std::uint64_t, double,
                             std::vector<double>>;

  explicit AnalysisValues(std::vector<AnalysisOption> options) : options_(std::move(options)) {}

  const std::vector<AnalysisOption>& options() const { return options_; }
  const AnalysisOption* find(std::string_view name) const;

  // Throw Error of this argument for an option that there is not, and for a value that is outside
  // its range. Texts of an option that may be repeated add up.
  void set(const std::string& name, Value value);
  void set_text(const std::string& name, const std::string& text);

  // Throws Error for a required option that was not given.
  void require_all() const;

  bool given(std::string_view name) const { return given_.contains(name); }

  // The value of an option of this kind; empty if it was not given and has no default.
  bool flag(std::string_view name) const;
  std::optional<std::string> text(std::string_view name) const;  // or choice
  std::vector<std::string> texts(std::string_view name) const;   // or choices
  std::optional<std::uint64_t> whole(std::string_view name) const;
  std::optional<double> number(std::string_view name) const;
  std::vector<double> numbers(std::string_view name) const;
  std::vector<std::uint32_t> wholes(std::string_view name) const;

 private:
  std::optional<Value> value_of(std::string_view name) const;

  std::vector<AnalysisOption> options_;
  std::map<std::string, Value, std::less<>> given_;
};

// Values of options by their names. Text may stand for numbers and lists, as on the command line.
using OptionValues = std::map<std::string, AnalysisValues::Value>;

struct AnalysisRecord {
  std::string name;     // "significance"; of a series with the analysis it makes of each setting:
                        // "pooling significance"
  std::string command;  // of the command line that makes it: "compare"
  std::string summary;  // what it says, a phrase
  std::string source;   // papers and sections
  bool of_scores = false;  // takes scores; else judgments and what the header of its page says
  std::vector<AnalysisOption> options;
  std::vector<TableRecord> tables;  // those that it can give; some only where they are asked for
};

}  // namespace subintent
