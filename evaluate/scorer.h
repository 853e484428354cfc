// Scores of runs: every measure for every topic, with all that depends on the judgments computed
// once.
#pragma once

#include "core/collection/run.h"
#include "evaluate/measure.h"
#include "evaluate/topic_data.h"
#include "similarity/similarity.h"

namespace subintent::internal {

// By measure, then topic: does the measure apply [Scoring::applies()]? Null where all do to all.
using Applicability = std::shared_ptr<const std::vector<std::vector<char>>>;

// The documents of a run's lists that a measure of similarity compares: all down to its cutoff, or
// those that are relevant.
struct ComparedDocuments {
  std::uint64_t all = 0;
  std::uint64_t unrepresented = 0;  // of them: those without vector, or with one of zeros
  auto operator<=>(const ComparedDocuments&) const = default;
};

// The scores of one run: values[measure][topic], topics in the order of the judgments.
struct RunScores {
  std::string run;
  std::vector<std::vector<double>> values;  // 0 where the measure does not apply to the topic
  Applicability applicable = {};            // the same for all runs
  std::vector<char> answered;               // by topic: has the run a list for it?
  std::vector<char> judged;                 // by topic: is any document of the list judged?
  // The number of first documents of its lists, as many as measures look at, but at most 20; and
  // how many of these are not judged.
  std::uint64_t top_documents = 0, top_unjudged = 0;
  std::uint64_t repeats = 0;                 // documents of judged topics below a duplicate
  std::vector<std::string> unjudged_topics;  // topics of the run that are not judged
  std::vector<ComparedDocuments> compared;   // by measure
  std::vector<std::string> prefixed_topics;  // those that are judged without their prefix
  // By measure that sees the lists of other runs, then topic: the documents that it looks at.
  std::vector<std::vector<std::vector<std::string>>> listed;

  bool applies(std::size_t measure, std::size_t topic) const {
    return applicable == nullptr || (*applicable)[measure][topic] != 0;
  }

  // Mean of a measure over all judged topics that it applies to, or over those of them that the run
  // answers (0 if there are none).
  double mean(std::size_t measure, bool answered_only) const;
};

// The layers that a measure sees of a topic.
Layers layers_of(const Measure& measure, const TopicData& topic);

// A score and the parts that add up to it.
struct ExplainedScore {
  double score = 0;
  ScoreParts parts;
  std::vector<DocumentId> ranking;  // the list as the measure sees it
};

class Scorer {
 public:
  // Measures name hierarchies by their places in `hierarchies`. Highest grades (ERR's G where a
  // measure does not say) come from the judgments unless `max_grade` is given. `similarity` is
  // needed by measures of similarity only, and groups by those of groups. Judgments, similarity and
  // the names of groups must live as long as the scorer. Throws the errors of make_topic_data(),
  // and Error where the highest grade of some measure is below one that was judged.
  Scorer(const Judgments& judgments, const std::vector<NamedHierarchies>& hierarchies,
         std::vector<Measure> measures, const DocumentSimilarity* similarity,
         std::optional<std::int32_t> max_grade, const std::vector<NamedGroups>& groups = {});
  Scorer(const Scorer&) = delete;  // what it has made refers to itself
  Scorer& operator=(const Scorer&) = delete;

  const std::vector<Measure>& measures() const { return measures_; }
  const std::vector<TopicData>& topics() const { return topics_; }
  bool has_judgments() const { return has_judgments_; }
  bool applies(std::size_t measure, std::size_t topic) const {
    return applicable_ == nullptr || (*applicable_)[measure][topic] != 0;
  }

  // A topic that the run lacks scores 0, or 1 where that is the worst. Topic names of the run may
  // carry a prefix such as "wt09-". Throws Error where none of the run's topics is judged. Safe to
  // call from several threads.
  RunScores score(const Run& run) const;
  // Scores a run that the caller keeps. Throws the errors of ranked().
  RunScores score(const RunView& run) const;
  // Scores a run that is read list by list, each cut at `depth` documents.
  RunScores score(const RunReader& run, std::size_t depth, RunCounts& counts) const;

  // Sets the scores of measures that see the lists of other runs, which these are. Throws Error
  // where such a measure has a single run.
  void score_together(std::span<RunScores* const> runs) const;
  void score_together(std::span<RunScores> runs) const;
  // Whether there is such a measure.
  bool sees_runs() const;

  // How far down a list RunScores counts unjudged documents.
  std::size_t top() const { return top_; }
  // Counts them as far down as these measures look: to the deepest cutoff, at most 20; not at all
  // where some measure asks what is judged, or all judged documents are relevant. A scorer does so
  // for its own measures.
  void count_unjudged_for(std::span<const Measure> measures);

  // Measures of similarity compare documents by this; may be null.
  const DocumentSimilarity* similarity() const { return similarity_; }

  // The list of each topic in a run, nullptr for a topic that it lacks. Throws the errors of
  // score().
  std::vector<const RankedList*> lists(const Run& run) const;

  // Explains the score of a list. For measures that see judged documents only, ranks are those
  // among the judged.
  ExplainedScore explain(std::size_t measure, std::size_t topic, const RankedList& list) const;
  // Parts of the measure's ideal list (IdealFunction), where documents that are worth the same
  // stand as in `like`, a list as the measure sees it; no ranking.
  ExplainedScore explain_ideal(std::size_t measure, std::size_t topic, Ranking like = {}) const;

  // A list as a measure sees it.
  std::vector<DocumentId> ranking(std::size_t measure, std::size_t topic,
                                  const RankedList& list) const;
  // Gives the scoring of a topic by a measure.
  const Scoring& scoring_of(std::size_t measure, std::size_t topic) const {
    return scorings_[topic][measure];
  }

  // The layers of nodes that a measure sees.
  Layers layers(std::size_t measure, std::size_t topic) const {
    return layers_of(measures_[measure], topics_[topic]);
  }

 private:
  // Scores without lists yet, and for each of the run's topics the index of the judged one or
  // JudgedTopics::none.
  std::pair<RunScores, std::vector<std::uint32_t>> begin_scores(
      const std::string& name, const std::string& file,
      const std::vector<std::string_view>& run_topics) const;
  void require_judged_topics(const RunScores& scores, const std::string& file) const;
  void score_list(const RankedList& list, std::uint32_t topic, RunScores& scores) const;
  ComparedDocuments compared(const Measure& measure, std::size_t topic, Ranking ranking) const;
  Scoring scoring(const Measure& measure, std::size_t topic, GreedyIdeals& greedy) const;
  Scoring with_similarity(const Measure& measure, std::size_t topic, Scoring scoring) const;
  Applicability applicability() const;
  // Topic-level judgments, or a hierarchy of whole topics?
  bool sees_adhoc(const Measure& measure) const;
  // How far down a list some measure looks.
  std::size_t depth() const;
  void require_intents(const Judgments& judgments) const;
  void set_max_grades(const Judgments& judgments, std::optional<std::int32_t> given);

  std::vector<TopicData> topics_;
  std::vector<Measure> measures_;
  std::string qrels_name_;
  std::size_t top_ = 0;
  bool has_judgments_;
  const DocumentSimilarity* similarity_;
  std::vector<char> by_adhoc_;  // of the hierarchies: are their grades those of topics?
  JudgedTopics judged_topics_;
  std::vector<std::vector<std::uint32_t>> representations_;  // [topic][document], for similarity_
  std::vector<std::vector<Scoring>> scorings_;               // [topic][measure]
  Applicability applicable_;
};

}  // namespace subintent::internal
