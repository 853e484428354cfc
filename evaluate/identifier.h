// The one spelling of a measure that is an expression of Python, in the grammar of ir_measures:
// HD_sharp_nDCG(hierarchy='WI',gamma=0.3)@20.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "evaluate/measure.h"

namespace subintent::internal {

// A name without suffix and parameters as an identifier: its words and signs joined by '_', # as
// "sharp" and + as "plus". "D#-nDCG" is D_sharp_nDCG, "P+Q#" is P_plus_Q_sharp.
std::string identifier_of_name(std::string_view name);

// Without parameters and cutoff: alpha_nDCG_LA, nDCG_RA.
std::string base_identifier(const Measure& measure);

// The measure with its parameters, those at their default left out, the others in the order of its
// record. Measures mean the same if and only if their identifiers are equal. parse_measure() takes
// it.
std::string identifier_of(const Measure& measure);

// The meaning of a name, for comparisons: its identifier; an unknown name means itself.
std::string meaning_of(std::string_view name);

// The place of a measure among names of measures: that of the name itself, else of the first that
// means the same. Names that are not known here mean nothing but themselves.
std::optional<std::size_t> find_measure(std::span<const std::string> names,
                                        std::string_view wanted);

// A string literal of Python, and what it stands for; nothing where the quotes do not match. Text
// without quotes stands for itself.
std::string quoted(std::string_view text);
std::optional<std::string> unquoted(std::string_view text);

}  // namespace subintent::internal
