#include <fmt/format.h>

#include "compare/study/hierarchies.h"
#include "core/base/warning.h"
#include "core/collection/header_table.h"
#include "engine/recipe_plan.h"
#include "hierarchy/export.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/nuggets.h"
#include "report/explain.h"
#include "similarity/similarity.h"
#include "subintent/program.h"
#include "subintent/stages.h"

namespace subintent {
namespace internal {

void set_building(HierarchyOptions& building, const subintent::HierarchyOptions& options) {
  internal::check(options.rules);
  refuse_if(!options.compress && options.rules.bins != Bins(), "bins",
            "bins: there are none without compression", "leave out one of the two");
  building.compress = options.compress;
  building.rules = options.rules;
  building.subtopics = {options.subtopics, options.subtopics_of, options.around};
  internal::check(building.subtopics);
  building.weighting = options.weighting;
  building.intent_weights = options.intent_weights;
  if (options.superintents) building.superintents = read_superintents(*options.superintents);
}

void require_no_pruning(const subintent::HierarchyOptions& options) {
  const auto refuse = [](bool given, const std::string& argument) {
    refuse_if(given, argument, argument + ": there are no dendrograms to prune", "leave it out");
  };
  refuse(!options.compress, "compress");
  refuse(options.rules.balanced_delta, "delta");
  refuse(options.rules.one_subtopic.has_value(), "one_subtopic");
  refuse(options.subtopics || !options.subtopics_of.empty(), "subtopics");
  refuse(options.around.has_value(), "around");
  refuse(options.rules.bins != Bins(), "bins");
}

}  // namespace internal

namespace {

void check_hierarchy_options(const HierarchyOptions& options, const internal::Judgments& judgments,
                             bool whole_topics) {
  refuse_if(!(options.delta >= 0 && options.delta <= 1), "delta",
            "delta: not a number from 0 to 1");
  const bool given = options.intent_weights == IntentWeights::given;
  refuse_if(given && !judgments.intents, "intent_weights",
            "intent_weights: the judgments have no probabilities",
            "read them with `probabilities`");
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
  check_hierarchy_options(options, inside, whole_topics);
  if (!dendrograms) internal::require_no_pruning(options);
  internal::HierarchyOptions building;
  building.delta = options.delta;
  if (inside.intents) building.probabilities = *inside.intents;
  internal::set_building(building, options);
  if (options.superintents) sources.superintents = options.superintents->name();
  if (whole_topics) {
    building.topics = inside.diversity;
    sources.qrels = inside.adhoc_name;
  }
  const internal::Qrels& qrels = whole_topics ? inside.adhoc : inside.diversity;
  auto built = internal::build_hierarchies(qrels, dendrograms, building, sources);
  if (warnings != nullptr) {
    internal::warn_of_superintents(built, *warnings);
    internal::warn_of_one_subtopic(built.pruning, options.rules, *warnings);
    if (!options.rules.follow_data() && !building.subtopics.any())
      internal::warn_of_pruning(built.pruning, options.delta, whole_topics, *warnings);
  }
  return std::move(built.hierarchies);
}

// Makes it as it would be read.
Hierarchy checked_pruning(const Hierarchy& hierarchy) {
  return std::move(internal::checked({&hierarchy, 1}, "hierarchy").at(0));
}

// The hierarchies given if they are as they would be read, else value so.
std::span<const Hierarchy> checked_pruning(const std::vector<Hierarchy>& given,
                                           std::vector<Hierarchy>& hierarchies) {
  if (internal::are_as_read(given)) return given;
  hierarchies = internal::checked(given, "hierarchies");
  return hierarchies;
}

void require_terms_of(const Hierarchy& hierarchy,
                      const std::vector<std::vector<std::string>>& terms) {
  if (terms.size() == hierarchy.nodes.size()) return;
  throw Error::argument("terms", fmt::format("terms: lists for {} nodes, of {}", terms.size(),
                                             hierarchy.nodes.size()));
}

internal::ExplainOptions drawing_of(const DrawingOptions& options) {
  refuse_if(options.depth == 0, "depth", "depth: not a layer number, from 1");
  return {.file = options.file,
          .intent = options.intent,
          .depth = options.depth,
          .ascii = options.ascii,
          .all_documents = options.all_documents,
          .colour = options.colour,
          .width = options.width,
          .captions = internal::captions_of(options.texts, options.topics)};
}

// Gives nodes without a label what their intent is about, or else their characteristic terms.
void label_nodes(Hierarchy& hierarchy, const internal::Captions& captions,
                 const std::vector<std::vector<std::string>>& terms) {
  for (std::uint32_t i = 0; i < hierarchy.nodes.size(); ++i) {
    HierarchyNode& node = hierarchy.nodes[i];
    if (!node.label.empty()) continue;
    if (internal::is_first_of_intent(hierarchy, i))
      node.label = captions.intent(hierarchy.topic, node.intent);
    if (node.label.empty() && !terms.empty()) node.label = join(terms[i], " ");
  }
}

// The clustering that files ask for.
struct Clustering {
  internal::Qrels judgments;  // which the names of the tasks lie in
  std::vector<internal::ClusterTask> tasks;
  internal::DocumentSimilarity documents;
};

Clustering read_similarity_files(const ClusterFiles& files, const ClusterOptions& options,
                                 const RemarksCallback& say) {
  refuse_if(files.qrels.empty(), "qrels", "qrels: none given", "give the judgments");
  refuse_if(!files.adhoc_qrels.empty() && !options.topic_level, "adhoc_qrels",
            "adhoc_qrels needs `topic_level`", "leave it out, or add `topic_level`");
  check(options, files.similarity);
  Warnings of_judgments, notes, of_documents;
  const auto judged = options.topic_level ? Judged::topics : files.judged;
  const internal::Qrels given =
      internal::read_judged(files.qrels, judged, notes, "`level=intent` makes others");
  internal::Qrels judgments =
      options.topic_level ? internal::read_adhoc_qrels(files.adhoc_qrels, given) : given;
  auto tasks = internal::cluster_tasks(given, judgments, of_judgments);
  internal::tell(say, of_judgments, notes);
  internal::require_utf8(
      tasks, internal::names_of(files.adhoc_qrels.empty() ? files.qrels : files.adhoc_qrels));
  auto documents = internal::read_similarity(files.similarity, internal::documents_of(tasks),
                                             of_documents, internal::apart_from_others);
  internal::tell(say, of_documents);
  return {std::move(judgments), std::move(tasks), std::move(documents)};
}

}  // namespace

void check(const PruningRules& rules) {
  internal::check(rules);
}

std::map<std::string, std::uint32_t> read_subtopics(const Source& source) {
  internal::LineReader lines(source);
  std::map<std::string, std::uint32_t> numbers;
  std::string_view line;
  while (lines.next(line)) {
    std::string_view columns[3];
    const std::size_t count = internal::split_blanks(line, columns);
    if (count == 0) continue;
    const auto number =
        count == 2 || count == 3 ? internal::parse_whole(columns[count - 1]) : std::nullopt;
    if (!number || *number < 1 || *number > UINT32_MAX) {
      throw Error(lines.location(), "not a topic and its number of subtopics: " + printable(line),
                  "write \"topic<tab>number\"");
    }
    std::string name(columns[0]);
    if (count == 3) name.append("\t").append(columns[1]);
    if (!numbers.emplace(name, static_cast<std::uint32_t>(*number)).second) {
      const std::string of_intent = count == 3 ? ", intent " + printable(columns[1]) : "";
      throw Error(lines.location(),
                  "topic " + printable(columns[0]) + of_intent + " is there twice",
                  "keep one of the two");
    }
  }
  return numbers;
}

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
  const internal::Judgments& inside = internal::Inside::of(judgments);
  Warnings found;
  internal::note_second_column(inside.second_column, inside.qrels_name,
                               "judgments made with `judged=intents` have others", found);
  add(found, warnings);
  return build(judgments, std::nullopt, options, warnings);
}

