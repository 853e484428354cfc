#include "evaluate/judgments.h"

#include <fmt/format.h>

#include <set>

#include "core/base/messages.h"
#include "core/base/strings.h"
#include "core/base/warning.h"
#include "core/collection/documents.h"
#include "core/collection/score_table.h"
#include "core/io/input_file.h"
#include "hierarchy/nuggets.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::int32_t highest_judged_grade(const Qrels& qrels) {
  std::int32_t highest = 1;
  for (const TopicQrels& topic : qrels.topics())
    for (const Judgment& judgment : topic.judgments) highest = std::max(highest, judgment.grade);
  return highest;
}

struct Finding {
  std::uint64_t count = 0;
  std::string first;

  void add(const std::string& what) {
    if (count++ == 0) first = what;
  }
};

std::string intent_of_topic(std::string_view intent, std::string_view topic) {
  return "intent " + printable(intent) + " of topic " + printable(topic);
}

// Calls use(topic, intent) for the intents with a relevant document.
void for_each_relevant_intent(const Qrels& qrels, const auto& use) {
  for (const TopicQrels& topic : qrels.topics()) {
    std::set<std::uint32_t> intents;
    for (const Judgment& judgment : topic.judgments)
      if (is_relevant(judgment.grade)) intents.insert(judgment.intent);
    for (const std::uint32_t intent : intents) use(topic.topic, topic.intents[intent]);
  }
}

// In tables of scores a topic of that name could not be told from the mean.
void refuse_topics_named_as_means(const Qrels& qrels) {
  for (const TopicQrels& topic : qrels.topics()) {
    if (!is_statistic(topic.topic)) continue;
    throw Error(qrels.location(topic.topic),
                "topic " + std::string(topic.topic) + " has the name of a statistic in scores",
                "rename the topic");
  }
}

void warn_of_nothing_relevant(const Qrels& qrels, const std::string& name, Warnings& warnings) {
  const bool any = std::ranges::any_of(qrels.topics(), [](const TopicQrels& topic) {
    return std::ranges::any_of(topic.judgments,
                               [](const Judgment& j) { return is_relevant(j.grade); });
  });
  if (any) return;
  warnings.push_back(make_warning("nothing-relevant", Location{name, 0},
                                  "no document is relevant; scores computed from it are 0"));
}

// Ad hoc judgments that are of other topics or documents than the diversity judgments.
void warn_of_adhoc_qrels(const Judgments& judgments, const std::string& adhoc_name,
                         Warnings& warnings) {
  Finding missing, more;
  bool have_common = false;
  for (const TopicQrels& topic : judgments.diversity.topics()) {
    const TopicQrels* const whole = judgments.adhoc.find(topic.topic);
    if (whole == nullptr) missing.add(printable(topic.topic));
    have_common =
        have_common || (whole != nullptr && std::ranges::any_of(topic.docnos, [&](auto d) {
                          return whole->find_document(d) >= 0;
                        }));
  }
  for (const TopicQrels& topic : judgments.adhoc.topics())
    if (judgments.diversity.find(topic.topic) == nullptr) more.add(printable(topic.topic));
  const std::uint64_t all = judgments.diversity.topics().size();
  if (missing.count > 0) {
    warnings.push_back(make_warning(
        "topics-without-adhoc", Location{adhoc_name, 0},
        fmt::format(
            "{} of {} of {} not judged (first: {}); measures on topic-level judgments are 0 there",
            missing.count, count_of(all, "topic"), judgments.qrels_name, missing.first)));
  }
  if (more.count > 0) {
    warnings.push_back(
        make_warning("unjudged-topics", Location{adhoc_name, 0},
                     fmt::format("{} not judged in {}, ignored (first: {})",
                                 count_of(more.count, "topic"), judgments.qrels_name, more.first)));
  }
  if (!have_common && missing.count < all) {
    warnings.push_back(
        make_warning("adhoc-of-other-documents", Location{adhoc_name, 0},
                     fmt::format("not one of its documents is judged in {} for the same topic",
                                 judgments.qrels_name),
                     "check that both belong to the same collection"));
  }
}

