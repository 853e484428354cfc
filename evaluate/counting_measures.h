// Measures that count: intents covered, ranks with something relevant.
#pragma once

#include <vector>

#include "evaluate/measure_record.h"

namespace subintent::internal {

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

}  // namespace subintent::internal
