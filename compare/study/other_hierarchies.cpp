#include "compare/study/other_hierarchies.h"

#include <fmt/format.h>

#include <iterator>
#include <numeric>

#include "core/base/philox.h"

namespace subintent::internal {

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

std::array<ScoreGroup, 2> score_on_both(const EvaluationData& data, std::span<const Run> runs,
                                        const std::vector<Measure>& measures, Remarks& remarks) {
  const auto scorer_on = [&](std::size_t which) {
    return data.scorer(*data.judgments, {data.hierarchies.at(which)}, measures);
  };
  return {score_runs(runs, scorer_on(0), remarks), score_runs(runs, scorer_on(1))};
}

namespace {

using PlaceboDocuments = std::vector<std::uint32_t>;

// The documents of each intent, ascending, in label order.
std::map<std::string_view, PlaceboDocuments, LabelLess> documents_of_intents(
    const Hierarchy& hierarchy) {
  std::map<std::string_view, PlaceboDocuments, LabelLess> found;
  for (const HierarchyNode& node : hierarchy.nodes) {
    PlaceboDocuments& documents = found[node.intent];
    documents.insert(documents.end(), node.docs.begin(), node.docs.end());
  }
  for (auto& [intent, documents] : found) {
    std::ranges::sort(documents);
    documents.erase(std::unique(documents.begin(), documents.end()), documents.end());
  }
  return found;
}

// The document that takes the place of each document of the topic.
PlaceboDocuments exchange(const PlaceboDocuments& documents, std::size_t in_topic,
                          const RandomSequence& sequence) {
  PlaceboDocuments others = documents, exchanged(in_topic);
  shuffle(others, sequence);
  for (std::size_t i = 0; i < others.size(); ++i) exchanged[documents[i]] = others[i];
  return exchanged;
}

// `row` counts the intents of all topics.
Hierarchy shuffled(Hierarchy hierarchy, RandomSequence sequence, std::uint32_t& row) {
  std::map<std::string, PlaceboDocuments, LabelLess> exchanges;
  for (const auto& [intent, documents] : documents_of_intents(hierarchy)) {
    sequence.row = row++;
    exchanges.emplace(intent, exchange(documents, hierarchy.docnos.size(), sequence));
  }
  for (HierarchyNode& node : hierarchy.nodes) {
    for (std::uint32_t& document : node.docs) document = exchanges.at(node.intent)[document];
    std::ranges::sort(node.docs);
  }
  sort_nodes(hierarchy.nodes);
  return hierarchy;
}

}  // namespace

std::vector<Hierarchy> shuffled(std::span<const Hierarchy> hierarchies, std::uint64_t seed,
                                std::uint32_t number) {
  std::vector<Hierarchy> made(hierarchies.begin(), hierarchies.end());
  std::ranges::sort(made, LabelLess(), &Hierarchy::topic);
  std::uint32_t row = 0;
  for (Hierarchy& hierarchy : made)
    hierarchy = shuffled(std::move(hierarchy), {seed, RandomPurpose::placebo, number, 0}, row);
  return made;
}

std::vector<Measure> measures_of_hierarchies(std::span<const Measure> measures) {
  std::vector<Measure> found;
  std::ranges::copy_if(measures, std::back_inserter(found), needs_hierarchy);
  return found;
}

std::vector<std::string> placebo_measures(std::span<const std::string> hierarchies) {
  std::vector<std::string> names;
  for (const std::string& hierarchy : hierarchies) {
    names.push_back("I-rec-LA_" + hierarchy + "@20");
    names.push_back("HD#-nDCG_" + hierarchy + "@20");
  }
  return names;
}

void require_hierarchies(std::span<const Measure> measures) {
  if (!measures_of_hierarchies(measures).empty()) return;
  throw Error::argument("measures", "measures: none uses a hierarchy, but placebos are hierarchies",
                        "add for example I-rec-LA_NAME@20");
}

void score_placebos(const EvaluationData& data, std::span<const Run> runs,
                    const std::vector<NamedHierarchies>& hierarchies,
                    std::span<const Measure> measures, const PlaceboOptions& options,
                    const std::function<void(ScoreGroup)>& use, ProgressMeter& meter) {
  const std::vector<Measure> scored = measures_of_hierarchies(measures);
  for (std::uint32_t number = 0; number < options.count; ++number) {
    std::vector<NamedHierarchies> placebos;
    for (const NamedHierarchies& named : hierarchies)
      placebos.push_back({named.name, named.path, shuffled(named.topics, options.seed, number)});
    use(score_runs(runs, data.scorer(*data.judgments, placebos, scored)));
    meter.advance();
  }
}

namespace {

struct DeltaHierarchy {
  const char* name;
  Weighting weighting;
  bool raw, superintents;
};

constexpr DeltaHierarchy hierarchies[] = {
    {"WI", Weighting::leaves, false, false},   {"WD", Weighting::gains, false, false},
    {"WIRaw", Weighting::leaves, true, false}, {"SUP+WI", Weighting::leaves, false, true},
    {"SUP+WD", Weighting::gains, false, true},
};

bool is_used(std::size_t hierarchy, std::span<const Measure> measures) {
  return std::ranges::any_of(measures, [&](const Measure& m) { return m.hierarchy == hierarchy; });
}

// Hierarchies that no measure names have official intents only, which takes no time.
std::vector<NamedHierarchies> hierarchies_at(double delta, const Qrels& qrels,
                                             std::span<const Dendrogram> dendrograms,
                                             const DeltaOptions& options) {
  std::vector<NamedHierarchies> made;
  for (std::size_t i = 0; i < std::size(hierarchies); ++i) {
    const DeltaHierarchy& hierarchy = hierarchies[i];
    HierarchyOptions build;
    build.delta = delta;
    build.compress = !hierarchy.raw;
    build.weighting = hierarchy.weighting;
    build.intent_weights = hierarchy.raw ? IntentWeights::uniform : IntentWeights::depth;
    if (hierarchy.superintents) build.superintents = options.superintents;
    std::optional<std::span<const Dendrogram>> trees;
    if (is_used(i, options.measures)) trees = dendrograms;
    made.push_back({hierarchy.name, options.sources.dendrograms,
                    build_hierarchies(qrels, trees, build, options.sources).hierarchies});
  }
  return made;
}

}  // namespace

std::vector<std::string> delta_hierarchies() {
  std::vector<std::string> names;
  for (const DeltaHierarchy& hierarchy : hierarchies) names.emplace_back(hierarchy.name);
  return names;
}

void add_delta_hierarchies(MeasureContext& context) {
  const std::vector<std::string> made = delta_hierarchies();
  for (const std::string& name : made) {
    if (std::ranges::count(context.hierarchies, name) == 0) continue;
    throw Error::argument(
        "hierarchy",
        fmt::format("hierarchy: {} is the name of a hierarchy that `deltas` makes", name),
        "choose another name");
  }
  context.hierarchies.insert(context.hierarchies.begin(), made.begin(), made.end());
}

bool need_superintents(std::span<const Measure> measures) {
  for (std::size_t i = 0; i < std::size(hierarchies); ++i)
    if (hierarchies[i].superintents && is_used(i, measures)) return true;
  return false;
}

void require_superintents(const DeltaOptions& options) {
  if (!options.superintents.empty() || !need_superintents(options.measures)) return;
  throw Error::argument("superintents", "superintents is missing; SUP+WI and SUP+WD need it");
}

void score_deltas(const EvaluationData& data, std::span<const Run> runs,
                  std::span<const Dendrogram> dendrograms, const DeltaOptions& options,
                  const std::function<void(double delta, ScoreGroup)>& use,
                  const ProgressCallback& progress,
                  const std::function<void(ScoreGroup)>& use_placebo) {
  ProgressMeter meter(progress, "comparing", "hierarchies",
                      options.deltas.size() * (1 + options.placebo.count));
  for (const double delta : options.deltas) {
    auto made = hierarchies_at(delta, data.judgments->diversity, dendrograms, options);
    made.insert(made.end(), data.hierarchies.begin(), data.hierarchies.end());
    use(delta, score_runs(runs, data.scorer(*data.judgments, made, options.measures)));
    meter.advance();
    score_placebos(data, runs, made, options.measures, options.placebo, use_placebo, meter);
  }
}

}  // namespace subintent::internal
