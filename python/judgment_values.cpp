#include <cmath>
#include <filesystem>
#include <set>
#include <system_error>

#include "inputs.h"
#include "subintent/collection.h"
#include "values.h"

namespace subintent::python {
namespace {

constexpr const char* a_mapping = "{topic: {intent: {docno: grade}}}";

bool is_collection(py::handle object) {
  return PyList_Check(object.ptr()) || PyTuple_Check(object.ptr()) || PyAnySet_Check(object.ptr());
}

// A date by its text.
py::object as_text(const py::object& intent) {
  if (is_text(intent) || PyNumber_Check(intent.ptr()) != 0) return intent;
  const auto isoformat = attribute(intent, "isoformat");
  return isoformat ? call(isoformat, py::tuple()) : intent;
}

// Collects judgments, one name after another.
class Rows {
 public:
  explicit Rows(std::string name) : name_(std::move(name)) {}

  void add(py::handle topic, const py::object& intent, py::handle docno, py::handle relevance) {
    ++row_;
    if (is_missing(relevance)) {
      ++rows_.ungraded;
      return;
    }
    const bool has_intent = static_cast<bool>(intent);
    if (rows_.empty()) has_intents_ = has_intent;
    if (has_intent != has_intents_) {
      throw Error(Location{name_, row_}, "has judgments with an intent and others without",
                  "give all of one kind");
    }
    read_row(name_, row_, topic, docno, [&] {
      const std::string_view of_topic = topic_.add(topic, "query_id", names_);
      const std::int32_t of_docno = grade(relevance);
      const bool lacks_intent = has_intent && (is_missing(intent) || plain_text(intent) == "");
      const std::string_view of_intent = lacks_intent ? "0"
                                         : has_intent
                                             ? intent_.add(as_text(intent), "iteration", names_)
                                             : std::string_view();
      if (has_intent) note(of_topic, of_intent, lacks_intent && of_docno > 0);
      rows_.add(of_topic, of_intent, names_.add(docno, "doc_id"), of_docno);
    });
  }

  // An intent without judgments.
  void add(py::handle topic, py::handle intent) {
    read_row(name_, rows_.size() + 1, topic, py::none(), [&] {
      const std::string_view of_topic = topic_.add(topic, "query_id", names_);
      unjudged_.emplace_back(of_topic, names_.add(intent, "iteration"));
    });
  }

  std::size_t size() const { return rows_.size(); }

  // The intents are called so, and no iterations.
  void say_intents() { rows_.says_intents = true; }

  JudgmentValues take(bool says_intents = false) {
    rows_.says_intents |= says_intents;
    return {std::move(rows_), has_intents_, std::move(unjudged_)};
  }

 private:
  // Iterations of relevant documents may be empty where no other of the topic names an intent.
  void note(std::string_view topic, std::string_view intent, bool is_empty) {
    if (rows_.says_intents && !is_empty) return;
    if (last_ == iterations_.end() || last_->first != topic)
      last_ = iterations_.try_emplace(std::string(topic)).first;
    auto& [empty, name_intents] = last_->second;
    if (is_empty && empty == 0) empty = row_;
    name_intents |= rows_.says_intents || (intent != "0" && intent != "Q0");
    if (empty > 0 && name_intents)
      throw Error(Location{name_, empty}, "the intent is empty", "write a name");
  }

  std::string name_;
  std::size_t row_ = 0;
  Names names_;
  RepeatedName topic_, intent_;
  // By topic: the first row with an empty one, or 0; and whether others name intents.
  std::map<std::string, std::pair<std::size_t, bool>> iterations_;
  decltype(iterations_)::iterator last_ = iterations_.end();
  JudgmentRows rows_;
  std::vector<std::pair<std::string, std::string>> unjudged_;
  bool has_intents_ = true;
};

// The names of a column, row by row.
class NameColumn {
 public:
  explicit NameColumn(const Objects& objects) : objects_(objects) {}

  // Whether the object of the row is plain. Then name() is its name, if it is another object than
  // in the row before.
  bool read(std::size_t row) {
    PyObject* const object = objects_[row].ptr();
    is_new_ = object != last_;
    if (!is_new_) return true;
    last_ = object;
    const auto name = plain_name(object);
    text_ = name.value_or(std::string_view());
    return name.has_value();
  }
  bool is_empty() const { return text_.empty(); }
  JudgmentRows::Name name() const { return is_new_ ? JudgmentRows::Name(text_) : std::nullopt; }

