// Relevance judgments, and what is known of the intents.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/export.h"
#include "subintent/judgment_inputs.h"
#include "subintent/run.h"
#include "subintent/source.h"
#include "subintent/warning.h"

namespace SUBINTENT_PUBLIC subintent {

namespace internal {
struct Inside;
}

// The judgments of a test collection. Cheap to copy.
class Judgments {
 public:
  // Throws Error, naming file and line, for what is not such a file; for both topics and
  // probabilities; and for values what of() throws. Values are called "qrels", "adhoc_qrels" and
  // "probabilities" in messages.
  static Judgments read(JudgmentInputs inputs);
  static Judgments read(const Source& qrels);

  // Throws Error, naming `name` and the number of the judgment from 1, for names that are
  // empty, hold control characters or are not UTF-8, a document judged twice differently for an
  // intent, a grade beyond 100, an intent named "*", and no judgments at all.
  static Judgments of(const std::vector<Judgment>& judgments, std::string name = "judgments",
                      TopicGrade topic_grade = TopicGrade::highest);

  std::vector<std::string> topics() const;                          // in label order
  std::vector<Judgment> judgments() const;                          // by topic, docno, intent
  std::vector<std::string> relevant(std::string_view topic) const;  // docnos, sorted by bytes
  // Answers to which nuggets were assigned, as runs: each judged document is the answer of a system
  // of its name, whose list for every topic where it is judged is this document alone. By name.
  std::vector<Run> answers() const;
  // Do intents without a relevant document count? [JudgmentInputs]
  bool all_intents() const;
  // Do nuggets of hierarchies without one? Yes, unless all_intents = false is given.
  bool all_nuggets() const;
  const Warnings& warnings() const;

  // Values in memory that read() makes the same judgments of, whatever has become of files; those
  // of an Evaluator that has read files itself are read again.
  JudgmentInputs inputs() const;

  Judgments(const Judgments&) = default;  // to move is to copy
  Judgments& operator=(const Judgments&) = default;

 private:
  friend struct internal::Inside;
  struct Data;
  explicit Judgments(std::shared_ptr<const Data> data);
  std::shared_ptr<const Data> data_;
};

}  // namespace subintent
