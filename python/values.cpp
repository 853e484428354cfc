#include "values.h"

#include <pybind11/numpy.h>

#include <cmath>

#include "gil.h"
#include "subintent/basics.h"
#include "subintent/program.h"
#include "subintent/report.h"

namespace subintent::python {
namespace {

constexpr Py_ssize_t shown_characters = 60;

bool is_number(py::handle object) {
  return PyNumber_Check(object.ptr()) != 0 && PySequence_Check(object.ptr()) == 0;
}

// If ascii() writes the type around a value, as for NumPy's, this is the value alone, as a Python
// one.
py::object without_type(py::handle object) {
  if (is_number(object)) return py::reinterpret_steal<py::object>(PyObject_Str(object.ptr()));
  const bool is_text = PyUnicode_Check(object.ptr()) != 0;
  const auto text = is_text ? py::reinterpret_steal<py::object>(PyUnicode_FromObject(object.ptr()))
                            : py::reinterpret_borrow<py::object>(object);
  return py::reinterpret_steal<py::object>(text ? PyObject_ASCII(text.ptr()) : nullptr);
}

// The bytes of a str; none where it is not Unicode.
std::optional<std::string_view> utf8_of(PyObject* text) {
  Py_ssize_t size = 0;
  if (const char* const bytes = PyUnicode_AsUTF8AndSize(text, &size))
    return std::string_view(bytes, static_cast<std::size_t>(size));
  PyErr_Clear();
  return std::nullopt;
}

// Texts and numbers, whose text is short and made without running code of the user.
bool is_simple(py::handle object) {
  return !runs_python(object) && (is_text(object) || is_number(object));
}

[[noreturn]] void refuse_surrogates(py::handle text, const char* what) {
  throw py::value_error(std::string(what) + ": " + shown(text) +
                        " is not Unicode text: it holds surrogates");
}

// After a conversion that failed: what code of the user raised is thrown; the rest is told in words
// of this package.
[[noreturn]] void throw_or_refuse(py::handle object, const char* what, const char* expected) {
  const bool is_wrong_type = PyErr_ExceptionMatches(PyExc_TypeError) != 0;
  const bool is_too_large = PyErr_ExceptionMatches(PyExc_OverflowError) != 0 ||
                            PyErr_ExceptionMatches(PyExc_ValueError) != 0;
  if (runs_python(object) || !(is_wrong_type || is_too_large)) throw py::error_already_set();
  PyErr_Clear();
  if (is_wrong_type) refuse(what, expected, object);
  throw py::value_error(std::string(what) + ": " + shown(object) + " is too large");
}

std::string listed(ColumnNames names) {
  const std::span few(names.begin(), std::min<std::size_t>(4, names.size()));
  return join(few, " or ") + (few.size() < names.size() ? " ..." : "");
}

bool is_of_pandas(py::handle object) {
  return attribute(object, "columns") && attribute(object, "itertuples");
}

std::vector<std::string> headings(const Frame& frame) {
  return mapped<std::string>(frame.columns, [](const py::handle column) {
    return internal::without_type(plain_text(column).value_or(""));
  });
}

// Columns of pandas give their array at once; NumPy asks them for ten other things first.
py::object array_of(const py::object& column) {
  const py::object to_array = attribute(column, "to_numpy");
  return to_array ? call(to_array, py::tuple()) : column;
}

py::object array_of_objects(const py::object& column, bool is_shared) {
  const py::object given = is_shared ? array_of(column) : column;
  if (is_shared && py::isinstance<py::array>(given) &&
      py::reinterpret_borrow<py::array>(given).dtype().kind() == 'O')
    return given;
  return call(py::module_::import("numpy").attr("array"), py::make_tuple(given),
              py::dict(py::arg("dtype") = "object", py::arg("copy") = !is_shared));
}

}  // namespace

std::string representation(py::handle object) {
  const py::object shown = without_type(object);
  if (!shown) {
    PyErr_Clear();
    return {};
  }
  const bool is_cut = PyUnicode_GET_LENGTH(shown.ptr()) > shown_characters;
  const auto begin = py::reinterpret_steal<py::str>(
      PyUnicode_Substring(shown.ptr(), 0, is_cut ? shown_characters : PY_SSIZE_T_MAX));
  return std::string(begin) + (is_cut ? "..." : "");
}

std::string shown(py::handle object) {
  std::string text = Py_TYPE(object.ptr())->tp_name;
  text = text.substr(text.rfind('.') + 1);
  if (is_simple(object)) {
    const std::string value = representation(object);
    return value.empty() ? text : text + " " + value;
  }
  const bool has_size = PyTuple_Check(object.ptr()) || PyList_Check(object.ptr());
  return has_size ? text + " of " + std::to_string(PySequence_Fast_GET_SIZE(object.ptr())) : text;
}

void refuse(const std::string& name, const char* expected, py::handle found) {
  const std::string type_name = py::str(py::type::handle_of(found).attr("__module__"));
  const bool is_wrapper = attribute(found, "to_dict") && !attribute(found, "index") &&  // no frame
                          !type_name.starts_with("subintent");
  throw py::type_error(terminal_text(name) + ": expected " + expected + ", found " + shown(found) +
                       (is_wrapper ? "; give its to_dict()" : ""));
}

py::object text(std::string_view bytes) {
  return py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "surrogateescape"));
}

