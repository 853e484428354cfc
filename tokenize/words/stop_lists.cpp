#include "tokenize/words/stop_lists.h"

#include <fmt/format.h>

#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::vector<StopList> parse_lists(std::string_view text) {
  std::vector<StopList> lists;
  while (!text.empty()) {
    const std::string_view paragraph = text.substr(0, text.find("\n\n"));
    text.remove_prefix(std::min(paragraph.size() + 2, text.size()));
    if (paragraph.starts_with('#')) continue;
    const std::string_view header = paragraph.substr(0, paragraph.find('\n'));
    const std::size_t blank = header.find(' ');
    lists.push_back(
        {header.substr(0, blank), header.substr(blank + 1), paragraph.substr(header.size())});
  }
  return lists;
}

// The words between blanks and line ends.
std::vector<std::string_view> words_in(std::string_view text) {
  constexpr std::string_view blanks = " \n";
  std::vector<std::string_view> words;
  std::size_t end = 0;
  for (std::size_t begin;
       (begin = text.find_first_not_of(blanks, end)) != std::string_view::npos;) {
    end = std::min(text.find_first_of(blanks, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
  }
  return words;
}

bool is_called(const StopList& list, std::string_view language) {
  return list.name == language || std::ranges::count(words_in(list.codes), language) > 0;
}

}  // namespace

std::span<const StopList> stop_lists() {
  static const std::vector<StopList> lists = parse_lists(stop_lists_text);
  return lists;
}

const StopList* find_stop_list(std::string_view language) {
  if (language == "porter") language = "english";  // as a stemmer
  for (const StopList& list : stop_lists())
    if (is_called(list, language)) return &list;
  return nullptr;
}

std::vector<std::string> words_of(const StopList& list) {
  std::vector<std::string> words;
  for (const std::string_view word : words_in(list.words)) {
    words.emplace_back(word);
    const std::size_t apostrophe = word.find('\'');
    if (apostrophe == std::string_view::npos) continue;
    words.emplace_back(word);
    words.back().replace(apostrophe, 1, "\u2019");
  }
  return words;
}

std::vector<std::string> stop_words_of(std::string_view language) {
  if (const StopList* const list = find_stop_list(language)) return words_of(*list);
  std::vector<std::string_view> known = mapped(stop_lists(), &StopList::name);
  throw Error::argument("stopwords", "there are no stop words for '" + printable(language) + "'",
                        fmt::format("use one of {}", join(known, ", ")));
}

}  // namespace subintent::internal
