// Finds where nuggets, or any intents, are lost between a collection and an answer.
#pragma once

#include "compare/study/evaluation.h"

namespace subintent::internal {

// The stages at which a nugget can be lost, in their order.
enum class Stage {
  not_judged,        // no judged document holds it
  not_retrieved,     // the list holds no document that does
  below_cutoff,      // those are below the cutoff
  not_cited,         // none of them is cited
  not_said,          // one is cited, but the answer does not say it
  without_citation,  // the answer says it, and cites no document that holds it
  covered
};

inline constexpr std::size_t stage_count = 7;

// "not_retrieved", and in words "not retrieved".
std::string_view name_of(Stage stage);
std::string_view words_of(Stage stage);

// A nugget, or a node of a hierarchy.
struct LostNode {
  std::string intent;       // official intent or superintent
  std::string text;         // its words; maybe empty
  std::uint32_t layer = 0;  // of the hierarchy, from 1; 0: the official intents
  double weight = 0;        // in its layer; these add up to 1
  Stage stage = Stage::covered;
  std::uint32_t rank = 0;  // of the first document that holds it; 0: there is none
};

struct TopicLosses {
  std::string topic;
  std::vector<LostNode> nodes;  // official intents, then the layers of the hierarchy
};

// The three places where nuggets are looked for, and how.
struct LossInputs {
  const EvaluationData* data = nullptr;
  const Run* retrieved = nullptr;
  const Run* cited = nullptr;      // documents that the answers cite; or null
  const Qrels* answers = nullptr;  // what answers hold; or null
  std::string answer;              // the document of `answers` that is this system's
  std::size_t cutoff = 0;
  std::int32_t least_grade = 1;
  bool is_weighted = false;  // intents by their probabilities; else all the same
};

// By topic of the judgments. A node is covered where it is found at the last of the places that are
// given, and for an answer at the one before, too. What each stage loses adds up to 1 - coverage.
std::vector<TopicLosses> losses_of(const LossInputs& inputs);

// The weights of a layer by stage.
std::array<double, stage_count> shares_of(const TopicLosses& topic, std::uint32_t layer);

}  // namespace subintent::internal
