// What nobody has judged of the documents that runs retrieve, and the judgments that there would be
// if all of it were judged as high as can be.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "study/evaluation.h"

namespace subintent::internal {

// A document that has not been judged for an intent, or for its topic (topic_level_intent).
struct UnjudgedPair {
  std::string_view intent, docno;

  auto operator<=>(const UnjudgedPair&) const = default;
};

struct UnjudgedOptions {
  std::optional<std::size_t> depth;  // of the lists; none: the whole lists
  // A document that is judged for an intent, or for its topic, is judged for all other intents.
  bool by_document = false;
  // Of measures whose bounds come from trying judgments: in how many ways, at most, of a topic and
  // of a list.
  std::size_t most_of_topic = 500, most_of_list = 1000;
};

// By run, then topic of the judgments; nullptr where a run lacks it.
using ListsOfRuns = std::vector<std::vector<const RankedList*>>;

struct Unjudged {
  std::vector<std::vector<UnjudgedPair>> pairs;  // by topic, sorted
  std::shared_ptr<const Judgments> highest;      // where all of them have the highest grade
  std::vector<NamedHierarchies> hierarchies;     // with these documents in all nodes they may be in
  // How topic-level grades follow from those of intents, if they do.
  std::optional<TopicGrade> topics_from_intents;
};

// Of the unjudged pairs of topic number `t` those that a measure sees, by their places.
std::vector<std::uint32_t> seen_pairs(const Measure& measure, const Unjudged& unjudged,
                                      std::size_t t);

struct GradedPair {
  UnjudgedPair pair;
  std::int32_t grade = 0;
};

// The judgments of a topic alone, to which more come.
class JudgedTopic {
 public:
  // Of topic number `t`; the judgments must live as long.
  JudgedTopic(const Judgments& judgments, std::size_t t,
              std::optional<TopicGrade> topics_from_intents);

  Judgments with(const std::vector<GradedPair>& pairs) const;

 private:
  const TopicQrels& diversity_;
  const TopicQrels* adhoc_;
  std::optional<TopicGrade> topics_from_intents_;
  Judgments alone_;  // but for what is judged
};

// Intents are those that the judgments name for the topic, but intent 0 where nothing is relevant
// to it, and those without a probability where there is a file of them. A document may be in all
// nodes of an intent that it has not been judged for, unless hierarchies have it in some: then in
// these. Lists and judgments must live as long as the result.
Unjudged unjudged_of(const EvaluationData& data, const ListsOfRuns& lists,
                     const UnjudgedOptions& options);

}  // namespace subintent::internal
