#include <pybind11/stl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "arrays.h"
#include "bindings.h"
#include "interruptible.h"
#include "subintent/similarity.h"
#include "subintent/tokenize.h"
#include "values.h"

namespace subintent::python {
namespace {

// Copies the bytes of any object that holds some.
std::string bytes_in(const py::object& object) {
  return py::bytes(py::module_::import("builtins").attr("bytes")(object));
}

// {term: count} of a str, or of the bytes of a document.
py::dict terms_of_text(const Tokenizer& tokenizer, const py::object& text, bool html,
                       const std::string& charset) {
  const bool is_str = PyUnicode_Check(text.ptr()) != 0;
  if (!is_str && PyObject_CheckBuffer(text.ptr()) == 0) refuse("text", "str or bytes", text);
  Document document{"document", {}, html, charset};
  if (is_str) {
    Names names;
    document.content = names.add(text, "text");
    document.http_charset = "utf-8";
  } else {
    document.content = bytes_in(text);
  }
  const std::vector<Term> found = [&] {
    const WithoutGil released;
    return is_str && !html ? tokenizer.terms(document.content) : tokenizer.terms(document);
  }();
  py::dict counts;
  for (const Term& term : found) counts[py::str(term.term)] = term.count;
  return counts;
}

// The bytes of a fingerprint, the most significant of its first word first; None without terms.
py::object bytes_of(const std::optional<std::vector<std::uint64_t>>& fingerprint) {
  if (!fingerprint) return py::none();
  std::string bytes;
  for (const std::uint64_t word : *fingerprint) {
    for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(word >> shift & 0xff);
  }
  return py::bytes(bytes);
}

// Takes {term: count}, or terms, each as often as it is there.
py::object fingerprint_of_text(const py::object& object, int bits) {
  constexpr const char* expected = "{term: count} or an iterable of terms";
  std::vector<Term> terms;
  Names names;
  if (is_mapping(object)) {
    for_each_item(object, "terms", expected, [&](const py::object& term, const py::object& count) {
      terms.push_back({std::string(names.add(term, "terms")), whole_number(count, "terms")});
    });
  } else {
    for (const py::handle term : iterate(object, "terms", expected)) {
      terms.push_back({std::string(names.add(term, "terms")), 1});
    }
  }
  return bytes_of(simhash(terms, bits));
}

// Gives words of 64 bits, documents x words.
template <typename Value>
py::array_t<std::uint64_t> fingerprints_of_rows(const py::array_t<Value, 0>& vectors, int bits) {
  const auto rows = rows_of(vectors);
  const std::vector<std::uint64_t> words = interruptible(
      py::none(), [&](const ProgressCallback& progress) { return simhash(rows, bits, progress); });
  const std::size_t in_row = static_cast<std::size_t>(bits) / 64;
  py::array_t<std::uint64_t> made({rows.rows, in_row});
  std::copy(words.begin(), words.end(), made.mutable_data());
  return made;
}

using TokenizerState =
    std::tuple<std::string, std::vector<std::string>, std::size_t, bool, std::string>;

TokenizerState state_of_tokenizer(const Tokenizer& tokenizer) {
  const TokenizerOptions& options = tokenizer.options();
  return {options.stem, options.stopwords, options.ngrams, options.main_content, options.language};
}

Tokenizer tokenizer_of(const TokenizerState& state) {
  const auto& [stem, stopwords, ngrams, main_content, language] = state;
  return Tokenizer({stem, stopwords, ngrams, main_content, language});
}

}  // namespace

void bind_tokenizer(py::module_& module) {
  declare_class<Tokenizer>(module, "Tokenizer", &state_of_tokenizer, &tokenizer_of)
      .def(py::init([](const std::string& stem, const std::vector<std::string>& stopwords,
                       std::size_t ngrams, bool main_content, const std::string& language) {
        return tokenizer_of({stem, stopwords, ngrams, main_content, language});
      }))
      .def("terms", &terms_of_text);
  module.def("stop_words", [](const std::string& language) { return stop_words(language); });
  module.def("simhash", &fingerprint_of_text);
  module.def("dense_simhash", &fingerprints_of_rows<float>, py::arg().noconvert(), py::arg());
  module.def("dense_simhash", &fingerprints_of_rows<double>, py::arg().noconvert(), py::arg());
}

}  // namespace subintent::python
