#include "run_values.h"

#include <pybind11/stl.h>

#include <cmath>
#include <numeric>
#include <set>

#include "gil.h"
#include "subintent/basics.h"

namespace subintent::python {
namespace {

constexpr const char* run_mapping = "{topic: {docno: score}} or {topic: [docno, best first]}";

// A list, tuple or array, or a series of names.
bool is_list(py::handle object) {
  if (PyList_Check(object.ptr()) || PyTuple_Check(object.ptr())) return true;
  if (PyDict_Check(object.ptr()) || Py_TYPE(object.ptr())->tp_iter == nullptr) return false;
  const py::object type = attribute(object, "dtype");
  if (!type) return false;
  const std::string kind = py::str(attribute(type, "kind"));
  return !is_mapping(object) || std::string_view("biuf").find(kind) == std::string_view::npos;
}

std::vector<double> ranks_in(const py::object& column) {
  return numbers(column, [](py::handle rank) { return number_or_text(rank, "rank"); });
}

}  // namespace

RunValues::RunValues(py::handle object, std::string name, const RunForm& form)
    : name_(std::move(name)), asked_(form.order), order_(form.of_values()) {
  const auto run_of = [](const Source& file) {
    return without_gil([&] { return Run::read(file); });
  };
  const auto read_run = [&](const Run& run) {
    py::dict lists;
    for (const RankedDocuments& list : run.lists()) lists[py::str(list.topic)] = list.docnos;
    read_mapping(lists);
  };
  if (const auto rows = nested_rows(object, name_, score_columns)) {
    read_run(run_of(*rows));
  } else if (const Frame frame = frame_of(with_levels(object), name_)) {
    read_frame(frame);
  } else if (is_mapping(object)) {
    try {
      read_mapping(object);
    } catch (const std::exception&) {  // it may be what a file of JSON holds
      std::optional<Run> run;
      if (const auto file = as_json(object, name_)) try {
          run = run_of(*file);
        } catch (const Error&) {
        }
      if (!run) throw;
      topics_.clear();
      list_numbers_.clear();
      list_.clear();
      docnos_.clear();
      scores_.clear();
      read_run(*run);
    }
  } else {
    read_tuples(object);
  }
  if (docnos_.empty()) throw Error(Location{name_, 0}, "has no results", "give at least one");
  group();
}

void RunValues::add(py::handle topic, py::handle docno, py::handle score) {
  read_row(name_, docnos_.size() + 1, topic, docno, [&] {
    const std::uint32_t list = list_of(topic);
    const std::string_view docno_text = names_.add(docno, "doc_id");
    const double value = score ? number_or_text(score, "score") : 0;
    list_.push_back(list);
    docnos_.push_back(docno_text);
    scores_.push_back(value);
  });
}

// Objects of one type have a rank if the first of them has.
bool RunValues::has_rank(py::handle object) {
  PyTypeObject* const type = Py_TYPE(object.ptr());
  if (!rank_type_.is(py::handle(reinterpret_cast<PyObject*>(type)))) {
    rank_type_ = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(type));
    has_rank_ = static_cast<bool>(attribute(object, rank_columns));
  }
  return has_rank_;
}

std::uint32_t RunValues::list_of(py::handle topic) {
  if (!topics_.empty() && topic.is(last_topic_)) return last_list_;
  const std::string_view name = names_.add(topic, "query_id");
  last_topic_ = py::reinterpret_borrow<py::object>(topic);
  if (topics_.empty() || topics_[last_list_] != name) {
    const auto [at, is_new] = list_numbers_.try_emplace(name, topics_.size());
    if (is_new) topics_.push_back(name);
    last_list_ = at->second;
  }
  return last_list_;
}

