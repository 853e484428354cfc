#include "trec/scores.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "support/error.h"
#include "support/input_file.h"
#include "support/strings.h"

namespace subintent {
namespace {

constexpr std::string_view score_columns = "run\ttopic\tmeasure\tvalue";
constexpr std::string_view preference_columns = "topic\trun1\trun2\tparticipant\tpreference";
constexpr double largest = 1e100;  // squares of scores, and what is divided by them, stay finite
constexpr const char* formats_advice =
    "give scores of subintent evaluate --per-topic --format tsv, trec_eval -q, ndeval, or a "
    "topic x run matrix as CSV";

// Names in the order of their first appearance.
class NameList {
 public:
  std::uint32_t number_of(std::string_view name) {
    const auto [at, is_new] =
        numbers_.try_emplace(std::string(name), static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.emplace_back(name);
    return at->second;
  }
  std::vector<std::string>& names() { return names_; }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> names_;
};

// The file's name without folder, compression suffix and the usual suffixes of scores.
std::string stem_of(const std::string& path) {
  std::string name = path.substr(path.find_last_of('/') + 1);
  const auto drop = [&](std::string_view suffix) {
    if (name.size() > suffix.size() && name.ends_with(suffix)) {
      name.resize(name.size() - suffix.size());
      return true;
    }
    return false;
  };
  for (const char* suffix : {".gz", ".zst"}) {
    if (drop(suffix)) break;
  }
  for (const char* suffix : {".csv", ".tsv", ".txt", ".eval"}) {
    if (drop(suffix)) break;
  }
  return name;
}

// The topics under which evaluation tools write means over topics.
bool is_mean(std::string_view topic) {
  return topic == "all" || topic == "amean";
}

// The cells of a CSV line; a cell in quotes may hold commas, and quotes doubled.
std::vector<std::string> csv_cells(std::string_view line, const Location& location) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += '"';
      ++i;
    } else if (c == '"' && (quoted || cells.back().empty())) {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  if (quoted) throw Error(location, "a quote is not closed", "close it on the same line");
  for (std::string& cell : cells) cell = trim(cell);
  return cells;
}

class ScoreReader {
 public:
  explicit ScoreReader(ScoreRunName run_name) : run_name_(run_name) {}

  void read(const std::string& path) {
    path_ = path;
    const std::string text = read_file(path);
    LineSplitter lines(text, display_name(path));
    const std::size_t before = entries_.size();
    std::string_view line;
    do {
      if (!lines.next(line)) {
        throw Error(Location{display_name(path), 0}, "holds no scores", formats_advice);
      }
    } while (trim(line).empty());
    files_.push_back(display_name(path));
    read_lines(lines, line);
    if (entries_.size() == before) {
      throw Error(Location{display_name(path), 0}, "holds no scores of single topics",
                  formats_advice);
    }
  }

