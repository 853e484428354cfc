#include "judgment_values.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "subintent/error.h"
#include "values.h"

namespace subintent::python {
namespace {

// Collects judgments, one name after another.
class Rows {
 public:
  explicit Rows(std::string name) : name_(std::move(name)) {}

  void add(py::handle topic, const py::object& intent, py::handle docno, py::handle relevance) {
    const bool has_intent = static_cast<bool>(intent);
    if (rows_.empty()) has_intents_ = has_intent;
    if (has_intent != has_intents_) {
      throw Error(Location{name_, rows_.size() + 1},
                  "has judgments with an intent and others without", "give all of one kind");
    }
    Names names;
    Judgment row;
    row.topic = names.add(topic, "query_id");
    if (has_intent) row.intent = names.add(intent, "iteration");
    row.docno = names.add(docno, "doc_id");
    row.grade = grade(relevance);
    rows_.push_back(std::move(row));
  }

  JudgmentValues take() { return {std::move(rows_), has_intents_}; }

 private:
  std::string name_;
  std::vector<Judgment> rows_;
  bool has_intents_ = true;
};

JudgmentValues of_frame(py::handle frame, const std::string& name) {
  const Objects topics(required_column(frame, {"query_id", "qid"}, name));
  const Objects docnos(required_column(frame, {"doc_id", "docno"}, name));
  const Objects grades(required_column(frame, {"relevance", "label"}, name));
  const py::object intent_column = column(frame, {"iteration", "subtopic_id", "subtopic"});
  std::optional<Objects> intents;
  if (!intent_column.is_none()) intents.emplace(intent_column);
  Rows rows(name);
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const auto intent = intents ? py::reinterpret_borrow<py::object>((*intents)[i]) : py::object();
    rows.add(topics[i], intent, docnos[i], grades[i]);
  }
  return rows.take();
}

JudgmentValues of_mapping(py::handle mapping, const std::string& name) {
  Rows rows(name);
  for_each_item(mapping, name.c_str(), [&](const py::object& topic, const py::object& inner) {
    for_each_item(inner, name.c_str(), [&](const py::object& key, const py::object& value) {
      if (!is_mapping(value)) {
        rows.add(topic, py::object(), key, value);
        return;
      }
      for_each_item(value, name.c_str(), [&](const py::object& docno, const py::object& relevance) {
        rows.add(topic, key, docno, relevance);
      });
    });
  });
  return rows.take();
}

// FreshStack's: the judgments of nuggets, and the nuggets of topics, which are their intents.
JudgmentValues of_nuggets(py::handle nuggets, py::handle topics, const std::string& name) {
  Rows rows(name);
  for_each_item(topics, name.c_str(), [&](const py::object& topic, const py::object& its_nuggets) {
    if (PyUnicode_Check(its_nuggets.ptr())) {
      throw py::type_error(name + ": expected a list of nuggets, found " + shown(its_nuggets));
    }
    for (const py::handle handle : its_nuggets) {
      const auto nugget = py::reinterpret_borrow<py::object>(handle);
      const py::object judged = nuggets.attr("get")(nugget);
      if (judged.is_none()) continue;  // nobody judged it
      for_each_item(judged, name.c_str(), [&](const py::object& docno, const py::object& value) {
        rows.add(topic, nugget, docno, value);
      });
    }
  });
  return rows.take();
}

py::object field(py::handle object, const std::vector<const char*>& names) {
  for (const char* name : names) {
    if (py::hasattr(object, name)) return object.attr(name);
  }
  return {};
}

void add_tuple(py::handle object, Rows& rows, const std::string& name) {
  const py::object topic = field(object, {"query_id"}), docno = field(object, {"doc_id"}),
                   relevance = field(object, {"relevance"});
  if (topic && docno && relevance) {
    rows.add(topic, field(object, {"iteration", "subtopic_id"}), docno, relevance);
    return;
  }
  if (PyTuple_Check(object.ptr()) || PyList_Check(object.ptr())) {
    const auto row = py::cast<py::tuple>(object);
    if (row.size() == 4) return rows.add(row[0], row[1], row[2], row[3]);
    if (row.size() == 3) return rows.add(row[0], py::object(), row[1], row[2]);
  }
  throw py::type_error(name + ": expected tuples (topic, intent, docno, grade), found " +
                       shown(object));
}

bool is_pair_of_mappings(py::handle object) {
  if (!PyTuple_Check(object.ptr()) || PyTuple_GET_SIZE(object.ptr()) != 2) return false;
  const auto pair = py::reinterpret_borrow<py::tuple>(object);
  return is_mapping(pair[0]) && is_mapping(pair[1]);
}

[[noreturn]] void refuse(py::handle object, const std::string& name) {
  throw py::type_error(name + ": expected a path, a data frame, a mapping or an iterable, found " +
                       shown(object));
}

bool is_text(py::handle object) {
  return PyUnicode_Check(object.ptr()) || PyBytes_Check(object.ptr()) ||
         PyByteArray_Check(object.ptr());
}

Intent intent_of(py::handle topic, py::handle intent, py::handle probability) {
  Names names;
  Intent made;
  made.topic = names.add(topic, "query_id");
  made.intent = names.add(intent, "iteration");
  made.probability = number(probability, "probability");
  return made;
}

Intent intent_of_tuple(py::handle object) {
  const bool is_row = PyTuple_Check(object.ptr()) || PyList_Check(object.ptr());
  const auto row = is_row ? py::cast<py::tuple>(object) : py::tuple();
  if (row.size() != 3 && row.size() != 4) {
    throw py::type_error("probabilities: expected tuples (topic, intent, probability), found " +
                         shown(object));
  }
  Intent made = intent_of(row[0], row[1], row[2]);
  if (row.size() == 3) return made;
  Names names;
  const std::string_view type = names.add(row[3], "type");
  if (type != "inf" && type != "nav") {
    throw py::value_error("probabilities: the type is 'inf' or 'nav', not " + shown(row[3]));
  }
  made.navigational = type == "nav";
  return made;
}

}  // namespace

