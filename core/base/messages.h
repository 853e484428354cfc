// Messages about what does not fit: files of another collection, names that do not exist.
#pragma once

#include "subintent/basics.h"

namespace subintent::internal {

// Whether what is read belongs to the collection at hand: how many of the documents that are looked
// up in it are there. What is said of it, and from which share on, is decided here.
struct Fit {
  std::string file;                  // where documents are looked up, as messages call it
  std::string documents;             // what they are: "relevant documents"
  std::string lacked;                // what those have not that are not there: "fingerprint"
  std::string effect;                // what becomes of them: "their similarity to all others is 0"
  std::uint64_t known = 0, all = 0;  // documents

  bool is_none() const { return known == 0 && all > 0; }
  bool is_few() const { return 2 * known < all; }
};

// "2 of 5 relevant documents have no fingerprint: their similarity to all others is 0", and what to
// check where few have one. Nothing where all have.
std::optional<std::string> incomplete_fit(const Fit& fit);

// "has no fingerprint for any of the 5 relevant documents"
std::string no_fit(const Fit& fit);

// Said of lists and files whose documents should be judged.
inline constexpr const char* none_is_judged = "none of its documents is judged";

// Said where documents are named in another way.
inline constexpr const char* docnos_advice = "check that its docnos are those of the judgments";

// Throws Error for a line of a number of columns that is not the expected one: "3 or 4".
[[noreturn]] void refuse_columns(const Location& where, std::string_view expected,
                                 std::size_t found, const char* advice);

// The nearest of the names that there are, as advice; all of them where none is near.
std::string advice_on(std::string_view wanted, const std::vector<std::string>& known);

}  // namespace subintent::internal
