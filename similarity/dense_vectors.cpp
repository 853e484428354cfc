#include "similarity/dense_vectors.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <unordered_set>

#include "core/base/strings.h"
#include "core/io/input_file.h"
#include "core/io/json.h"
#include "core/io/json_object.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::size_t dimensions_limit = std::size_t{1} << 20;
constexpr const char* json_advice =
    R"(each line must read {"id": "docno", "vector": [number, ...]})";
constexpr JsonNames vector_docnos = {"docid"sv, "id"sv,     "docno"sv,     "_id"sv,
                                     "pid"sv,   "doc_id"sv, "corpus_id"sv, "passage_id"sv};
constexpr std::string_view npz_magic = "PK\3\4";
constexpr const char* npz = "is an archive of arrays (.npz)";
constexpr const char* npz_advice = "save one alone by numpy.save";
constexpr const char* advice = "write it with numpy.save of a 2-dimensional float32 array";

// The part of the header's dictionary after "'key':", or nothing.
std::optional<std::string_view> value_of(std::string_view dictionary, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const std::string name = quote + std::string(key) + quote;
    const std::size_t at = dictionary.find(name);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = trim(dictionary.substr(at + name.size()));
    if (rest.starts_with(':')) return trim(rest.substr(1));
  }
  return std::nullopt;
}

// IEEE 754 binary16: sign, 5 bits of exponent, 10 of fraction.
double half_precision(std::uint16_t bits) {
  constexpr int bias = 15, fraction_bits = 10, highest = 31;
  const int exponent = bits >> fraction_bits & highest;
  const int fraction = bits & ((1 << fraction_bits) - 1);
  const int implicit = exponent == 0 ? 0 : 1 << fraction_bits;
  double value = std::ldexp(implicit + fraction, std::max(exponent, 1) - bias - fraction_bits);
  if (exponent == highest) value = fraction == 0 ? HUGE_VAL : NAN;
  return bits >> 15 == 0 ? value : -value;
}

class NpyReader {
 public:
  explicit NpyReader(const Source& source) : stream_(source) {
    const std::string text = read_header();
    header_.value_size = value_size(text);
    check_order(text);
    read_shape(text);
  }

  const ArrayHeader& header() const { return header_; }

  // Replaces `values` by the next row, number `row` from 0.
  void read_row(std::uint64_t row, std::string_view docno, std::vector<double>& values) {
    skip_row();
    values.clear();
    for (std::size_t i = 0; i < header_.dimensions; ++i) {
      const double value = number(i);
      if (!std::isfinite(value)) {
        const std::string of = docno.empty() ? "" : " (document " + printable(docno) + ")";
        throw error(fmt::format("row {}, column {}{} is not a finite number", row, i, of),
                    "leave the document out, or compute its vector again");
      }
      values.push_back(value);
    }
  }

  void skip_row() {
    bytes_.resize(header_.dimensions * header_.value_size);
    read_exactly(bytes_.data(), bytes_.size());
  }

  void require_end() {
    char byte = 0;
    if (stream_.read(&byte, 1) != 0) throw error("has more data than its shape needs", advice);
  }

  Error error(const std::string& message, const std::string& remedy) const {
    return {Location{stream_.name(), 0}, message, remedy};
  }

 private:
  template <typename T>
  T stored(std::size_t i) const {
    T value;
    std::memcpy(&value, bytes_.data() + i * sizeof(T), sizeof(T));
    return value;
  }

  double number(std::size_t i) const {
    switch (header_.value_size) {
      case 2:
        return half_precision(stored<std::uint16_t>(i));
      case 4:
        return stored<float>(i);
      default:
        return stored<double>(i);
    }
  }

  void read_exactly(char* buffer, std::size_t size) {
    for (std::size_t done = 0; done < size;) {
      const std::size_t count = stream_.read(buffer + done, size - done);
      if (count == 0) throw error("is truncated", "copy it again");
      done += count;
    }
  }

  std::string read_header() {
    unsigned char start[10];
    std::size_t have = 0;
    while (have < sizeof(start)) {
      const std::size_t count =
          stream_.read(reinterpret_cast<char*>(start) + have, sizeof(start) - have);
      if (count == 0) break;
      have += count;
    }
    if (have > 0 && start[0] == '{')
      throw error("contains JSON, whose vectors name their documents", "leave out `docnos`");
    if (have > 3 && std::memcmp(start, npz_magic.data(), npz_magic.size()) == 0)
      throw error(npz, npz_advice);
    if (have < sizeof(start) || std::memcmp(start, npy_magic.data(), npy_magic.size()) != 0)
      throw error("is not a NumPy .npy file", advice);
    if (start[6] != 1 && start[6] != 2)
      throw error(fmt::format("has .npy format version {}; 1 and 2 are known", start[6]), advice);
    std::size_t length = start[8] | static_cast<std::size_t>(start[9]) << 8;
    if (start[6] == 2) {
      unsigned char high[2];
      read_exactly(reinterpret_cast<char*>(high), 2);
      length |= static_cast<std::size_t>(high[0]) << 16 | static_cast<std::size_t>(high[1]) << 24;
    }
    if (length > std::size_t{1} << 20) throw error("has a header of more than 1 MiB", advice);
    std::string text(length, '\0');
    read_exactly(text.data(), length);
    return text;
  }

