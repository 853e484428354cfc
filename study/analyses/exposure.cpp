// How evenly relevant documents are exposed over several samples of a ranking.
#include "study/exposure.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "study/analyses/analysis.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

const TableRecord& systems_record() {
  using enum CellKind;
  static const TableRecord made = {
      "exposure",
      "a row per system; means over topics",
      {{"run", text, "name, of the part before the mark of samples"},
       {"samples", whole, "runs that are its samples"},
       {"topics", whole, "judged"},
       {"loss", number, "EE-L: squared distance from the target exposure; best is 0"},
       {"disparity", number, "EE-D: squared length of the exposure; the lower the more even"},
       {"relevance", number, "EE-R: product with the target exposure; the higher the better"}}};
  return made;
}

const TableRecord& topics_record() {
  using enum CellKind;
  static const TableRecord made = {"topics",
                                   "with per_topic: a row per system and topic",
                                   {{"run", text, "as in exposure"},
                                    {"topic", text, "its number"},
                                    {"samples", whole, "that have the topic"},
                                    {"loss", number, "as in exposure"},
                                    {"disparity", number, "as in exposure"},
                                    {"relevance", number, "as in exposure"}}};
  return made;
}

struct System {
  std::string name;
  // Of each sample, by topic; nullptr where it lacks the topic.
  std::vector<std::vector<const RankedList*>> samples;
};

// Runs whose names are equal up to the last mark are samples of one system, in the order in which
// systems come.
std::vector<System> systems_of(std::span<const Run> runs, const std::string& mark,
                               const Scorer& scorer) {
  std::vector<System> systems;
  for (const Run& run : runs) {
    const std::size_t end = mark.empty() ? std::string::npos : run.name.rfind(mark);
    const std::string name = end == 0 ? run.name : run.name.substr(0, end);
    auto at = std::ranges::find(systems, name, &System::name);
    if (at == systems.end()) at = systems.insert(at, {name, {}});
    at->samples.push_back(scorer.lists(run));
  }
  return systems;
}

Grades grades_of(const Scorer& scorer, std::size_t topic) {
  Grades grades;
  const Layers layers = scorer.layers(0, topic);
  if (layers.empty()) return grades;
  const std::vector<std::string_view>& docnos = scorer.topics()[topic].docnos;
  for (std::size_t document = 0; document < docnos.size(); ++document) {
    const auto of_topic = layers[0].grades(static_cast<DocumentId>(document));
    if (!of_topic.empty()) grades[docnos[document]] = of_topic[0].grade;
  }
  return grades;
}

std::vector<std::span<const std::string_view>> samples_of(const System& system, std::size_t topic) {
  std::vector<std::span<const std::string_view>> samples;
  for (const auto& lists : system.samples) {
    if (lists[topic] != nullptr) samples.emplace_back(lists[topic]->docnos);
  }
  return samples;
}

ExposureUser user_of(const AnalysisValues& values) {
  ExposureUser user{*values.number("patience"), *values.number("stop")};
  if (values.text("user") == "RBP") user.stop = 0;
  if (const auto cutoff = values.whole("cutoff")) user.cutoff = *cutoff;
  return user;
}

AnalysisResult run(AnalysisInputs& inputs, const AnalysisValues& values, const ProgressCallback&) {
  AnalysisResult made;
  made.remarks = checked_runs(inputs);
  const Scorer scorer = inputs.data.scorer(inputs.measures);
  const std::vector<System> systems = systems_of(inputs.runs, *values.text("mark"), scorer);
  const ExposureUser user = user_of(values);
  DataTable table = table_of(systems_record()), by_topic = table_of(topics_record());
  std::vector<Grades> grades;
  std::vector<Exposures> targets;
  for (std::size_t t = 0; t < scorer.topics().size(); ++t) {
    grades.push_back(grades_of(scorer, t));
    targets.push_back(target_exposure(grades.back(), user));
  }
  TextTable text(1);
  text.add({"run", "samples", "EE-L", "EE-D", "EE-R"});
  const auto n = static_cast<double>(scorer.topics().size());
  for (const System& system : systems) {
    ExposureScores sum;
    for (std::size_t t = 0; t < scorer.topics().size(); ++t) {
      const auto samples = samples_of(system, t);
      const ExposureScores one =
          exposure_scores(expected_exposure(samples, grades[t], user), targets[t]);
      by_topic.rows.push_back({system.name, std::string(scorer.topics()[t].topic),
                               whole(samples.size()), one.loss, one.disparity, one.relevance});
      sum.loss += one.loss / n;
      sum.disparity += one.disparity / n;
      sum.relevance += one.relevance / n;
    }
    table.rows.push_back({system.name, whole(system.samples.size()), whole(scorer.topics().size()),
                          sum.loss, sum.disparity, sum.relevance});
    text.add({printable(system.name), std::to_string(system.samples.size()), fraction(sum.loss, 4),
              fraction(sum.disparity, 4), fraction(sum.relevance, 4)});
  }
  made.report.text.add(fmt::format(
      "Expected exposure, means over {}: distance from the target (EE-L, the lower the better),\n"
      "unevenness (EE-D), and what relevant documents receive (EE-R, the higher the better)\n\n",
      count_of(scorer.topics().size(), "topic")));
  made.report.text.add(std::move(text));
  made.report.tables.push_back(std::move(table));
  if (values.flag("per_topic")) made.report.tables.push_back(std::move(by_topic));
  return made;
}

// The judgments that it sees are those of a traditional measure.
std::vector<Measure> measures(const AnalysisValues& values, MeasureContext context) {
  return parse_measures(fmt::format("R(rel={})", *values.whole("rel")), context);
}

AnalysisOption chance_option(const std::string& name, const std::string& meaning, bool open_max) {
  AnalysisOption option;
  option.name = name;
  option.kind = OptionKind::number;
  option.placeholder = "P";
  option.meaning = meaning;
  option.default_value = "0.5";
  option.max = 1;
  option.open_max = open_max;
  return option;
}

std::vector<AnalysisOption> options() {
  AnalysisOption user, cutoff = cutoff_option("", 1e6), grade = nugget_grade_option(), mark;
  user.name = "user";
  user.kind = OptionKind::choice;
  user.choices = {"ERR", "RBP"};
  user.meaning = "a user who stops at relevant documents, or does not";
  user.default_value = "ERR";
  cutoff.meaning = "documents of a list that anybody looks at (default: all)";
  grade.meaning = "lowest grade that is relevant";
  mark.name = "mark";
  mark.placeholder = "TEXT";
  mark.meaning = "runs whose names are equal before the last one are samples of one system";
  mark.default_value = "#";
  return {user,
          chance_option("patience", "chance to go on to the next rank", true),
          chance_option("stop", "ERR: chance to stop at a relevant document", false),
          cutoff,
          grade,
          mark,
          per_topic_option()};
}

}  // namespace

Analysis exposure_analysis() {
  Analysis analysis;
  analysis.name = "exposure";
  analysis.summary = "how evenly relevant documents are exposed over samples of a ranking";
  analysis.source = "Diaz et al. 2020";
  analysis.need = Need::runs;
  analysis.usage = "--qrels Q [NAME=]RUN...";
  analysis.options = options();
  analysis.tables = {systems_record(), topics_record()};
  analysis.compares_runs = false;
  analysis.measures = measures;
  analysis.run = run;
  return analysis;
}

}  // namespace subintent::internal
