#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/base/warning.h"
#include "engine/studies/study_data.h"
#include "judge/checks.h"
#include "judge/groups.h"
#include "judge/journal.h"
#include "judge/preferences_export.h"
#include "judge/progress.h"
#include "report/table_format.h"
#include "subintent/judge.h"
#include "subintent/program.h"

namespace subintent {
namespace {

StudyTables tables_of(internal::Report report, const std::string& command,
                      const StudyTableLayout& layout) {
  std::string text = internal::report_format(layout.format).report(command, report, layout.width);
  return {std::move(report.tables), std::move(text)};
}

void require_pool(const internal::Study& study, const std::string& pool, const Location& folder) {
  std::vector<std::string> pools;
  for (const internal::StudyPair& pair : study.pairs) {
    if (pair.pool == pool) return;
    if (std::ranges::find(pools, pair.pool) == pools.end()) pools.push_back(pair.pool);
  }
  throw Error(folder, "has no pool " + printable(pool),
              "use one of " + printable(fmt::format("{}", fmt::join(pools, ", "))));
}

void require_checks(const internal::Study& study, double share, const Location& folder) {
  if (!(share >= 0 && share <= 1)) {
    throw Error::argument("checks_passed", "checks_passed is not from 0 to 1",
                          "give a share, such as 0.75");
  }
  if (share == 0 || internal::checks_in(study) > 0) return;
  throw Error(folder, "has no attention checks",
              "leave `checks_passed` out, or make a study with judge sample `checks`");
}

void require_intents(const internal::Study& study, const Location& folder) {
  if (study.kind == internal::StudyKind::intents) return;
  throw Error(Error::Kind::argument, folder, "is a study of preferences, which has no groups");
}

void note_failed(const internal::Study& study, const std::vector<internal::StoredAnswer>& answers,
                 double share, Warnings& notes) {
  const std::vector<internal::CheckCount> counts = internal::check_counts(study, answers);
  for (std::size_t p = 0; p < counts.size(); ++p) {
    if (internal::passes(counts[p], share)) continue;
    notes.push_back(internal::make_warning(
        "failed-checks",
        fmt::format("{} is left out: {} of {} answered correctly", study.participants[p].name,
                    counts[p].passed, count_of(counts[p].answered, "attention check"))));
  }
}

// Participants who answered and have not agreed, or no longer do: the pages let nobody do so.
void note_without_consent(const internal::Study& study,
                          const std::vector<internal::StoredAnswer>& answers, Warnings& notes) {
  if (study.consent.empty()) return;
  std::vector<char> answered(study.participants.size(), 0), agreed(answered);
  for (const internal::StoredAnswer& stored : answers) {
    const auto* const consent = std::get_if<internal::Consent>(&stored.answer.value);
    if (stored.answer.task != internal::consent_task) {
      if (!std::holds_alternative<std::monostate>(stored.answer.value)) {
        answered[stored.participant] = 1;
      }
    } else {
      agreed[stored.participant] = consent != nullptr ? 1 : 0;
    }
  }
  for (std::size_t p = 0; p < answered.size(); ++p) {
    if (answered[p] == 0 || agreed[p] != 0) continue;
    notes.push_back(internal::make_warning(
        "answers-without-consent",
        study.participants[p].name +
            " has answered, and has not agreed to the study or no longer does"));
  }
}

}  // namespace

StudyAnswers::StudyAnswers(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

StudyAnswers StudyAnswers::read(const Study& study) {
  Data data{study.data_, {}, {}, {}};
  data.stored = internal::read_study_journal(data.study(), study.folder(), data.warnings);
  data.counting = internal::counting_answers(data.stored);
  return StudyAnswers(std::make_shared<const Data>(std::move(data)));
}

bool StudyAnswers::empty() const {
  return data_->stored.empty();
}

const Warnings& StudyAnswers::warnings() const {
  return data_->warnings;
}

StudyTables StudyAnswers::progress(double fast_seconds, const StudyTableLayout& layout) const {
  return tables_of(internal::progress_report(data_->study(), data_->stored, fast_seconds),
                   "judge status", layout);
}

std::string StudyAnswers::preferences(const PreferenceChoice& choice, Warnings* notes) const {
  const internal::Study& study = data_->study();
  if (study.kind == internal::StudyKind::intents) {
    throw Error(Error::Kind::argument, data_->folder(),
                "is a study of intents, which has no preferences");
  }
  require_checks(study, choice.checks_passed, data_->folder());
  if (choice.pool) require_pool(study, *choice.pool, data_->folder());
  if (notes != nullptr) note_without_consent(study, data_->counting, *notes);
  if (notes != nullptr && choice.checks_passed > 0) {
    note_failed(study, data_->counting, choice.checks_passed, *notes);
  }
  return internal::preferences_text(study, data_->counting, choice.pool.value_or(""),
                                    choice.checks_passed);
}

std::string StudyAnswers::comments() const {
  return internal::comments_text(data_->study(), data_->counting);
}

std::vector<ParticipantGroups> StudyAnswers::groups() const {
  const internal::Study& study = data_->study();
  require_intents(study, data_->folder());
  const auto made = internal::groups_of(study, data_->counting);
  std::vector<ParticipantGroups> all;
  for (std::uint32_t p = 0; p < study.participants.size(); ++p) {
    internal::GroupFiles files = internal::group_files(study, made, p);
    all.push_back(
        {study.participants[p].name, std::move(files.superintents), std::move(files.labels)});
  }
  for (const internal::ParticipantGroups& topic : made) {
    ParticipantGroups& of_participant = all[topic.participant];
    ++of_participant.topics;
    of_participant.unfinished += topic.grouping.is_done ? 0 : 1;
  }
  return all;
}

StudyTables StudyAnswers::agreement(const StudyTableLayout& layout) const {
  const internal::Study& study = data_->study();
  require_intents(study, data_->folder());
  const auto made = internal::groups_of(study, data_->counting);
  internal::Report report = internal::group_report(study, internal::group_agreement(study, made));
  const internal::Report people = internal::progress_report(study, data_->counting);
  report.text.add("\nHow they answered\n\n");
  report.text.add(people.text);
  report.tables.insert(report.tables.end(), people.tables.begin(), people.tables.end());
  return tables_of(std::move(report), "judge export", layout);
}

}  // namespace subintent
