#include <fmt/format.h>

#include <ctime>

#include "core/base/warning.h"
#include "engine/studies/study_data.h"
#include "engine/values.h"
#include "report/judge/journal.h"
#include "report/judge/results.h"
#include "report/judge/server/server.h"
#include "report/table_format.h"
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
              "use one of " + printable(join(pools, ", ")));
}

void require_checks(const internal::Study& study, double share, const Location& folder) {
  refuse_if(!(share >= 0 && share <= 1), "checks_passed", "checks_passed is not from 0 to 1",
            "give a share, such as 0.75");
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
    internal::add_warning(
        notes, "failed-checks",
        fmt::format("{} is left out: {} of {} answered correctly", study.participants[p].name,
                    counts[p].passed, count_of(counts[p].answered, "attention check")));
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
      if (!std::holds_alternative<std::monostate>(stored.answer.value))
        answered[stored.participant] = 1;
    } else {
      agreed[stored.participant] = consent != nullptr ? 1 : 0;
    }
  }
  for (std::size_t p = 0; p < answered.size(); ++p) {
    if (answered[p] == 0 || agreed[p] != 0) continue;
    internal::add_warning(notes, "answers-without-consent",
                          study.participants[p].name +
                              " has answered, and has not agreed to the study or no longer does");
  }
}

constexpr std::uint64_t revisions_ahead = 1'000;

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
    for (internal::SavedAnswer& saved : files.back().answers)
      if (saved.stored.received.empty()) saved.stored.received = now;
    if (!files.back().answers.empty() || !say) continue;
    say({{internal::make_warning("no-answers", Location{source.name(), 0}, "contains no answers")},
         {}});
  }
  return files;
}

// Counts by file and participant: a file may hold answers of a person who did not send it.
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
    for (const auto& [participant, count] : counts)
      all.push_back({file.name, study.participants[participant].name, count.added, count.known});
  }
  return all;
}

// Without slashes at its end.
std::string checked_url(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  if (url.empty()) return url;
  const std::size_t scheme = url.find("://");
  const std::string_view host =
      scheme == std::string::npos ? "" : std::string_view(url).substr(scheme + 3);
  const bool is_plain = std::ranges::all_of(
      url, [](char c) { return c > 0x20 && c < 0x7f && c != '?' && c != '#' && c != '@'; });
  if (is_plain && !host.empty() && host[0] != '/' &&
      (url.starts_with("http://") || url.starts_with("https://")))
    return url;
  throw Error::argument("base_url",
                        "base_url: " + printable(url) + " is not the address of a website",
                        "write it as https://example.org/study");
}

internal::ServerOptions inside_of(const ServeOptions& given) {
  internal::ServerOptions options;
  options.address = given.listen;
  options.port = given.port;
  options.base_url = checked_url(given.base_url);
  if (given.log) options.log = given.log;
  return options;
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
  if (notes != nullptr && choice.checks_passed > 0)
    note_failed(study, data_->counting, choice.checks_passed, *notes);
  return internal::preferences_text(study, data_->counting, choice.pool.value_or(""),
                                    choice.checks_passed);
}

std::string StudyAnswers::comments() const {
  return internal::comments_text(data_->study(), data_->counting);
}

std::vector<ParticipantGroups> StudyAnswers::groups() const {
  const internal::Study& study = data_->study();
  require_intents(study, data_->folder());
  const auto people = internal::groups_of(study, data_->counting);
  std::vector<ParticipantGroups> all;
  for (std::uint32_t p = 0; p < study.participants.size(); ++p) {
    internal::GroupFiles files = internal::group_files(study, people, p);
    all.push_back(
        {study.participants[p].name, std::move(files.superintents), std::move(files.labels)});
  }
  for (const internal::ParticipantGroups& topic : people) {
    ParticipantGroups& of_participant = all[topic.participant];
    ++of_participant.topics;
    of_participant.unfinished += topic.grouping.is_done ? 0 : 1;
  }
  return all;
}

StudyTables StudyAnswers::agreement(const StudyTableLayout& layout) const {
  const internal::Study& study = data_->study();
  require_intents(study, data_->folder());
  const auto groups = internal::groups_of(study, data_->counting);
  internal::Report report = internal::group_report(study, internal::group_agreement(study, groups));
  const internal::Report people = internal::progress_report(study, data_->counting);
  report.text.add("\nHow they answered\n\n");
  report.text.add(people.text);
  report.tables.insert(report.tables.end(), people.tables.begin(), people.tables.end());
  return tables_of(std::move(report), "judge export", layout);
}

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

struct StudyServer::Data {
  Data(std::shared_ptr<const Study::Data> of, const internal::ServerOptions& options,
       const RemarksCallback& say)
      : study(std::move(of)), journal(study->study, study->folder) {
    if (say) say({journal.warnings(), {}});
    server.emplace(study->study, journal, options);
  }

  const std::shared_ptr<const Study::Data> study;
  internal::Journal journal;
  std::optional<internal::Server> server;
};

StudyServer::StudyServer(const Study& study, const ServeOptions& options,
                         const RemarksCallback& say)
    : data_(std::make_unique<Data>(study.data_, inside_of(options), say)) {}

StudyServer::~StudyServer() = default;

std::string StudyServer::url() const {
  return data_->server->url();
}

std::vector<std::string> StudyServer::links() const {
  return mapped(data_->study->study.participants, [&](const internal::StudyParticipant& one) {
    return url() + "/" + one.token + "/";
  });
}

bool StudyServer::is_exposed() const {
  return data_->server->is_exposed();
}

void StudyServer::run(int stop) {
  data_->server->run(stop);
}

}  // namespace subintent
