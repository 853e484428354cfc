// Dicts as Python writes them: numbers by topic and docno, or by topic, intent and docno.
#pragma once

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "support/text_file.h"
#include "trec/topic_lines.h"
#include "trec/unescaped_names.h"

namespace subintent::internal {

// {"topic": {"docno": number, ...}, ...} or {"topic": {"intent": {"docno": number, ...}, ...}, ...}
class JsonDict {
 public:
  // Does the text begin as an object with members does?
  static bool fits(std::string_view text);

  // Throws Error, naming the line, for what is not an object of objects. `advice` is for this and
  // other errors.
  JsonDict(const TextFile& file, const char* advice);

  // The objects of each topic, in label order. To be called once.
  std::vector<TopicLines> take_topics() { return std::move(topics_); }

  // Where names lie that are not in the file as they stand.
  std::vector<Content> names() const;

  struct Entry {
    std::string_view intent;  // empty where there are none
    std::string_view docno;
    double number;
    const char* place;
  };

  // Calls use(entry) for each number of a topic. Throws Error, naming the line, for what is neither
  // a number nor, where a topic's intents belong, an object of numbers; for both in one topic; and
  // for a name that is empty or holds control characters.
  void read(const TopicLines& topic, LineInWork& line,
            const std::function<void(const Entry&)>& use) const;

 private:
  class Scanner;

  TextFile file_;
  const char* advice_;
  UnescapedNames names_;
  bool is_plain_;  // names are as they stand, unless they are empty
  std::vector<TopicLines> topics_;
};

}  // namespace subintent::internal
