// subintent judge: people judge, from the pairs of lists that they see to the file of preferences.
#include "program/commands/judge.h"

#include <string>
#include <vector>

#include "program/command_line.h"
#include "program/options/names.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

// In the order in which they are used.
std::span<const JudgeAction> judge_actions() {
  static const std::vector<JudgeAction> actions = {
      {"sample", "[NAME=]RUN...", "choose pairs of lists, and make a study of them",
       setup_judge_sample},
      {"intents", "[HIERARCHIES]", "make a study in which people group intents",
       setup_judge_intents},
      {"serve", "STUDY", "serve the pages of a study and store the answers", setup_judge_serve},
      {"pages", "STUDY -o DIR", "write the pages as files that need no server", setup_judge_pages},
      {"import", "STUDY FILE...", "add answers that such pages have saved to the study",
       setup_judge_import},
      {"status", "STUDY", "show how far people are", setup_judge_status},
      {"export", "STUDY", "write preferences, or superintents and labels", setup_judge_export},
  };
  return actions;
}

std::vector<ActionRecord> action_records() {
  std::vector<ActionRecord> records;
  for (const JudgeAction& action : judge_actions()) {
    records.push_back(
        {std::string(action.name), std::string(action.inputs), std::string(action.what)});
  }
  return records;
}

}  // namespace

void require_one_study(const std::vector<std::string>& arguments) {
  if (arguments.size() == 1) return;
  throw Error::usage(arguments.empty() ? "no study given" : "more than one study given",
                     "give the folder of one study");
}

Work setup_judge(CommandLine& line) {
  for (const JudgeAction& action : judge_actions()) {
    if (line.take_word(action.name)) return action.setup(line);
  }
  std::vector<std::string> words;
  const std::vector<std::string_view> names = names_of(judge_actions());
  line.summary("Lets people judge pairs of ranked lists, or group intents, on web pages.");
  line.inputs(&words, "ACTION", "what to do; subintent judge ACTION --help shows its options");
  line.actions(action_records());
  line.parse();
  if (words.empty()) throw Error::usage("judge: no action given", "use " + listed(names));
  CommandLine::require_one_of("judge", words[0], names);
  throw Error::usage("judge: options come after " + words[0],
                     "write subintent judge " + words[0] + " [OPTION...]");
}

}  // namespace subintent::internal
