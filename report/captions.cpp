#include "report/captions.h"

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

std::string_view Captions::document(std::string_view docno) const {
  const auto found = texts.find(docno);
  if (found == texts.end()) return {};
  const DocumentText& text = found->second;
  if (!text.title.empty()) return text.title;
  return text.excerpt.empty() ? text.url : text.excerpt;
}

}  // namespace subintent::internal
