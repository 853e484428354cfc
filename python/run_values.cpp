#include "run_values.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "subintent/error.h"

namespace subintent::python {
namespace {

bool is_text(py::handle object) {
  return PyUnicode_Check(object.ptr()) || PyBytes_Check(object.ptr()) ||
         PyByteArray_Check(object.ptr());
}

}  // namespace

RunValues::RunValues(py::handle object, std::string name, bool ties_ascending)
    : name_(std::move(name)), order_(ties_ascending ? RunOrder::score_ascending : RunOrder::score) {
  if (is_frame(object)) {
    read_frame(object);
  } else if (is_mapping(object)) {
    read_mapping(object);
  } else if (!is_text(object) && py::hasattr(object, "__iter__")) {
    read_tuples(object);
  } else {
    throw py::type_error(name_ + ": expected a run as a path, a data frame, a mapping or an " +
                         "iterable, found " + shown(object));
  }
  if (docnos_.empty()) throw Error(Location{name_, 0}, "has no results", "give at least one");
  group();
}

void RunValues::add(std::uint32_t list, std::string_view docno, double score) {
  list_.push_back(list);
  docnos_.push_back(docno);
  scores_.push_back(score);
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
  bool is_ranked = false;
  for_each_item(mapping, name_.c_str(), [&](const py::object& topic, const py::object& inner) {
    const std::uint32_t list = list_of(topic);
    const bool has_order = PyList_Check(inner.ptr()) || PyTuple_Check(inner.ptr());
    if (topics_.size() > 1 && has_order != is_ranked) {
      throw py::type_error(name_ + ": some topics have scores and others a list");
    }
    is_ranked = has_order;
    if (has_order) {
      is_distinct_ = false;
      for (const py::handle docno : inner) add(list, names_.add(docno, "doc_id"), 0);
      return;
    }
    if (read_plain_scores(inner, list)) return;
    for_each_item(inner, name_.c_str(), [&](const py::object& docno, const py::object& score) {
      add(list, names_.add(docno, "doc_id"), number(score, "score"));
    });
  });
  is_distinct_ = is_distinct_ && names_.all_text();
  if (is_ranked) order_ = RunOrder::file;
}

// The documents of a dict of str and float, and whether it is one. No code of Python's runs here
// that could change it, so all objects can be fetched from memory before the first is looked at.
bool RunValues::read_plain_scores(py::handle scores, std::uint32_t list) {
  if (!PyDict_CheckExact(scores.ptr())) return false;
  std::vector<std::pair<PyObject*, PyObject*>> items;
  items.reserve(static_cast<std::size_t>(PyDict_GET_SIZE(scores.ptr())));
  Py_ssize_t at = 0;
  PyObject *docno = nullptr, *score = nullptr;
  while (PyDict_Next(scores.ptr(), &at, &docno, &score) != 0) {
    constexpr std::ptrdiff_t line = 64;
    __builtin_prefetch(docno, 1);
    __builtin_prefetch(reinterpret_cast<const char*>(docno) + line);
    __builtin_prefetch(score);
    items.emplace_back(docno, score);
  }
  const auto is_plain = [](const auto& item) {
    return PyUnicode_CheckExact(item.first) && PyFloat_CheckExact(item.second);
  };
  if (!std::ranges::all_of(items, is_plain)) return false;
  for (const auto& [name, value] : items) {
    add(list, names_.add(name, "doc_id"), PyFloat_AS_DOUBLE(value));
  }
  return true;
}

void RunValues::read_frame(py::handle frame) {
  const Objects topics(required_column(frame, {"query_id", "qid"}, name_));
  const Objects docnos(required_column(frame, {"doc_id", "docno"}, name_));
  scores_ = numbers(required_column(frame, {"score"}, name_), "score");
  list_.reserve(topics.size());
  docnos_.reserve(topics.size());
  for (std::size_t i = 0; i < topics.size(); ++i) {
    list_.push_back(list_of(topics[i]));
    docnos_.push_back(names_.add(docnos[i], "doc_id"));
  }
}

void RunValues::read_tuples(py::handle tuples) {
  for (const py::handle row : tuples) read_tuple(row);
}

void RunValues::read_tuple(py::handle object) {
  if (py::hasattr(object, "query_id") && py::hasattr(object, "doc_id") &&
      py::hasattr(object, "score")) {
    const std::uint32_t list = list_of(object.attr("query_id"));
    add(list, names_.add(object.attr("doc_id"), "doc_id"), number(object.attr("score"), "score"));
    return;
  }
  const bool is_row = PyTuple_Check(object.ptr()) || PyList_Check(object.ptr());
  const auto row = is_row ? py::cast<py::tuple>(object) : py::tuple();
  if (row.size() != 3) {
    throw py::type_error(name_ + ": expected tuples (topic, docno, score), found " + shown(object));
  }
  const std::uint32_t list = list_of(row[0]);
  add(list, names_.add(row[1], "doc_id"), number(row[2], "score"));
}

// Makes the documents of each list neighbours, in the order in which they came.
void RunValues::group() {
  if (!std::ranges::is_sorted(list_)) {
    std::vector<std::uint32_t> places(list_.size());
    std::iota(places.begin(), places.end(), 0);
    std::ranges::stable_sort(places, {}, [&](std::uint32_t place) { return list_[place]; });
    std::vector<std::string_view> docnos;
    std::vector<double> scores;
    std::vector<std::uint32_t> lists;
    for (const std::uint32_t place : places) {
      docnos.push_back(docnos_[place]);
      scores.push_back(scores_[place]);
      lists.push_back(list_[place]);
    }
    docnos_ = std::move(docnos);
    scores_ = std::move(scores);
    list_ = std::move(lists);
  }
  std::size_t first = 0;
  for (std::uint32_t list = 0; list < topics_.size(); ++list) {
    const auto end = std::ranges::upper_bound(list_.begin() + static_cast<std::ptrdiff_t>(first),
                                              list_.end(), list);
    const auto size = static_cast<std::size_t>(end - list_.begin()) - first;
    lists_.push_back(
        {topics_[list], std::span<const std::string_view>(docnos_).subspan(first, size),
         order_ == RunOrder::file ? std::span<const double>()
                                  : std::span<const double>(scores_).subspan(first, size),
         is_distinct_});
    first += size;
  }
}

}  // namespace subintent::python
