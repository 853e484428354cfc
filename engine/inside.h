// What public values are made of, for the files that implement them.
#pragma once

#include <memory>
#include <utility>

#include "collection/run.h"
#include "evaluate/judgments.h"
#include "similarity/similarity.h"
#include "subintent/judgments.h"
#include "subintent/run.h"
#include "subintent/similarity.h"

namespace subintent {

struct Judgments::Data {
  internal::Judgments judgments;
  Warnings warnings;
  JudgmentInputs inputs;  // in memory, but for rows, which are in the judgments
};

namespace internal {

// The friend of public classes.
struct Inside {
  static const Judgments& of(const subintent::Judgments& judgments) {
    return judgments.data_->judgments;
  }
  static std::shared_ptr<const Judgments> shared(const subintent::Judgments& judgments) {
    return {judgments.data_, &judgments.data_->judgments};
  }
  static const DocumentSimilarity& of(const Similarity& similarity) {
    return *similarity.documents_;
  }
  static std::shared_ptr<const DocumentSimilarity> shared(const Similarity& similarity) {
    return similarity.documents_;
  }
  static const Run& of(const subintent::Run& run) { return *run.run_; }
};

}  // namespace internal
}  // namespace subintent
