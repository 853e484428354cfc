// How well two files of hierarchies agree, and what it changes for runs to take one for the other.
#include "compare/study/hierarchy_agreement.h"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <utility>

#include "compare/analyses/exchanged_report.h"
#include "compare/study/exchange.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

struct HierarchyComparison {
  std::string first, second;  // what the files are called
  HierarchiesAgreement agreement;
  // Tests of runs, if there are any.
  std::vector<TestSettings> tests;
  Correction correction = Correction::none;
  std::vector<ExchangedMeasure> measures;
};

const TableRecord& hierarchies_means_record() {
  using enum CellKind;
  static const TableRecord made = {
      "agreement",
      "means over topics: a row per coefficient",
      {{"agreement", text,
        "adjusted_rand and cophenetic, of the last layers and of all; equal1 and equal2, the "
        "shares of nodes that the other has"},
       {"mean", number, "over topics"},
       {"topics", whole, "that have it"}}};
  return made;
}

const TableRecord& hierarchies_topics_record() {
  using enum CellKind;
  static const TableRecord made = {
      "topics",
      "a row per topic",
      {{"topic", text, "name"},
       {"documents", whole, "in the last layers of both"},
       {"only1", whole, "documents of the first alone"},
       {"only2", whole, "documents of the second alone"},
       {"layers1", whole, "of the first"},
       {"layers2", whole, "of the second"},
       {"nodes1", whole, "sets of documents of the first, each once"},
       {"nodes2", whole, "sets of documents of the second, each once"},
       {"equal_nodes", whole, "of them in both"},
       {"adjusted_rand", number, "index of the last layers"},
       {"cophenetic", number,
        "correlation, over pairs of documents, of the deepest layer where they share a node"},
       {"equal1", number, "nodes of the first that are nodes of the second"},
       {"equal2", number, "nodes of the second that are nodes of the first"}}};
  return made;
}

std::string hierarchies_words(const std::optional<double>& value) {
  return value ? fraction(*value) : "-";
}

// The agreement of two hierarchies of a topic.
struct SetAgreement {
  const char *column, *title, *brief;
  std::optional<double> (*of)(const TopicAgreement& topic);
};

constexpr SetAgreement agreements[] = {
    {"adjusted_rand", "adjusted Rand index of the last layers", "ARI",
     [](const TopicAgreement& t) { return t.adjusted_rand; }},
    {"cophenetic", "cophenetic correlation", "cophenetic",
     [](const TopicAgreement& t) { return t.cophenetic; }},
    {"equal1", "nodes of 1 that are nodes of 2", "of 1",
     [](const TopicAgreement& t) { return std::optional(t.share1()); }},
    {"equal2", "nodes of 2 that are nodes of 1", "of 2",
     [](const TopicAgreement& t) { return std::optional(t.share2()); }},
};

// Over the topics that have a value.
struct Mean {
  std::optional<double> value;
  std::uint64_t topics = 0;

  Mean(const std::vector<TopicAgreement>& all, const SetAgreement& agreement) {
    double sum = 0;
    for (const TopicAgreement& topic : all) {
      const std::optional<double> one = agreement.of(topic);
      sum += one.value_or(0);
      topics += one ? 1 : 0;
    }
    if (topics > 0) value = sum / static_cast<double>(topics);
  }
};

void add_means(const HierarchyComparison& found, Report& report) {
  DataTable& table = report.tables.emplace_back(table_of(hierarchies_means_record()));
  TextTable shown;
  shown.add({"", "mean", "topics"});
  for (const SetAgreement& agreement : agreements) {
    const Mean mean(found.agreement.topics, agreement);
    table.rows.push_back({std::string(agreement.column), known(mean.value), whole(mean.topics)});
    shown.add({agreement.title, hierarchies_words(mean.value), std::to_string(mean.topics)});
  }
  report.text.add(fmt::format("Agreement of two hierarchies, means over topics\n1: {}\n2: {}\n\n",
                              printable(found.first), printable(found.second)));
  report.text.add(std::move(shown));
}