std::vector<NodeLabel> read_node_labels(const Source& source) {
  return internal::read_node_labels(source);
}

std::vector<Hierarchy> with_labels(const std::vector<Hierarchy>& hierarchies,
                                   const std::vector<NodeLabel>& labels, Warnings* warnings) {
  std::vector<Hierarchy> labelled = internal::checked(hierarchies, "hierarchies");
  Warnings found;
  internal::set_labels(labelled, labels, found);
  add(found, warnings);
  return labelled;
}

std::string to_json(const Hierarchy& hierarchy) {
  checked_pruning(hierarchy);
  std::string line;
  internal::append_hierarchy_line(line, hierarchy);
  line.pop_back();
  return line;
}

std::string draw(const Hierarchy& hierarchy, const DrawingOptions& options) {
  const internal::ExplainOptions drawing = drawing_of(options);
  if (!options.terms.empty()) require_terms_of(hierarchy, options.terms);
  return internal::explain(checked_pruning(hierarchy), options.terms, drawing);
}

std::string draw_document(const Hierarchy& hierarchy, const std::string& docno,
                          const DrawingOptions& options) {
  refuse_if(options.depth.has_value(), "depth", "depth: the path of a document shows all layers",
            "leave it out");
  refuse_if(!options.terms.empty(), "terms", "terms: the path of a document shows none",
            "leave them out");
  return internal::explain_document(checked_pruning(hierarchy), docno, drawing_of(options));
}

