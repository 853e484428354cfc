#include "core/collection/score_table.h"

#include "core/base/messages.h"
#include "core/base/name_table.h"
#include "core/base/strings.h"
#include "core/base/warning.h"
#include "core/collection/header_table.h"
#include "core/collection/json_scores.h"
#include "core/collection/json_text.h"
#include "core/collection/nuggets.h"
#include "core/collection/score_layouts.h"
#include "core/io/content.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::string_view json_scores_object = R"({"scores":[)";
constexpr std::string_view legend = "• ";  // of marks, below a table as it is shown
constexpr const char* named_columns_advice =
    "begin with a line that names the columns between tabs: run, topic, measure and value";
constexpr const char* only_means = "contains no scores of single topics, only means";
constexpr const char* formats_advice =
    "give scores of subintent evaluate --per-topic --format tsv, trec_eval -q, ndeval, "
    "ir_measures -q, PyTerrier, or a topic x run matrix as CSV";

// NTCIREVAL's lines "151 nDCG@0010= .5" and "151 SUMp= 1 IA-Q@0010= .5" as topic, measure and
// value; those that go on with # are remarks.
[[gnu::cold]] TextFile without_ntcireval(TextFile file) {
  const auto is_of_it = [](const LineColumns& line) {
    return line[1].starts_with('#') || (line.count == 3 && line[1].ends_with('=')) ||
           line[1] == "SUMp=";
  };
  if (!is_of_it(split_line(file.text().data()))) return file;
  LineSplitter lines(file.content().bytes(), file.name());
  std::string table;
  for (std::string_view line; lines.next(line); table += '\n') {
    const LineColumns column = split_line(line.data());
    const std::string_view measure = column[column.count - 2];
    if (!is_of_it(column) || !measure.ends_with('='))
      table += column[1].starts_with('#') ? "" : line;
    else
      table += fmt::format("{}\t{}\t{}", column[0], measure.substr(0, measure.size() - 1),
                           column[column.count - 1]);
  }
  return TextFile(Source::memory(table, file.name()));
}

class ScoreReader {
 public:
  ScoreReader(ScoreRunName run_name, ScoreFormat format, const KnownNames* known)
      : run_name_(run_name), format_(format), known_(known) {}

  // `judge` and `draw` are empty if nobody is named; a file may name others. `run` is the name of
  // the only run, if it is given.
  void read(const Source& source, const std::string& judge, const std::string& draw,
            const std::string& run) {
    judged_ = {{}, judge, draw};
    path_ = source.is_memory() ? source.name() : source.path();
    given_run_ = run;
    file_run_ = run.empty() ? score_file_name(path_) : run;
    const TextFile text = without_ntcireval(TextFile(source));
    text_ = text.text();
    LineSplitter lines(text.content().bytes(), text.name());
    const std::size_t before = table_.size();
    std::string_view line;
    do {
      if (!lines.next(line))
        throw Error(Location{source.name(), 0}, "contains no scores", formats_advice);
    } while (trim(line).empty());
    table_.begin_file(source.name());
    only_run_.clear();
    lacks_scores_ = false;
    texts_.clear();
    read_lines(lines, line, text);
    check_new_names(source.name());
    if (table_.size() == before) {
      throw Error(Location{source.name(), 0},
                  lacks_scores_ ? "all scores of topics are missing" : only_means,
                  lacks_scores_ ? "see what failed when they were computed" : formats_advice);
    }
  }

  ScoreTable finish() {
    table_.leave_out_statistics();
    note_matrices();
    try {
      return table_.finish();
    } catch (const Error& error) {
      if (may_name_run_.empty()) throw;
      throw Error(error.location(), error.message(),
                  "if " + join(may_name_run_, " or ") +
                      " names the run, call it run; else keep one of them");
    }
  }

