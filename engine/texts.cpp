#include <fmt/format.h>

#include "compare/significance.h"
#include "core/base/parallel.h"
#include "core/io/encode.h"
#include "report/captions.h"
#include "report/charts/display_width.h"
#include "report/report.h"
#include "report/text_layout.h"
#include "subintent/evaluate.h"
#include "subintent/program.h"
#include "subintent/report.h"
#include "subintent/version.h"

namespace subintent {

std::string terminal_text(std::string_view text) {
  return printable(text, std::string::npos);
}

std::string terminal_table(const std::vector<std::vector<std::string>>& rows, std::size_t labels,
                           std::size_t width) {
  internal::TextTable table(labels);
  for (const auto& row : rows) {
    std::vector<std::string> cells;
    for (const std::string& cell : row) cells.push_back(terminal_text(cell));
    table.add(std::move(cells));
  }
  return table.text(width);
}

std::string listed_names(const std::vector<std::string>& names) {
  return internal::listed_names(names);
}

std::size_t terminal_columns(std::string_view text) {
  return internal::display_width(text);
}

std::string terminal_lines(std::string_view text, std::size_t width, std::string_view first,
                           std::string_view rest) {
  std::vector<internal::StyledWord> words;
  for (std::string& word : split(text, ' '))
    if (!word.empty()) words.push_back({std::move(word)});
  std::string lines;
  internal::append_wrapped(lines, first, rest, words, width);
  return lines;
}

namespace {

internal::PaperTable made_of(const PaperTableText& text) {
  internal::PaperTable table;
  table.caption = text.caption;
  if (!text.label.empty()) {
    internal::require_latex_label(text.label);
    if (text.caption.empty()) {
      throw Error::argument("label", "label: a table without a caption has no number to refer to",
                            "give a `caption`");
    }
    table.label = text.label;
  }
  table.labels = text.labels;
  for (const auto& cells : text.rows) {
    auto& row = table.header.empty() ? table.header : table.rows.emplace_back();
    for (const std::string& cell : cells) row.push_back({cell});
  }
  for (const auto& [row, column] : text.bold)
    (row == 0 ? table.header : table.rows.at(row - 1)).at(column).bold = true;
  for (std::size_t i = text.labels; text.measures && i < table.header.size(); ++i)
    table.header[i].is_measure = true;
  internal::mark_measures(table);
  return table;
}

std::string json_string(std::string_view text) {
  std::string json;
  append_json_string(json, text);
  return json;
}

}  // namespace

std::string latex_table(const PaperTableText& table) {
  return internal::latex_of({made_of(table)});
}

std::string markdown_table(const PaperTableText& table) {
  return internal::markdown_of({made_of(table)});
}

std::vector<std::string> described_files(const std::vector<std::string>& paths) {
  std::vector<std::string> result(paths.size());
  internal::parallel_for(paths.size(), [&](std::size_t i) {
    const std::optional<internal::FileIdentity> file = internal::identify_file(paths[i]);
    result[i] = fmt::format(R"({{"path": {}, "bytes": {}, "sha256": {}}})", json_string(paths[i]),
                            file ? std::to_string(file->size) : "null",
                            file ? json_string(internal::hex(file->digest)) : "null");
  });
  return result;
}

std::string provenance(const std::vector<std::string>& measures,
                       const std::vector<ProvenanceInput>& inputs) {
  std::vector<std::string> identifiers, paths, described;
  for (const std::string& name : measures)
    identifiers.push_back(json_string(Measure(name).identifier()));
  for (const ProvenanceInput& input : inputs)
    if (!input.path.empty()) paths.push_back(input.path);
  const std::vector<std::string> files = described_files(paths);
  for (std::size_t file = 0; const ProvenanceInput& input : inputs) {
    const std::string of_file =
        input.path.empty() ? R"({"path": null, "bytes": null, "sha256": null})" : files[file++];
    described.push_back(fmt::format(R"({{"role": {}, "name": {}, {})", json_string(input.role),
                                    json_string(input.name), of_file.substr(1)));
  }
  return fmt::format(R"({{"program": "subintent", "version": {}, "measures": [{}], )"
                     R"("default_test": {}, "default_correction": {}, "inputs": [{}]}})",
                     json_string(version()), join(identifiers, ", "),
                     json_string(internal::default_test),
                     json_string(name_of(internal::Correction::holm)), join(described, ", "));
}

std::string_view version() {
  return SUBINTENT_VERSION;
}

}  // namespace subintent
