// Python objects as values of C++. All of this needs the GIL.
#pragma once

#include <pybind11/pybind11.h>

#include <cstring>
#include <iterator>

#include "bindings.h"
#include "gil.h"
#include "subintent/basics.h"
#include "subintent/column_names.h"

namespace subintent::python {

namespace py = pybind11;

using internal::ColumnNames;
using std::string_view_literals::operator""sv;
using internal::docno_columns, internal::grade_columns, internal::intent_columns,
    internal::iteration_columns, internal::rank_columns, internal::run_columns,
    internal::score_columns, internal::topic_columns, internal::value_columns;

// Names that attributes of objects have, as of named tuples: those of ir_measures and pyndeval,
// then PyTerrier's. Columns of frames and members of dicts have those of tables.
inline constexpr ColumnNames topic_fields = {"query_id"sv, "qid"sv};
inline constexpr ColumnNames docno_fields = {"doc_id"sv, "docno"sv, "docid"sv};
inline constexpr ColumnNames grade_fields = {"relevance"sv, "label"sv};

// Shows what was given, for messages: "int 3", "list of 5", "str 'text'".
std::string shown(py::handle object);

// "name: expected ..., found ...".
[[noreturn]] void refuse(const std::string& name, const char* expected, py::handle found);

// str from text of the library, in which names of files may hold any bytes.
py::object text(std::string_view bytes);
// The reverse. Throws ValueError, which begins with `what`, for text that is not Unicode.
std::string bytes_of(py::handle text, const char* what);

// An attribute, or nothing where there is none. Throws what getting it throws.
py::object attribute(py::handle object, const char* name);
// The first of several that is there, or nothing.
py::object attribute(py::handle object, ColumnNames names);
// The member of a dict that has the most preferred of these names, or nothing.
py::object member(py::handle dict, ColumnNames names);

// str, bytes or bytearray, which are iterable, and never what is to be iterated.
bool is_text(py::handle object);

// The items that an object iterates over, for a range-based loop. Iterating throws what code of
// Python's does.
class Items {
 public:
  explicit Items(py::handle object);

  // An item stays alive until the next one.
  class Iterator {
   public:
    explicit Iterator(py::handle iterator) : iterator_(iterator) { ++*this; }
    py::handle operator*() const { return item_; }
    Iterator& operator++();
    bool operator==(std::default_sentinel_t) const { return !item_; }

   private:
    py::handle iterator_;
    py::object item_;  // none at the end
  };

  Iterator begin() const { return Iterator(iterator_); }
  std::default_sentinel_t end() const { return {}; }

 private:
  py::object iterator_;
};

// The items of an object. Throws TypeError, as refuse() does, for text and where there is no
// iterator.
Items iterate(py::handle object, const std::string& name, const char* expected);

// A tuple or list whose items are told by their places; named tuples are read by name.
bool is_row(py::handle object);

// Is it a tuple of two?
inline bool is_pair(py::handle object) {
  return PyTuple_Check(object.ptr()) && PyTuple_GET_SIZE(object.ptr()) == 2;
}

// Can using the object run code that is written in Python, as its __float__?
bool runs_python(py::handle object);

// Names of topics, intents and documents, as views that are valid while the object lives.
class Names {
 public:
  Names() = default;
  Names(Names&& other) noexcept : kept_(std::exchange(other.kept_, {})) {}
  Names& operator=(Names&& other) noexcept {
    kept_.swap(other.kept_);
    return *this;
  }
  ~Names();

  // Adds a str, or a whole number in decimals. Throws TypeError, which says that `what` is a name,
  // for other objects, and ValueError for text that is not Unicode.
  std::string_view add(py::handle object, const char* what);

 private:
  std::vector<PyObject*> kept_;
};

// Names that often are the object that was there before, which needs to be looked at only once.
class RepeatedName {
 public:
  // Gives what names.add(object, what) gives.
  std::string_view add(py::handle object, const char* what, Names& names) {
    if (!object.is(object_)) {
      name_ = names.add(object, what);
      object_ = py::reinterpret_borrow<py::object>(object);
    }
    return name_;
  }