std::string bytes_of(py::handle text, const char* what) {
  const auto bytes = py::reinterpret_steal<py::bytes>(
      PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape"));
  if (bytes) return bytes;
  PyErr_Clear();
  refuse_surrogates(text, what);
}

py::object attribute(py::handle object, const char* name) {
  auto found = py::reinterpret_steal<py::object>(
      calling_python([&] { return PyObject_GetAttrString(object.ptr(), name); }));
  if (found) return found;
  if (PyErr_ExceptionMatches(PyExc_AttributeError) == 0) throw py::error_already_set();
  PyErr_Clear();
  return {};
}

py::object attribute(py::handle object, ColumnNames names) {
  for (const std::string_view name : names)
    if (auto found = attribute(object, name.data())) return found;
  return {};
}

py::object member(py::handle dict, ColumnNames names) {
  for (const std::string_view name : names)
    for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(dict))
      if (internal::same_name(plain_text(key).value_or(""), name))
        return py::reinterpret_borrow<py::object>(value);
  return {};
}

bool is_text(py::handle object) {
  return PyUnicode_Check(object.ptr()) || PyBytes_Check(object.ptr()) ||
         PyByteArray_Check(object.ptr());
}

Items::Items(py::handle object)
    : iterator_(calling_python([&] { return py::object(py::iter(object)); })) {}

Items::Iterator& Items::Iterator::operator++() {
  PyObject* const next = calling_python([&] { return PyIter_Next(iterator_.ptr()); });
  if (next == nullptr && PyErr_Occurred() != nullptr) throw py::error_already_set();
  item_ = py::reinterpret_steal<py::object>(next);
  return *this;
}

Items iterate(py::handle object, const std::string& name, const char* expected) {
  if (is_text(object) || Py_TYPE(object.ptr())->tp_iter == nullptr) refuse(name, expected, object);
  return Items(object);
}

py::object items_of(py::handle mapping) {
  return call(attribute(mapping, "items"), py::tuple());
}

bool is_row(py::handle object) {
  if (PyTuple_CheckExact(object.ptr()) || PyList_Check(object.ptr())) return true;
  return PyTuple_Check(object.ptr()) && !attribute(object, "_fields");
}

bool runs_python(py::handle object) {
  return PyType_HasFeature(Py_TYPE(object.ptr()), Py_TPFLAGS_HEAPTYPE) != 0;
}

std::string row_place(const std::string& name, std::size_t row) {
  return terminal_text(name) + ":" + std::to_string(row) + ": ";
}

std::string with_names(const char* message, py::handle topic, py::handle docno) {
  std::string names;
  if (is_simple(topic)) names = "query_id " + representation(topic);
  if (is_simple(docno)) names += (names.empty() ? "doc_id " : ", doc_id ") + representation(docno);
  return names.empty() ? message : message + (" (" + names + ")");
}

Names::~Names() {
  for (PyObject* const object : kept_) Py_DECREF(object);
}