 private:
  // Beside scores without a run: a word that differs within a topic may name it.
  void note_text(std::string_view topic, std::string_view name, std::string_view text) {
    constexpr std::size_t longest = 40;
    if (text.empty() || text.size() > longest || text.find(' ') != text.npos || is_numeric(text))
      return;
    const auto [at, is_new] =
        texts_.try_emplace(std::pair(std::string(topic), std::string(name)), text);
    if (!is_new && at->second != text) may_name_run_.insert(printable(name));
  }

  // Notes that columns may be measures, in place of files, where all files have the same words.
  [[gnu::cold]] void note_matrices() {
    const auto differs = [&](const auto& one) { return one.second != matrices_[0].second; };
    const auto says_measure = [](const auto& one) { return has_word_of_measure(one.first); };
    if (matrices_.size() < 2 || format_ != ScoreFormat::automatic || known_ != nullptr ||
        std::ranges::any_of(matrices_, differs) || std::ranges::any_of(matrices_, says_measure))
      return;
    const NameSet& runs = matrices_[0].second;
    const auto is_word = [](const std::string& name) {
      return name.size() > 1 &&
             std::ranges::all_of(name, [](char c) { return is_letter(c) || c == '_'; });
    };
    if (!std::ranges::all_of(runs, is_word)) return;
    table_.notes.push_back(
        make_warning("exchanged-columns",
                     fmt::format("files are measures, such as {}, and {} runs",
                                 printable(matrices_[0].first), list_of(runs)),
                     "if files are runs, and these measures, use `scores_format=measures`"));
  }

  void read_lines(LineSplitter& lines, std::string_view first, const TextFile& file) {
    separator_ = separator_of(first);
    are_answers_ = holds_answer_scores(text_);
    note_unread_scores(text_, file.name(), table_.notes);
    if (!first.starts_with('{') && holds_nuggets(text_)) refuse_nuggets(lines);
    if (first.starts_with('[') || first == json_scores_object) return read_json(lines, first, file);
    if (first.starts_with('{') && !first_object_has(text_, {answer_topics}) &&
        (first_object_has(text_, {{"mteb_version", "metrics"}}) ||
         first_object_has(text_, {{"results"}, {"versions", "configs"}})))
      throw Error(lines.location(), only_means, formats_advice);
    if (holds_levels()) return read_levels(lines, file);
    if (first.starts_with('{') && is_one_json(text_)) return read_object(lines, trim(text_));
    if (first.starts_with('{')) return read_json_lines(lines, first);
    const bool are_measures =
        format_ == ScoreFormat::measures ||
        (!given_run_.empty() && std::ranges::count(header_of(lines, first), given_run_) == 0);
    if (separator_ != blank_separated) refuse_thousands(file);
    const auto columns = named_columns(lines, first, are_measures);
    if (columns && (columns->run || columns->measures.empty() || format_ != ScoreFormat::matrix))
      return read_named(lines, first, *columns);
    if (format_ == ScoreFormat::measures)
      throw Error(lines.location(), "names no column of topics above numbers",
                  "call it topic; if it names systems, these are means: give a row for each topic");
    if (separator_ == ';' || (separator_ == ',' && split_tabs(first).size() < 3) ||
        (separator_ == '\t' && (first.starts_with("\t") || first.starts_with("\"\"") ||
                                is_topic_heading(split_tabs(first)[0]))))
      return read_matrix(lines, first);
    const LineColumns column = split_line(first.data());
    const std::size_t count = column.count;
    bool are_numbers = count > 1 && has_fraction(column[count - 2]);
    for (std::size_t i = 0; i < std::min(count, LineColumns::limit); ++i)
      are_numbers &= is_numeric(with_point(column[i]));
    if (are_numbers)
      throw Error(lines.location(), "holds scores, and no names of topics or measures",
                  "write commas between them, and a first line: topic, then the names of the runs");
    const std::size_t cells = split_tabs(first).size();
    if ((cells == 3 || cells == 4) && count > cells)
      throw Error(lines.location(), "has blanks within the cells between tabs",
                  named_columns_advice);
    const auto holds_value = [&](std::string_view cell) {
      return is_value(cell, separator_) || is_empty_cell(cell);
    };
    if (count == 3 && (holds_value(column[2]) || column[0] == "runid"))
      return read_blank_columns(lines, first, 3);
    if (count == 4 && holds_value(column[3])) return read_blank_columns(lines, first, 4);
    if (count == 2 && is_value(column[1], separator_)) {
      throw Error(lines.location(),
                  "has two columns, as means have: one of topics or measures is missing",
                  is_numeric(column[0]) ? "of topics, begin with a line that names the columns "
                                          "between tabs, such as topic and map"
                                        : formats_advice);
    }
    throw Error(lines.location(), "the first line does not belong to a known format of scores",
                formats_advice);
  }

