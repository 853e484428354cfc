// A topic as a measure sees it, with what is not judged.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "evaluate/measure.h"
#include "evaluate/topic_data.h"
#include "study/open_layer.h"
#include "study/unjudged.h"

namespace subintent::internal {

struct OpenTopic {
  const Measure* measure = nullptr;
  std::vector<OpenLayer> layers;
  bool is_official = true;                                  // no hierarchy
  std::vector<std::vector<std::int32_t>> lists;             // as of ListSetting
  bool lists_may_shrink = false;                            // by what is not judged
  std::vector<std::vector<std::uint32_t>> pairs;            // by document: those of Unjudged
  std::vector<std::vector<std::set<std::string>>> intents;  // by layer and node: of pairs for it
  std::vector<std::string> intents_of_pairs;                // of all of the topic
};

// A topic by the judgments that there are, and by the highest that there can be.
struct BothTopics {
  const TopicData &low, &high;
};

// Makes topic number `t` of the judgments. Measure and topics must outlive the result.
OpenTopic open_topic(const Measure& measure, const BothTopics& both, const Unjudged& unjudged,
                     std::size_t t, const ListsOfRuns& lists);

}  // namespace subintent::internal
