#include <fmt/format.h>

#include <cstdint>
#include <ctime>
#include <map>

#include "core/base/warning.h"
#include "engine/studies/study_data.h"
#include "judge/journal.h"
#include "subintent/judge.h"
#include "subintent/program.h"

namespace subintent {
namespace {

constexpr std::uint64_t revisions_ahead = 1'000;

// The answers of one file.
struct SavedFile {
  std::string name;
  std::vector<internal::SavedAnswer> answers;
};

// A page knows the answers of one person: another name in its file was not written by it.
void require_one_participant(const internal::Study& study, const SavedFile& file) {
  const std::uint32_t first = file.answers.empty() ? 0 : file.answers[0].stored.participant;
  for (const auto& [stored, location] : file.answers) {
    if (stored.participant == first) continue;
    throw Error(
        location,
        fmt::format("the answer is of {}, those above are of {}",
                    study.participants[stored.participant].name, study.participants[first].name),
        "give `journal` if this is the journal of the study elsewhere");
  }
}

// Each answer to a question has the revision of the one before it, and 1: where none is missing,
// none is above their number.
void require_near_revisions(const SavedFile& file, const internal::AnswerBook& book) {
  if (file.answers.empty()) return;
  const std::uint64_t most = book.highest_revision(file.answers[0].stored.participant) +
                             file.answers.size() + revisions_ahead;
  for (const auto& [stored, location] : file.answers) {
    if (stored.answer.revision <= most) continue;
    throw Error(location,
                fmt::format("the revision {} is far above those that are known (at most {} here)",
                            stored.answer.revision, most),
                "no page gives so high a number: ask the participant for the file again, or give "
                "`journal` if you trust it");
  }
}

void require_own_ids(const std::vector<SavedFile>& files, const internal::AnswerBook& book) {
  internal::AnswerBook seen;
  for (const SavedFile& file : files) {
    for (const auto& [stored, location] : file.answers) {
      const bool conflicts = book.find(stored) == internal::Storing::conflicts ||
                             seen.add(stored) == internal::Storing::conflicts;
      if (!conflicts) continue;
      throw Error(location, "another answer of the participant has the id " + stored.answer.id,
                  "compare the two, and give one of them another id if both are to be kept");
    }
  }
}

std::vector<SavedFile> read_files(const internal::Study& study, const std::vector<Source>& sources,
                                  const RemarksCallback& say) {
  const std::string now = utc_time(std::time(nullptr));
  std::vector<SavedFile> files;
  for (const Source& source : sources) {
    files.push_back({source.name(), internal::read_saved_answers(study, source)});
    for (internal::SavedAnswer& saved : files.back().answers) {
      if (saved.stored.received.empty()) saved.stored.received = now;
    }
    if (!files.back().answers.empty() || !say) continue;
    say({{internal::make_warning("no-answers", Location{source.name(), 0}, "contains no answers")},
         {}});
  }
  return files;
}

// Of each file and participant, for a file may hold answers of a person who did not send it.
std::vector<ImportedAnswers> counts_of(const internal::Study& study,
                                       const std::vector<SavedFile>& files,
                                       const std::vector<internal::Storing>& storings) {
  std::vector<ImportedAnswers> all;
  auto storing = storings.begin();
  for (const SavedFile& file : files) {
    std::map<std::uint32_t, ImportedAnswers> counts;
    for (const internal::SavedAnswer& saved : file.answers) {
      ImportedAnswers& of_participant = counts[saved.stored.participant];
      ++(*storing++ == internal::Storing::is_new ? of_participant.added : of_participant.known);
    }
    for (const auto& [participant, count] : counts) {
      all.push_back({file.name, study.participants[participant].name, count.added, count.known});
    }
  }
  return all;
}

}  // namespace

std::vector<ImportedAnswers> Study::import_answers(const std::vector<Source>& sources, bool journal,
                                                   const RemarksCallback& say) const {
  const internal::Study& study = data_->study;
  const std::vector<SavedFile> files = read_files(study, sources, say);
  internal::Journal stored(study, data_->folder);
  if (say && !stored.warnings().empty()) say({stored.warnings(), {}});
  std::vector<internal::StoredAnswer> answers;
  for (const SavedFile& file : files) {
    if (!journal) {
      require_one_participant(study, file);
      require_near_revisions(file, stored.answers());
    }
    for (const internal::SavedAnswer& saved : file.answers) answers.push_back(saved.stored);
  }
  require_own_ids(files, stored.answers());
  return counts_of(study, files, stored.append(answers));
}

}  // namespace subintent
