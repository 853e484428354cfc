// The data of public studies.
#pragma once

#include "core/collection/preferences.h"
#include "core/collection/run.h"
#include "core/collection/topics.h"
#include "evaluate/judgments.h"
#include "report/judge/answer.h"
#include "report/judge/make_study.h"
#include "report/judge/study.h"
#include "subintent/basics.h"
#include "subintent/judge.h"

namespace subintent {

struct PairSample::Data {
  std::shared_ptr<const internal::Judgments> judgments;
  std::vector<internal::Run> runs;            // those of checks alone last
  std::optional<internal::ShownLists> lists;  // of these runs and judgments
  std::vector<internal::ListPair> pairs, checks;
  std::uint64_t topics = 0, nothing_to_judge = 0;
};

struct IntentCards::Data {
  internal::TopicDescriptions topics;
  internal::Cards cards;
};

struct Study::Data {
  std::string folder;
  internal::Study study;
};

struct StudyAnswers::Data {
  std::shared_ptr<const Study::Data> of;
  std::vector<internal::StoredAnswer> stored, counting;  // all, and those that count
  Warnings warnings;

  const internal::Study& study() const { return of->study; }
  Location folder() const { return {of->folder, 0}; }
};

}  // namespace subintent