 private:
  py::object object_;
  std::string_view name_;
};

// The bytes of a str, of no subclass, that is Unicode, as long as it lives; none for others. Runs
// no code of Python's.
std::optional<std::string_view> plain_text(py::handle object);

// A number of any type but str. Throws TypeError, which says that `what` is a number, and
// ValueError where it is too large for a float.
double number(py::handle object, const char* what);

// A whole number: of an integer type, a float without fraction, or a word that files may have for
// it. Throws TypeError and ValueError.
std::int32_t grade(py::handle object);

double number_or_text(py::handle object, const char* what);

// Is it None, NaN or NA?
bool is_missing(py::handle object);

// The path that a str or os.PathLike is; none for other objects. Throws ValueError for what cannot
// be one: `name` is that of the argument.
std::optional<std::string> path_of(py::handle object, const std::string& name);

// Whether it is a dict or another mapping.
bool is_mapping(py::handle object);

// Whether it is a dict, and its items are what it says they are: no subclass says otherwise.
bool is_plain_dict(py::handle object);

py::object items_of(py::handle mapping);

std::pair<py::object, py::object> key_and_value(py::handle item, const std::string& name);

// Calls use(key, value) for the items of a mapping, which stay alive meanwhile. Throws what
// iterating throws, Error where the mapping changes meanwhile, and TypeError for what is not a
// mapping: `name` is that of the input, `expected` what should be there.
template <typename Use>
void for_each_item(py::handle mapping, const std::string& name, const char* expected, Use use) {
  if (!is_plain_dict(mapping)) {
    if (!is_mapping(mapping)) refuse(name, expected, mapping);
    for (const py::handle item : iterate(items_of(mapping), name, expected)) {
      const auto [key, value] = key_and_value(item, name);
      use(key, value);
    }
    return;
  }
  const Py_ssize_t size = PyDict_GET_SIZE(mapping.ptr());
  Py_ssize_t at = 0;
  PyObject *key = nullptr, *value = nullptr;
  while (PyDict_Next(mapping.ptr(), &at, &key, &value) != 0) {
    const auto held_key = py::reinterpret_borrow<py::object>(key);
    const auto held_value = py::reinterpret_borrow<py::object>(value);
    use(held_key, held_value);
    if (PyDict_GET_SIZE(mapping.ptr()) != size)
      throw Error(Location{name, 0}, "changed while it was read", "change it before or after");
  }
}

// The text that Python shows for a value, cut; empty where it cannot be shown.
std::string representation(py::handle object);

// A pandas data frame, what looks like one, or a table of another library.
bool is_frame(py::handle object);
// A data frame, or the columns of a table of another library.
struct Frame {
  Frame() = default;
  Frame(py::object the_table, py::list names)
      : table(std::move(the_table)), columns(std::move(names)) {}

  py::object table;
  py::list columns;  // their names

  explicit operator bool() const { return static_cast<bool>(table); }
};
// Without a table for what is no frame; errors of others name the argument.
Frame frame_of(py::handle object, const std::string& name);
// A frame or series of pandas as a frame, if its index has names: these are columns, too. Anything
// else as it is.
py::object with_levels(py::handle object);
// The frame of dicts in a list, which are its rows; without a table for what else there is.
Frame frame_of_records(py::handle object);

// Rows that hold lists or objects, in a frame or as dicts, as a file has them. Nothing for others,
// and for those that have a document and one of these members: if it is a grade, unless that or the
// intent is a list.
std::optional<Source> nested_rows(py::handle object, const std::string& name,
                                  ColumnNames members = {});

// A list of dicts, or a dict that holds one, as a file of JSON has it. Nothing for others.
std::optional<Source> as_json(py::handle object, const std::string& name);

// The first rows, or the whole frame, as what reads files takes it; `name` is that of the argument.
std::string table_text(const Frame& frame, const std::string& name, std::size_t rows);
Source as_file(const Frame& frame, const std::string& name);

// The name of the column that has the most preferred of `names`; nothing where none has one.
std::optional<std::string> column_name(const Frame& frame, ColumnNames names);
// The names that the column of documents has one of, of judgments and runs.
ColumnNames docnos_in(const Frame& frame);
// Warns of columns that are not read, as unread_columns() says of files.
void warn_of_unread(const Frame& frame, const std::string& name, std::span<const ColumnNames> read);
// Are there columns of parts of documents, and of these; or cells that may hold several docnos?
bool has_parts(const Frame& frame, const std::string& what);
// The column, or none. Throws Error, which says that `what` holds the frame, for two columns of one
// name.
py::object column(const Frame& frame, ColumnNames names, const std::string& what);
// A column that must be there. Throws Error, which names the columns, if none is.
py::object required_column(const Frame& frame, ColumnNames names, const std::string& what);
// The same of names: a missing one makes all others numbers. Throws TypeError for it.
py::object name_column(const Frame& frame, ColumnNames names, const std::string& what);
// Throws Error for columns of one frame that differ in length.
void require_rows(std::size_t rows, std::size_t others, const std::string& what);

// The objects of a column, one after another. They are a copy, so that no code that runs meanwhile
// changes them, unless they are shared.
class Objects {
 public:
  explicit Objects(const py::object& column, bool is_shared = false);
  std::size_t size() const { return size_; }
  py::handle operator[](std::size_t i) const {
    return *reinterpret_cast<PyObject* const*>(first_ + static_cast<std::ptrdiff_t>(i) * stride_);
  }

