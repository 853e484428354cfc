// From similar documents to hierarchies of subintents: clustering, pruning, labels, drawings,
// exports, recipes.
#pragma once

#include "subintent/basics.h"
#include "subintent/collection.h"
#include "subintent/similarity.h"
#include "subintent/values.h"

namespace SUBINTENT_PUBLIC subintent {

// How relevant documents are clustered [Dou19 §3.2].
struct ClusterOptions {
  Linkage linkage = Linkage::complete;
  bool topic_level = false;  // all relevant documents of a topic together, not intent by intent

  // How documents are compared within a topic (docs/man/subintent-cluster.md). With contrast, what
  // vectors share with the topic's other documents counts less. With neighbours, if not 0, the
  // similarity is that of the documents' lists of so many nearest neighbours.
  bool contrast = false;
  std::size_t neighbours = 0;
  // A term loses this power of the share of the topic's documents that have it; 1 to
  // most_contrast_power.
  std::size_t contrast_power = 1;

  // Whether merges say how similar documents are beyond those of other topics (Dendrogram::excess);
  // of sparse vectors only.
  bool background = false;

  // Whether dendrograms have the mean similarity of their topic's documents
  // (Dendrogram::topic_pairs), which takes time that grows with the pairs of fingerprints.
  bool topic_pairs = true;
};

// Throws Error, with the name of the option, for ways to compare documents that these files do not
// allow: contrast of fingerprints, a power without contrast, out of range or of dense vectors, and
// a background of all but sparse vectors.
void check(const ClusterOptions& options, const SimilarityFiles& files);

// A dendrogram for every (topic, intent) with a relevant document, in label order. Documents
// without representation have similarity 0 with all others: that there are such, and topics without
// ad hoc judgments, is added to `warnings` if it is given. Throws Error where none has one, and for
// names that are not UTF-8, and what check() refuses.
// The result is the same for any number of threads.
std::vector<Dendrogram> cluster(const Judgments& judgments, const Similarity& similarity,
                                const ClusterOptions& options = {},
                                const ProgressCallback& progress = {},
                                Warnings* warnings = nullptr);

// The line of a file of dendrograms, without its line end. Throws Error, without a file, for what
// read_dendrograms() refuses, and for names that are not UTF-8.
std::string to_json(const Dendrogram& dendrogram);

// SciPy's linkage matrix, four numbers per merge: a, b, distance, size, where documents are 0 to
// n - 1 and the distance is 1 - similarity, or 0 if rounding has made that negative. Throws as
// to_json() does.
std::vector<double> linkage_matrix(const Dendrogram& dendrogram);

// How hierarchies are made of dendrograms [Dou19 §3.3-3.5].
struct HierarchyOptions {
  double delta = 0.3;    // 0 to 1: merges of a similarity above it become one subintent
  bool compress = true;  // no, and uniform intent weights, for the raw hierarchy
  Weighting weighting = Weighting::leaves;
  IntentWeights intent_weights = IntentWeights::depth;
  std::optional<Source> superintents = {};  // topic, superintent, intent
  PruningRules rules = {};                  // a balanced delta takes the place of `delta`
  // How many leaves each dendrogram has, at most one for each document: the least similar merges
  // are undone, whatever delta and rules say. Topics may have numbers of their own, or under
  // "topic<tab>intent" their intents, "*" for the whole topic.
  std::optional<std::uint32_t> subtopics = {};
  std::map<std::string, std::uint32_t> subtopics_of = {};
  // If given, and subtopics are not: the geometric mean of this number, or of half of the documents
  // if they are fewer, and of the number of leaves that delta and rules give.
  std::optional<std::uint32_t> around = {};
};

// The numbers of subtopics of a file, topic<tab>number or topic<tab>intent<tab>number. Throws
// Error, with file and line, for other lines and a topic or intent that is there twice.
std::map<std::string, std::uint32_t> read_subtopics(const Source& source);

// Throws Error of argument "one_subtopic" or "bins" for numbers that make no sense, as
// hierarchies() does.
void check(const PruningRules& rules);

// The hierarchies of a file of them, or of nuggets (docs/formats.md): of each topic with a relevant
// document, questions in layer 1, answers below them. Nuggets without a relevant document are nodes
// without documents, or without `all_intents` left out. Throws Error as read_hierarchies() does,
// and for what are not nuggets.
std::vector<Hierarchy> read_hierarchies_or_nuggets(const Source& source, bool all_intents = true);

// The mean similarity of all pairs of documents relevant to the same topic. Throws Error for
// dendrograms without topic_pairs, and where it is not above 0.
double mean_similarity(const std::vector<Dendrogram>& dendrograms);

// The hierarchy of every topic with a relevant document, in label order. Dendrograms are of
// intents, or all of whole topics, which have no superintents and no given weights. Throws Error
// for dendrograms that are not binary trees or do not fit the judgments, naming topic, intent and
// document, and of argument "bins" for bins without compression.
std::vector<Hierarchy> hierarchies(const Judgments& judgments,
                                   const std::vector<Dendrogram>& dendrograms,
                                   const HierarchyOptions& options = {},
                                   Warnings* warnings = nullptr);

// Hierarchies of official intents alone, without subintents. Throws Error for options that say how
// dendrograms are pruned ("compress", "bins", ...).
std::vector<Hierarchy> intent_hierarchies(const Judgments& judgments,
                                          const HierarchyOptions& options = {},
                                          Warnings* warnings = nullptr);

// The same hierarchies with labels made of the texts of their documents: words and short phrases
// that tell a node from its siblings. Words of the titles of topics make no label on their own.
// Labels that are there stay; official intents and superintents, which have descriptions of their
// own, get none. Throws as to_json() does.
std::vector<Hierarchy> with_labels(const std::vector<Hierarchy>& hierarchies, const Texts& texts,
                                   Warnings* warnings = nullptr,
                                   const std::map<std::string, std::string>& titles = {});

// Reads labels, topic<tab>node<tab>label. Throws Error, with file and line, for a line without
// three columns, a column that is empty, holds control characters or is not UTF-8, and a second
// label of a node.
std::vector<NodeLabel> read_node_labels(const Source& source);

// The same hierarchies with labels that people gave, in the place of those that are there: of the
// nodes at which an intent or superintent begins, in hierarchies of whole topics of those with an
// id. Throws as to_json() does.
std::vector<Hierarchy> with_labels(const std::vector<Hierarchy>& hierarchies,
                                   const std::vector<NodeLabel>& labels,
                                   Warnings* warnings = nullptr);

// For each node of each hierarchy up to `count` terms of its documents that tell it from its
// siblings, the most characteristic first, of files of document vectors. A term's share p is the
// mean, over the documents, of its share in the document's positive weights; it scores p ln(p / q),
// where p is taken over the node's documents and q over those of the node and its siblings (p
// alone, without siblings). Throws as to_json() and Similarity::read_vectors() do.
std::vector<std::vector<std::vector<std::string>>> characteristic_terms(
    const std::vector<Hierarchy>& hierarchies, const std::vector<Source>& vectors,
    std::size_t count = 8, Warnings* warnings = nullptr);

// The line of a file of hierarchies, without its line end. Throws Error, with "hierarchy" for the
// file, for what read_hierarchies() refuses, and for names that are not UTF-8.
std::string to_json(const Hierarchy& hierarchy);

struct DrawingOptions {
  std::size_t width = 80;                   // columns
  bool ascii = false;                       // no box-drawing characters
  bool all_documents = false;               // of each leaf, rather than the first few
  std::optional<std::uint32_t> depth = {};  // what lies below this layer is folded; from 1
  std::optional<std::string> intent = {};   // only the subtrees of this intent or superintent
  bool colour = false;                      // ANSI escape sequences
  Texts texts = {};                         // of documents, which are shown with their titles
  TopicCaptions topics = {};                // what the topic and its intents are about
  std::vector<std::vector<std::string>> terms = {};  // of each node, to be shown; or none
  std::string file = {};                             // of the hierarchy, for messages
};

// A hierarchy as a tree for people, as `subintent explain` draws it. Throws as to_json() does, and
// Error for an intent that it lacks, naming those it has.
std::string draw(const Hierarchy& hierarchy, const DrawingOptions& options = {});

// The paths from the root to the leaves that hold a document, drawn one after the other: which
// other documents it joins, and at what similarity. Throws as draw() does, and Error where the
// hierarchy or the intent lacks the document, and for "depth" and "terms", which it does not show.
std::string draw_document(const Hierarchy& hierarchy, const std::string& docno,
                          const DrawingOptions& options = {});

// The topics, one per line: query, and the numbers of documents, official intents, layers, nodes.
// Throws as to_json() does.
std::string draw_topics(const std::vector<Hierarchy>& hierarchies,
                        const TopicCaptions& captions = {});

// The same as an icicle, an SVG document `width` pixels wide (100 to 100,000): a row per layer, a
// box per node below its parent, as wide as its weight, whose title says what it is. Words of the
// query are left out at the beginning of labels.
std::string draw_svg(const Hierarchy& hierarchy, std::size_t width = 960,
                     const std::string& query = "");

// A format of other programs, as `subintent hierarchy --export` writes it (docs/formats.md).
struct ExportFormat {
  std::string_view name;        // "dot"
  bool of_dendrograms = false;  // else of hierarchies
};

std::vector<ExportFormat> export_formats();

// For labels of nodes without one.
struct ExportOptions {
  TopicCaptions topics = {};  // what intents are about; dot shows the query of the topic, too
  // Terms of each node of each hierarchy, as characteristic_terms() gives them, for the others.
  std::vector<std::vector<std::vector<std::string>>> terms = {};
};

// All hierarchies, or dendrograms, in the format of this name. Throws as to_json() does, and Error
// of argument "format" for one that is not known or is not of these, and of argument "terms" for
// terms of other hierarchies.
std::string export_hierarchies(const std::vector<Hierarchy>& hierarchies, std::string_view format,
                               const ExportOptions& options = {});
std::string export_dendrograms(const std::vector<Dendrogram>& dendrograms, std::string_view format);

// Placebo `number`, from 0, of hierarchies: their documents shuffled within each intent, at topic
// level within the topic. Layers, sizes and weights of nodes stay as they are, and so do the
// documents of intents and superintents. Throws Error for hierarchies that could not be read from a
// file.
std::vector<Hierarchy> shuffled(const std::vector<Hierarchy>& hierarchies, std::uint64_t seed = 1,
                                std::uint32_t number = 0);

// The settings of every step from documents to hierarchies, under a name.
struct Recipe {
  // Options as on the command line, without "--", and their values, empty for flags:
  // {{"linkage", "average"}, {"contrast", ""}}. docs/stage-files.md has them.
  using Settings = std::vector<std::pair<std::string, std::string>>;