void RunValues::read_mapping(py::handle mapping) {
  is_distinct_ = true;
  std::size_t lists = 0, ranked = 0;
  for_each_item(mapping, name_, run_mapping, [&](const py::object& topic, const py::object& inner) {
    if (is_pair(topic) && !is_mapping(inner)) {
      is_distinct_ = false;
      return add(topic[py::int_(0)], topic[py::int_(1)], inner);
    }
    read_row(name_, docnos_.size() + 1, topic, py::none(), [&] { list_of(topic); });
    if (topics_.size() != ++lists)
      throw Error(Location{name_, 0},
                  "topic " + std::string(topics_[last_list_]) + " is listed twice", "keep one");
    if (is_list(inner))
      ranked += read_list(topic, inner) ? 1 : 0;
    else
      read_scores(topic, inner);
  });
  if (ranked == 0) return;
  if (ranked < lists) {
    throw py::type_error(
        name_ + ": expected scores for all topics or ranked lists for all, found " +
        std::to_string(ranked) + " lists for " + std::to_string(lists) + " topics");
  }
  order_ = RunOrder::file;
}

// Says whether they are docnos in their order, not hits with scores.
bool RunValues::read_list(py::handle topic, py::handle docnos) {
  is_distinct_ = false;
  std::size_t hits = 0, names = 0;
  for (const py::handle each : Items(docnos)) {
    const bool is_name = is_text(each) || PyIndex_Check(each.ptr()) != 0;
    if (is_pair(each) || (PyList_Check(each.ptr()) && py::len(each) == 2)) {  // of JSON
      const auto pair = py::cast<py::tuple>(each);
      add(topic, pair[0], pair[1]);
      ++hits;
    } else if (!is_name && add_hit(topic, each)) {
      ++hits;
    } else if (!is_name && PyNumber_Check(each.ptr()) != 0) {
      throw py::type_error(name_ + ": expected docnos, best first, found numbers; give scores as " +
                           "{topic: {docno: score}}, such as {'q': dict(zip(docnos, scores))}");
    } else {
      add(topic, each, py::handle());
      ++names;
    }
  }
  if (hits > 0 && names > 0)
    throw py::type_error(name_ + ": expected docnos alone, or hits alone, in a list");
  return hits == 0;
}

void RunValues::read_scores(py::handle topic, py::handle docnos) {
  if (read_plain_scores(docnos)) return;
  is_distinct_ = is_distinct_ && is_plain_dict(docnos);
  for_each_item(docnos, name_, run_mapping, [&](const py::object& docno, const py::object& score) {
    if (PyDict_Check(score.ptr()))
      throw py::type_error(name_ + ": expected " + run_mapping + ", found a third level " +
                           "of mappings; evaluate() takes {name: run}");
    is_distinct_ = is_distinct_ && PyUnicode_CheckExact(docno.ptr()) && !runs_python(score);
    add(topic, docno, score);
  });
}

// The documents of a dict of str and float for the last topic, and whether it is one. No code of
// Python's runs here that could change it, so all objects can be fetched from memory before the
// first is looked at.
bool RunValues::read_plain_scores(py::handle scores) {
  if (!PyDict_CheckExact(scores.ptr())) return false;
  items_.clear();
  Py_ssize_t at = 0;
  PyObject *docno = nullptr, *score = nullptr;
  while (PyDict_Next(scores.ptr(), &at, &docno, &score) != 0) {
    prefetch(docno);
    __builtin_prefetch(score);
    items_.emplace_back(docno, score);
  }
  const std::size_t before = docnos_.size(), all = before + items_.size();
  docnos_.resize(all);
  scores_.resize(all);
  std::size_t row = before;
  for (const auto& [name, value] : items_) {
    const auto plain = PyFloat_CheckExact(value) ? plain_name(name) : std::nullopt;
    if (!plain) {
      docnos_.resize(before);
      scores_.resize(before);
      return false;
    }
    docnos_[row] = copies_.add(*plain);
    scores_[row++] = PyFloat_AS_DOUBLE(value);
  }
  list_.resize(all, last_list_);
  return true;
}

