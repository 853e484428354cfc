#include "core/collection/texts.h"

#include <array>

#include "core/base/docno.h"
#include "core/base/utf8.h"
#include "core/io/input_file.h"
#include "subintent/program.h"

namespace subintent {
namespace internal {
namespace {

constexpr const char* text_advice =
    "write \"docno<tab>title<tab>URL<tab>excerpt\", as subintent tokenize `texts` does";

using Fields = std::array<std::string_view, 4>;

Fields fields_of(std::string_view line, const Location& location) {
  Fields fields;
  std::size_t columns = 0;
  for (std::string_view rest = line;; ++columns) {
    const std::size_t tab = rest.find('\t');
    if (columns < fields.size()) fields[columns] = rest.substr(0, tab);
    if (tab == rest.npos) break;
    rest.remove_prefix(tab + 1);
  }
  if (++columns != fields.size()) {
    throw Error(location, "expected 4 tab-separated columns, found " + std::to_string(columns),
                text_advice);
  }
  if (const auto defect = docno_defect(fields[0])) {
    throw Error(location, "the docno '" + printable(fields[0]) + "' " + *defect, text_advice);
  }
  if (!is_valid_utf8(line)) {
    throw Error(location, "the text of " + printable(fields[0]) + " is not UTF-8",
                "convert the file with iconv");
  }
  return fields;
}

void add(Texts& texts, const Fields& fields, const Location& location) {
  DocumentText text{std::string(fields[1]), std::string(fields[2]), std::string(fields[3])};
  const auto [place, is_new] = texts.try_emplace(std::string(fields[0]), std::move(text));
  if (is_new || place->second == text) return;
  throw Error(location,
              "document " + printable(fields[0]) + " has a different text in an earlier line",
              "keep one line per document in all inputs");
}

}  // namespace

void append_text_line(std::string& out, std::string_view docno, const DocumentText& text) {
  out.append(docno) += '\t';
  out.append(text.title) += '\t';
  out.append(text.url) += '\t';
  out.append(text.excerpt) += '\n';
}

}  // namespace internal

Texts read_texts(const std::vector<Source>& sources,
                 const std::function<bool(std::string_view docno)>& wanted) {
  Texts texts;
  for (const Source& source : sources) {
    internal::LineReader lines(source);
    std::string_view line;
    while (lines.next(line)) {
      const internal::Fields fields = internal::fields_of(line, lines.location());
      if (!wanted || wanted(fields[0])) internal::add(texts, fields, lines.location());
    }
  }
  return texts;
}

}  // namespace subintent
