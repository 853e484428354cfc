// What people read in the place of the names of topics, intents and documents.
#pragma once

#include <string>
#include <string_view>

#include "subintent/texts.h"
#include "trec/topics.h"

namespace subintent::internal {

// All of it comes from files: what shows it escapes it.
struct Captions {
  Texts texts;
  TopicDescriptions topics;

  // Empty where nothing is known.
  std::string_view query(std::string_view topic) const;
  std::string_view intent(std::string_view topic, std::string_view intent) const;
  // The title; without one the excerpt, else the URL.
  std::string_view document(std::string_view docno) const;
};

}  // namespace subintent::internal
