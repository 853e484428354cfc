// subintent judge import: what pages without a server have saved, into the journal.
#include <fmt/format.h>

#include <memory>

#include "program/command_line.h"
#include "program/commands/judge.h"
#include "subintent/judge.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

struct ImportWords {
  std::string folder;
  std::vector<std::string> files;
  bool is_journal = false;
};

void import(const ImportWords& o, const CommandLine& line) {
  const auto warn = [&](const Remarks& remarks) { line.warn(remarks.warnings); };
  const auto counts = Study::read(o.folder).import_answers(sources(o.files), o.is_journal, warn);
  for (const ImportedAnswers& of_participant : counts) {
    line.note(fmt::format("{}: {} of {} stored; {} stored before", of_participant.file,
                          count_of(of_participant.added, "new answer"), of_participant.participant,
                          of_participant.known));
  }
}

}  // namespace

Work setup_judge_import(CommandLine& line) {
  const auto options = std::make_shared<ImportWords>();
  std::vector<std::string> arguments;
  line.summary("Adds answers that pages have saved as files to the study.");
  line.inputs(&arguments, "STUDY FILE...",
              "the folder of the study, and the files; - is standard input");
  line.example("judge import study answers-p01.jsonl answers-p02.jsonl");
  line.flag("journal", &options->is_journal,
            "the files are journals (answers.jsonl) of the same study: several participants in one "
            "file, any revisions");
  line.parse();
  if (arguments.size() < 2) {
    throw Error::usage("judge import: a study and files are needed",
                       "write subintent judge import STUDY FILE...");
  }
  options->folder = arguments.front();
  options->files.assign(arguments.begin() + 1, arguments.end());
  CommandLine::require_one_standard_input(options->files);
  return [options, &line] { import(*options, line); };
}

}  // namespace subintent::internal