  std::vector<std::string> header_of(const LineSplitter& lines, std::string_view line) {
    csv_ = CsvCutter(separator_);
    const auto cells = csv_.cut(lines, line);
    return {cells.begin(), cells.end()};
  }

  // The name for a run that is called so in the file.
  std::string_view run_of(const LineSplitter& lines, std::string_view name) {
    const bool is_named = run_name_ == ScoreRunName::file && given_run_.empty();
    return is_named ? file_run(lines, name) : name;
  }

  // The name that the file gives to its only run.
  std::string_view file_run(const LineSplitter& lines, std::string_view name) {
    if (only_run_.empty()) only_run_ = name;
    if (only_run_ != name) {
      throw Error(lines.location(),
                  "a second run, " + printable(name) + ", in a file that names the run",
                  given_run_.empty() ? "use `run_name=tag`" : "leave NAME= out");
    }
    return file_run_;
  }

  // PyTerrier's scores of topics, and whatever else names its columns.
  void read_named(LineSplitter& lines, std::string_view header, const NamedColumns& columns) {
    CsvCutter cutter(columns.separator);
    const std::vector<std::string> names = header_of(lines, header);
    const bool is_ours = header == "run\ttopic\tmeasure\tvalue";
    std::string_view line, before = header;
    std::string topic_in_turn;
    std::vector<bool> has_scores(columns.measures.size());
    bool in_comparisons = false;  // the tables behind the scores, with --significance
    while (lines.next(line)) {
      const bool follows_blank = before.empty();
      before = line;
      if (is_ours && follows_blank && line.starts_with("measure\t")) in_comparisons = true;
      if (line == header) in_comparisons = false;
      if (in_comparisons || is_empty_line(line) || line == header || line.starts_with(legend))
        continue;
      const auto cells = cutter.cut(lines, line);
      if (cells.size() != columns.count) refuse_cells(lines, columns.count, cells.size());
      std::string_view run = columns.run ? cells[*columns.run] : file_run_;
      if (columns.run && !is_ours) run = run_of(lines, run);
      if (is_mean_topic(cells[columns.topic])) continue;
      const bool is_of_mt_bench = columns.judge && cells[*columns.judge].starts_with('[');
      if (columns.judge && !is_of_mt_bench) judged_.judge = cells[*columns.judge];
      if (columns.draw) judged_.draw = cells[*columns.draw];
      std::string_view topic = cells[columns.topic];
      if (columns.turn) topic = topic_in_turn = with_turn(topic, cells[*columns.turn]);
      for (std::size_t i = 0; i < cells.size() && !columns.run && !columns.measures.empty(); ++i)
        if (i != columns.topic) note_text(topic, names[i], cells[i]);
      for (std::size_t i = 0; i < has_scores.size(); ++i) {
        const auto& [place, measure] = columns.measures[i];
        const std::size_t size = table_.size();
        const bool has_grade = !is_of_mt_bench || parse_double(cells[place]) != -1;
        add(lines, run, topic, measure, has_grade ? cells[place] : "");
        if (table_.size() > size) has_scores[i] = true;
      }
      if (columns.measures.empty())
        add(lines, run, topic, cells[columns.measure], cells[columns.value]);
    }
    if (std::ranges::find(has_scores, true) == has_scores.end()) return;  // which is an error
    for (std::size_t i = 0; i < has_scores.size(); ++i)
      if (!has_scores[i])
        table_.notes.push_back(make_warning(
            "no-mean", Location{lines.location().file, 0},
            "all scores by " + printable(columns.measures[i].second) + " are missing"));
  }

