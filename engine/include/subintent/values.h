// Values that people hand in and get: documents, judgments, runs, scores, similarities,
// hierarchies, and the names of choices.
#pragma once

#include <bit>
#include <unordered_map>
#include <unordered_set>
#include <variant>

#include "subintent/basics.h"

namespace SUBINTENT_PUBLIC subintent {

// Terms of documents, by docno: such as those of the titles of the topics that they are relevant
// to, which say nothing of subtopics.
using TermsByDocument = std::unordered_map<std::string, std::unordered_set<std::string>>;

// A value that users ask for by a name, such as a linkage.
template <typename Value>
struct Choice {
  Value value;
  std::string_view name;     // "complete"
  std::string_view meaning;  // a phrase
};

// The choice of that name, or of that value; nullptr if there is none.
template <typename Value, std::size_t size>
constexpr const Choice<Value>* find_choice(const Choice<Value> (&choices)[size],
                                           std::string_view name) {
  for (const Choice<Value>& choice : choices)
    if (choice.name == name) return &choice;
  return nullptr;
}

template <typename Value, std::size_t size>
constexpr const Choice<Value>* find_choice(const Choice<Value> (&choices)[size], Value value) {
  for (const Choice<Value>& choice : choices)
    if (choice.value == value) return &choice;
  return nullptr;
}

// A document as a collection gives it.
struct Document {
  std::string docno;
  std::string content = {};       // bytes in the charset of the collection
  bool is_html = false;           // else plain text
  std::string http_charset = {};  // the label in the HTTP header; empty if there is none
  std::string title = {};         // as the collection gives it beside the content, in UTF-8
  std::string url = {};           // the same of its address; in UTF-8 without blanks
};

// Shown of documents in place of their docnos. All of it is UTF-8 on one line; what is not known is
// empty.
struct DocumentText {
  std::string title, url;
  std::string excerpt;  // the first words of the visible text behind the title

  bool operator==(const DocumentText&) const = default;
};

// By docno.
using Texts = std::map<std::string, DocumentText, std::less<>>;

// Reads texts, docno<tab>title<tab>URL<tab>excerpt, of the documents that are `wanted` (all, if
// that is empty): memory grows with these only. In texts from elsewhere a field may be of any
// length and hold control characters. Throws Error, with file and line, for a line without
// four columns, a docno that is empty or holds control characters, text that is not UTF-8, and two
// different texts of a document that is wanted.
Texts read_texts(const std::vector<Source>& sources,
                 const std::function<bool(std::string_view docno)>& wanted = {});

// "Document docno is relevant to the intent of the topic with this grade." Grades of at most 0 are
// not relevant.
struct Judgment {
  std::string topic, intent, docno;
  std::int32_t grade = 0;

  bool operator==(const Judgment&) const = default;
};

// Judgments that are added one after another. Names are copied, and need not outlive the call.
class JudgmentRows {
 public:
  using Name = std::optional<std::string_view>;

  void reserve(std::size_t judgments) { rows_.reserve(judgments); }

  // A name that is not given is that of the judgment before. Throws std::length_error for a name of
  // 4 GiB or more.
  void add(const Name& topic, const Name& intent, const Name& docno, std::int32_t grade) {
    const std::uint32_t of_topic = append(topic), of_intent = append(intent);
    rows_.push_back({of_topic, of_intent, append(docno), grade});
    names_ += '\n';
  }

  std::size_t size() const { return rows_.size(); }
  bool empty() const { return rows_.empty(); }

  // The sizes in bytes of the names of a judgment, and its grade.
  struct Row {
    static constexpr std::uint32_t as_before = UINT32_MAX;  // the name is not given
    std::uint32_t topic, intent, docno;
    std::int32_t grade;
  };
  std::span<const Row> rows() const { return rows_; }
  bool says_intents = false;   // whoever gave them calls the intents so
  std::uint64_t ungraded = 0;  // further ones, without a grade, which are left out
  // The names that are given: topic, intent and docno of a judgment in one line.
  std::string_view names() const { return names_; }

 private:
  std::uint32_t append(const Name& name) {
    if (!name) return Row::as_before;
    if (name->size() >= Row::as_before) throw std::length_error("a name has 4 GiB");
    names_.append(name->data(), name->size());
    return static_cast<std::uint32_t>(name->size());
  }

