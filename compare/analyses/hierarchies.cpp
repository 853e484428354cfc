#include <fmt/format.h>

#include "compare/analyses/analysis.h"
#include "compare/significance.h"
#include "compare/study/hierarchies.h"
#include "compare/study/warnings.h"
#include "core/base/warning.h"

namespace subintent::internal {
namespace {

std::string counted(std::uint64_t count, const std::optional<Interval>& interval) {
  return interval ? fmt::format("{} [{}, {}]", count, interval->low, interval->high)
                  : std::to_string(count);
}

bool has_intervals(const std::vector<ExchangedMeasure>& measures) {
  return std::ranges::any_of(
      measures, [](const ExchangedMeasure& measure) { return measure.tau_b.has_value(); });
}

void add_rankings(const std::vector<ExchangedMeasure>& measures, Report& report) {
  DataTable& table = report.tables.emplace_back(table_of(exchange_tables(), "rankings"));
  const bool intervals = has_intervals(measures);
  if (!intervals) table.hidden = {"tau_b_low", "tau_b_high", "tau_ap_low", "tau_ap_high"};
  TextTable shown;
  shown.add({"measure", "τ_b", "τ_ap"});
  for (const ExchangedMeasure& measure : measures) {
    const MeasureCorrelation& c = measure.runs;
    add_row(table, c.measure1, c.tau_b, c.tau_ap_1, c.tau_ap_2, c.tau_ap_symmetric, c.items,
            measure.tau_b, measure.tau_ap);
    shown.add({printable(c.measure1), estimate_text({c.tau_b, measure.tau_b}),
               estimate_text({c.tau_ap_symmetric, measure.tau_ap})});
  }
  report.text.add(
      fmt::format("\nRankings of {} by the same measure, on 1 and on 2: Kendall's τ_b and "
                  "symmetric τ_ap\n\n",
                  count_of(measures.at(0).runs.items, "run")),
      std::move(shown));
}

void add_pairs(const std::vector<ExchangedMeasure>& measures, std::span<const TestSettings> tests,
               Correction asked, Report& report) {
  DataTable table = table_of(exchange_tables(), "pairs");
  const bool intervals = has_intervals(measures);
  if (!intervals) {
    for (const char* number : {"kept", "lost", "new", "reversed"})
      for (const char* limit : {"_low", "_high"})
        table.hidden.push_back(std::string(number) + limit);
  }
  for (std::size_t test = 0; test < tests.size(); ++test) {
    const TestSettings& settings = tests[test];
    const Correction correction = correction_for(*settings.test, asked);
    TextTable shown;
    shown.add({"measure", "on 1", "on 2", "kept", "lost", "new", "reversed"});
    for (const ExchangedMeasure& measure : measures) {
      const MeasureOverlap& o = measure.pairs.at(test);
      const std::uint64_t on1 = o.only1 + o.both + o.conflicts,
                          on2 = o.only2 + o.both + o.conflicts;
      const OverlapIntervals i = intervals ? measure.pair_intervals.at(test) : OverlapIntervals();
      add_row(table, settings.test->name, o.measure1, on1, on2, o.both, o.only1, o.only2,
              o.conflicts, cells_of_test(settings, correction), i.kept, i.lost, i.added,
              i.reversed);
      shown.add({printable(o.measure1), std::to_string(on1), std::to_string(on2),
                 counted(o.both, i.kept), counted(o.only1, i.lost), counted(o.only2, i.added),
                 counted(o.conflicts, i.reversed)});
    }
    report.text.add(
        fmt::format("\nSignificant pairs of runs: {}\n\n", description(settings, correction)),
        std::move(shown));
  }
  report.tables.push_back(std::move(table));
}

[[gnu::cold]] std::vector<TableRecord> hierarchy_tables() {
  using enum CellKind;
  return {{"agreement",
           "means over topics: a row per coefficient",
           {{"agreement", text,
             "adjusted_rand and cophenetic, of the last layers and of all; equal1 and equal2, the "
             "shares of nodes that the other has"},
            {"mean", number, "over topics"},
            {"topics", whole, "that have it"}}},
          {"topics",
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
            {"equal2", number, "nodes of the second that are nodes of the first"}}}};
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

void add_means(const std::vector<TopicAgreement>& topics, const AnalysisInputs& inputs,
               Report& report) {
  DataTable& table = report.tables.emplace_back(table_of(hierarchy_tables(), "agreement"));
  TextTable shown;
  shown.add({"", "mean", "topics"});
  for (const SetAgreement& agreement : agreements) {
    const Mean mean(topics, agreement);
    add_row(table, agreement.column, mean.value, mean.topics);
    shown.add({agreement.title, fraction_or_dash(mean.value), std::to_string(mean.topics)});
  }
  report.text.add(fmt::format("Agreement of two hierarchies, means over topics\n1: {}\n2: {}\n\n",
                              printable(inputs.first_name), printable(inputs.second_name)),
                  std::move(shown));
}

void add_hierarchies_topics(const std::vector<TopicAgreement>& topics, Report& report) {
  DataTable& table = report.tables.emplace_back(table_of(hierarchy_tables(), "topics"));
  TextTable shown;
  std::vector<std::string> header = {"topic", "documents", "layers", "nodes", "equal"};
  for (const SetAgreement& agreement : agreements) header.emplace_back(agreement.brief);
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
      cells.push_back(fraction_or_dash(agreement.of(t)));
    }
    shown.add(cells);
  }
  report.text.add("\nBy topic: documents of both, layers and nodes of 1 and of 2, equal nodes\n\n",
                  std::move(shown));
}

