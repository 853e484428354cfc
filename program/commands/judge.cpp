// subintent judge: people judge, from the pairs of lists that they see to the file of preferences.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>

#include "program/command_line.h"
#include "program/environment.h"
#include "program/options/inputs.h"
#include "subintent/basics.h"
#include "subintent/judge.h"
#include "subintent/program.h"

namespace subintent::internal {

Work setup_judge_sample(CommandLine& line);  // in judge_sample.cpp

namespace {

// Throws Error::usage unless the arguments are one folder.
void require_one_study(const std::vector<std::string>& arguments) {
  if (arguments.size() == 1) return;
  throw Error::usage(arguments.empty() ? "no study given" : "more than one study given",
                     "give the folder of one study");
}

// ---- subintent judge status: how far the participants of a study are.

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

// ---- subintent judge import: what pages without a server have saved, into the journal.

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

// ---- subintent judge pages: a page for each participant as a file.

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

// ---- subintent judge intents: the study in which people put intents into groups.

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

Work setup_judge_intents(CommandLine& line) {
  const auto options = std::make_shared<IntentWords>();
  declare_intents(line, *options);
  line.parse();
  check_intents_options(*options);
  return [options, study = study_options(options->study), &line] {
    run_intents(*options, study, line);
  };
}

// ---- subintent judge serve: the pages of a study on this machine, and the answers into its
// journal.

struct ServeWords {
  std::vector<std::string> studies;
  ServeOptions options;
  std::string port = "0";
};

// The end of a pipe that takes a byte when the program is to end: a handler may do no more.
volatile std::sig_atomic_t end_pipe = -1;

extern "C" void tell_end(int) {
  const int error = errno;
  (void)(::write(end_pipe, "", 1) < 0);  // a full pipe has told already
  errno = error;
}

// Ctrl-C and the signal that ends services, as a descriptor that becomes readable. Before it is
// made and when it is gone they end the program at once, as always.
class EndSignals {
 public:
  EndSignals() {
    if (pipe(pipe_.data()) != 0)
      throw_system_error("the server", "cannot wait for signals", "try again");
    for (const int end : pipe_) {
      fcntl(end, F_SETFD, FD_CLOEXEC);
      fcntl(end, F_SETFL, O_NONBLOCK);
    }
    end_pipe = pipe_[1];
    struct sigaction action {};
    action.sa_handler = tell_end;
    action.sa_flags = SA_RESTART;
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &action, &before_[i]);
  }
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;
  ~EndSignals() {
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
    for (const int end : pipe_) close(end);
  }

  int descriptor() const { return pipe_[0]; }

