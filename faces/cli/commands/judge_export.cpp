// subintent judge export: what people have answered, as files that other commands read.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "base/replace_all.h"
#include "faces/cli/command_line.h"
#include "faces/cli/commands/judge.h"
#include "faces/cli/options/names.h"
#include "faces/cli/terminal_width.h"
#include "judge/checks.h"
#include "judge/groups.h"
#include "judge/journal.h"
#include "judge/preferences_export.h"
#include "judge/progress.h"
#include "judge/study_folder.h"
#include "render/table_format.h"
#include "subintent/judge.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::string_view placeholder = "{participant}";

struct Options {
  std::vector<std::string> folders;
  std::optional<std::string> participant, superintents, labels, format, pool, comments;
  double checks_passed = 0;
  std::string output = "-";
};

std::vector<std::string_view> report_formats() {
  return names_of(table_formats(), [](const TableFormat& format) { return format.report; });
}

void declare(CommandLine& line, Options& o) {
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

void check_pool(const Study& study, const Options& o) {
  if (!o.pool) return;
  std::vector<std::string> pools;
  for (const StudyPair& pair : study.pairs) {
    if (std::ranges::find(pools, pair.pool) == pools.end()) pools.push_back(pair.pool);
  }
  if (std::ranges::find(pools, *o.pool) != pools.end()) return;
  throw Error(Location{o.folders[0], 0}, "has no pool " + printable(*o.pool),
              "use one of " + printable(fmt::format("{}", fmt::join(pools, ", "))));
}

void require_kind(const Study& study, const Options& o) {
  if (study.kind == StudyKind::intents && (o.pool || o.checks_passed > 0)) {
    throw Error::usage(
        std::string(o.pool ? "--pool" : "--checks-passed") + " is for studies of preferences",
        "leave it out");
  }
  if (o.checks_passed > 0 && checks_in(study) == 0) {
    throw Error(Location{o.folders[0], 0}, "has no attention checks",
                "leave --checks-passed out, or make a study with judge sample --checks");
  }
  const bool is_of_intents = o.superintents || o.labels || o.participant || o.format;
  if (study.kind == StudyKind::intents || !is_of_intents) return;
  throw Error::usage("this is a study of preferences, without groups, labels and formats",
                     "use -o only");
}

std::vector<std::uint32_t> chosen_participants(const Study& study, const Options& o,
                                               const std::vector<ParticipantGroups>& groups) {
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t p = 0; p < study.participants.size(); ++p) {
    const bool has_groups =
        std::ranges::find(groups, p, &ParticipantGroups::participant) != groups.end();
    if (o.participant ? *o.participant == study.participants[p].name : has_groups) {
      chosen.push_back(p);
    }
  }
  if (o.participant && chosen.empty()) {
    throw Error(Location{o.folders[0], 0}, "has no participant " + printable(*o.participant),
                "give one of those in links.tsv");
  }
  return chosen;
}

// The name of a participant's file.
std::string file_of(const std::string& name, const std::string& participant) {
  return replace_all(name, placeholder, participant);
}

void require_placeholder(const Options& o, std::size_t participants) {
  for (const auto& name : {o.superintents, o.labels}) {
    if (!name || participants < 2 || name->find(placeholder) != std::string::npos) continue;
    throw Error::usage(fmt::format("{} have made groups, and need one file each", participants),
                       "write {participant} in the name, or choose one with --participant");
  }
}

std::vector<std::string> outputs_of(const Study& study, const Options& o,
                                    const std::vector<std::uint32_t>& participants) {
  std::vector<std::string> outputs = {o.output};
  if (o.comments) outputs.push_back(*o.comments);
  for (const auto& path : {o.superintents, o.labels}) {
    if (!path) continue;
    for (const std::uint32_t p : participants) {
      outputs.push_back(file_of(*path, study.participants[p].name));
    }
  }
  return outputs;
}

void write_groups(const Study& study, const Options& o,
                  const std::vector<ParticipantGroups>& groups, CommandLine& line,
                  OutputFiles& files) {
  const auto participants = chosen_participants(study, o, groups);
  require_placeholder(o, participants.size());
  line.check_files(study_files(o.folders[0]), outputs_of(study, o, participants));
  for (const std::uint32_t p : participants) {
    const std::string& name = study.participants[p].name;
    const GroupFiles made = group_files(study, groups, p);
    if (o.superintents) files.open(file_of(*o.superintents, name)).write(made.superintents);
    if (o.labels) files.open(file_of(*o.labels, name)).write(made.labels);
  }
  const auto open = std::ranges::count_if(
      groups, [](const ParticipantGroups& topic) { return !topic.grouping.is_done; });
  if (open > 0) {
    line.note(fmt::format(
        "{} of {} of participants are not finished; their groups are used in their present state",
        open, count_of(groups.size(), "topic")));
  }
}

void note_failed(const Study& study, const std::vector<StoredAnswer>& answers, const Options& o,
                 const CommandLine& line) {
  if (o.checks_passed <= 0) return;
  const std::vector<CheckCount> counts = check_counts(study, answers);
  for (std::size_t p = 0; p < counts.size(); ++p) {
    if (passes(counts[p], o.checks_passed)) continue;
    line.note(fmt::format("{} is left out: {} of {} answered correctly", study.participants[p].name,
                          counts[p].passed, count_of(counts[p].answered, "attention check")));
  }
}

std::string agreement_text(const Study& study, const Options& o,
                           const std::vector<ParticipantGroups>& groups,
                           const std::vector<StoredAnswer>& answers) {
  Report report = group_report(study, group_agreement(study, groups));
  const Report people = progress_report(study, answers);
  report.text.add("\nHow they answered\n\n");
  report.text.add(people.text);
  report.tables.insert(report.tables.end(), people.tables.begin(), people.tables.end());
  return find_table_format(o.format.value_or("table"))
      ->report("judge export", report, o.output == "-" ? terminal_width() : 0);
}

void run(const Options& o, CommandLine& line) {
  const std::string& folder = o.folders[0];
  const Study study = read_study_folder(folder);
  require_kind(study, o);
  OutputFiles files;
  OutputFile& output = files.open(o.output);
  Warnings warnings;
  const auto answers = counting_answers(read_study_journal(study, folder, warnings));
  line.warn(warnings);
  if (answers.empty()) line.warn(folder + ": there are no answers yet");
  if (study.kind == StudyKind::preferences) {
    check_pool(study, o);
    note_failed(study, answers, o, line);
    output.write(preferences_text(study, answers, o.pool.value_or(""), o.checks_passed));
  } else {
    const auto groups = groups_of(study, answers);
    write_groups(study, o, groups, line, files);
    output.write(agreement_text(study, o, groups, answers));
  }
  if (o.comments) files.open(*o.comments).write(comments_text(study, answers));
  files.close();
}

}  // namespace

Work setup_judge_export(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  declare(line, *options);
  line.parse();
  require_one_study(options->folders);
  if (options->format) {
    CommandLine::require_one_of("--format", *options->format, report_formats());
  }
  std::vector<std::string> outputs = {options->output};
  if (!(options->checks_passed >= 0 && options->checks_passed <= 1)) {
    throw Error::usage("--checks-passed is not from 0 to 1", "give a share, such as 0.75");
  }
  for (const auto& path : {options->superintents, options->labels, options->comments}) {
    if (path) outputs.push_back(*path);
  }
  line.check_files(study_files(options->folders[0]), outputs);
  return [options, &line] { run(*options, line); };
}

}  // namespace subintent::internal