  // By what documents are compared: TF-IDF vectors, fingerprints, or dense vectors that users
  // bring.
  enum class Documents { vectors, fingerprints, dense };

  std::string name;
  Documents documents = Documents::vectors;
  Settings tokenize, cluster, topic, intent;  // the latter of `hierarchy`, at these levels
  // If it was read from a file: its path, and by step ("topic") the line of its settings.
  std::string path = {};
  std::map<std::string, std::size_t, std::less<>> lines = {};
};

// The recipes of the library.
const std::vector<Recipe>& recipes();

// The recipe that docs/validity.md recommends for these.
const Recipe& recommended_recipe(Recipe::Documents documents);

// A file with lines STEP=OPTIONS (docs/stage-files.md). Throws Error, naming file and line.
Recipe read_recipe(const Source& source);

// The recipe of that name, or else that of the file. Throws Error.
Recipe find_recipe(const std::string& name_or_path);

struct RecipeOptions {
  std::optional<Recipe> recipe = {};  // none: the recommended_recipe()
  std::string stem = {};              // the language of the documents, for stems and case, or empty
  std::optional<Weighting> weighting = {};  // none: that of the recipe
  // For whole topics, as HierarchyOptions.
  std::optional<std::uint32_t> subtopics = {};
  std::map<std::string, std::uint32_t> subtopics_of = {};
  std::optional<std::uint32_t> subtopics_of_intents = {};  // of each that has no number of its own
  CollectionOptions collection = {};                       // how documents are read
  // Of intents, "depth", "uniform" or a file of probabilities; none: those of the recipe.
  std::optional<std::string> intent_weights = {};
};

// Inputs of hierarchies in memory, beside judgments.
struct RecipeInputs {
  std::vector<Source> collections = {};  // files of documents
  // More documents: calls its argument with each of them. Documents that are not relevant count for
  // the weights of terms.
  std::function<void(const std::function<void(const Document&)>&)> documents = {};
  // The titles of topics: their words, which say nothing of subtopics, do not count then.
  std::optional<std::map<std::string, std::string>> topics = {};
  // For recipes of dense vectors, in place of terms; documents are for labels only then.
  std::optional<Similarity> similarity = {};
};

struct MadeHierarchies {
  std::vector<Hierarchy> topic;   // of whole topics, without their intents
  std::vector<Hierarchy> intent;  // below intents; none where no topic has several
  Texts texts;                    // of the relevant documents, which labels are made from
};

// All steps of make_files(), in memory. Throws Error as that does, of arguments "documents" and
// "similarity" for its inputs and dense vectors, and of "topics" where no title is of a topic with
// relevant documents. What the steps warn of is added to `warnings` if it is given.
MadeHierarchies make_hierarchies(const Judgments& judgments, const RecipeInputs& inputs,
                                 const RecipeOptions& options = {},
                                 const ProgressCallback& progress = {},
                                 Warnings* warnings = nullptr);

}  // namespace subintent
