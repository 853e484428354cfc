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

// What trec_eval's name of a measure is called here: "nDCG@20" for "ndcg_cut_20". Nothing for names
// of ours, and of measures that are not here.
std::optional<std::string> name_of_trec_eval(std::string_view text);

// What a published score of nuggets and aspects is here, with its cutoff: "I-rec(rel=2)@5" for
// "nugget-all-strict@5". Nothing for other names.
std::optional<std::string> name_of_published(std::string_view text);

// The published scores by name, and what they are here.
struct PublishedName {
  std::string_view name, here, source;
};
std::span<const PublishedName> published_names();

// Of a name that is not known: `base` is the name as papers write it, without form and suffix; an
// identifier is all of `whole`. Nothing if no name is near.
std::optional<std::string_view> nearest_measure(const std::string& base, const std::string& whole);

// The names that take "(graded)".
std::vector<std::string_view> graded_names();

}  // namespace subintent::internal