 private:
  const Objects& objects_;
  const PyObject* last_ = nullptr;
  std::string_view text_;
  bool is_new_ = false;
};

// Takes columns of str and whole numbers, which need no copy as no code of Python's runs; for
// others gives nothing.
std::optional<JudgmentValues> plain_rows(const Objects& topics,
                                         const std::optional<Objects>& intents,
                                         const Objects& docnos, const std::vector<double>& grades) {
  constexpr std::size_t ahead = 64;  // rows, of which a docno has several
  const std::size_t size = topics.size();
  if (docnos.size() != size || grades.size() != size || (intents && intents->size() != size))
    return std::nullopt;
  JudgmentRows rows;
  rows.reserve(size);
  NameColumn topic(topics), intent(intents ? *intents : topics), docno(docnos);
  for (std::size_t i = 0; i < size; ++i) {
    if (i + ahead < size) prefetch(docnos[i + ahead].ptr());
    if (!docno.read(i) || !topic.read(i)) return std::nullopt;
    if (intents && (!intent.read(i) || intent.is_empty())) return std::nullopt;
    if (!(std::fabs(grades[i]) <= INT32_MAX)) return std::nullopt;
    const auto grade = static_cast<std::int32_t>(grades[i]);
    if (static_cast<double>(grade) != grades[i]) return std::nullopt;
    rows.add(topic.name(), intent.name(), docno.name(), grade);
  }
  return JudgmentValues{std::move(rows), intents.has_value()};
}

// TREC's iteration is 0 where it is not the intent.
void require_no_other_intent(const std::string& name, std::size_t row, py::handle intent,
                             py::handle iteration) {
  if (is_missing(iteration)) return;
  read_row(name, row, py::none(), py::none(), [&] {
    Names names;
    const std::string_view found = names.add(iteration, "iteration"),
                           expected = names.add(intent, "intent");
    if (found.empty() || found == "0" || found == "Q0" || found == expected) return;
    throw Error(Location{name, row},
                "has the intent " + shown(intent) + " and the iteration " + shown(iteration),
                "remove the field that does not name the intent");
  });
}

// Verdicts on answers are read as those of a file.
bool are_verdicts(const Frame& frame) {
  const auto has = [&](ColumnNames names) { return column_name(frame, names).has_value(); };
  const auto docno = column_name(frame, docno_columns);
  const bool has_systems = has(internal::answer_topics) && !has(grade_columns);  // as columns
  return has(internal::criterion_columns) && (has(internal::verdict_columns) || has_systems) &&
         !(docno && internal::is_called(*docno, docno_columns));
}

// Looks at the first of them.
bool are_read_as_file(py::handle records) {
  if (!PyList_Check(records.ptr()) || py::len(records) == 0) return false;
  py::list first;
  first.append(records[py::int_(0)]);
  const Frame frame = frame_of_records(first);
  return frame && (are_verdicts(frame) || has_parts(frame, "qrels"));
}

JudgmentValues of_frame(const Frame& frame, const std::string& name) {
  const auto lacks = [&](ColumnNames names) { return !column_name(frame, names); };
  // A file of documents without grades says what to do, or how to melt it.
  if (are_verdicts(frame) || has_parts(frame, name) ||
      (lacks(grade_columns) && !lacks(docno_columns) && !lacks(topic_columns)))
    return {as_file(frame, name), true};
  const py::object topic_column = name_column(frame, topic_columns, name),
                   docno_column = name_column(frame, docnos_in(frame), name),
                   intent_column = column(frame, intent_columns, name),
                   iteration_column = column(frame, iteration_columns, name);
  const auto intent_name = column_name(frame, intent_columns);
  const bool are_several =
      intent_name && internal::is_called(*intent_name, internal::intents_of_document);
  if (are_several || (frame.columns.size() > 2 && !column_name(frame, grade_columns)))
    return {as_file(frame, name), true};
  const py::object grade_column = required_column(frame, grade_columns, name);
  const bool has_named_intents =
      intent_name && !internal::is_called(*intent_name, iteration_columns);
  if (has_named_intents && !iteration_column.is_none()) {
    const Objects named(intent_column), iterations(iteration_column);
    require_rows(named.size(), iterations.size(), name);
    for (std::size_t i = 0; i < named.size(); ++i)
      require_no_other_intent(name, i + 1, named[i], iterations[i]);
  }
  const bool has_intents = !intent_column.is_none();
  const auto described = [&](JudgmentValues values) {
    std::get<JudgmentRows>(values.source).says_intents = has_named_intents;
    if (!has_intents) values.columns = representation(frame.columns);
    values.table = table_text(frame, name, 200);
    return values;
  };
  if (const auto numbers_of_grades = numbers(grade_column)) {
    std::optional<Objects> intents;
    if (has_intents) intents.emplace(intent_column, true);
    auto values = plain_rows(Objects(topic_column, true), intents, Objects(docno_column, true),
                             *numbers_of_grades);
    if (values) return described(*std::move(values));
  }
  const Objects topics(topic_column), docnos(docno_column), grades(grade_column);
  std::optional<Objects> intents;
  if (has_intents) intents.emplace(intent_column);
  require_rows(topics.size(), docnos.size(), name);
  require_rows(topics.size(), grades.size(), name);
  if (intents) require_rows(topics.size(), intents->size(), name);
  Rows rows(name);
  if (has_named_intents) rows.say_intents();
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const auto intent = intents ? py::reinterpret_borrow<py::object>((*intents)[i]) : py::object();
    rows.add(topics[i], intent, docnos[i], grades[i]);
  }
  return described(rows.take());
}

// Adds a plain name; readers refuse what else is one.
void add_plain(std::set<std::string>& names, py::handle key) {
  int overflow = 0;
  if (PyLong_Check(key.ptr()) != 0) {
    const long number = PyLong_AsLongAndOverflow(key.ptr(), &overflow);
    if (overflow == 0) names.insert(std::to_string(number));
  } else if (const auto text = plain_text(key)) {
    names.emplace(*text);
  }
}

// Is it {topic: {docno: {intent: grade}}}, or {topic: {docno: {"relevance": grade}}}, by its first
// topics?
std::pair<bool, bool> has_documents_outside(py::handle mapping, const std::string& name) {
  constexpr std::size_t looked_at = 20;
  std::size_t topics = 0;
  std::set<std::string> outer, inner;
  bool hold_lists = false;
  for_each_item(mapping, name, a_mapping, [&](const py::object&, const py::object& of_topic) {
    if (++topics > looked_at || !is_mapping(of_topic)) return;
    for_each_item(of_topic, name, a_mapping, [&](const py::object& key, const py::object& value) {
      add_plain(outer, key);
      hold_lists |= is_collection(value);
      if (is_collection(value))
        for (const py::handle within : Items(value)) add_plain(inner, within);
      if (!is_mapping(value)) return;
      for_each_item(value, name, a_mapping,
                    [&](const py::object& within, const py::object&) { add_plain(inner, within); });
    });
  });
  if (!inner.empty() && internal::are_lists(outer, hold_lists))
    throw Error(Location{name, 0}, internal::lists_fault, internal::lists_advice);
  return {internal::documents_are_outside(outer, inner), internal::is_of_grades(inner)};
}

JudgmentValues of_mapping(py::handle mapping, const std::string& name) {
  Rows rows(name);
  rows.say_intents();
  const std::pair<bool, bool> levels = has_documents_outside(mapping, name);
  const bool is_turned = levels.first, has_grades = levels.second;
  const py::int_ relevant(1);
  for_each_item(mapping, name, a_mapping, [&](const py::object& topic, const py::object& inner) {
    if (is_pair(topic) && !is_mapping(inner))
      return rows.add(topic[py::int_(0)], py::object(), topic[py::int_(1)], inner);
    if (is_collection(inner)) {
      for (const py::handle docno : Items(inner)) rows.add(topic, py::object(), docno, relevant);
      return;
    }
    for_each_item(inner, name, a_mapping, [&](const py::object& key, const py::object& value) {
      if (!is_mapping(value) && !is_collection(value))
        return rows.add(topic, py::object(), key, value);
      const std::size_t before = rows.size();
      const auto add = [&](const py::object& within, const py::object& relevance) {
        if (has_grades) return rows.add(topic, py::object(), key, relevance);
        rows.add(topic, is_turned ? within : key, is_turned ? key : within, relevance);
      };
      if (is_collection(value))
        for (const py::handle each : Items(value))
          add(py::reinterpret_borrow<py::object>(each), relevant);
      else
        for_each_item(value, name, a_mapping, add);
      if (rows.size() == before && !is_turned) rows.add(topic, key);
    });
  });
  return rows.take(true);
}

// FreshStack's: the judgments of nuggets, and the nuggets of topics, which are their intents.
JudgmentValues of_nuggets(py::handle nuggets, py::handle topics, const std::string& name) {
  constexpr const char* expected = "({nugget: {docno: grade}}, {topic: [nuggets]})";
  Names names;
  std::map<std::string_view, py::object> judged;  // by the name of the nugget
  for_each_item(nuggets, name, expected, [&](const py::object& nugget, const py::object& grades) {
    judged.emplace(names.add(nugget, "nugget"), grades);
  });
  Rows rows(name);
  rows.say_intents();
  std::size_t all = 0, unknown = 0;
  std::string first_unknown;
  for_each_item(topics, name, expected, [&](const py::object& topic, const py::object& of_topic) {
    if (is_mapping(of_topic)) refuse(name, expected, of_topic);
    for (const py::handle nugget : iterate(of_topic, name, expected)) {
      ++all;
      const std::string_view nugget_name = names.add(nugget, "nugget");
      const auto found = judged.find(nugget_name);
      const std::size_t before = rows.size();
      if (found != judged.end())
        for_each_item(found->second, name, expected,
                      [&](const py::object& docno, const py::object& relevance) {
                        rows.add(topic, py::reinterpret_borrow<py::object>(nugget), docno,
                                 relevance);
                      });
      else if (unknown++ == 0)
        first_unknown = nugget_name;
      if (rows.size() == before) rows.add(topic, nugget);
    }
  });
  if (unknown > 0 && rows.size() > 0)
    warn({nuggets_without_judgments(name, unknown, all, first_unknown)});
  JudgmentValues values = rows.take(true);
  values.are_nuggets = true;
  return values;
}

void add_tuple(py::handle object, Rows& rows, const std::string& name) {
  if (is_row(object)) {
    const auto row = py::cast<py::tuple>(object);
    if (row.size() == 4) return rows.add(row[0], row[1], row[2], row[3]);
    if (row.size() == 3) return rows.add(row[0], py::object(), row[1], row[2]);
  } else {
    const bool is_dict = PyDict_Check(object.ptr()) != 0;
    const auto get = [&](ColumnNames fields, ColumnNames members) {
      return is_dict ? member(object, members) : attribute(object, fields);
    };
    const py::object topic = get(topic_fields, topic_columns),
                     docno = get(docno_fields, docno_columns),
                     relevance = get(grade_fields, grade_columns);
    if (topic && docno && relevance) {
      const py::object intent = get(intent_columns, intent_columns),
                       iteration = get(iteration_columns, iteration_columns);
      if (intent && iteration) require_no_other_intent(name, rows.size() + 1, intent, iteration);
      if (intent && !intent.is(iteration)) rows.say_intents();
      return rows.add(topic, intent, docno, relevance);
    }
  }
  refuse(name + ":" + std::to_string(rows.size() + 1),
         "a tuple (topic, intent, docno, grade), or an object with query_id, iteration, doc_id and "
         "relevance",
         object);
}

// The files of a list or tuple of paths or frames; nothing where it holds anything else, such as a
// line of a file.
std::vector<Source> files_of(py::handle object, const std::string& name) {
  if (!PyList_Check(object.ptr()) && !PyTuple_Check(object.ptr())) return {};
  std::vector<Source> files;
  for (const py::handle each : py::reinterpret_borrow<py::sequence>(object)) {
    if (const Frame frame = frame_of(each, name)) {
      files.push_back(as_file(frame, name));
      continue;
    }
    const auto path = path_of(each, name);
    if (!path) return {};
    std::error_code ignored;
    if (path->find(' ') != path->npos && !std::filesystem::exists(*path, ignored)) return {};
    files.emplace_back(*path);
  }
  return files;
}

constexpr ColumnNames group_fields = {"group"sv};
constexpr ColumnNames share_fields = {"membership"sv, "share"sv};

void set_member(std::string& member, py::handle value, const char* what) {
  Names names;
  member = names.add(value, what);
}
void set_member(double& member, py::handle value, const char* what) {
  member = number(value, what);
}
// The type of an intent: is it navigational?
void set_member(bool& member, py::handle value, const char* what) {
  if (value.is_none()) return;
  Names names;
  const std::string_view name = names.add(value, what);
  if (name != "inf" && name != "nav")
    throw py::value_error("type: " + shown(value) + " is neither 'inf' nor 'nav'");
  member = name == "nav";
}

// Rows of intents and groups, whose members are set to values that messages call by `names`. The
// first is the topic, and `docno` the place of the document, if there is one.
template <typename Row, auto... members>
class MemberRows {
 public:
  static constexpr std::size_t size = sizeof...(members);
  using Values = std::array<py::handle, size>;

