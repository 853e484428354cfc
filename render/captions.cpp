#include "render/captions.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/strings.h"
#include "render/text_layout.h"

namespace subintent::internal {

std::string_view Captions::query(std::string_view topic) const {
  const auto found = topics.find(topic);
  return found == topics.end() ? std::string_view() : found->second.query;
}

std::string_view Captions::intent(std::string_view topic, std::string_view intent) const {
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
    throw Error(Location{file, 0},
                "has no topic " + printable(given) + "; it has " + listed_names(all));
  }
  throw Error(Location{file, 0}, "has several topics with the query " + printable(given) +
                                     "; choose one of " + listed_names(asked));
}

std::string listed_names(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, names.size()); ++i) {
    text += (i == 0 ? "" : ", ") + printable(names[i]);
  }
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

}  // namespace subintent::internal
