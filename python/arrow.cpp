// Tables of other libraries as Arrow's C stream interface gives them
// (https://arrow.apache.org/docs/format/CStreamInterface.html): whoever has __arrow_c_stream__.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cstring>

#include "bindings.h"
#include "subintent/basics.h"
#include "values.h"

extern "C" {

// The structures of the interface, as its specification lays them out.
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};
}

namespace subintent::python {
namespace {

// A structure that is released once, when it goes.
template <typename Structure>
struct Owned : Structure {
  Owned() : Structure{} {}
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (this->release != nullptr) this->release(this);
  }
};

[[noreturn]] void refuse_table(const std::string& what) {
  throw Error(Location{"the Arrow table", 0}, what, "give a data frame, or tuples");
}

// A part of a column: `length` values of an array, from `first` on.
struct Part {
  const ArrowArray* array;
  std::size_t first, length;

  template <typename Value>
  const Value* buffer(std::int64_t place) const {
    if (place >= array->n_buffers || array->buffers == nullptr ||
        (array->buffers[place] == nullptr && length > 0))
      refuse_table("an array lacks a buffer");
    return static_cast<const Value*>(array->buffers[place]);
  }

  static bool bit(const void* bits, std::size_t place) {
    return (static_cast<const std::uint8_t*>(bits)[place / 8] >> place % 8 & 1) != 0;
  }

  bool is_null(std::size_t row) const {
    if (array->null_count == 0 || array->n_buffers < 1 || array->buffers == nullptr ||
        array->buffers[0] == nullptr)
      return false;
    return !bit(array->buffers[0], first + row);
  }

  bool has_null() const {
    for (std::size_t row = 0; row < length; ++row)
      if (is_null(row)) return true;
    return false;
  }
};

// The texts of a part, whose format is u (offsets of 32 bits), U (of 64) or vu (views).
class ArrowTexts {
 public:
  ArrowTexts(const Part& part, std::string_view format)
      : part_(part), is_view_(format == "vu"), is_large_(format == "U") {
    if (is_view_)
      views_ = part.buffer<View>(1);
    else if (is_large_)
      offsets64_ = part.buffer<std::int64_t>(1);
    else
      offsets32_ = part.buffer<std::int32_t>(1);
    if (!is_view_ && part.array->n_buffers > 2)
      bytes_ = static_cast<const char*>(part.array->buffers[2]);
  }

  std::string_view operator[](std::size_t row) const {
    const std::size_t place = part_.first + row;
    if (is_view_) return in_view(views_[place]);
    const std::int64_t begin = is_large_ ? offsets64_[place] : offsets32_[place],
                       end = is_large_ ? offsets64_[place + 1] : offsets32_[place + 1];
    if (begin < 0 || end < begin || (end > begin && bytes_ == nullptr))
      refuse_table("the offsets of a column of texts do not ascend");
    if (end == begin) return {};
    return {bytes_ + begin, static_cast<std::size_t>(end - begin)};
  }

 private:
  struct View {
    std::int32_t length;
    char inside[4];  // twelve bytes of text, or four of them, a buffer and an offset there
    std::int32_t buffer, offset;
  };

  std::string_view in_view(const View& view) const {
    if (view.length < 0) refuse_table("a text has a negative length");
    const auto length = static_cast<std::size_t>(view.length);
    if (length <= 12) return {view.inside, length};
    // Behind the buffers of texts comes one of their sizes.
    const std::int64_t sizes = part_.array->n_buffers - 1, place = std::int64_t{2} + view.buffer;
    if (view.buffer < 0 || view.offset < 0 || place >= sizes ||
        part_.buffer<std::int64_t>(sizes)[view.buffer] < std::int64_t{view.offset} + view.length)
      refuse_table("a text is in no buffer");
    return {part_.buffer<char>(place) + view.offset, length};
  }

  Part part_;
  bool is_view_, is_large_;
  const View* views_ = nullptr;
  const std::int32_t* offsets32_ = nullptr;
  const std::int64_t* offsets64_ = nullptr;
  const char* bytes_ = nullptr;
};

// Adds the texts of a part to a list; neighbours that are the same are one object.
void add_texts(const Part& part, std::string_view format, const std::string& name,
               std::vector<py::object>& objects) {
  const ArrowTexts texts(part, format);
  std::string_view last;
  py::object made;
  for (std::size_t row = 0; row < part.length; ++row) {
    if (part.is_null(row)) {
      objects.push_back(py::none());
      continue;
    }
    const std::string_view text = texts[row];
    if (!made || text != last) {
      last = text;
      made = py::reinterpret_steal<py::object>(
          PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr));
      if (!made) {
        PyErr_Clear();
        refuse_table("the column " + name + " holds a text that is not UTF-8");
      }
    }
    objects.push_back(made);
  }
}

