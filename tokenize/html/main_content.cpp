#include "tokenize/html/main_content.h"

#include <bit>

#include "core/base/strings.h"
#include "core/io/block_masks.h"

namespace subintent::internal {

// The roles of elements: what they say of the text in them, and where end tags may be left out.
enum class Role : std::uint8_t {
  section,
  page,
  paragraph,
  item,
  description,
  row,
  cell,
  article,
  title,
  not_content
};

// An element that structures a page, other than into lines and words.
struct StructuralElement {
  std::string_view name;
  Role role = Role::section;
};

namespace {

constexpr std::uint64_t good_words = 10;  // outside links, at least
constexpr std::uint64_t good_links = 5;   // of a good block's words one in so many, at most
constexpr std::uint64_t bad_links = 2;    // of a block's words more than one in so many is bad
constexpr std::uint64_t main_share = 7;   // of so many words in good blocks, at least
constexpr std::uint64_t main_share_of = 10;
constexpr std::size_t word_bytes = 16;  // more bytes than this without a blank are several words
constexpr std::size_t deepest = 512;    // further down, elements count as their parents

constexpr StructuralElement structural_elements[] = {
    {"address"},
    {"article", Role::article},
    {"aside", Role::not_content},
    {"blockquote"},
    {"body", Role::page},
    {"button", Role::not_content},
    {"caption"},
    {"center"},
    {"dd", Role::description},
    {"details"},
    {"div"},
    {"dl"},
    {"dt", Role::description},
    {"fieldset"},
    {"figcaption", Role::not_content},
    {"figure"},
    {"footer", Role::not_content},
    {"form"},
    {"h1"},
    {"h2"},
    {"h3"},
    {"h4"},
    {"h5"},
    {"h6"},
    {"header", Role::not_content},
    {"html", Role::page},
    {"li", Role::item},
    {"main", Role::page},
    {"menu", Role::not_content},
    {"nav", Role::not_content},
    {"ol"},
    {"p", Role::paragraph},
    {"pre"},
    {"section"},
    {"select", Role::not_content},
    {"summary"},
    {"table"},
    {"tbody"},
    {"td", Role::cell},
    {"textarea", Role::not_content},
    {"tfoot"},
    {"th", Role::cell},
    {"thead"},
    {"title", Role::title},
    {"tr", Role::row},
    {"ul"},
};

// The names of up to eight bytes, as a table with free places in which a look or two find one.
class StructuralTable {
 public:
  constexpr StructuralTable() {
    for (const StructuralElement& element : structural_elements) {
      const std::uint64_t name = packed_name(element.name);
      if (name != 0) entries_[place(name)] = {name, &element};
    }
  }

  // Null for another name.
  constexpr const StructuralElement* find(std::uint64_t name) const {
    return entries_[place(name)].element;
  }

 private:
  struct Entry {
    std::uint64_t name = 0;  // 0: free
    const StructuralElement* element = nullptr;
  };

  constexpr std::size_t place(std::uint64_t name) const {
    std::size_t at = (name * 0x9E3779B97F4A7C15) >> 56;
    while (entries_[at].name != 0 && entries_[at].name != name) at = (at + 1) % entries_.size();
    return at;
  }

