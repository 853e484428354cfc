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
}

}  // namespace subintent::internal
