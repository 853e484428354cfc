// The stages of the pipeline from files to files, as the program runs them: what does not fit into
// memory is streamed, and files keep their formats (docs/formats.md). What there is to say of them
// is told as soon as it is known. Where a stage throws, what its writers took is incomplete;
// outputs that are given as paths are as they were before.
#pragma once

#include "subintent/basics.h"
#include "subintent/hierarchy.h"
#include "subintent/tokenize.h"
#include "subintent/values.h"

namespace SUBINTENT_PUBLIC subintent {

// A collection and what is made of it: paths, of which "-" is standard input or output. An output
// whose name ends with .gz or .zst is compressed. At least one output is wanted.
struct TokenizeFiles {
  // The whole collection, at least one: files, and folders, whose files are read in their place.
  std::vector<std::string> inputs;
  // If given, vectors, fingerprints and texts are of these documents only: those of a list, one
  // docno per line, and those that are relevant to a topic. Statistics count all documents.
  std::optional<std::string> docnos = {};
  std::vector<std::string> qrels = {};
  std::optional<std::string> vectors = {};       // term frequencies of documents
  std::optional<std::string> statistics = {};    // document frequencies of terms
  std::optional<std::string> fingerprints = {};  // of the terms of documents
  std::optional<std::string> texts = {};         // for people: title, URL and first words
  // Files and folders that are no documents though they lie in a folder of the inputs. Other files
  // of this call never are.
  std::vector<std::string> no_documents = {};
};

struct TokenizeOptions {
  static constexpr std::size_t least_memory = std::size_t{16} << 20;  // that users may ask for

