// Files of JSON objects, one after the other, that say by their members what they are: answers,
// ratings.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "core/collection/json_text.h"
#include "core/collection/topic_lines.h"
#include "core/io/content.h"
#include "core/io/text_file.h"

namespace subintent::internal {

// Does the first object of a text have members of all these names? Each name may be several, of
// which one is enough. Looks at the beginning of the text only, and takes what is no JSON for no
// member.
using EitherName = std::initializer_list<std::string_view>;
bool first_object_has(std::string_view text, std::initializer_list<EitherName> names);

// What the topics and the documents of such objects are called.
inline const EitherName topic_members = {
    "qid", "query_id", "query-id", "topic_id", "user_id", "question_id", "topic", "query", "id"};
inline const EitherName docno_members = {"docid",     "docno",      "doc_id", "corpus-id",
                                         "corpus_id", "passage_id", "pid",    "item_id"};
bool is_one_of(std::string_view name, EitherName names);

// The objects of a file, by topic.
class JsonRecords {
 public:
  // Throws Error, naming the line, for what is not a series of objects, or an array of them, and
  // for one without a topic: a string or whole number that is the first of these members, of the
  // object itself or of its "metadata" or "query". A string of the name `noted`, in either of them,
  // is found again by noted(). `part` is a piece of the file that holds them; empty: all of it.
  JsonRecords(const TextFile& file, const char* advice,
              std::initializer_list<std::string_view> names, std::string_view noted = {},
              std::string_view part = {});

  // In label order, a piece per object. To be called once.
  std::vector<TopicLines> take_topics() { return std::move(topics_); }

  // The memory of names that are not in the file as they stand.
  std::vector<Content> names() const { return {text_.names.text()}; }

  // The string that was noted of the object; empty where there is none.
  std::string_view noted(std::string_view piece) const;

  // Throws Error for a topic that has more than one object.
  void require_one_each(std::string_view what) const;

  const JsonText& text() const { return text_; }

 private:
  struct Object {
    const char* place;
    std::string_view topic, noted;
  };

  static Object read(JsonReader& reader, JsonValue& object,
                     std::initializer_list<std::string_view> names, std::string_view noted);

  JsonText text_;
  std::vector<Object> objects_;  // in the order of the file
  std::vector<TopicLines> topics_;
};

}  // namespace subintent::internal
