#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cmath>
#include <set>

#include "gil.h"
#include "inputs.h"
#include "subintent/basics.h"
#include "subintent/program.h"
#include "values.h"

namespace subintent::python {
namespace {

constexpr const char* score_mapping =
    "{run: {measure: {topic: value}}}, {run: {topic: value}}, or {measure: frame} of topics x runs";

// NaN where there is none.
double score_of(py::handle object) {
  return is_missing(object) ? NAN : number(object, "value");
}

// Runs may be called as files are, whose names hold any bytes.
std::string name_of_score(py::handle object, const char* what) {
  if (PyUnicode_Check(object.ptr()) != 0) return bytes_of(object, what);
  Names names;
  return std::string(names.add(object, what));
}

// Measures may be objects that show themselves as names.
std::string measure_name(py::handle object) {
  return PyUnicode_Check(object.ptr())
             ? name_of_score(object, "measure")
             : std::string(calling_python([&] { return py::str(object); }));
}

bool has_fields(py::handle object, std::initializer_list<const char*> fields) {
  return std::ranges::all_of(fields, [&](const char* name) { return py::hasattr(object, name); });
}

bool is_table(py::handle object) {
  return !is_frame(object) && has_fields(object, {"runs", "measures", "topics", "values"});
}

std::vector<std::string> names_of(py::handle list, const char* what) {
  return mapped(Items(list), [&](const py::handle name) { return name_of_score(name, what); });
}

template <typename Value>
using ArrayOf = py::array_t<Value, py::array::c_style | py::array::forcecast>;

// The flags of a table, row by row; none where it has none, or not as many as they should be.
std::vector<bool> flags_of(py::handle table, const char* name, std::size_t size) {
  const py::object given = py::getattr(table, name, py::none());
  if (given.is_none()) return {};
  const auto flags = py::cast<ArrayOf<bool>>(given);
  if (flags.size() != static_cast<py::ssize_t>(size)) return {};
  return std::vector<bool>(flags.data(), flags.data() + size);
}

std::vector<Scores> of_table(py::handle table) {
  const auto runs = names_of(table.attr("runs"), "run"),
             topics = names_of(table.attr("topics"), "topic"),
             measures = mapped(Items(py::object(table.attr("measures"))), measure_name);
  const auto values = py::cast<ArrayOf<double>>(table.attr("values"));
  const auto is_size = [&](py::ssize_t axis, std::size_t size) {
    return values.shape(axis) == static_cast<py::ssize_t>(size);
  };
  if (values.ndim() != 3 || !is_size(0, runs.size()) || !is_size(1, measures.size()) ||
      !is_size(2, topics.size()))
    throw Error::argument("scores", "scores: the values are not runs x measures x topics");
  std::vector<Scores> all;
  const std::size_t size = measures.size() * topics.size();
  const auto applicable = flags_of(table, "applicable", size),
             answered = flags_of(table, "answered", runs.size() * topics.size());
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const double* const first = values.data() + run * size;
    all.push_back({runs[run], measures, topics, {first, first + size}, {}, {}, applicable});
    if (answered.empty()) continue;
    const auto of_run = answered.begin() + static_cast<std::ptrdiff_t>(run * topics.size());
    all.back().answered.assign(of_run, of_run + static_cast<std::ptrdiff_t>(topics.size()));
  }
  return all;
}

std::vector<Scores> made_of(const std::vector<ScoreRow>& rows) {
  Warnings warnings;
  auto scores = make_scores(rows, "scores", &warnings);
  warn(warnings);
  return scores;
}

// Columns before the topics are no runs, but an index that was written to a file.
void require_first(const Frame& frame, const std::string& topics) {
  const py::object first = frame.columns[0];
  if (first.equal(py::str(topics))) return;
  throw Error(Location{"scores", 0},
              "the column " + topics + " is not the first one but stands behind " +
                  std::string(py::str(first)),
              "write topics in the first column and a run in each other one, or set them as the "
              "index (read_csv(..., index_col=0) for a file of to_csv())");
}

// Below an index that pandas made, whole numbers that differ are topics or scores, as in a file.
void require_no_topics(const Frame& frame) {
  const py::object index = frame.table.attr("index");
  if (!py::hasattr(index, "start") || !index.attr("name").is_none() || frame.columns.empty())
    return;
  const auto first = numbers(item(frame.table, frame.columns[0]));
  if (!first || !std::ranges::all_of(*first, [](double x) { return x == std::floor(x); })) return;
  if (std::set<double>(first->begin(), first->end()).size() < first->size()) return;
  throw Error(Location{"scores", 0},
              "the first column, " + std::string(py::str(frame.columns[0])) +
                  ", may contain topics or a run's scores",
              "call it topic if it contains topics, else set the topics as the index");
}

[[noreturn]] void refuse_frame(const Frame& frame) {
  throw Error(Location{"scores", 0},
              "the data frame has no columns run, topic, measure and value but " +
                  std::string(py::str(py::handle(frame.columns))),
              "rename its columns; give a topic x run matrix as {measure: frame}, measures of a "
              "run as {run: frame}, and a ScoreTable as it is or by to_pandas(per_topic=True)");
}

// A topic x run matrix of a measure, which may have no name, or topics and measures of a run;
// topics are a column, or else the index.
void add_matrix(const Frame& frame, const std::string& key, std::vector<ScoreRow>& rows) {
  py::object topics, runs = frame.columns.attr("copy")();
  if (const auto name = column_name(frame, topic_columns)) {
    topics = column(frame, topic_columns, "scores");
    require_first(frame, *name);
    runs.attr("remove")(*name);
  }
  if (!key.empty()) {  // texts of a run's answers, beside measures
    py::list of_numbers;
    for (const py::handle name : runs)
      if (internal::is_called(std::string(py::str(name)), topic_columns) ||
          numbers(item(frame.table, py::reinterpret_borrow<py::object>(name))))
        of_numbers.append(name);
    if (py::len(of_numbers) > 0) runs = of_numbers;
  }
  std::string heading;
  if (!topics && !py::hasattr(frame.table, "index")) {
    throw Error(Location{"scores", 0},
                "the table has no column for topics, such as topic or query_id",
                "write topics in the first column");
  }
  if (!topics) {
    require_no_topics(frame);
    const py::object index = frame.table.attr("index"), name = index.attr("name");
    topics = index.attr("to_series")();
    if (!name.is_none()) heading = py::str(name);
  }
  const std::vector<std::string> names = names_of(topics, "topic"),
                                 headings = names_of(runs, "run");
  if (key.empty() && internal::is_called(heading, run_columns)) refuse_frame(frame);
  bool of_measures = has_measure_columns(heading, headings, names);
  for (const py::handle name : frame.columns)
    of_measures |= !key.empty() &&
                   internal::is_called(std::string(py::str(name)), internal::columns_of_answers);
  if (key.empty() && of_measures) refuse_frame(frame);
  const std::string measure = key.empty() ? "score" : key;
  std::size_t column = 0;
  for (const py::handle run : runs) {
    const std::string& name = headings[column++];
    const std::vector<double> values =
        numbers(item(frame.table, py::reinterpret_borrow<py::object>(run)), score_of);
    for (std::size_t i = 0; i < values.size(); ++i)
      rows.push_back({of_measures ? key : name, names[i], of_measures ? name : measure, values[i]});
  }
}

std::vector<Scores> scores_of_file(const Source& file) {
  return warned([&](Warnings* warnings) { return read_scores({file}, {}, {}, warnings); });
}

// Rows need not name a run that is known.
std::vector<ScoreRow> rows_of_frame(const Frame& frame, const std::optional<std::string>& run) {
  const py::object run_column = column(frame, run_columns, "scores"),
                   value_column = column(frame, value_columns, "scores");
  if ((!run && run_column.is_none()) || value_column.is_none()) refuse_frame(frame);
  const py::object judge_column = column(frame, {"judge"}, "scores"),
                   draw_column = column(frame, {"draw"}, "scores");
  const auto judged = [](const py::object& values, const char* what) {
    std::vector<std::string> names;
    if (values.is_none()) return names;
    const Objects objects(values);
    for (std::size_t i = 0; i < objects.size(); ++i) {
      names.push_back(std::string(py::str(objects[i])));
      if (names.back().empty()) throw Error::argument("scores", std::string(what) + ": is empty");
    }
    return names;
  };
  const std::vector<std::string> judges = judged(judge_column, "judge"),
                                 draws = judged(draw_column, "draw");
  const py::object topic_column = name_column(frame, topic_columns, "scores");
  warn_of_unread(frame, "scores",
                 std::initializer_list<ColumnNames>{topic_columns, run_columns,
                                                    internal::measure_columns, value_columns});
  const bool has_measures = !run || column_name(frame, internal::measure_columns);
  const Objects runs(run ? topic_column : run_column), topics(topic_column);
  const Objects measures(has_measures ? required_column(frame, internal::measure_columns, "scores")
                                      : topic_column);
  const std::vector<double> values = numbers(value_column, score_of);
  std::vector<ScoreRow> rows;
  for (std::size_t i = 0; i < values.size(); ++i) {
    rows.push_back({run ? *run : name_of_score(runs[i], "run"), name_of_score(topics[i], "topic"),
                    has_measures ? measure_name(measures[i]) : "", values[i]});
    if (!judges.empty()) rows.back().judge = judges[i];
    if (!draws.empty()) rows.back().draw = draws[i];
  }
  return rows;
}

// A frame with runs and topics in its index, as of groupby(), with these in columns.
py::object with_index(py::handle object) {
  const py::object index = py::getattr(object, "index", py::none());
  const bool has_levels = py::cast<int>(py::getattr(index, "nlevels", py::int_(1))) > 1;
  return has_levels ? py::object(object.attr("reset_index")()) : py::none();
}

std::vector<Scores> scores_of_frame(const Frame& frame) {
  const auto has = [&](ColumnNames names) { return column_name(frame, names).has_value(); };
  const bool has_runs = has(run_columns), has_measures = has(internal::measure_columns);
  if (has_runs && has(topic_columns) && !has_measures)
    return scores_of_file(as_file(frame, "scores"));
  const py::object flat = has_runs ? py::none() : with_index(frame.table);
  if (!flat.is_none()) return score_values(flat);
  if (has_runs || has(value_columns) || has(docno_columns) || has_measures)
    return made_of(rows_of_frame(frame, {}));
  std::vector<ScoreRow> rows;
  add_matrix(frame, "", rows);
  return made_of(rows);
}

// Takes a tuple (run, topic, measure, value), or a named one as ScoreTable.per_topic() has it; of a
// run that is known (topic, measure, value), or a named one as Metric is.
ScoreRow row_of_scores(py::handle object, const std::optional<std::string>& run = {}) {
  const char* const topic = run ? "query_id" : "topic";
  const auto result = [&](py::handle of_run, py::handle topic_name, py::handle measure,
                          py::handle value) -> ScoreRow {
    return {run ? *run : name_of_score(of_run, "run"), name_of_score(topic_name, "topic"),
            measure_name(measure), score_of(value)};
  };
  if (!is_row(object) && has_fields(object, {topic, "measure", "value"}) &&
      (run || py::hasattr(object, "run"))) {
    const py::object of_run = run ? py::none() : py::object(object.attr("run"));
    return result(of_run, py::object(object.attr(topic)), py::object(object.attr("measure")),
                  py::object(object.attr("value")));
  }
  const auto row = is_row(object) ? py::cast<py::tuple>(object) : py::tuple();
  const std::size_t first = run ? 0 : 1;
  if (row.size() != first + 3)
    refuse("scores",
           run ? "tuples (topic, measure, value) of a run" : "tuples (run, topic, measure, value)",
           object);
  const auto at = [&](std::size_t i) { return py::handle(PyTuple_GET_ITEM(row.ptr(), i)); };
  return result(at(0), at(first), at(first + 1), at(first + 2));
}

// Adds those of mappings to `levels`.
void add_run(py::handle key, py::handle scores, std::vector<ScoreRow>& rows,
             std::vector<ScoreRow>& levels) {
  const std::string run = name_of_score(key, "run");
  if (py::hasattr(scores, "per_query")) return add_run(key, scores.attr("per_query"), rows, levels);
  if (const auto of_ranx = attribute(scores, "scores"); of_ranx && is_mapping(of_ranx))
    return add_run(key, of_ranx, rows, levels);
  if (!is_mapping(scores)) {
    for (const py::handle metric : iterate(scores, "scores", score_mapping))
      rows.push_back(row_of_scores(metric, run));
    return;
  }
  for_each_item(
      scores, "scores", score_mapping, [&](const py::object& measure, const py::object& by_topic) {
        if (!is_mapping(by_topic) && !attribute(by_topic, "__len__")) {
          levels.push_back({run, name_of_score(measure, "topic"), "", score_of(by_topic)});
          return;
        }
        const std::string name = measure_name(measure);
        for_each_item(
            by_topic, "scores", score_mapping,
            [&](const py::object& topic, const py::object& value) {
              levels.push_back({run, name_of_score(topic, "topic"), name, score_of(value)});
            });
      });
}

bool is_whole(py::handle object);

// The scores of a judge, and no topic x run matrix of a measure.
bool is_of_judge(py::handle object) {
  if (!is_frame(object)) return is_whole(object);
  const Frame frame = frame_of(object, "scores");
  return !column(frame, run_columns, "scores").is_none() &&
         !column(frame, value_columns, "scores").is_none();
}

// Are there several draws?
bool is_of_draws(py::handle object) {
  return PyList_Check(object.ptr()) != 0 && py::len(object) > 0 &&
         is_of_judge(PyList_GET_ITEM(object.ptr(), 0));
}

// {judge: scores}, or {judge: [scores of a draw, ...]}; where all are of one run, {run: scores}.
std::vector<Scores> scores_of_judges(py::handle mapping) {
  std::vector<Scores> all;
  const auto add = [&](const std::string& judge, const std::string& draw, py::handle object) {
    for (Scores& scores : score_values(object)) {
      scores.judges.assign(scores.measures.size(), judge);
      if (!draw.empty()) scores.draws.assign(scores.measures.size(), draw);
      all.push_back(std::move(scores));
    }
  };
  for_each_item(mapping, "scores", "{judge: scores}",
                [&](const py::object& key, const py::object& value) {
                  const std::string judge = name_of_score(key, "judge");
                  if (!is_of_draws(value)) return add(judge, "", value);
                  std::size_t draw = 0;
                  for (const py::handle one : Items(value)) {
                    add(judge, std::to_string(++draw), one);
                  }
                });
  std::set<std::string> judges;
  for (const Scores& scores : all)
    if (!scores.judges.empty()) judges.insert(scores.judges[0]);
  if (judges.size() > 1 && judges.size() == all.size()) {  // of one run each: its name
    for (Scores& scores : all) scores.run = std::exchange(scores.judges, {})[0];
  }
  return all;
}

// Rows of a run, or a matrix.
void add_frame(const Frame& frame, py::handle key, std::vector<ScoreRow>& rows,
               std::vector<ScoreRow>& levels) {
  const auto has = [&](ColumnNames names) { return column_name(frame, names).has_value(); };
  const bool has_measures = has(internal::measure_columns);
  if (!has(value_columns) || (!has_measures && (!has(topic_columns) || frame.columns.size() != 2)))
    return add_matrix(frame, measure_name(key), rows);
  std::ranges::move(rows_of_frame(frame, name_of_score(key, "run")),
                    std::back_inserter(has_measures ? rows : levels));
}

std::vector<Scores> scores_of_mapping(py::handle mapping) {
  bool of_judges = false;
  for_each_item(mapping, "scores", score_mapping, [&](const py::object&, const py::object& value) {
    of_judges = of_judges || is_of_judge(value) || is_of_draws(value);
  });
  if (of_judges) return scores_of_judges(mapping);
  std::vector<ScoreRow> rows, levels;
  for_each_item(mapping, "scores", score_mapping,
                [&](const py::object& key, const py::object& value) {
                  if (const Frame frame = frame_of(value, "scores"))
                    add_frame(frame, key, rows, levels);
                  else
                    add_run(key, value, rows, levels);
                });
  Warnings warnings;
  order_levels(levels, &warnings);
  warn(warnings);
  std::ranges::move(levels, std::back_inserter(rows));
  return made_of(rows);
}

bool is_whole(py::handle object) {
  return path_of(object, "scores") || is_table(object) || is_frame(object);
}

// Takes a list of scores, of several years, say; or rows.
std::vector<Scores> of_iterable(py::handle object) {
  std::vector<Scores> all;
  std::vector<ScoreRow> rows;
  bool are_named = false;
  constexpr const char* expected = "a ScoreTable, a path, a data frame, a mapping or an iterable";
  for (const py::handle item : iterate(object, "scores", expected)) {
    if (is_whole(item))
      std::ranges::move(score_values(item), std::back_inserter(all));
    else if (has_fields(item, {"name", "scores"}))  // of ranx
      add_run(item.attr("name"), item, rows, rows);
    else
      rows.push_back(row_of_scores(item));
    are_named |= py::hasattr(item, "measure") || py::hasattr(item, "scores");
  }
  if (all.empty() && !are_named) order_columns(rows);
  if (all.empty()) return made_of(rows);
  if (rows.empty()) return all;
  throw py::type_error("scores: expected rows alone, or none, in a list");
}

Preference preferred(const py::handle& object, Names& names) {
  const std::string_view sign = names.add(object, "preference");
  if (sign != "<" && sign != "=" && sign != ">")
    throw py::value_error("preferences: the preference is '<', '=' or '>', not " + shown(object));
  return sign == "<" ? Preference::second : sign == "=" ? Preference::equal : Preference::first;
}

// Reads a tuple of the five columns, or of those behind them, too: left, seconds, question, repeat,
// pool, check, comment.
UserPreference preference_of(py::handle object) {
  constexpr std::size_t least = 5, most = 12;
  const auto row = is_row(object) ? py::cast<py::tuple>(object) : py::tuple();
  if (row.size() < least || row.size() > most)
    refuse("preferences", "tuples (topic, run1, run2, participant, preference)", object);
  Names names;
  UserPreference preference;
  preference.topic = names.add(row[0], "topic");
  preference.run1 = names.add(row[1], "run1");
  preference.run2 = names.add(row[2], "run2");
  preference.participant = names.add(row[3], "participant");
  preference.preference = preferred(row[4], names);
  const auto has = [&](std::size_t i) { return row.size() > i && !is_missing(row[i]); };
  if (has(5)) preference.left = names.add(row[5], "left");
  if (has(6)) preference.seconds = number(row[6], "seconds");
  if (has(7)) preference.question = names.add(row[7], "question");
  if (has(9)) preference.pool = names.add(row[9], "pool");
  if (has(10) && !py::str(row[10]).equal(py::str(""))) preference.check = preferred(row[10], names);
  if (has(11)) preference.comment = names.add(row[11], "comment");
  if (!has(8)) return preference;
  const double repeat = number(row[8], "repeat");
  if (repeat != 0 && repeat != 1)
    throw py::value_error("preferences: repeat is 0 or 1, not " + shown(row[8]));
  preference.repeat = repeat == 1;
  return preference;
}

// A path, a data frame, or rows.
std::vector<UserPreference> preference_values(py::handle object, std::uint64_t& failed) {
  if (const auto path = path_of(object, "preferences")) return read_preferences(*path, &failed);
  if (const auto rows = nested_rows(object, "preferences")) return read_preferences(*rows, &failed);
  std::vector<UserPreference> preferences;
  Frame frame = frame_of(object, "preferences");
  if (!frame) frame = frame_of_records(object);
  if (frame) return read_preferences(as_file(frame, "preferences"), &failed);
  constexpr const char* expected = "a path, a data frame or rows";
  if (is_mapping(object)) refuse("preferences", expected, object);
  for (const py::handle row : iterate(object, "preferences", expected))
    preferences.push_back(preference_of(row));
  return preferences;
}

}  // namespace

