#include <pybind11/stl.h>

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.h"
#include "calls.h"
#include "collection_values.h"
#include "interruptible.h"
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
  if (summary.documents < summary.records) {
    const Warning& first = summary.warnings.at(0);
    refuse({}, first.what(), "give each document a docno and a text");
  }
  if (before == 0) warn(summary.warnings);  // what looks like HTML begins at once
  return documents;
}

DocumentText text_of(const std::string& content, bool html, const std::string& charset,
                     const std::string& title, const std::string& url, bool main_content) {
  const WithoutGil released;
  return document_text({"document", content, html, charset, title, url}, main_content);
}

std::string visible_text_of(const std::string& content, bool html, const std::string& charset,
                            bool main_content) {
  const WithoutGil released;
  return visible_text({"document", content, html, charset}, main_content);
}

// Reads the texts of the documents that are wanted; of all, if `wanted` is none.
Texts texts(const std::vector<std::string>& paths,
            const std::optional<std::set<std::string, std::less<>>>& wanted) {
  const WithoutGil released;
  if (!wanted) return read_texts(sources(paths));
  return read_texts(sources(paths),
                    [&](std::string_view docno) { return wanted->contains(docno); });
}

}  // namespace

void bind_collection(py::module_& module) {
  module.def("read_collection", &read_collection_files);
  module.def("read_records", &read_records);
  module.def("is_page", [](const py::object& text) {
    const bool is_str = PyUnicode_Check(text.ptr()) != 0;
    return is_page(is_str ? bytes_of(text, "text") : std::string(py::bytes(text)));
  });
  module.def("document_text", &text_of);
  module.def("visible_text", &visible_text_of);
  module.def("read_texts", &texts);
}

}  // namespace subintent::python
