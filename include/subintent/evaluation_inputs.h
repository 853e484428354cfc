// The files that an evaluation is made from.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "subintent/duplicates.h"
#include "subintent/export.h"
#include "subintent/fingerprint.h"
#include "subintent/groups.h"
#include "subintent/judgment_inputs.h"
#include "subintent/source.h"

namespace SUBINTENT_PUBLIC subintent {

// Fingerprints, vectors, or a dense matrix with its docnos; or none.
struct SimilarityFiles {
  std::optional<std::string> fingerprints, dense, docnos;
  std::vector<std::string> vectors;
  FingerprintSimilarity kind = FingerprintSimilarity::cosine;

  bool any() const { return fingerprints || dense || !vectors.empty(); }
  std::vector<std::string> paths() const;
};

// Hierarchies, or nuggets, and the name that measures have for them, free of "@(),_".
struct HierarchyFile {
  std::string name, path;
};

struct EvaluationInputs {
  JudgmentInputs judgments;
  std::vector<HierarchyFile> hierarchies = {};  // names differ
  SimilarityFiles similarity = {};              // of relevant documents, for measures such as M_RA
  std::optional<std::int32_t> max_grade = {};   // of ERR; none: the highest grade judged
  std::map<int, double> gains = {};             // by grade (from 1), above 0; else the grade itself
  std::map<std::string, GroupAttribute> groups = {};  // by the names that measures use
  std::optional<Source> duplicates = {};              // a file that DuplicateGroups read
  DuplicatesAs duplicates_as = DuplicatesAs::irrelevant;
};

}  // namespace subintent
