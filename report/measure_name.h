// Names of measures as papers print them; those of the program can be typed on any keyboard.
#pragma once

#include <string>
#include <string_view>

namespace subintent::internal {

// "α-nDCG@20" of "alpha-nDCG@20", "D♯-nDCG@10" of "D#-nDCG@10". Measures can be asked for by this
// name as well. What stands behind "_", the name of a hierarchy, stays.
std::string typeset_measure(std::string_view name);

// A sentence of the program with "α = 0.05" for "alpha = 0.05".
std::string typeset_note(std::string_view note);

}  // namespace subintent::internal
