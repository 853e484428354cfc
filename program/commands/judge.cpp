// subintent judge: people judge, from the pairs of lists that they see to the file of preferences.
#include "program/commands/judge.h"

#include <fmt/format.h>

#include <filesystem>

#include "program/command_line.h"
#include "program/environment.h"
#include "program/options/inputs.h"
#include "subintent/basics.h"
#include "subintent/judge.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// In the order in which they are used.
std::span<const JudgeAction> judge_actions() {
  static const std::vector<JudgeAction> actions = {
      {{"sample", "[NAME=]RUN...", "choose pairs of lists, and make a study of them"},
       setup_judge_sample},
      {{"intents", "[HIERARCHIES]", "make a study in which people group intents"},
       setup_judge_intents},
      {{"serve", "STUDY", "serve the pages of a study and store the answers"}, setup_judge_serve},
      {{"pages", "STUDY -o DIR", "write the pages as files that need no server"},
       setup_judge_pages},
      {{"import", "STUDY FILE...", "add answers that such pages have saved to the study"},
       setup_judge_import},
      {{"status", "STUDY", "show how far people are"}, setup_judge_status},
      {{"export", "STUDY", "write preferences, or superintents and labels"}, setup_judge_export},
  };
  return actions;
}

void import(const std::string& folder, const std::vector<Source>& files, bool is_journal,
            const CommandLine& line) {
  const auto warn = [&](const Remarks& remarks) { line.warn(remarks.warnings); };
  for (const ImportedAnswers& of_participant :
       Study::read(folder).import_answers(files, is_journal, warn)) {
    line.note(fmt::format("{}: {} of {} stored; {} stored before", of_participant.file,
                          count_of(of_participant.added, "new answer"), of_participant.participant,
                          of_participant.known));
  }
  line.suggest("judge", {"export", folder}, " -o FILE");
}

std::string file_of_page(const std::string& name) {
  const bool names_file = name.front() != '.' && name.find('/') == std::string::npos;
  if (names_file) return name + ".html";
  throw Error("participant " + printable(name) + " cannot be the name of a file");
}

// A folder that vanishes with this object where it was made by it and kept() was not called.
class MadeFolder {
 public:
  explicit MadeFolder(const std::string& path) : path_(path) {
    std::error_code error;
    is_new_ = std::filesystem::create_directory(path, error);
    if (error) {
      throw Error(Error::Kind::system, {path, 0}, "cannot be made: " + error.message(),
                  "give another folder");
    }
  }
  MadeFolder(const MadeFolder&) = delete;
  MadeFolder& operator=(const MadeFolder&) = delete;
  ~MadeFolder() {
    std::error_code error;
    if (is_new_) std::filesystem::remove(path_, error);
  }
  void keep() { is_new_ = false; }

 private:
  std::string path_;
  bool is_new_ = false;
};

void write_pages(const std::string& of, const std::string& output, CommandLine& line) {
  const Study study = Study::read(of);
  MadeFolder folder(output);
  std::vector<std::string> pages;
  for (const std::string& participant : study.participants())
    pages.push_back(std::filesystem::path(output) / file_of_page(participant));
  line.check_files(study_files(of), pages);
  OutputFiles files;
  for (std::size_t i = 0; i < pages.size(); ++i) files.open(pages[i]).write(study.page(i));
  files.finish();
  line.note(fmt::format(
      "{} in {}; give each participant one, and import what it saves with subintent judge import",
      count_of(pages.size(), "page"), output));
  files.close();
  folder.keep();
}

struct IntentWords {
  std::vector<std::string> hierarchies;
  IntentInputs inputs;
  CaptionOptions captions;
  StudyArguments study;
};

void declare_intents(CommandLine& line, IntentWords& o) {
  line.summary("Makes a study in which people put intents, or clusters, into groups.");
  line.inputs(&o.hierarchies, "[HIERARCHIES]",
              "output of subintent hierarchy, whose nodes of layer 1 are grouped; if omitted, the "
              "intents of --qrels");
  line.example(
      "judge intents --qrels qrels.txt --topics topics.xml --texts texts.tsv --study study "
      "--participants 3");
  line.section("What is grouped");
  line.option("qrels", &o.inputs.qrels, "Q",
              "diversity judgments: they give the intents; documents of higher grade are shown "
              "first (repeatable)");
  declare_topics(line, o.captions);
  declare_texts(line, o.captions);
  line.option("vectors", &o.inputs.vectors, "V",
              "document vectors: shows characteristic terms (repeatable)");
  line.option("documents", &o.inputs.documents, "N", "documents shown of each (default: 5)");
  line.section("The study");
  declare_study(line, o.study, "topic");
  line.option("seed", &o.study.options.seed, "N", "seed of all random choices (default: 1)");
}

void check_intents_options(const IntentWords& o) {
  refuse_if(!o.study.study, "--study is missing", "give the folder to create");
  refuse_if(o.hierarchies.size() > 1, "more than one file of hierarchies",
            "join them with cat first");
  CommandLine::require_one_standard_input(
      joined(o.hierarchies, o.inputs.qrels, o.inputs.vectors, o.captions.paths(), o.study.paths()));
}

