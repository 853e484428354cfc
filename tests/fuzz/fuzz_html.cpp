// Pages: their visible text, of which the main content has a part of the terms, in their order; and
// their tags, which are the same whether or not the text is wanted.

#include "core/base/utf8.h"
#include "input.h"
#include "tokenize/html/html_text.h"
#include "tokenize/html/html_tokenizer.h"
#include "tokenize/words/words.h"

namespace subintent::internal {
namespace {

std::string tags_of(std::string_view html, HtmlContent content, TextBuffer* text) {
  HtmlTokenizer tokenizer(html, content, "title");
  HtmlTag tag;
  std::string tags;
  while (tokenizer.next_tag(tag, text))
    tags += (tag.is_end ? "/" : "<") + std::string(tag.name) + (tag.self_closing ? "/\n" : "\n");
  return tags;
}

std::vector<std::string> terms_of(std::string_view text) {
  static WordTokenizer words;
  std::vector<std::string> terms;
  words.for_each_term(text, [&](std::string_view term) { terms.emplace_back(term); });
  return terms;
}

bool is_subsequence(const std::vector<std::string>& part, const std::vector<std::string>& all) {
  auto next = part.begin();
  for (const std::string& term : all)
    if (next != part.end() && *next == term) ++next;
  return next == part.end();
}

void check_main_content(std::string_view html, const std::string& visible) {
  std::string main;
  append_visible_text(html, main, nullptr, PagePart::main_content);
  require(main.empty() == visible.empty());
  require(is_subsequence(terms_of(main), terms_of(visible)));
}

}  // namespace

void fuzz(std::string_view input) {
  const std::string_view html = input;
  std::string visible;
  append_visible_text(html, visible);
  require(visible.find('\0') == visible.npos);
  require(is_valid_utf8(visible) || !is_valid_utf8(html));
  check_main_content(html, visible);
  for (const HtmlContent content : {HtmlContent::data, HtmlContent::rcdata, HtmlContent::rawtext,
                                    HtmlContent::script_data, HtmlContent::plaintext}) {
    TextBuffer text;
    require(tags_of(html, content, &text) == tags_of(html, content, nullptr));
    require(is_valid_utf8(text.view()) || !is_valid_utf8(html));
  }
}

}  // namespace subintent::internal