std::optional<std::string_view> plain_text(py::handle object) {
  return PyUnicode_CheckExact(object.ptr()) ? utf8_of(object.ptr()) : std::nullopt;
}

std::string_view Names::add(py::handle object, const char* what) {
  PyObject* text = object.ptr();
  if (PyUnicode_Check(text)) {
    Py_INCREF(text);
  } else {
    // Whole numbers beside missing ones are floats in columns of pandas.
    constexpr double most = 1e15;  // with all digits
    py::object whole;
    if (PyFloat_Check(text) && std::fabs(PyFloat_AS_DOUBLE(text)) < most &&
        !internal::is_fraction(PyFloat_AS_DOUBLE(text))) {
      whole = py::reinterpret_steal<py::object>(PyLong_FromDouble(PyFloat_AS_DOUBLE(text)));
      text = whole.ptr();
    } else if (PyFloat_Check(text)) {
      const std::string remedy =
          std::isnan(PyFloat_AS_DOUBLE(text))
              ? "; it is missing: write a name, or leave the row out"
              : "; names that were read as numbers may have lost digits: read them as text, as "
                "read_csv(..., dtype={COLUMN: str}) does";
      throw py::type_error(std::string(what) + ": expected str or a whole number, found " +
                           shown(object) + remedy);
    }
    if (PyBool_Check(text) || PyIndex_Check(text) == 0)
      refuse(what, "str or a whole number", object);
    text = calling_python([&] { return PyNumber_ToBase(text, 10); });
    if (text == nullptr) throw_or_refuse(object, what, "str");
  }
  kept_.push_back(text);
  if (const auto name = plain_name(text)) return *name;
  const auto bytes = utf8_of(text);  // of a subclass of str, perhaps
  if (!bytes) refuse_surrogates(object, what);
  return *bytes;
}

double number(py::handle object, const char* what) {
  PyObject* const value = object.ptr();
  if (PyFloat_Check(value)) return PyFloat_AS_DOUBLE(value);
  if (is_text(object) || PyNumber_Check(value) == 0) refuse(what, "a number", object);
  const auto real =
      py::reinterpret_steal<py::object>(calling_python([&] { return PyNumber_Float(value); }));
  if (!real) throw_or_refuse(object, what, "a number");
  return PyFloat_AS_DOUBLE(real.ptr());
}

double number_or_text(py::handle object, const char* what) {
  if (!PyUnicode_Check(object.ptr())) return number(object, what);
  const auto real = py::reinterpret_steal<py::object>(PyFloat_FromString(object.ptr()));
  if (real) return PyFloat_AS_DOUBLE(real.ptr());
  PyErr_Clear();
  refuse(what, "a number", object);
}

bool is_missing(py::handle object) {
  return object.is_none() || std::string_view(Py_TYPE(object.ptr())->tp_name).ends_with("NAType") ||
         (PyFloat_Check(object.ptr()) && std::isnan(PyFloat_AS_DOUBLE(object.ptr())));
}

std::int32_t grade(py::handle object) {
  int overflow = 0;
  double whole = 0;
  const auto in_words = internal::grade_of_word(plain_text(object).value_or(""));
  if (in_words)
    whole = *in_words;
  else if (PyLong_Check(object.ptr()))
    whole = static_cast<double>(PyLong_AsLongLongAndOverflow(object.ptr(), &overflow));
  else
    whole = number_or_text(object, "relevance");
  if (const auto fraction = internal::kept_fraction(whole)) return *fraction;
  if (overflow != 0 || internal::is_fraction(whole) || !(std::fabs(whole) <= INT32_MAX))
    throw py::value_error("relevance: " + shown(object) +
                          " is not a whole number from -100 to 100");
  return static_cast<std::int32_t>(whole);
}

