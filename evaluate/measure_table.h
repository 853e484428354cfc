// Every measure that can be asked for, by family, and the forms of those that are made from others.
#pragma once

#include <limits>

#include "core/collection/nuggets.h"
#include "evaluate/gain_measures.h"
#include "evaluate/layer.h"
#include "evaluate/parameters.h"

namespace subintent::internal {

// A measure makes a scoring of the judgments of a topic: scores of ranked lists, and their parts.

// The parts that add up to a score.

enum class PartKind {
  gain,        // relevance: of a document, at a node
  recall,      // a node that is covered for the first time
  constant,    // what every list has: the 1/2 of (M + 1 - S) / 2
  redundancy,  // the similarity of a pair of documents; below 0
};

inline constexpr std::uint32_t no_node = std::numeric_limits<std::uint32_t>::max();

// A part of the score of a ranked list. Layers and nodes are those that the measure sees.
struct ScorePart {
  PartKind kind = PartKind::gain;
  double amount = 0;
  std::uint32_t rank = 0;              // from 1; 0: of no document
  DocumentId document = not_relevant;  // at this rank
  std::uint32_t layer = 0;
  std::uint32_t node = no_node;  // of the layer; no_node: of none, or of all
  // If the part is of a pair: its other document, which is ranked higher, and w / sum of w.
  std::uint32_t other_rank = 0;
  DocumentId other = not_relevant;
  double weight = 0, similarity = 0;
  // The gain that the document would have had in addition if nothing with its node were above it.
  double lost = 0;
};
using ScoreParts = std::vector<ScorePart>;

double sum_of(const ScoreParts& parts);

// Appends parts, their amounts times `factor`.
void append_scaled(ScoreParts& parts, ScoreParts more, double factor);

// The first `count` documents, those of `like` first in its order, the others by docno.
std::vector<DocumentId> documents_like(std::size_t count, Ranking like);

// The documents that are relevant to some node, those of most nodes first; of equal ones as
// documents_like().
std::vector<DocumentId> documents_by_nodes(Layers layers, Ranking like);

// The score of a ranked list.
using ScoreFunction = std::function<double(Ranking)>;

// The parts that add up to it.
using PartsFunction = std::function<ScoreParts(Ranking)>;

// The parts of the ideal list: the one that the measure divides by, or that gets most. Where a
// measure is a sum over nodes or layers that have each an ideal list, those of all; a document may
// then be at several ranks. Of documents that are worth the same, those of `like` come first, in
// its order.
using IdealFunction = std::function<ScoreParts(Ranking like)>;

// A copy shares the functions, which measures made of others hold several times.
class Scoring {
 public:
  // All that a measure must have is its score.
  template <typename Score>
  requires std::is_invocable_r_v<double, Score, Ranking> Scoring(Score score,
                                                                 PartsFunction parts = {},
                                                                 IdealFunction ideal = {})
      : functions_(std::make_shared<const Functions>(
            Functions{std::move(score), std::move(parts), std::move(ideal)})) {}

  double score(Ranking ranking) const { return functions_->score(ranking); }

  // Has the topic what the measure is about? Means leave out topics to which a measure does not
  // apply, whatever the list.
  bool applies() const { return functions_->applies; }

  // If the measure does not say so itself: what each rank adds to the score of the list without it
  // and what is below it.
  ScoreParts parts(Ranking ranking) const;

  // If the measure does not say so itself: the parts of documents_by_nodes() of the layers that it
  // sees.
  ScoreParts ideal(Layers layers, Ranking like) const;

 private:
  friend Scoring does_not_apply();

  struct Functions {
    ScoreFunction score;
    PartsFunction parts;
    IdealFunction ideal;
    bool applies = true;
  };

  explicit Scoring(Functions functions)
      : functions_(std::make_shared<const Functions>(std::move(functions))) {}

