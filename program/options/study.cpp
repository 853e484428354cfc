#include "program/options/study.h"

#include <fmt/format.h>

#include "program/options/inputs.h"
#include "subintent/judge.h"
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

std::vector<std::string_view> languages() {
  static const std::vector<std::string> names = study_languages();
  return {names.begin(), names.end()};
}

}  // namespace

void declare_study(CommandLine& line, StudyArguments& o, const std::string& item) {
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
  line.option("language", &o.language, choice(languages()),
              "of the pages: buttons, sentences and what is asked (default: en); browser: that of "
              "each participant's browser");
}

StudyOptions study_options(const StudyArguments& o) {
  refuse_if(!o.participants, "--participants is missing", "give the number of participants");
  StudyOptions options;
  options.participants = number("--participants", o.participants, 1);
  options.per_item = number("--per-" + o.item, o.per_item, *o.participants);
  refuse_if(*options.per_item > options.participants,
            "--per-" + o.item + " is above the number of participants",
            "give more --participants, or a smaller --per-" + o.item);
  options.session = number("--session", o.session, options.session);
  options.seed = static_cast<std::uint64_t>(o.seed.value_or(1));
  options.language = o.language.value_or(options.language);
  CommandLine::require_one_of("--language", options.language, languages());
  options.title = o.title;
  if (o.instructions) options.instructions = *o.instructions;
  if (o.consent) options.consent = *o.consent;
  return options;
}

void note_study(const CommandLine& line, const Study& study, std::uint64_t seed) {
  const StudySize size = study.size();
  std::string items = count_of(size.topics, "topic");
  if (!study.is_of_intents()) {
    const std::string checks =
        size.checks == 0 ? "" : " and " + count_of(size.checks, "attention check");
    items = count_of(size.pairs, "pair") + checks + " of " + items;
  }
  const std::string tasks = size.least_tasks == size.most_tasks
                                ? count_of(size.most_tasks, "task")
                                : fmt::format("{} to {} tasks", size.least_tasks, size.most_tasks);
  line.note(fmt::format("{}: {} for {}, {} each in {} (seed {})", study.folder(), items,
                        count_of(size.participants, "participant"), tasks,
                        count_of(size.sessions, "session"), seed));
}

}  // namespace subintent::internal
