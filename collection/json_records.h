// Files of JSON objects, one after the other, that say by their members what they are: answers,
// ratings.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "collection/json_scanner.h"
#include "collection/topic_lines.h"
#include "io/content.h"
#include "io/text_file.h"

namespace subintent::internal {

// Does the first object of a text have members of all these names? Each name may be several, of
// which one is enough. Looks at the beginning of the text only, and takes what is no JSON for no
// member.
using EitherName = std::initializer_list<std::string_view>;
bool first_object_has(std::string_view text, std::initializer_list<EitherName> names);

// The objects of a file, by topic.
class JsonRecords {
 public:
  // Throws Error, naming the line, for what is not a series of objects, or an array of them, and
  // for one without a topic: a string or whole number that is the first of these members, of the
  // object itself or of its "metadata". Members that have one of the names `noted`, in either of
  // them, are found again by noted().
  JsonRecords(const TextFile& file, const char* advice,
              std::initializer_list<std::string_view> names,
              std::initializer_list<std::string_view> noted = {});

  // In label order, a piece per object. To be called once.
  std::vector<TopicLines> take_topics() { return std::move(topics_); }

  // Where names lie that are not in the file as they stand.
  std::vector<Content> names() const { return {text_.names.text()}; }

  struct Noted {
    const char* place;  // where the value begins
    std::size_t name;   // its number among the names
    bool in_metadata;
  };
  // The noted members of the object, in their order. `next` is where to look first: that is at
  // those behind the ones that the call before has found.
  std::span<const Noted> noted(std::string_view piece, std::size_t& next) const;

  // Throws Error for a topic that has more than one object.
  void require_one_each(std::string_view what) const;

  // Goes through an object of a topic.
  JsonScanner scanner(const TopicLines& topic, std::string_view piece, LineInWork& line) const {
    return {text_, piece, is_plain(piece), topic.topic, line};
  }

  const TextFile& file() const { return text_.file; }

 private:
  std::string_view topic_of(std::string_view object, const std::vector<std::string_view>& nested,
                            std::initializer_list<std::string_view> names, LineInWork& line);
  bool is_plain(std::string_view piece) const;

  JsonText text_;
  std::vector<std::string_view> noted_names_;
  std::vector<Noted> noted_;            // of all objects, in the order of the file
  std::vector<const char*> not_plain_;  // where objects begin whose strings need a look
  std::vector<TopicLines> topics_;
};

// A name that is a string or a whole number.
std::string_view name_or_number(JsonScanner& scanner);

}  // namespace subintent::internal