  std::array<Entry, 256> entries_{};
};

constexpr StructuralTable structural_table;

const StructuralElement* find_structural(const HtmlTag& tag) {
  if (tag.packed != 0) return structural_table.find(tag.packed);
  const auto found = std::ranges::find(structural_elements, tag.name, &StructuralElement::name);
  return found != std::end(structural_elements) ? found : nullptr;
}

std::size_t place_of(const StructuralElement& element) {
  return static_cast<std::size_t>(&element - structural_elements);
}

// Does the start of an element end one of `role` that is the last open one? (WHATWG HTML §13.1.2.4)
bool ends_at(Role role, Role started) {
  switch (role) {
    case Role::paragraph:
      return true;
    case Role::item:
    case Role::description:
      return started == role;
    case Role::row:
      return started == Role::row;
    case Role::cell:
      return started == Role::row || started == Role::cell;
    default:
      return false;
  }
}

constexpr std::string_view excluded_roles[] = {"banner", "complementary", "contentinfo",
                                               "dialog", "navigation",    "search"};
constexpr std::string_view excluded_classes[] = {"caption", "comment", "footer", "related"};

// Does a word of `text` begin with one of excluded_classes? Words are runs of letters.
bool names_excluded_class(std::string_view text) {
  constexpr auto begins_one = [](char c) {
    const auto begins = [&](std::string_view name) { return name.front() == lower(c); };
    return std::ranges::any_of(excluded_classes, begins);
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!begins_one(text[i]) || (i > 0 && is_letter(text[i - 1]))) continue;
    const auto starts = [&](std::string_view name) {
      return equal_ignoring_case(text.substr(i, name.size()), name);
    };
    if (std::ranges::any_of(excluded_classes, starts)) return true;
  }
  return false;
}

// Does the style have the declaration "display: none" or "visibility: hidden"?
bool hides(std::string_view style) {
  std::string packed;
  for (const char c : style)
    if (!is_blank(c)) packed += lower(c);
  return packed.find("display:none") != packed.npos ||
         packed.find("visibility:hidden") != packed.npos;
}

bool excludes(const HtmlAttribute& attribute) {
  const auto is = [&](std::string_view name) {
    return attribute.name.size() == name.size() && equal_ignoring_case(attribute.name, name);
  };
  if (is("class") || is("id")) return names_excluded_class(attribute.value);
  if (is("style")) return hides(attribute.value);
  if (is("role")) {
    return std::ranges::any_of(excluded_roles, [&](std::string_view role) {
      return equal_ignoring_case(attribute.value, role);
    });
  }
  return is("hidden");
}

// The sum of size / word_bytes over all runs of ones.
std::uint64_t further_words_in(std::uint64_t ones) {
  std::uint64_t long_runs = ones & ones << 1;
  for (const int shift : {2, 4, 8}) long_runs &= long_runs << shift;
  static_assert(word_bytes == 16);
  if (long_runs == 0) return 0;
  std::uint64_t words = 0;
  while (ones != 0) {
    ones >>= std::countr_zero(ones);
    const int size = std::countr_one(ones);
    words += static_cast<std::uint64_t>(size) / word_bytes;
    ones = size < 64 ? ones >> size : 0;
  }
  return words;
}

// Runs of bytes without a blank or NUL; a long one is several words, since not all languages have
// blanks.
std::uint64_t words_in(std::string_view text) {
  constexpr auto is_separator = [](Bytes16 bytes) {
    return (bytes == 0) | (bytes == ' ') | (bytes - '\t' <= '\r' - '\t');
  };
  const auto first =
      std::ranges::find_if_not(text, [](char c) { return is_blank(c) || c == '\0'; });
  text.remove_prefix(static_cast<std::size_t>(first - text.begin()));
  std::uint64_t words = 0, run = 0;  // run: bytes of the one that goes on at the start of a block
  for (std::size_t at = 0; at < text.size(); at += 64) {
    std::array<char, 64> last{};  // behind the end there are separators
    const std::string_view rest = text.substr(at);
    if (rest.size() < last.size()) std::ranges::copy(rest, last.begin());
    const char* const block = rest.size() < last.size() ? last.data() : rest.data();
    std::uint64_t ones = ~masks_where(block, is_separator)[0];  // in words
    words += static_cast<std::uint64_t>(std::popcount(ones & ~(ones << 1 | (run > 0 ? 1u : 0u))));
    const int leading = std::countr_one(ones), trailing = std::countl_one(ones);
    run += static_cast<std::uint64_t>(leading);
    if (leading == 64) continue;
    words += run / word_bytes;
    run = static_cast<std::uint64_t>(trailing);
    ones = ones >> leading << leading;
    words += further_words_in(trailing == 0 ? ones : ones << trailing);
  }
  return words + run / word_bytes;
}

}  // namespace

MainContent::MainContent(std::size_t start)
    : counted_(start), block_begin_(start), open_of_name_(std::size(structural_elements)) {
  open_.emplace_back().begin = start;
}

void MainContent::visit(const HtmlTag& tag, bool separates, std::string_view text) {
  if (tag.packed == packed_name("a")) {
    count_words(text);
    visit_link(tag);
  }
  if (!separates || tag.packed == packed_name("br")) return;
  end_block(text);
  const StructuralElement* element = find_structural(tag);
  if (element == nullptr) return;
  if (tag.is_end)
    close(*element);
  else
    open(*element, tag);
}

// A link may be open for several blocks, but not beyond the element that it is in.
void MainContent::visit_link(const HtmlTag& tag) {
  const auto is_href = [](const HtmlAttribute& one) {
    return equal_ignoring_case(one.name, "href");
  };
  if (tag.is_end)
    link_ = 0;
  else if (has_attribute(tag, is_href))
    link_ = open_.size();
}

