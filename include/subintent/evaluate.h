// Scores of runs by measures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "subintent/captions.h"
#include "subintent/duplicate_groups.h"
#include "subintent/evaluation_inputs.h"
#include "subintent/export.h"
#include "subintent/groups.h"
#include "subintent/hierarchy.h"
#include "subintent/judgments.h"
#include "subintent/progress.h"
#include "subintent/run.h"
#include "subintent/scored_list.h"
#include "subintent/scores.h"
#include "subintent/similarity.h"
#include "subintent/warning.h"

namespace SUBINTENT_PUBLIC subintent {

namespace internal {
struct Inside;
}

struct EvaluatorOptions {
  // By the names that measures use; these are free of "@(),_".
  std::map<std::string, std::vector<Hierarchy>> hierarchies = {};
  std::optional<Similarity> similarity = {};   // for measures with redundancy (M_RA and so on)
  std::optional<std::int32_t> max_grade = {};  // of ERR; none: the highest grade judged
  std::map<int, double> gains = {};            // by grade (from 1), above 0; else the grade itself
  // By the names that measures use, free of "@(),+": for measures of group fairness.
  std::map<std::string, GroupAttribute> groups = {};
  // Documents that are duplicates of others: in a list, one below another of its group is not
  // relevant, or leaves the list; in an ideal list a group is one document.
  std::optional<DuplicateGroups> duplicates = {};
  DuplicatesAs duplicates_as = DuplicatesAs::irrelevant;
};

// The measures of answers that nuggets are assigned to, where none are named: those of nuggetizer.
const std::vector<std::string>& answer_measures();

// The names of the measures of a list, as the command line takes it, or those of [Dou19 Table 4] at
// 20 where there are none. Throws the errors of Evaluator for them. Nothing is read.
std::vector<std::string> measures_of(const std::vector<std::string>& lists,
                                     const EvaluationInputs& inputs);

// A run to be read and scored.
struct RunFile {
  Source source;
  std::optional<std::string> name = {};  // none: that of the file
  bool named_by_tag = false;             // or, where there is one, the tag
  RunOrder order = RunOrder::rank;
  OnDuplicate on_duplicate = OnDuplicate::error;
};

// The scores of several runs by the same measures for the same topics. Cheap to copy.
class ScoredRuns {
 public:
  // Throws Error (argument "scores") where there are none, or their measures or topics differ.
  static ScoredRuns of(const std::vector<Scores>& scores);

  std::vector<Scores> scores() const;
  std::vector<std::string> runs() const;
  // The remarks on all runs. Scores that were put together keep the remarks they came with.
  const Remarks& remarks() const;

  ScoredRuns(const ScoredRuns&) = default;  // to move is to copy
  ScoredRuns& operator=(const ScoredRuns&) = default;

 private:
  friend struct internal::Inside;
  struct Data;
  explicit ScoredRuns(std::shared_ptr<const Data> data);
  std::shared_ptr<const Data> data_;
};

// Scores any number of runs by the measures named, with all that depends on the judgments computed
// once. Cheap to copy; may be used by several threads at once.
class Evaluator {
 public:
  // Names of measures as Measure takes them, each scored once: "D#-nDCG@20",
  // "alpha_nDCG(alpha=0.7)@20". Throws Error (argument "measures") for a name that is
  // not known, and the errors of read_hierarchies(), of hierarchies that lack a topic with relevant
  // documents, and of similarities that have none of the relevant documents.
  Evaluator(Judgments judgments, const std::vector<std::string>& measures,
            EvaluatorOptions options = {});

  // Reads files. `say` is told what there is to say of them before runs can be scored.
  Evaluator(const EvaluationInputs& inputs, const std::vector<std::string>& measures,
            const RemarksCallback& say = {});

  Evaluator(const Evaluator&) = default;  // to move is to copy
  Evaluator& operator=(const Evaluator&) = default;

  std::vector<std::string> measures() const;
  std::vector<std::string> topics() const;  // in label order
  const Judgments& judgments() const;
  // The options as they were given, with the content of files in memory.
  EvaluatorOptions options() const;
  // Remarks on the judgments, and on hierarchies and similarities that do not fit them.
  const Remarks& remarks() const;
  // All remarks in one list.
  Warnings warnings() const { return remarks().all(); }
  // The queries and intents that topics were given with.
  TopicCaptions captions() const;

  // Topics of the run may carry a track's prefix ("wt09-12"). Lists are cut at `depth` documents.
  // Throws Error where none of the topics is judged.
  Scores score(const Run& run, std::size_t depth = all_documents) const;

  // Scores runs held by the caller, in parallel. Long lists are sorted only down to the deepest
  // cutoff. Throws the errors of Run::scored() for the first run that has one, without checking
  // names below that cutoff.
  std::vector<Scores> score(std::span<const RunView> runs, std::size_t depth = all_documents) const;

  // Reads, scores and forgets runs, on all threads: memory holds a few of them at a time. What the
  // means are taken over is for the remarks.
  ScoredRuns score(std::span<const RunFile> runs, bool answered_topics = false,
                   std::size_t depth = all_documents, const ProgressCallback& progress = {}) const;

  // Scores answers: each judged document is one, the list of a system of its name for each topic
  // where it is judged. Throws Error for files without nuggets that were assigned to answers.
  ScoredRuns score_answers(bool answered_topics = true) const;

 private:
  friend struct internal::Inside;
  struct Data;
  std::shared_ptr<const Data> data_;
};

}  // namespace subintent