// Enters the intents with relevant documents that topics do not list. A topic without any subtopics
// (type "single") is as it should be.
void complete_intents(Judgments& judgments, Warnings& warnings) {
  Finding unlisted, unknown;
  // Topics without subtopics are judged under one intent [TREC Web 2013, 2014].
  std::map<std::string, std::size_t, std::less<>> bare;  // and their judged intents
  for (const auto& [topic, intents] : *judgments.intents)
    if (intents.empty()) bare.emplace(topic, 0);
  const auto complete = [&](std::string_view topic, std::string_view intent) {
    auto& intents = (*judgments.intents)[std::string(topic)];
    const auto [at, is_new] = intents.try_emplace(std::string(intent));
    const auto single = bare.find(topic);
    const bool is_only = single != bare.end() && ++single->second == 1;
    if (is_new && !is_only) unlisted.add(intent_of_topic(intent, topic));
    if (!at->second.unknown_type.empty())
      unknown.add("type " + printable(at->second.unknown_type) + " of " +
                  intent_of_topic(intent, topic));
  };
  if (judgments.all_intents) {
    for (const TopicQrels& topic : judgments.diversity.topics())
      for (const std::string_view intent : topic.intents)
        if (!marks_nonrelevant(topic, intent)) complete(topic.topic, intent);
  } else {
    for_each_relevant_intent(judgments.diversity, complete);
  }
  if (unlisted.count > 0) {
    warnings.push_back(make_warning(
        "unlisted-intents", Location{judgments.intents_name, 0},
        fmt::format("{} {} not listed, treated as informational (first: {})",
                    count_of(unlisted.count, "intent"),
                    judgments.all_intents ? "of the judgments" : "with relevant documents",
                    unlisted.first)));
  }
  if (unknown.count > 0) {
    warnings.push_back(make_warning(
        "unknown-intent-type", Location{judgments.intents_name, 0},
        fmt::format(
            "{} of a type that is neither inf nor nav, treated as informational (first: {})",
            count_of(unknown.count, "intent"), unknown.first)));
  }
}

// A topic whose intents all have probability 0 has scores of 0 for every run.
void warn_of_probabilities(const Judgments& judgments, Warnings& warnings) {
  std::map<std::string_view, bool, LabelLess> has_any;  // topics with relevant documents
  for_each_relevant_intent(
      judgments.diversity, [&](std::string_view topic, std::string_view intent) {
        const auto known = judgments.intents->find(topic);
        if (known == judgments.intents->end()) return;  // an error that comes later
        const auto info = known->second.find(intent);
        has_any[topic] |= info == known->second.end() || info->second.probability.value_or(1) > 0;
      });
  Finding zero;
  for (const auto& [topic, has] : has_any)
    if (!has) zero.add(printable(topic));
  if (zero.count == 0) return;
  const std::string others =
      zero.count == 1 ? "" : fmt::format(" (the first of {} such topics)", zero.count);
  warnings.push_back(make_warning(
      "zero-probabilities", Location{judgments.intents_name, 0},
      fmt::format("topic {}: all intents with relevant documents have probability 0; measures that "
                  "use probabilities are 0 for it{}",
                  zero.first, others)));
}

struct ReadQrels {
  Qrels qrels;
  std::optional<Qrels> adhoc = {};  // of those files that are of topics, where others are not
  std::optional<NuggetBank> nuggets = {};
  std::optional<Features> features = {};  // of the documents, which the judgments do not know yet
  std::optional<CitationScores> citations = {};  // of answers
  Warnings notes = {};
};

// Takes out files that judge topics beside nuggets.
std::optional<Qrels> take_judgments_of_topics(std::vector<TextFile>& files) {
  std::vector<TextFile> nuggets, others;
  for (const TextFile& file : files)
    (holds_nuggets(file.text()) ? nuggets : others).push_back(file);
  if (nuggets.empty() || others.empty() || names_intents(second_column(read_qrels(others))))
    return std::nullopt;
  files = std::move(nuggets);
  return read_qrels(others, QrelsKind::ad_hoc);
}