  std::string names_;
  std::vector<Row> rows_;
};

struct Intent {
  std::string topic, intent;
  double probability = 0;     // 0 to 1; those of a topic add up to at most 1
  bool navigational = false;  // else informational
};

// How a document's topic-level grade comes from its grades for the intents [SakaiSong11 §5].
enum class TopicGrade {
  highest,  // the highest of them
  intents   // the number of intents it is relevant to
};

inline constexpr Choice<TopicGrade> topic_grades[] = {
    {TopicGrade::highest, "highest", "the highest grade for an intent"},
    {TopicGrade::intents, "intents", "the number of intents a document is relevant to"}};

// The kind of judgments. Column 2 of TREC's judgments of topics holds 0, rounds, classes or dates.
enum class Judged { intents, topics };

inline constexpr Choice<Judged> judged_choices[] = {
    {Judged::intents, "intents", "the second column names intents"},
    {Judged::topics, "topics", "the second column means nothing"}};

// Files, or values in memory. Errors of values name their number, from 1. The judgments of several
// files add up; one that they contradict is an error.
using JudgmentSource =
    std::variant<Source, std::vector<Judgment>, std::vector<Source>, JudgmentRows>;
using IntentSource = std::variant<Source, std::vector<Intent>>;

struct JudgmentInputs {
  JudgmentSource qrels = Source(std::string());  // topic, intent, docno, grade
  // Judgments of whole topics, whose intents are not looked at; else made from `qrels`. Where they
  // are given alone, each topic is a single intent.
  std::optional<JudgmentSource> adhoc_qrels = {};
  // The kind of `qrels`. Not given: of topics where the only intent is 0 or Q0, or where intents
  // differ in numbers or months alone and no document has two, though documents are judged not
  // relevant; unless `topics`, `probabilities` or hierarchies name the intents.
  std::optional<Judged> judged = {};
  // At most one of these; else all intents are uniform and informational.
  std::optional<Source> topics = {};               // topics of the TREC Web Track, XML
  std::optional<IntentSource> probabilities = {};  // topic, intent, probability, [inf|nav]
  TopicGrade topic_grade = TopicGrade::highest;    // where `qrels` give the grades of topics
  // Whether intents without a relevant document count: those that are judged, and those of `topics`
  // or `probabilities`. Not given: those of nuggets do, others do not.
  std::optional<bool> all_intents = {};
  // Are `qrels` in memory nuggets? Files of nuggets are known by what they hold.
  bool are_nuggets = false;
  // The beginning, as text, of judgments in memory that were a table: a warning says which column
  // of it is not read.
  std::string table = {};
  // More of these, (topic, intent), that neither has.
  std::vector<std::pair<std::string, std::string>> unjudged_intents = {};
};

// Is there anything to read? An empty path says no, and so does a list without files.
bool is_given(const JudgmentSource& source);

// How far a document belongs to a group, 0 to 1. The shares of a document in the groups of an
// attribute add up to 1.
struct GroupMembership {
  std::string topic, docno, group;  // topic "*": all that have no memberships of their own
  double share = 0;
};

// The share that a group should have of a ranked list, 0 to 1. The shares of a topic add up to 1.
struct GroupTarget {
  std::string topic, group;  // topic "*": all that have no targets of their own
  double share = 0;
};

// Files, or values in memory. Errors of values name their number, from 1.
using MembershipSource = std::variant<Source, std::vector<GroupMembership>>;
using GroupTargetSource = std::variant<Source, std::vector<GroupTarget>>;

// An attribute of documents with its groups. Parts of the names of groups that '/' separates are
// the layers of a hierarchy of groups, "Europe/France". Documents without memberships belong to no
// known group; an attribute without memberships of a topic does not apply to it.
struct GroupAttribute {
  MembershipSource memberships;
  std::optional<GroupTargetSource> targets = {};  // none: uniform, groups in natural order
  bool is_ordinal = false;                        // the groups have the order of their targets
};

// How a duplicate of a document above it in a list counts.
enum class DuplicatesAs {
  irrelevant,  // it keeps its rank and is not relevant
  removed      // it leaves the list; those below move up
};

inline constexpr Choice<DuplicatesAs> duplicate_treatments[] = {
    {DuplicatesAs::irrelevant, "irrelevant", "it keeps its rank and is not relevant"},
    {DuplicatesAs::removed, "removed", "it leaves the list, and those below move up"}};

// A file of pairs or groups, as `subintent simhash --within` writes them, or groups of docnos. A
// document is in one group at most.
using DuplicateSource = std::variant<Source, std::vector<std::vector<std::string>>>;

// How the lists of a run are read.
enum class RunOrder {
  rank,       // by the rank column
  score,      // by score, descending; ties by docno, descending (bytes), as trec_eval does
  file,       // as the lines stand
  trec_eval,  // by score, as trec_eval reads it: text that begins with no number is 0, NaN is last;
              // ranks may be any text
  score_ascending  // by score, descending; ties by docno, ascending (bytes), as pyndeval does
};

inline constexpr Choice<RunOrder> run_orders[] = {
    {RunOrder::rank, "rank", "by the rank column"},
    {RunOrder::score, "score", "by score, ties by docno, both descending"},
    {RunOrder::file, "file", "as the lines stand"}};

// For a document that is twice in a list.
enum class OnDuplicate { error, first, last };

inline constexpr Choice<OnDuplicate> duplicate_choices[] = {
    {OnDuplicate::error, "error", "refuse the list"},
    {OnDuplicate::first, "first", "keep the first of a repeated document"},
    {OnDuplicate::last, "last", "keep the last of a repeated document"}};

// Non-owning views of runs, valid during a call.
// The documents of one topic, each once, in any order.
struct ScoredList {
  std::string_view topic;
  std::span<const std::string_view> docnos;
  std::span<const double> scores;  // of each document; with RunOrder::file also none
  bool is_distinct = false;        // is it known that no document is there twice?
};

struct RunView {
  std::string name;
  std::span<const ScoredList> lists;  // one per topic
  RunOrder order = RunOrder::score;   // or score_ascending, or file: the documents as they stand
};

// Which of two ranked lists a user prefers.
enum class Preference : std::int8_t { second = -1, equal = 0, first = 1 };

// One participant's judgment of a pair of ranked lists.
struct UserPreference {
  std::string topic, run1, run2;
  std::string participant;
  Preference preference = Preference::equal;  // which of the two is better
  std::uint64_t line = 0;                     // of the file, from 1; 0: of no file

