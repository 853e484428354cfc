// The judgments of a collection and what the files beside them say of its intents.
#pragma once

#include <unordered_set>

#include "core/collection/documents.h"
#include "core/collection/nuggets.h"
#include "core/collection/qrels.h"
#include "core/collection/topics.h"
#include "hierarchy/hierarchy.h"
#include "subintent/basics.h"

namespace subintent::internal {

// The judgments behind all topics. Names are views into text that the qrels share.
struct Judgments {
  Qrels diversity, adhoc;                            // of intents, and topic-level
  std::optional<IntentTable> intents;                // else uniform and informational
  TopicDescriptions topics;                          // where topics are given
  std::string qrels_name, adhoc_name, intents_name;  // of the files, for messages
  bool given_probabilities = false;                  // by the caller, beside the judgments
  // The highest grades judged, at least 1; those of all judgments where only a part is left.
  std::int32_t highest_intent_grade = 1, highest_adhoc_grade = 1;
  bool all_intents = false;              // those without a relevant document count too
  bool all_nuggets = true;               // so do nodes of hierarchies of nuggets
  bool are_nuggets = false;              // the intents are nuggets
  Warnings notes;                        // of the nuggets
  std::uint64_t failed_assignments = 0;  // of nuggets: the judge said nothing
  std::uint64_t ungraded = 0;            // rows without a grade, which are not judged
  GradeGains gains = {};                 // of grades that stand for fractions
  // Are answers judged, named by their runs, and not documents? Nothing where only the caller
  // knows.
  std::optional<bool> of_answers;
  bool all_intents_by_default = true;  // nobody has said whether they count
  // The contents of the second column, if nobody has said what is judged.
  SecondColumn second_column = SecondColumn::intents;
  std::optional<Qrels> counted;  // what the column says, where it is SecondColumn::counted
  // The hierarchies of nuggets, whose intents they are; else nullptr.
  std::shared_ptr<const std::vector<Hierarchy>> nuggets;
  bool of_criteria = false;                         // of a rubric, which the nuggets are
  std::shared_ptr<const NuggetBank> penalties;      // its criteria of negative weight; or nullptr
  std::shared_ptr<const CitationScores> citations;  // of answers, and all that is known; or nullptr
  std::shared_ptr<const Duplicates> duplicates;     // of any documents; none: nothing is known
  DuplicatesAs duplicates_as = DuplicatesAs::irrelevant;

  Judgments(Qrels diversity, Qrels adhoc);

  // No: `diversity` holds topic-level judgments too.
  bool has_intents() const;
  // Nullptr where nothing is known of the intent.
  const IntentInfo* intent_info(std::string_view topic, std::string_view intent) const;
  std::vector<std::string_view> topics_without_vital_intents() const;
  // Are the grades of topics made of those of several intents?
  bool has_derived_topics() const;
  // No: all that is known are topics.
  bool has_any() const;
};

// Judgments of topics, together. Throws Error where they contradict each other.
Qrels joined_qrels(const Qrels& qrels, const Qrels& more);

// The judgments of whole topics: those of files of ad hoc judgments, with `diversity` if that is of
// topics, too; else made from `diversity`. Throws the errors of joined_qrels().
Qrels read_adhoc_qrels(const std::vector<Source>& adhoc_qrels, const Qrels& diversity,
                       TopicGrade grade = TopicGrade::highest);

// Reads judgments. `names_intents` says whether something that is known of the intents names those
// of judgments, which are then of intents. Where they are nuggets, importance makes the
// probabilities unless others are given, and their texts describe the intents. Intents with
// relevant documents that topics do not list are informational. Throws the errors of the readers,
// and Error for a topic named as the means of scores are. Warns where nothing is relevant, where
// the two kinds of judgments have little in common, where topics do not list a judged intent or
// give it an unknown type, and where probabilities are 0. Where no judgments are given, the topics
// of `unjudged_intents` have none, if all of these are topic_level_intent: those of runs.
Judgments read_judgments(const JudgmentInputs& inputs, Warnings& warnings,
                         const std::function<bool(const Qrels&)>& names_intents = {});

// Judgments made of qrels in memory, with uniform intents, or of topics where the second column
// says so. Topic-level judgments are made where there are none.
Judgments judgments_of(Qrels diversity, std::optional<Qrels> adhoc, TopicGrade grade,
                       Warnings& warnings, std::optional<Judged> judged = {});

// The judgments of the documents that `keep` wants.
Judgments restricted(
    const Judgments& judgments,
    const std::function<bool(std::string_view topic, std::string_view docno)>& keep);

// The documents that are relevant to an intent of a judged topic, or to the topic.
std::unordered_set<std::string_view> relevant_docnos(const Judgments& judgments);

}  // namespace subintent::internal