// Warns of topics, and of documents, that one of them lacks; `first` and `second` are their names.
void warn_of_differences(const HierarchiesAgreement& agreement, const std::string& first,
                         const std::string& second, Warnings& warnings) {
  warn_of_unshared_topics(agreement.only1, first, second, warnings);
  warn_of_unshared_topics(agreement.only2, second, first, warnings);
  const auto differs = [](const TopicAgreement& t) { return t.only1 + t.only2 > 0; };
  const auto count = std::ranges::count_if(agreement.topics, differs);
  if (count > 0) {
    add_warning(
        warnings, "unshared-documents",
        fmt::format(
            "{} whose two hierarchies have different documents: pairs are of those that both have",
            count_of(static_cast<std::uint64_t>(count), "topic")));
  }
}

// Measures of hierarchies that they do not name, each to be made on the one, then on the other.
// Throws Error::argument, "measures", for others.
std::vector<Measure> exchange_measures(std::span<const std::string> names, MeasureContext context) {
  for (const std::string& name : names) {
    const Measure measure = parse_measure(name, context.is_trec_eval_name);
    if (needs_hierarchy(measure) && measure.hierarchy_name.empty()) continue;
    throw Error::argument(
        "measures",
        fmt::format("measures: {} {}", printable(name),
                    needs_hierarchy(measure) ? "names a hierarchy" : "uses no hierarchy"),
        "give measures such as I-rec-LA@20 and HD#-nDCG@20");
  }
  context.hierarchies = {"1"};
  return parse_measures(names, context);
}

AnalysisResult run_hierarchies(AnalysisInputs& inputs, const AnalysisValues& values,
                               const ProgressCallback& progress) {
  const bool has_runs = !inputs.runs.empty();
  const HierarchiesAgreement agreement = compare_hierarchies(
      has_runs ? inputs.data.hierarchies.at(0).topics : inputs.hierarchies1,
      has_runs ? inputs.data.hierarchies.at(1).topics : inputs.hierarchies2, progress);
  if (agreement.topics.empty()) {
    throw Error(Location{inputs.second_name, 0}, "has none of the topics of " + inputs.first_name,
                "give hierarchies of the same topics");
  }
  AnalysisResult result;
  warn_of_differences(agreement, inputs.first_name, inputs.second_name, result.remarks.warnings);
  add_means(agreement.topics, inputs, result.report);
  if (values.flag("per_topic")) add_hierarchies_topics(agreement.topics, result.report);
  if (has_runs) {
    const auto scorer_on = [&](std::size_t which) {
      return inputs.data.scorer(*inputs.data.judgments, {inputs.data.hierarchies[which]},
                                inputs.measures);
    };
    ScoreGroup before = score_runs(inputs.runs, scorer_on(0), result.remarks);
    add_exchanged(std::move(before), score_runs(inputs.runs, scorer_on(1)), values, std::nullopt,
                  result.remarks.warnings, result.report);
  }
  return result;
}

}  // namespace

[[gnu::cold]] std::vector<TableRecord> exchange_tables() {
  using enum CellKind;
  return {{"rankings",
           "rankings of runs by the same measure on the first and on the second: a row per measure",
           all_columns({{"measure", text, "name"},
                        {"tau_b", number, "Kendall's; none where all runs have one mean"},
                        {"tau_ap_1", number, "with the first ranking as the true one"},
                        {"tau_ap_2", number, "with the second ranking as the true one"},
                        {"tau_ap_symmetric", number, "the mean of these two"},
                        {"runs", whole, "that are ranked"},
                        interval_columns("of its interval over topics", "tau_b_"),
                        interval_columns("of the interval of the symmetric one", "tau_ap_")})},
          {"pairs",
           "significant pairs of runs on the first and on the second: a row per test and measure",
           all_columns({{"test", text, "name"},
                        {"measure", text, "name"},
                        {"significant1", whole, "on the first"},
                        {"significant2", whole, "on the second"},
                        {"kept", whole, "on both, with the same winner"},
                        {"lost", whole, "on the first only"},
                        {"new", whole, "on the second only"},
                        {"reversed", whole, "on both, with another winner"},
                        columns_of_tests(),
                        {"kept_low", number, "of its interval over topics"},
                        {"kept_high", number, "of its interval"},
                        interval_columns("of its interval", "lost_"),
                        interval_columns("of its interval", "new_"),
                        interval_columns("of its interval", "reversed_")})}};
}

void add_exchanged(ScoreGroup before, ScoreGroup after, const AnalysisValues& values,
                   const std::optional<BootstrapSettings>& bootstrap, Warnings& warnings,
                   Report& report) {
  if (values.flag("standardise")) {
    standardise(before);
    standardise(after);
  }
  const std::vector<TestSettings> tests = tests_of(values, false);
  const Correction correction = correction_of(values);
  warn_of_tests({before}, {{}, correction}, tests, warnings);
  auto measures = exchanged_measures(before, after, tests, correction);
  if (bootstrap) add_intervals(before, after, tests, correction, *bootstrap, measures);
  add_rankings(measures, report);
  add_pairs(measures, tests, correction, report);
}

// How well two files of hierarchies agree, and what it changes for runs to take one for the other.

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
  analysis.tables = hierarchy_tables();
  std::ranges::move(exchange_tables(), std::back_inserter(analysis.tables));
  analysis.measures = [](const AnalysisValues& values, MeasureContext context) {
    return exchange_measures(values.texts("measures"), std::move(context));
  };
  analysis.run = run_hierarchies;
  return analysis;
}

}  // namespace subintent::internal
