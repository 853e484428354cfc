// subintent judge import: what pages without a server have saved, into the journal.
#include <fmt/format.h>

#include <ctime>
#include <memory>

#include "cli/command_line.h"
#include "cli/commands/judge.h"
#include "judge/journal.h"
#include "judge/study_folder.h"
#include "support/error.h"
#include "support/input_file.h"
#include "support/strings.h"
#include "support/utc_time.h"

namespace subintent::internal {
namespace {

void import(const std::string& folder, const std::vector<std::string>& files,
            const CommandLine& line) {
  const Study study = read_study_folder(folder);
  const std::string now = utc_time(std::time(nullptr));
  std::vector<StoredAnswer> answers;
  for (const std::string& file : files) {
    const std::size_t before = answers.size();
    for (StoredAnswer& stored : read_saved_answers(study, file)) {
      if (stored.received.empty()) stored.received = now;
      answers.push_back(std::move(stored));
    }
    if (answers.size() == before) line.warn(display_name(file) + ": contains no answers");
  }
  const std::size_t added = Journal(study, folder).append(answers);
  line.note(fmt::format("{} stored; {} stored before", count_of(added, "new answer"),
                        answers.size() - added));
}

}  // namespace

Work setup_judge_import(CommandLine& line) {
  const auto arguments = std::make_shared<std::vector<std::string>>();
  line.summary("Adds answers that pages have saved as files to the study.");
  line.inputs(arguments.get(), "STUDY FILE...",
              "the folder of the study, and the files; - is standard input");
  line.example("judge import study answers-p01.jsonl answers-p02.jsonl");
  line.parse();
  if (arguments->size() < 2) {
    throw Error::usage("judge import: a study and files are needed",
                       "write subintent judge import STUDY FILE...");
  }
  const std::vector<std::string> files(arguments->begin() + 1, arguments->end());
  CommandLine::require_one_standard_input(files);
  return [arguments, files, &line] { import(arguments->front(), files, line); };
}

}  // namespace subintent::internal
