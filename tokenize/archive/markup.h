// HTML in texts that are said to be plain.
#pragma once

#include <string_view>

namespace subintent::internal {

enum class Markup {
  none,
  some,  // tags of HTML, which may be meant as text
  page   // a whole page
};

// Whether a text is a page: behind blanks and comments it begins with a doctype of HTML or the tag
// of html, head or body, and markup follows at once, or the text ends as a page does. A text has
// some markup if it begins with a tag of HTML that is closed somewhere or need not be, or if
// there are several such tags: not for "a <b> c", source code or other XML.
Markup markup_of(std::string_view text);

// Whether some of a text was HTML: a tag with attributes, or that of a line break, a rule or a
// picture; an element with both tags, or the start tag of a paragraph, an item or a cell twice; one
// that follows another at once; a comment; a character reference such as &amp; or &#39;. A start
// tag alone may be a word of a text about HTML.
bool has_pieces_of_html(std::string_view text);

// Does a text begin with the start tag of the element "<NAME", with attributes or without?
bool starts_with_element(std::string_view text, std::string_view start_tag);

}  // namespace subintent::internal
