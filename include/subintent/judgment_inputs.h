// Where judgments come from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "subintent/export.h"
#include "subintent/source.h"

namespace SUBINTENT_PUBLIC subintent {

// "Document docno is relevant to the intent of the topic with this grade." Grades of at most 0 are
// not relevant.
struct Judgment {
  std::string topic, intent, docno;
  std::int32_t grade = 0;

  bool operator==(const Judgment&) const = default;
};

// A judgment whose names belong to the caller, who keeps them until they have been read.
struct JudgmentView {
  std::string_view topic, intent, docno;
  std::int32_t grade = 0;
};

// What is known of an intent.
struct Intent {
  std::string topic, intent;
  double probability = 0;     // 0 to 1; those of a topic add up to at most 1
  bool navigational = false;  // else informational
};

// How a document's topic-level grade comes from its grades for the intents [SakaiSong11 §5].
enum class TopicGrade {
  highest,  // the highest of them
  intents   // the number of intents it is relevant to
};

// Files, or values in memory. Errors of values name their number, from 1. The judgments of several
// files add up; one that they contradict is an error.
using JudgmentSource =
    std::variant<Source, std::vector<Judgment>, std::vector<Source>, std::vector<JudgmentView>>;
using IntentSource = std::variant<Source, std::vector<Intent>>;

struct JudgmentInputs {
  JudgmentSource qrels = Source(std::string());  // topic, intent, docno, grade
  // Of whole topics, whose intents are not looked at; else made from `qrels`. Where they are given
  // alone, there are no intents, and measures that see intents are refused.
  std::optional<JudgmentSource> adhoc_qrels = {};
  // At most one of these; else all intents are uniform and informational.
  std::optional<Source> topics = {};               // topics of the TREC Web Track, XML
  std::optional<IntentSource> probabilities = {};  // topic, intent, probability, [inf|nav]
  TopicGrade topic_grade = TopicGrade::highest;    // where `qrels` give the grades of topics
  // Whether intents without a relevant document count: those that are judged, and those of `topics`
  // or `probabilities`. Not given: those of nuggets do, others do not.
  std::optional<bool> all_intents = {};
  // Are `qrels` in memory nuggets? Files of nuggets are known by what they hold.
  bool are_nuggets = false;
  // More of these, (topic, intent), that neither has.
  std::vector<std::pair<std::string, std::string>> unjudged_intents = {};
};

// Is there anything to read? An empty path says no, and so does a list without files.
bool is_given(const JudgmentSource& source);

}  // namespace subintent
