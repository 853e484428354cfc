// What public studies are made of.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "judge/answer.h"
#include "judge/study.h"
#include "subintent/basics.h"
#include "subintent/judge.h"

namespace subintent {

struct Study::Data {
  std::string folder;
  internal::Study study;
};

struct StudyAnswers::Data {
  std::shared_ptr<const Study::Data> of;
  std::vector<internal::StoredAnswer> stored, counting;  // all, and those that count
  Warnings warnings;

  const internal::Study& study() const { return of->study; }
};

}  // namespace subintent
