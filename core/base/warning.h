// Warnings: all that there are, and how they are made.
#pragma once

#include "subintent/basics.h"

namespace subintent::internal {

struct WarningRecord {
  std::string_view code, meaning;
};

// All warnings and notes, by their codes; docs/warnings.md has the same table.
inline constexpr WarningRecord warning_records[] = {
    {"adhoc-of-other-documents",
     "no document of the ad hoc judgments is judged for an intent of its topic"},
    {"answers-without-consent", "note: participants have answered without agreeing to a study"},
    {"defective-records",
     "records of a collection are broken, and were skipped or repaired as far as possible"},
    {"delta-from-data", "note: the delta that the data give"},
    {"different-nuggets", "documents of a topic were assigned different nuggets"},
    {"documents-tokenised", "note: how many documents of a collection have how many terms"},
    {"documents-without-features", "relevant documents have no features, and cover no intent"},
    {"documents-without-group", "relevant documents are in no group"},
    {"documents-without-representation",
     "documents have no fingerprint or vector, and are similar to none or left out"},
    {"documents-without-text", "documents have no text that people or labels could be made of"},
    {"documents-without-vector", "documents have no vector, and so no characteristic terms"},
    {"dropped-prefix", "note: topics of a run are judged without their prefix"},
    {"duplicates-in-lists", "note: documents have a duplicate above them"},
    {"equal-ranks", "note: documents of a list have the same rank, and are ordered by score"},
    {"extreme-delta", "pruning leaves most intents one subintent, or each document its own"},
    {"failed-assignments", "note: a judge failed to assign nuggets, which count as not supported"},
    {"failed-checks", "note: participants who failed attention checks are left out"},
    {"few-pairs", "a pool has fewer pairs to judge than are wanted"},
    {"few-topics", "topics are so few that tests and intervals hold less often than they say"},
    {"few-trials", "a random test has too few trials for a pair to be significant"},
    {"filled-topics", "no topic has scores of all runs, and zeros stand in all of them"},
    {"finished-shard", "note: a shard is finished already, and is not made again"},
    {"flat-hierarchies", "note: compression has removed all inner nodes"},
    {"grades-too-low", "note: no grade is as high as a measure asks for"},
    {"hierarchy-fault", "a hierarchy breaks a rule, as where weights do not add up to 1"},
    {"hierarchy-misfit", "hierarchies are of other judgments"},
    {"html-as-text", "texts that are read as plain text look like HTML"},
    {"ignored-adhoc", "judgments of whole topics are not read: dendrograms are of intents"},
    {"ignored-members", "members of superintents are no intents with a relevant document"},
    {"inapplicable-topics", "topics are left out that a measure does not apply to"},
    {"incomplete-answer", "the last answer of a journal is incomplete"},
    {"joined-runs", "scores of one run come from several files"},
    {"labels-without-node", "labels are for nodes that there are not"},
    {"missing-docnos", "documents that are asked for are not in a collection"},
    {"missing-topics", "a run lacks judged topics"},
    {"missing-weights", "note: criteria have no weight, and count 1"},
    {"mostly-skipped", "most records of an input are skipped, or none of them is a document"},
    {"near-duplicates", "note: relevant documents are nearly the same as others"},
    {"no-answers", "a file has no answers of participants"},
    {"no-background",
     "documents of other topics are too few, or have no terms in common, to compare a topic with"},
    {"no-mean", "a measure applies to no topic"},
    {"no-nonrelevant",
     "a measure sees judged documents alone, and all that are judged are relevant"},
    {"no-random-test", "trials or a seed are given, and no test is random"},
    {"no-variance", "a run has the same score everywhere, so that no number of topics follows"},
    {"no-vital-intents", "a measure sees vital intents alone, and a topic has none"},
    {"nothing-relevant", "no document is judged relevant"},
    {"nuggets-without-document",
     "note: nuggets have no relevant document, and count as not covered or not at all"},
    {"nuggets-without-judgments", "topics have nuggets that no document is judged for"},
    {"one-topic", "scores are of one topic, from which no test can tell anything"},
    {"other-preferences", "preferences are for runs or topics that are not reported"},
    {"pruning-effect",
     "note: how many intents are one subintent, and how many fell apart into single documents"},
    {"rank-and-score-disagree", "the ranks of a run are not the order of its scores"},
    {"removed-files", "note: files of an earlier recipe are removed"},
    {"repeated-documents", "a run has a document twice in a list"},
    {"second-column", "note: the second column of judgments names no intents"},
    {"single-runs", "no other run has the topics of a run, which is not compared"},
    {"statistic-left-out", "a topic or column is a statistic over topics"},
    {"telling-descriptions", "descriptions of topics in a study are those of subtopics"},
    {"topic-level-judgments", "measures of intents see judgments of whole topics"},
    {"topics-without-adhoc", "topics have no ad hoc judgments"},
    {"topics-without-groups", "topics have no groups, and measures of groups do not apply"},
    {"topics-without-hierarchy", "note: topics have no relevant document, and so no hierarchy"},
    {"topics-without-intents",
     "no intents are known for topics of a run, whose lists stay as they are"},
    {"topics-without-query", "topics have no query that people could read"},
    {"unanswered-topics",
     "note: systems do not answer all topics, and means are over those that they do"},
    {"unequal-draws",
     "note: not all scores have as many draws, and those beyond the fewest are unused"},
    {"ungraded-rows", "note: rows of judgments have no grade, and are not judged"},
    {"unjudged-documents", "note: over a fifth of the first documents of a run are not judged"},
    {"unjudged-duplicates", "no document of a file of duplicates is judged"},
    {"unjudged-run", "no document of a run is judged"},
    {"unjudged-topics", "topics of a run, or of ad hoc judgments, are not judged"},
    {"unknown-candidates", "nothing is known of candidates that are to be re-ranked"},
    {"unknown-intent-type", "the type of an intent is neither inf nor nav"},
    {"unknown-terms", "terms are not in the statistics"},
    {"unlisted-intents", "intents are judged that the topics do not list"},
    {"unmarked-shard", "the outputs of a shard are complete, but nothing says so"},
    {"unshared-documents", "two hierarchies of a topic have different documents"},
    {"unshared-topics", "only one of two files has a topic"},
    {"unused-columns", "note: columns of judgments, or texts of documents, are not read"},
    {"unused-probabilities", "note: no measure reads the probabilities of intents"},
    {"weights-of-nodes", "note: what the weights of nodes and intents are made from"},
    {"zero-probabilities", "all intents of a topic have probability 0"},
};

// A code of the table; another one does not compile.
struct WarningCode {
  std::string_view name;

  consteval WarningCode(const char* code) : name(code) {
    bool known = false;
    for (const WarningRecord& record : warning_records) known = known || record.code == name;
    if (!known) throw "warning_records lacks this code";
  }
};

// In advice, and there alone, an argument to give stands between backquotes, `name=value`; the text
// may hold names of users.
Warning make_warning(WarningCode code, Location location, std::string text,
                     std::string advice = {});
Warning make_warning(WarningCode code, std::string text, std::string advice = {});

// Adds those that are not there yet.
void add_new(const Warnings& more, Warnings& warnings);

}  // namespace subintent::internal
