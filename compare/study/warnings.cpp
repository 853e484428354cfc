#include "compare/study/warnings.h"

#include <fmt/format.h>

#include <set>

#include "core/base/messages.h"
#include "core/base/warning.h"
#include "core/collection/qrels_builder.h"
#include "hierarchy/check.h"
#include "hierarchy/nuggets.h"
#include "similarity/similarity.h"
#include "subintent/column_names.h"

namespace subintent::internal {
namespace {

// Warns of memberships of documents that are not judged, in topics with members.
void warn_of_members(const NamedGroups& named, const Judgments& judgments, Warnings& warnings) {
  Fit fit{named.groups->source(),
          "relevant documents",
          "membership in groups",
          "they belong to no group",
          0,
          0};
  for (const TopicQrels& topic : judgments.diversity.topics()) {
    const auto* const memberships = named.groups->find(topic.topic);
    if (memberships == nullptr) continue;
    for (const std::string_view docno : relevant_docnos(topic)) {
      ++fit.all;
      fit.known += memberships->docnos.find(docno) != NameTable::none ? 1 : 0;
    }
  }
  if (fit.is_none()) {
    add_warning(warnings, "documents-without-group", Location{fit.file, 0}, no_fit(fit),
                docnos_advice);
  } else if (fit.is_few()) {
    add_warning(warnings, "documents-without-group", Location{fit.file, 0}, *incomplete_fit(fit));
  }
}

// Measures of nuggets count all of them, which only nuggets say.
void note_intents_left_out(const Judgments& judgments, std::span<const Measure> measures,
                           Warnings& notes) {
  const auto measure = std::ranges::find_if(
      measures, [](const Measure& each) { return each.name.starts_with("nugget-"); });
  if (measure == measures.end() || judgments.are_nuggets || !judgments.has_intents()) return;
  std::uint64_t all = 0, with = 0;
  for (const TopicQrels& topic : judgments.diversity.topics()) {
    std::set<std::uint32_t> found;
    for (const Judgment& judgment : topic.judgments)
      if (is_relevant(judgment.grade, measure->parameters.least_grade))
        found.insert(judgment.intent);
    all += topic.intents.size();
    with += found.size();
  }
  if (with == all) return;
  add_warning(notes, "nuggets-without-document", Location{judgments.qrels_name, 0},
              fmt::format("{} of {} without a relevant document: {} leaves them out", all - with,
                          count_of(all, "intent"), printable(measure->name)),
              "`all_intents=true` counts them, as those of nuggets are");
}

// "topic docno intent grade": the documents of every topic stand where its intents belong.
bool are_exchanged(const Qrels& qrels) {
  const auto names = [](const std::vector<std::string_view>& given) {
    return std::set<std::string>(given.begin(), given.end());
  };
  return std::ranges::all_of(qrels.topics(), [&](const TopicQrels& topic) {
    return documents_are_outside(names(topic.intents), names(topic.docnos));
  });
}

// Hierarchies that do not fit the judgments, with counts; and the first that has a fault of its
// own, such as weights that do not add up to 1.
void warn_of_hierarchies(const NamedHierarchies& named, const Judgments& judgments,
                         Warnings& warnings) {
  const std::string file = display_name(named.path);
  if (const auto summary =
          misfit_summary(named.topics, judgments.diversity, judgments.adhoc, file)) {
    add_warning(
        warnings, "hierarchy-misfit", file + " " + *summary,
        "make it again from these judgments, or list the faults with `faults_of_hierarchies()`");
  }
  constexpr double weight_tolerance = 1e-3;  // weights may have been rounded
  for (const Hierarchy& hierarchy : named.topics) {
    const auto faults = hierarchy_faults(hierarchy, weight_tolerance);
    if (faults.empty()) continue;
    std::string place = "topic " + printable(hierarchy.topic) + ": ";
    if (faults[0].node) {
      const HierarchyNode& node = hierarchy.nodes[*faults[0].node];
      place += fmt::format("a node of intent {} in layer {}: ", printable(node.intent), node.layer);
    }
    add_warning(warnings, "hierarchy-fault", Location{file, 0}, place + faults[0].what,
                "`faults_of_hierarchies()` lists all faults");
    return;
  }
}

// Groups of no judged topic, and of which judged topics there are none.
void warn_of_groups(const NamedGroups& named, const Judgments& judgments, Warnings& warnings) {
  std::vector<std::string_view> missing;
  for (const TopicQrels& topic : judgments.diversity.topics())
    if (named.groups->find(topic.topic) == nullptr) missing.push_back(topic.topic);
  warn_of_members(named, judgments, warnings);
  if (missing.empty()) return;
  const std::uint64_t all = judgments.diversity.topics().size();
  const std::string& source = named.groups->source();
  if (missing.size() == all) {
    add_warning(warnings, "topics-without-groups", Location{source, 0},
                "none of its topics is judged; measures of groups ignore it");
    return;
  }
  const std::uint64_t others = all - missing.size();
  add_warning(
      warnings, "topics-without-groups", Location{source, 0},
      fmt::format("has no memberships of {} of {} (first: {}); measures of the groups of {} alone "
                  "do not apply there, so that their means are those over the {}; measures of "
                  "several attributes leave it out",
                  missing.size(), count_of(all, "judged topic"), printable(missing[0]),
                  printable(named.name), count_of(others, "other topic")));
}

// Measures that see intents, where judgments are of whole topics: to them each topic has a single
// intent. Without such measures it is only noted that a second column is not used.
void say_what_is_judged(const Judgments& judgments, std::span<const Measure> measures,
                        Remarks& remarks) {
  const auto sees_intents = [](const Measure& measure) {
    return !measure.record->traits.on_topic && !measure.hierarchy;
  };
  const Location file{judgments.qrels_name, 0};
  const auto measure = std::ranges::find_if(measures, sees_intents);
  const char* const reason = reason_of(judgments.second_column);
  if (judgments.has_intents()) {
    if (judgments.second_column == SecondColumn::counted)
      add_warning(remarks.notes, "second-column", file,
                  "the second column may name intents or rounds, and the "
                  "hierarchies take it for intents",
                  "if it names rounds, give hierarchies of topics");
    if (measure == measures.end()) return;
    if (may_be_judges(judgments.second_column))
      add_warning(remarks.notes, "second-column", file, reason, "if so, say `judged=topics`");
    if (judgments.second_column == SecondColumn::zeros)
      add_warning(remarks.warnings, "topic-level-judgments", file,
                  "names no intents but 0, though they are asked for",
                  "call the column that names them intent");
    return;
  }
  const bool is_found = names_other_things(judgments.second_column);
  const char* const by_hand = "if the column names them, say `judged=intents`";
  if (measure == measures.end()) {
    if (!is_found) return;
    add_warning(remarks.notes, "second-column", file, reason, by_hand);
    return;
  }
  add_warning(
      remarks.warnings, "topic-level-judgments", file,
      fmt::format("{}; measures of intents, such as {}, treat each topic as a single intent",
                  is_found ? reason
                  : judgments.second_column == SecondColumn::zeros
                      ? "has no column of intents, or 0 alone in it"
                      : "judges whole topics",
                  printable(measure->name)),
      fmt::format("use measures of topics, such as nDCG@20{}",
                  is_found ? "; if the column names intents, say `judged=intents`" : ""));
}

// Are all intents vital?
bool none_is_okay(const Judgments& judgments) {
  return judgments.intents && std::ranges::all_of(*judgments.intents, [](const auto& topic) {
           return std::ranges::all_of(topic.second, [](auto& i) { return i.second.is_vital; });
         });
}

// Measures of vital nuggets alone (weights=vital) where no intent is known to be vital, or where
// nothing says which of them are.
void say_what_is_vital(const Judgments& judgments, std::span<const Measure> measures,
                       Remarks& remarks) {
  const auto is_of_vital = [](const Measure& measure) {
    return measure.parameters.weights == NodeWeights::vital;
  };
  const auto measure = std::ranges::find_if(measures, is_of_vital);
  if (measure == measures.end()) return;
  const Location file{judgments.qrels_name, 0};
  const std::vector<std::string_view> topics = judgments.topics_without_vital_intents();
  if (!topics.empty()) {
    const std::size_t all = judgments.diversity.topics().size();
    const std::string where = topics.size() == all
                                  ? ""
                                  : fmt::format(" in {} of {} (first: {})", topics.size(),
                                                count_of(all, "topic"), printable(topics[0]));
    add_warning(remarks.warnings, "no-vital-intents", file,
                fmt::format("no intent{} is known to be vital: {} is 0{}", where,
                            printable(measure->name), where.empty() ? "" : " there"),
                "give nuggets, or probabilities that say vital in their fourth column");
  }
  const bool of_criteria = judgments.of_criteria && none_is_okay(judgments);
  if (!of_criteria && !(judgments.are_nuggets && are_alike(judgments))) return;
  add_warning(remarks.notes, "no-vital-intents", file,
              fmt::format("no {}: to {} all are vital",
                          of_criteria ? "criterion is optional" : "nugget is marked vital or okay",
                          printable(measure->name)));
}

// Probabilities beside the judgments where all measures weigh intents the same.
void note_unused_probabilities(const Judgments& judgments, std::span<const Measure> measures,
                               Warnings& notes) {
  if (!judgments.given_probabilities || judgments.all_intents || measures.empty()) return;
  const auto is_uniform_by_default = [](const Measure& measure) {
    return leaves_weights(measure) && !needs_hierarchy(measure) &&
           measure.parameters.weights == NodeWeights::uniform &&
           measure.name.find("weights") == std::string::npos;
  };
  if (!std::ranges::all_of(measures, is_uniform_by_default)) return;
  add_warning(notes, "unused-probabilities", Location{judgments.intents_name, 0},
              "no measure reads these probabilities",
              "write " + with_parameter(measures[0].name, "weights", "given"));
}

// Measures that see judged documents alone where nothing is judged not relevant.
void warn_of_judged_only(const Judgments& judgments, std::span<const Measure> measures,
                         Warnings& warnings) {
  const auto is_pointless = [&](const Measure& measure) {
    return (measure.parameters.judged_only || measure.record->name == "Judged") &&
           !names_nonrelevant(measure.record->traits.on_topic ? judgments.adhoc
                                                              : judgments.diversity);
  };
  const auto measure = std::ranges::find_if(measures, is_pointless);
  if (measure == measures.end()) return;
  add_warning(warnings, "no-nonrelevant",
              fmt::format("{} sees judged documents alone, and {} names relevant ones only: {}",
                          printable(measure->name), judgments.qrels_name,
                          measure->parameters.judged_only ? "all others leave the lists"
                                                          : "no other is known to be judged"));
}

// How many nuggets have no relevant document and count nevertheless, where nobody has asked for it;
// or do not count in measures of nuggets, as the judgments are of intents.
void note_nuggets(const EvaluationData& data, std::span<const Measure> measures, Warnings& notes) {
  const Judgments& judgments = *data.judgments;
  if (judgments.failed_assignments > 0) {
    add_warning(notes, "failed-assignments", Location{judgments.qrels_name, 0},
                judgments.of_criteria ? count_of(judgments.failed_assignments, "verdict") +
                                            " missing or failed, counted as not met"
                                      : count_of(judgments.failed_assignments, "assignment") +
                                            " failed, counted as not supported");
  }
  if (!judgments.all_intents_by_default) return;
  note_intents_left_out(judgments, measures, notes);
  const auto note = [&](const std::string& file, std::uint64_t all, std::uint64_t without) {
    if (without == 0) return;
    const char* const noun = judgments.of_criteria ? "criterion" : "nugget";
    const std::string_view bare = judgments.of_answers.value_or(false)
                                      ? "that no answer supports, counted as not covered"
                                      : "without a relevant document, counted as not covered by "
                                        "any run";
    add_warning(notes, "nuggets-without-document", Location{file, 0},
                fmt::format("{} of {} {}", without, count_of(all, noun), bare),
                "`all_intents=false` leaves them out");
  };
  if (judgments.are_nuggets) {
    std::uint64_t all = 0, relevant = 0;
    for (const TopicQrels& topic : judgments.diversity.topics()) {
      all += topic.intents.size();
      relevant += relevant_intents(topic).size();
    }
    note(judgments.qrels_name, all, all - relevant);
    return;
  }
  for (const NamedHierarchies& named : data.hierarchies) {
    std::uint64_t all = 0, without = 0;
    for (const Hierarchy& hierarchy : named.topics) {
      for (const HierarchyNode& node : hierarchy.nodes) {
        if (node.layer != 1) continue;
        ++all;
        without += node.docs.empty() ? 1 : 0;
      }
    }
    note(display_name(named.path), all, without);
  }
}

// Judgments with columns that are not read, or rows without a grade.
void note_unused_columns(const Judgments& judgments, Warnings& notes) {
  const bool is_one_file = judgments.qrels_name == judgments.diversity.texts().first().name();
  if (judgments.has_any() && is_one_file && are_exchanged(judgments.diversity))
    add_warning(notes, "exchanged-columns", Location{judgments.qrels_name, 0},
                "intents are called as documents are, and documents as intents; "
                "lines are \"topic intent docno grade\"");
  notes.insert(notes.end(), judgments.notes.begin(), judgments.notes.end());
  note_ungraded(judgments.ungraded, judgments.qrels_name, notes);
  if (!judgments.gains.empty())
    add_warning(
        notes, "fractions-of-grades", Location{judgments.qrels_name, 0},
        "grades have fractions: " + words_of(judgments.gains) + ", and all of them relevant");
  for (const Qrels* const qrels : {&judgments.diversity, &judgments.adhoc}) {
    const Content& file = qrels->texts().first();
    const std::string unused = unused_columns(file.bytes());
    if (unused.empty()) continue;
    add_warning(notes, "unused-columns", Location{file.name(), 0}, unused);
    return;
  }
}

// Measures whose least relevant grade (rel=N) is above all grades.
void note_high_grades(const Judgments& judgments, std::span<const Measure> measures,
                      Warnings& notes) {
  for (const Measure& measure : measures) {
    if (measure.record->traits.by_judged) continue;
    const std::int32_t highest = measure.record->traits.on_topic ? judgments.highest_adhoc_grade
                                 : measure.hierarchy ? std::max(judgments.highest_adhoc_grade,
                                                                judgments.highest_intent_grade)
                                                     : judgments.highest_intent_grade;
    const std::int32_t least = measure.parameters.least_grade;
    if (least <= highest) continue;
    add_warning(notes, "grades-too-low", Location{judgments.qrels_name, 0},
                fmt::format("no grade is {} or above, so that no document is relevant to {}", least,
                            printable(measure.name)));
  }
}

// Measures that see how documents are ranked, or how many are relevant in all, say nothing of an
// answer: it is a list of one document, and those of all systems are the relevant ones.
void warn_of_lists(const Judgments& judgments, std::span<const Measure> measures,
                   Warnings& warnings) {
  if (!judgments.of_answers.value_or(false)) return;
  std::vector<std::string> names;
  for (const Measure& measure : measures) {
    const std::string& name = measure.record->name;
    const bool is_of_answers = measure.record->of_citations || measure.record->of_similarity ||
                               name == "I-rec" || name == "N-rec" || name == "All-rec";
    if (!is_of_answers) names.push_back(printable(measure.name));
  }
  if (names.empty()) return;
  add_warning(
      warnings, "measures-of-lists",
      fmt::format("{}: of ranked lists, and an answer is none; these numbers depend on how many "
                  "systems there are",
                  join(names, ", ")),
      judgments.citations != nullptr ? "for citations name hard_precision, hard_recall or the like"
      : judgments.of_criteria        ? "for answers name rubric or rubric-binary"
                                     : "for answers name nugget-all, nugget-vital or the like");
}

void check_similarity(const EvaluationData& data, std::span<const Measure> measures,
                      const std::string& name, Warnings& warnings) {
  const bool of_relevant = std::ranges::any_of(
      measures, [](const Measure& measure) { return measure.similarity != nullptr; });
  if (!of_relevant && need_all_documents(measures)) return;  // which say what they lack of lists
  warn_of_coverage(relevant_docnos(*data.judgments), *data.similarity, name, warnings);
}

}  // namespace

void check_evaluation(const EvaluationData& data, std::span<const Measure> measures,
                      const std::string& similarity, Remarks& remarks) {
  for (const NamedGroups& named : data.groups)
    warn_of_groups(named, *data.judgments, remarks.warnings);
  for (const NamedHierarchies& named : data.hierarchies)
    warn_of_hierarchies(named, *data.judgments, remarks.warnings);
  if (data.similarity) check_similarity(data, measures, similarity, remarks.warnings);
  say_what_is_judged(*data.judgments, measures, remarks);
  say_what_is_vital(*data.judgments, measures, remarks);
  note_unused_probabilities(*data.judgments, measures, remarks.notes);
  warn_of_lists(*data.judgments, measures, remarks.warnings);
  warn_of_judged_only(*data.judgments, measures, remarks.warnings);
  note_nuggets(data, measures, remarks.notes);
  note_unused_columns(*data.judgments, remarks.notes);
  note_high_grades(*data.judgments, measures, remarks.notes);
}

void warn_of_inapplicable(const Scorer& scorer, Warnings& warnings) {
  std::vector<std::string> names;
  bool of_citations = false;
  for (std::size_t m = 0; m < scorer.measures().size(); ++m) {
    bool any = false;
    for (std::size_t topic = 0; topic < scorer.topics().size() && !any; ++topic)
      any = scorer.applies(m, topic);
    if (any) continue;
    names.push_back(printable(scorer.measures()[m].name));
    of_citations = of_citations || scorer.measures()[m].record->of_citations;
  }
  if (names.empty()) return;
  add_warning(warnings, "no-mean",
              fmt::format("{} {} to none of {}, where {}: there is no mean", join(names, ", "),
                          names.size() == 1 ? "applies" : "apply",
                          count_of(scorer.topics().size(), "topic"),
                          of_citations ? "no citation of an answer was judged"
                                       : "no document is known to be in a group"));
}

void warn_of_unshared_topics(std::span<const std::string> missing, const std::string& has,
                             const std::string& lacks, Warnings& warnings) {
  if (missing.empty()) return;
  add_warning(warnings, "unshared-topics",
              fmt::format("{} of {} left out: not in {}; the first is {}",
                          count_of(missing.size(), "topic"), has, lacks, printable(missing[0])));
}

void warn_of_nothing_random(Warnings& warnings) {
  add_warning(warnings, "no-random-test", "",
              "no test is random: `trials` and `seed` have no effect");
}

}  // namespace subintent::internal
