// Choices: values that users ask for by a name, such as linkages.
#pragma once

#include <cstddef>
#include <string_view>

#include "subintent/comparison.h"
#include "subintent/dendrogram.h"
#include "subintent/duplicates.h"
#include "subintent/export.h"
#include "subintent/fingerprint.h"
#include "subintent/hierarchy_tree.h"
#include "subintent/judgment_inputs.h"
#include "subintent/run_order.h"
#include "subintent/score_inputs.h"
#include "subintent/score_scale.h"

namespace SUBINTENT_PUBLIC subintent {

template <typename Value>
struct Choice {
  Value value;
  std::string_view name;     // "complete"
  std::string_view meaning;  // a phrase
};

// The choice of that name, or of that value; nullptr if there is none.
template <typename Value, std::size_t size>
constexpr const Choice<Value>* find_choice(const Choice<Value> (&choices)[size],
                                           std::string_view name) {
  for (const Choice<Value>& choice : choices) {
    if (choice.name == name) return &choice;
  }
  return nullptr;
}

template <typename Value, std::size_t size>
constexpr const Choice<Value>* find_choice(const Choice<Value> (&choices)[size], Value value) {
  for (const Choice<Value>& choice : choices) {
    if (choice.value == value) return &choice;
  }
  return nullptr;
}

inline constexpr Choice<Linkage> linkages[] = {
    {Linkage::complete, "complete", "the smallest similarity of a pair of documents"},
    {Linkage::single, "single", "the largest similarity of a pair of documents"},
    {Linkage::average, "average", "the mean similarity of the pairs of documents (UPGMA)"}};

// What is clustered: is it all relevant documents of a topic?
inline constexpr Choice<bool> cluster_levels[] = {
    {false, "intent", "the relevant documents of each intent"},
    {true, "topic", "all relevant documents of a topic"}};

inline constexpr Choice<FingerprintSimilarity> fingerprint_similarities[] = {
    {FingerprintSimilarity::cosine, "cosine", "cos(pi H / bits), 0 from H = bits / 2 on"},
    {FingerprintSimilarity::hamming, "hamming", "1 - H / bits"}};

inline constexpr Choice<Weighting> weightings[] = {
    {Weighting::leaves, "WI", "leaves below a subintent"},
    {Weighting::gains, "WD", "gain of the documents below a subintent"},
    {Weighting::documents, "documents", "number of documents below a subintent"}};

inline constexpr Choice<IntentWeights> intent_weightings[] = {
    {IntentWeights::depth, "depth", "proportional to the layers below an intent"},
    {IntentWeights::uniform, "uniform", "the same for all intents"},
    {IntentWeights::given, "given", "the probabilities of the judgments"}};

// The orders of runs that users choose from.
inline constexpr Choice<RunOrder> run_orders[] = {
    {RunOrder::rank, "rank", "by the rank column"},
    {RunOrder::score, "score", "by score, ties by docno, both descending"},
    {RunOrder::file, "file", "as the lines stand"}};

inline constexpr Choice<OnDuplicate> duplicate_choices[] = {
    {OnDuplicate::error, "error", "refuse the list"},
    {OnDuplicate::first, "first", "keep the first of a repeated document"},
    {OnDuplicate::last, "last", "keep the last of a repeated document"}};

inline constexpr Choice<DuplicatesAs> duplicate_treatments[] = {
    {DuplicatesAs::irrelevant, "irrelevant", "it keeps its rank and is not relevant"},
    {DuplicatesAs::removed, "removed", "it leaves the list, and those below move up"}};

// How scores are made probabilities.
inline constexpr Choice<ScoreScale> score_scales[] = {
    {ScoreScale::minmax, "minmax", "the lowest is 0 and the highest 1"},
    {ScoreScale::max, "max", "share of the highest"},
    {ScoreScale::sum, "sum", "share of their sum"},
    {ScoreScale::none, "none", "as they are, from 0 to 1"}};

inline constexpr Choice<TopicGrade> topic_grades[] = {
    {TopicGrade::highest, "highest", "the highest grade for an intent"},
    {TopicGrade::intents, "intents", "the number of intents a document is relevant to"}};

// What becomes of runs that lack topics which others have.
inline constexpr Choice<MissingScores> missing_scores[] = {
    {MissingScores::error, "error", "refuse the scores"},
    {MissingScores::zero, "zero", "count 0"},
    {MissingScores::drop, "drop", "leave such topics out"},
    {MissingScores::group, "group", "compare only runs with the same topics"}};

inline constexpr Choice<ScoreRunName> score_run_names[] = {
    {ScoreRunName::automatic, "auto", "the file; of ndeval's CSV its first column"},
    {ScoreRunName::file, "file", "the file"},
    {ScoreRunName::tag, "tag", "what the file says"}};

inline constexpr Choice<ScoreFormat> score_formats[] = {
    {ScoreFormat::automatic, "auto", "the one that fits"},
    {ScoreFormat::trec_eval, "trec_eval", "measure, topic, value"},
    {ScoreFormat::ir_measures, "ir_measures", "topic, measure, value"},
    {ScoreFormat::matrix, "matrix", "topics in the first column, runs in the others"},
    {ScoreFormat::matrix_without_topics, "matrix-without-topics", "a run in each column"}};

}  // namespace subintent
