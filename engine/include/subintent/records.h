// Inputs and outputs of analyses as data: options with their defaults and ranges, tables with their
// columns. Command lines, Python and tests are made from it.
#pragma once

#include <concepts>
#include <initializer_list>
#include <type_traits>
#include <variant>

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

using OptionVariant = std::variant<bool, std::string, std::vector<std::string>, std::uint64_t,
                                   double, std::vector<double>>;

// A value of an option, as it is given: a truth value, a text, a number, or a list of texts or of
// numbers: true, "tukey", 20, 0.5, {"bm25", "pm2"}, {5, 10}. Text may stand for numbers and lists,
// as on the command line, and one text or number for a list of one.
class OptionValue : public OptionVariant {
 public:
  OptionValue() = default;  // false
  OptionValue(OptionVariant value) : OptionVariant(std::move(value)) {}
  OptionValue(std::same_as<bool> auto truth) : OptionVariant(truth) {}
  OptionValue(std::string text) : OptionVariant(std::move(text)) {}
  OptionValue(std::string_view text) : OptionVariant(std::string(text)) {}
  OptionValue(const char* text) : OptionVariant(std::string(text)) {}
  OptionValue(std::floating_point auto number) : OptionVariant(static_cast<double>(number)) {}
  template <std::integral Number>
  requires(!std::same_as<Number, bool>) OptionValue(Number number)
      : OptionVariant(static_cast<double>(number)) {
    if (number >= 0) emplace<std::uint64_t>(static_cast<std::uint64_t>(number));
  }
  template <typename T>
  OptionValue(const std::vector<T>& list) : OptionVariant(Items<T>(list.begin(), list.end())) {}
  template <typename T>
  OptionValue(std::initializer_list<T> list) : OptionVariant(Items<T>(list.begin(), list.end())) {}
  OptionValue(std::initializer_list<double> list) : OptionVariant(std::vector<double>(list)) {}

 private:
  template <typename T>
  using Items = std::vector<std::conditional_t<std::is_arithmetic_v<T>, double, std::string>>;
};

// Values of options by their names.
using OptionValues = std::map<std::string, OptionValue, std::less<>>;

// Values of options: those that were given, else the defaults.
class AnalysisValues {
 public:
  // Takes options of a record, but no braces: these are OptionValues, wherever either is taken.
  template <std::same_as<std::vector<AnalysisOption>> Options>
  explicit AnalysisValues(Options options, const OptionValues& given = {})
      : options_(std::move(options)) {
    for (const auto& [name, value] : given) set(name, value);
  }

  const std::vector<AnalysisOption>& options() const { return options_; }
  const AnalysisOption* find(std::string_view name) const;

  // Throw Error of this argument for an option that there is not, and for a value that is outside
  // its range. Texts of an option that may be repeated add up.
  void set(const std::string& name, OptionValue value);
  void set_text(const std::string& name, const std::string& text);

  // Throws Error for a required option that was not given.
  void require_all() const;

  bool given(std::string_view name) const { return given_.contains(name); }
  const OptionValues& given() const { return given_; }

  // The value of an option of this kind; empty if it was not given and has no default.
  bool flag(std::string_view name) const;
  std::optional<std::string> text(std::string_view name) const;  // or choice
  std::vector<std::string> texts(std::string_view name) const;   // or choices
  std::optional<std::uint64_t> whole(std::string_view name) const;
  std::optional<double> number(std::string_view name) const;
  std::vector<double> numbers(std::string_view name) const;
  std::vector<std::uint32_t> wholes(std::string_view name) const;

 private:
  std::optional<OptionValue> value_of(std::string_view name) const;

  std::vector<AnalysisOption> options_;
  OptionValues given_;
};

// The inputs of an analysis.
enum class AnalysisNeed {
  scores,        // of runs, and nothing else
  runs,          // judgments and runs, which it scores itself
  lists,         // runs alone, with the scores of their documents
  judgments,     // two sets of them; runs may come with them
  left_out,      // judgments and runs; in `compare` an option of `judgments`
  judges,        // judgments of people, those of a model, and runs
  hierarchies,   // two sets of them; judgments and runs may come with them
  similarities,  // judgments, and similarities or dendrograms
};

struct AnalysisRecord {
  std::string name;                 // "significance"; of a series with the analysis it makes of
                                    // each setting: "pooling significance"
  std::string command = "compare";  // that makes it: subintent COMMAND NAME
  std::string summary;              // what it says, a phrase
  std::string source;               // papers and sections
  AnalysisNeed need = AnalysisNeed::scores;
  std::vector<AnalysisOption> options;
  std::vector<TableRecord> tables;  // those that it can give; some only where they are asked for

  std::string usage = {};  // its inputs on the command line
  // For a command of its own: what these are, and how it is called.
  std::string about_inputs = {}, example = {};
  std::vector<Column> settings = {};  // of a series, before the columns of tables
  std::size_t max_runs = SIZE_MAX;
  bool draws = false;            // has a chart
  bool has_captions = false;     // its text shows topics, intents and documents by their words
  bool has_people = false;       // takes preferences of people
  bool may_lack_scores = false;  // of scores, but has something to say without them
  bool has_dendrograms = false;
  bool needs_hierarchies = false;
  bool compares_answers = false;  // of runs: to which nuggets were assigned, in their place
  bool makes_series = false;      // takes an analysis of scores for each of its settings
  std::string default_each = "discriminative-power";

  bool takes(std::string_view option) const {
    return std::ranges::find(options, option, &AnalysisOption::name) != options.end();
  }

  // Can answers to which nuggets were assigned stand in the place of judgments and runs?
  bool takes_answers() const { return need == AnalysisNeed::scores || compares_answers; }

  // May fail because of what it finds, for continuous integration.
  bool gates() const { return command == "gate"; }

  // Does it need scores alone, so that `compare` can make it of each setting of a series?
  bool is_made_of_scores() const { return command == "compare" && need == AnalysisNeed::scores; }
};

}  // namespace subintent