  MemberRows(const std::string& input, const std::array<const char*, size>& names,
             std::optional<std::size_t> docno = {})
      : input_(input), names_(names), docno_(docno) {}

  void add(const Values& values) {
    const py::handle docno = docno_ ? values[*docno_] : py::none();
    read_row(input_, rows_.size() + 1, values[0], docno, [&] {
      Row row;
      std::size_t i = 0;
      ((set_member(row.*members, values[i], names_[i]), ++i), ...);
      rows_.push_back(std::move(row));
    });
  }

  // The rows of a frame, in columns of these names; a value takes the place of a column that is not
  // there.
  void add_all(const Frame& frame,
               const std::array<std::pair<ColumnNames, py::object>, size>& columns) {
    std::array<std::optional<Objects>, size> objects;
    std::optional<std::size_t> count;
    for (std::size_t i = 0; i < size; ++i) {
      const auto& [fields, otherwise] = columns[i];
      const py::object found =
          otherwise ? column(frame, fields, input_) : required_column(frame, fields, input_);
      if (found.is_none()) continue;
      objects[i].emplace(found);
      if (!count) count = objects[i]->size();
      require_rows(*count, objects[i]->size(), input_);
    }
    for (std::size_t row = 0; row < *count; ++row) {
      Values values;
      for (std::size_t i = 0; i < size; ++i)
        values[i] = objects[i] ? (*objects[i])[row] : py::handle(columns[i].second);
      add(values);
    }
  }

