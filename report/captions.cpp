#include "report/captions.h"

#include <fmt/format.h>

#include "core/base/strings.h"
#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {

std::string_view Captions::query(std::string_view topic) const {
  const auto found = topics.find(topic);
  return found == topics.end() ? std::string_view() : found->second.query;
}

std::string_view Captions::intent(std::string_view topic, std::string_view intent) const {
  return intent_text(topics, topic, intent);
}

std::string_view intent_text(const TopicDescriptions& topics, std::string_view topic,
                             std::string_view intent) {
  const auto described = topics.find(topic);
  if (described == topics.end()) return {};
  const auto found = described->second.intents.find(intent);
  return found == described->second.intents.end() ? std::string_view() : found->second.text;
}

std::string_view headline(const DocumentText& text) {
  if (!text.title.empty()) return text.title;
  return text.excerpt.empty() ? text.url : text.excerpt;
}

std::string_view Captions::document(std::string_view docno) const {
  const auto found = texts.find(docno);
  return found == texts.end() ? std::string_view() : headline(found->second);
}

std::string Captions::topic(std::string_view topic) const {
  const std::string_view text = query(topic);
  return display_text(topic) + (text.empty() ? "" : " (" + display_text(text) + ")");
}

namespace {

// Topics, with their queries, that have all words of a text in their query.
std::vector<std::string> topics_with_words(const std::string& text,
                                           const std::vector<std::string>& topics,
                                           const Captions& captions) {
  const auto words_of = [](std::string_view any) { return split(lowered(any), ' '); };
  std::vector<std::string> wanted = words_of(text), found;
  std::erase(wanted, "");
  if (wanted.empty()) return found;
  for (const std::string& topic : topics) {
    const std::vector<std::string> words = words_of(captions.query(topic));
    const auto has = [&](const std::string& word) { return std::ranges::count(words, word) > 0; };
    if (std::ranges::all_of(wanted, has)) found.push_back(captions.topic(topic));
  }
  return found;
}

}  // namespace

std::string find_topic(const std::string& given, std::vector<std::string> known,
                       const Captions& captions, const std::string& file) {
  if (std::ranges::find(known, given) != known.end()) return given;
  std::ranges::sort(known, label_less);
  known.erase(std::unique(known.begin(), known.end()), known.end());
  std::vector<std::string> asked, all;
  for (const std::string& topic : known) {
    const std::string_view query = captions.query(topic);
    if (!query.empty() && lowered(query) == lowered(given)) asked.push_back(topic);
    all.push_back(captions.topic(topic));
  }
  if (asked.size() == 1) return asked[0];
  if (asked.empty()) {
    const std::string fault = "has no topic " + printable(given);
    const std::vector<std::string> alike = topics_with_words(given, known, captions);
    const bool is_query = captions.topics.empty() && std::ranges::none_of(given, is_digit);
    if (alike.empty())
      throw Error(Location{file, 0}, fault + "; it has " + listed_names(all),
                  is_query ? "give `topics=FILE` to name it by its query" : "");
    throw Error(Location{file, 0}, fault, "these have it in their query: " + listed_names(alike));
  }
  throw Error(Location{file, 0}, "has several topics with the query " + printable(given) +
                                     "; choose one of " + listed_names(asked));
}

std::string listed_names(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, names.size()); ++i)
    text += (i == 0 ? "" : ", ") + printable(names[i]);
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

}  // namespace subintent::internal
