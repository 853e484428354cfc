// subintent judge export: what people have answered, as files that other commands read.
#include <fmt/format.h>

#include <filesystem>

#include "program/command_line.h"
#include "program/commands/judge.h"
#include "program/environment.h"
#include "program/options/inputs.h"
#include "subintent/judge.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

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

}  // namespace

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

}  // namespace subintent::internal
