// Files that are one document each: text, Markdown or HTML. The docno is the name of the file.

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "tokenize/archive/collection_files.h"
#include "tokenize/archive/collection_format.h"
#include "tokenize/archive/header_fields.h"
#include "tokenize/archive/markup.h"
#include "tokenize/charset/charset.h"

namespace subintent::internal {
namespace {

constexpr std::string_view inside_words[] = {"a",    "b",     "code",   "em",  "i",   "kbd", "mark",
                                             "span", "small", "strong", "sub", "sup", "u"};

bool is_word(char c) {
  return is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) > 127;
}

// The size of the tag or the comment of HTML that `text` begins with; 0 if there is none.
std::size_t size_of_tag(std::string_view text) {
  if (text.starts_with("<!--")) return text.find("-->") == text.npos ? 0 : text.find("-->") + 3;
  const std::string_view name = text.substr(text.starts_with("</") ? 2 : 1);
  const auto* const end = std::ranges::find_if_not(
      name, [](char c) { return is_letter(c) || is_digit(c) || c == '-'; });
  const std::size_t close = text.find_first_of("<>", 1);
  if (name.empty() || !is_letter(name[0]) || end == name.end() || close == text.npos) return 0;
  const bool is_paragraph = text.substr(0, close).find("\n\n") == text.npos;
  const bool ends_name = is_blank(*end) || *end == '>' || *end == '/';
  return text[close] == '>' && is_paragraph && ends_name ? close + 1 : 0;
}

// Adds a line without tags, without marks at the sides of words, and without the targets of links
// and pictures.
void append_plain(std::string& text, std::string_view line) {
  bool is_code = false;
  line.remove_prefix(std::min(line.find_first_not_of("#> "), line.size()));
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool is_inside =
        i > 0 && i + 1 < line.size() && is_word(line[i - 1]) && is_word(line[i + 1]);
    if (line.substr(i).starts_with("![")) continue;
    if (line[i] == '`') is_code = !is_code;
    const std::size_t tag = line[i] == '<' && !is_code ? size_of_tag(line.substr(i)) : 0;
    if (tag > 0) {
      const std::string_view name = line.substr(line[i + 1] == '/' ? i + 2 : i + 1, tag);
      if (std::ranges::none_of(
              inside_words, [&](std::string_view one) { return starts_with_element(name, one); }))
        text += ' ';
      i += tag - 1;
      continue;
    }
    const std::size_t end = line.substr(i).starts_with("](") ? line.find(')', i) : line.npos;
    if (end != line.npos) {
      i = end;
    } else if (is_inside || std::string_view("*_`[]|").find(line[i]) == std::string_view::npos) {
      text += line[i];
    }
  }
}

// Cuts off lines "name: value" between two of "---" at the start, or "name = value" between two of
// "+++", and gives their title.
std::string take_front_matter(std::string_view& text) {
  std::string_view title, rest = text;
  const std::string_view fence = take_line(rest);
  const bool is_toml = fence == "+++";
  if (is_toml ? rest.find('=') > rest.find('\n')
              : fence != "---" || rest.find(':') > rest.find_first_of(" \n"))
    return {};
  while (!rest.empty()) {
    const std::string_view line = take_line(rest);
    const std::size_t value = line.find(is_toml ? '=' : ':') + 1;
    if (value > 0 && trim(line.substr(0, value - 1)) == "title") title = trim(line.substr(value));
    if (line != fence) continue;
    text = rest;
    const bool is_quoted =
        title.size() > 1 && title[0] == title.back() && (title[0] == '"' || title[0] == '\'');
    return std::string(is_quoted ? title.substr(1, title.size() - 2) : title);
  }
  return {};
}

constexpr std::size_t longest_heading = 120;

// Is it a heading of Markdown, behind "#" and a blank?
bool is_heading(std::string_view line) {
  const std::size_t words = line.find_first_not_of('#');
  return words != line.npos && words > 0 && line[words] == ' ';
}

// Makes the heading that `text` ends with the title, if it comes first; ends it as a sentence else.
void end_heading(std::size_t begin, std::string& text, std::string& title) {
  const std::string_view heading = trim(std::string_view(text).substr(begin));
  const bool is_first = trim(std::string_view(text).substr(0, begin)).empty();
  if (is_first && title.empty() && heading.size() <= longest_heading && is_valid_utf8(heading))
    title = heading;
  else if (!heading.empty() && heading != title &&
           (is_letter(text.back()) || is_digit(text.back())))
    text += '.';
}