  // May be unknown.
  std::string left = {};               // the run shown on the left, one of the two; or empty
  std::optional<double> seconds = {};  // until the answer
  std::string question = {};           // that was asked; empty: the only one
  bool repeat = false;    // the pair's second showing to the participant, sides changed
  std::string pool = {};  // of pairs that were chosen in one way; or empty
  // An attention check: the preference that is right. It counts for the participant alone.
  std::optional<Preference> check = {};
  std::string comment = {};  // that the participant wrote

  // The same question on the same pair to the same participant?
  bool same_pair(const UserPreference& other) const {
    return topic == other.topic && run1 == other.run1 && run2 == other.run2 &&
           question == other.question && participant == other.participant;
  }
};

// Preferences that belong together, as those that were asked for one reason. Where they name
// several pools themselves (UserPreference::pool), each of these is a pool: "POOL", or "NAME: POOL"
// where several are given.
struct PreferencePool {
  std::string name;
  std::vector<UserPreference> preferences;
  std::uint64_t failed = 0;  // battles without a verdict, which are left out
  std::string file = {};     // that they were read from, for messages
};

enum class ScoreRunName {
  automatic,  // ndeval CSV: its first column; output of trec_eval and ir_measures: the file
  file,       // the file's name without folder, compression suffix and, for scores, ".csv", ".tsv",
              // ".txt", ".eval", ".jsonl"
  tag         // ndeval CSV: its first column; trec_eval output: the value of "runid"
};

inline constexpr Choice<ScoreRunName> score_run_names[] = {
    {ScoreRunName::automatic, "auto", "the file; of ndeval's CSV its first column"},
    {ScoreRunName::file, "file", "the file"},
    {ScoreRunName::tag, "tag", "what the file says"}};

// How to read a file that fits two formats.
enum class ScoreFormat {
  automatic,              // such a file is an error
  trec_eval,              // three columns are measure, topic, value; the last of four too
  ir_measures,            // three columns are topic, measure, value; the last of four too
  matrix,                 // the first column of a matrix holds topics
  matrix_without_topics,  // the first column of a matrix is a run's, as all others are
  measures                // topics in the first column, and the measures of one run in the others
};

inline constexpr Choice<ScoreFormat> score_formats[] = {
    {ScoreFormat::automatic, "auto", "the one that fits"},
    {ScoreFormat::trec_eval, "trec_eval", "measure, topic, value"},
    {ScoreFormat::ir_measures, "ir_measures", "topic, measure, value"},
    {ScoreFormat::matrix, "matrix", "topics in the first column, runs in the others"},
    {ScoreFormat::matrix_without_topics, "matrix-without-topics", "a run in each column"},
    {ScoreFormat::measures, "measures", "topics in the first column, measures of a run in others"}};

// For runs without a score for a topic that another run has one for.
enum class MissingScores {
  error,
  zero,  // it counts 0
  drop,  // topics that lack a score are left out for all runs
  group  // runs with different topics are not compared: a group for each set of topics; the scores
         // of one run name by one measure that come from several places are those of several runs
};

inline constexpr Choice<MissingScores> missing_scores[] = {
    {MissingScores::error, "error", "refuse the scores"},
    {MissingScores::zero, "zero", "count 0"},
    {MissingScores::drop, "drop", "leave such topics out"},
    {MissingScores::group, "group", "compare only runs with the same topics"}};

// How the scores of a ranked list become probabilities.
// Scores that are all the same are 1 each (sum: 1 / n). Of max and sum, negative scores count as 0.
enum class ScoreScale {
  minmax,  // (s - lowest) / (highest - lowest)
  max,     // s / highest
  sum,     // s / sum
  none     // as they are: from 0 to 1
};

inline constexpr Choice<ScoreScale> score_scales[] = {
    {ScoreScale::minmax, "minmax", "the lowest is 0 and the highest 1"},
    {ScoreScale::max, "max", "share of the highest"},
    {ScoreScale::sum, "sum", "share of their sum"},
    {ScoreScale::none, "none", "as they are, from 0 to 1"}};

// The aims of a set of topics [Sakai16], Sakai: Topic set size design, Information Retrieval
// Journal 19, 2016.
struct TopicSetDesign {
  double variance = 0;    // of scores, above 0
  double difference = 0;  // of true means that must be found, above 0: minDt or minD
  // For the paired t-test of two runs there are none. For one-way analysis of variance, 2 to 1000:
  // the best and the worst of these many differ by `difference` at least.
  std::optional<std::uint32_t> systems = {};
  double alpha = 0.05;  // significance level, between 0 and 1
  double beta = 0.20;   // 1 - power: the risk of missing that difference, 1e-6 to below 1
};

// The least number of topics for a design, from 2.
struct TopicSetSize {
  std::optional<std::uint64_t> topics;  // none: more than 100,000
  double power = 0;                     // with them, or with 100,000; at least 1 - beta
};

// The Hamming distance of two fingerprints of 64 bits, or of one word of longer ones: 0 to 64.
inline int hamming_distance(std::uint64_t a, std::uint64_t b) {
  return std::popcount(a ^ b);
}

// The similarity of two fingerprints at a Hamming distance H.
enum class FingerprintSimilarity {
  cosine,  // cos(pi H / bits) below H = bits / 2, exactly 0 from there on
  hamming  // 1 - H / bits
};

inline constexpr Choice<FingerprintSimilarity> fingerprint_similarities[] = {
    {FingerprintSimilarity::cosine, "cosine", "cos(pi H / bits), 0 from H = bits / 2 on"},
    {FingerprintSimilarity::hamming, "hamming", "1 - H / bits"}};

// Rows of floats or doubles that are shared with whoever made them, not copied: row i begins at
// values.get() + i * stride. They must not change as long as something made of them lives; if they
// do, its similarities are wrong.
template <typename Value>
struct DenseRows {
  std::shared_ptr<const Value[]> values;
  std::size_t rows = 0, dimensions = 0;
  std::ptrdiff_t stride = 0;  // numbers from one row to the next
};

// Rows in CSR, as SciPy names it: row i has data[k] in column indices[k], for k from indptr[i] up
// to indptr[i + 1]. Columns may be in any order; what is in one column twice is added up.
struct SparseRows {
  std::vector<std::uint64_t> indptr;   // from 0 to the number of values; one more than rows
  std::vector<std::uint64_t> indices;  // below `columns`
  std::vector<double> data;
  std::uint64_t columns = 0;
};

// The similarity of two clusters, over all pairs of documents, one from each.
enum class Linkage {
  complete,  // the smallest
  single,    // the largest
  average    // the mean (UPGMA)
};

inline constexpr Choice<Linkage> linkages[] = {
    {Linkage::complete, "complete", "the smallest similarity of a pair of documents"},
    {Linkage::single, "single", "the largest similarity of a pair of documents"},
    {Linkage::average, "average", "the mean similarity of the pairs of documents (UPGMA)"}};

// Is it all relevant documents of a topic that are clustered?
inline constexpr Choice<bool> cluster_levels[] = {
    {false, "intent", "the relevant documents of each intent"},
    {true, "topic", "all relevant documents of a topic"}};

// The k-th merge of n documents joins nodes a < b (0..n-1 are documents, n+k is the k-th merge)
// into node n+k, which holds `size` documents; `similarity` is that of the two clusters [Dou19
// §3.2]. Similarities never grow from merge to merge for complete and single linkage.
struct Merge {
  std::uint32_t a = 0, b = 0;
  double similarity = 0;
  std::uint32_t size = 0;