ReadQrels read_diversity(const JudgmentSource& source, std::optional<Judged> judged) {
  std::vector<Source> from;
  if (const auto* const file = std::get_if<Source>(&source)) from = {*file};
  if (const auto* const several = std::get_if<std::vector<Source>>(&source)) from = *several;
  if (from.empty() || !is_given(source)) return {qrels_of(source, QrelsKind::diversity, "qrels")};
  std::vector<TextFile> files(from.begin(), from.end());
  if (auto citations = citations_in(files)) {
    std::vector<std::string> names = mapped(files, &TextFile::name);
    Qrels answers = answers_of(*citations, join(names, ", "));
    return {std::move(answers), {}, {}, {}, std::move(citations)};
  }
  auto features = take_features(files);
  std::optional<Qrels> adhoc = features ? std::nullopt : take_judgments_of_topics(files);
  auto bank = nuggets_in(files);
  if (bank && features) {
    throw Error(Location{features->texts[0].name(), 0},
                "has features of items, and nuggets are intents already",
                "give features with judgments of whole topics");
  }
  if (bank || features || judged == Judged::intents) {
    Qrels qrels = bank                        ? qrels_of(*bank)
                  : judged == Judged::intents ? read_qrels(SortedFiles{files, {}, {}})
                                              : read_qrels(files);
    if (features) qrels = as_judged(std::move(qrels), judged);
    return {std::move(qrels), std::move(adhoc), std::move(bank), std::move(features)};
  }
  SortedFiles sorted = sorted_by_level(files);
  ReadQrels result{read_qrels(sorted)};
  if (sorted.of_intents.empty()) return result;
  result.notes = std::move(sorted.notes);
  if (!sorted.of_topics.empty()) result.adhoc = read_qrels(sorted.of_topics, QrelsKind::ad_hoc);
  return result;
}

// Do topics list one of the judged intents, or the one that is named?
bool names_one_of(const IntentTable& intents, const Qrels& qrels, std::string_view named = {}) {
  return std::ranges::any_of(qrels.topics(), [&](const TopicQrels& topic) {
    const auto known = intents.find(topic.topic);
    return known != intents.end() &&
           std::ranges::any_of(topic.intents, [&](std::string_view intent) {
             return (named.empty() || intent == named) &&
                    known->second.find(intent) != known->second.end();
           });
  });
}

void warn_of_documents_without_features(const Qrels& qrels, const Features& features,
                                        Warnings& warnings) {
  Fit fit{features.texts[0].name(), "relevant documents", "feature", "they cover no intent", 0, 0};
  for (const TopicQrels& topic : qrels.topics()) {
    for (const std::string_view docno : relevant_docnos(topic)) {
      ++fit.all;
      fit.known += features.of(docno).empty() ? 0 : 1;
    }
  }
  if (fit.is_none()) {
    warnings.push_back(make_warning("documents-without-features", Location{fit.file, 0},
                                    no_fit(fit), docnos_advice));
  } else if (const auto incomplete = incomplete_fit(fit)) {
    warnings.push_back(
        make_warning("documents-without-features", Location{fit.file, 0}, *incomplete));
  }
}

// Takes from nuggets all that they say of intents, but for the probabilities.
void describe_intents(Judgments& judgments, const NuggetBank& bank) {
  judgments.topics = descriptions_of(bank);
  judgments.failed_assignments = bank.failed;
  judgments.notes.insert(judgments.notes.end(), bank.notes.begin(), bank.notes.end());
  judgments.highest_intent_grade = std::max(judgments.highest_intent_grade, bank.highest_grade);
  judgments.nuggets = std::make_shared<const std::vector<Hierarchy>>(
      hierarchies_of(bank, judgments.all_intents).hierarchies);
  judgments.of_criteria = bank.of_criteria;
  if (bank.penalties.empty()) return;
  auto penalties = std::make_shared<NuggetBank>();
  penalties->topics = bank.penalties;
  penalties->names = bank.names;
  judgments.penalties = std::move(penalties);
}

