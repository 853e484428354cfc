// subintent judge status: how far the participants of a study are.
#include <memory>

#include "program/command_line.h"
#include "program/commands/judge.h"
#include "program/options/names.h"
#include "program/terminal_width.h"
#include "subintent/judge.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

struct StatusWords {
  std::vector<std::string> folders;
  std::string format = "table", output = "-";
  double fast = 2;
};

}  // namespace

Work setup_judge_status(CommandLine& line) {
  const auto options = std::make_shared<StatusWords>();
  StatusWords& o = *options;
  line.summary("Shows how far the participants of a study are, also while answers come in.");
  line.inputs(&o.folders, "STUDY", "the folder of a study");
  line.example("judge status study");
  line.option("format", &o.format, choice(report_formats()), "output (default: table)");
  line.option("fast", &o.fast, "SECONDS",
              "answers in less than this are counted for each participant (default: 2)");
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
  line.parse();
  require_one_study(o.folders);
  CommandLine::require_one_of("--format", o.format, report_formats());
  if (!(o.fast >= 0)) {
    throw Error::usage("--fast is less than 0", "give a number of seconds");
  }
  line.check_files(study_files(o.folders[0]), {o.output});
  return [options, &line] {
    OutputFile output(options->output);
    const auto answers = StudyAnswers::read(Study::read(options->folders[0]));
    const StudyTableLayout layout{options->format, options->output == "-" ? terminal_width() : 0};
    const std::string text = answers.progress(options->fast, layout).text;
    line.warn(answers.warnings());
    output.write(text);
    output.close();
  };
}

}  // namespace subintent::internal
