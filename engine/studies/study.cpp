#include "subintent/judge.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "engine/studies/study_data.h"
#include "judge/page/page.h"
#include "judge/study_folder.h"
#include "subintent/basics.h"

namespace subintent {

std::vector<std::string> study_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& name : {internal::study_file, internal::journal_file}) {
    const std::string path = internal::path_in(folder, name);
    std::error_code error;
    if (std::filesystem::exists(path, error)) files.push_back(path);
  }
  return files;
}

Study::Study(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

Study Study::read(const std::string& folder) {
  return Study(std::make_shared<const Data>(Data{folder, internal::read_study_folder(folder)}));
}

const std::string& Study::folder() const {
  return data_->folder;
}

bool Study::is_of_intents() const {
  return data_->study.kind == internal::StudyKind::intents;
}

StudySize Study::size() const {
  const internal::Study& study = data_->study;
  const auto tasks = [](const internal::StudyParticipant& one) { return one.tasks.size(); };
  const auto [least, most] = std::ranges::minmax_element(study.participants, {}, tasks);
  StudySize size;
  size.topics = study.topics.size();
  size.checks = internal::checks_in(study);
  size.pairs = study.pairs.size() - size.checks;
  size.participants = study.participants.size();
  size.least_tasks = least->tasks.size();
  size.most_tasks = most->tasks.size();
  size.sessions = most->tasks.empty() ? 0 : most->tasks.back().session;
  return size;
}

std::vector<std::string> Study::participants() const {
  std::vector<std::string> names;
  for (const internal::StudyParticipant& one : data_->study.participants) names.push_back(one.name);
  return names;
}

std::string Study::page(std::size_t participant) const {
  if (participant >= data_->study.participants.size()) {
    throw Error::argument("participant", "participant: there is none of this number");
  }
  return internal::study_page(data_->study, static_cast<std::uint32_t>(participant),
                              internal::PageMode::file);
}

}  // namespace subintent