  bool operator==(const Merge&) const = default;
};

// All pairs of documents that are relevant to a topic, whatever their intents.
struct TopicPairs {
  std::uint64_t count = 0;
  double mean_similarity = 0;

  bool operator==(const TopicPairs&) const = default;
};

// The clustering of the relevant documents of one (topic, intent). n documents have n-1 merges.
struct Dendrogram {
  std::string topic;
  std::string intent;             // "*" at topic level
  std::vector<std::string> docs;  // sorted by bytes
  std::vector<Merge> merges;
  std::optional<TopicPairs> topic_pairs = {};  // of its topic, if they are known

  // For each merge, if it was asked for: how much more similar the documents that it joins are than
  // documents of other topics would be, -1 to 1, or less where these are alike
  // (docs/man/subintent-cluster.md). Empty if there is nothing to compare with.
  std::optional<std::vector<double>> excess = {};

  bool operator==(const Dendrogram&) const = default;
};

// JSON lines {"topic","intent","docs":[...],"merges":[[a,b,similarity,size],...],"topic_pairs",
// "topic_mean","excess":[...]}, of which the last three may be missing. Reading throws Error, with
// file and line, for anything that is not a binary tree over distinct, sorted documents; a (topic,
// intent) given twice; similarities that are not finite numbers.
std::vector<Dendrogram> read_dendrograms(const Source& source);

// The bins of similarities for compression: an inner node in the bin of its parent is removed.
struct Bins {
  enum class Rule {
    fixed,  // ten: less than .1, less than .2, ... [Dou19]
    mean,   // two of each dendrogram of four leaves or more: below the mean similarity of pairs in
            // different leaves, or not
    quantiles  // `count` of each dendrogram, with as many of its inner nodes each
  };
  Rule rule = Rule::fixed;
  std::uint32_t count = 10;  // of quantiles: 2 to 100

