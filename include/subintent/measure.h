// Measures: how they are named, and a list of all there are.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// A measure with its parameters and its cutoff, as it is asked for by name.
class Measure {
 public:
  // As the papers print it ("D#-nDCG@20", "HD#-nDCG_WI@20"), as ndeval does ("strec@20") or as an
  // expression of Python ("alpha_nDCG(alpha=0.9)@20"); docs/measures.md has the names. Whether
  // there is a hierarchy of the name is for an Evaluator to say. Throws Error (argument "measures")
  // for a name that is not known, and for parameters that the measure does not have.
  explicit Measure(const std::string& name);

  Measure(const Measure&) = default;  // to move is to copy
  Measure& operator=(const Measure&) = default;

  const std::string& name() const { return name_; }  // as it was given

  // The one spelling that is an expression of Python in the grammar of ir_measures, without what is
  // at its default: "HD_sharp_nDCG(hierarchy='WI',gamma=0.3)@20". Measure(identifier()) is the same
  // measure.
  const std::string& identifier() const { return identifier_; }

  // By meaning: the same measure with the same parameters, however written. A measure that leaves
  // its hierarchy out differs from one that names it.
  friend bool operator==(const Measure& a, const Measure& b) {
    return a.identifier_ == b.identifier_;
  }

 private:
  std::string name_, identifier_;
};

struct MeasureParameter {
  std::string name;  // as in identifiers
  std::string meaning;
  std::string values;              // "0 to 1", "log2|jk"
  std::string default_value;       // "0.5"; may be a remark, "the highest judged"
  std::vector<std::string> words;  // the values of one that is not a number
  bool is_whole = false;           // of a number
  bool is_text = false;            // neither number nor word, as the name of an attribute
  double least = 0, most = 0;      // of a number
};

// A measure that can be asked for, without parameters and cutoff. The layer-aware forms (-LA) and
// those with redundancy (_RA, ...) are measures of their own.
struct MeasureDescription {
  std::string name;        // as the papers print it, "alpha-nDCG-LA"; "(graded)" is part of a name
  std::string identifier;  // "alpha_nDCG_LA"
  bool is_graded = false;  // takes graded=True, as the identifier alone is another measure
  std::vector<std::string> other_names = {};
  std::string family, formula;
  std::string source;  // paper and section
  std::vector<MeasureParameter> parameters = {};
  bool on_topic = false;          // sees topic-level judgments, not intents
  bool needs_hierarchy = false;   // takes hierarchy='NAME'
  bool needs_similarity = false;  // of documents
  bool needs_groups = false;      // of documents; takes attribute='NAME'
};

// All measures, by family.
std::vector<MeasureDescription> all_measures();

// The list of measures as text for a terminal, with all parameters; options stand in backquotes.
std::string measure_list();

}  // namespace subintent

namespace std {

// By meaning, as == is.
template <>
struct hash<subintent::Measure> {
  size_t operator()(const subintent::Measure& measure) const {
    return hash<string>()(measure.identifier());
  }
};

}  // namespace std
