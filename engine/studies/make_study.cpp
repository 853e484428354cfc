#include "judge/make_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/utf8.h"
#include "core/base/warning.h"
#include "engine/studies/study_data.h"
#include "judge/assignment.h"
#include "judge/language.h"
#include "judge/study_folder.h"
#include "subintent/judge.h"
#include "subintent/program.h"
#include "subintent/values.h"

namespace subintent {
namespace {

void require_one_or_more(const char* name, std::uint32_t value) {
  if (value == 0) throw Error::argument(name, std::string(name) + ": there must be one at least");
}

internal::AssignmentOptions assignment_of(const StudyOptions& options) {
  const std::uint32_t per_item = options.per_item.value_or(options.participants);
  require_one_or_more("participants", options.participants);
  require_one_or_more("per_item", per_item);
  require_one_or_more("session", options.session);
  return {options.participants, per_item, options.session, options.repeats, options.seed};
}

// What participants read; `item`, "pair" or "topic", is what they judge at a time.
internal::StudyWords words_of(const StudyOptions& options, const std::string& item) {
  const auto usual = [&](const char* what) {
    return internal::phrase(options.language, item + what);
  };
  if (std::ranges::count(internal::language_choices(), options.language) == 0) {
    throw Error::argument("language", "language: there is no " + printable(options.language));
  }
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
  if (words.questions.empty()) {
    words.questions = {internal::phrase(options.language, "pair.default_question")};
  }
  for (const std::string& question : words.questions) {
    if (!trim(question).empty()) continue;
    throw Error::argument("questions", "questions: one is empty", "write what is asked");
  }
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
  return read_text_captions(
      options.texts, [&](std::string_view docno) { return docnos.contains(docno); }, say);
}

// Descriptions of topics that are those of a subtopic, word for word: they tell participants which
// one is meant.
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
  internal::NewStudyFolder made(folder, study);
  made.publish();
}

}  // namespace

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
  if (options.repeats > 0) {
    throw Error::argument("repeats", "repeats: topics are not repeated", "leave it out");
  }
  if (!options.questions.empty()) {
    throw Error::argument("questions", "questions: they are about pairs", "leave them out");
  }
  const IntentCards::Data& of = *intents.data_;
  std::set<std::string_view> docnos;
  for (const internal::TopicCards& topic : of.cards.topics) {
    for (const internal::IntentCard& card : topic.cards) {
      docnos.insert(card.docnos.begin(), card.docnos.end());
    }
  }
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