IntentInputs inputs_of(const IntentWords& o) {
  IntentInputs inputs = o.inputs;
  if (!o.hierarchies.empty()) inputs.hierarchies = o.hierarchies[0];
  if (o.captions.topics) inputs.topics = *o.captions.topics;
  return inputs;
}

void run_intents(const IntentWords& o, StudyOptions options, const CommandLine& line) {
  require_free_folder(*o.study.study);
  const auto warn = [&](const Remarks& remarks) { line.warn(remarks.warnings); };
  const IntentCards cards(inputs_of(o), warn);
  if (cards.single() > 0)
    line.note(count_of(cards.single(), "topic") + " left out: there is only one card");
  options.texts = o.captions.texts;
  note_study(line, Study::make(*o.study.study, cards, options, warn), options.seed);
}

}  // namespace

void require_one_study(const std::vector<std::string>& arguments) {
  if (arguments.size() == 1) return;
  throw Error::usage(arguments.empty() ? "no study given" : "more than one study given",
                     "give the folder of one study");
}

Work setup_judge(CommandLine& line) {
  for (const JudgeAction& action : judge_actions())
    if (line.take_word(action.name)) return action.setup(line);
  std::vector<std::string> words;
  const std::vector<std::string_view> names = names_of(judge_actions());
  line.summary("Lets people judge pairs of ranked lists, or group intents, on web pages.");
  line.inputs(&words, "ACTION", "what to do; subintent judge ACTION --help shows its options");
  line.actions({judge_actions().begin(), judge_actions().end()});
  line.parse();
  if (words.empty()) throw Error::usage("judge: no action given", "use " + join(names, ", "));
  refuse_if(words[0] == "results" || words[0] == "report", "judge: there is no action " + words[0],
            "write subintent judge export STUDY -o FILE, and then subintent compare preferences "
            "--preferences FILE SCORES");
  CommandLine::require_one_of("judge", words[0], names);
  throw Error::usage("judge: options come after " + words[0],
                     "write subintent judge " + words[0] + " [OPTION...]");
}

// subintent judge status: how far the participants of a study are.

Work setup_judge_status(CommandLine& line) {
  std::vector<std::string> folders;
  std::string format = "table", output = "-";
  double fast = 2;
  line.summary("Shows how far the participants of a study are, also while answers come in.");
  line.inputs(&folders, "STUDY", "the folder of a study");
  line.example("judge status study");
  line.option("format", &format, choice(report_formats()), "output (default: table)");
  line.option("fast", &fast, "SECONDS",
              "answers in less than this are counted for each participant (default: 2)");
  line.option("output,o", &output, "FILE", "where to write (default: standard output)");
  line.parse();
  require_one_study(folders);
  CommandLine::require_one_of("--format", format, report_formats());
  refuse_if(!(fast >= 0), "--fast is less than 0", "give a number of seconds");
  line.check_files(study_files(folders[0]), {output});
  return [=, &line] {
    write_output(output, [&](const TextWriter& write) {
      const auto answers = StudyAnswers::read(Study::read(folders[0]));
      const StudyTableLayout layout{format, output == "-" ? terminal_width() : 0};
      const std::string text = answers.progress(fast, layout).text;
      line.warn(answers.warnings());
      write(text);
    });
  };
}

// subintent judge import: what pages without a server have saved, into the journal.

Work setup_judge_import(CommandLine& line) {
  std::vector<std::string> arguments;
  bool is_journal = false;
  line.summary("Adds answers that pages have saved as files to the study.");
  line.inputs(&arguments, "STUDY FILE...",
              "the folder of the study, and the files; - is standard input");
  line.example("judge import study answers-p01.jsonl answers-p02.jsonl");
  line.flag("journal", &is_journal,
            "the files are journals (answers.jsonl) of the same study: several participants in one "
            "file, any revisions");
  line.parse();
  refuse_if(arguments.size() < 2, "judge import: a study and files are needed",
            "write subintent judge import STUDY FILE...");
  const std::vector<std::string> files(arguments.begin() + 1, arguments.end());
  CommandLine::require_one_standard_input(files);
  return [=, &line] { import(arguments[0], sources(files), is_journal, line); };
}

// subintent judge pages: a page for each participant as a file.

Work setup_judge_pages(CommandLine& line) {
  std::vector<std::string> studies;
  std::string output;
  line.summary("Writes a page for each participant, as a file that needs no server.");
  line.inputs(&studies, "STUDY", "the folder of the study");
  line.example("judge pages study -o pages");
  line.option("output,o", &output, "DIR", "the folder for the pages; created if it does not exist");
  line.parse();
  require_one_study(studies);
  refuse_if(output.empty(), "judge pages: --output is missing", "give a folder for the pages");
  return [=, &line] { write_pages(studies[0], output, line); };
}

// subintent judge intents: the study in which people put intents into groups.

Work setup_judge_intents(CommandLine& line) {
  const auto options = std::make_shared<IntentWords>();
  declare_intents(line, *options);
  line.parse();
  check_intents_options(*options);
  return [options, study = study_options(options->study), &line] {
    run_intents(*options, study, line);
  };
}

}  // namespace subintent::internal