  // Tuples or lists with a value for each member, the last of which may be missing where so many
  // are enough.
  void add_all(py::handle rows, const char* expected, std::size_t least = size) {
    constexpr const char* collection = "a path, a data frame, a mapping or an iterable";
    for (const py::handle object : iterate(rows, input_, collection)) {
      const auto row = is_row(object) ? py::cast<py::tuple>(object) : py::tuple();
      if (row.size() < least || row.size() > size)
        refuse(input_ + ":" + std::to_string(rows_.size() + 1), expected, object);
      Values values;
      for (std::size_t i = 0; i < size; ++i)
        values[i] = i < row.size() ? PyTuple_GET_ITEM(row.ptr(), i) : Py_None;
      add(values);
    }
  }

  std::vector<Row> take() { return std::move(rows_); }

 private:
  const std::string& input_;
  std::array<const char*, size> names_;
  std::optional<std::size_t> docno_;
  std::vector<Row> rows_;
};

// NumPy's arrays of records as dictionaries, and arrays of rows as lists; nothing for others.
py::object rows_of_array(py::handle object) {
  const py::object type = attribute(object, "dtype");
  if (!type || !py::hasattr(object, "ndim")) return {};
  const py::object names = attribute(type, "names");
  if (names && !names.is_none()) {
    py::list rows;
    for (const py::handle row : object.attr("tolist")())
      rows.append(py::dict(py::module_::import("builtins").attr("zip")(names, row)));
    return rows;
  }
  return py::cast<int>(object.attr("ndim")) == 2 ? object.attr("tolist")() : py::object();
}

JudgmentValues values_in_memory(py::handle object, const std::string& name) {
  if (auto rows = nested_rows(object, name, grade_columns)) return {*std::move(rows), true};
  if (const Frame frame = frame_of(object, name)) return of_frame(frame, name);
  if (is_pair(object)) {
    const auto pair = py::reinterpret_borrow<py::tuple>(object);
    if (is_mapping(pair[0]) && is_mapping(pair[1])) return of_nuggets(pair[0], pair[1], name);
  }
  if (is_mapping(object)) return of_mapping(object, name);
  if (are_read_as_file(object))
    if (const Frame records = frame_of_records(object)) return {as_file(records, name), true};
  Rows rows(name);
  constexpr const char* expected = "a path, a data frame, a mapping or an iterable";
  for (const py::handle row : iterate(object, name, expected)) add_tuple(row, rows, name);
  JudgmentValues values = rows.take();
  if (!PyList_Check(object.ptr())) return values;
  if (const Frame frame = frame_of_records(object[py::slice(0, 200, 1)]))
    values.table = table_text(frame, name, 200);
  return values;
}

}  // namespace