// Nuggets of which nothing is known are uniform.
void set_intents(Judgments& judgments, const NuggetBank& bank) {
  judgments.intents = intents_of(bank, judgments.all_intents);
  judgments.intents_name = bank.name;
  if (bank.says_importance) return;
  for (auto& [topic, intents] : *judgments.intents)
    for (auto& [intent, info] : intents) info.probability.reset();
}

// Documents whose lists of nuggets differ were assigned nuggets that were made anew in between.
void warn_of_different_lists(const NuggetBank& bank, Warnings& warnings) {
  if (!bank.lists_all) return;
  std::size_t all = 0, missing = 0;
  std::string first, without;  // the first nugget, and the first list that has none
  for (const NuggetTopic& topic : bank.topics) {
    all += topic.nuggets.size();
    std::vector<bool> has_some(topic.docnos.size());
    missing +=
        static_cast<std::size_t>(std::ranges::count_if(topic.nuggets, [&](const Nugget& nugget) {
          const Nugget& assigned =
              nugget.docs.empty() && !nugget.parts.empty() ? nugget.parts[0] : nugget;
          for (const NuggetDocument& doc : assigned.docs) has_some[doc.document] = true;
          const bool is_missing = assigned.docs.size() < topic.docnos.size();
          if (is_missing && first.empty())
            first = fmt::format(" (first: {} of topic {})", printable(nugget.text),
                                printable(topic.topic));
          return is_missing;
        }));
    const auto at = static_cast<std::size_t>(std::ranges::find(has_some, false) - has_some.begin());
    if (without.empty() && at < has_some.size())
      without = fmt::format("; {} has none for topic {}", printable(topic.docnos[at]),
                            printable(topic.topic));
  }
  if (missing == 0) return;
  warnings.push_back(make_warning(
      "different-nuggets", Location{bank.name, 0},
      fmt::format("{} of {} not in all lists of the topic{}{}", missing,
                  count_of(all, bank.of_criteria ? "criterion" : "nugget"), first, without),
      bank.of_criteria ? "judge all of them by the same criteria"
                       : "assign the same nuggets to all of them"));
}

// The intents that are known without being judged are so too.
void add_known_intents(Judgments& judgments, const JudgmentInputs& inputs) {
  std::vector<std::pair<std::string, std::vector<std::string>>> names;
  for (const auto& [topic, intents] : judgments.intents.value_or(IntentTable())) {
    auto& of_topic = names.emplace_back(topic, std::vector<std::string>()).second;
    for (const auto& [intent, info] : intents) of_topic.push_back(intent);
  }
  for (const auto& [topic, intent] : inputs.unjudged_intents) {
    if (const auto defect = names_defect({topic, intent}))
      throw Error(Location{judgments.qrels_name, 0}, *defect, "rename it");
    names.push_back({topic, {intent}});
  }
  if (!names.empty()) judgments.diversity = with_intents(judgments.diversity, names);
}

bool are_other_topics(const TopicDescriptions& topics, const Judgments& judgments) {
  return std::ranges::none_of(topics, [&](const auto& topic) {
    return judgments.diversity.find(topic.first) != nullptr ||
           judgments.adhoc.find(topic.first) != nullptr;
  });
}

void warn_of_other_topics(const Judgments& judgments, const JudgmentInputs& inputs,
                          Warnings& warnings) {
  warnings.push_back(make_warning("unshared-topics", Location{inputs.topics->name(), 0},
                                  "has no topic of " + judgments.qrels_name));
}

