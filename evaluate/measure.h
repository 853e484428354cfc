// A measure as it is asked for by name, with its parameters.
#pragma once

#include "evaluate/measure_table.h"

namespace subintent::internal {

struct Measure {
  std::string name = {};  // as asked for
  const MeasureRecord* record = nullptr;
  bool layer_aware = false;  // M-LA: weighted mean over the layers of a hierarchy [Dou19 §2.3.1]
  // Empty for the only hierarchy that there is, until parse_measures() has put its name here.
  std::string hierarchy_name = {};
  std::optional<std::size_t> hierarchy = {};  // index into the names given to parse_measures
  const PairScheme* similarity = nullptr;     // M_RA and so on: (M + 1 - S) / 2 [Dou19 §4]
  Parameters parameters = {};
};

// Whether it sees the layers of a hierarchy.
bool needs_hierarchy(const Measure& measure);

// Whether it sees how similar documents are.
inline bool needs_similarity(const Measure& measure) {
  return measure.similarity != nullptr || measure.record->of_similarity;
}

// Whether it sees which documents are judged or relevant.
inline bool needs_judgments(const Measure& measure) {
  return !measure.record->traits.needs_no_judgments || measure.parameters.judged_only;
}

// The measures of a record without parameters and cutoff: itself, M-LA, M_RA and so on, as it may
// have those forms.
std::vector<Measure> forms_of(const MeasureRecord& record);

// The K of @K at most.
inline constexpr std::int64_t greatest_cutoff = 10'000'000;

// Hierarchies, groups and the like that names of measures can refer to.
struct MeasureContext {
  std::vector<std::string> hierarchies;  // their names
  bool has_similarity = false;
  // The gains for measures without gain=...; the table must outlive the measures.
  const Gain::Table* gains = nullptr;
  // Whether a name that is not known here is trec_eval's, for the advice.
  bool (*is_trec_eval_name)(std::string_view) = nullptr;
  std::vector<std::string> groups = {};  // the names of attributes
  bool has_judgments = true;             // else measures that need them are refused
};

// Parses a name: as the papers print it (D#-nDCG@20, HD#-nDCG_WI@20), as ndeval does
// (alpha-nDCG@20, strec@5) or as an expression of Python, like ir_measures
// (alpha_nDCG(alpha=0.9)@20, HD_sharp_nDCG(hierarchy='WI')@20). Any hierarchy may be named. Throws
// Error::argument
// ("measures") for an unknown name (with the nearest known one), and for an unknown or impossible
// parameter or one given twice.
Measure parse_measure(std::string_view name, bool (*is_trec_eval_name)(std::string_view) = nullptr);

// Parses a list of names separated by commas, each with what it refers to. Throws the same, and for
// a hierarchical measure whose hierarchy is not there, or an attribute that is not there; and
// Error::argument ("qrels") for one that needs judgments where there are none.
std::vector<Measure> parse_measures(std::string_view names, const MeasureContext& context);

// Parses a list of names: each of `names` is the name of one measure, commas and all.
// Throws Error::argument for an empty one, too.
std::vector<Measure> parse_measures(std::span<const std::string> names,
                                    const MeasureContext& context);

// Does it take the parameter of this name?
bool takes_parameter(const Measure& measure, std::string_view parameter);

// Could it weigh intents or nodes by the weights that are given, and does not?
bool leaves_weights(const Measure& measure);

// `name` with one parameter more: "RBP(rel=1)" is "RBP(rel=1,p=0.9)". parse_measure() refuses it
// where the parameter is there already.
std::string with_parameter(std::string name, std::string_view parameter, std::string_view value);

// Throws Error::argument for a name of hierarchies that names of measures could not hold, and the
// same of attributes.
void check_hierarchy_name(const std::string& name);
void check_attribute_name(const std::string& name);

// The names in such a list, or in several: it is cut at the commas outside parentheses. Throws
// Error::argument for an empty name.
std::vector<std::string> split_measure_names(std::string_view names);
std::vector<std::string> split_measure_names(std::span<const std::string> lists);

// The measures to show where none are asked for: those of [Dou19 Table 4] at 20, or those that need
// no judgments where there are none.
std::vector<Measure> default_measures(const MeasureContext& context);

// Throws Error::argument for a highest grade of the scale (ERR's G) above 1000.
void check_max_grade(std::optional<std::int64_t> given);

// Names of measures: their parser, the one spelling of each that is an expression of Python, and
// which scores are good.

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

// The formula of its record, or of the published name that was asked for.
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

// The sign of a record, by the name of a measure: counts of trec_eval are neither good nor bad, and
// by others that are not known more is better.
int sign_of(const std::string& measure);

}  // namespace subintent::internal
