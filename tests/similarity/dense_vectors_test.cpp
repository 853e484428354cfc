#include "similarity/dense_vectors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gzip_member.h"
#include "messages.h"
#include "subintent/basics.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

std::string header(const std::string& dictionary, char version = 1) {
  std::string text = "\x93NUMPY";
  text += version;
  text += '\0';
  text += static_cast<char>(dictionary.size() & 0xff);
  text += static_cast<char>(dictionary.size() >> 8);
  if (version == 2) text += std::string(2, '\0');
  return text + dictionary;
}

template <typename T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string dictionary(const std::string& type, const std::string& shape,
                       const std::string& fortran = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

const std::vector<float> six = {1, 2, 3, 4, 5, 6.5};

DenseVectors read(const std::string& npy, const std::string& docnos) {
  return read_dense_vectors(write_temporary("v.npy", npy), write_temporary("docnos", docnos));
}

std::string error_of(const std::string& npy, const std::string& docnos) {
  return message_of([&] { read(npy, docnos); });
}

TEST(DenseVectors, ReadsBothTypesAndVersions) {
  const std::vector<double> doubles(six.begin(), six.end());
  for (const char version : {1, 2}) {
    const auto floats =
        read(header(dictionary("<f4", "(3, 2)"), version) + bytes_of(six), "a\nb\r\nc\n");
    EXPECT_EQ(floats.dimensions, 2U);
    EXPECT_EQ(floats.docnos, (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(floats.values, doubles);
    const auto read_doubles =
        read(header(dictionary("<f8", "(2,3)"), version) + bytes_of(doubles), "a\nb");
    EXPECT_EQ(read_doubles.dimensions, 3U);
    EXPECT_EQ(read_doubles.values, doubles);
  }
  EXPECT_TRUE(read(header(dictionary("<f4", "(0, 7)")), "").docnos.empty());
}

// Every pattern of bits that is a number, against the definition in IEEE 754.
TEST(DenseVectors, ReadsHalfPrecision) {
  std::vector<std::uint16_t> bits;
  std::vector<double> values;
  std::string docnos;
  for (std::uint32_t pattern = 0; pattern < 65536; ++pattern) {
    const int exponent = static_cast<int>(pattern >> 10 & 31);
    if (exponent == 31) continue;  // infinities and NaN
    const double fraction = static_cast<double>(pattern & 1023) / 1024;
    const double sign = pattern < 32768 ? 1 : -1;
    bits.push_back(static_cast<std::uint16_t>(pattern));
    values.push_back(sign * (exponent == 0 ? fraction * std::pow(2, -14)
                                           : (1 + fraction) * std::pow(2, exponent - 15)));
    docnos += "d" + std::to_string(pattern) + "\n";
  }
  const std::string shape = "(" + std::to_string(bits.size()) + ", 1)";
  EXPECT_EQ(read(header(dictionary("<f2", shape)) + bytes_of(bits), docnos).values, values);
  for (const std::uint16_t bad : {0x7c00, 0xfc00, 0x7e00}) {
    const std::string error =
        error_of(header(dictionary("<f2", "(1, 1)")) + bytes_of(std::vector{bad}), "a");
    EXPECT_TRUE(has(error, "is not a finite number"));
  }
}

TEST(DenseVectors, KeepsWantedRows) {
  const auto vectors = read_dense_vectors(
      write_temporary("v.npy", gzip(header(dictionary("<f4", "(3, 2)")) + bytes_of(six))),
      write_temporary("docnos", "a\nb\nc\n"), [](std::string_view docno) { return docno != "b"; });
  EXPECT_EQ(vectors.docnos, (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(vectors.values, (std::vector<double>{1, 2, 5, 6.5}));
}

std::string json_error(const std::string& lines) {
  return message_of([&] { read_dense_vectors(Source::memory(lines, "f"), ""); });
}

TEST(DenseVectors, JsonLinesNameTheirDocuments) {
  const auto vectors = read_dense_vectors(
      Source::memory(
          "{\"docid\": \"a\", \"contents\": \"x\", \"vector\": [1, -2.5]}\r\n\n"
          "{\"id\": \"b\", \"vector\": [0, 0]}\n{\"vector\": [1e-3, 4], \"docno\": \"c\"}",
          "f"),
      "", [](std::string_view docno) { return docno != "b"; });
  EXPECT_EQ(vectors.docnos, (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(vectors.values, (std::vector<double>{1, -2.5, 0.001, 4}));
  EXPECT_EQ(vectors.dimensions, 2U);
  const auto others = read_dense_vectors(
      Source::memory(R"([{"id": 7, "embedding": [1]}, {"_id": "b", "vector": [2]}])", "f"), "");
  EXPECT_EQ(others.docnos, (std::vector<std::string>{"7", "b"}));
  EXPECT_EQ(others.values, (std::vector<double>{1, 2}));
}

TEST(DenseVectors, JsonLinesAreRefusedWithLineAndRemedy) {
  const std::string remedy = R"(; each line must read {"id": "docno", "vector": [number, ...]})";
  const std::vector<std::pair<const char*, std::string>> cases = {
      {"{\"id\":\"a\",\"vector\":[1]}\n{\"id\":\"b\",\"vector\":[1,2]}\n",
       "f:2: has a vector of 2 numbers, but those before have 1"},
      {"{\"id\":\"a\",\"vector\":[1]}\n{\"id\":\"a\",\"vector\":[2]}\n",
       "f:2: document a is listed twice"},
      {R"({"id":"a","vector":["1"]})",
       "f:1: the vector of document a has a value that is not a number"},
      {R"({"id":"a","vector":[]})", "f:1: has a vector of 0 numbers"},
      {R"({"id":"a","vector":{"t":1}})", "f:1: has no array \"vector\""},
      {R"({"id":1.5,"vector":[1]})", "f:1: has no \"id\" or \"docid\""},
      {R"({"id":"","vector":[1]})", "f:1: the docno is empty"},
      {"[1]", "f:1: is not a JSON object: "},
      {"a\n", "f:1: is not a JSON object: "},
      {"\n", "f:1: has no vectors"}};
  for (const auto& [lines, reason] : cases) {
    const std::string error = json_error(lines);
    EXPECT_TRUE(error.starts_with(reason) && error.ends_with(remedy)) << error;
  }
  EXPECT_TRUE(json_error(header(dictionary("<f4", "(1, 1)"))).starts_with("docnos is missing"));
  EXPECT_TRUE(has(error_of("{\"id\":\"a\",\"vector\":[1]}\n", "a\n"), "leave out `docnos`"));
}

TEST(DenseVectors, ErrorsForEverythingElse) {
  const std::string good = header(dictionary("<f4", "(3, 2)")) + bytes_of(six);
  std::vector<float> bad = six;
  bad[3] = std::numeric_limits<float>::quiet_NaN();
  const std::string with_nan = header(dictionary("<f4", "(3, 2)")) + bytes_of(bad);
  bad[3] = std::numeric_limits<float>::infinity();
  const std::string with_infinity = header(dictionary("<f4", "(3, 2)")) + bytes_of(bad);
  const std::string abc = "a\nb\nc\n";
  const std::vector<std::tuple<std::string, std::string, std::string>> cases = {
      {"", abc, "is not a NumPy .npy file"},
      {"\x93NUMP", abc, "is not a NumPy .npy file"},
      {"PK\x03\x04 an archive", abc, "is an archive of arrays (.npz)"},
      {header(dictionary("<f4", "(3, 2)"), 3), abc, "format version 3"},
      {good.substr(0, 30), abc, "is truncated"},
      {good.substr(0, good.size() - 1), abc, "is truncated"},
      {good + "x", abc, "more data than its shape"},
      {header(dictionary(">f4", "(3, 2)")), abc, "'>f4', not little-endian"},
      {header(dictionary(">f2", "(3, 2)")), abc, "convert it with .astype"},
      {header(dictionary("<U5", "(3, 2)")), abc, "'<U5', not little-endian float16"},
      {header(dictionary("|O", "(3, 2)")), abc, "give an array of numbers"},
      {header("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (3, 2), }\n"), abc,
       "give an array of numbers"},
      {header(dictionary("<i4", "(3, 2)")), abc, "'<i4', not little-endian"},
      {header("{}"), abc, "has no type of values"},
      {header(dictionary("<f4", "(3, 2)", "True")), abc, "is not in C order"},
      {header(dictionary("<f4", "(6,)")), abc, "shape (6,), not documents x dimensions"},
      {header(dictionary("<f4", "(3, 2, 1)")), abc, "not documents x dimensions"},
      {header(dictionary("<f4", "(3, 0)")), abc, "not documents x dimensions"},
      {header(dictionary("<f4", "(-3, 2)")), abc, "not documents x dimensions"},
      {header(dictionary("<f4", "(3, 99999999999999)")), abc, "not documents x dimensions"},
      {header(dictionary("<f4", "3")), abc, "has no shape"},
      {with_nan, abc, "row 1, column 1 (document b) is not a finite number"},
      {with_infinity, abc, "row 1, column 1 (document b) is not a finite number"},
      {good, "a\nb\n", "has 3 rows"},
      {good, "a\nb\nc\nd\n", "has 3 rows"},
      {good, "a\n\nc\n", ":2: has no docno"},
      {good, "a\nb\na\n", ":3: document a is listed twice"}};
  for (const auto& [npy, docnos, message] : cases) {
    const std::string error = error_of(npy, docnos);
    EXPECT_TRUE(has(error, message)) << message << "\nfound: " << error;
    EXPECT_TRUE(has(error, "; ")) << "no advice: " << error;
  }
}

// Whatever the bytes of a header: an error or vectors, never a crash.
TEST(DenseVectors, DamagedHeaders) {
  const std::string good = header(dictionary("<f4", "(3, 2)")) + bytes_of(six);
  for (std::size_t at = 0; at < good.size() - 24; ++at) {
    for (const char byte : {'\0', '(', ')', ',', '\'', '9', '\xff'}) {
      std::string damaged = good;
      damaged[at] = byte;
      const std::string error = error_of(damaged, "a\nb\nc\n");
      EXPECT_FALSE(error.empty());
    }
  }
}

}  // namespace
}  // namespace subintent::internal