bool names_topics_alone(const JudgmentInputs& inputs) {
  const auto* const rows = std::get_if<JudgmentRows>(&inputs.qrels);
  const bool has_qrels = rows != nullptr ? !rows->empty() : is_given(inputs.qrels);
  return !has_qrels && !inputs.adhoc_qrels && !inputs.unjudged_intents.empty() &&
         std::ranges::all_of(inputs.unjudged_intents, [](const auto& topic_and_intent) {
           return topic_and_intent.second == topic_level_intent;
         });
}

Judgments without_judgments(const JudgmentInputs& inputs, Warnings& warnings) {
  JudgmentRows rows;
  for (const auto& [topic, intent] : inputs.unjudged_intents) rows.add(topic, intent, "none", 0);
  Qrels qrels = restricted(Qrels::of(rows, QrelsKind::ad_hoc, "topics of the runs"),
                           [](std::string_view, std::string_view) { return false; });
  refuse_topics_named_as_means(qrels);
  Judgments judgments(qrels, qrels);
  judgments.qrels_name = judgments.adhoc_name = qrels.texts().name();
  if (inputs.topics) judgments.topics = read_topic_descriptions(*inputs.topics);
  if (inputs.topics && are_other_topics(judgments.topics, judgments))
    warn_of_other_topics(judgments, inputs, warnings);
  return judgments;
}

}  // namespace

Judgments::Judgments(Qrels of_intents, Qrels of_topics)
    : diversity(std::move(of_intents)),
      adhoc(std::move(of_topics)),
      highest_intent_grade(highest_judged_grade(diversity)),
      highest_adhoc_grade(highest_judged_grade(adhoc)) {}

bool Judgments::has_intents() const {
  return std::ranges::none_of(diversity.topics(), [](const TopicQrels& topic) {
    return std::ranges::find(topic.intents, topic_level_intent) != topic.intents.end();
  });
}

bool Judgments::has_derived_topics() const {
  return has_intents() && !of_answers.value_or(false) && adhoc_name == qrels_name &&
         std::ranges::any_of(diversity.topics(),
                             [](const TopicQrels& topic) { return topic.intents.size() > 1; });
}

const IntentInfo* Judgments::intent_info(std::string_view topic, std::string_view intent) const {
  if (!intents) return nullptr;
  const auto of_topic = intents->find(topic);
  if (of_topic == intents->end()) return nullptr;
  const auto found = of_topic->second.find(intent);
  return found == of_topic->second.end() ? nullptr : &found->second;
}

std::vector<std::string_view> Judgments::topics_without_vital_intents() const {
  std::vector<std::string_view> topics;
  for (const TopicQrels& topic : diversity.topics()) {
    const auto known =
        intents ? intents->find(std::string(topic.topic)) : IntentTable::const_iterator();
    if (!intents || known == intents->end() ||
        std::ranges::none_of(known->second, [](auto& i) { return i.second.is_vital; }))
      topics.push_back(topic.topic);
  }
  return topics;
}

bool Judgments::has_any() const {
  const auto is_judged = [](const TopicQrels& topic) { return !topic.docnos.empty(); };
  return std::ranges::any_of(diversity.topics(), is_judged) ||
         std::ranges::any_of(adhoc.topics(), is_judged);
}

// Says which documents have several grades where a column that may name no intents is not read.
[[gnu::cold]] void warn_of_contradictions(const Qrels& qrels, Warnings& warnings) {
  std::size_t found = 0;
  std::string first;
  for (const TopicQrels& topic : qrels.topics()) {
    for (std::size_t i = 1; i < topic.judgments.size(); ++i) {
      const Judgment &before = topic.judgments[i - 1], &judgment = topic.judgments[i];
      if (judgment.document != before.document || judgment.grade == before.grade) continue;
      if (found++ == 0)
        first = fmt::format("document {} of topic {}", printable(topic.docnos[judgment.document]),
                            printable(topic.topic));
    }
  }
  if (found > 0)
    warnings.push_back(make_warning(
        "second-column", Location{qrels.texts().name(), 0},
        fmt::format("{} with another grade in another line, and the highest counts (first: {})",
                    count_of(found, "judgment"), first)));
}

