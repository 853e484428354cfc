// Names of measures: their parser, the one spelling of each that is an expression of Python, and
// which scores are good.
#pragma once

#include "evaluate/measure.h"
#include "evaluate/measure_record.h"

namespace subintent::internal {

// One of the ways to write the name of a record.
struct Spelling {
  const MeasureRecord* record;
  std::string_view text;
  bool needs_graded;  // as a parameter
};

// The longest spellings that the text begins with, in capital or small letters, where nothing but
// form and suffix is behind them ("-LA_WI", "_RA"). None for a name that is not known.
std::vector<Spelling> find_spellings(std::string_view text, bool graded);

// Translates trec_eval's name of a measure: "nDCG@20" for "ndcg_cut_20". Gives nothing for names of
// ours, and of measures that are not here.
std::optional<std::string> name_of_trec_eval(std::string_view text);

// Translates the name of a published score of nuggets or aspects: "I-rec(rel=2)@5" for
// "nugget-all-strict@5". Gives nothing for other names.
std::optional<std::string> name_of_published(std::string_view text);

// The published scores by name, and what they are here.
struct PublishedName {
  std::string_view name, here, source, formula;
};
std::span<const PublishedName> published_names();

// What it computes, by the formula of its record or of the published name that was asked for.
std::string formula_of(const Measure& measure);

// Finds the known name nearest to an unknown one: `base` is the name as papers write it, without
// form and suffix; an identifier is all of `whole`. Nothing if no name is near.
std::optional<std::string_view> nearest_measure(const std::string& base, const std::string& whole);

// The names that take "(graded)".
std::vector<std::string_view> graded_names();

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

// Is every score from 0 to 1? So it is of shares, of probabilities, and of what is divided by the
// best that there can be. False where nobody can tell, as for ideal lists that are greedy, and for
// layers, whose weights are those of a file.
bool is_within_unit(const Measure& measure);
bool is_within_unit(const std::string& measure);  // by its name

// Are low scores by the measure of this name good? Of those of other tools nobody knows.
bool is_low_good(const std::string& measure);

}  // namespace subintent::internal
