// The difference of two scores in words.
#pragma once

#include "compare/study/difference.h"
#include "report/captions.h"

namespace subintent::internal {

// The names of the two lists.
struct ListNames {
  std::string a = "A", b = "B";
  bool as_given = false;  // all names, for programs; else as they can be shown
};

// Its largest parts, in one line: "A finds intent 4 (cars) at rank 2, B never: +.081; the rest:
// +.012". The numbers add up to the difference but for rounding.
std::string difference_in_words(const TopicDifference& difference, const ListNames& names,
                                const Captions& captions);

// "intent 4", "nugget 4", "superintent cars", "node 17".
std::string name_of(const NodeDifference& node, const char* intents_are, bool as_given = false);

// How many of the documents that count nobody has judged: "not judged: A 2, B 3 of the first 10".
// Empty where none is, and where the judgments do not tell.
std::string unjudged_in_words(const TopicDifference& difference);

// Says what it is about: the description of its intent, else its label. Empty if neither is known.
std::string_view caption_of(const NodeDifference& node, std::string_view topic,
                            const Captions& captions);

// ".081", with its sign: "+.081", "-.034", ".000".
std::string signed_fraction(double value, int digits = 3);

}  // namespace subintent::internal
