// subintent judge pages: a page for each participant as a file.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "program/command_line.h"
#include "program/commands/judge.h"
#include "subintent/judge.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

struct PageWords {
  std::vector<std::string> studies;
  std::optional<std::string> output;
};

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

void write_pages(const PageWords& o, CommandLine& line) {
  const Study study = Study::read(o.studies[0]);
  MadeFolder folder(*o.output);
  std::vector<std::string> pages;
  for (const std::string& participant : study.participants()) {
    pages.push_back(std::filesystem::path(*o.output) / file_of_page(participant));
  }
  line.check_files(study_files(o.studies[0]), pages);
  OutputFiles files;
  for (std::size_t i = 0; i < pages.size(); ++i) files.open(pages[i]).write(study.page(i));
  files.finish();
  line.note(fmt::format(
      "{} in {}; give each participant one, and import what it saves with subintent judge import",
      count_of(pages.size(), "page"), *o.output));
  files.close();
  folder.keep();
}

}  // namespace

Work setup_judge_pages(CommandLine& line) {
  const auto options = std::make_shared<PageWords>();
  PageWords& o = *options;
  line.summary("Writes a page for each participant, as a file that needs no server.");
  line.inputs(&o.studies, "STUDY", "the folder of the study");
  line.example("judge pages study -o pages");
  line.option("output,o", &o.output, "DIR",
              "the folder for the pages; created if it does not exist");
  line.parse();
  require_one_study(o.studies);
  if (!o.output || o.output->empty()) {
    throw Error::usage("judge pages: --output is missing", "give a folder for the pages");
  }
  return [options, &line] { write_pages(*options, line); };
}

}  // namespace subintent::internal