std::string draw_topics(const std::vector<Hierarchy>& hierarchies, const TopicCaptions& captions) {
  std::vector<Hierarchy> kept;
  return internal::explain_topics(checked_pruning(hierarchies, kept),
                                  internal::captions_of({}, captions));
}

std::string draw_svg(const Hierarchy& hierarchy, std::size_t width, const std::string& query) {
  refuse_if(width < 100 || width > 100'000, "width", "width: not from 100 to 100,000");
  return internal::icicle(checked_pruning(hierarchy), width, query);
}

std::vector<ExportFormat> export_formats() {
  return mapped(internal::exports(), [](const internal::Export& one) {
    return ExportFormat{one.name, one.of_dendrograms};
  });
}

std::string export_hierarchies(const std::vector<Hierarchy>& hierarchies, std::string_view format,
                               const ExportOptions& options) {
  const internal::Export& chosen = internal::export_named(format, false);
  if (options.topics.empty() && options.terms.empty()) {
    std::vector<Hierarchy> kept;
    return chosen.text({checked_pruning(hierarchies, kept), {}, {}});
  }
  const internal::Captions captions = internal::captions_of({}, options.topics);
  std::vector<Hierarchy> labelled = internal::checked(hierarchies, "hierarchies");
  refuse_if(
      !options.terms.empty() && options.terms.size() != labelled.size(), "terms",
      fmt::format("terms: lists for {} hierarchies, of {}", options.terms.size(), labelled.size()));
  std::vector<std::string> queries;
  for (std::size_t i = 0; i < labelled.size(); ++i) {
    std::vector<std::vector<std::string>> terms;
    if (!options.terms.empty()) {
      require_terms_of(labelled[i], options.terms[i]);
      terms = options.terms[i];
    }
    label_nodes(labelled[i], captions, terms);
    queries.emplace_back(captions.query(labelled[i].topic));
  }
  return chosen.text({labelled, {}, queries});
}

std::string export_dendrograms(const std::vector<Dendrogram>& dendrograms,
                               std::string_view format) {
  for (const Dendrogram& dendrogram : dendrograms) internal::check(dendrogram);
  return internal::export_named(format, true).text({{}, dendrograms});
}

std::vector<Hierarchy> shuffled(const std::vector<Hierarchy>& hierarchies, std::uint64_t seed,
                                std::uint32_t number) {
  return internal::shuffled(internal::checked(hierarchies, "hierarchies"), seed, number);
}

namespace internal {

std::unordered_set<std::string_view> documents_of(const std::vector<ClusterTask>& tasks) {
  std::unordered_set<std::string_view> documents;
  for (const ClusterTask& task : tasks) documents.insert(task.docs.begin(), task.docs.end());
  return documents;
}

void check(const ClusterOptions& options, DocumentSimilarity::Kind kind) {
  view_of(options, kind);
  if (options.background) Background::check(kind);
}

DocumentSimilarity::Kind kind_of(const AnySimilarity& similarity) {
  using Kind = DocumentSimilarity::Kind;
  if (const auto* const value = std::get_if<Similarity>(&similarity))
    return Inside::of(*value).kind();
  const auto& files = std::get<SimilarityFiles>(similarity);
  return files.fingerprints ? Kind::fingerprints : files.dense ? Kind::dense : Kind::vectors;
}

TopicViewOptions view_of(const ClusterOptions& options, DocumentSimilarity::Kind kind) {
  const TopicViewOptions view{options.contrast, options.neighbours, options.contrast_power};
  check(view, kind);
  return view;
}

std::vector<Dendrogram> cluster_all(const std::vector<ClusterTask>& tasks,
                                    const DocumentSimilarity& documents,
                                    const ClusterOptions& options,
                                    const ProgressCallback& progress) {
  const TopicViewOptions view = view_of(options, documents.kind());
  std::optional<Background> background;
  if (options.background) background.emplace(documents);
  return cluster_all(tasks, documents, options.linkage, progress, view,
                     options.topic_pairs ? TopicMeans::all : TopicMeans::none,
                     background ? &*background : nullptr);
}

}  // namespace internal

void check(const ClusterOptions& options, const SimilarityFiles& files) {
  internal::check(options, internal::kind_of(files));
}

std::vector<Dendrogram> cluster(const Judgments& judgments, const Similarity& similarity,
                                const ClusterOptions& options, const ProgressCallback& progress,
                                Warnings* warnings) {
  const internal::Judgments& inside = internal::Inside::of(judgments);
  const internal::DocumentSimilarity& documents = internal::Inside::of(similarity);
  Warnings found;
  const auto tasks = internal::cluster_tasks(
      inside.diversity, options.topic_level ? inside.adhoc : inside.diversity, found);
  if (!options.topic_level)
    internal::note_second_column(inside.second_column, inside.qrels_name,
                                 "judgments made with `judged=intents` have others", found);
  internal::require_utf8(tasks, options.topic_level ? inside.adhoc_name : inside.qrels_name);
  internal::warn_of_coverage(internal::documents_of(tasks), documents, "similarity", found,
                             internal::apart_from_others);
  auto dendrograms = internal::cluster_all(tasks, documents, options, progress);
  internal::warn_of_background(dendrograms, found);
  add(found, warnings);
  return dendrograms;
}

std::string to_json(const Dendrogram& dendrogram) {
  internal::check(dendrogram);
  std::string line;
  internal::append_dendrogram_line(line, dendrogram);
  line.pop_back();
  return line;
}

std::vector<double> linkage_matrix(const Dendrogram& dendrogram) {
  internal::check(dendrogram);
  std::vector<double> matrix;
  for (const Merge& merge : dendrogram.merges) {
    matrix.insert(matrix.end(), {static_cast<double>(merge.a), static_cast<double>(merge.b),
                                 internal::distance_of(merge), static_cast<double>(merge.size)});
  }
  return matrix;
}

void cluster_files(const ClusterFiles& files, const ClusterOptions& options,
                   const TextWriter& write, const RemarksCallback& say,
                   const ProgressCallback& progress) {
  const Clustering what = read_similarity_files(files, options, say);
  const auto dendrograms = internal::cluster_all(what.tasks, what.documents, options, progress);
  std::string line;
  for (const Dendrogram& dendrogram : dendrograms) {
    line.clear();
    internal::append_dendrogram_line(line, dendrogram);
    write(line);
  }
  if (!say) return;
  Remarks remarks;
  internal::warn_of_background(dendrograms, remarks.warnings);
  internal::note_near_duplicates(what.documents, remarks.notes);
  say(remarks);
}

}  // namespace subintent
