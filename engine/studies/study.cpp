#include <fmt/format.h>

#include <filesystem>

#include "core/base/utf8.h"
#include "core/base/warning.h"
#include "engine/recipe_plan.h"
#include "engine/studies/study_data.h"
#include "hierarchy/build.h"
#include "hierarchy/terms/characteristic_terms.h"
#include "report/judge/page/page.h"
#include "report/judge/study.h"
#include "subintent/program.h"

namespace subintent {

std::vector<std::string> study_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& name : {internal::study_file, internal::journal_file}) {
    const std::string path = internal::path_in(folder, name);
    std::error_code error;
    if (std::filesystem::exists(path, error)) files.push_back(path);
  }
  return files;
}

Study::Study(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

Study Study::read(const std::string& folder) {
  return Study(std::make_shared<const Data>(Data{folder, internal::read_study_folder(folder)}));
}

const std::string& Study::folder() const {
  return data_->folder;
}

bool Study::is_of_intents() const {
  return data_->study.kind == internal::StudyKind::intents;
}

StudySize Study::size() const {
  const internal::Study& study = data_->study;
  const auto tasks = [](const internal::StudyParticipant& one) { return one.tasks.size(); };
  const auto [least, most] = std::ranges::minmax_element(study.participants, {}, tasks);
  StudySize size;
  size.topics = study.topics.size();
  size.checks = internal::checks_in(study);
  size.pairs = study.pairs.size() - size.checks;
  size.participants = study.participants.size();
  size.least_tasks = least->tasks.size();
  size.most_tasks = most->tasks.size();
  size.sessions = most->tasks.empty() ? 0 : most->tasks.back().session;
  return size;
}

std::vector<std::string> Study::participants() const {
  return mapped<std::string>(data_->study.participants, &internal::StudyParticipant::name);
}

std::string Study::page(std::size_t participant) const {
  refuse_if(participant >= data_->study.participants.size(), "participant",
            "participant: there is none of this number");
  return internal::study_page(data_->study, static_cast<std::uint32_t>(participant),
                              internal::PageMode::file);
}

namespace {

constexpr std::size_t shown_terms = 8, most_documents = 100;

void check(const IntentInputs& inputs) {
  refuse_if(!inputs.hierarchies && inputs.qrels.empty(), "qrels", "there is nothing to group",
            "give `qrels`, or hierarchies");
  refuse_if(inputs.documents == 0, "documents", "documents: 0 is too few");
  refuse_if(inputs.documents > most_documents, "documents",
            fmt::format("documents is above {}", most_documents));
}

// Official intents are a hierarchy of one layer.
std::vector<Hierarchy> hierarchies_of(const IntentInputs& inputs,
                                      const std::optional<internal::Qrels>& judged) {
  if (inputs.hierarchies) return read_hierarchies(*inputs.hierarchies);
  return internal::build_hierarchies(*judged, std::nullopt, {},
                                     {.qrels = internal::names_of(inputs.qrels)})
      .hierarchies;
}

void require_one_or_more(const char* name, std::uint32_t value) {
  refuse_if(value == 0, name, std::string(name) + ": there must be one at least");
}

internal::AssignmentOptions assignment_of(const StudyOptions& options) {
  const std::uint32_t per_item = options.per_item.value_or(options.participants);
  require_one_or_more("participants", options.participants);
  require_one_or_more("per_item", per_item);
  require_one_or_more("session", options.session);
  return {options.participants, per_item, options.session, options.repeats, options.seed};
}

// The words for participants; `item`, "pair" or "topic", is what they judge at a time.
internal::StudyWords words_of(const StudyOptions& options, const std::string& item) {
  const auto usual = [&](const char* what) {
    return internal::phrase(options.language, item + what);
  };
  if (std::ranges::count(internal::language_choices(), options.language) == 0)
    throw Error::argument("language", "language: there is no " + printable(options.language));
  internal::StudyWords words;
  words.language = options.language;
  words.title = options.title ? *options.title : usual(".default_title");
  words.instructions =
      options.instructions ? read_file(*options.instructions) : usual(".default_instructions");
  if (options.consent) {
    words.consent = read_file(*options.consent);
    if (trim(words.consent).empty()) {
      throw Error(Location{options.consent->name(), 0}, "has no words",
                  "write what people agree to");
    }
  }
  return words;
}

void add_questions(const StudyOptions& options, internal::StudyWords& words) {
  words.questions = options.questions;
  if (words.questions.empty())
    words.questions = {internal::phrase(options.language, "pair.default_question")};
  for (const std::string& question : words.questions)
    refuse_if(trim(question).empty(), "questions", "questions: one is empty",
              "write what is asked");
}

void require_utf8(const internal::StudyWords& words) {
  std::vector<std::string> texts = words.questions;
  texts.insert(texts.end(), {words.title, words.instructions, words.consent});
  for (const std::string& text : texts) {
    if (internal::is_valid_utf8(text)) continue;
    throw Error(Location{}, "'" + printable(text) + "' is not UTF-8", "convert it with iconv");
  }
}

Texts texts_of(const StudyOptions& options, const std::set<std::string_view>& docnos,
               const RemarksCallback& say) {
  Remarks remarks;
  Texts texts =
      read_text_captions(options.texts, docnos, [&](const Remarks& said) { remarks = said; });
  if (!options.texts.empty() && texts.empty() && !docnos.empty())
    throw Error({options.texts[0].name(), 0}, "has a text of none of the documents that are shown",
                "give texts of these, such as " + printable(*docnos.begin()));
  if (say) say(remarks);
  return texts;
}

// Warns of topics described word for word as a subtopic: this tells participants which one is
// meant.
void warn_of_descriptions(const internal::Study& study, const internal::TopicDescriptions& topics,
                          const RemarksCallback& say) {
  std::size_t count = 0;
  std::string first;
  for (const internal::StudyTopic& topic : study.topics) {
    const auto known = topics.find(topic.number);
    if (known == topics.end() || topic.description.empty()) continue;
    const bool tells = std::ranges::any_of(known->second.intents, [&](const auto& intent) {
      return lowered(trim(intent.second.text)) == lowered(trim(topic.description));
    });
    if (tells && ++count == 1) first = topic.number;
  }
  if (count == 0 || !say) return;
  say({{internal::make_warning(
           "telling-descriptions",
           fmt::format("{} of {} shown with a description that is that of a subtopic (first: {}), "
                       "which tells participants which subtopic is meant",
                       count, count_of(study.topics.size(), "topic"), printable(first)),
           "leave the descriptions out of the file of `topics`")},
       {}});
}

// Gives the study its folder.
void publish(const std::string& folder, const internal::Study& study, const RemarksCallback& say) {
  Warnings warnings;
  internal::warn_of_missing_texts(study, warnings);
  if (say) say({warnings, {}});
  internal::NewStudyFolder study_folder(folder, study);
  study_folder.publish();
}

}  // namespace

IntentCards::IntentCards(const IntentInputs& inputs, const RemarksCallback& say) {
  check(inputs);
  const auto data = std::make_shared<Data>();
  if (inputs.topics) data->topics = internal::read_topic_descriptions(*inputs.topics);
  std::optional<internal::Qrels> judged;
  if (!inputs.qrels.empty()) {
    const bool names_intents =
        inputs.hierarchies || std::ranges::any_of(data->topics, [](const auto& topic) {
          return !topic.second.intents.empty();
        });
    Warnings notes;
    judged = internal::read_judged(
        inputs.qrels, names_intents ? std::optional(Judged::intents) : std::nullopt, notes);
    if (say) say({{}, notes});
  }
  const std::vector<Hierarchy> hierarchies = hierarchies_of(inputs, judged);
  std::vector<std::vector<std::vector<std::string>>> terms;
  if (!inputs.vectors.empty()) {
    Warnings warnings;
    terms = internal::read_characteristic_terms(hierarchies, inputs.vectors, shown_terms, warnings,
                                                internal::StopWords::leave_out);
    if (say) say({warnings, {}});
  }
  data->cards = internal::make_cards(
      {hierarchies, terms, data->topics, judged ? &*judged : nullptr,
       inputs.hierarchies ? inputs.hierarchies->name() : internal::names_of(inputs.qrels)},
      inputs.documents);
  data_ = data;
}

std::uint64_t IntentCards::single() const {
  return data_->cards.single;
}

std::vector<std::string> study_languages() {
  const std::vector<std::string_view> names = internal::language_choices();
  return {names.begin(), names.end()};
}

void require_free_folder(const std::string& folder) {
  internal::require_free_folder(folder);
}

Study Study::make(const std::string& folder, const PairSample& sample, const StudyOptions& options,
                  const RemarksCallback& say) {
  require_free_folder(folder);
  const PairSample::Data& of = *sample.data_;
  internal::AssignmentOptions assignment = assignment_of(options);
  assignment.checks = static_cast<std::uint32_t>(of.checks.size());
  internal::StudyWords words = words_of(options, "pair");
  add_questions(options, words);
  require_utf8(words);
  std::vector<internal::ListPair> pairs = of.pairs;
  pairs.insert(pairs.end(), of.checks.begin(), of.checks.end());
  internal::StudyTexts texts;
  texts.topics =
      options.topics ? internal::read_topic_descriptions(*options.topics) : of.judgments->topics;
  texts.documents = texts_of(options, internal::shown_docnos(pairs, *of.lists), say);
  auto data = std::make_shared<Data>(
      Data{folder, internal::preferences_study(pairs, *of.lists, words, texts, assignment)});
  warn_of_descriptions(data->study, texts.topics, say);
  publish(folder, data->study, say);
  return Study(std::move(data));
}

Study Study::make(const std::string& folder, const IntentCards& intents,
                  const StudyOptions& options, const RemarksCallback& say) {
  require_free_folder(folder);
  refuse_if(options.repeats > 0, "repeats", "repeats: topics are not repeated", "leave it out");
  refuse_if(!options.questions.empty(), "questions", "questions: they are about pairs",
            "leave them out");
  const IntentCards::Data& of = *intents.data_;
  std::set<std::string_view> docnos;
  for (const internal::TopicCards& topic : of.cards.topics)
    for (const internal::IntentCard& card : topic.cards)
      docnos.insert(card.docnos.begin(), card.docnos.end());
  internal::StudyTexts texts;
  texts.topics = options.topics ? internal::read_topic_descriptions(*options.topics) : of.topics;
  texts.documents = texts_of(options, docnos, say);
  const internal::StudyWords words = words_of(options, "topic");
  require_utf8(words);
  auto data = std::make_shared<Data>(
      Data{folder, internal::intents_study(of.cards.topics, words, texts, assignment_of(options))});
  publish(folder, data->study, say);
  return Study(std::move(data));
}

}  // namespace subintent