  void add_topic(const LineSplitter& lines, const JsonTopicScores& topic_scores) {
    const std::string_view run =
        topic_scores.run.empty() ? file_run_ : run_of(lines, topic_scores.run);
    if (is_mean_topic(topic_scores.topic)) return;
    if (topic_scores.run.empty())
      for (const auto& [name, text] : topic_scores.texts) note_text(topic_scores.topic, name, text);
    lacks_scores_ |= topic_scores.scores.empty() && !topic_scores.topic.empty();
    for (const auto& [measure, value] : topic_scores.scores)
      add_value(lines, run, topic_scores.topic, measure, value + 0.0);  // -0 is 0
  }

  void read_object(const LineSplitter& lines, std::string_view object) {
    add_topic(lines, are_answers_ ? answers_.parse(lines, object) : json_.parse(lines, object));
  }

  void read_json_lines(LineSplitter& lines, std::string_view line) {
    do {
      if (line.starts_with('{') || !trim(line).empty()) read_object(lines, line);
    } while (lines.next(line));
  }

  bool holds_levels() const {
    const auto is_object = [](std::string_view, std::string_view value) {
      return value.starts_with('{');
    };
    return JsonDict::fits(text_) && !are_answers_ && !first_object_has(text_, {topic_columns}) &&
           any_first_member(text_, is_object);
  }

