#include <fmt/format.h>

#include <iterator>

#include "core/base/warning.h"
#include "engine/recipe_plan.h"
#include "hierarchy/check.h"
#include "hierarchy/export.h"
#include "hierarchy/nuggets.h"
#include "similarity/similarity.h"
#include "subintent/stages.h"

namespace subintent {

namespace {

// Notes that so many topics have no hierarchy for want of relevant documents.
void note_missing_hierarchies(std::uint64_t topics, Warnings& notes) {
  if (topics == 0) return;
  internal::add_warning(notes, "topics-without-hierarchy",
                        count_of(topics, "topic") + " without relevant documents: no hierarchy");
}

using internal::BuiltHierarchies;
using internal::Qrels;
using Docnos = std::unordered_set<std::string_view>;

struct Labels {
  std::vector<NodeLabel> given;
  std::optional<Texts> texts;
  std::map<std::string, std::string> titles;

  Labels(const LabelFiles& files, const Docnos& wanted, Warnings& warnings) {
    if (files.given) given = read_node_labels(*files.given);
    if (files.texts.empty()) return;
    if (files.topics)
      for (const auto& [topic, caption] : read_topic_captions(*files.topics))
        titles.emplace(topic, caption.query);
    texts =
        read_text_captions(files.texts, {wanted.begin(), wanted.end()}, [&](const Remarks& read) {
          std::ranges::copy_if(  // on() counts documents without text
              read.warnings, std::back_inserter(warnings),
              [](const Warning& warning) { return warning.code != "documents-without-text"; });
        });
  }