std::optional<std::string> path_of(py::handle object) {
  if (!PyUnicode_Check(object.ptr()) && !py::hasattr(object, "__fspath__")) return std::nullopt;
  const auto bytes = py::reinterpret_steal<py::object>(PyOS_FSPath(object.ptr()));
  if (!bytes) throw py::error_already_set();
  PyObject* encoded = nullptr;
  if (PyUnicode_FSConverter(bytes.ptr(), &encoded) == 0) throw py::error_already_set();
  return std::string(py::reinterpret_steal<py::bytes>(encoded));
}

JudgmentValues judgment_values(py::handle object, const std::string& name) {
  if (const auto path = path_of(object)) return {Source(*path), true};
  if (is_text(object)) refuse(object, name);
  if (is_frame(object)) return of_frame(object, name);
  if (is_pair_of_mappings(object)) {
    const auto pair = py::reinterpret_borrow<py::tuple>(object);
    return of_nuggets(pair[0], pair[1], name);
  }
  if (is_mapping(object)) return of_mapping(object, name);
  if (!py::hasattr(object, "__iter__")) refuse(object, name);
  Rows rows(name);
  for (const py::handle row : object) add_tuple(row, rows, name);
  return rows.take();
}

IntentSource intent_values(py::handle object) {
  if (const auto path = path_of(object)) return Source(*path);
  std::vector<Intent> intents;
  if (is_mapping(object)) {
    for_each_item(object, "probabilities", [&](const py::object& topic, const py::object& inner) {
      for_each_item(inner, "probabilities", [&](const py::object& intent, const py::object& value) {
        intents.push_back(intent_of(topic, intent, value));
      });
    });
    return intents;
  }
  if (is_text(object) || !py::hasattr(object, "__iter__")) refuse(object, "probabilities");
  for (const py::handle row : object) intents.push_back(intent_of_tuple(row));
  return intents;
}

}  // namespace subintent::python
