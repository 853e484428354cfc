// Shows what the report was made from, and by what.
#include "report/page/section.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

Html remarks(const PageInput& input) {
  const Warnings all = input.remarks.all();
  if (all.empty()) return html("<p>The evaluation gave no warnings.</p>\n");
  Html items;
  for (const Warning& warning : all) items += html("<li>{}", remark_text(warning));
  return html("<h3 id=\"remarks\">{}</h3>\n<ul class=\"warnings\">{}</ul>\n",
              count_of(all.size(), "warning"), items);
}

Html file_row(const PageFile& file) {
  return html("<tr><td>{}<th scope=\"row\">{}<td class=\"n\">{}<td class=\"hash\">{}",
              html_name(file.role), html_name(file.name), file.size,
              file.sha256.empty() ? "read once, not stored" : file.sha256);
}

Html metadata_table(const std::vector<PageRunMetadata>& runs) {
  if (runs.empty()) return {};
  Html rows;
  for (const PageRunMetadata& run : runs) {
    for (const RunMetadatum& entry : run.entries) {
      rows += html("<tr><th scope=\"row\">{}<td>{}<td>{}", html_name(run.run),
                   html_name(entry.name), html_name(entry.value));
    }
  }
  return table(html("What the files of runs say about them (ir_metadata)"),
               html("<th scope=\"col\">Run<th scope=\"col\">Name<th scope=\"col\">Value"), rows);
}

}  // namespace

Html provenance_section(const PageContext& context) {
  const PageInput& input = context.input;
  Html rows;
  for (const PageFile& file : input.files) rows += file_row(file);
  Html made = html("<p>subintent {}, by the command</p>\n<pre tabindex=\"0\">{}</pre>\n",
                   input.version, input.command);
  made += html(
      "<p>The same files and the same command give the same page, byte by byte: it has no "
      "date.</p>\n{}",
      remarks(input));
  made += table(html("Files the report was made from"),
                html("<th scope=\"col\">Used as<th scope=\"col\">File<th scope=\"col\" "
                     "class=\"n\">Bytes<th scope=\"col\">SHA-256"),
                rows);
  return made += metadata_table(input.run_metadata);
}

}  // namespace subintent::internal