// Throws Error where a column names several runs, which would be merged into one. What is called
// "name" may be the titles of documents, which differ within a topic.
void RunValues::require_one_run(const Frame& frame) const {
  const auto heading = column_name(frame, run_columns);
  if (!heading) return;
  const Objects runs(column(frame, run_columns, name_));
  if (*heading == "name") {
    const Objects topics(name_column(frame, topic_columns, name_));
    std::set<std::pair<std::string, std::string>> seen;
    for (std::size_t i = 0; i < std::min(runs.size(), topics.size()); ++i)
      seen.emplace(py::str(topics[i]), py::str(runs[i]));
    if (seen.size() == runs.size()) return;
  }
  for (std::size_t i = 1; i < runs.size(); ++i) {
    if (runs[i].ptr() == runs[0].ptr() || runs[i].equal(runs[0])) continue;
    throw Error(Location{name_, i + 1},
                "the column " + *heading + " names several runs, " + std::string(py::str(runs[0])) +
                    " and " + std::string(py::str(runs[i])),
                "give the rows of one, or the whole as `runs` of subintent.evaluate()");
  }
}

void RunValues::require_one_experiment() const try {
  if (frame_) Run::read(as_file(frame_, name_));
} catch (const Error& error) {
  if (error.message().find(" names several runs") != std::string::npos) throw;
}

void RunValues::read_frame(const Frame& frame) {
  frame_ = frame;
  require_one_run(frame);
  if (has_parts(frame, name_))
    Run::read(as_file(frame, name_));  // which says what is wrong with them
  const py::object topic_column = name_column(frame, topic_columns, name_),
                   docno_column = name_column(frame, docnos_in(frame), name_),
                   rank_column = column(frame, rank_columns, name_);
  py::object score_column = column(frame, score_columns, name_);
  warn_of_unread(frame, name_,
                 std::initializer_list<ColumnNames>{
                     topic_columns, docno_columns,
                     takes_ranks() && !rank_column.is_none() ? rank_columns : score_columns});
  const bool has_ranks_alone = score_column.is_none() && !rank_column.is_none();
  const bool is_ranking =
      score_column.is_none() && rank_column.is_none() && py::len(frame.columns) == 2;
  if (is_ranking) order_ = RunOrder::file;
  if (is_ranking && py::len(docno_column) > 0) {
    const Objects lists(docno_column), topics(topic_column);
    if (PySequence_Check(lists[0].ptr()) != 0 && !py::isinstance<py::str>(lists[0]) &&
        !py::isinstance<py::bytes>(lists[0])) {
      py::dict by_topic;
      for (std::size_t i = 0; i < topics.size(); ++i) by_topic[topics[i]] = lists[i];
      return read_mapping(by_topic);
    }
  }
  if (has_ranks_alone) score_column = rank_column;
  lacks_scores_ = has_ranks_alone;
  if (score_column.is_none() && !is_ranking)
    score_column = required_column(frame, score_columns, name_);
  if (!rank_column.is_none() && takes_ranks()) ranks_ = ranks_in(rank_column);
  std::optional<std::vector<double>> plain = is_ranking
                                                 ? std::vector<double>(Objects(topic_column).size())
                                             : has_ranks_alone ? ranks_in(score_column)
                                                               : numbers(score_column);
  if (has_ranks_alone)
    for (double& score : *plain) score = 1 / std::max(0.5, score);
  if (plain && read_plain_columns(Objects(topic_column, true), Objects(docno_column, true))) {
    require_rows(docnos_.size(), plain->size(), name_);
    scores_ = std::move(*plain);
    return;
  }
  const Objects topics(topic_column), docnos(docno_column);
  std::optional<Objects> scores;  // of another type, as Decimal
  if (!plain) scores.emplace(score_column);
  require_rows(topics.size(), docnos.size(), name_);
  require_rows(topics.size(), plain ? plain->size() : scores->size(), name_);
  list_.reserve(topics.size());
  docnos_.reserve(topics.size());
  scores_.reserve(topics.size());
  for (std::size_t i = 0; i < topics.size(); ++i)
    add(topics[i], docnos[i], scores ? (*scores)[i] : py::handle());
  if (plain) scores_ = std::move(*plain);
}

