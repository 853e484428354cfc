// What people read in the place of the names of topics and intents.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "subintent/export.h"
#include "subintent/source.h"

namespace SUBINTENT_PUBLIC subintent {

// What is not known is empty.
struct TopicCaption {
  std::string query;
  std::map<std::string, std::string> intents = {};  // their descriptions, by name

  bool operator==(const TopicCaption&) const = default;
};

// By topic.
using TopicCaptions = std::map<std::string, TopicCaption>;

// Reads the topics XML of the TREC Web Track. Throws Error, with file and line, for XML that does
// not parse, and topics or subtopics that have no number or are there twice.
TopicCaptions read_topic_captions(const Source& topics);

// The topic that `given` names: one of `topics`, or the only one of them whose query it is, in
// upper or lower case. Throws Error, naming those of `file`, if there is none or are several.
std::string find_topic(const std::string& given, const std::vector<std::string>& topics,
                       const TopicCaptions& captions, const std::string& file);

}  // namespace subintent
