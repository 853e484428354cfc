#include "subintent/hierarchy.h"

#include <span>
#include <utility>

#include "cluster/dendrogram.h"
#include "engine/inside.h"
#include "hierarchy/build.h"
#include "hierarchy/export.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/labels/labels.h"
#include "hierarchy/nuggets.h"
#include "hierarchy/pruning_rules.h"
#include "render/explain.h"
#include "render/icicle.h"
#include "subintent/error.h"

namespace subintent {
namespace {

void check(const HierarchyOptions& options, const internal::Judgments& judgments,
           bool whole_topics) {
  if (!(options.delta >= 0 && options.delta <= 1)) {
    throw Error::argument("delta", "delta: not a number from 0 to 1");
  }
  internal::check(options.rules);
  const bool given = options.intent_weights == IntentWeights::given;
  if (given && !judgments.intents) {
    throw Error::argument("intent_weights", "intent_weights: the judgments have no probabilities",
                          "read them with `probabilities`");
  }
  if (whole_topics && (given || options.superintents)) {
    throw Error::usage(
        "dendrograms of whole topics have no intents for superintents or given weights",
        "leave these out, or cluster intents");
  }
}

std::vector<Hierarchy> build(const Judgments& judgments,
                             std::optional<std::span<const Dendrogram>> dendrograms,
                             const HierarchyOptions& options, Warnings* warnings) {
  const internal::Judgments& inside = internal::Inside::of(judgments);
  internal::HierarchySources sources{inside.qrels_name, "dendrograms", inside.intents_name, {}};
  const bool whole_topics = dendrograms && internal::at_topic_level(*dendrograms, sources);
  check(options, inside, whole_topics);
  internal::HierarchyOptions building;
  building.delta = options.delta;
  building.compress = options.compress;
  building.rules = options.rules;
  building.weighting = options.weighting;
  building.intent_weights = options.intent_weights;
  if (inside.intents) building.probabilities = *inside.intents;
  if (options.superintents) {
    building.superintents = internal::read_superintents(*options.superintents);
    sources.superintents = options.superintents->name();
  }
  if (whole_topics) {
    building.topics = inside.diversity;
    sources.qrels = inside.adhoc_name;
  }
  const internal::Qrels& qrels = whole_topics ? inside.adhoc : inside.diversity;
  auto built = internal::build_hierarchies(qrels, dendrograms, building, sources);
  if (warnings != nullptr) {
    std::optional<std::string> of_pruning;
    if (!options.rules.balanced_delta && !options.rules.stop) {
      of_pruning = internal::pruning_warning(built.pruning, options.delta, whole_topics);
    }
    for (const auto& warning : {internal::superintents_warning(built), of_pruning}) {
      if (warning) warnings->push_back(*warning);
    }
  }
  return std::move(built.hierarchies);
}

// As it would be read from its line.
Hierarchy checked(const Hierarchy& hierarchy) {
  return std::move(internal::checked({&hierarchy, 1}, "hierarchy").at(0));
}

}  // namespace

double mean_similarity(const std::vector<Dendrogram>& dendrograms) {
  for (const Dendrogram& dendrogram : dendrograms) internal::check(dendrogram);
  return internal::mean_similarity(dendrograms, {{}, "dendrograms"}).value;
}

std::vector<Hierarchy> read_hierarchies_or_nuggets(const Source& source, bool all_intents) {
  return internal::read_hierarchies_or_nuggets(source, all_intents);
}

std::vector<Hierarchy> hierarchies(const Judgments& judgments,
                                   const std::vector<Dendrogram>& dendrograms,
                                   const HierarchyOptions& options, Warnings* warnings) {
  for (const Dendrogram& dendrogram : dendrograms) internal::check(dendrogram);
  return build(judgments, dendrograms, options, warnings);
}

std::vector<Hierarchy> intent_hierarchies(const Judgments& judgments,
                                          const HierarchyOptions& options, Warnings* warnings) {
  return build(judgments, std::nullopt, options, warnings);
}

std::vector<Hierarchy> with_labels(const std::vector<Hierarchy>& hierarchies, const Texts& texts,
                                   Warnings* warnings) {
  std::vector<Hierarchy> labelled = internal::checked(hierarchies, "hierarchies");
  Warnings found;
  internal::make_labels(labelled, texts, found);
  if (warnings != nullptr) warnings->insert(warnings->end(), found.begin(), found.end());
  return labelled;
}

std::string to_json(const Hierarchy& hierarchy) {
  checked(hierarchy);
  std::string line;
  internal::append_hierarchy_line(line, hierarchy);
  line.pop_back();
  return line;
}

std::string draw(const Hierarchy& hierarchy, const DrawingOptions& options) {
  internal::ExplainOptions drawing;
  drawing.width = options.width;
  drawing.ascii = options.ascii;
  drawing.all_documents = options.all_documents;
  if (options.depth == 0) throw Error::argument("depth", "depth: not a layer number, from 1");
  drawing.depth = options.depth;
  return internal::explain(checked(hierarchy), {}, drawing);
}

std::string draw_svg(const Hierarchy& hierarchy, std::size_t width) {
  if (width < 100 || width > 100'000) {
    throw Error::argument("width", "width: not from 100 to 100,000");
  }
  return internal::icicle(checked(hierarchy), width);
}

std::string to_dot(const Hierarchy& hierarchy) {
  std::string text;
  internal::append_dot(text, checked(hierarchy));
  return text;
}

std::string to_newick(const Hierarchy& hierarchy) {
  std::string text;
  internal::append_newick(text, checked(hierarchy));
  return text;
}

std::string to_graphml(const std::vector<Hierarchy>& hierarchies) {
  return internal::graphml(internal::checked(hierarchies, "hierarchies"));
}

}  // namespace subintent