  std::size_t value_size(std::string_view text) const {
    const auto descr = value_of(text, "descr");
    if (!descr) throw error("has no type of values in its header", advice);
    const std::string_view type = descr->substr(0, descr->find(','));
    const bool quoted = type.size() > 2 && (type[0] == '\'' || type[0] == '"');
    const std::string_view code = quoted ? type.substr(1, type.find(type[0], 1) - 1) : type;
    if (code == "<f2") return 2;
    if (code == "<f4") return 4;
    if (code == "<f8") return 8;
    const bool holds_numbers = quoted && code.size() > 1 &&
                               std::string_view("fiu").find(code[1]) != std::string_view::npos;
    throw error(fmt::format("has values of type {}, not little-endian float16, float32 or float64",
                            printable(type, 20)),
                holds_numbers ? "convert it with .astype('<f4')"
                              : "give an array of numbers, one row per document");
  }

  void check_order(std::string_view text) const {
    const auto order = value_of(text, "fortran_order");
    if (order && order->starts_with("False")) return;
    throw error("is not in C order", "convert it with numpy.ascontiguousarray");
  }

  void read_shape(std::string_view text) {
    const auto shape = value_of(text, "shape");
    const std::size_t end = shape ? shape->find(')') : std::string_view::npos;
    if (end == std::string_view::npos || !shape->starts_with('('))
      throw error("has no shape in its header", advice);
    const auto parts = split(shape->substr(1, end - 1), ',');
    const auto rows = parts.size() == 2 ? parse_integer(trim(parts[0])) : std::nullopt;
    const auto columns = parts.size() == 2 ? parse_integer(trim(parts[1])) : std::nullopt;
    if (!rows || !columns || *rows < 0 || *columns < 1 ||
        static_cast<std::uint64_t>(*columns) > dimensions_limit) {
      throw error(
          "has the shape " + printable(shape->substr(0, end + 1)) + ", not documents x dimensions",
          advice);
    }
    header_.rows = static_cast<std::uint64_t>(*rows);
    header_.dimensions = static_cast<std::uint64_t>(*columns);
  }

  ByteStream stream_;
  ArrayHeader header_;
  std::vector<char> bytes_;
};

std::vector<std::string> read_docnos(const Source& source) {
  std::vector<std::string> docnos;
  std::unordered_set<std::string_view> seen;
  LineReader lines(source);
  std::string_view line;
  while (lines.next(line)) {
    const std::string_view docno = trim(line);
    if (docnos.empty() && (line.starts_with(npy_magic) || line.starts_with(npz_magic)))
      throw Error(Location{source.name(), 0}, "is an array of NumPy",
                  "write one docno per line, as numpy.savetxt(file, docnos, fmt=\"%s\") does");
    if (docno.empty())
      throw Error(lines.location(), "has no docno", "write one docno per line, one for every row");
    docnos.emplace_back(docno);
  }
  for (std::size_t i = 0; i < docnos.size(); ++i) {
    if (seen.insert(docnos[i]).second) continue;
    throw Error(Location{source.name(), i + 1},
                "document " + printable(docnos[i]) + " is listed twice",
                "keep one row per document");
  }
  return docnos;
}

// JSON lines as Anserini has them, whose documents are "docid" or "id", or an array in one line.
class JsonVectors {
 public:
  JsonVectors(const Source& source, const WantedDocno& wanted, const DenseVectorSink& use)
      : lines_(source), wanted_(wanted), use_(use) {}

  std::size_t read() {
    std::string_view line;
    while (lines_.next(line)) {
      if (trim(line).empty()) continue;
      if (line.starts_with(npz_magic))
        throw Error(Location{lines_.location().file, 0}, npz, npz_advice);
      if (line.starts_with(npy_magic)) {
        throw Error::argument("docnos", "docnos is missing, which a .npy file needs",
                              "name the docnos of its rows");
      }
      read_line(line);
    }
    if (dimensions_ == 0) refuse("has no vectors");
    return dimensions_;
  }