  // Given labels replace those that are there, made labels do not.
  std::vector<Hierarchy> on(std::vector<Hierarchy> hierarchies, Warnings& warnings) const {
    if (!given.empty()) hierarchies = with_labels(hierarchies, given, &warnings);
    if (texts) hierarchies = with_labels(hierarchies, *texts, &warnings, titles);
    return hierarchies;
  }
};

// The inputs beside judgments, and what messages call them.
struct Inputs {
  internal::HierarchyOptions building;
  internal::HierarchySources names;
  std::vector<Dendrogram> dendrograms;
  bool of_topics = false;  // are the dendrograms of whole topics?
};

// Topics without intents have no use for what is said of these.
void refuse_intents(const HierarchyFiles& files, const MakingOptions& options) {
  const char* const given = options.hierarchies.intent_weights == IntentWeights::given
                                ? "`intent_weights`"
                            : options.hierarchies.superintents ? "`superintents`"
                                                               : nullptr;
  if (given == nullptr) return;
  throw Error(Location{files.dendrograms->name(), 0},
              "contains dendrograms of whole topics, which have no intents",
              std::string("leave out ") + given + ", or cluster with `topic_level=false`");
}

Inputs read_inputs(const HierarchyFiles& files, const MakingOptions& options) {
  Inputs inputs;
  const bool given = options.hierarchies.intent_weights == IntentWeights::given;
  refuse_if(given && !files.probabilities, "intent_weights",
            "intent_weights: no probabilities are given");
  if (given) {
    inputs.building.probabilities = internal::read_probabilities(*files.probabilities);
    inputs.names.probabilities = files.probabilities->name();
  }
  internal::set_building(inputs.building, options.hierarchies);
  inputs.names.qrels = internal::names_of(files.qrels);
  if (options.hierarchies.superintents)
    inputs.names.superintents = options.hierarchies.superintents->name();
  if (!files.dendrograms) return inputs;
  inputs.names.dendrograms = files.dendrograms->name();
  inputs.dendrograms = read_dendrograms(*files.dendrograms);
  inputs.of_topics = internal::at_topic_level(inputs.dendrograms, inputs.names);
  if (inputs.of_topics) refuse_intents(files, options);
  return inputs;
}

// The delta of an output, or the mean similarity.
double delta_of(const HierarchyOutput& output, const Inputs& inputs, const RemarksCallback& say) {
  if (output.delta) return *output.delta;
  const auto mean = internal::mean_similarity(inputs.dendrograms, inputs.names);
  const std::string text =
      fmt::format("delta {}, the mean similarity of {} of documents of {}", shortest(mean.value),
                  count_of(mean.pairs, "pair"), count_of(mean.topics, "topic"));
  internal::tell(say, {}, {internal::make_warning("delta-from-data", text)});
  return mean.value;
}

// Judgments that no dendrograms are of are of intents where something else names these.
Qrels read_judgments(const HierarchyFiles& files, Inputs& inputs, const RemarksCallback& say) {
  const bool names_intents =
      files.dendrograms || files.probabilities || inputs.building.superintents.size() > 0;
  Warnings notes;
  std::optional<Judged> level;
  if (names_intents) level = inputs.of_topics ? Judged::topics : Judged::intents;
  Qrels judged = internal::read_judged(files.qrels, level, notes);
  internal::tell(say, {}, notes);
  if (!inputs.of_topics) {
    if (!files.adhoc_qrels.empty()) {
      internal::tell(
          say, {internal::make_warning("ignored-adhoc", "",
                                       "`adhoc_qrels` is ignored: " + inputs.names.dendrograms +
                                           " contains dendrograms of intents")});
    }
    return judged;
  }
  Qrels topics = internal::read_adhoc_qrels(files.adhoc_qrels, judged);
  if (!files.adhoc_qrels.empty()) {
    inputs.names.qrels = internal::names_of(files.adhoc_qrels);
    inputs.building.topics = std::move(judged);
  }
  return topics;
}

Docnos judged_documents(const Qrels& qrels) {
  Docnos judged;
  for (const internal::TopicQrels& topic : qrels.topics())
    judged.insert(topic.docnos.begin(), topic.docnos.end());
  return judged;
}

// Notes deltas of dendrograms; those that collapsed have none.
void note_deltas(const internal::PruningCounts& counts, Warnings& notes) {
  std::vector<double> deltas;
  std::ranges::copy_if(counts.deltas, std::back_inserter(deltas),
                       [](double delta) { return delta > internal::below_all_similarities; });
  if (deltas.empty()) return;
  std::ranges::sort(deltas);
  internal::add_warning(notes, "delta-from-data",
                        fmt::format("deltas from {:.4g} to {:.4g}, the median is {:.4g}",
                                    deltas.front(), deltas.back(), deltas[deltas.size() / 2]));
}

// Warns where most intents collapsed or fell apart, but not of a delta that the data gave: it is no
// choice to reconsider.
Remarks remarks_of_pruning(const internal::PruningCounts& counts, std::optional<double> delta,
                           bool of_topics, const internal::HierarchyOptions& how) {
  Remarks remarks;
  if (how.rules.balanced_delta && !how.subtopics.all) note_deltas(counts, remarks.notes);
  if (delta && !how.rules.follow_data() && !how.subtopics.any())
    internal::warn_of_pruning(counts, *delta, of_topics, remarks.warnings);
  const bool is_usual = remarks.warnings.empty() && counts.several > 0;
  internal::warn_of_one_subtopic(counts, how.rules, remarks.warnings);
  if (is_usual && of_topics) {
    internal::add_warning(
        remarks.notes, "pruning-effect", internal::leaves_of_topics(counts),
        how.subtopics.all || !how.subtopics.of_topic.empty()
            ? ""
            : (how.subtopics.around
                   ? fmt::format("numbers near {} are preferred; ", *how.subtopics.around)
                   : "") +
                  "if you know how many a topic has: `subtopics=N`");
  } else if (is_usual) {
    internal::add_warning(remarks.notes, "pruning-effect",
                          internal::pruning_effect(counts, of_topics));
  }
  internal::note_flatness(counts, remarks.notes);
  return remarks;
}

void check_hierarchy_files(const HierarchyFiles& files, const MakingOptions& options,
                           const std::vector<HierarchyOutput>& outputs) {
  refuse_if(files.qrels.empty(), "qrels", "qrels: none given");
  for (const HierarchyOutput& output : outputs) {
    const double delta = output.delta.value_or(0);
    refuse_if(!(delta >= 0 && delta <= 1), "delta", "delta: not a number from 0 to 1");
    refuse_if(!output.delta && !files.dendrograms, "delta", "delta: no dendrograms are given");
  }
  refuse_if(files.probabilities && options.hierarchies.intent_weights != IntentWeights::given,
            "probabilities", "probabilities: only given intent weights use them");
  if (files.dendrograms) return;
  refuse_if(!files.adhoc_qrels.empty(), "adhoc_qrels", "adhoc_qrels: no dendrograms are given");
  internal::require_no_pruning(options.hierarchies);
  for (const ExportFormat& format : export_formats())
    refuse_if(format.of_dendrograms && format.name == options.format, "format",
              "format: " + options.format + " is for dendrograms, and none are given");
}

using internal::NuggetBank;

// A name that is to be a column.
std::string_view column(std::string_view name, const NuggetBank& bank) {
  if (!fits_blank_column(name, true)) {
    throw Error(Location{bank.name, 0},
                "'" + printable(name) +
                    "' cannot be a column of a file of judgments or probabilities: it holds a "
                    "blank, or begins with #",
                "give the nuggets to `qrels` of evaluate as they are, or rename it");
  }
  return name;
}

std::string qrels_text(const NuggetBank& bank) {
  const internal::Qrels qrels = internal::qrels_of(bank);
  std::string text;
  for (const internal::TopicQrels& topic : qrels.topics()) {
    for (const auto& judgment : topic.judgments) {
      text += fmt::format("{} {} {} {}\n", column(topic.topic, bank),
                          column(topic.intents[judgment.intent], bank),
                          column(topic.docnos[judgment.document], bank), judgment.grade);
    }
  }
  return text;
}

std::string probabilities_text(const NuggetBank& bank, bool all_intents) {
  std::string text;
  for (const auto& [topic, intents] : internal::intents_of(bank, all_intents)) {
    for (const auto& [intent, info] : intents) {
      text += fmt::format("{} {} {}", column(topic, bank), column(intent, bank),
                          shortest(*info.probability));
      if (bank.says_importance) text += info.is_vital ? " vital" : " okay";
      text += '\n';
    }
  }
  return text;
}

Warnings notes_of(const internal::NuggetHierarchies& hierarchies, std::optional<bool> all_intents) {
  Warnings notes;
  note_missing_hierarchies(hierarchies.topics_without_relevant, notes);
  if (hierarchies.without_relevant > 0 && !all_intents) {
    internal::add_warning(
        notes, "nuggets-without-document",
        fmt::format("{} of {} without a relevant document: nodes without documents",
                    hierarchies.without_relevant, count_of(hierarchies.nuggets, "nugget")),
        "`all_intents=false` leaves them out");
  }
  return notes;
}

}  // namespace

void make_hierarchies(const HierarchyFiles& files, const MakingOptions& options,
                      const std::vector<HierarchyOutput>& outputs, const RemarksCallback& say) {
  check_hierarchy_files(files, options, outputs);
  Inputs inputs = read_inputs(files, options);
  std::vector<double> deltas;
  for (const HierarchyOutput& output : outputs) deltas.push_back(delta_of(output, inputs, say));
  const Qrels qrels = read_judgments(files, inputs, say);
  std::optional<std::span<const Dendrogram>> dendrograms;
  if (files.dendrograms) dendrograms = inputs.dendrograms;
  Remarks remarks;
  const Labels labels(files.labels, judged_documents(qrels), remarks.warnings);
  BuiltHierarchies first;  // what there is to warn of is the same for every delta
  internal::parallel_for(outputs.size(), [&](std::size_t i) {
    internal::HierarchyOptions building = inputs.building;
    building.delta = deltas[i];
    auto built = internal::build_hierarchies(qrels, dendrograms, building, inputs.names);
    Warnings warnings;
    built.hierarchies = labels.on(std::move(built.hierarchies), warnings);
    internal::write_hierarchies({built.hierarchies, inputs.dendrograms}, options.format,
                                outputs[i].write);
    if (outputs[i].finish) outputs[i].finish();
    if (i > 0) return;
    first = std::move(built);
    add(warnings, &remarks.warnings);
  });
  if (!say || outputs.empty()) return;
  internal::warn_of_superintents(first, remarks.warnings);
  note_missing_hierarchies(first.topics_without_relevant, remarks.notes);
  say(remarks);
  if (outputs.size() > 1) return;  // several are a search for a better one
  say(remarks_of_pruning(first.pruning, outputs[0].delta, inputs.of_topics, inputs.building));
}

std::vector<Hierarchy> label_hierarchies(std::vector<Hierarchy> hierarchies,
                                         const LabelFiles& files, Warnings* warnings) {
  Docnos docnos;
  for (const Hierarchy& hierarchy : hierarchies)
    docnos.insert(hierarchy.docnos.begin(), hierarchy.docnos.end());
  Warnings found;
  auto labelled = Labels(files, docnos, found).on(std::move(hierarchies), found);
  add(found, warnings);
  return labelled;
}

std::vector<std::string> faults_of_hierarchies(const Source& hierarchies,
                                               const std::vector<Source>& qrels,
                                               const std::vector<Source>& adhoc_qrels) {
  std::optional<internal::CheckJudgments> judgments;
  if (!qrels.empty()) {
    judgments.emplace();
    judgments->intents = internal::read_qrels(qrels, internal::QrelsKind::diversity, true);
    judgments->topics = internal::read_adhoc_qrels(adhoc_qrels, judgments->intents);
  }
  return internal::file_faults(hierarchies, judgments);
}

void convert_nuggets(const std::vector<Source>& nuggets, const NuggetOutputs& outputs,
                     const NuggetOptions& options, const RemarksCallback& say) {
  const NuggetBank bank = internal::read_nuggets(nuggets);
  refuse_mixed(bank, internal::names_of(nuggets),
               "give those of answers and those of documents apart");
  const bool all_intents = options.all_intents.value_or(true);
  const internal::NuggetHierarchies hierarchies = internal::hierarchies_of(bank, all_intents);
  if (outputs.hierarchies)
    internal::write_hierarchies({hierarchies.hierarchies, {}}, options.format, outputs.hierarchies);
  if (outputs.qrels) outputs.qrels(qrels_text(bank));
  if (outputs.probabilities) outputs.probabilities(probabilities_text(bank, all_intents));
  internal::tell(say, {}, notes_of(hierarchies, options.all_intents));
}

}  // namespace subintent