std::optional<std::string> path_of(py::handle object, const std::string& name) {
  // Paths have the method by their type: some objects, as data frames, take long to say that they
  // have no attribute.
  const py::handle type(reinterpret_cast<PyObject*>(Py_TYPE(object.ptr())));
  if (!PyUnicode_Check(object.ptr()) && !attribute(type, "__fspath__")) return std::nullopt;
  PyObject* encoded = nullptr;
  if (calling_python([&] { return PyUnicode_FSConverter(object.ptr(), &encoded); }) == 0) {
    if (PyErr_ExceptionMatches(PyExc_ValueError) == 0) throw py::error_already_set();
    PyErr_Clear();  // it has a NUL byte or surrogates
    throw py::value_error(name + ": a path cannot be " + shown(object));
  }
  std::string path = py::reinterpret_steal<py::bytes>(encoded);
  if (path.empty()) throw py::value_error(name + ": a path cannot be empty");
  return path;
}

bool is_mapping(py::handle object) {
  if (PyLong_CheckExact(object.ptr()) || PyFloat_CheckExact(object.ptr())) return false;  // often
  return PyDict_Check(object.ptr()) ||
         (attribute(object, "keys") && attribute(object, "items") && !is_frame(object));
}

bool is_plain_dict(py::handle object) {
  PyTypeObject* const type = Py_TYPE(object.ptr());
  if (type == &PyDict_Type) return true;
  if (PyDict_Check(object.ptr()) == 0 || type->tp_iter != PyDict_Type.tp_iter) return false;
  return py::handle(reinterpret_cast<PyObject*>(type))
      .attr("items")
      .is(py::handle(reinterpret_cast<PyObject*>(&PyDict_Type)).attr("items"));
}

std::pair<py::object, py::object> key_and_value(py::handle item, const std::string& name) {
  if (!PyTuple_Check(item.ptr()) || PyTuple_GET_SIZE(item.ptr()) != 2)
    refuse(name, "pairs of key and value in the items of a mapping", item);
  const auto pair = py::reinterpret_borrow<py::tuple>(item);
  return {pair[0], pair[1]};
}

bool is_frame(py::handle object) {
  return is_of_pandas(object) || attribute(object, "__arrow_c_stream__") ||
         attribute(object, "__dataframe__");
}

namespace {

// A dict of columns, two of which are of topics and docnos.
Frame frame_of_columns(py::handle object) {
  if (!PyDict_Check(object.ptr())) return Frame();
  const py::object as_array = py::module_::import("numpy").attr("asarray");
  py::dict table;
  py::list names;
  bool has_topics = false, has_docnos = false;
  for (const auto& [key, values] : py::reinterpret_borrow<py::dict>(object)) {
    const auto name = plain_text(key);
    if (!name || !(PyList_Check(values.ptr()) || PyTuple_Check(values.ptr()) ||
                   py::isinstance<py::array>(values)))
      return Frame();
    has_topics |= internal::is_called(*name, topic_columns);
    has_docnos |= internal::is_called(*name, docno_columns);
    names.append(key);
    table[key] = as_array(values, "O");
  }
  return has_topics && has_docnos ? Frame{table, names} : Frame();
}

}  // namespace

Frame frame_of(py::handle object, const std::string& name) {
  if (!is_frame(object)) return frame_of_columns(object);
  py::object table = is_of_pandas(object)
                         ? py::reinterpret_borrow<py::object>(object)
                         : call(py::module_::import("subintent._frames").attr("frame_of"),
                                py::make_tuple(object, name));
  const py::object columns = attribute(table, "columns");
  py::object names = owned(calling_python([&] { return PySequence_List(columns.ptr()); }));
  return {std::move(table), std::move(names)};
}

py::object with_levels(py::handle object) {
  if (!attribute(object, "reset_index")) return py::reinterpret_borrow<py::object>(object);
  return call(py::module_::import("subintent._frames").attr("with_levels"), py::make_tuple(object));
}

Frame frame_of_records(py::handle object) {
  if (!PyList_Check(object.ptr()) || py::len(object) == 0) return Frame();
  py::list names;
  for (const py::handle record : Items(object)) {
    if (!PyDict_Check(record.ptr())) return Frame();
    for (const py::handle name : Items(record))
      if (!names.contains(name)) names.append(name);
  }
  const py::object as_array = py::module_::import("numpy").attr("asarray");
  py::dict table;
  for (const py::handle name : names) {
    py::list values;
    for (const py::handle record : Items(object)) values.append(record.attr("get")(name));
    table[name] = as_array(values, "O");
  }
  return {table, names};
}