  bool operator==(const Bins&) const = default;
};

// "fixed", "mean", "quantiles=N", or "quantiles" for four. Throws Error of argument "bins" for
// others.
Bins bins_named(const std::string& name);

// The similarity of a pair of documents is here that of the merge that joins them.
struct PruningRules {
  // Each dendrogram has a delta of its own: the geometric mean of the mean similarity of pairs in
  // one leaf and of that of pairs in different leaves, when it is pruned at this delta.
  bool balanced_delta = false;

  // If given, from 0 to 1: where, pruned so far, the mean excess (Dendrogram::excess) of pairs in
  // different leaves is above 0 and at least so many times that of pairs in one leaf (1 without
  // such pairs), everything becomes one leaf. hierarchies() needs dendrograms with their excess;
  // one that is empty changes nothing.
  std::optional<double> one_subtopic = {};

  Bins bins = {};

  // Does delta depend on more than is given?
  bool follow_data() const { return balanced_delta || one_subtopic; }

  bool operator==(const PruningRules&) const = default;
};

// A node below the root. Nodes are sorted by layer, within a layer by their parents' order, and
// below one parent by intent (labels) and smallest document; a node's id is its index.
struct HierarchyNode {
  std::optional<std::uint32_t> parent;  // index of the parent; none under the root
  std::uint32_t layer = 1;              // 1 below the root
  std::string intent;                   // official intent, superintent, or "*" at topic level
  double weight = 0;                    // the weights of a layer add up to 1
  std::optional<double> similarity;     // of the merge that made the node, if one did
  bool dummy = false;                   // fills a layer [Dou19 §3.3.3]
  std::vector<std::uint32_t> docs;      // all relevant documents below: places in
                                        // Hierarchy::docnos, ascending; none where a nugget
                                        // without a document is kept
  std::string label = {};               // text for people; no measure looks at it

