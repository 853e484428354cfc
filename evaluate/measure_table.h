// Every measure that can be asked for, by family, and the forms of those that are made from others.
#pragma once

#include "evaluate/gain_measures.h"
#include "evaluate/layer.h"
#include "evaluate/measure_record.h"
#include "evaluate/parameters.h"
#include "evaluate/scoring.h"

namespace subintent::internal {

// The cascade measures of novelty and diversity [Clarke11 §2], digit for digit as the TREC tool
// ndeval computes them: judgments are binary, and unless given weights are asked for, every intent
// counts the same.

// alpha-DCG, alpha-nDCG, ERR-IA, nERR-IA, NRBP, nNRBP.
std::vector<MeasureRecord> cascade_measures();

// How far citations support the sentences of an answer: RAGDoll's measures.
std::vector<MeasureRecord> citation_measures();

// I-rec: nodes with a relevant document in the top K, over all nodes of the first layer [Dou19
// §2.2].
Scoring intent_recall(Layers layers, const Parameters& parameters);

// N-rec: the same over all layers of a hierarchy [Dou19 §2.3.2].
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