std::vector<Scores> score_values(py::handle object) {
  if (const auto path = path_of(object, "scores")) return scores_of_file(Source(*path));
  if (is_table(object)) return of_table(object);
  if (const Frame frame = frame_of(object, "scores")) return scores_of_frame(frame);
  if (is_mapping(object)) {
    const py::object frame = with_index(object);
    return frame.is_none() ? scores_of_mapping(object) : score_values(frame);
  }
  if (const Frame records = frame_of_records(object)) return scores_of_frame(records);
  return of_iterable(object);
}

py::tuple score_table(const std::vector<Scores>& scores) {
  std::vector<std::string> names = mapped(scores, &Scores::run);
  const Scores first = scores.empty() ? Scores() : scores[0];
  py::array_t<double> values({scores.size(), first.measures.size(), first.topics.size()});
  py::array_t<bool> answered({scores.size(), first.topics.size()});
  for (std::size_t run = 0; run < scores.size(); ++run) {
    std::ranges::copy(scores[run].values, values.mutable_data(run, 0, 0));
    std::ranges::copy(scores[run].answered, answered.mutable_data(run, 0));
  }
  return py::make_tuple(names, first.measures, first.topics, values, answered);
}

std::vector<PreferencePool> pool_values(const py::dict& pools) {
  std::vector<PreferencePool> result;
  for (const auto& [name, preferences] : pools) {
    PreferencePool& pool = result.emplace_back(PreferencePool{py::str(name), {}});
    pool.preferences = preference_values(preferences, pool.failed);
  }
  return result;
}

}  // namespace subintent::python
