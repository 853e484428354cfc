// subintent judge import: what pages without a server have saved, into the journal.
#include <fmt/format.h>

#include <cstdint>
#include <ctime>
#include <map>
#include <memory>

#include "faces/cli/command_line.h"
#include "faces/cli/commands/judge.h"
#include "io/input_file.h"
#include "judge/journal.h"
#include "judge/study_folder.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

struct Options {
  std::string folder;
  std::vector<std::string> files;
  bool is_journal = false;
};

constexpr std::uint64_t revisions_ahead = 1'000;

// The answers of one file, with what becomes of them.
struct SavedFile {
  std::string name;
  std::vector<SavedAnswer> answers;
};

struct Counts {
  std::size_t added = 0, known = 0;
};

// A page knows the answers of one person: another name in its file was not written by it.
void require_one_participant(const Study& study, const SavedFile& file) {
  const std::uint32_t first = file.answers.empty() ? 0 : file.answers[0].stored.participant;
  for (const auto& [stored, location] : file.answers) {
    if (stored.participant == first) continue;
    throw Error(
        location,
        fmt::format("the answer is of {}, those above are of {}",
                    study.participants[stored.participant].name, study.participants[first].name),
        "give --journal if this is the journal of the study elsewhere");
  }
}

// Each answer to a question has the revision of the one before it, and 1: where none is missing,
// none is above their number.
void require_near_revisions(const SavedFile& file, const AnswerBook& book) {
  if (file.answers.empty()) return;
  const std::uint64_t most = book.highest_revision(file.answers[0].stored.participant) +
                             file.answers.size() + revisions_ahead;
  for (const auto& [stored, location] : file.answers) {
    if (stored.answer.revision <= most) continue;
    throw Error(location,
                fmt::format("the revision {} is far above those that are known (at most {} here)",
                            stored.answer.revision, most),
                "no page gives so high a number: ask the participant for the file again, or give "
                "--journal if you trust it");
  }
}

void require_own_ids(const std::vector<SavedFile>& files, const AnswerBook& book) {
  AnswerBook seen;
  for (const SavedFile& file : files) {
    for (const auto& [stored, location] : file.answers) {
      const bool conflicts =
          book.find(stored) == Storing::conflicts || seen.add(stored) == Storing::conflicts;
      if (!conflicts) continue;
      throw Error(location, "another answer of the participant has the id " + stored.answer.id,
                  "compare the two, and give one of them another id if both are to be kept");
    }
  }
}

std::vector<SavedFile> read_files(const Study& study, const std::vector<std::string>& names,
                                  const CommandLine& line) {
  const std::string now = utc_time(std::time(nullptr));
  std::vector<SavedFile> files;
  for (const std::string& name : names) {
    files.push_back({display_name(name), read_saved_answers(study, name)});
    for (SavedAnswer& saved : files.back().answers) {
      if (saved.stored.received.empty()) saved.stored.received = now;
    }
    if (files.back().answers.empty()) line.warn(files.back().name + ": contains no answers");
  }
  return files;
}

// Of each file and participant, for a file may hold answers of a person who did not send it.
void note_counts(const Study& study, const std::vector<SavedFile>& files,
                 const std::vector<Storing>& storings, const CommandLine& line) {
  auto storing = storings.begin();
  for (const SavedFile& file : files) {
    std::map<std::uint32_t, Counts> counts;
    for (const SavedAnswer& saved : file.answers) {
      Counts& of_participant = counts[saved.stored.participant];
      ++(*storing++ == Storing::is_new ? of_participant.added : of_participant.known);
    }
    for (const auto& [participant, count] : counts) {
      line.note(fmt::format("{}: {} of {} stored; {} stored before", file.name,
                            count_of(count.added, "new answer"),
                            study.participants[participant].name, count.known));
    }
  }
}

void import(const Options& o, const CommandLine& line) {
  const Study study = read_study_folder(o.folder);
  const std::vector<SavedFile> files = read_files(study, o.files, line);
  Journal journal(study, o.folder);
  line.warn(journal.warnings());
  std::vector<StoredAnswer> answers;
  for (const SavedFile& file : files) {
    if (!o.is_journal) {
      require_one_participant(study, file);
      require_near_revisions(file, journal.answers());
    }
    for (const SavedAnswer& saved : file.answers) answers.push_back(saved.stored);
  }
  require_own_ids(files, journal.answers());
  note_counts(study, files, journal.append(answers), line);
}

}  // namespace

Work setup_judge_import(CommandLine& line) {
  const auto options = std::make_shared<Options>();
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
