#include "report/judge/study_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/base/deferred_signals.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

namespace files = std::filesystem;

std::string links_text(const Study& study) {
  std::string text = "participant\tlink\n";
  for (const StudyParticipant& participant : study.participants)
    text += participant.name + "\t/" + participant.token + "/\n";
  return text;
}

[[noreturn]] void fail(const std::string& path) {
  throw_system_error(path, "cannot be written", "check the path and its permissions");
}

// An open file or folder, with its name in messages.
class Descriptor {
 public:
  Descriptor(const std::string& path, std::string name, int flags) : name_(std::move(name)) {
    descriptor_ = open(path.c_str(), flags | O_CLOEXEC, 0600);
    if (descriptor_ < 0) fail(name_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(descriptor_); }

  void write(std::string_view bytes) {
    if (!write_all(descriptor_, bytes)) fail(name_);
  }
  void sync() {
    if (fsync(descriptor_) != 0 && errno != EINVAL) fail(name_);
  }

 private:
  std::string name_;
  int descriptor_ = -1;
};

// A folder for its owner alone that vanishes with this object unless it gets its name.
class PendingFolder {
 public:
  explicit PendingFolder(files::path where)
      : where_(std::move(where)), pending_(where_.string() + ".part-XXXXXX") {
    if (mkdtemp(pending_.data()) == nullptr) fail(where_);
  }
  PendingFolder(const PendingFolder&) = delete;
  PendingFolder& operator=(const PendingFolder&) = delete;
  ~PendingFolder() {
    std::error_code error;
    if (!pending_.empty()) files::remove_all(pending_, error);
  }

  void write(std::string_view name, std::string_view bytes) const {
    Descriptor file(path_in(pending_, name), path_in(where_, name), O_CREAT | O_EXCL | O_WRONLY);
    file.write(bytes);
    file.sync();
  }

  void publish() {
    Descriptor(pending_, where_, O_RDONLY | O_DIRECTORY).sync();
    if (rename(pending_.c_str(), where_.c_str()) != 0) {
      require_free_folder(where_);
      fail(where_);
    }
    pending_.clear();
  }

 private:
  files::path where_;
  std::string pending_;
};

// Without a slash at its end.
files::path named_in_study(const std::string& folder) {
  const files::path path = files::path(folder).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace

std::string path_in(const std::string& folder, std::string_view file) {
  return (files::path(folder) / file).string();
}

void require_free_folder(const std::string& folder) {
  std::error_code error;
  const files::file_status status = files::status(folder, error);
  if (status.type() == files::file_type::not_found) return;
  if (status.type() == files::file_type::directory && files::is_empty(folder, error)) return;
  throw Error(Error::Kind::system, {folder, 0},
              status.type() == files::file_type::directory
                  ? "is a folder that is not empty: a study is never overwritten"
                  : "exists and is not a folder",
              "give a folder that does not exist yet");
}

Study read_study_folder(const std::string& folder) {
  const std::string path = path_in(folder, study_file);
  std::error_code error;
  if (!files::exists(path, error)) {
    throw Error(Error::Kind::system, {folder, 0}, "does not contain a study",
                "give a folder made by subintent judge");
  }
  return read_study(path);
}

class NewStudyFolder::Impl {
 public:
  explicit Impl(const std::string& folder) : pending(named_in_study(folder)) {}

  // In this order: signals come when the folder is gone.
  const DeferredSignals signals;
  PendingFolder pending;
};

NewStudyFolder::NewStudyFolder(const std::string& folder, const Study& study) {
  require_free_folder(folder);
  impl_ = std::make_unique<Impl>(folder);
  impl_->pending.write(study_file, study_text(study));
  impl_->pending.write(links_file, links_text(study));
}

NewStudyFolder::~NewStudyFolder() = default;

void NewStudyFolder::publish() {
  impl_->pending.publish();
}

}  // namespace subintent::internal
