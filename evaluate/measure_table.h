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