// Reads columns of str, and says whether they are such: like read_plain_scores(), so that they may
// be shared.
bool RunValues::read_plain_columns(const Objects& topics, const Objects& docnos) {
  constexpr std::size_t ahead = 64;
  const std::size_t rows = topics.size();
  if (docnos.size() != rows) return false;
  list_.resize(rows);
  docnos_.resize(rows);
  const auto is_read = [&](std::size_t i) {
    if (i + ahead < rows) prefetch(docnos[i + ahead].ptr());
    const auto docno = plain_name(docnos[i].ptr());
    if (!docno) return false;
    if (i == 0 || !topics[i].is(topics[i - 1])) {
      if (!plain_name(topics[i].ptr())) return false;
      list_of(topics[i]);
    }
    list_[i] = last_list_;
    docnos_[i] = copies_.add(*docno);
    return true;
  };
  for (std::size_t i = 0; i < rows; ++i) {
    if (is_read(i)) continue;
    list_.clear();
    docnos_.clear();
    return false;
  }
  return true;
}

void RunValues::read_tuples(py::handle tuples) {
  constexpr const char* expected = "a path, a data frame, a mapping or an iterable";
  const bool may_name_runs = PyList_Check(tuples.ptr()) && py::len(tuples) > 0 &&
                             PyDict_Check(PyList_GET_ITEM(tuples.ptr(), 0)) &&
                             member(PyList_GET_ITEM(tuples.ptr(), 0), run_columns);
  if (may_name_runs)
    if (const Frame records = frame_of_records(tuples)) require_one_run(records);
  for (const py::handle row : iterate(tuples, name_, expected)) read_tuple(row);
}

void RunValues::read_tuple(py::handle object) {
  if (is_row(object)) {
    const auto row = py::cast<py::tuple>(object);
    if (row.size() == 3) return add(row[0], row[1], row[2]);
  } else {
    const bool is_dict = PyDict_Check(object.ptr()) != 0;
    const py::object topic =
        is_dict ? member(object, topic_columns) : attribute(object, topic_fields);
    if (topic && add_hit(topic, object)) return;
  }
  refuse(name_ + ":" + std::to_string(docnos_.size() + 1),
         "a tuple (topic, docno, score), or an object with query_id, doc_id and score", object);
}

// Adds an object or a dict with a document and a score, if it is one.
bool RunValues::add_hit(py::handle topic, py::handle object) {
  const bool is_dict = PyDict_Check(object.ptr()) != 0;
  py::object docno = is_dict ? member(object, docno_columns) : attribute(object, docno_fields);
  if (is_dict && !docno) docno = member(object, {"id"});
  py::object score = is_dict ? member(object, score_columns) : attribute(object, score_columns);
  if (!docno) return false;
  py::object rank = is_dict ? member(object, rank_columns) : py::object();
  if (!is_dict && has_rank(object)) rank = attribute(object, rank_columns);
  if (!score && !rank) return false;
  if (rank) ranks_.push_back(number_or_text(rank, "rank"));
  lacks_scores_ |= !score;
  if (!score) score = py::float_(1 / std::max(0.5, ranks_.back()));
  if (!takes_ranks()) ranks_.clear();
  add(topic, docno, score);
  return true;
}

void RunValues::check_ranks() const {
  if (ranks_.size() != docnos_.size()) {
    throw Error(Location{name_, 0}, "has documents with a rank and documents without",
                "give all a rank, or none");
  }
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    if (ranks_[i] >= 0 && ranks_[i] == std::floor(ranks_[i])) continue;
    throw Error(Location{name_, i + 1}, "the rank is not a whole number from 0",
                "number ranks from 1");
  }
  const auto bad = std::ranges::find_if_not(scores_, [](double x) { return std::isfinite(x); });
  if (bad == scores_.end()) return;
  throw Error(Location{name_, static_cast<std::uint64_t>(bad - scores_.begin()) + 1},
              "the score is not a finite number",
              "give a number, or leave out all scores to go by the ranks");
}

