#include <pybind11/stl.h>

#include <set>
#include <tuple>

#include "bindings.h"
#include "gil.h"
#include "inputs.h"
#include "subintent/program.h"
#include "subintent/similarity.h"
#include "subintent/tokenize.h"
#include "subintent/values.h"
#include "tuples.h"
#include "values.h"

namespace subintent::python {
namespace {

py::tuple tuple_of(const Document& document) {
  return py::make_tuple(document.docno, py::bytes(document.content), document.is_html,
                        document.http_charset, document.title, document.url);
}

// Calls use(docno, content, is_html, charset, title, url) for every document. Returns (records,
// documents, skipped).
py::tuple read_collection_files(const std::vector<std::string>& paths, const py::object& use,
                                const CollectionTuple& options, const py::object& progress) {
  const auto summary = interruptible(progress, [&](const ProgressCallback& callback) {
    const auto use_document = [&](Document&& document) {
      const WithGil acquired;
      call(use, tuple_of(document));
    };
    return read_collection(sources(paths), options_of(options), use_document, callback);
  });
  warn(summary.warnings);
  return py::make_tuple(summary.records, summary.documents, summary.skipped);
}

// The documents of JSON lines that stand behind `before` others. None of them may be broken.
py::list read_records(const std::string& lines, std::size_t before, bool html,
                      const std::string& docno, const std::vector<std::string>& text) {
  py::list documents;
  const auto refuse = [&](const Location& place, const std::string& what,
                          const std::string& advice) {
    throw Error({"documents", place.line + before}, what, advice);
  };
  CollectionSummary summary;
  try {
    summary = read_collection({Source::memory(lines, "documents")}, {"jsonl", html, docno, text},
                              [&](Document&& document) { documents.append(tuple_of(document)); });
  } catch (const Error& error) {
    refuse(error.location(), error.message(), error.advice());
  }
  const auto broken = std::ranges::find(summary.warnings, "defective-records", &Warning::code);
  if (broken != summary.warnings.end()) {
    const std::string& place = broken->location.file;
    refuse({{}, std::stoull(place.substr(place.rfind(':') + 1))},
           broken->text.substr(0, broken->text.rfind(';')),
           "give each document a docno and a text, or leave it out");
  }
  if (summary.skipped > 0)  // as tokenize says it of files
    warn({{"mostly-skipped",
           {},
           count_of(summary.skipped, "document") + (summary.skipped == 1 ? " is" : " are") +
               " no text",
           ""}});
  if (before == 0) warn(summary.warnings);  // what looks like HTML begins at once
  return documents;
}

DocumentText text_of(const std::string& content, bool html, const std::string& charset,
                     const std::string& title, const std::string& url, bool main_content) {
  return document_text({"document", content, html, charset, title, url}, main_content);
}

// Reads the texts of the documents that are wanted; of all, if `wanted` is none.
Texts texts(const std::vector<std::string>& paths,
            const std::optional<std::set<std::string, std::less<>>>& wanted) {
  if (!wanted) return read_texts(sources(paths));
  return read_texts(sources(paths),
                    [&](std::string_view docno) { return wanted->contains(docno); });
}

// Calls use(bytes) with each part of a text, from threads that have no GIL.
TextWriter writer_of(const py::object& use) {
  return [&use](std::string_view part) {
    const WithGil acquired;
    call(use, py::make_tuple(py::bytes(part.data(), part.size())));
  };
}

// Takes {term: count}.
std::vector<Term> terms_of_counts(const py::object& object,
                                  const char* expected = "{term: count}") {
  std::vector<Term> terms;
  Names names;
  for_each_item(object, "terms", expected, [&](const py::object& term, const py::object& count) {
    terms.push_back({std::string(names.add(term, "terms")), whole_number(count, "terms")});
  });
  return terms;
}

std::uint64_t frequency(const Statistics& statistics, const py::object& term) {
  Names names;
  return statistics.frequency(names.add(term, "term"));
}

// {term: weight}.
py::dict weigh(const Statistics& statistics, const py::object& terms) {
  py::dict weights;
  for (const auto& [term, weight] : statistics.weigh(terms_of_counts(terms)))
    weights[py::str(term)] = weight;
  return weights;
}

void weigh_vectors(const Statistics& statistics, const std::vector<std::string>& paths,
                   const py::object& use, const py::object& progress,
                   const TermsByDocument& without) {
  Warnings warnings;
  interruptible(progress, [&](const ProgressCallback& callback) {
    statistics.weigh_vectors(sources(paths), writer_of(use), callback, &warnings, without);
    return true;
  });
  warn(warnings);
}

void add_up(const std::vector<std::string>& paths, const py::object& use,
            const std::string& temporary_folder) {
  const WithoutGil released;
  add_statistics(sources(paths), writer_of(use), temporary_folder);
}

std::uint64_t fingerprint_of_counts(const std::vector<std::string>& paths, int bits,
                                    const py::object& use, const py::object& progress) {
  return interruptible(progress, [&](const ProgressCallback& callback) {
    return fingerprint_vectors(sources(paths), bits, writer_of(use), callback);
  });
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
    document.content = py::bytes(py::module_::import("builtins").attr("bytes")(text));
  }
  const std::vector<Term> terms = without_gil([&] {
    return is_str && !html ? tokenizer.terms(document.content) : tokenizer.terms(document);
  });
  py::dict counts;
  for (const Term& term : terms) counts[py::str(term.term)] = term.count;
  return counts;
}

// The bytes of a fingerprint, the most significant of its first word first; None without terms.
py::object fingerprint_bytes(const std::optional<std::vector<std::uint64_t>>& fingerprint) {
  if (!fingerprint) return py::none();
  std::string bytes;
  for (const std::uint64_t word : *fingerprint)
    for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(word >> shift & 0xff);
  return py::bytes(bytes);
}

// Takes {term: count}, or terms, each as often as it is there.
py::object fingerprint_of_text(const py::object& object, int bits) {
  constexpr const char* expected = "{term: count} or an iterable of terms";
  if (is_mapping(object))
    return fingerprint_bytes(simhash(terms_of_counts(object, expected), bits));
  std::vector<Term> terms;
  Names names;
  for (const py::handle term : iterate(object, "terms", expected))
    terms.push_back({std::string(names.add(term, "terms")), 1});
  return fingerprint_bytes(simhash(terms, bits));
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

void bind_collection(py::module_& module) {
  module.def("read_collection", &read_collection_files);
  module.def("read_records", &read_records);
  const auto of_text = [&](const char* name, bool (*holds)(std::string_view)) {
    module.def(name, [holds](const py::object& text) {
      const bool is_str = PyUnicode_Check(text.ptr()) != 0;
      return holds(is_str ? bytes_of(text, "text") : std::string(py::bytes(text)));
    });
  };
  of_text("is_page", is_page);
  of_text("has_pieces_of_html", has_pieces_of_html);
  module.def("decoded", [](const py::bytes& text) { return decoded_text(std::string(text)); });
  module.def("document_text", &text_of, py::call_guard<WithoutGil>());
  module.def(
      "visible_text",
      [](const std::string& content, bool html, const std::string& charset, bool main_content) {
        return visible_text({"document", content, html, charset}, main_content);
      },
      py::call_guard<WithoutGil>());
  module.def("read_texts", &texts, py::call_guard<WithoutGil>());
  declare_class<Statistics>(module, "Statistics")
      .def(py::init<>())
      .def(py::init([](const std::string& path) { return Statistics::read(path); }),
           py::call_guard<WithoutGil>())
      .def_property_readonly("documents", &Statistics::documents)
      .def("add", [](Statistics& statistics,
                     const py::object& terms) { statistics.add(terms_of_counts(terms)); })
      .def("frequency", &frequency)
      .def("weigh", &weigh)
      .def("weigh_vectors", &weigh_vectors);
  module.def("add_statistics", &add_up);
  module.def("fingerprint_vectors", &fingerprint_of_counts);
  declare_class<Tokenizer>(module, "Tokenizer", &state_of_tokenizer, &tokenizer_of)
      .def(py::init([](const std::string& stem, const std::vector<std::string>& stopwords,
                       std::size_t ngrams, bool main_content, const std::string& language) {
        return tokenizer_of({stem, stopwords, ngrams, main_content, language});
      }))
      .def("terms", &terms_of_text);
  module.def("stop_words", [](const std::string& language) { return stop_words(language); });
  module.def("simhash", &fingerprint_of_text);
}

}  // namespace subintent::python
