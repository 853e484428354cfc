#include "core/collection/documents.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/disjoint_sets.h"
#include "core/base/docno.h"
#include "core/base/messages.h"
#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/io/input_file.h"
#include "subintent/program.h"

namespace subintent {
namespace internal {
namespace {

std::string text_advice(const std::string& file) {
  return "give the texts.tsv.gz that make writes, or that of subintent tokenize " +
         printable(file) + " `texts=texts.tsv.gz`";
}

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
                text_advice(location.file));
  }
  if (const auto defect = docno_defect(fields[0]))
    throw Error(location, "the docno '" + printable(fields[0]) + "' " + *defect,
                text_advice(location.file));
  if (!is_valid_utf8(line)) {
    throw Error(location, "the text of " + printable(fields[0]) + " is not UTF-8", not_utf8_advice);
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
    std::error_code ignored;
    if (!source.is_memory() && std::filesystem::is_directory(source.path(), ignored))
      throw Error(Error::Kind::system, {source.name(), 0}, "is a folder",
                  internal::text_advice(source.name()));
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

namespace subintent::internal {
namespace {

constexpr std::string_view group_header = "group\tdocno";
constexpr const char* duplicate_advice =
    "write pairs \"docno docno bits\", or groups \"group docno\" below that header, with tabs";

// Calls use(line) for each line that is not empty, without its end.
void for_each_duplicate_line(std::string_view text, const auto& use) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) use(line);
  }
}

std::vector<std::string_view> columns_of(const TextFile& file, std::string_view line,
                                         std::size_t count) {
  const auto columns = split_tabs(line);
  if (columns.size() == count) return columns;
  refuse_columns(file.location(line.data()), std::to_string(count), columns.size(),
                 duplicate_advice);
}

void check_docno(const TextFile& file, std::string_view docno) {
  if (const auto defect = docno_defect(docno)) {
    throw Error(file.location(docno.data()), "the docno '" + printable(docno) + "' " + *defect,
                duplicate_advice);
  }
}

Duplicates read_duplicate_pairs(const TextFile& file) {
  NameTable docnos;
  DisjointSets groups;
  const auto number_of = [&](std::string_view docno) {
    const auto [number, is_new] = docnos.insert(docno);
    if (is_new) groups.add();
    return number;
  };
  for_each_duplicate_line(file.text(), [&](std::string_view line) {
    const auto columns = columns_of(file, line, 3);
    const auto bits = parse_integer(columns[2]);
    if (!bits || *bits < 0) {
      throw Error(file.location(line.data()),
                  "'" + printable(columns[2]) + "' is not a number of bits", duplicate_advice);
    }
    if (columns[0] == columns[1]) {
      throw Error(file.location(line.data()),
                  "document " + printable(columns[0]) + " is paired with itself",
                  "give two documents");
    }
    for (const std::string_view docno : {columns[0], columns[1]}) check_docno(file, docno);
    groups.join(number_of(columns[0]), number_of(columns[1]));
  });
  std::vector<std::uint32_t> group_of;
  for (std::uint32_t i = 0; i < groups.size(); ++i) group_of.push_back(groups.find(i));
  return {file.content(), std::move(docnos), std::move(group_of)};
}

Duplicates read_groups(const TextFile& file) {
  NameTable docnos, names;
  std::vector<std::uint32_t> group_of;
  for_each_duplicate_line(file.text().substr(group_header.size()), [&](std::string_view line) {
    const auto columns = columns_of(file, line, 2);
    check_docno(file, columns[1]);
    const std::uint32_t group = names.insert(columns[0]).first;
    const auto [docno, is_new] = docnos.insert(columns[1]);
    if (is_new) group_of.push_back(group);
    if (group_of[docno] == group) return;
    throw Error(file.location(line.data()),
                fmt::format("document {} is in group {} and in group {}", printable(columns[1]),
                            printable(names.names()[group_of[docno]]), printable(columns[0])),
                "put it into one group, or merge the two groups");
  });
  return {file.content(), std::move(docnos), std::move(group_of)};
}

}  // namespace

Duplicates read_duplicates(const Source& source) {
  const TextFile file(source);
  const std::string_view first_line = trim(file.text().substr(0, file.text().find('\n')));
  return first_line == group_header ? read_groups(file) : read_duplicate_pairs(file);
}

namespace {

Duplicates duplicates_of(const std::vector<std::vector<std::string>>& groups,
                         const std::string& name) {
  std::string text;
  for (const auto& group : groups)
    for (const std::string& docno : group) text += docno + '\n';
  Content content = Content::plain(Source::memory(text, name));
  NameTable docnos;
  std::vector<std::uint32_t> group_of;
  std::string_view rest = content.bytes();
  for (std::uint32_t i = 0; i < groups.size(); ++i) {
    for (const std::string& given : groups[i]) {
      if (const auto defect = docno_defect(given))
        throw Error(Location{name, i + 1}, "the docno '" + printable(given) + "' " + *defect);
      const auto [docno, is_new] = docnos.insert(rest.substr(0, given.size()));
      rest.remove_prefix(given.size() + 1);
      if (is_new) group_of.push_back(i);
      if (group_of[docno] == i) continue;
      throw Error(
          Location{name, i + 1},
          fmt::format("document {} is in group {}, too", printable(given), group_of[docno] + 1),
          "put it into one group, or merge the two groups");
    }
  }
  return {std::move(content), std::move(docnos), std::move(group_of)};
}

}  // namespace

Duplicates duplicates_of(const DuplicateSource& source, const std::string& name) {
  const auto* const file = std::get_if<Source>(&source);
  return file != nullptr ? read_duplicates(*file) : duplicates_of(std::get<1>(source), name);
}

}  // namespace subintent::internal
