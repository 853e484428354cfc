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

Html metadata_table(const std::vector<PageRunMetadata>& runs) {
  if (runs.empty()) return {};
  PageTable table({"Run", "<Name", "<Value"});
  for (const PageRunMetadata& run : runs)
    for (const RunMetadatum& entry : run.entries)
      table.row(html_name(run.run), html_name(entry.name), html_name(entry.value));
  return table.html_of(html("What the files of runs say about them (ir_metadata)"));
}

}  // namespace

Html provenance_section(const PageContext& context) {
  const PageInput& input = context.input;
  PageTable files({{"Used as", ""}, {"File", "row"}, {"Bytes"}, {"SHA-256", "hash"}});
  for (const PageFile& file : input.files) {
    files.row(html_name(file.role), html_name(file.name), file.size,
              file.sha256.empty() ? std::string_view("read once, not stored")
                                  : std::string_view(file.sha256));
  }
  Html made = html("<p>subintent {}, by the command</p>\n<pre tabindex=\"0\">{}</pre>\n",
                   input.version, input.command);
  made += html(
      "<p>The same files and the same command give the same page, byte by byte: it has no "
      "date.</p>\n{}",
      remarks(input));
  made += files.html_of(html("Files the report was made from"));
  return made += metadata_table(input.run_metadata);
}

}  // namespace subintent::internal
