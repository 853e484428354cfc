#include "faces/cli/options/study.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "faces/cli/options/names.h"
#include "io/content.h"
#include "judge/language.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::int64_t most = UINT32_MAX;

std::uint32_t number(const std::string& option, const std::optional<std::int64_t>& given,
                     std::int64_t otherwise) {
  const std::int64_t value = given.value_or(otherwise);
  if (value > most) throw Error::usage(fmt::format("{} is above {}", option, most));
  return static_cast<std::uint32_t>(value);
}

}  // namespace

std::vector<std::string> StudyOptions::given() const {
  std::vector<std::string> names;
  if (participants) names.emplace_back("--participants");
  if (per_item) names.push_back("--per-" + item);
  if (session) names.emplace_back("--session");
  if (title) names.emplace_back("--title");
  if (instructions) names.emplace_back("--instructions");
  if (consent) names.emplace_back("--consent");
  if (language) names.emplace_back("--language");
  return names;
}

std::vector<std::string> StudyOptions::paths() const {
  std::vector<std::string> files;
  for (const auto& file : {instructions, consent}) {
    if (file) files.push_back(*file);
  }
  return files;
}

void declare_study(CommandLine& line, StudyOptions& o, const std::string& item) {
  o.item = item;
  line.option("study", &o.study, "STUDY", "the folder to create, with the study and its links");
  line.option("participants", &o.participants, "N", "number of participants");
  line.option("per-" + item, &o.per_item, "N",
              "how many participants judge each " + item + " (default: all)");
  line.option("session", &o.session, "N", "" + item + "s of a session (default: 50)");
  line.option("title", &o.title, "TEXT", "title of the pages");
  line.option("instructions", &o.instructions, "FILE",
              "the introduction, plain text with empty lines between paragraphs");
  line.option("consent", &o.consent, "FILE",
              "what people agree to before the first " + item + ", likewise");
  line.option("language", &o.language, choice(language_choices()),
              "of the pages: buttons, sentences and what is asked (default: en); browser: that of "
              "each participant's browser");
}

AssignmentOptions assignment_options(const StudyOptions& o) {
  if (!o.participants) {
    throw Error::usage("--participants is missing", "give the number of participants");
  }
  AssignmentOptions options;
  options.participants = number("--participants", o.participants, 1);
  options.per_item = number("--per-" + o.item, o.per_item, *o.participants);
  if (options.per_item > options.participants) {
    throw Error::usage("--per-" + o.item + " is above the number of participants",
                       "give more --participants, or a smaller --per-" + o.item);
  }
  options.session = number("--session", o.session, options.session);
  options.seed = static_cast<std::uint64_t>(o.seed.value_or(1));
  return options;
}

std::string language_of(const StudyOptions& o) {
  const std::string language = o.language.value_or(std::string(default_language));
  CommandLine::require_one_of("--language", language, language_choices());
  return language;
}

void read_words(const StudyOptions& o, StudyWords& words) {
  if (o.title) words.title = *o.title;
  words.language = language_of(o);
  if (o.instructions) words.instructions = Content(Source(*o.instructions)).bytes();
  if (o.consent) {
    words.consent = Content(Source(*o.consent)).bytes();
    if (trim(words.consent).empty()) {
      throw Error(Location{*o.consent, 0}, "has no words", "write what people agree to");
    }
  }
  std::vector<std::string> texts = words.questions;
  texts.insert(texts.end(), {words.title, words.instructions, words.consent});
  for (const std::string& text : texts) {
    if (is_valid_utf8(text)) continue;
    throw Error(Location{}, "'" + printable(text) + "' is not UTF-8", "convert it with iconv");
  }
}

void note_study(const CommandLine& line, const std::string& folder, const Study& study) {
  const auto [least, most_tasks] = std::ranges::minmax(
      study.participants, {}, [](const StudyParticipant& p) { return p.tasks.size(); });
  const std::size_t low = least.tasks.size(), high = most_tasks.tasks.size();
  const bool is_of_pairs = study.kind == StudyKind::preferences;
  const std::size_t checks = checks_in(study);
  const std::string pairs = count_of(study.pairs.size() - checks, "pair") +
                            (checks == 0 ? "" : " and " + count_of(checks, "attention check"));
  const std::uint32_t sessions = high == 0 ? 0 : most_tasks.tasks.back().session;
  line.note(fmt::format(
      "{}: {} for {}, {} each in {} (seed {})", folder,
      is_of_pairs ? fmt::format("{} of {}", pairs, count_of(study.topics.size(), "topic"))
                  : count_of(study.topics.size(), "topic"),
      count_of(study.participants.size(), "participant"),
      low == high ? count_of(high, "task") : fmt::format("{} to {} tasks", low, high),
      count_of(sessions, "session"), study.seed));
}

}  // namespace subintent::internal
