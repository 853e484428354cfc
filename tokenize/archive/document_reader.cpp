#include "tokenize/archive/document_reader.h"

#include "tokenize/archive/markup.h"

namespace subintent::internal {

void DocumentReader::set_text(Document& document, std::string_view before, std::string_view text,
                              const std::string& place, bool is_html) {
  document.content = before;
  document.content += text;
  document.http_charset.clear();
  document.is_html = options_.html || is_html;
  if (document.is_html) return;
  const Markup markup = markup_of(text);
  document.is_html = markup == Markup::page;
  if (markup == Markup::some) counts_.count_markup(place);
  if (document.is_html) return;
  ++counts_.seen_pieces;
  if (markup == Markup::some || has_pieces_of_html(document.content)) counts_.count_pieces(place);
}

[[gnu::cold]] bool DocumentReader::note_left_out(std::span<const std::string_view> names,
                                                 const Fields& fields,
                                                 std::vector<std::string> values,
                                                 std::size_t size) {
  const bool is_title = fields.texts.empty();
  for (std::string& value : values)
    if ((value.size() <= size && (seen_ > 1 || is_title)) ||
        (is_title && value.size() < 100 && std::ranges::count(value, ' ') < 4))  // names
      value.clear();
  const auto left_out = options_.names.left_out(names, fields, values);
  if (left_out) counts_.left_out = {window_.name(), left_out->text, left_out->advice, is_title};
  return left_out.has_value();
}

[[gnu::cold]] void DocumentReader::doubt(const std::string& what, const std::string& unless,
                                         std::string_view advice) {
  if (!counts_.left_out)
    counts_.left_out = {window_.name(), what,
                        ("if " + unless + ", give ").append(advice.substr(advice.find('`'))), true};
}

}  // namespace subintent::internal