  ScoreTable finish() {
    order_topics();
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
      return std::tie(a.score.measure, a.score.topic, a.score.run, a.file, a.line) <
             std::tie(b.score.measure, b.score.topic, b.score.run, b.file, b.line);
    });
    ScoreTable table;
    table.run_files = std::move(run_files_);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (i > 0 && same_place(entries_[i - 1], entries_[i])) {
        require_same_value(entries_[i - 1], entries_[i]);
      } else {
        table.scores.push_back(entries_[i].score);
      }
    }
    table.measures = std::move(measures_.names());
    table.topics = std::move(topics_.names());
    table.runs = std::move(runs_.names());
    return table;
  }

 private:
  struct Entry {
    Score score;
    std::uint32_t file;
    std::uint64_t line;
  };

  static bool same_place(const Entry& a, const Entry& b) {
    return a.score.measure == b.score.measure && a.score.topic == b.score.topic &&
           a.score.run == b.score.run;
  }

  void require_same_value(const Entry& first, const Entry& second) {
    if (first.score.value == second.score.value) return;
    throw Error(Location{files_[second.file], second.line},
                "run " + printable(runs_.names()[second.score.run]) + ", topic " +
                    printable(topics_.names()[second.score.topic]) + ", measure " +
                    printable(measures_.names()[second.score.measure]) + " has the score " +
                    shortest(second.score.value) + ", but " + shortest(first.score.value) + " at " +
                    files_[first.file] + ":" + std::to_string(first.line),
                "keep one of them, or give runs different names");
  }

  void order_topics() {
    auto& names = topics_.names();
    std::vector<std::uint32_t> order(names.size()), rank(names.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return label_less(names[a], names[b]); });
    std::vector<std::string> sorted;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      rank[order[i]] = i;
      sorted.push_back(std::move(names[order[i]]));
    }
    names = std::move(sorted);
    for (Entry& entry : entries_) entry.score.topic = rank[entry.score.topic];
  }

  void read_lines(LineSplitter& lines, std::string_view first) {
    if (first == score_columns) return read_table(lines);
    if (first.starts_with("runid,topic,")) return read_ndeval(lines, first);
    if (first.find(',') != std::string_view::npos) return read_matrix(lines, first);
    std::array<std::string_view, 3> column;
    if (split_blanks(first, column) == 3 && (parse_double(column[2]) || column[0] == "runid")) {
      return read_trec_eval(lines, first);
    }
    throw Error(lines.location(), "the first line is that of no known format of scores",
                formats_advice);
  }

  void read_table(LineSplitter& lines) {
    std::string_view line;
    while (lines.next(line)) {
      if (trim(line).empty()) continue;
      const auto column = split_tabs(line);
      if (column.size() != 4) {
        throw Error(lines.location(), "expected 4 columns, found " + std::to_string(column.size()),
                    "write run, topic, measure and value, with tabs between them");
      }
      if (is_mean(column[1])) continue;
      add(lines, column[0], column[1], column[2], column[3]);
    }
  }

  void read_ndeval(LineSplitter& lines, std::string_view header_line) {
    const auto header = csv_cells(header_line, lines.location());
    std::string only_run;
    std::string_view line;
    while (lines.next(line)) {
      if (trim(line).empty() || line == header_line) continue;
      const auto cells = cells_of(lines, line, header.size());
      if (run_name_ == ScoreRunName::file) {
        if (only_run.empty()) only_run = cells[0];
        if (only_run != cells[0]) {
          throw Error(lines.location(),
                      "a second run, " + printable(cells[0]) + ", in a file that names the run",
                      "use --run-name tag");
        }
      }
      if (is_mean(cells[1])) continue;
      const std::string run = run_name_ == ScoreRunName::file ? stem_of(path_) : cells[0];
      for (std::size_t i = 2; i < cells.size(); ++i) add(lines, run, cells[1], header[i], cells[i]);
    }
  }

  void read_matrix(LineSplitter& lines, std::string_view header_line) {
    const auto header = csv_cells(header_line, lines.location());
    const std::size_t first = header[0] == "topic" ? 1 : 0;
    require_run_names(lines, {header.begin() + static_cast<std::ptrdiff_t>(first), header.end()});
    const std::string measure = path_ == "-" ? "score" : stem_of(path_);
    std::string_view line;
    std::uint64_t topic_number = 0;
    while (lines.next(line)) {
      if (trim(line).empty()) continue;
      const auto cells = cells_of(lines, line, header.size());
      ++topic_number;
      const std::string topic = first == 1 ? cells[0] : std::to_string(topic_number);
      if (is_mean(topic)) continue;
      for (std::size_t i = first; i < cells.size(); ++i) {
        add(lines, header[i], topic, measure, cells[i]);
      }
    }
  }

  static void require_run_names(const LineSplitter& lines, std::vector<std::string> names) {
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice != names.end()) {
      throw Error(lines.location(), "run " + printable(*twice) + " is in the header line twice",
                  "give each column a name of its own");
    }
    const auto is_number = [](const std::string& name) {
      return name.find('.') != std::string::npos && parse_double(name).has_value();
    };
    if (std::all_of(names.begin(), names.end(), is_number)) {
      throw Error(lines.location(), "the first line holds scores where the names of runs belong",
                  "write the names of the runs into the first line");
    }
  }

  static std::vector<std::string> cells_of(const LineSplitter& lines, std::string_view line,
                                           std::size_t count) {
    auto cells = csv_cells(line, lines.location());
    if (cells.size() != count) {
      throw Error(lines.location(),
                  "expected " + count_of(count, "cell") + ", as in the header line, found " +
                      std::to_string(cells.size()),
                  "write one cell for each column");
    }
    return cells;
  }

  void read_trec_eval(LineSplitter& lines, std::string_view line) {
    std::string run = stem_of(path_);
    if (run_name_ == ScoreRunName::tag) run = trec_eval_tag(lines, line);
    do {
      std::array<std::string_view, 3> column;
      const std::size_t count = split_blanks(line, column);
      if (count == 0 || column[0] == "runid") continue;
      if (count != 3) {
        throw Error(lines.location(),
                    "expected 3 columns, found " + (count > 3 ? "more" : std::to_string(count)),
                    "write measure, topic and value, as trec_eval -q does");
      }
      if (!is_mean(column[1])) add(lines, run, column[1], column[0], column[2]);
    } while (lines.next(line));
  }

  // The value of "runid"; it may stand at the end.
  static std::string trec_eval_tag(LineSplitter lines, std::string_view line) {
    do {
      std::array<std::string_view, 3> column;
      if (split_blanks(line, column) == 3 && column[0] == "runid") return std::string(column[2]);
    } while (lines.next(line));
    throw Error(lines.location(), "there is no line \"runid\"", "use --run-name file");
  }

  void add(const LineSplitter& lines, std::string_view run, std::string_view topic,
           std::string_view measure, std::string_view text) {
    const auto value = parse_double(trim(text));
    if (!value) {
      throw Error(lines.location(),
                  "the score '" + printable(text) + "' of run " + printable(run) + " for topic " +
                      printable(topic) + " is not a finite number",
                  "write a number; for a missing score leave the line out, of a matrix the column, "
                  "and use --missing");
    }
    if (*value != 0 && !(std::abs(*value) <= largest && std::abs(*value) >= 1 / largest)) {
      throw Error(lines.location(),
                  "the score '" + printable(text) + "' of run " + printable(run) + " for topic " +
                      printable(topic) + " is too large, or too near to 0, to calculate with",
                  "give scores from 1e-100 to 1e100");
    }
    if (run.empty() || topic.empty() || measure.empty()) {
      throw Error(lines.location(), "a run, topic or measure has no name", "write one");
    }
    const std::uint32_t run_number = runs_.number_of(run);
    if (run_number == run_files_.size()) run_files_.push_back(files_.back());
    entries_.push_back(
        {{measures_.number_of(measure), topics_.number_of(topic), run_number, *value},
         static_cast<std::uint32_t>(files_.size() - 1),
         lines.line_number()});
  }

  ScoreRunName run_name_;
  std::string path_;
  NameList runs_, topics_, measures_;
  std::vector<std::string> files_, run_files_;
  std::vector<Entry> entries_;
};