 private:
  py::object array_;
  const char* first_ = nullptr;
  std::ptrdiff_t stride_ = 0;
  std::size_t size_ = 0;
};

// A column of floats or whole numbers as such; of other types nothing.
std::optional<std::vector<double>> numbers(const py::object& column);

// The same, where read(object) gives the numbers that objects of other types are.
template <typename Read>
std::vector<double> numbers(const py::object& column, Read read) {
  if (auto plain = numbers(column)) return *std::move(plain);
  std::vector<double> result;
  const Objects objects(column);
  for (std::size_t i = 0; i < objects.size(); ++i) result.push_back(read(objects[i]));
  return result;
}

// The texts of warnings, which may hold names of files.
std::vector<py::bytes> as_bytes(const Warnings& warnings);

// Issues a Python warning for each, at the line that called the package.
void warn(const Warnings& warnings);

// Runs make(&warnings) without the GIL, returns its result, and warns of what it found.
template <typename Make>
auto warned(const Make& make) {
  Warnings warnings;
  auto result = without_gil([&] { return make(&warnings); });
  warn(warnings);
  return result;
}

// "name:row: ", for messages of TypeError.
std::string row_place(const std::string& name, std::size_t row);

// The message of a defect in a row, and behind it the names that the row has.
std::string with_names(const char* message, py::handle topic, py::handle docno);

// Calls read(), whose TypeError and ValueError say what is wrong with a row of the input `name`:
// gives the former the place and the names of the row, makes Error of the latter.
template <typename Read>
void read_row(const std::string& name, std::size_t row, py::handle topic, py::handle docno,
              Read read) {
  try {
    read();
  } catch (const py::type_error& error) {
    throw py::type_error(row_place(name, row) + with_names(error.what(), topic, docno));
  } catch (const py::value_error& error) {
    throw Error(Location{name, row}, with_names(error.what(), topic, docno));
  }
}

// Gives what plain_text() gives, for ASCII without a call.
inline std::optional<std::string_view> plain_name(PyObject* object) {
  if (!PyUnicode_CheckExact(object)) return std::nullopt;
  if (!PyUnicode_IS_COMPACT_ASCII(object)) return plain_text(object);
  return std::string_view(static_cast<const char*>(PyUnicode_DATA(object)),
                          static_cast<std::size_t>(PyUnicode_GET_LENGTH(object)));
}

// Has a str of a few letters fetched from memory.
inline void prefetch(const PyObject* text) {
  constexpr std::ptrdiff_t line = 64;
  __builtin_prefetch(text);
  __builtin_prefetch(reinterpret_cast<const char*>(text) + line);
}

// Copies of names, one behind the other: looked at again, they cost no wait for memory, and nobody
// has to keep the objects. Views of them are valid while it lives, wherever it is moved.
class CopiedNames {
 public:
  std::string_view add(std::string_view name) {
    if (name.size() > left_) begin_block(name.size());
    char* const copy = next_;
    copy_to(copy, name);
    next_ += name.size();
    left_ -= name.size();
    return {copy, name.size()};
  }

 private:
  static void copy_to(char* copy, std::string_view name) {
    constexpr std::size_t half = 16;  // of a docno of the usual length, which needs no loop
    if (name.size() < half || name.size() > 2 * half) {
      name.copy(copy, name.size());
      return;
    }
    std::memcpy(copy, name.data(), half);
    std::memcpy(copy + name.size() - half, name.data() + name.size() - half, half);
  }

  void begin_block(std::size_t least) {
    constexpr std::size_t usual = 1 << 16;
    left_ = std::max(least, usual);
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(left_));
    next_ = blocks_.back().get();
  }

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace subintent::python