py::object object_array(const std::vector<py::object>& objects) {
  const py::module_ numpy = py::module_::import("numpy");
  py::array array(
      numpy.attr("empty")(objects.size(), py::arg("dtype") = "object").cast<py::array>());
  auto* const places = static_cast<PyObject**>(array.mutable_data());
  for (std::size_t i = 0; i < objects.size(); ++i)
    Py_XDECREF(std::exchange(places[i], py::object(objects[i]).release().ptr()));
  return array;
}

// A column of numbers; where some are missing, of objects with None.
template <typename Value>
py::object array_of_numbers(const std::vector<Part>& parts) {
  std::size_t rows = 0;
  bool has_null = false;
  for (const Part& part : parts) {
    rows += part.length;
    has_null = has_null || part.has_null();
  }
  py::array_t<Value> array(static_cast<py::ssize_t>(rows));
  Value* out = array.mutable_data();
  for (const Part& part : parts) {
    const Value* const values = part.buffer<Value>(1);
    if (part.length > 0) std::memcpy(out, values + part.first, part.length * sizeof(Value));
    out += part.length;
  }
  if (!has_null) return array;
  const py::list values(array.attr("tolist")());
  std::vector<py::object> objects;
  for (const Part& part : parts) {
    for (std::size_t row = 0; row < part.length; ++row) {
      objects.push_back(part.is_null(row)
                            ? py::none()
                            : py::reinterpret_borrow<py::object>(values[objects.size()]));
    }
  }
  return object_array(objects);
}

py::object array_of_truths(const std::vector<Part>& parts) {
  std::vector<py::object> objects;
  for (const Part& part : parts) {
    const auto* const bits = part.buffer<std::uint8_t>(1);
    for (std::size_t row = 0; row < part.length; ++row) {
      objects.push_back(part.is_null(row) ? py::object(py::none())
                                          : py::bool_(Part::bit(bits, part.first + row)));
    }
  }
  return object_array(objects);
}

// The numbers of a format; nothing for another one.
py::object array_of_format(char format, const std::vector<Part>& parts) {
  switch (format) {
    case 'b':
      return array_of_truths(parts);
    case 'c':
      return array_of_numbers<std::int8_t>(parts);
    case 'C':
      return array_of_numbers<std::uint8_t>(parts);
    case 's':
      return array_of_numbers<std::int16_t>(parts);
    case 'S':
      return array_of_numbers<std::uint16_t>(parts);
    case 'i':
      return array_of_numbers<std::int32_t>(parts);
    case 'I':
      return array_of_numbers<std::uint32_t>(parts);
    case 'l':
      return array_of_numbers<std::int64_t>(parts);
    case 'L':
      return array_of_numbers<std::uint64_t>(parts);
    case 'f':
      return array_of_numbers<float>(parts);
    case 'g':
      return array_of_numbers<double>(parts);
    default:
      return {};
  }
}

bool is_text_format(std::string_view format) {
  return format == "u" || format == "U" || format == "vu";
}

py::object values_of_array(const ArrowSchema& schema, const std::vector<Part>& parts,
                           const std::string& name);

// A column of places in an array of values, as categories are.
py::object values_in_dictionary(const ArrowSchema& schema, const std::vector<Part>& parts,
                                const std::string& name) {
  const std::string_view format = schema.format;
  if (format.size() != 1 || std::string_view("cCsSiIlL").find(format[0]) == format.npos)
    refuse_table("the places of the column " + name + " in its dictionary are no whole numbers");
  std::vector<py::object> objects;
  for (const Part& part : parts) {
    const ArrowArray* const dictionary = part.array->dictionary;
    if (dictionary == nullptr || dictionary->offset < 0 || dictionary->length < 0)
      refuse_table("the column " + name + " lacks its dictionary");
    const Part all{dictionary, static_cast<std::size_t>(dictionary->offset),
                   static_cast<std::size_t>(dictionary->length)};
    const py::list values(values_of_array(*schema.dictionary, {all}, name).attr("tolist")());
    const py::list places(array_of_format(format[0], {part}).attr("tolist")());
    for (const py::handle place : places) {
      if (place.is_none()) {
        objects.push_back(py::none());
      } else {
        const Py_ssize_t at = PyLong_AsSsize_t(place.ptr());
        if (PyErr_Occurred() != nullptr) PyErr_Clear();  // too large: at is -1
        if (at < 0 || at >= static_cast<Py_ssize_t>(values.size()))
          refuse_table("the column " + name + " exceeds its dictionary");
        objects.push_back(values[static_cast<std::size_t>(at)]);
      }
    }
  }
  return object_array(objects);
}

