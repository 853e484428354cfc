// The forms that a traditional measure M takes: M-IA, D-M, D#-M, DIN-M, DIN#-M, HD-M, HD#-M,
// LAD#-M.
#pragma once

#include <vector>

#include "evaluate/gain_measures.h"
#include "evaluate/measure_record.h"

namespace subintent::internal {

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

}  // namespace subintent::internal