std::optional<Source> nested_rows(py::handle object, const std::string& name, ColumnNames members) {
  const bool is_list = PyList_Check(object.ptr()) && py::len(object) > 0;
  if (!is_list && !is_frame(object)) return std::nullopt;
  py::list first;
  if (is_list) first.append(object[py::int_(0)]);
  const Frame frame = is_list ? frame_of_records(first) : frame_of(object, name);
  if (!frame) return std::nullopt;
  py::object only = py::none();  // these columns may hold several values
  if (const auto one = column_name(frame, members); one && column_name(frame, docno_columns)) {
    if (members.begin() != grade_columns.begin()) return std::nullopt;
    only = py::make_tuple(*one, column_name(frame, intent_columns).value_or(""));
  }
  const py::object lines = call(py::module_::import("subintent._frames").attr("nested_lines"),
                                py::make_tuple(object, name, only));
  if (lines.is_none()) return std::nullopt;
  return Source::memory(bytes_of(lines, name.c_str()), name);
}

std::optional<Source> as_json(py::handle object, const std::string& name) try {
  const auto is_record = [](py::handle each) {
    return PyList_Check(each.ptr()) && py::len(each) > 0 &&
           py::isinstance<py::dict>(each[py::int_(0)]);
  };
  bool is_one = is_record(object);
  if (PyDict_Check(object.ptr()))
    for (const py::handle value : object.attr("values")()) is_one |= is_record(value);
  if (!is_one) return std::nullopt;
  const py::object lines = py::module_::import("json").attr("dumps")(object);
  return Source::memory(bytes_of(lines, name.c_str()), name);
} catch (const std::exception&) {
  return std::nullopt;
}

std::string table_text(const Frame& frame, const std::string& name, std::size_t rows) {
  const py::object as_array = py::module_::import("numpy").attr("asarray");
  std::string text;
  const auto add = [&](py::handle value) {
    text += '"';
    for (const char c : is_missing(value) ? "" : bytes_of(py::str(value), name.c_str())) {
      if (c == '"') text += c;
      text += c == '\n' || c == '\r' ? ' ' : c;
    }
    text += "\"\t";
  };
  std::vector<Objects> columns;
  for (const py::handle column : frame.columns) {
    add(column);
    const py::object values = call(
        as_array, py::make_tuple(item(frame.table, py::reinterpret_borrow<py::object>(column))));
    columns.emplace_back(item(values, py::slice(0, static_cast<py::ssize_t>(rows), 1)));
  }
  for (std::size_t row = 0; row < columns[0].size(); ++row) {
    text.back() = '\n';
    for (const Objects& column : columns)
      row < column.size() ? add(column[row]) : void(text += '\t');
  }
  text.back() = '\n';
  return text;
}

Source as_file(const Frame& frame, const std::string& name) {
  return Source::memory(table_text(frame, name, PTRDIFF_MAX), name);
}

ColumnNames docnos_in(const Frame& frame) {
  static constexpr ColumnNames id = {"id"sv};
  const auto all = headings(frame);
  const auto at = internal::column_read(docno_columns, all);
  return at && internal::is_called(all[*at], id) ? id : docno_columns;
}

void warn_of_unread(const Frame& frame, const std::string& name,
                    std::span<const ColumnNames> read) {
  const auto all = headings(frame);
  const auto is_doubled = [&](ColumnNames names) {
    return std::ranges::count_if(
               all, [&](const auto& heading) { return internal::is_called(heading, names); }) > 1;
  };
  if (std::ranges::none_of(read, is_doubled)) return;
  const std::string unread = internal::unread_columns(table_text(frame, name, 200), read);
  if (!unread.empty()) warn({{"unused-columns", {name, 0}, unread, ""}});
}

std::optional<std::string> column_name(const Frame& frame, ColumnNames names) {
  const auto all = headings(frame);
  const auto at = internal::column_called(names, all);
  return at ? std::optional(all[*at]) : std::nullopt;
}