// The first line, if it stands over the text and ends no sentence: an empty line is behind it.
std::string heading_of(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of("\r\n \t"), text.size()));
  const std::string_view line = trim(take_line(text));
  const bool is_over = trim(take_line(text)).empty() && !trim(text).empty();
  const bool is_short = !line.empty() && line.size() <= longest_heading && is_valid_utf8(line);
  return is_over && is_short && std::string_view(".!?,;:").find(line.back()) == line.npos
             ? std::string(line)
             : "";
}

// The words of Markdown: no marks, no lines that begin or end code or say where a link leads. The
// title of what is before them comes first, once.
std::string words_of_markdown(std::string_view rest, std::string& title) {
  title = take_front_matter(rest);
  std::string text;
  append_plain(text, rest.substr(std::min(rest.find_first_not_of("\r\n"), rest.size())));
  text = title.empty() || text.starts_with(title + '\n') ? "" : title + '\n';
  bool is_code = false;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    const std::string_view words = trim(line);
    // A tag may end in a later line.
    const std::size_t open = is_code ? line.npos : line.rfind('<');
    if (open != line.npos)
      if (const std::size_t end = open + size_of_tag(rest.substr(open)); end > line.size())
        line = rest.substr(0, rest.find('\n', end));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const bool is_fence = words.starts_with("```") || words.starts_with("~~~");
    is_code ^= is_fence;
    const std::size_t target = words.starts_with('[') ? words.find("]: ") : words.npos;
    const bool is_target =
        target != words.npos && (words.find("://", target) < target + 12 ||
                                 std::string_view("/#<.").find(words[target + 3]) != words.npos);
    if (!is_fence && is_code) text += line;
    const std::size_t begin = text.size();
    if (!is_fence && !is_code && !is_target) append_plain(text, line);
    if (!is_code && is_heading(words)) end_heading(begin, text, title);
    text += '\n';
  }
  return text;
}

// Are the first lines all those of a run or of judgments: topic, Q0 or a name, docno, number ...?
bool is_list_of_trec(std::string_view text) {
  constexpr std::size_t looked_at = 20;  // lines
  std::array<std::string_view, 6> words;
  std::size_t lines = 0, columns = 0;
  for (; lines < looked_at && !text.empty(); ++lines) {
    const std::size_t count = split_blanks(take_line(text), words);
    if (lines == 0) columns = count;
    if (count != columns || (count != 4 && count != 6)) return false;
    if (!parse_integer(words[3]) || (count == 6 && !parse_double(words[4]))) return false;
  }
  return lines > 1;
}

class WholeFileReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  bool next(Document& document) override {
    if (std::exchange(is_read_, true)) return false;
    ++counts_.records;
    document.docno = options_.file_docno;
    document.title.clear();
    document.url.clear();
    if (const auto defect = docno_defect(document.docno)) {
      counts_.count_skipped("docno that " + *defect, window_.name());
      return false;
    }
    const std::string_view bytes = window_.peek(document_size_limit + 1);
    if (bytes.size() > document_size_limit)
      counts_.count_repaired("document cut at 64 MiB", window_.name());
    std::string decoded;
    std::string_view all = bytes.substr(0, document_size_limit);
    if (is_list_of_trec(all))
      doubt("its lines are those of a run or of judgments, and are read as one document",
            "they are", "`qrels` where they are judgments, or leave the file out");
    if (!wide_encoding(all).empty()) all = view_as_utf8(all, {}, false, decoded);
    if (ending_of(window_.name()) == Ending::markdown && !options_.html)
      set_text(document, {}, words_of_markdown(all, document.title), window_.name());
    else
      set_text(document, {}, all, window_.name());
    if (document.title.empty() && !document.is_html) document.title = heading_of(document.content);
    window_.skip(bytes.size());
    return true;
  }

 private:
  bool is_read_ = false;
};

}  // namespace

CollectionFormat text_format() {
  return {
      .label = "text",
      .detect = [](std::string_view) { return false; },  // by the name of the file
      .open = open_reader<WholeFileReader>,
      .is_plain = true,
      .example = "An example\n",
  };
}

}  // namespace subintent::internal
