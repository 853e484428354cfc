// How similar relevant documents are, and the hierarchies that cutoffs make of them.

#include <fmt/format.h>

#include "compare/analyses/analysis.h"
#include "hierarchy/cluster/tasks.h"

namespace subintent::internal {
namespace {

[[gnu::cold]] std::vector<TableRecord> similarity_tables() {
  using enum CellKind;
  return {
      {"similarities",
       "a row per representation and kind of pairs",
       {{"representation", text, "fingerprints, vectors, dense, or dendrograms"},
        {"intents", text, "same_intent or other_intents"},
        {"pairs", whole, "of documents"},
        {"mean", number, "similarity"},
        {"q05", number, "5 % of the pairs do not exceed it"},
        {"q25", number, "25 % do not exceed it"},
        {"median", number, "half do not exceed it"},
        {"q75", number, "75 % do not exceed it"},
        {"q95", number, "95 % do not exceed it"}}},
      {"separation",
       "a row per representation",
       {{"representation", text, "fingerprints, vectors, dense, or dendrograms"},
        {"topics", whole, "with pairs"},
        {"pairs", whole, "of documents"},
        {"mean", number, "of all pairs, a candidate for delta"},
        {"auc", number,
         "probability that a pair of the same intent is more similar than one of other intents, of "
         "the pairs of all topics"},
        {"mean_auc", number, "the same, mean over topics"}}},
      {"topics",
       "a row per representation and topic",
       {{"representation", text, "fingerprints, vectors, dense, or dendrograms"},
        {"topic", text, "name"},
        {"same_pairs", whole, "of the same intent"},
        {"same_mean", number, "of the same intent"},
        {"same_median", number, "of the same intent"},
        {"other_pairs", whole, "of other intents"},
        {"other_mean", number, "of other intents"},
        {"other_median", number, "of other intents"},
        {"auc", number, "none where pairs of one kind are missing"}}},
      {"histogram",
       "pairs by similarity: a row per representation and bin",
       {{"representation", text, "fingerprints, vectors, dense, or dendrograms"},
        {"low", number, "of the bin"},
        {"high", number, "of the bin, which does not hold it"},
        {"same_intent", whole, "pairs"},
        {"other_intents", whole, "pairs"}}},
      {"deltas",
       "the hierarchies WI that cutoffs make: a row per representation and delta",
       {{"representation", text, "fingerprints, vectors, dense, or dendrograms"},
        {"delta", number, "the cutoff"},
        {"topics", whole, "with hierarchies"},
        {"intents", whole, "of all topics"},
        {"nodes", whole, "of all topics"},
        {"dummies", whole, "nodes that only extend a branch"},
        {"subintents", whole, "in the last layers"},
        {"subintents_per_intent", number, "their mean"},
        {"intents_of_several_documents", whole, "of all topics"},
        {"collapsed", whole, "of these: with one subintent"},
        {"collapsed_share", number, "of these"},
        {"single", whole, "subintents of one document"},
        {"single_share", number, "of the subintents"},
        {"mean_layers", number, "over topics"},
        {"max_layers", whole, "of a topic"}}}};
}

std::string similarities_percent(double value) {
  return fmt::format("{:.1f}%", 100 * value);
}

struct Kind {
  const char *name, *brief, *column;
  SimilarityDistribution SimilarityStudy::*of_study;
};
constexpr Kind kinds[] = {
    {"same intent", "same", "same_intent", &SimilarityStudy::same_intent},
    {"other intents", "other", "other_intents", &SimilarityStudy::other_intents}};

void add_distributions(const std::vector<SimilarityStudy>& studies, Report& report) {
  DataTable& table = report.tables.emplace_back(table_of(similarity_tables(), "similarities"));
  TextTable shown(2);
  shown.add({"", "", "pairs", "mean", "5%", "25%", "50%", "75%", "95%"});
  for (const SimilarityStudy& study : studies) {
    for (const Kind& kind : kinds) {
      const SimilarityDistribution& d = study.*kind.of_study;
      add_row(table, study.name, kind.column, d.pairs, d.mean, d.q05, d.q25, d.median, d.q75,
              d.q95);
      std::vector<std::string> row = {study.name, kind.name, std::to_string(d.pairs)};
      for (const double value : {d.mean, d.q05, d.q25, d.median, d.q75, d.q95})
        row.push_back(d.pairs == 0 ? "-" : fraction(value));
      shown.add(row);
    }
  }
  report.text.add(
      "Similarities of pairs of documents that are relevant to a topic, to an intent that "
      "they\nshare or to other intents: mean, and similarity that a share of the pairs "
      "does not exceed\n\n",
      std::move(shown));
}

void add_separation(const std::vector<SimilarityStudy>& studies, Report& report) {
  DataTable& table = report.tables.emplace_back(table_of(similarity_tables(), "separation"));
  TextTable shown;
  shown.add({"", "mean", "AUC", "AUC by topic"});
  for (const SimilarityStudy& study : studies) {
    const std::uint64_t pairs = study.same_intent.pairs + study.other_intents.pairs;
    add_row(table, study.name, study.topics.size(), pairs, study.mean, study.auc, study.mean_auc);
    shown.add({study.name, decimals(study.mean), fraction_or_dash(study.auc),
               fraction_or_dash(study.mean_auc)});
  }
  report.text.add(
      "\nMean of all pairs, a candidate for δ; probability that a pair of the same intent "
      "is more\nsimilar than one of other intents (AUC): of the pairs of all topics, and "
      "mean over topics\n\n",
      std::move(shown));
}

void add_similarities_topics(const std::vector<SimilarityStudy>& studies, Report& report) {
  DataTable& table = report.tables.emplace_back(table_of(similarity_tables(), "topics"));
  TextTable shown(2);
  shown.add({"", "topic", "same pairs", "mean", "50%", "other pairs", "mean", "50%", "AUC"});
  for (const SimilarityStudy& study : studies) {
    for (const TopicSimilarities& topic : study.topics) {
      const SimilarityDistribution &same = topic.same_intent, &other = topic.other_intents;
      add_row(table, study.name, topic.topic, same.pairs, same.mean, same.median, other.pairs,
              other.mean, other.median, topic.auc);
      shown.add({study.name, printable(topic.topic), std::to_string(same.pairs),
                 fraction(same.mean), fraction(same.median), std::to_string(other.pairs),
                 fraction(other.mean), fraction(other.median), fraction_or_dash(topic.auc)});
    }
  }
  report.text.add("\nBy topic\n\n", std::move(shown));
}

// The bins from `low` on, each as wide as `width` of them.
std::vector<std::uint64_t> bins_from(double low, const SimilarityStudy& study, const Kind& kind,
                                     std::size_t width) {
  std::vector<std::uint64_t> bins = (study.*kind.of_study).bins;
  if (low < study.low) bins.insert(bins.begin(), bins.size(), 0);
  std::vector<std::uint64_t> joined(bins.size() / width);
  for (std::size_t i = 0; i < bins.size(); ++i) joined[i / width] += bins[i];
  return joined;
}

void add_histogram(const std::vector<SimilarityStudy>& studies, Report& report) {
  constexpr std::size_t in_table = 1, in_text = 2;
  const double low = std::ranges::min(studies, {}, &SimilarityStudy::low).low;
  DataTable& table = report.tables.emplace_back(table_of(similarity_tables(), "histogram"));
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> header = {"similarity"};
  for (const SimilarityStudy& study : studies) {
    const auto same = bins_from(low, study, kinds[0], in_table);
    const auto other = bins_from(low, study, kinds[1], in_table);
    for (std::size_t i = 0; i < same.size(); ++i) {
      const double from = (static_cast<double>(i) + 20 * low) / 20;
      add_row(table, study.name, from, (static_cast<double>(i + 1) + 20 * low) / 20, same[i],
              other[i]);
    }
    for (const Kind& kind : kinds) {
      header.push_back(study.name + ", " + kind.brief);
      const auto bins = bins_from(low, study, kind, in_text);
      rows.resize(bins.size());
      for (std::size_t i = 0; i < bins.size(); ++i)
        rows[i].push_back(similarities_percent(share_of(bins[i], (study.*kind.of_study).pairs)));
    }
  }
  TextTable shown;
  shown.add(header);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double from = (static_cast<double>(i) + 10 * low) / 10;
    rows[i].insert(rows[i].begin(), fmt::format("{:.1f} to {:.1f}", from, from + 0.1));
    shown.add(rows[i]);
  }
  report.text.add("\nShare of pairs by similarity\n\n", std::move(shown));
}

void add_shapes(const std::vector<SimilarityReport::Shapes>& shapes, Report& report) {
  DataTable& table = report.tables.emplace_back(table_of(similarity_tables(), "deltas"));
  TextTable shown(1);
  shown.add({"", "δ", "nodes", "dummies", "subintents per intent", "collapsed", "single documents",
             "layers", "most"});
  for (const auto& [name, deltas] : shapes) {
    for (const DeltaShape& d : deltas) {
      const double per_intent = share_of(d.subintents, d.intents);
      const double collapsed = share_of(d.collapsed, d.several),
                   single = share_of(d.single, d.subintents);
      add_row(table, name, d.delta, d.topics, d.intents, d.nodes, d.dummies, d.subintents,
              per_intent, d.several, d.collapsed, collapsed, d.single, single, d.mean_layers,
              d.max_layers);
      shown.add({name, shortest(d.delta), std::to_string(d.nodes), std::to_string(d.dummies),
                 fmt::format("{:.2f}", per_intent), similarities_percent(collapsed),
                 similarities_percent(single), fmt::format("{:.2f}", d.mean_layers),
                 std::to_string(d.max_layers)});
    }
  }
  if (!report.text.empty()) report.text.add("\n");
  report.text.add(
      "Hierarchies WI by cutoff δ: collapsed is the share of the intents with several "
      "documents that\nhave one subintent, single documents that of the subintents with "
      "one; layers is a mean over topics\n\n",
      std::move(shown));
}

Report similarity_report(const SimilarityReport& found, bool per_topic) {
  Report report;
  if (!found.studies.empty()) {
    add_distributions(found.studies, report);
    add_separation(found.studies, report);
    if (per_topic) add_similarities_topics(found.studies, report);
    add_histogram(found.studies, report);
  }
  if (!found.shapes.empty()) add_shapes(found.shapes, report);
  return report;
}

// Reads, compares and clusters one representation after the other, so that memory holds one.
SimilarityReport study(AnalysisInputs& inputs, const AnalysisValues& values, Warnings& warnings,
                       const ProgressCallback& progress) {
  const Qrels& qrels = inputs.qrels;
  const std::vector<double> deltas = values.numbers("deltas");
  const std::vector<ClusterTask> tasks = cluster_tasks(qrels, qrels, warnings);
  std::unordered_set<std::string_view> relevant;
  for (const ClusterTask& task : tasks) relevant.insert(task.docs.begin(), task.docs.end());
  const auto shapes = [&](const std::vector<Dendrogram>& trees) {
    return delta_shapes(qrels, trees, deltas, inputs.sources, progress);
  };
  SimilarityReport report;
  for (const SimilarityInput& one : inputs.similarities) {
    const auto read = one.read(relevant, warnings);
    const DocumentSimilarity& similarity = *read;
    report.studies.push_back(study_similarities(qrels, similarity, one.name, progress, one.view));
    if (!inputs.dendrograms.empty() || !inputs.wants("deltas")) continue;
    const auto trees = cluster_all(tasks, similarity, Linkage::complete, progress, one.view);
    report.shapes.push_back({one.name, shapes(trees)});
  }
  if (!inputs.dendrograms.empty()) {
    const bool of_intents = qrels.topics().at(0).intents.at(0) != topic_level_intent;
    if (of_intents && at_topic_level(inputs.dendrograms, inputs.sources)) {
      throw Error(Location{inputs.sources.dendrograms, 0}, "contains dendrograms of whole topics",
                  "give dendrograms of intents");
    }
    report.shapes.push_back({"dendrograms", shapes(inputs.dendrograms)});
  }
  return report;
}

AnalysisResult run_similarities(AnalysisInputs& inputs, const AnalysisValues& values,
                                const ProgressCallback& progress) {
  AnalysisResult result;
  const SimilarityReport report = study(inputs, values, result.remarks.warnings, progress);
  result.report = similarity_report(report, values.flag("per_topic"));
  if (inputs.draws) result.chart = similarity_chart(report);
  return result;
}

}  // namespace