  // {run: {topic: {measure: value}}}, with levels in any order, or without runs or measures.
  [[gnu::cold]] void read_levels(const LineSplitter& lines, const TextFile& file) {
    JsonDict dict(file, "write {run: {measure: {topic: value}}}");
    std::vector<std::vector<std::string>> paths;
    std::vector<double> values;
    LineInWork in_work = nullptr;
    for (const TopicLines& outer : dict.take_topics()) {
      dict.read(outer, in_work, [&](const JsonDict::Entry& entry) {
        paths.push_back({std::string(outer.topic)});
        if (!entry.intent.empty()) paths.back().emplace_back(entry.intent);
        paths.back().emplace_back(entry.docno);
        values.push_back(entry.number + 0.0);  // -0 is 0
      });
    }
    const ScoreLevels level =
        score_levels(paths, file.name(), known_ == nullptr ? KnownNames() : *known_, table_.notes);
    // Names are those of runs, as in a matrix, where no measure is known.
    std::vector<std::string> names;
    for (const auto& path : paths) names.push_back(path[level.measure]);
    const bool are_runs =
        paths[0].size() == 2 && given_run_.empty() && format_ != ScoreFormat::measures &&
        (format_ == ScoreFormat::matrix || std::ranges::none_of(names, is_sure_measure));
    const std::string name = path_ == "-" ? "score" : file_run_;
    if (are_runs) matrices_.emplace_back(name, NameSet(names.begin(), names.end()));
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const std::string& topic = paths[i][level.topic];
      if (is_mean_topic(topic)) continue;
      const std::string& measure = paths[i][level.measure];
      if (are_runs)
        add_value(lines, measure, topic, name, values[i]);
      else
        add_value(lines, paths[i].size() == 3 ? run_of(lines, paths[i][level.run]) : file_run_,
                  topic, measure, values[i]);
    }
  }

  // An array of objects, or an object whose member "scores" is one, from its first line on.
  [[gnu::cold]] void read_json(LineSplitter& lines, std::string_view line, const TextFile& file) {
    const JsonText json{
        file, "give one output of evaluate --format json, or an array of objects", {}};
    LineInWork in_work = nullptr;
    JsonReader reader(json, file.text(), {}, in_work);
    const auto add = [&](JsonValue& element) {
      if (!JsonReader::is(element, '{')) reader.refuse("is no object");
      const std::string_view object = reader.text_of(element);
      while (line.end() <= object.begin() && lines.next(line)) continue;
      read_object(lines, object);
    };
    JsonValue root = reader.root();
    if (JsonReader::is(root, '[')) {
      reader.for_each_element(root, add);
    } else {
      bool is_read = false;
      reader.for_each_member(root, [&](std::string_view name, JsonValue value) {
        if (name != "scores") return;
        if (std::exchange(is_read, true)) reader.refuse("\"scores\" occurs twice");
        reader.for_each_element(value, add);
      });
    }
    reader.require_end();
  }

  [[gnu::cold]] void read_matrix(LineSplitter& lines, std::string_view header_line) {
    MatrixHeader matrix{separator_, header_of(lines, header_line)};
    std::vector<std::string>& header = matrix.cells;
    // Numbers of rows, as pandas and R write them, may stand before the topics.
    const std::size_t numbers =
        header.size() > 2 && header[0].empty() && is_topic_heading(header[1]) ? 1 : 0;
    if (numbers > 0) header.erase(header.begin());
    check_matrix(lines, matrix, format_);
    const std::size_t first = has_topics(lines, matrix, format_) ? 1 : 0;
    if (format_ == ScoreFormat::automatic && given_run_.empty())
      require_one_measure(lines, matrix, first);
    const std::string measure = path_ == "-" ? "score" : score_file_name(path_);
    if (given_run_.empty())
      matrices_.emplace_back(measure, NameSet(header.begin() + first, header.end()));
    std::string_view line;
    std::uint64_t topic_number = 0;
    while (lines.next(line)) {
      if (is_empty_line(line)) continue;
      const auto cells = cells_of(lines, line, header.size() + numbers).subspan(numbers);
      ++topic_number;
      const std::string topic = first == 1 ? std::string(cells[0]) : std::to_string(topic_number);
      for (std::size_t i = first; i < cells.size(); ++i) {
        const bool is_measure = !given_run_.empty() && header[i] != given_run_;
        add(lines, is_measure ? given_run_ : header[i], topic, is_measure ? header[i] : measure,
            cells[i]);
      }
    }
  }

  std::span<const std::string_view> cells_of(const LineSplitter& lines, std::string_view line,
                                             std::size_t count) {
    const auto cells = csv_.cut(lines, line);
    if (cells.size() != count) refuse_cells(lines, count, cells.size());
    return cells;
  }

  [[noreturn]] static void refuse_cells(const LineSplitter& lines, std::size_t expected,
                                        std::size_t found) {
    throw Error(lines.location(),
                "expected " + count_of(expected, "cell") + ", as in the header line, found " +
                    std::to_string(found),
                "write one cell for each column");
  }

  // Lines of trec_eval or those of ir_measures, with the run before them if there are four columns.
  void read_blank_columns(LineSplitter& lines, std::string_view line, std::size_t count) {
    const bool is_given = format_ == ScoreFormat::trec_eval || format_ == ScoreFormat::ir_measures;
    if (count == 4 && !is_given) require_runs_first(lines, line);
    const bool measure_first = is_given ? format_ == ScoreFormat::trec_eval
                                        : has_measure_first(lines, line, count, known_);
    std::string_view run = file_run_;
    const bool has_tag = count == 3 && measure_first && run_name_ == ScoreRunName::tag;
    const std::string tag = has_tag ? trec_eval_tag(lines, line) : "";
    if (has_tag) run = tag;
    LineCutter cutter(line.data());
    do {
      const LineColumns& column = cutter.next();
      const std::size_t found = column.count;
      if (found == 0 ||
          (count == 3 && (column[0] == "runid" || column[0].starts_with("relstring"))))
        continue;  // their values are text
      if (found != count) refuse_columns(lines, count, found);
      const std::string_view first = column[count - 3], second = column[count - 2];
      const auto [measure, topic] =
          measure_first ? std::pair(first, second) : std::pair(second, first);
      if (!is_given && !are_measure_and_topic(measure, topic)) {
        throw Error(lines.location(),
                    "measure " + printable(measure) + " and topic " + printable(topic) +
                        " do not fit the lines before, which have the " +
                        (measure_first ? "measure" : "topic") + " first",
                    "use `scores_format=trec_eval` (measure first) or ir_measures (topic first)");
      }
      if (count == 4) run = run_of(lines, column[0]);
      if (!is_mean_topic(topic)) add(lines, run, topic, measure, column[count - 1]);
    } while (lines.next(line));
  }

  [[noreturn]] void refuse_columns(const LineSplitter& lines, std::size_t expected,
                                   std::size_t found) const {
    const bool has_tabs = split_tabs(first_line(text_)).size() == expected;
    throw Error(lines.location(),
                "expected " + std::to_string(expected) + " columns, found " +
                    (found > expected ? "more" : std::to_string(found)),
                has_tabs && found > expected ? named_columns_advice
                : expected == 3 ? "write measure, topic and value as trec_eval -q does, or topic, "
                                  "measure and value as ir_measures -q does"
                                : "write run, topic, measure and value, or run, measure, topic and "
                                  "value, as in the lines before");
  }

  void add(const LineSplitter& lines, std::string_view run, std::string_view topic,
           std::string_view measure, std::string_view text) {
    double value = 0;
    if (text.empty()) return void(lacks_scores_ = true);
    if (!read_number(text, value)) {
      if (is_empty_cell(trim(text))) return void(lacks_scores_ = true);
      if (is_statistic(topic)) return;  // it is left out
      refuse_value(lines, run, topic, text);
    }
    add_value(lines, run, topic, measure, value, text);
  }

  // In blocks where it lies in the file, as all do but for those in quotes that hold some.
  bool read_number(std::string_view text, double& value) const {
    const auto place = static_cast<std::size_t>(text.data() - text_.data());
    if (place < text_.size()) {
      const LeadingNumber number = leading_number_in_blocks(text);
      value = number.value;
      if (number.end == text.data() + text.size()) return true;
    }
    return read_any_number(text, value);
  }

  [[gnu::noinline]] bool read_any_number(std::string_view text, double& value) const {
    const bool has_point = separator_ == ',' || separator_ == blank_separated;
    const auto number = parse_double(has_point ? trim(text) : with_point(trim(text)));
    value = number.value_or(0);
    return number.has_value();
  }

  [[noreturn, gnu::cold]] static void refuse_value(const LineSplitter& lines, std::string_view run,
                                                   std::string_view topic, std::string_view text) {
    throw Error(lines.location(),
                "the score '" + printable(text) + "' of run " + printable(run) + " for topic " +
                    printable(topic) + " is not a finite number",
                holds_comma(text) ? decimal_advice
                                  : "write a number, and leave out columns of text; for a missing "
                                    "score leave the line out, of a "
                                    "table the cell empty, and use `missing`");
  }

  // `text` is how the file has the value, where that is not the shortest way.
  void add_value(const LineSplitter& lines, std::string_view run, std::string_view topic,
                 std::string_view measure, double value, std::string_view text = {}) {
    const bool is_usual = value > 1e-10 && value < 1e10;
    if (!is_usual && !is_possible_score(value)) refuse_size(lines, run, topic, value, text);
    if (run.empty() || topic.empty() || measure.empty()) refuse_names(lines);
    if (!given_run_.empty()) run = file_run(lines, run);
    const bool is_judged = !judged_.judge.empty() || !judged_.draw.empty();
    table_.add(is_judged ? number_of_judged(measure) : table_.measures.number_of(measure),
               table_.topics.number_of(topic), table_.runs.number_of(run), value,
               lines.line_number());
  }

  std::uint32_t number_of_judged(std::string_view measure) {
    judged_.measure = measure;
    return table_.number_of(judged_);
  }

  [[noreturn, gnu::cold]] static void refuse_size(const LineSplitter& lines, std::string_view run,
                                                  std::string_view topic, double value,
                                                  std::string_view text) {
    throw Error(lines.location(),
                "the score '" + (text.empty() ? shortest(value) : printable(text)) + "' of run " +
                    printable(run) + " for topic " + printable(topic) +
                    " is too large or too close to 0",
                "give scores from 1e-100 to 1e100");
  }

  [[noreturn, gnu::noinline]] static void refuse_names(const LineSplitter& lines) {
    throw Error(lines.location(), "the name of a run, topic or measure is empty", "write one");
  }

  // Refuses new names of the last file that no other reader takes.
  void check_new_names(const std::string& file) {
    std::size_t* checked = checked_.data();
    for (const NameList* list : {&table_.measures, &table_.topics, &table_.runs}) {
      for (; *checked < list->names().size(); ++*checked) {
        const std::string_view name = list->names()[*checked];
        if (const auto defect = utf8_docno_defect(name)) {
          throw Error(Location{file, 0}, "the name '" + printable(name) + "' " + *defect,
                      "rename it");
        }
      }
      ++checked;
    }
  }

  ScoreRunName run_name_;
  ScoreFormat format_;
  const KnownNames* known_;           // or null
  std::string path_;                  // or the name of a source of memory
  std::string given_run_;             // the name of its only run; empty: as it says
  std::string file_run_;              // the same, or what the file is called
  std::string only_run_;              // of the file, if that names the run
  std::string_view text_;             // of the file
  MeasureByJudge judged_;             // of the file, or of a line that names them
  char separator_ = blank_separated;  // of its columns
  bool are_answers_ = false;          // its objects of JSON
  bool lacks_scores_ = false;         // some are missing
  std::map<std::pair<std::string, std::string>, std::string> texts_;  // by topic and name
  NameSet may_name_run_;                                              // columns and members
  std::vector<std::pair<std::string, NameSet>> matrices_;  // without a name of their run: columns
  CsvCutter csv_;
  JsonScoreParser json_;
  AnswerScoreParser answers_;
  ScoreTableBuilder table_;
  std::array<std::size_t, 3> checked_ = {};  // how many names of its lists were looked at
};

}  // namespace