  CollectionOptions collection = {};
  std::string stem = {};  // the language of a Snowball stemmer, and of case folding; empty: none
  // A file of words to leave out, one per line, or a language that has_stop_words(); empty: none.
  std::string stopwords = {};
  std::size_t ngrams = 0;        // as TokenizerOptions has them
  bool main_content = false;     // likewise
  std::optional<int> bits = {};  // of fingerprints: 64 (if none is given), 128 or 256
  // "3/16": only the third of 16 parts of the inputs. Notes beside its outputs say that they are
  // finished; as long as nothing has changed that they are made of, they are not made again. A part
  // without inputs, where there are fewer of them than parts, has outputs without documents.
  std::string shard = {};
  std::size_t memory = std::size_t{1} << 30;  // bytes; what is larger goes to temporary files
  std::string temporary_folder = "/tmp";
};

// The counts of what was read and found.
struct TokenizedFiles {
  bool were_finished = false;   // the outputs of the shard were there already; nothing was done
  std::uint64_t records = 0;    // of the inputs, of any kind
  std::uint64_t documents = 0;  // that were tokenised
  std::uint64_t documents_without_terms = 0;
  std::uint64_t terms = 0;   // repeated ones included
  std::uint64_t wanted = 0;  // documents that are listed or relevant, where that is asked for
  std::string missing = {};  // the first of those that are not there, and a docno that is there
};

// Throws Error for options that no collection can be tokenised with: an unknown format, stemmer or
// shard, or another number of bits. No file is looked at.
void check(const TokenizeOptions& options);

// Makes document vectors, statistics, fingerprints and texts of a collection in one pass, on all
// threads, in the order of the inputs. Outputs get their names together when all are complete.
// Throws Error as check(), require_different_files() and the readers do, of argument "inputs" where
// none is given, of "bits" where no fingerprints are wanted, for inputs without any document, and
// for outputs of another shard. The outputs are the same for any number of threads and any memory.
TokenizedFiles tokenize_files(const TokenizeFiles& files, const TokenizeOptions& options = {},
                              const RemarksCallback& say = {},
                              const ProgressCallback& progress = {});

// The inputs of a shard such as "3/16": adjacent ones, so that the outputs of all shards, one after
// the other, are those of all inputs. Throws Error of argument "shard" for what is none.
std::vector<std::string> inputs_of_shard(const std::string& shard,
                                         const std::vector<std::string>& inputs);

// The paths of the inputs, with those of their files in the place of folders, but for
// `no_documents`. Throws Error for a folder that cannot be read or has no files.
std::vector<std::string> files_of_inputs(const std::vector<std::string>& inputs,
                                         const std::vector<std::string>& no_documents = {});

// The paths of a file that lists them, one per line; empty lines are passed over.
std::vector<std::string> read_input_list(const Source& source);

// The documents that are clustered, and what they are compared by.
struct ClusterFiles {
  std::vector<Source> qrels;             // judgments of intents, at least one file
  std::vector<Source> adhoc_qrels = {};  // of whole topics, at their level; none: the highest grade
                                         // over intents
  // What `qrels` are of; of topics, there is one tree for each. Not given: found out.
  std::optional<Judged> judged = {};
  SimilarityFiles similarity = {};  // one kind; memory grows with the relevant documents only
};

// Clusters the relevant documents of every intent, or topic, as cluster() does: `write` takes the
// lines of a file of dendrograms. Throws Error as the readers of these files, cluster() and
// check(const SimilarityFiles&) do, of argument "qrels" or "similarity" where no file is given, and
// of argument "adhoc_qrels" for judgments of whole topics below topic level.
void cluster_files(const ClusterFiles& files, const ClusterOptions& options,
                   const TextWriter& write, const RemarksCallback& say = {},
                   const ProgressCallback& progress = {});

// Labels of nodes: those that people gave, topic<tab>node<tab>label, and the texts of documents
// that labels of the other nodes are made of.
struct LabelFiles {
  std::optional<Source> given = {};
  std::vector<Source> texts = {};
  std::optional<Source> topics = {};  // whose queries make no labels
};

// The files that hierarchies are made of.
struct HierarchyFiles {
  std::vector<Source> qrels;                 // judgments of intents, as they were clustered
  std::vector<Source> adhoc_qrels = {};      // likewise of whole topics
  std::optional<Source> dendrograms = {};    // none: hierarchies of official intents alone
  std::optional<Source> probabilities = {};  // "topic intent probability", of given weights
  LabelFiles labels = {};
};

struct MakingOptions {
  HierarchyOptions hierarchies = {};  // but for the delta, which each output has
  std::string format = {};            // of export_formats(); empty: JSON lines
};

// A function that takes the hierarchies for one delta, and their delta; if there are several
// outputs, each may be called from another thread.
struct HierarchyOutput {
  std::optional<double> delta;  // none: the mean_similarity() of the dendrograms
  TextWriter write;
  std::function<void()> finish = {};  // is called when all is written; or empty
};

// Makes the hierarchies of every topic with a relevant document, as hierarchies() and
// intent_hierarchies() do, for each delta. Throws Error as these functions, export_hierarchies()
// and the readers do, naming files; and for what is not used: probabilities
// without given weights, and what only dendrograms have a use for.
void make_hierarchies(const HierarchyFiles& files, const MakingOptions& options,
                      const std::vector<HierarchyOutput>& outputs, const RemarksCallback& say = {});

// The same hierarchies with labels of files. Labels that were given take the place of those that
// are there, those that are made do not. Throws Error as the readers and with_labels() do.
std::vector<Hierarchy> label_hierarchies(std::vector<Hierarchy> hierarchies,
                                         const LabelFiles& files, Warnings* warnings = nullptr);

// All faults of a file of hierarchies, each a line "FILE:LINE: topic T: what", in the order of its
// lines: what read_hierarchies() refuses, weights that do not add up to 1, trees that do not hold
// together, and, where judgments are given, what does not fit them. Throws Error only if a file
// cannot be read.
std::vector<std::string> faults_of_hierarchies(const Source& hierarchies,
                                               const std::vector<Source>& qrels = {},
                                               const std::vector<Source>& adhoc_qrels = {});

struct NuggetOptions {
  // Are nuggets and answers without a relevant document nodes without documents? Else they are left
  // out. Not given: they are, and a note says how many there are.
  std::optional<bool> all_intents = {};
  std::string format = {};  // of export_formats(), of hierarchies; empty: JSON lines
};

// Functions that take the texts of files made of nuggets; empty ones are not wanted.
struct NuggetOutputs {
  TextWriter hierarchies = {};
  TextWriter qrels = {};          // lines "topic intent docno grade"
  TextWriter probabilities = {};  // lines "topic intent probability [vital|okay]"
};

// Makes hierarchies, as read_hierarchies_or_nuggets() does, judgments and probabilities of files of
// nuggets, which are parts of one collection. Throws Error, with file and line, for what are not
// nuggets, and names that cannot be a column of wanted judgments or probabilities; and as
// export_hierarchies() does for another format.
void convert_nuggets(const std::vector<Source>& nuggets, const NuggetOutputs& outputs,
                     const NuggetOptions& options = {}, const RemarksCallback& say = {});

// The paths that make_files() reads and writes.
struct RecipeFiles {
  std::string output;                         // a folder, which is made where there is none
  std::vector<std::string> qrels;             // judgments; one file of these or the next at least
  std::vector<std::string> adhoc_qrels = {};  // of whole topics; none: the highest grade of intents
  std::optional<Judged> judged = {};          // what `qrels` are of; not given: found out
  // Collections of documents, as tokenize_files() takes them; with dense vectors for labels only.
  std::vector<std::string> inputs = {};
  // Topics of the TREC Web Track: the words of their queries, which say nothing of subtopics, do
  // not count then.
  std::optional<Source> topics = {};
  std::optional<std::string> subtopics = {};  // topic, number: as read_subtopics() takes it
  std::optional<std::string> dense = {},
                             docnos = {};  // dense vectors, as SimilarityFiles have them

  std::vector<std::string> paths() const;  // of all files that are read
};

// The same with those of their files in the place of folders of documents. What lies there and is
// given for something else, or written, is no document.
std::vector<std::string> files_read(const RecipeFiles& files);

// Throws Error of the argument for what make_files() cannot do: inputs that the recipe is not for,
// or that are missing, and settings of it that make no sense. No file is looked at.
void check(const RecipeFiles& files, const RecipeOptions& options);

// The files that make_files() writes (docs/man/subintent-make.md). Reads the judgments, which say
// whether there are those of intents. Throws Error as check() and the readers do.
std::vector<std::string> outputs_of(const RecipeFiles& files, const RecipeOptions& options = {});

// All steps from documents to hierarchies by a recipe, as `subintent make` does them: writes
// outputs_of() these files. A note before each step has the command line of this step alone. Throws
// Error as check(), require_different_files() and the stages do; files of the steps before stay.
void make_files(const RecipeFiles& files, const RecipeOptions& options = {},
                const RemarksCallback& say = {}, const ProgressCallback& progress = {});

}  // namespace subintent