void add_hierarchies_topics(const std::vector<TopicAgreement>& topics, Report& report) {
  DataTable& table = report.tables.emplace_back(table_of(hierarchies_topics_record()));
  TextTable shown;
  std::vector<std::string> header = {"topic", "documents", "layers", "nodes", "equal"};
  for (const SetAgreement& agreement : agreements) {
    header.emplace_back(agreement.brief);
  }
  shown.add(header);
  for (const TopicAgreement& t : topics) {
    auto& row = table.rows.emplace_back(std::vector<Cell>{
        t.topic, whole(t.documents), whole(t.only1), whole(t.only2), whole(t.layers1),
        whole(t.layers2), whole(t.nodes1), whole(t.nodes2), whole(t.equal)});
    std::vector<std::string> cells = {printable(t.topic), std::to_string(t.documents),
                                      fmt::format("{}, {}", t.layers1, t.layers2),
                                      fmt::format("{}, {}", t.nodes1, t.nodes2),
                                      std::to_string(t.equal)};
    for (const SetAgreement& agreement : agreements) {
      row.push_back(known(agreement.of(t)));
      cells.push_back(hierarchies_words(agreement.of(t)));
    }
    shown.add(cells);
  }
  report.text.add("\nBy topic: documents of both, layers and nodes of 1 and of 2, equal nodes\n\n");
  report.text.add(std::move(shown));
}

Report report_of_hierarchies(const HierarchyComparison& found, bool per_topic) {
  Report report;
  add_means(found, report);
  if (per_topic) add_hierarchies_topics(found.agreement.topics, report);
  if (!found.measures.empty()) {
    add_exchanged(found.measures, found.tests, found.correction, report);
  }
  return report;
}

// Scores the runs on the one, then on the other.
void exchange_hierarchies(const AnalysisInputs& inputs, const AnalysisValues& values,
                          Remarks& remarks, HierarchyComparison& made) {
  auto [before, after] = score_on_both(inputs.data, inputs.runs, inputs.measures, remarks);
  if (values.flag("standardise")) {
    standardise(before);
    standardise(after);
  }
  made.tests = tests_of(values, false);
  made.correction = correction_of(values);
  warn_of_tests({before}, {{}, made.correction}, made.tests, remarks.warnings);
  made.measures = exchanged_measures(before, after, made.tests, made.correction);
}

AnalysisResult run_hierarchies(AnalysisInputs& inputs, const AnalysisValues& values,
                               const ProgressCallback& progress) {
  const bool has_runs = !inputs.runs.empty();
  HierarchyComparison found{inputs.first_name, inputs.second_name, {}, {}, {}, {}};
  found.agreement = compare_hierarchies(
      has_runs ? inputs.data.hierarchies.at(0).topics : inputs.hierarchies1,
      has_runs ? inputs.data.hierarchies.at(1).topics : inputs.hierarchies2, progress);
  if (found.agreement.topics.empty()) {
    throw Error(Location{found.second, 0}, "has none of the topics of " + found.first,
                "give hierarchies of the same topics");
  }
  AnalysisResult made;
  warn_of_differences(found.agreement, found.first, found.second, made.remarks.warnings);
  if (has_runs) exchange_hierarchies(inputs, values, made.remarks, found);
  made.report = report_of_hierarchies(found, values.flag("per_topic"));
  return made;
}

std::vector<Measure> measures_of_sets(const AnalysisValues& values, MeasureContext context) {
  return exchange_measures(values.texts("measures"), std::move(context));
}

}  // namespace

Analysis hierarchies_analysis() {
  Analysis analysis;
  analysis.name = "hierarchies";
  analysis.summary = "how well two files agree, and what changes for runs";
  analysis.source = "Hubert and Arabie 1985; Sokal and Rohlf 1962; Yilmaz et al. 2008";
  analysis.need = Need::hierarchies;
  analysis.usage = "HIERARCHIES1 HIERARCHIES2 [--qrels Q [NAME=]RUN...]";
  analysis.options =
      joined(joined({measures_option("I-rec-LA@20,alpha-nDCG-LA@20,HD#-nDCG@20", true),
                     standardise_option(true)},
                    test_options(default_test, Correction::none, true)),
             {per_topic_option()});
  analysis.tables = {hierarchies_means_record(), hierarchies_topics_record(), rankings_record(),
                     pairs_record()};
  analysis.measures = measures_of_sets;
  analysis.run = run_hierarchies;
  return analysis;
}

}  // namespace subintent::internal
