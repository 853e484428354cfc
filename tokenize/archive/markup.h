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
// some markup if it begins with a tag of HTML that is closed somewhere, or if there are several
// such tags: not for "a <b> c", source code or other XML.
Markup markup_of(std::string_view text);

// Does a text begin with the start tag of the element "<NAME", with attributes or without?
bool starts_with_element(std::string_view text, std::string_view start_tag);

}  // namespace subintent::internal