JudgmentValues judgment_values(py::handle given, const std::string& name) {
  const py::object array = rows_of_array(given), object = array ? array : with_levels(given);
  if (const auto path = path_of(object, name)) return {Source(*path), true};
  if (std::vector<Source> files = files_of(object, name); !files.empty())
    return {std::move(files), true};
  try {
    return values_in_memory(object, name);
  } catch (const std::exception&) {  // it may be what a file of JSON holds
    if (const auto file = as_json(object, name)) try {
        Judgments::read(*file);
        return {*file, true};
      } catch (const Error&) {
      }
    throw;
  }
}

IntentSource intent_values(py::handle object) {
  const std::string name = "probabilities";
  if (const auto path = path_of(object, name)) return Source(*path);
  MemberRows<Intent, &Intent::topic, &Intent::intent, &Intent::probability, &Intent::navigational>
      rows(name, {"query_id", "iteration", "probability", "type"});
  if (is_mapping(object)) {
    constexpr const char* expected = "{topic: {intent: probability}}";
    for_each_item(object, name, expected, [&](const py::object& topic, const py::object& inner) {
      for_each_item(inner, name, expected, [&](const py::object& intent, const py::object& value) {
        rows.add({topic, intent, value, Py_None});
      });
    });
  } else {
    rows.add_all(object,
                 "a tuple (topic, intent, probability) or (topic, intent, probability, type)", 3);
  }
  return rows.take();
}

