#include "program/options/evaluation.h"

#include <filesystem>
#include <variant>

#include "program/options/inputs.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// --hierarchy NAME=FILE: their names and paths.
std::vector<NamedHierarchies> parse_hierarchies(const std::vector<std::string>& given) {
  std::vector<NamedHierarchies> parsed;
  for (const std::string& text : given) {
    const std::string file = text.substr(text.rfind('/') + 1),
                      stem = file.substr(0, file.find('.'));
    std::error_code none;  // as of a name that is too long
    const bool is_named = text.find('=') != text.npos,
               is_folder = std::filesystem::is_directory(text, none);
    if (!is_named && (is_folder || stem.find_first_of("@(),_`") != text.npos))
      throw Error::usage(
          "--hierarchy: " + printable(text) +
              (is_folder ? " is a folder" : " is no name for measures"),
          "give NAME=FILE, such as H=" + printable(text) +
              (!is_folder                                              ? ""
               : std::filesystem::exists(text + "/intent.jsonl", none) ? "/intent.jsonl"
                                                                       : "/topic.jsonl"));
    const auto [name, path] = named_file("--hierarchy", is_named ? text : stem + '=' + text,
                                         "for example --hierarchy WI=hierarchies.jsonl");
    for (const NamedHierarchies& other : parsed)
      if (other.name == name)
        throw Error::usage("--hierarchy: two have the name " + printable(name), "rename one");
    parsed.push_back({name, Source(path)});
  }
  return parsed;
}

OnDuplicate on_duplicate(const std::string& name) {
  return value_named("--on-duplicate", name, duplicate_choices);
}

}  // namespace

void declare_evaluation(CommandLine& line, EvaluationOptions& o) {
  line.section("Judgments and hierarchies");
  declare_judgments(line, o.judgments);
  line.option("hierarchy", &o.hierarchies, "NAME=FILE",
              "hierarchies; NAME is a suffix of measures, HD#-nDCG_NAME; repeatable "
              "(default: the name of FILE)");
  line.section("Similarities of documents");
  declare_similarity(line, o.similarity,
                     {"fingerprints, for measures such as nDCG_RA",
                      "document vectors, for measures such as nDCG_RA",
                      "dense vectors, NumPy or JSON lines, likewise",
                      "the docnos of the rows of --dense, one per line",
                      "similarity of fingerprints: estimated cosine (default) or 1 - H/64"});
  declare_groups(line, o.groups);
  line.section("Grades and ranked lists");
  line.option("gains", &o.gains, "GRADE=GAIN,...",
              "gains of grades, e.g. 1=1,2=3,3=7 (default: the grade)");
  line.option("max-grade", &o.max_grade, "G",
              "highest grade of the scale, for ERR and the like (default: the highest grade in the "
              "judgments)");
  line.option("on-duplicate", &o.on_duplicate, choice(names_of(duplicate_choices)),
              "a document that is repeated in a list: stop, or keep its first or last line "
              "(default: error)");
}

void declare_assignments(CommandLine& line, EvaluationOptions& o, const std::string& replaced) {
  line.option("assignments", &o.assignments, "FILE",
              "answers by what was said of them: nuggets assigned, rubrics graded, or support by "
              "citations; in the place of " +
                  replaced + "; more files may follow");
}

void take_assignments(EvaluationOptions& o, std::vector<std::string>& more) {
  if (o.assignments.empty()) return;
  refuse_if(!o.judgments.qrels.empty(), "--assignments is itself the judgments and the runs",
            "leave out --qrels");
  o.assignments.insert(o.assignments.end(), more.begin(), more.end());
  more.clear();
  o.judgments.qrels = o.assignments;
}

void say(const Remarks& remarks, const CommandLine& line) {
  line.warn(remarks.warnings);
  line.note(remarks.notes);
}

EvaluationSetup evaluation_setup(const EvaluationOptions& o) {
  EvaluationSetup setup;
  refuse_if(!o.may_lack_judgments && o.judgments.qrels.empty() && o.judgments.adhoc_qrels.empty(),
            "--qrels is missing", "give the judgments: --qrels FILE");
  setup.inputs.judgments = judgment_files(o.judgments);
  setup.order = run_order(o.order.value_or("rank"));
  setup.on_duplicate = on_duplicate(o.on_duplicate.value_or("error"));
  const SimilarityFiles similarity = similarity_files(o.similarity);
  setup.inputs.similarity = similarity;
  if (o.max_grade && *o.max_grade > INT32_MAX) {  // smaller ones are for check_inputs()
    throw Error::usage("--max-grade: '" + std::to_string(*o.max_grade) + "' is above 1000",
                       "give the highest grade of the judgments");
  }
  if (o.max_grade) setup.inputs.max_grade = static_cast<std::int32_t>(*o.max_grade);
  if (o.gains) setup.inputs.gains = gains_named(*o.gains);
  setup.inputs.hierarchies = parse_hierarchies(o.hierarchies);
  setup.inputs.groups = group_attributes(o.groups);
  check_inputs(setup.inputs);
  setup.paths = joined(similarity.paths(), o.judgments.paths(), o.groups.paths());
  for (const NamedHierarchies& named : setup.inputs.hierarchies)
    setup.paths.push_back(std::get<Source>(named.hierarchies).path());
  return setup;
}

std::vector<RunFile> run_files(const std::vector<GivenRun>& runs, const EvaluationSetup& setup) {
  std::vector<RunFile> files;
  for (const GivenRun& run : runs)
    files.push_back({run.path, run.name, false, setup.order, setup.on_duplicate});
  return files;
}

}  // namespace subintent::internal
