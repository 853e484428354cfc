// The tokenizer of HTML, after the states of the WHATWG HTML standard (§13.2.5), for readers of
// text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tokenize/html/text_buffer.h"

namespace subintent::internal {

// How the text behind a start tag is to be read; the names are those of the standard's states.
enum class HtmlContent { data, rcdata, rawtext, script_data, plaintext };

// A name of up to eight bytes as a number, in which the first byte is the lowest; 0 for a longer
// one.
constexpr std::uint64_t packed_name(std::string_view name) {
  if (name.size() > 8) return 0;
  std::uint64_t number = 0;
  for (std::size_t i = name.size(); i-- > 0;)
    number = number << 8 | static_cast<unsigned char>(name[i]);
  return number;
}

struct HtmlTag {
  // In lower case (ASCII letters); the standard's U+FFFD for NUL. Valid until the next tag.
  std::string_view name;
  std::uint64_t packed = 0;  // packed_name(name)
  bool is_end = false;
  bool self_closing = false;
  std::string_view attributes;  // up to the end of the tag; a part of the page
};

// An attribute as it is written in the page: character references are not decoded.
struct HtmlAttribute {
  std::string_view name, value;
};

// Does one of the tag's attributes fulfil the condition?
bool has_attribute(const HtmlTag& tag, bool (*condition)(const HtmlAttribute&));

// Cuts a page into tags and the characters between them. Comments, DOCTYPEs and processing
// instructions are passed over. Reads each byte a bounded number of times, whatever the page.
//
// Which text follows a tag is for the caller to say (set_content), as it is for the tree builder in
// the standard: nothing but an explicit call changes the state, but that an end tag brings back to
// data.
class HtmlTokenizer {
 public:
  // `html` is UTF-8 (invalid parts are passed on as they are) and must outlive the tokenizer. An
  // end tag ends RCDATA, RAWTEXT and script data only if it has the name of the last start tag.
  explicit HtmlTokenizer(std::string_view html, HtmlContent content = HtmlContent::data,
                         std::string_view last_start_tag = {});

  // Goes on to behind the next tag and appends the characters before it to `text`, unless that is
  // null: references decoded, CR and CR LF as LF, and NUL as the states say (kept in data, else
  // U+FFFD). False at the end of the page.
  bool next_tag(HtmlTag& tag, TextBuffer* text);

  // How the text behind the last tag is to be read.
  void set_content(HtmlContent content) { content_ = content; }

 private:
  bool next_tag_in_data(HtmlTag& tag, TextBuffer* text);
  bool next_tag_in_raw_text(HtmlTag& tag, TextBuffer* text);
  bool read_tag(HtmlTag& tag);
  void read_name(HtmlTag& tag);
  bool skip_attributes(HtmlTag& tag);
  std::size_t find(std::size_t position, std::size_t kind);
  void skip_markup_declaration();
  void skip_comment();
  void skip_behind(char end);
  bool is_closing_tag(std::size_t position) const;
  std::size_t end_of_raw_text() const;
  std::size_t end_of_script() const;
  bool has_script_at(std::size_t position) const;

  std::string_view html_;
  std::size_t position_ = 0;
  // The bytes of a block of 64 that end text, tags and quoted values.
  std::size_t block_ = SIZE_MAX;
  std::array<std::uint64_t, 3> masks_{};
  HtmlContent content_;
  std::string_view last_start_tag_;  // its name, as it stands in the page
  std::array<char, 8> short_name_{};
  std::string long_name_;
};

}  // namespace subintent::internal
