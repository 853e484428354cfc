#include <algorithm>

#include "cli/options/evaluation_options.h"
#include "support/error.h"

namespace subintent {
namespace {

void check_similarity(const EvaluationOptions& o) {
  const int kinds = (o.fingerprints ? 1 : 0) + (o.vectors.empty() ? 0 : 1) + (o.dense ? 1 : 0);
  if (kinds > 1) {
    throw Error::usage("more than one of --fingerprints, --vectors and --dense is given",
                       "give one");
  }
  if (o.similarity == "hamming" && !o.fingerprints) {
    throw Error::usage("--similarity hamming is for fingerprints only", "use cosine for vectors");
  }
  if (o.dense.has_value() != o.docnos.has_value()) {
    throw Error::usage("--dense and --docnos go together",
                       o.dense ? "give both" : "leave out --docnos");
  }
}

EvaluationInputs inputs_of(const EvaluationOptions& o) {
  EvaluationInputs inputs;
  inputs.judgments = {o.qrels, o.adhoc_qrels, o.topics, o.probabilities,
                      o.topic_grades == "highest" ? TopicGrade::highest : TopicGrade::intents};
  inputs.hierarchies = parse_hierarchies(o.hierarchies);
  inputs.similarity = {
      o.fingerprints, o.dense, o.docnos, o.vectors,
      o.similarity == "hamming" ? FingerprintSimilarity::hamming : FingerprintSimilarity::cosine};
  if (o.max_grade) inputs.max_grade = static_cast<std::int32_t>(*o.max_grade);
  return inputs;
}

}  // namespace

void declare_evaluation(CommandLine& line, EvaluationOptions& o, const std::string& where) {
  line.option("qrels", &o.qrels, "Q", where + "diversity judgments: topic intent docno grade");
  line.option("adhoc-qrels", &o.adhoc_qrels, "Q",
              where + "topic-level judgments (default: made from the diversity judgments)");
  line.option("topic-grades", &o.topic_grades, "highest|intents",
              where +
                  "topic-level grades made from diversity judgments: the highest grade over "
                  "intents (default) or the number of intents");
  line.option("topics", &o.topics, "XML",
              where + "topics of the TREC Web Track: types of the intents");
  line.option(
      "probabilities", &o.probabilities, "FILE",
      where + "intent probabilities: topic intent probability [inf|nav] (default: uniform)");
  line.option("hierarchy", &o.hierarchies, "NAME=FILE",
              where +
                  "a hierarchies file; measures name it as suffix, HD#-nDCG_NAME; may be "
                  "repeated");
  line.option("fingerprints", &o.fingerprints, "F",
              where + "fingerprints, for nDCG_RA and the like");
  line.option("vectors", &o.vectors, "V", where + "document vectors, for nDCG_RA and the like");
  line.option("dense", &o.dense, "N.npy",
              where + "dense vectors, NumPy float16, float32 or float64, for the same");
  line.option("docnos", &o.docnos, "D", where + "the docnos of the rows of --dense, one a line");
  line.option("similarity", &o.similarity, "cosine|hamming",
              where + "similarity of fingerprints: estimated cosine (default) or 1 - H/64");
  line.option("gains", &o.gains, "GRADE=GAIN,...",
              where + "gains of grades, e.g. 1=1,2=3,3=7 (default: the grade)");
  line.option(
      "max-grade", &o.max_grade, "G",
      where + "highest grade of the scale, for ERR and the like (default: of the judgments)");
  line.option("on-duplicate", &o.on_duplicate, "error|first|last",
              where + "what to do when a list has a document twice (default: error)");
}

void check_evaluation(EvaluationOptions& o) {
  if (o.qrels.empty()) throw Error::usage("--qrels is missing", "name the diversity judgments");
  if (o.order) CommandLine::require_one_of("--order", *o.order, {"rank", "score", "file"});
  CommandLine::require_one_of("--on-duplicate", o.on_duplicate, {"error", "first", "last"});
  CommandLine::require_one_of("--topic-grades", o.topic_grades, {"highest", "intents"});
  CommandLine::require_one_of("--similarity", o.similarity, {"cosine", "hamming"});
  if (o.topics && o.probabilities) {
    throw Error::usage("--topics and --probabilities both say what the intents are", "give one");
  }
  check_similarity(o);
  check_max_grade(o.max_grade);
  if (o.gains) o.gain_table = parse_gains(*o.gains);
  o.evaluation = inputs_of(o);
}

std::vector<std::string> input_files(const EvaluationOptions& o) {
  std::vector<std::string> files = o.vectors;
  files.push_back(o.qrels);
  for (const auto& path :
       {o.adhoc_qrels, o.topics, o.probabilities, o.fingerprints, o.dense, o.docnos}) {
    if (path) files.push_back(*path);
  }
  for (const NamedHierarchies& named : o.evaluation.hierarchies) files.push_back(named.path);
  return files;
}

std::vector<std::string> options_given(const EvaluationOptions& o) {
  const EvaluationOptions unset;
  std::vector<std::string> given;
  const auto add = [&](bool is_given, const char* option) {
    if (is_given) given.emplace_back(option);
  };
  add(!o.qrels.empty(), "--qrels");
  add(o.adhoc_qrels.has_value(), "--adhoc-qrels");
  add(o.topic_grades != unset.topic_grades, "--topic-grades");
  add(o.topics.has_value(), "--topics");
  add(o.probabilities.has_value(), "--probabilities");
  add(!o.hierarchies.empty(), "--hierarchy");
  add(o.fingerprints.has_value(), "--fingerprints");
  add(!o.vectors.empty(), "--vectors");
  add(o.dense.has_value(), "--dense");
  add(o.docnos.has_value(), "--docnos");
  add(o.similarity != unset.similarity, "--similarity");
  add(o.gains.has_value(), "--gains");
  add(o.max_grade.has_value(), "--max-grade");
  add(o.order.has_value(), "--order");
  add(o.on_duplicate != unset.on_duplicate, "--on-duplicate");
  return given;
}

}  // namespace subintent
