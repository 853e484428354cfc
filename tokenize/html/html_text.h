// The visible text of a page.
#pragma once

#include <string>
#include <string_view>

#include "tokenize/html/text_buffer.h"

namespace subintent::internal {

enum class PagePart { all, main_content };

// Appends the visible text of a page (UTF-8 in, UTF-8 out): the title and all character data
// outside script, style, template, noscript, iframe, noframes, noembed, comments and
// declarations, character references decoded.
//
// An element that is not inline separates words: a line feed is put where its tags are, unless
// there is white space already. Inline are the elements that a browser shows within a line and that
// have nothing but text (b, em, span, font, code, ...), and those with a namespace prefix (o:p);
// any other, be it unknown, separates. Nothing is separated by a comment. Linear time, no
// recursion, for any input.
//
// Of PagePart::main_content only that is appended (MainContent in html/main_content.h).
//
// If `title` is given, the text of the first element `title` that has some goes there; without one
// that of the first headline of newswire: `headline`, `head`, `hl`, `ti` or `doctitle`.
void append_visible_text(std::string_view html, TextBuffer& text, std::string* title = nullptr,
                         PagePart part = PagePart::all);
void append_visible_text(std::string_view html, std::string& text, std::string* title = nullptr,
                         PagePart part = PagePart::all);

}  // namespace subintent::internal
