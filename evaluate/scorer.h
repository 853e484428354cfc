// Scores of runs: every measure for every topic, with all that depends on the judgments computed
// once.
#pragma once

#include <set>

#include "core/base/name_table.h"
#include "core/collection/run.h"
#include "evaluate/judgments.h"
#include "evaluate/layer.h"
#include "evaluate/measure.h"
#include "hierarchy/hierarchy.h"
#include "similarity/similarity.h"

namespace subintent::internal {

// The measures' knowledge of a topic, from qrels, intents and hierarchies; computed once and used
// for all runs.

// A hierarchy as layers from the top.
struct HierarchyLayers {
  std::vector<Layer> layers;
  bool by_adhoc = false;  // grades are those of topic-level judgments
};

struct TopicLayers {
  Layer intents;                             // official intents with a relevant document
  std::optional<Layer> criteria;             // with penalties behind them, where there are any
  Layer topic;                               // topic-level judgments: one node
  std::vector<HierarchyLayers> hierarchies;  // in the order given
};

// A ranked list as the measures of a topic see it.
struct SeenList {
  SeenList() = default;
  SeenList(SeenList&&) = default;
  SeenList& operator=(SeenList&&) = default;

  std::span<const std::string_view> docnos;
  std::vector<DocumentId> documents;   // of those
  std::vector<char> judged;            // of those: with any grade
  std::uint64_t repeats = 0;           // documents that have a duplicate above them
  std::vector<std::string_view> kept;  // what `docnos` shows where repeats have left the list
};

struct TopicData {
  std::string_view topic;
  // With a grade > 0 for an intent, the topic, or a penalty; sorted by bytes.
  std::vector<std::string_view> docnos;
  NameTable ids;  // of docnos: their places; behind these, other documents that are judged
  std::map<std::int32_t, TopicLayers> layers;  // by the least grade that counts as relevant

  // The attributes of documents, in the order given. Documents without a place in docnos have there
  // the number docnos.size() + their place in group_docnos.
  std::vector<TopicGroups> attributes;
  NameTable group_docnos;  // of documents with memberships

  const TopicQrels* diversity = nullptr;   // the judgments that all this is made from
  const TopicQrels* adhoc = nullptr;       // topic-level; nullptr where the topic has none
  const NuggetTopic* penalties = nullptr;  // of a rubric; nullptr where the topic has none
  std::vector<AnswerCitations> citations;  // of docnos, where these are answers that were judged so
  const Duplicates* duplicates = nullptr;  // nullptr: none are known
  DuplicatesAs duplicates_as = DuplicatesAs::irrelevant;

  // Duplicates in a list are dealt with here and nowhere else: the first of a group counts by its
  // own judgments, whatever they are; the others are repeats. The list must live as long as the
  // result.
  SeenList seen(const RankedList& list) const;
  // The documents of a list that are judged; none if there are no judgments.
  std::vector<DocumentId> judged_only(const SeenList& list, Ranking documents,
                                      const TopicQrels* judgments) const;
  // The documents with unjudged_document for those.
  std::vector<DocumentId> marked(const SeenList& list, const TopicQrels* judgments) const;
  // The documents with their numbers as `attributes` know them.
  std::vector<DocumentId> grouped(const SeenList& list) const;
  bool is_judged(std::string_view docno) const;  // with any grade
  // The place of a document in docnos; NameTable::none for others.
  std::uint32_t place_of(std::string_view docno) const;
};

struct NamedHierarchies {
  std::string name, path;
  std::vector<Hierarchy> topics;
};

// One entry per topic of the diversity judgments, in their order, with layers for each of the least
// grades, and for 1. What counts as relevant is decided here and nowhere else: intents and nodes
// without a document of at least that grade are not in a layer, and uniform probabilities are those
// of the intents that are. Where judgments know duplicates, layers
// do. Throws Error where an intent with a relevant document has no
// probability, where a hierarchy lacks a topic that has a relevant document, and those of
// Groups::target(). The judgments must live as long as what is made of them.
std::vector<TopicData> make_topic_data(const Judgments& judgments,
                                       const std::vector<NamedHierarchies>& hierarchies,
                                       std::set<std::int32_t> least_grades = {},
                                       const std::vector<NamedGroups>& groups = {});

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
  std::string first_docno, judged_docno;    // of the first list if not, with one that is
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
