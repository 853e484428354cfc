// Captions for people in the place of the names of topics, intents and documents.
#pragma once

#include "core/collection/topics.h"
#include "subintent/values.h"

namespace subintent::internal {

// A document on one line, for people: the title; without one the first words, else the URL.
std::string_view headline(const DocumentText& text);

// The text of an intent; empty where it is not known.
std::string_view intent_text(const TopicDescriptions& topics, std::string_view topic,
                             std::string_view intent);

// All of it comes from files: what shows it escapes it.
struct Captions {
  Texts texts;
  TopicDescriptions topics;

  // Empty where nothing is known.
  std::string_view query(std::string_view topic) const;
  std::string_view intent(std::string_view topic, std::string_view intent) const;
  // The headline.
  std::string_view document(std::string_view docno) const;

  // "1 (jaguar)", "1" where the query is not known; printable.
  std::string topic(std::string_view topic) const;
};

// The topic that `given` names: one of `known`, or the only one of them whose query it is, in upper
// or lower case. Throws Error, naming those of `file`, if there is none or are several.
std::string find_topic(const std::string& given, std::vector<std::string> known,
                       const Captions& captions, const std::string& file);

// The first twenty names: "1, 2, 3 and 17 more".
std::string listed_names(const std::vector<std::string>& names);

}  // namespace subintent::internal
