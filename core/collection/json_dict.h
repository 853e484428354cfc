// Dicts as Python writes them: numbers by topic and docno, or by topic, intent and docno.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/name_table.h"
#include "core/collection/json_text.h"
#include "core/collection/topic_lines.h"
#include "core/io/content.h"
#include "core/io/text_file.h"
#include "subintent/program.h"

namespace subintent::internal {

// {"topic": {"docno": number, ...}, ...} or {"topic": {"intent": {"docno": number, ...}, ...},
// ...}; of runs also {"topic": ["docno", ...], ...}.
class JsonDict {
 public:
  // Does the text begin as an object with members does, or as an array of objects, which is
  // refused?
  static bool fits(std::string_view text);

  // Throws Error, naming the line, for what is not an object of objects, or of arrays where there
  // may be lists, and for a topic that is there twice. `advice` is for this and other errors.
  JsonDict(const TextFile& file, const char* advice, bool may_be_lists = false);

  // The objects of each topic, in label order. To be called once.
  std::vector<TopicLines> take_topics() { return std::move(topics_); }

  // The memory of names that are not in the file as they stand.
  std::vector<Content> names() const { return {text_.names.text()}; }

  struct Entry {
    std::string_view intent;  // empty where there are none
    std::string_view docno;
    double number;  // of a list: 1 / rank
    const char* place;
  };

  // Calls use(entry) for each number of a topic. Throws Error, naming the line, for what is neither
  // a number nor, where a topic's intents belong, an object of numbers; for both in one topic; for
  // an intent that is there twice; and for a name that is empty or holds control characters.
  template <typename Use>
  void read(const TopicLines& topic, LineInWork& line, Use use) const {
    for (const std::string_view piece : topic.pieces) {
      JsonReader reader(text_, piece, topic.topic, line);
      JsonValue root = reader.root();
      const auto use_number = [&](std::string_view intent, std::string_view docno,
                                  JsonValue& value) {
        line = JsonReader::place_of(value);
        use(Entry{intent, docno, reader.number(value, docno), line});
      };
      if (JsonReader::is(root, '[')) {
        double rank = 0;
        reader.for_each_element(root, [&](JsonValue& element) {
          line = JsonReader::place_of(element);
          use(Entry{{}, reader.name(element), 1 / ++rank, line});
        });
        continue;
      }
      bool has_intents = false, has_none = false;
      NameTable intents;
      reader.for_each_member(root, [&](std::string_view name, JsonValue value) {
        const bool is_intent = JsonReader::is(value, '{');
        (is_intent ? has_intents : has_none) = true;
        if (has_intents && has_none) {
          reader.refuse("'" + printable(name) + "' stands beside members of another kind");
        }
        if (!is_intent) return use_number({}, name, value);
        if (!intents.insert(name).second) {
          reader.refuse("intent '" + printable(name) + "' occurs twice");
        }
        reader.for_each_member(value, [&](std::string_view docno, JsonValue number) {
          use_number(name, docno, number);
        });
      });
    }
    line = nullptr;
  }

 private:
  JsonText text_;
  std::vector<TopicLines> topics_;
};

}  // namespace subintent::internal
