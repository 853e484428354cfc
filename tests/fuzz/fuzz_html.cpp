// Pages: their visible text, and their tags, which are the same whether or not the text is wanted.
#include "input.h"
#include "support/utf8.h"
#include "tokenize/html/html_text.h"
#include "tokenize/html/html_tokenizer.h"

namespace subintent::internal {
namespace {

std::string tags_of(std::string_view html, HtmlContent content, std::string* text) {
  HtmlTokenizer tokenizer(html, content, "title");
  HtmlTag tag;
  std::string tags;
  while (tokenizer.next_tag(tag, text)) {
    tags += (tag.is_end ? "/" : "<") + tag.name + (tag.self_closing ? "/\n" : "\n");
  }
  return tags;
}

}  // namespace
}  // namespace subintent::internal

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent::internal;
  const std::string_view html = text_of(data, size);
  std::string visible;
  append_visible_text(html, visible);
  require(visible.find('\0') == visible.npos);
  require(is_valid_utf8(visible) || !is_valid_utf8(html));
  for (const HtmlContent content : {HtmlContent::data, HtmlContent::rcdata, HtmlContent::rawtext,
                                    HtmlContent::script_data, HtmlContent::plaintext}) {
    std::string text;
    require(tags_of(html, content, &text) == tags_of(html, content, nullptr));
    require(is_valid_utf8(text) || !is_valid_utf8(html));
  }
  return 0;
}