bool has_parts(const Frame& frame, const std::string& what) {
  if (column_name(frame, internal::columns_of_parts) &&
      column_name(frame, internal::columns_of_wholes))
    return true;
  const py::object names = column(frame, docno_columns, what);
  if (names.is_none()) return false;
  constexpr std::size_t looked_at = 20;
  const Objects docnos(names, true);
  for (std::size_t i = 0; i < std::min(docnos.size(), looked_at); ++i)
    if (plain_text(docnos[i]).value_or("").find_first_of("[|;,") != std::string_view::npos)
      return true;
  return false;
}

py::object column(const Frame& frame, ColumnNames names, const std::string& what) {
  const auto all = headings(frame);
  const auto at = internal::column_called(names, all);
  if (!at) return py::none();
  py::object found = item(frame.table, frame.columns[*at]);
  if (std::ranges::count(all, all[*at]) == 1 && py::len(attribute(found, "shape")) == 1)
    return found;
  throw Error(Location{what, 0}, "the data frame has two columns " + all[*at], "keep one");
}

py::object required_column(const Frame& frame, ColumnNames names, const std::string& what) {
  const py::object found = column(frame, names, what);
  if (!found.is_none()) return found;
  const bool is_of_answers =
      what == "qrels" && names.begin() == docno_columns.begin() && column_name(frame, run_columns);
  throw Error(
      Location{what, 0},
      "the data frame has no column " + listed(names) + " but " + representation(frame.columns),
      is_of_answers
          ? "rename its columns: those of nuggets or criteria are topic, run, criterion, verdict"
      : names.begin() == score_columns.begin() && column_name(frame, internal::distance_columns)
          ? "less distance is better: give its negative as score"
          : "rename its columns");
}

py::object name_column(const Frame& frame, ColumnNames names, const std::string& what) {
  py::object found = required_column(frame, names, what);
  const py::object type = attribute(found, "dtype"), kind = type ? attribute(type, "kind") : type;
  if (!kind || plain_text(kind) != "f") return found;
  const std::vector<double> all = *numbers(found);
  const auto missing = std::ranges::find_if(all, [](double name) { return std::isnan(name); });
  if (missing == all.end()) return found;
  throw py::type_error(row_place(what, static_cast<std::size_t>(missing - all.begin()) + 1) +
                       std::string(*names.begin()) +
                       ": is missing; give the name, or leave the row out");
}

void require_rows(std::size_t rows, std::size_t others, const std::string& what) {
  if (rows == others) return;
  throw Error(Location{what, 0}, "the columns of the data frame differ in length");
}

Objects::Objects(const py::object& column, bool is_shared)
    : array_(array_of_objects(column, is_shared)) {
  const auto array = py::cast<py::array>(array_);
  if (array.ndim() != 1) refuse("a data frame", "columns of one dimension", column);
  first_ = static_cast<const char*>(array.data());
  stride_ = array.strides(0);
  size_ = static_cast<std::size_t>(array.shape(0));
}

std::optional<std::vector<double>> numbers(const py::object& column) {
  const py::object values = array_of(column);
  const auto given = py::isinstance<py::array>(values)
                         ? py::reinterpret_borrow<py::array>(values)
                         : py::cast<py::array>(call(py::module_::import("numpy").attr("asarray"),
                                                    py::make_tuple(values)));
  const char kind = given.dtype().kind();
  if (given.ndim() != 1 || (kind != 'f' && kind != 'i' && kind != 'u')) return std::nullopt;
  const py::array_t<double, py::array::forcecast> array(given);
  const auto numbers = array.unchecked<1>();
  std::vector<double> result(static_cast<std::size_t>(numbers.shape(0)));
  for (py::ssize_t i = 0; i < numbers.shape(0); ++i)
    result[static_cast<std::size_t>(i)] = numbers(i);
  return result;
}

std::vector<py::bytes> as_bytes(const Warnings& warnings) {
  return mapped<py::bytes>(warnings, &Warning::what);
}

void warn(const Warnings& warnings) {
  if (warnings.empty()) return;
  const py::object issue = py::module_::import("subintent._errors").attr("warn");
  for (const Warning& warning : warnings) {
    if (&*std::ranges::find(warnings, warning) != &warning) continue;  // word for word
    call(issue, py::make_tuple(text(warning.code), text(warning.location.file),
                               warning.location.line, text(warning.text), text(warning.advice)));
  }
}

}  // namespace subintent::python