  std::shared_ptr<const Functions> functions_;
};

// Scores 0 for every list.
Scoring always_zero();

// A score of no document or node, of which one part says all.
Scoring in_one_part(ScoreFunction score);

// The scoring of a topic to which the measure does not apply: scores of 0 that belong to no mean.
Scoring does_not_apply();

// A measure is one record, from which the parser of names, the list for users and the scores are
// made.

// The redundancy of a ranked list by document similarity, without intents [Dou19 §4].

// Which pairs of documents count, and how much: the form M_NAME of a traditional measure M.
struct PairScheme {
  std::string_view name;
  bool by_rank;   // ranks i < j weigh (K - (i+j)/2) / K; else 1
  bool adjacent;  // relevant documents without others of them in between; else all pairs of ranks
};

inline constexpr PairScheme pair_schemes[] = {
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

// 1 where more is better, -1 where less is, 0 where neither is: measures of what is judged.
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
inline constexpr std::string_view all[] = {traditional, counting,     cascade,      intent_aware,
                                           global,      navigational, hierarchical, judged,
                                           similarity,  groups,       citations};
}  // namespace family

// The cascade measures of novelty and diversity [Clarke11 §2], digit for digit as the TREC tool
// ndeval computes them: judgments are binary, and unless given weights are asked for, every intent
// counts the same.

// alpha-DCG, alpha-nDCG, ERR-IA, nERR-IA, NRBP, nNRBP.
std::vector<MeasureRecord> cascade_measures();

// How far citations support the sentences of an answer: RAGDoll's measures.
std::vector<MeasureRecord> citation_measures();

// Recall: nodes with a relevant document in the top K, over all nodes: N-rec of all layers of a
// hierarchy [Dou19 §2.3.2], I-rec of the first one [Dou19 §2.2]. The ideal list covers as many new
// nodes at each rank as it can.
Scoring node_recall(Layers layers, const Parameters& parameters);

// I-rec, All-rec, CP, Ef-P, P-IA, MAP-IA.
std::vector<MeasureRecord> counting_measures();

// cover=given: whether nodes are covered in recall as their AND or OR says.
ParameterRecord cover_parameter();

// dummies=ignored: whether dummy nodes count in node recall.
ParameterRecord dummies_parameter();

// N-rec.
MeasureRecord node_recall_measure();

// Measures of how much of a list is judged, whatever is relevant.

// Their rankings have unjudged_document where nobody has judged a document.
std::vector<MeasureRecord> judged_measures();

// Measures of how different the documents of a list are, whatever is judged: ILD, Vendi.
std::vector<MeasureRecord> pairwise_measures();

// Measures of group fairness: how near the groups of the documents in a list come to their targets.

// Their rankings have numbers beyond those of the relevant documents for others whose groups are
// known.
std::vector<MeasureRecord> group_measures();

// Is a measure one of the exposure that groups have in a list as a whole?
bool is_of_exposure(const MeasureRecord& measure);

// Adds the traditional measures and all their forms to a table. Where the name of a form is that of
// a record in the table, the form of a measure that sees grades is named M-IA(graded), and that of
// another, of which the record is the binary twin, is left out.
void add_traditional_measures(std::vector<MeasureRecord>& table);

// A traditional measure of topic-level judgments, which must live as long as the result, as must
// measure and parameters.
Scoring on_topic(const GainMeasure& measure, const Layer& topic, const Parameters& parameters);

// The mean over the layers of a measure of one layer, weighted: M-LA [Dou19 §2.3.1].
Scoring layer_aware(const ScoreMaker& make, Layers layers, const Parameters& parameters,
                    GreedyIdeals& ideals);

// By family, in the order of docs/measures.md.
const std::vector<MeasureRecord>& measure_table();

// Its name without "(graded)".
std::string_view base_name(const MeasureRecord& record);

// The parameters that a measure takes: those of its record, of M-LA and of M_RA and the like.
std::vector<ParameterRecord> parameters_of(const MeasureRecord& record, bool layer_aware,
                                           bool by_similarity);

// All measures with formula, parameters and source, and all parameters, as text for a terminal.
std::string measure_list();

}  // namespace subintent::internal