 private:
  static constexpr std::array signals{SIGINT, SIGTERM};
  std::array<struct sigaction, signals.size()> before_{};
  std::array<int, 2> pipe_{};
};

std::uint16_t port_of(const ServeWords& o) {
  const auto port = parse_integer(o.port);
  if (port && *port >= 0 && *port <= 65535) return static_cast<std::uint16_t>(*port);
  throw Error::usage("--port: " + printable(o.port) + " is not a port",
                     "write a number from 0 to 65535");
}

void serve(const ServeWords& o, const CommandLine& line) {
  const Study study = Study::read(o.studies[0]);
  const EndSignals signals;
  ServeOptions options = o.options;
  options.port = port_of(o);
  options.log = [&](const std::string& text) { line.warn(text); };
  StudyServer server(study, options, [&](const Remarks& remarks) { line.warn(remarks.warnings); });
  if (server.is_exposed()) {
    line.warn(
        "anyone on the network can read links and answers: put a proxy with TLS in front of the "
        "server (docs/judge.md)");
  }
  const std::vector<std::string> names = study.participants(), links = server.links();
  write_output("-", [&](const TextWriter& write) {
    for (std::size_t i = 0; i < names.size(); ++i)
      write(fmt::format("{}\t{}\n", names[i], links[i]));
  });
  line.note(fmt::format("the study is served at {}/; stop it with Ctrl-C", server.url()));
  server.run(signals.descriptor());
  const std::vector<std::string> files = study_files(o.studies[0]);
  line.note("stopped; all answers that pages show as saved are in " +
            (files.empty() ? o.studies[0] : files.back()));
}

Work setup_judge_serve(CommandLine& line) {
  const auto options = std::make_shared<ServeWords>();
  ServeWords& o = *options;
  line.summary("Serves the pages of a study and stores the answers.");
  line.inputs(&o.studies, "STUDY", "the folder of the study");
  line.example("judge serve study");
  line.example("judge serve study --port 8080 --base-url https://study.example.org");
  line.option("listen", &o.options.listen, "ADDRESS",
              "the IP address to listen on (default: 127.0.0.1, this machine only)");
  line.option("port", &o.port, "N", "the port (default: 0, any free port)");
  line.option("base-url", &o.options.base_url, "URL",
              "the address of the server for participants, if it is behind a proxy");
  line.parse();
  require_one_study(o.studies);
  port_of(o);
  return [options, &line] { serve(*options, line); };
}

// ---- subintent judge export: what people have answered, as files that other commands read.

constexpr std::string_view export_placeholder = "{participant}";

struct ExportWords {
  std::vector<std::string> folders;
  std::optional<std::string> participant, superintents, labels, format, pool, comments;
  double checks_passed = 0;
  std::string output = "-";
};

void declare_judge_export(CommandLine& line, ExportWords& o) {
  line.summary("Writes preferences, or superintents and labels with people's agreement.");
  line.inputs(&o.folders, "STUDY", "the folder of a study");
  line.example("judge export study -o preferences.tsv");
  line.example("judge export study --superintents 'groups-{participant}.txt'");
  line.option("output,o", &o.output, "FILE",
              "where to write the preferences or, for intents, how well people agree (default: "
              "standard output)");
  line.option("comments", &o.comments, "FILE",
              "what participants wrote, with topic and query, also where they gave no answer");
  line.section("Studies of preferences");
  line.option("checks-passed", &o.checks_passed, "SHARE",
              "leave out participants who answered a smaller share of their attention checks "
              "correctly (default: 0)");
  line.option("pool", &o.pool, "POOL",
              "only pairs of this pool (default: all; compare preferences shows them separately)");
  line.section("Studies of intents");
  line.option("superintents", &o.superintents, "FILE",
              "the groups of each participant, for hierarchy --superintents; {participant} in the "
              "name is replaced by the participant");
  line.option(
      "labels", &o.labels, "FILE",
      "the names that participants gave to groups and intents, for hierarchy --labels; likewise");
  line.option("participant", &o.participant, "P", "only from this participant, for example p01");
  line.option("format", &o.format, choice(report_formats()),
              "format of the agreement (default: table)");
}

void require_kind(const Study& study, const ExportWords& o) {
  refuse_if(study.is_of_intents() && (o.pool || o.checks_passed > 0),
            std::string(o.pool ? "--pool" : "--checks-passed") + " is for studies of preferences",
            "leave it out");
  const bool has_format = o.format && !std::filesystem::path(o.output).has_extension();
  const bool is_of_intents = o.superintents || o.labels || o.participant || has_format;
  if (study.is_of_intents() || !is_of_intents) return;
  throw Error::usage("this is a study of preferences, without groups, labels and formats",
                     "use -o only");
}

// The participants who have made groups, or the one that was asked for.
std::vector<ParticipantGroups> chosen_groups(const std::vector<ParticipantGroups>& all,
                                             const ExportWords& o) {
  std::vector<ParticipantGroups> chosen;
  for (const ParticipantGroups& groups : all)
    if (o.participant ? *o.participant == groups.participant : groups.topics > 0)
      chosen.push_back(groups);
  if (o.participant && chosen.empty()) {
    throw Error(Location{o.folders[0], 0}, "has no participant " + printable(*o.participant),
                "give one of those in links.tsv");
  }
  return chosen;
}

void require_placeholder(const ExportWords& o, std::size_t participants) {
  for (const auto& name : {o.superintents, o.labels}) {
    if (!name || participants < 2 || name->find(export_placeholder) != std::string::npos) continue;
    throw Error::usage(fmt::format("{} have made groups, and need one file each", participants),
                       "write {participant} in the name, or choose one with --participant");
  }
}

std::vector<std::string> outputs_of_export(const ExportWords& o,
                                           const std::vector<ParticipantGroups>& chosen) {
  std::vector<std::string> outputs = joined(o.output, o.comments);
  for (const auto& path : {o.superintents, o.labels}) {
    if (!path) continue;
    for (const ParticipantGroups& groups : chosen)
      outputs.push_back(replace_all(*path, export_placeholder, groups.participant));
  }
  return outputs;
}

void write_groups(const ExportWords& o, const std::vector<ParticipantGroups>& all,
                  CommandLine& line, OutputFiles& files) {
  const std::vector<ParticipantGroups> chosen = chosen_groups(all, o);
  require_placeholder(o, chosen.size());
  line.check_files(study_files(o.folders[0]), outputs_of_export(o, chosen));
  for (const ParticipantGroups& groups : chosen) {
    const auto open = [&](const std::string& path) -> auto& {
      return files.open(replace_all(path, export_placeholder, groups.participant));
    };
    if (o.superintents) open(*o.superintents).write(groups.superintents);
    if (o.labels) open(*o.labels).write(groups.labels);
  }
  std::size_t topics = 0, open = 0;
  for (const ParticipantGroups& groups : all) {
    topics += groups.topics;
    open += groups.unfinished;
  }
  if (open > 0) {
    line.note(fmt::format(
        "{} of {} of participants are not finished; their groups are used in their present state",
        open, count_of(topics, "topic")));
  }
}

std::string preferences(const ExportWords& o, const StudyAnswers& answers,
                        const CommandLine& line) {
  Warnings notes;
  std::string text = answers.preferences({o.pool, o.checks_passed}, &notes);
  line.note(notes);
  return text;
}

void run_export(const ExportWords& o, CommandLine& line) {
  const std::string& folder = o.folders[0];
  const Study study = Study::read(folder);
  require_kind(study, o);
  OutputFiles files;
  OutputFile& output = files.open(o.output);
  const StudyAnswers answers = StudyAnswers::read(study);
  line.warn(answers.warnings());
  if (answers.empty()) line.warn(folder + ": there are no answers yet");
  if (study.is_of_intents()) {
    write_groups(o, answers.groups(), line, files);
    output.write(
        answers.agreement({o.format.value_or("table"), o.output == "-" ? terminal_width() : 0})
            .text);
  } else {
    output.write(preferences(o, answers, line));
  }
  if (o.comments) files.open(*o.comments).write(answers.comments());
  if (!study.is_of_intents() && o.output != "-")
    line.suggest("compare", {"preferences", "--preferences", o.output}, " SCORES");
  files.close();
}

Work setup_judge_export(CommandLine& line) {
  const auto options = std::make_shared<ExportWords>();
  declare_judge_export(line, *options);
  line.parse();
  require_one_study(options->folders);
  if (options->format) CommandLine::require_one_of("--format", *options->format, report_formats());
  refuse_if(!(options->checks_passed >= 0 && options->checks_passed <= 1),
            "--checks-passed is not from 0 to 1", "give a share, such as 0.75");
  line.check_files(study_files(options->folders[0]), joined(options->output, options->superintents,
                                                            options->labels, options->comments));
  return [options, &line] { run_export(*options, line); };
}

// Like a Command, but its name has two words: "judge sample".
struct JudgeAction : ActionRecord {
  Work (*setup)(CommandLine& line);
};

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

}  // namespace

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

}  // namespace subintent::internal
