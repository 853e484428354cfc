#include "tokenize/words/repeated_sentences.h"

#include <set>

#include "core/base/strings.h"

namespace subintent::internal {
namespace {

constexpr std::size_t many_texts = 3;

template <typename Use>
void for_each_sentence(std::string_view text, const Use& use) {
  while (!(text = trim(text)).empty()) {
    std::size_t end = 1;
    const auto goes_on = [&] {
      const bool may_end = text[end] == '\n' || std::string_view(".!?").find(text[end - 1]) < 3;
      return !is_blank(text[end]) || !may_end;
    };
    while (end < text.size() && goes_on()) ++end;
    use(text.substr(0, end));
    text.remove_prefix(end);
  }
}

// The place of the last separator, or the end.
std::size_t end_of_subject(std::string_view title) {
  std::size_t end = 0;
  for (const std::string_view separator : {" - ", " | ", " – ", " — ", " :: ", " · "}) {
    const std::size_t place = title.rfind(separator);
    if (place != std::string_view::npos) end = std::max(end, place);
  }
  return end > 0 ? end : title.size();
}

}  // namespace

[[gnu::cold]] void RepeatedSentences::add_title(std::string_view title) {
  const std::size_t end = end_of_subject(title);
  if (end < title.size()) ++titles_with_[std::string(title.substr(end))];
}

[[gnu::cold]] std::string_view RepeatedSentences::without_site(std::string_view title) const {
  const std::size_t end = end_of_subject(title);
  const auto found = titles_with_.find(title.substr(end));
  return found == titles_with_.end() || found->second < many_texts ? title : title.substr(0, end);
}

[[gnu::cold]] void RepeatedSentences::add(std::string_view text, std::size_t topic) {
  std::set<std::string_view> sentences;
  bool is_first = true, is_new = true;
  for_each_sentence(text, [&](std::string_view sentence) {
    if (std::exchange(is_first, false))
      is_new = beginnings_.emplace(sentence).second;
    else if (is_new && sentence.find(' ') < sentence.size())
      sentences.insert(sentence);
  });
  for (const std::string_view sentence : sentences) {
    Texts& texts = texts_with_.try_emplace(std::string(sentence), Texts{0, topic}).first->second;
    ++texts.count;
    if (texts.topic != topic) texts.topic = several_topics;
  }
}

[[gnu::cold]] std::string RepeatedSentences::without(std::string text) const {
  bool is_first = true;
  for_each_sentence(text, [&](std::string_view sentence) {
    const auto leave_out_word = [&] {
      sentence.remove_prefix(std::min(sentence.find(' '), sentence.size() - 1) + 1);
    };
    if (std::exchange(is_first, false)) leave_out_word();
    for (; !sentence.empty(); leave_out_word()) {
      const auto found = texts_with_.find(sentence);
      if (found == texts_with_.end() || found->second.count < many_texts ||
          found->second.topic != several_topics)
        continue;
      std::fill_n(text.begin() + (sentence.data() - text.data()), sentence.size(), '\n');
      break;
    }
  });
  return text;
}

}  // namespace subintent::internal