Judgments judgments_of(Qrels diversity, std::optional<Qrels> adhoc, TopicGrade grade,
                       Warnings& warnings, std::optional<Judged> judged) {
  refuse_topics_named_as_means(diversity);
  const SecondColumn found =
      judged == Judged::intents ? SecondColumn::intents : second_column(diversity);
  const SecondColumn column = judged ? SecondColumn::intents : found;
  const std::uint64_t ungraded = diversity.ungraded + (adhoc ? adhoc->ungraded : 0);
  std::optional<Qrels> counted;
  if (column == SecondColumn::counted && !diversity.column) counted = diversity;
  if (!judged) judged = names_intents(column) ? Judged::intents : Judged::topics;
  if (judged == Judged::topics && found != SecondColumn::intents)
    warn_of_contradictions(diversity, warnings);
  diversity = as_judged(std::move(diversity), judged);
  if (adhoc && judged == Judged::topics && diversity.gains == adhoc->gains)
    diversity = *(adhoc = joined_qrels(diversity, *adhoc));
  Qrels topics = adhoc ? std::move(*adhoc) : adhoc_qrels_of(diversity, grade);
  if (diversity.gains != topics.gains) {
    throw Error(
        Location{topics.texts().name(), 0},
        "grades for topics are others than those for intents, of which some have fractions",
        "give whole grades in both, and say what each is worth by `gains={{1, 1}, {2, 3}}`");
  }
  Judgments judgments(std::move(diversity), std::move(topics));
  judgments.gains = judgments.diversity.gains;
  judgments.second_column = column;
  judgments.counted = std::move(counted);
  judgments.ungraded = ungraded;
  judgments.qrels_name = judgments.diversity.texts().name();
  judgments.adhoc_name = judgments.adhoc.texts().name();
  warn_of_nothing_relevant(judgments.diversity, judgments.qrels_name, warnings);
  if (adhoc) {
    warn_of_nothing_relevant(judgments.adhoc, judgments.adhoc_name, warnings);
    warn_of_adhoc_qrels(judgments, judgments.adhoc_name, warnings);
  }
  return judgments;
}

