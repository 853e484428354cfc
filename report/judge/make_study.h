// Studies of what is to be judged and who judges.
#pragma once

#include <set>

#include "core/collection/preferences.h"
#include "core/collection/topics.h"
#include "report/judge/assignment.h"
#include "report/judge/shown_lists.h"
#include "report/judge/study.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// The texts that participants read before they begin.
struct StudyWords {
  std::string title, instructions;
  std::vector<std::string> questions;  // none in a study of intents
  std::string consent = {};            // to take part; may be empty
  std::string language = "en";         // one of language_choices()
};

// The texts of topics and documents that they read.
struct StudyTexts {
  TopicDescriptions topics;
  Texts documents;
};

// The pairs that have something to judge, and how many had not: lists that are identical, or with
// an empty one. Throws Error, naming `file` and line, for a topic or run that `lists` has not, and
// where no pair is left.
struct PairsToJudge {
  std::vector<ListPair> pairs;
  std::uint64_t nothing_to_judge = 0;
};
PairsToJudge pairs_to_judge(std::vector<ListPair> pairs, const ShownLists& lists,
                            const std::string& file);

// Pairs with a known answer, which stands in the place of the pool: "<", "=" or ">". Throws Error,
// naming `file` and line, for another one, and for a pair with nothing to judge.
std::vector<ListPair> checks_to_show(std::vector<ListPair> checks, const ShownLists& lists,
                                     const std::string& file);

// The documents of their lists.
std::set<std::string_view> shown_docnos(std::span<const ListPair> pairs, const ShownLists& lists);

// A study of preferences between lists. The last `options.checks` of the pairs are attention checks
// (checks_to_show()). Texts are cut to what a page can show. Throws the errors of assign(), and
// Error for a docno that holds control characters or is not UTF-8.
Study preferences_study(std::span<const ListPair> pairs, const ShownLists& lists,
                        const StudyWords& words, const StudyTexts& texts,
                        const AssignmentOptions& options);

// A card before its documents have numbers.
struct IntentCard {
  std::string intent, label;
  std::vector<std::string> terms, docnos;
};

struct TopicCards {
  std::string topic;
  std::vector<IntentCard> cards;  // two or more
};

// A study of intents: of each topic, which belong together. `options.repeats` must be 0. Throws the
// same.
Study intents_study(std::span<const TopicCards> topics, const StudyWords& words,
                    const StudyTexts& texts, const AssignmentOptions& options);

// Warns of what a person would not understand, with numbers: topics without a query, documents
// without a title.
void warn_of_missing_texts(const Study& study, Warnings& warnings);

}  // namespace subintent::internal