MembershipSource membership_values(py::handle object, const std::string& name) {
  if (const auto path = path_of(object, name)) return Source(*path);
  MemberRows<GroupMembership, &GroupMembership::topic, &GroupMembership::docno,
             &GroupMembership::group, &GroupMembership::share>
      rows(name, {"query_id", "doc_id", "group", "membership"}, 1);
  const py::str all("*");
  const py::float_ whole(1.0);
  constexpr const char* expected = "{topic: {docno: {group: membership}}}";
  if (const Frame frame = frame_of(object, name)) {
    rows.add_all(
        frame,
        {{{topic_columns, all}, {docno_columns, {}}, {group_fields, {}}, {share_fields, whole}}});
  } else if (is_mapping(object)) {
    for_each_item(object, name, expected, [&](const py::object& topic, const py::object& docnos) {
      if (is_text(docnos)) return rows.add({all, topic, docnos, whole});  // {docno: group}
      for_each_item(docnos, name, expected, [&](const py::object& docno, const py::object& groups) {
        if (!is_mapping(groups)) return rows.add({topic, docno, groups, whole});
        for_each_item(groups, name, expected,
                      [&](const py::object& group, const py::object& share) {
                        rows.add({topic, docno, group, share});
                      });
      });
    });
  } else {
    rows.add_all(object, "a tuple (topic, docno, group, membership)");
  }
  return rows.take();
}

GroupTargetSource target_values(py::handle object, const std::string& name) {
  if (const auto path = path_of(object, name)) return Source(*path);
  MemberRows<GroupTarget, &GroupTarget::topic, &GroupTarget::group, &GroupTarget::share> rows(
      name, {"query_id", "group", "share"});
  const py::str all("*");
  constexpr const char* expected = "{topic: {group: share}} or {group: share}";
  if (const Frame frame = frame_of(object, name)) {
    rows.add_all(frame, {{{topic_columns, all}, {group_fields, {}}, {share_fields, {}}}});
  } else if (is_mapping(object)) {
    for_each_item(object, name, expected, [&](const py::object& topic, const py::object& groups) {
      if (!is_mapping(groups)) return rows.add({all, topic, groups});
      for_each_item(groups, name, expected, [&](const py::object& group, const py::object& share) {
        rows.add({topic, group, share});
      });
    });
  } else {
    rows.add_all(object, "a tuple (topic, group, share)");
  }
  return rows.take();
}

}  // namespace subintent::python