Judgments read_judgments(const JudgmentInputs& inputs, Warnings& warnings,
                         const std::function<bool(const Qrels&)>& names_intents) {
  if (names_topics_alone(inputs)) return without_judgments(inputs, warnings);
  if (!is_given(inputs.qrels) && inputs.adhoc_qrels) {
    Qrels topics = qrels_of(*inputs.adhoc_qrels, QrelsKind::ad_hoc, "qrels");
    return judgments_of(std::move(topics), std::nullopt, TopicGrade::highest, warnings,
                        Judged::topics);
  }
  auto [diversity, adhoc, nuggets, features, citations, notes] =
      read_diversity(inputs.qrels, inputs.judged);
  const TopicDescriptions topics =
      inputs.topics ? read_topic_descriptions(*inputs.topics) : TopicDescriptions();
  if (!inputs.judged && !nuggets && !inputs.are_nuggets && !features && !adhoc &&
      !names_one_of(intents_of(topics), diversity, no_intent)) {
    adhoc = take_topic_level(diversity);
    if (adhoc)
      notes.push_back(make_warning("second-column", Location{diversity.texts().name(), 0},
                                   "the lines of 0 judge whole topics, beside intents",
                                   "`judged=intents` takes 0 for an intent"));
  }
  std::optional<Judged> judged = inputs.judged;
  if (nuggets || features || inputs.are_nuggets) judged = Judged::intents;
  if (!judged && (inputs.probabilities || !inputs.unjudged_intents.empty() ||
                  names_one_of(intents_of(topics), diversity)))
    judged = Judged::intents;
  const bool by_hierarchies = !judged && names_intents && names_intents(diversity),
             are_counted = by_hierarchies && second_column(diversity) == SecondColumn::counted;
  if (by_hierarchies) judged = Judged::intents;
  if (inputs.adhoc_qrels) {
    Qrels given = qrels_of(*inputs.adhoc_qrels, QrelsKind::ad_hoc, "adhoc_qrels");
    adhoc = adhoc && adhoc->gains == given.gains ? joined_qrels(*adhoc, given) : std::move(given);
  }
  if (features) {
    warn_of_documents_without_features(diversity, *features, warnings);
    // Grades of topics are those that the file says.
    if (!adhoc && inputs.topic_grade == TopicGrade::highest)
      adhoc = adhoc_qrels_of(diversity, TopicGrade::highest);
    diversity = with_features(diversity, *features, inputs.all_intents.value_or(false));
  }
  Judgments judgments =
      judgments_of(std::move(diversity), std::move(adhoc), inputs.topic_grade, warnings, judged);
  if (inputs.judged == Judged::intents && !features &&
      second_column(judgments.diversity) == SecondColumn::zeros)
    judgments.second_column = SecondColumn::zeros;
  if (are_counted) judgments.second_column = SecondColumn::counted;
  judgments.notes = std::move(notes);
  judgments.are_nuggets = nuggets || inputs.are_nuggets;
  if (std::holds_alternative<Source>(inputs.qrels) ||
      std::holds_alternative<std::vector<Source>>(inputs.qrels))
    judgments.of_answers = nuggets && nuggets->of_answers;
  if (citations) {
    judgments.of_answers = true;
    judgments.citations = std::make_shared<const CitationScores>(*std::move(citations));
  }
  if (nuggets) refuse_mixed(*nuggets, judgments.qrels_name);
  judgments.all_intents_by_default = !inputs.all_intents;
  judgments.all_intents = inputs.all_intents.value_or(judgments.are_nuggets);
  judgments.all_nuggets = inputs.all_intents.value_or(true);
  if (nuggets) {
    describe_intents(judgments, *nuggets);
    warn_of_different_lists(*nuggets, warnings);
  }
  if (inputs.topics) judgments.topics = with_descriptions(std::move(judgments.topics), topics);
  const bool other_topics = inputs.topics && are_other_topics(topics, judgments);
  if (other_topics) warn_of_other_topics(judgments, inputs, warnings);
  if (!judgments.has_intents()) return judgments;
  const auto is_query = [](const auto& topic) { return topic.second.is_query_alone; };
  if (inputs.topics && !std::ranges::all_of(topics, is_query)) {
    judgments.intents = intents_of(topics);
    judgments.intents_name = inputs.topics->name();
    Warnings unlisted;  // all, where topics are others
    complete_intents(judgments, other_topics ? unlisted : warnings);
  } else if (inputs.probabilities) {
    judgments.intents = intents_of(*inputs.probabilities, "probabilities");
    const auto* const file = std::get_if<Source>(&*inputs.probabilities);
    judgments.intents_name = file != nullptr ? file->name() : "probabilities";
    judgments.given_probabilities = true;
    warn_of_probabilities(judgments, warnings);
  } else if (nuggets) {
    set_intents(judgments, *nuggets);
    warn_of_probabilities(judgments, warnings);
  }
  if (judgments.all_intents) add_known_intents(judgments, inputs);
  return judgments;
}

Judgments restricted(
    const Judgments& judgments,
    const std::function<bool(std::string_view topic, std::string_view docno)>& keep) {
  Judgments part = judgments;
  part.diversity = restricted(judgments.diversity, keep);
  part.adhoc = restricted(judgments.adhoc, keep);
  return part;
}

std::unordered_set<std::string_view> relevant_docnos(const Judgments& judgments) {
  std::unordered_set<std::string_view> docnos;
  const auto add = [&](const TopicQrels* topic) {
    if (topic == nullptr) return;
    const auto relevant = relevant_docnos(*topic);
    docnos.insert(relevant.begin(), relevant.end());
  };
  for (const TopicQrels& topic : judgments.diversity.topics()) {
    add(&topic);
    add(judgments.adhoc.find(topic.topic));
  }
  return docnos;
}

}  // namespace subintent::internal
