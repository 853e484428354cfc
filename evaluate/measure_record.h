// A measure is one record, from which the parser of names, the list for users and the scores are
// made.
#pragma once

#include "core/collection/nuggets.h"
#include "evaluate/greedy_ideal.h"
#include "evaluate/layer.h"
#include "evaluate/parameters.h"
#include "evaluate/scoring.h"
#include "evaluate/topic_groups.h"

namespace subintent::internal {

// The redundancy of a ranked list by document similarity, without intents [Dou19 §4].

// Which pairs of documents count, and how much: the form M_NAME of a traditional measure M.
struct PairScheme {
  std::string_view name;
  bool by_rank;   // ranks i < j weigh (K - (i+j)/2) / K; else 1
  bool adjacent;  // relevant documents without others of them in between; else all pairs of ranks
};

inline constexpr std::array pair_schemes = {
    PairScheme{"RA", true, false}, PairScheme{"RP", true, true}, PairScheme{"NA", false, false},
    PairScheme{"NP", false, true}};

// nullptr for other names.
const PairScheme* find_pair_scheme(std::string_view name);

// pairs=relevant.
ParameterRecord pairs_parameter();

using PairSimilarity = std::function<double(DocumentId, DocumentId)>;

// M_RA and so on: (M + 1 - S) / 2 [Dou19 §4] of a measure M of topic-level judgments, whose layer
// and parameters must live as long as the result. S@K, 0 to 1, is the weighted mean similarity of
// pairs of relevant documents in the top K [Dou19 eq. 5, 6]. All pairs of ranks means up to K, even
// if the list is shorter, or with relevant_pairs those of relevant documents. 0 where there is no
// pair. In the ideal list of M nothing is redundant.
Scoring with_redundancy(Scoring measure, const PairScheme& scheme, const Layer& topic,
                        const Parameters& parameters, PairSimilarity similarity);

// Makes the scoring of a topic from its layers, at least one: what depends on the judgments alone,
// ideal lists above all, is computed here, once for all lists. Layers and parameters must live as
// long as the scoring.
using ScoreMaker = std::function<Scoring(Layers, const Parameters&, GreedyIdeals&)>;

// Scoring of a measure of group fairness: from topic-level judgments and the attributes of the
// topic's documents. Layer-aware measures see all layers of groups, the others the last. It does
// not apply to a topic where none of its attributes has memberships.
using GroupScoreMaker =
    std::function<Scoring(const Layer& topic, std::span<const TopicGroups> attributes,
                          const Parameters&, bool layer_aware)>;

// Scoring of a measure of answers whose citations were judged, which sees nothing else: it does not
// apply to a topic where there are none.
using CitationScoreMaker = std::function<Scoring(std::span<const AnswerCitations>)>;

// Scoring of a measure that sees the similarities of all documents of a list, and no judgments.
// Rankings have numbers that the similarity knows, not_relevant for documents that it does not.
using SimilarityScoreMaker = std::function<Scoring(PairSimilarity, const Parameters&)>;

struct Traits {
  bool on_topic = false;            // sees topic-level judgments, not intents
  bool needs_hierarchy = false;     // sees all layers of a hierarchy; the others see one layer
  bool may_be_layered = false;      // has the form M-LA
  bool by_highest_grade = false;    // must know the highest grade of the scale
  bool scales_grades = false;       // and takes those above it for it
  bool by_judged = false;           // sees which documents are judged, whatever is relevant
  bool sees_pool = false;           // sees it, too, but says what is relevant
  bool adds_perfect_list = false;   // divides by a sum over an endless list of perfect documents
  bool needs_no_judgments = false;  // sees documents and what is known of them, not relevance
  bool sees_runs = false;           // and the lists of other runs; it has no function
  bool lower_is_better = false;     // 1 is the worst, the score of a topic that a run lacks
};

struct MeasureRecord {
  std::string name;  // without cutoff, parameters, -LA and suffix; "(graded)" is part of a name
  std::vector<std::string> other_names = {};
  // The name as an identifier of Python, D_sharp_nDCG. Where two records share it, the later one
  // takes the parameter graded=True, and has another name that ends in _graded. Set by the table.
  std::string identifier = {};
  bool is_graded = false;
  std::string_view family;
  std::string formula;
  std::string_view source;  // paper and section
  std::vector<ParameterRecord> parameters = {};
  std::string_view at = {};  // the parameter that the number behind @ gives; empty: the cutoff
  Traits traits = {};
  ScoreMaker make = {};
  GroupScoreMaker of_groups = {};           // measures of group fairness; they have no other
  SimilarityScoreMaker of_similarity = {};  // the same
  CitationScoreMaker of_citations = {};     // the same
  std::string_view base = {};               // the traditional measure that it is a form of, if any
};

// 1 where more is better, -1 where less is; 0 of those that say what is judged, which is neither.
inline int sign_of(const MeasureRecord& record) {
  return record.traits.lower_is_better ? -1 : record.traits.by_judged ? 0 : 1;
}

// Has it the forms M_RA ... M_NP by document similarity?
inline bool has_similarity_forms(const MeasureRecord& record) {
  return record.traits.on_topic && !record.traits.by_judged && !record.traits.sees_pool &&
         !record.traits.sees_runs && !record.of_groups && !record.of_similarity &&
         !record.of_citations;
}

// The families, in the order of docs/measures.md.
namespace family {
inline constexpr std::string_view traditional = "Traditional measures, on topic-level judgments";
inline constexpr std::string_view counting = "Counting measures";
inline constexpr std::string_view cascade = "Cascade measures";
inline constexpr std::string_view intent_aware = "Intent-aware measures";
inline constexpr std::string_view global =
    "Measures on global gains, with and without intent recall";
inline constexpr std::string_view navigational = "Navigational intents";
inline constexpr std::string_view hierarchical = "Hierarchical measures";
inline constexpr std::string_view judged = "Judged documents, at topic level";
inline constexpr std::string_view similarity = "Lists by themselves, without judgments";
inline constexpr std::string_view groups = "Group fairness, on topic-level judgments";
inline constexpr std::string_view citations = "Support of answers by their citations";
inline constexpr std::array all = {traditional, counting,     cascade,      intent_aware,
                                   global,      navigational, hierarchical, judged,
                                   similarity,  groups,       citations};
}  // namespace family

}  // namespace subintent::internal