  // Whether it is covered only when all its children are (AND), to measures that ask for that
  // (cover=given); else when any is.
  bool needs_all = false;
};

// The hierarchy of subintents of a topic [Dou19 §3].
struct Hierarchy {
  std::string topic;
  std::uint32_t layers = 0;         // H
  std::vector<std::string> docnos;  // of all nodes, sorted by bytes
  std::vector<HierarchyNode> nodes;

  // Throws Error for a node with a place that is not in docnos.
  std::vector<std::string> docnos_of(const HierarchyNode& node) const;
};

// A subintent's weight inside its intent is its share of these [Dou19 §3.4].
enum class Weighting {
  leaves,    // WI: leaves below it
  gains,     // WD: global gain of the documents below it: their grades for all intents of the
             // topic, each times the probability of the intent
  grades,    // grade for the intent of the documents below it
  documents  // their number
};

inline constexpr Choice<Weighting> weightings[] = {
    {Weighting::leaves, "WI", "leaves below a subintent"},
    {Weighting::gains, "WD", "global gain of the documents below a subintent"},
    {Weighting::grades, "grades", "grade for the intent of the documents below a subintent"},
    {Weighting::documents, "documents", "number of documents below a subintent"}};

// The source of the probabilities of intents [Dou19 §3.5].
enum class IntentWeights {
  depth,    // proportional to the layers below the intent, before extension (Fig. 6c)
  uniform,  // the same for all intents with a relevant document (Fig. 6b)
  given     // those of the judgments, renormalised over those intents
};

inline constexpr Choice<IntentWeights> intent_weightings[] = {
    {IntentWeights::depth, "depth", "proportional to the layers below an intent"},
    {IntentWeights::uniform, "uniform", "the same for all intents"},
    {IntentWeights::given, "given", "the probabilities of the judgments"}};

// JSON lines, one for each topic:
// {"topic","layers":H,"nodes":[{"id","parent","layer","intent","weight",
// "similarity","dummy","docs":[...]},...]}; a node may have a "label" and an
// "aggregator", AND or OR. Ids are strings or numbers; reading sorts the nodes as above. Throws
// Error, with file and line, for a missing or mistyped member, a parent that does not exist or is
// not in the layer above, a layer beyond H, a last layer other than H, a weight below 0 or above a
// million, an unknown aggregator, a topic without documents, an id, topic or node's document given
// twice, over a million documents of nodes in a topic, and no hierarchies.
std::vector<Hierarchy> read_hierarchies(const Source& source);

// A label of a node that people gave.
struct NodeLabel {
  std::string topic;
  std::string node;  // an intent or superintent; in hierarchies of whole topics the id of a node
  std::string label;
  Location place = {};  // where it was read, for messages
};

// The highest ClusterOptions::contrast_power.
inline constexpr std::size_t most_contrast_power = 10;

// Fingerprints, vectors, or a dense matrix with its docnos; or none. Whatever reads them throws
// Error of argument "similarity" for more than one kind.
struct SimilarityFiles {
  std::optional<std::string> fingerprints = {}, dense = {}, docnos = {};
  std::vector<std::string> vectors = {};
  FingerprintSimilarity kind = FingerprintSimilarity::cosine;

  bool any() const { return fingerprints || dense || !vectors.empty(); }
  std::vector<std::string> paths() const;
};

}  // namespace subintent
