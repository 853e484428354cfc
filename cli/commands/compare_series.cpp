// subintent compare pooling and delta: runs are scored here, for every depth or delta.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/commands/compare.h"
#include "cluster/dendrogram.h"
#include "hierarchy/build.h"
#include "study/evaluation.h"
#include "study/pool.h"
#include "study/warnings.h"
#include "support/error.h"
#include "support/input_file.h"
#include "support/parallel.h"
#include "support/portable_math.h"
#include "support/progress.h"
#include "support/strings.h"

namespace subintent::compare_command {
namespace {

std::vector<Run> read_runs(const Options& o, const std::vector<std::string>& paths) {
  std::vector<Run> runs(paths.size());
  parallel_for(runs.size(), [&](std::size_t i) {
    runs[i] = read_run(paths[i], order_of(o), on_duplicate_of(o));
  });
  std::set<std::string> names;
  for (const Run& run : runs) {
    if (!names.insert(run.name).second) {
      throw Error(Location{}, "two runs are named " + printable(run.name), "rename one file");
    }
  }
  return runs;
}

// Judgments and runs, which all settings share.
struct Study {
  EvaluationData data;
  std::vector<Run> runs;
};

Study read_study(const Options& o, const CommandLine& line) {
  Warnings warnings;
  Study study{read_evaluation(o.evaluation, warnings), read_runs(o, o.inputs)};
  const Scorer scorer = study.data.scorer({});
  for (const Run& run : study.runs) {
    warn_of_run(scorer.score(run), run.counts, o.order.value_or("rank"),
                "they score 0 in every comparison", warnings);
  }
  for (const std::string& warning : warnings) line.warn(warning);
  return study;
}

std::vector<ScoreGroup> score(const std::vector<Run>& runs, const Scorer& scorer) {
  std::vector<RunScores> scores(runs.size());
  parallel_for(runs.size(), [&](std::size_t i) { scores[i] = scorer.score(runs[i]); });
  std::vector<ScoreGroup> groups(1);
  for (const Run& run : runs) groups[0].runs.push_back(run.name);
  const std::vector<TopicData>& topics = scorer.topics();
  for (const TopicData& topic : topics) groups[0].topics.emplace_back(topic.topic);
  for (std::size_t m = 0; m < scorer.measures().size(); ++m) {
    ScoreMatrix& matrix = groups[0].measures.emplace_back(
        ScoreMatrix{scorer.measures()[m].name, topics.size(), runs.size(), {}});
    for (std::size_t topic = 0; topic < topics.size(); ++topic) {
      for (const RunScores& run : scores) matrix.values.push_back(run.values[m][topic]);
    }
  }
  return groups;
}

// "AP" at depth 10 is "AP@10"; RBP gets its p from the residual [Webber eq. 7].
std::vector<Measure> measures_at(const Options& o, const std::vector<std::string>& names,
                                 std::uint32_t depth) {
  std::string text;
  for (const std::string& name : names) {
    if (name.find('@') != std::string::npos) {
      throw Error::usage("--measures: " + printable(name) + " has a cutoff, which --depths gives",
                         "leave out @ and what follows");
    }
    text += (text.empty() ? "" : ",") + name;
    if (o.residual > 0 && (name == "RBP" || name == "nRBP")) {
      text += "(p=" + shortest(portable::pow(o.residual, 1.0 / depth)) + ")";
    }
    text += "@" + std::to_string(depth);
  }
  return parse_measures(text, measure_context(o));
}

// Gold standards are named without depth, as the measures are.
AnalysisOptions with_gold_at(AnalysisOptions options, const std::vector<std::string>& names,
                             const std::vector<ScoreGroup>& groups) {
  for (std::string& gold : options.gold) {
    const auto at = std::find(names.begin(), names.end(), gold);
    if (at != names.end()) gold = groups.at(0).measures[at - names.begin()].measure;
  }
  return options;
}

}  // namespace

Series pooling_series(const Options& o, const CommandLine& line) {
  const auto names = measure_names(o.measures.value_or("AP,aAP,enDCG,nDCG"));
  for (const std::uint32_t depth : o.depth_values) measures_at(o, names, depth);
  const auto [data, runs] = read_study(o, line);
  const std::vector<Run> pooled = read_runs(o, o.pooled_runs);
  JudgedTopics topics;
  for (const TopicQrels& topic : data.judgments.diversity.topics()) topics.add(topic.topic);
  // Beside the pools asked for, those as deep as the evaluation: full assessment.
  std::set<std::pair<std::uint32_t, std::uint32_t>> settings;
  for (const std::uint32_t depth : o.depth_values) {
    settings.emplace(depth, depth);
    for (const std::uint32_t pool : o.pool_depth_values) settings.emplace(pool, depth);
  }
  Series series{{"pool_depth", "depth"}, names, {}};
  ProgressLine shown(line.shows_progress());
  ProgressMeter progress(shown.callback(), "comparing", "settings", settings.size());
  for (const auto& [pool_depth, depth] : settings) {
    const Pool pool(topics, pooled.empty() ? runs : pooled, pool_depth);
    const Judgments judgments =
        restricted(data.judgments, [&](std::string_view topic, std::string_view docno) {
          return pool.contains(topic, docno);
        });
    auto groups =
        score(runs, data.scorer(judgments, data.hierarchies, measures_at(o, names, depth)));
    if (o.standardise) standardise(groups);
    series.points.push_back({{static_cast<double>(pool_depth), static_cast<double>(depth)},
                             analyse(with_gold_at(o.analysis, names, groups), groups)});
    progress.advance();
  }
  return series;
}

namespace {

// The hierarchies that a delta makes, by the names that [Dou19 Fig. 8] gives its curves.
struct DeltaHierarchy {
  const char* name;
  Weighting weighting;
  bool raw, superintents;
};

constexpr DeltaHierarchy delta_hierarchies[] = {
    {"WI", Weighting::leaves, false, false},   {"WD", Weighting::gains, false, false},
    {"WIRaw", Weighting::leaves, true, false}, {"SUP+WI", Weighting::leaves, false, true},
    {"SUP+WD", Weighting::gains, false, true},
};

std::vector<NamedHierarchies> hierarchies_at(const Options& o, const Qrels& qrels,
                                             const std::vector<Dendrogram>& dendrograms,
                                             const std::set<std::size_t>& used, double delta) {
  std::vector<NamedHierarchies> made;
  for (std::size_t i = 0; i < std::size(delta_hierarchies); ++i) {
    const DeltaHierarchy& hierarchy = delta_hierarchies[i];
    NamedHierarchies& named =
        made.emplace_back(NamedHierarchies{hierarchy.name, *o.dendrograms, {}});
    HierarchyOptions options;
    options.delta = delta;
    options.compress = !hierarchy.raw;
    options.weighting = hierarchy.weighting;
    options.intent_weights = hierarchy.raw ? IntentWeights::uniform : IntentWeights::depth;
    options.qrels_file = display_name(o.qrels);
    options.dendrograms_file = display_name(*o.dendrograms);
    std::optional<std::span<const Dendrogram>> trees = dendrograms;
    if (!used.contains(i)) trees = std::nullopt;  // official intents take its place
    if (hierarchy.superintents && o.superintents) {
      options.superintents_file = display_name(*o.superintents);
      options.superintents = read_superintents(*o.superintents);
    }
    named.topics = build_hierarchies(qrels, trees, options).hierarchies;
  }
  return made;
}

// Measures can name those, and behind them the hierarchies that were given.
MeasureContext delta_context(const Options& o) {
  MeasureContext context = measure_context(o);
  std::vector<std::string> names;
  for (const DeltaHierarchy& made : delta_hierarchies) {
    if (std::ranges::count(context.hierarchies, made.name) > 0) {
      throw Error::usage(fmt::format("--hierarchy: {} is one that --deltas makes", made.name),
                         "choose another name");
    }
    names.emplace_back(made.name);
  }
  context.hierarchies.insert(context.hierarchies.begin(), names.begin(), names.end());
  return context;
}

}  // namespace

Series delta_series(const Options& o, const CommandLine& line) {
  const MeasureContext context = delta_context(o);
  const auto measures =
      parse_measures(o.measures.value_or("HD#-nDCG_WI@20,HD#-nDCG_WD@20"), context);
  std::set<std::size_t> used;
  for (const Measure& measure : measures) {
    if (measure.hierarchy) used.insert(*measure.hierarchy);
  }
  if (!o.superintents && (used.contains(3) || used.contains(4))) {
    throw Error::usage("--superintents is missing, which SUP+WI and SUP+WD need");
  }
  const auto [data, runs] = read_study(o, line);
  const std::vector<Dendrogram> dendrograms = read_dendrograms(*o.dendrograms);
  Series series{{"delta"}, {}, {}};
  for (const Measure& measure : measures) series.measures.push_back(measure.name);
  ProgressLine shown(line.shows_progress());
  ProgressMeter progress(shown.callback(), "comparing", "deltas", o.delta_values.size());
  for (const double delta : o.delta_values) {
    auto hierarchies = hierarchies_at(o, data.judgments.diversity, dendrograms, used, delta);
    hierarchies.insert(hierarchies.end(), data.hierarchies.begin(), data.hierarchies.end());
    auto groups = score(runs, data.scorer(data.judgments, hierarchies, measures));
    if (o.standardise) standardise(groups);
    series.points.push_back({{delta}, analyse(o.analysis, groups)});
    progress.advance();
  }
  return series;
}

}  // namespace subintent::compare_command
