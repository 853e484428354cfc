// Sentences that stand in texts of several topics and say nothing of any, such as "All rights
// reserved.", and names of sites at the ends of titles.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "subintent/program.h"

namespace subintent::internal {

// Sentences end in ".", "!" or "?" before a blank, or with the line. Only those of two words or
// more, and not the first of a text, are looked at; texts that begin alike are one.
class RepeatedSentences {
 public:
  void add(std::string_view text, std::size_t topic);

  // The text with line ends in place of sentences that three or more texts have, not all of one
  // topic, also where words without a full stop are before them.
  std::string without(std::string text) const;

  void add_title(std::string_view title);

  // The title without what three or more titles have behind their last " - ", " | " or the like.
  std::string_view without_site(std::string_view title) const;

 private:
  std::unordered_set<std::string> beginnings_;
  struct Texts {
    std::size_t count = 0, topic = 0;  // the topic of all, or several_topics
  };
  static constexpr std::size_t several_topics = std::string::npos;

  std::unordered_map<std::string, Texts, StringHash, std::equal_to<>> texts_with_;
  std::unordered_map<std::string, std::size_t, StringHash, std::equal_to<>> titles_with_;
};

}  // namespace subintent::internal
