#include "tokenize/html/html_text.h"

#include "core/base/strings.h"
#include "tokenize/html/html_tokenizer.h"
#include "tokenize/html/main_content.h"

namespace subintent::internal {
namespace {

constexpr std::string_view inline_names[] = {
    "a",      "abbr",   "acronym", "b",   "bdi",  "bdo", "big",  "blink", "cite",  "code",
    "data",   "del",    "dfn",     "em",  "font", "i",   "img",  "ins",   "kbd",   "label",
    "mark",   "nobr",   "q",       "rb",  "ruby", "s",   "samp", "slot",  "small", "span",
    "strike", "strong", "sub",     "sup", "time", "tt",  "u",    "var",   "wbr"};

struct Special {
  std::string_view name;
  HtmlContent content;
  bool hidden;
};

// Elements whose text is read in another way than that of others (WHATWG HTML §13.2.6.4), or
// hidden.
constexpr Special special_elements[] = {
    {"iframe", HtmlContent::rawtext, true},       {"noembed", HtmlContent::rawtext, true},
    {"noframes", HtmlContent::rawtext, true},     {"noscript", HtmlContent::rawtext, true},
    {"plaintext", HtmlContent::plaintext, false}, {"script", HtmlContent::script_data, true},
    {"style", HtmlContent::rawtext, true},        {"textarea", HtmlContent::rcdata, false},
    {"title", HtmlContent::rcdata, false},        {"xmp", HtmlContent::rawtext, false}};

// A table of elements of up to eight letters, which are found by a look at one place or two.
class ElementTable {
 public:
  struct Element {
    std::uint64_t name = 0;  // packed; 0: free
    bool is_inline = false;
    const Special* special = nullptr;
  };

  constexpr ElementTable() {
    for (const std::string_view name : inline_names) at(name).is_inline = true;
    for (const Special& special : special_elements)
      if (packed_name(special.name) != 0) at(special.name).special = &special;
  }

  // An unknown element is neither inline nor special.
  constexpr const Element& operator[](std::uint64_t name) const { return elements_[place(name)]; }

 private:
  static constexpr std::size_t size = 256;

  constexpr std::size_t place(std::uint64_t name) const {
    std::size_t at = (name * 0x9E3779B97F4A7C15) >> 56;
    while (elements_[at].name != 0 && elements_[at].name != name) at = (at + 1) % size;
    return at;
  }

  constexpr Element& at(std::string_view name) {
    Element& element = elements_[place(packed_name(name))];
    element.name = packed_name(name);
    return element;
  }

  std::array<Element, size> elements_{};
};

constexpr ElementTable known_elements;

struct TagKind {
  bool is_inline = false;
  const Special* special = nullptr;
};

TagKind kind_of(const HtmlTag& tag) {
  if (const std::uint64_t number = tag.packed) {
    const auto& element = known_elements[number];
    if (element.name != 0) return {element.is_inline, element.special};
    constexpr std::uint64_t each = 0x0101010101010101;
    const std::uint64_t colons = number ^ (':' * each);  // a byte of 0 where there is one
    return {((colons - each) & ~colons & (0x80 * each)) != 0, nullptr};
  }
  for (const Special& special : special_elements)
    if (special.name == tag.name) return {false, &special};
  return {tag.name.find(':') != tag.name.npos, nullptr};
}

void separate(TextBuffer& text, std::size_t start) {
  if (text.size() == start) return;
  const char last = text.back();
  if (last != ' ' && last != '\n' && last != '\t') text.push_back('\n');
}

// Keeps count of the elements of a name that are open. Only SVG and MathML know self-closing ones.
void count(const HtmlTag& tag, std::size_t& open) {
  if (!tag.is_end) {
    if (tag.packed == packed_name("template") || !tag.self_closing) ++open;
  } else if (open > 0) {
    --open;
  }
}

// NUL is passed over by the tree builder.
void remove_nul(TextBuffer& text, std::size_t start) {
  const std::size_t first = text.view().find('\0', start);
  if (first == std::string_view::npos) return;
  char* const end = text.data() + text.size();
  text.shrink(static_cast<std::size_t>(std::remove(text.data() + first, end, '\0') - text.data()));
}

// Finds the title of a page, from its tags and the visible text before each of them.
class TitleFinder {
 public:
  explicit TitleFinder(std::string& title) : title_(title) {}

  void visit(const HtmlTag& tag, std::string_view text) {
    if (has_title_ || !names_title(tag.name)) return;
    if (!tag.is_end) {
      name_ = tag.name;
      start_ = text.size();
    } else if (tag.name == name_) {
      close(text.substr(start_));
    }
  }

 private:
  static bool names_title(std::string_view name) {
    static constexpr std::string_view names[] = {"title", "headline", "head",
                                                 "hl",    "ti",       "doctitle"};
    return std::ranges::find(names, name) != std::end(names);
  }

  void close(std::string_view inside) {
    has_title_ = name_ == "title" && !is_blank_text(inside);
    if (has_title_ || is_blank_text(title_)) title_ = inside;
    name_.clear();
  }

  static bool is_blank_text(std::string_view text) { return std::ranges::all_of(text, is_blank); }

  std::string& title_;
  std::string name_;  // of the element that is open; empty if there is none
  std::size_t start_ = 0;
  bool has_title_ = false;
};

}  // namespace

void append_visible_text(std::string_view html, TextBuffer& text, std::string* title,
                         PagePart part) {
  const std::size_t start = text.size();
  const bool is_xml = html.substr(0, 64).find("<?xml ") != html.npos;  // then <script/> is closed
  HtmlTokenizer tokenizer(html);
  HtmlTag tag;
  std::size_t templates = 0;  // that are open
  std::size_t foreign = 0;    // SVG and MathML elements that are open
  bool hidden = false;        // inside an element of raw text that is hidden
  std::optional<TitleFinder> title_finder;
  if (title != nullptr) title_finder.emplace(*title);
  std::optional<MainContent> main_content;
  if (part == PagePart::main_content) main_content.emplace(start);
  constexpr std::uint64_t template_name = packed_name("template"), svg = packed_name("svg"),
                          math = packed_name("math");
  while (tokenizer.next_tag(tag, hidden || templates > 0 ? nullptr : &text)) {
    hidden = false;
    if (title_finder && foreign == 0) title_finder->visit(tag, text.view());
    if (tag.packed == template_name) count(tag, templates);
    if (tag.packed == svg || tag.packed == math) count(tag, foreign);
    const TagKind kind = kind_of(tag);
    const bool separates = !kind.is_inline;
    if (separates) separate(text, start);
    if (main_content && templates == 0) main_content->visit(tag, separates, text.view());
    if (tag.is_end || ((foreign > 0 || is_xml) && tag.self_closing)) continue;
    if (kind.special != nullptr) {
      tokenizer.set_content(kind.special->content);
      hidden = kind.special->hidden;
    }
  }
  if (main_content) main_content->keep_main_content(text);
  remove_nul(text, start);
}

void append_visible_text(std::string_view html, std::string& text, std::string* title,
                         PagePart part) {
  TextBuffer appended;
  append_visible_text(html, appended, title, part);
  text += appended.view();
}

}  // namespace subintent::internal