 private:
  void read_line(std::string_view line) {
    simdjson::dom::element value;
    simdjson::dom::array objects;
    line_.reserve(line.size() + simdjson::SIMDJSON_PADDING);
    line_ = line;
    auto error = parser_.parse(line_).get(value);
    if (error != simdjson::SUCCESS && dimensions_ == 0) {  // perhaps one value over several lines
      std::string_view more;
      while (lines_.next(more)) line_.append("\n").append(more);
      error = parser_.parse(line_).get(value);
    }
    require(error);
    if (value.get(objects) != simdjson::SUCCESS) return read_object(value);
    for (const simdjson::dom::element object : objects) read_object(object);
  }

  void require(simdjson::error_code error) {
    if (error == simdjson::SUCCESS) return;
    refuse(fmt::format("is not a JSON object: {}", json_defect(simdjson::error_message(error))));
  }

  void read_object(simdjson::dom::element object) {
    simdjson::dom::object members;
    require(object.get(members));
    simdjson::dom::array numbers;
    if (std::ranges::any_of(vector_columns, [&](std::string_view name) {
          return members[name].get(numbers) == simdjson::SUCCESS;
        }))
      return add(docno_in(members), numbers);
    for (const auto [docno, value] : members) {  // {docno: [number, ...]}
      if (docno_of(members, vector_docnos) || value.get(numbers) != simdjson::SUCCESS) {
        static_cast<void>(docno_in(members));
        refuse("has no array \"vector\"");
      }
      add(std::string(docno), numbers);
    }
  }

  void add(const std::string& docno, simdjson::dom::array numbers) {
    if (const auto defect = docno_defect(docno)) refuse("the docno " + *defect);
    check_dimensions(numbers.size());
    if (wanted_ && !wanted_(docno)) return;
    if (!seen_.insert(docno).second) refuse("document " + printable(docno) + " is listed twice");
    values_.clear();
    for (const simdjson::dom::element element : numbers) {
      double number = 0;
      if (element.get(number) != simdjson::SUCCESS)
        refuse("the vector of document " + printable(docno) + " has a value that is not a number");
      values_.push_back(number);
    }
    use_(docno, values_);
  }

  std::string docno_in(simdjson::dom::object members) {
    const auto docno = docno_of(members, vector_docnos);
    if (!docno) refuse("has no \"id\" or \"docid\"");
    return *docno;
  }

  void check_dimensions(std::size_t count) {
    if (dimensions_ == 0) dimensions_ = count;
    if (count == 0 || count > dimensions_limit)
      refuse(fmt::format("has a vector of {}", count_of(count, "number")));
    if (count == dimensions_) return;
    refuse(fmt::format("has a vector of {}, but those before have {}", count_of(count, "number"),
                       dimensions_));
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(lines_.location(), what, json_advice);
  }

  LineReader lines_;
  const WantedDocno& wanted_;
  const DenseVectorSink& use_;
  simdjson::dom::parser parser_;
  std::string line_;
  std::unordered_set<std::string> seen_;
  std::size_t dimensions_ = 0;
  std::vector<double> values_;
};

}  // namespace

std::size_t read_dense_vectors(const Source& npy, const Source& docnos, const WantedDocno& wanted,
                               const DenseVectorSink& use) {
  if (!docnos.is_memory() && docnos.path().empty()) return JsonVectors(npy, wanted, use).read();
  const std::vector<std::string> names = read_docnos(docnos);
  NpyReader reader(npy);
  if (reader.header().rows != names.size()) {
    throw reader.error(fmt::format("has {} rows, but {} has {}", reader.header().rows,
                                   docnos.name(), count_of(names.size(), "docno")),
                       "give the docnos that belong to it, one per row");
  }
  std::vector<double> values;
  for (std::size_t row = 0; row < names.size(); ++row) {
    if (wanted && !wanted(names[row])) {
      reader.skip_row();
      continue;
    }
    reader.read_row(row, names[row], values);
    use(names[row], values);
  }
  reader.require_end();
  return reader.header().dimensions;
}

ArrayHeader check_dense_vectors(const Source& npy) {
  NpyReader reader(npy);
  std::vector<double> values;
  for (std::size_t row = 0; row < reader.header().rows; ++row) reader.read_row(row, {}, values);
  reader.require_end();
  return reader.header();
}

DenseVectors read_dense_vectors(const Source& npy, const Source& docnos,
                                const WantedDocno& wanted) {
  DenseVectors read;
  read.dimensions = read_dense_vectors(
      npy, docnos, wanted, [&](std::string_view docno, std::span<const double> vector) {
        read.docnos.emplace_back(docno);
        read.values.insert(read.values.end(), vector.begin(), vector.end());
      });
  return read;
}

}  // namespace subintent::internal