DistributionChart similarity_chart(const SimilarityReport& report) {
  DistributionChart chart;
  chart.title = "Similarities of pairs of documents that are relevant to a topic";
  chart.description =
      "Distributions over pairs relevant to the same intent and over pairs relevant to other "
      "intents.";
  chart.x_label = "similarity";
  chart.y_label = "share of pairs per 0.05";
  const bool several = report.studies.size() > 1;
  for (const SimilarityStudy& study : report.studies) {
    const std::string prefix = several ? study.name + ", " : "";
    for (const Kind& kind : kinds) {
      const SimilarityDistribution& pairs = study.*kind.of_study;
      if (pairs.pairs == 0 && &kind != kinds) continue;  // of topics without intents
      Distribution& one = chart.distributions.emplace_back();
      one.name = prefix + kind.name + ": " + count_of(pairs.pairs, "pair");
      one.edges = study.edges;
      for (std::size_t i = 0; i < pairs.drawn.size(); ++i) {
        one.heights.push_back(0.05 * share_of(pairs.drawn[i], pairs.pairs) /
                              (study.edges[i + 1] - study.edges[i]));
      }
    }
    chart.marks.push_back({study.mean, fmt::format("{}mean of all, {:.4f}", prefix, study.mean)});
  }
  return chart;
}

Analysis similarities_analysis() {
  Analysis analysis;
  analysis.name = "similarities";
  analysis.summary = "how similar relevant documents are, and the hierarchies for each cutoff";
  analysis.source = "Dou et al. 2019, Fig. 7";
  analysis.need = Need::similarities;
  analysis.usage = "--qrels Q (--fingerprints F | --vectors V | --dense N --docnos D)...";
  analysis.options = {deltas_option("0:1:0.1"), per_topic_option()};
  analysis.tables = similarity_tables();
  analysis.draws = true;
  analysis.has_dendrograms = true;
  analysis.run = run_similarities;
  return analysis;
}

}  // namespace subintent::internal
