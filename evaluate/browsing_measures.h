// Measures of a user who goes down the list, and stops: the C/W/L framework.
#pragma once

#include <vector>

#include "evaluate/gain_measures.h"

namespace subintent::internal {

// SDCG, BPM, INSQ, INST and NERR8 to NERR11: what the user gains for each document looked at. Of
// each measure only the chance to read on differs [Moffat, Bailey, Scholer and Thomas 2017].
std::vector<GainMeasure> browsing_measures();

}  // namespace subintent::internal