void MainContent::count_words(std::string_view text) {
  const std::uint64_t words = words_in(text.substr(counted_));
  words_ += words;
  if (link_ > 0) linked_words_ += words;
  counted_ = text.size();
}

// Blank text goes to the next block.
void MainContent::end_block(std::string_view text) {
  count_words(text);
  if (words_ == 0) return;
  const Kind kind = kind_of_block();
  if (kind == Kind::title) has_title_ = true;
  if (kind == Kind::good) open_.back().words += words_ - linked_words_;
  if (blocks_.empty() || blocks_.back().kind != kind) blocks_.push_back({block_begin_, kind});
  words_ = linked_words_ = 0;
  block_begin_ = text.size();
}

MainContent::Kind MainContent::kind_of_block() const {
  const OpenElement& last = open_.back();
  const bool is_title = last.element != nullptr && last.element->role == Role::title;
  if (is_title && !has_title_) return Kind::title;
  if (last.is_excluded || linked_words_ * bad_links > words_) return Kind::bad;
  const bool is_good = words_ - linked_words_ >= good_words && linked_words_ * good_links <= words_;
  return is_good ? Kind::good : Kind::unclear;
}

void MainContent::open(const StructuralElement& element, const HtmlTag& tag) {
  while (open_.back().element != nullptr && ends_at(open_.back().element->role, element.role))
    close_last();
  if (open_.size() > deepest) return;
  OpenElement opened;
  opened.element = &element;
  opened.begin = block_begin_;
  opened.is_excluded = is_excluded(element, tag);
  opened.article = element.role == Role::article ? open_.size() : open_.back().article;
  open_.push_back(opened);
  ++open_of_name_[place_of(element)];
}

bool MainContent::is_excluded(const StructuralElement& element, const HtmlTag& tag) {
  const OpenElement& parent = open_.back();
  if (parent.is_excluded) return true;
  switch (element.role) {
    case Role::title:
    case Role::not_content:
      return true;
    case Role::page:
      return false;
    case Role::article:
      return parent.article > 0 && std::exchange(open_[parent.article].has_article, true);
    default:
      return has_attribute(tag, excludes);
  }
}

// An end tag without an open element of its name is passed over; else it ends those within, too.
void MainContent::close(const StructuralElement& element) {
  if (open_of_name_[place_of(element)] == 0) return;
  while (open_.back().element != &element) close_last();
  close_last();
}

void MainContent::close_last() {
  const OpenElement closed = open_.back();
  open_.pop_back();
  --open_of_name_[place_of(*closed.element)];
  if (open_.size() < link_) link_ = 0;
  OpenElement& parent = open_.back();
  parent.words += closed.words;
  if (closed.element->role != Role::paragraph && closed.words > parent.best_child_words) {
    parent.best_child_words = closed.words;
    parent.best_child_main = main_part_of(closed);
  }
}

MainContent::Part MainContent::main_part_of(const OpenElement& element) const {
  const bool has_main_child =
      element.best_child_words > 0 &&
      element.best_child_words * main_share_of >= element.words * main_share;
  return has_main_child ? element.best_child_main : Part{element.begin, block_begin_};
}

std::size_t MainContent::end_of(std::size_t block, std::string_view text) const {
  return block + 1 < blocks_.size() ? blocks_[block + 1].begin : text.size();
}

// For a block that is not outside `main`. As neighbours differ in kind, those of unclear blocks are
// clear.
bool MainContent::is_kept(std::size_t block, const Part& main) const {
  const Kind kind = blocks_[block].kind;
  if (kind != Kind::unclear) return kind == Kind::good;
  const bool follows_good =
      blocks_[block].begin > main.begin && blocks_[block - 1].kind == Kind::good;
  const bool has_next = block + 1 < blocks_.size() && blocks_[block + 1].begin < main.end;
  return follows_good || (has_next && blocks_[block + 1].kind == Kind::good);
}

void MainContent::keep_main_content(TextBuffer& text) {
  end_block(text.view());
  while (open_.size() > 1) close_last();
  if (open_.front().words == 0) return;
  const Part main = main_part_of(open_.front());
  std::size_t kept = blocks_.front().begin;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    std::size_t begin = blocks_[i].begin, end = end_of(i, text.view());
    if (blocks_[i].kind != Kind::title) {
      begin = std::max(begin, main.begin);
      end = std::min(end, main.end);
      if (begin >= end || !is_kept(i, main)) continue;
    }
    std::copy(text.data() + begin, text.data() + end, text.data() + kept);
    kept += end - begin;
  }
  text.shrink(kept);
}

}  // namespace subintent::internal
