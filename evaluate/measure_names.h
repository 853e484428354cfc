// How the names of the table of measures may be written.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
  std::string_view name, here, source;
};
std::span<const PublishedName> published_names();

// Finds the known name nearest to an unknown one: `base` is the name as papers write it, without
// form and suffix; an identifier is all of `whole`. Nothing if no name is near.
std::optional<std::string_view> nearest_measure(const std::string& base, const std::string& whole);

// The names that take "(graded)".
std::vector<std::string_view> graded_names();

}  // namespace subintent::internal
