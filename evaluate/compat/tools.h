// The output of other tools, digit for digit: gdeval, ndeval, NTCIREVAL and trec_eval.
#pragma once

#include "core/collection/qrels.h"
#include "core/collection/run.h"
#include "evaluate/scorer.h"

namespace subintent::internal {

struct GdevalOptions {
  std::uint32_t cutoff = 20;  // -k
  bool all_topics = false;    // -c: the mean is over all topics with a relevant document
};

std::string gdeval_header(const GdevalOptions& options);

// nDCG and ERR, with gains of 2^grade - 1, of the topics of a run that have a relevant document,
// and their mean; after gdeval_header(). The run must be ordered by score. Throws Error where there
// is no such topic, and where a grade is above 4, the tool's highest.
std::string gdeval_lines(const Qrels& qrels, const Run& run, const GdevalOptions& options);

struct NdevalOptions {
  double alpha = 0.5;       // -alpha
  double beta = 0.5;        // -beta
  bool all_topics = false;  // -c: the mean is over all judged topics
  double risk_alpha = 0;    // -riskAlpha
  std::string risk_alpha_text = "0";
};

// The 21 measures in the order of its columns.
std::vector<Measure> ndeval_measures(const NdevalOptions& options);

struct TaggedScores {
  RunScores scores;
  std::string tag;  // column six of the run file
};

// A header, then the lines of every run, or with a baseline the differences to it, losses weighing
// 1
// + risk_alpha. Topics that are not judged score 0, and so does, other than in ndeval, which prints
// -nan, nNRBP of a topic without relevant documents.
std::string ndeval_text(const std::vector<TopicData>& topics, std::span<const TaggedScores> runs,
                        const std::optional<TaggedScores>& baseline, const NdevalOptions& options);

// A file of NTCIREVAL's: *.Dnev, *.DINnev, *.nevIA2, *.PQsharp.nev.
enum class NtcirevalFile { D, DIN, IA, PQ };

// The file of a name such as "Dnev". Throws Error::argument for others.
NtcirevalFile parse_ntcireval_file(const std::string& name);

struct NtcirevalOptions {
  std::vector<NtcirevalFile> files;
  std::uint32_t cutoff = 10;
};

// The measures behind the lines of the files, one file after the other. The lists must be cut at
// the cutoff, as the tool does.
std::vector<Measure> ntcireval_measures(const NtcirevalOptions& options);

// The files of one run, one after the other, each with the lines of all judged topics, in the order
// of their bytes. values[m][t]: scores of ntcireval_measures() by topic.
std::string ntcireval_text(const std::vector<TopicData>& topics,
                           std::span<const std::vector<double>> values,
                           const NtcirevalOptions& options);

// A measure of trec_eval: its place in the tool's table, and its cutoffs or other numbers.
struct TrecEvalMeasure {
  std::size_t definition = 0;
  std::vector<double> parameters;
};

// Measures as trec_eval names them: "map", "P.5,10", "official", "all_trec", "set"; as its output
// does, "P_5"; or those that it has alone as ir_measures does, "Success@5". Each text is
// one -m option or several of them separated by commas ("map,P.5,10,ndcg_cut.20"). The result is in
// the order of trec_eval's table, which is the order of its output. Throws Error::argument ("m", as
// the tool calls it) for an unknown name and an impossible parameter.
std::vector<TrecEvalMeasure> parse_trec_eval_measures(std::span<const std::string> asked);

// Is it the name of one of them, perhaps with its numbers, in upper or lower case?
bool is_trec_eval_measure(std::string_view name);

struct TrecEvalOptions {
  std::vector<TrecEvalMeasure> measures;
  bool per_topic = false;              // -q
  bool all_topics = false;             // -c: topics that the run lacks count, with an empty list
  std::int32_t min_grade = 1;          // -l: the lowest grade that is relevant
  std::optional<std::uint64_t> depth;  // -M: cut all lists
};

// The lines for one run, which must be ordered by score. `qrels` are topic-level judgments; a
// document of negative grade is in the pool but unjudged. Throws Error where run and judgments have
// no topic in common.
std::string trec_eval_text(const Qrels& qrels, const Run& run, const TrecEvalOptions& options);

}  // namespace subintent::internal