// Ranks that are 0 or 1 throughout say nothing, where scores do.
bool RunValues::are_ranks_equal() const {
  const auto is_first = [&](double rank) { return rank == ranks_[0]; };
  return ranks_.size() > topics_.size() && ranks_[0] <= 1 &&
         std::ranges::all_of(ranks_, is_first) &&
         !std::ranges::all_of(scores_, [&](double score) { return score == scores_[0]; });
}

// Refuses a better rank with a lower score, where nobody has said what the order is.
void RunValues::check_agreement() const {
  for (std::size_t i = 1; i < list_.size(); ++i) {
    if (list_[i] != list_[i - 1] || !(scores_[i] > scores_[i - 1])) continue;
    throw Error(Location{name_, 0},
                "topic " + std::string(topics_[list_[i]]) + " has ranks and scores that disagree",
                "give `order=rank` to order by rank, or `order=score` to ignore the ranks");
  }
}

// Makes the documents of each list neighbours, in the order in which they came or of their ranks.
void RunValues::group() {
  if (!ranks_.empty()) check_ranks();
  if (are_ranks_equal()) {
    ranks_.clear();
    warn({{"equal-ranks", {name_, 0}, "documents have the same rank, ordered by score", ""}});
  }
  const bool by_rank = !ranks_.empty();
  if (by_rank) order_ = RunOrder::file;
  if (by_rank || !std::ranges::is_sorted(list_)) {
    std::vector<std::uint32_t> places(list_.size());
    std::iota(places.begin(), places.end(), 0);
    const auto key = [&](std::uint32_t place) {
      return std::pair(list_[place], by_rank ? ranks_[place] : 0);
    };
    std::ranges::stable_sort(places, {}, key);
    const auto twice = by_rank ? std::ranges::adjacent_find(places, {}, key) : places.end();
    if (twice != places.end() && docnos_[*twice] != docnos_[*std::next(twice)]) {
      throw Error(Location{name_, 0},
                  "topic " + std::string(topics_[list_[*twice]]) + " has two documents at one rank",
                  "give each its own, or use `order=score`");
    }
    const auto order = [&](auto& values) {
      auto ordered = values;
      for (std::size_t i = 0; i < places.size(); ++i) ordered[i] = values[places[i]];
      values = std::move(ordered);
    };
    order(docnos_);
    order(scores_);
    order(list_);
  }
  if (by_rank && !asked_) check_agreement();
  const bool keeps_scores = order_ != RunOrder::file || (by_rank && !lacks_scores_);
  std::size_t first = 0;
  for (std::uint32_t list = 0; list < topics_.size(); ++list) {
    const auto end = std::ranges::upper_bound(list_.begin() + static_cast<std::ptrdiff_t>(first),
                                              list_.end(), list);
    const auto size = static_cast<std::size_t>(end - list_.begin()) - first;
    lists_.push_back({topics_[list],
                      std::span<const std::string_view>(docnos_).subspan(first, size),
                      keeps_scores ? std::span<const double>(scores_).subspan(first, size)
                                   : std::span<const double>(),
                      is_distinct_});
    first += size;
  }
}

std::vector<Run> runs_of(const std::vector<std::string>& names, const py::tuple& objects,
                         const RunForm& form) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const py::object object = objects[i];
    if (const auto path = path_of(object, names[i])) {
      const WithoutGil released;
      runs.push_back(Run::read(*path, form.of_files()).named(names[i]));
    } else if (py::isinstance<Run>(object)) {
      runs.push_back(py::cast<const Run&>(object).named(names[i]));
    } else {
      const RunValues values(object, names[i], form);
      const WithoutGil released;
      runs.push_back(Run::scored(values.view()));
    }
  }
  return runs;
}

}  // namespace subintent::python