py::object values_of_array(const ArrowSchema& schema, const std::vector<Part>& parts,
                           const std::string& name) {
  if (schema.format == nullptr) refuse_table("the column " + name + " has no type");
  if (schema.dictionary != nullptr) return values_in_dictionary(schema, parts, name);
  const std::string_view format = schema.format;
  if (is_text_format(format)) {
    std::vector<py::object> objects;
    for (const Part& part : parts) add_texts(part, format, name, objects);
    return object_array(objects);
  }
  py::object made = format.size() == 1 ? array_of_format(format[0], parts) : py::object();
  if (made) return made;
  throw Error(Location{"the Arrow table", 0},
              "the column " + name + " is of the type '" + std::string(format) +
                  "' (Arrow's format string)",
              "cast it to text or to a number");
}

// A table that was read from a stream. It looks like a data frame: columns by their names, each a
// NumPy array.
class ArrowTable {
 public:
  explicit ArrowTable(const py::capsule& capsule) {
    if (capsule.name() == nullptr || std::string_view(capsule.name()) != "arrow_array_stream")
      refuse_table("__arrow_c_stream__ gives no arrow_array_stream");
    auto* const stream = capsule.get_pointer<ArrowArrayStream>();
    if (stream->release == nullptr) refuse_table("its stream has been read before");
    if (stream->get_schema == nullptr || stream->get_next == nullptr)
      refuse_table("its stream has no functions");
    check(*stream, stream->get_schema(stream, &schema_));
    if (schema_.format == nullptr || std::string_view(schema_.format) != "+s")
      refuse_table("it is one array, without columns");
    if (lacks(schema_.children, schema_.n_children)) refuse_table("it lacks a column");
    for (;;) {
      auto batch = std::make_unique<Owned<ArrowArray>>();
      check(*stream, stream->get_next(stream, batch.get()));
      if (batch->release == nullptr) return;  // the end
      if (batch->n_children != schema_.n_children || lacks(batch->children, batch->n_children))
        refuse_table("a batch has other columns than the table");
      batches_.push_back(std::move(batch));
    }
  }

  std::vector<std::string> columns() const {
    std::vector<std::string> names;
    for (std::int64_t i = 0; i < schema_.n_children; ++i) {
      const char* const name = schema_.children[i]->name;
      names.emplace_back(name == nullptr ? "" : name);
    }
    return names;
  }

  py::object column(const std::string& name) const {
    const std::vector<std::string> names = columns();
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name) return values_of_array(*schema_.children[i], parts_of(i), name);
    throw py::key_error(name);
  }

 private:
  static void check(ArrowArrayStream& stream, int error) {
    if (error == 0) return;
    const char* const message =
        stream.get_last_error == nullptr ? nullptr : stream.get_last_error(&stream);
    refuse_table(std::string("it cannot be read: ") +
                 (message == nullptr ? "error " + std::to_string(error) : message));
  }

  template <typename Structure>
  static bool lacks(Structure* const* children, std::int64_t size) {
    if (size < 0 || (size > 0 && children == nullptr)) return true;
    return std::any_of(children, children + size, [](auto* child) { return child == nullptr; });
  }

  std::vector<Part> parts_of(std::size_t column) const {
    std::vector<Part> parts;
    for (const auto& batch : batches_) {
      const ArrowArray* const array = batch->children[column];
      if (batch->length < 0 || batch->offset < 0 || array->offset < 0 ||
          array->length < batch->length || array->length - batch->length < batch->offset)
        refuse_table("the columns of a batch differ in length");
      if (const Part rows{batch.get(), static_cast<std::size_t>(batch->offset),
                          static_cast<std::size_t>(batch->length)};
          rows.has_null())
        refuse_table("a row is missing");
      parts.push_back(
          {array, static_cast<std::size_t>(array->offset) + static_cast<std::size_t>(batch->offset),
           static_cast<std::size_t>(batch->length)});
    }
    return parts;
  }

  Owned<ArrowSchema> schema_;
  std::vector<std::unique_ptr<Owned<ArrowArray>>> batches_;
};

}  // namespace

void bind_arrow(py::module_& module) {
  py::class_<ArrowTable>(module, "ArrowTable")
      .def(py::init<const py::capsule&>())
      .def_property_readonly("columns", &ArrowTable::columns)
      .def("__getitem__", &ArrowTable::column);
}

}  // namespace subintent::python