// Without folder, compression suffix and the usual suffixes of scores.
std::string score_file_name(const std::string& path) {
  std::string_view name = path;
  name = without_suffix(name.substr(name.rfind('/') + 1), {".gz", ".zst"});
  return std::string(without_suffix(name, {".csv", ".tsv", ".txt", ".eval", ".json", ".jsonl"}));
}

namespace {

// Are there several judges, each of whom has one file with scores of one run?
[[gnu::cold]] bool are_judges_runs(const ScoreTable& table,
                                   const std::vector<std::string>& judges) {
  const std::set<std::string> names(judges.begin(), judges.end());
  if (names.size() < 2 || names.size() < judges.size() || names.contains("")) return false;
  std::set<std::pair<std::string, std::uint32_t>> runs;
  for (const Score& score : table.scores)
    runs.emplace(table.judged[score.measure].judge, score.run);
  return runs.size() == names.size();
}

}  // namespace

[[gnu::cold]] ScoreTable read_scores(const std::vector<Source>& sources, ScoreRunName name,
                                     ScoreFormat format, const std::vector<std::string>& judges,
                                     const std::vector<std::string>& runs,
                                     const KnownNames* known) {
  ScoreReader reader(name, format, known);
  std::map<std::string_view, std::size_t> draws;  // of each judge
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::string judge = i < judges.size() ? judges[i] : "";
    const bool has_draws = !judge.empty() && std::ranges::count(judges, judge) > 1;
    reader.read(sources[i], judge, has_draws ? std::to_string(++draws[judges[i]]) : "",
                i < runs.size() ? runs[i] : "");
  }
  ScoreTable table = reader.finish();
  const bool can_read_again =
      std::ranges::none_of(sources, [](const Source& source) { return source.path() == "-"; });
  return can_read_again && are_judges_runs(table, judges)
             ? read_scores(sources, name, format, {}, judges, known)
             : table;
}

}  // namespace subintent::internal