std::optional<Preference> preference_of(std::string_view text) {
  if (text == ">") return Preference::first;
  if (text == "=") return Preference::equal;
  if (text == "<") return Preference::second;
  return std::nullopt;
}

UserPreference parse_preference(const LineSplitter& lines, std::string_view line) {
  const auto column = split_tabs(line);
  constexpr const char* advice = "write topic, run1, run2, participant and <, = or >, with tabs";
  if (column.size() != 5) {
    throw Error(lines.location(), "expected 5 columns, found " + std::to_string(column.size()),
                advice);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    if (column[i].empty()) {
      throw Error(lines.location(), "column " + std::to_string(i + 1) + " is empty", advice);
    }
  }
  const auto preference = preference_of(trim(column[4]));
  if (!preference) {
    throw Error(lines.location(), "the preference '" + printable(column[4]) + "' is not known",
                "write < (run2 is better), = or > (run1 is better)");
  }
  if (column[1] == column[2]) {
    throw Error(lines.location(), "run " + printable(column[1]) + " is compared with itself",
                "name two runs");
  }
  UserPreference made{std::string(column[0]),
                      std::string(column[1]),
                      std::string(column[2]),
                      std::string(column[3]),
                      *preference,
                      lines.line_number()};
  if (made.run2 < made.run1) {
    std::swap(made.run1, made.run2);
    made.preference = static_cast<Preference>(-static_cast<int>(*preference));
  }
  return made;
}

bool judged_before(const UserPreference& a, const UserPreference& b) {
  if (a.topic != b.topic) return label_less(a.topic, b.topic);
  const int runs = std::tie(a.run1, a.run2) < std::tie(b.run1, b.run2)    ? -1
                   : std::tie(a.run1, a.run2) == std::tie(b.run1, b.run2) ? 0
                                                                          : 1;
  if (runs != 0) return runs < 0;
  if (a.participant != b.participant) {
    return label_less(a.participant, b.participant);
  }
  return a.line < b.line;
}

}  // namespace

ScoreTable read_scores(const std::vector<std::string>& paths, ScoreRunName name) {
  ScoreReader reader(name);
  for (const std::string& path : paths) reader.read(path);
  return reader.finish();
}

std::vector<UserPreference> read_preferences(const std::string& path) {
  const std::string text = read_file(path);
  LineSplitter lines(text, display_name(path));
  std::vector<UserPreference> found;
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty() || line == preference_columns) continue;
    found.push_back(parse_preference(lines, line));
  }
  if (found.empty()) {
    throw Error(Location{display_name(path), 0}, "holds no preferences",
                "write topic, run1, run2, participant and <, = or >, with tabs");
  }
  std::sort(found.begin(), found.end(), judged_before);
  std::vector<UserPreference> preferences;
  for (UserPreference& judged : found) {
    if (!preferences.empty()) {
      const UserPreference& last = preferences.back();
      if (last.topic == judged.topic && last.run1 == judged.run1 && last.run2 == judged.run2 &&
          last.participant == judged.participant) {
        if (last.preference == judged.preference) continue;
        throw Error(Location{display_name(path), judged.line},
                    "participant " + printable(judged.participant) + " judges runs " +
                        printable(judged.run1) + " and " + printable(judged.run2) + " for topic " +
                        printable(judged.topic) + " twice, differently",
                    "keep one judgment");
      }
    }
    preferences.push_back(std::move(judged));
  }
  return preferences;
}

}  // namespace subintent
