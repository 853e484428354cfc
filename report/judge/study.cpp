#include "report/judge/study.h"

#include <fcntl.h>
#include <simdjson.h>
#include <sys/random.h>  // getentropy() of macOS
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/io/encode.h"
#include "core/io/json.h"
#include "core/io/json_object.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

class Writer {
 public:
  explicit Writer(const Study& study) : study_(study) {}

  std::string text() {
    line([&] { head(); });
    for (const StudyDocument& document : study_.documents) line([&] { write(document); });
    for (const StudyTopic& topic : study_.topics) line([&] { write(topic); });
    for (const StudyList& list : study_.lists) line([&] { write(list); });
    for (const StudyPair& pair : study_.pairs) line([&] { write(pair); });
    for (const StudyParticipant& participant : study_.participants)
      line([&] { write(participant); });
    return std::move(out_);
  }

 private:
  bool has_preferences() const { return study_.kind == StudyKind::preferences; }

  // An object on a line of its own.
  template <typename Members>
  void line(Members members) {
    json_ = JsonWriter();
    json_.within("{}", members);
    out_ += json_.out;
    out_ += '\n';
  }

  void head() {
    json_.member("study", study_.id);
    json_.member("version", study_version);
    json_.member("kind", name_of(study_.kind));
    json_.member("title", study_.title);
    json_.member("instructions", study_.instructions);
    if (!study_.consent.empty()) json_.member("consent", study_.consent);
    if (study_.language != default_language) json_.member("language", study_.language);
    json_.member("questions", study_.questions);
    json_.member("cutoff", study_.cutoff);
    json_.member("relevant_only", study_.relevant_only);
    json_.member("seed", study_.seed);
  }

  void write(const StudyDocument& document) {
    json_.member("document", document.docno);
    json_.member("title", document.text.title);
    json_.member("url", document.text.url);
    json_.member("excerpt", document.text.excerpt);
  }

  void write(const StudyTopic& topic) {
    json_.member("topic", topic.number);
    json_.member("query", topic.query);
    json_.member("description", topic.description);
    if (has_preferences()) return;
    json_.member("cards", topic.cards, [&](const StudyCard& card) {
      json_.within("{}", [&] {
        json_.member("intent", card.intent);
        json_.member("label", card.label);
        json_.member("terms", card.terms);
        docnos(card.documents);
      });
    });
  }

  void write(const StudyList& list) {
    json_.member("list", list.run);
    json_.member("of", study_.topics[list.topic].number);
    docnos(list.documents);
  }

  void write(const StudyPair& pair) {
    const StudyList &first = study_.lists[pair.first], &second = study_.lists[pair.second];
    json_.member("pair", std::array{first.run, second.run});
    json_.member("of", study_.topics[first.topic].number);
    json_.member("pool", pair.pool);
    if (pair.check) json_.member("check", sign_of(*pair.check));
  }

  void write(const StudyParticipant& participant) {
    json_.member("participant", participant.name);
    json_.member("token", participant.token);
    json_.member("tasks", participant.tasks, [&](const StudyTask& task) {
      json_.within("{}", [&] {
        json_.member("id", task.id);
        json_.member("session", task.session);
        json_.member("item", task.item + std::uint64_t{1});
        if (!has_preferences()) return;
        json_.member("swapped", task.swapped);
        json_.member("repeat", task.repeat);
      });
    });
  }

  void docnos(const std::vector<std::uint32_t>& documents) {
    json_.member("documents", documents,
                 [&](std::uint32_t place) { json_.text(study_.documents[place].docno); });
  }

  const Study& study_;
  JsonWriter json_;
  std::string out_;
};

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

// The name of a folder that is to be made, without a slash at its end.
std::string free_folder(const std::string& folder) {
  require_free_folder(folder);
  const files::path path = files::path(folder).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace

std::string_view sign_of(Preference preference) {
  return preference == Preference::first ? ">" : preference == Preference::equal ? "=" : "<";
}

std::optional<Preference> preference_of(std::string_view sign) {
  for (const Preference one : {Preference::first, Preference::equal, Preference::second})
    if (sign == sign_of(one)) return one;
  return std::nullopt;
}

std::size_t checks_in(const Study& study) {
  return static_cast<std::size_t>(std::ranges::count_if(
      study.pairs, [](const StudyPair& pair) { return pair.check.has_value(); }));
}

std::string_view name_of(StudyKind kind) {
  return kind == StudyKind::preferences ? "preferences" : "intents";
}

std::string question_id(std::size_t index) {
  return "q" + std::to_string(index + 1);
}

std::string study_text(const Study& study) {
  return Writer(study).text();
}

std::vector<std::string_view> language_choices() {
  auto names = mapped(language_files, [](const auto& file) { return file.first; });
  names.push_back(language_of_browser);
  return names;
}

std::string languages_json(std::string_view language) {
  std::string json;
  for (const auto& [name, text] : language_files) {
    if (language != language_of_browser && language != name) continue;
    json += json.empty() ? '{' : ',';
    append_json_string(json, name);
    json.append(":").append(text);
  }
  return json + '}';
}

std::string phrase(std::string_view language, std::string_view key) {
  const std::string_view named = language == language_of_browser ? default_language : language;
  for (const auto& [name, text] : language_files) {
    if (name != named) continue;
    simdjson::dom::parser parser;
    const Location place{std::string(name) + ".json", 0};
    return JsonObject::parse(parser, text, JsonPlace(place)).text(key);
  }
  throw Error("there is no language " + printable(language));
}

std::vector<std::string> phrases(std::string_view language, std::string_view key) {
  if (language != language_of_browser) return {phrase(language, key)};
  return mapped(language_files, [&](const auto& file) { return phrase(file.first, key); });
}

std::string opaque_id(std::span<const std::uint32_t, 4> words) {
  std::string bytes;
  for (int byte = 0; byte < 16; ++byte)
    bytes += static_cast<char>(words[byte / 4] >> byte % 4 * 8 & 0xff);
  std::string text = base64(bytes);
  std::ranges::replace(text, '+', '-');
  std::ranges::replace(text, '/', '_');
  return text.substr(0, text.find('='));
}

std::string random_token() {
  std::array<std::uint32_t, 4> words{};
  if (getentropy(words.data(), sizeof words) != 0)
    throw_system_error("random numbers", "cannot be obtained from the system", "try again later");
  return opaque_id(words);
}

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
    const bool is_file = files::is_regular_file(folder, error);
    throw Error(Error::Kind::system, {folder, 0},
                is_file ? "is a file, not the folder of a study" : "does not contain a study",
                is_file ? "make one of pairs: subintent judge sample --from PAIRS --study FOLDER "
                          "--participants N ..."
                        : "give a folder made by subintent judge");
  }
  return read_study(path);
}

bool write_folder(const std::string& folder) {
  const OpenFile file(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return file >= 0 && (fsync(file) == 0 || errno == EINVAL);  // some have no such thing
}

// A folder for its owner alone that vanishes with this object unless it gets its name.
NewStudyFolder::NewStudyFolder(std::string folder)
    : where_(std::move(folder)), pending_(where_ + ".part-XXXXXX") {
  if (mkdtemp(pending_.data()) == nullptr) fail(where_);
}

NewStudyFolder::NewStudyFolder(const std::string& folder, const Study& study)
    : NewStudyFolder(free_folder(folder)) {
  write(study_file, study_text(study));
  write(links_file, links_text(study));
}

NewStudyFolder::~NewStudyFolder() {
  std::error_code error;
  if (!pending_.empty()) files::remove_all(pending_, error);
}

void NewStudyFolder::write(std::string_view name, std::string_view bytes) const {
  const OpenFile file(
      open(path_in(pending_, name).c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600));
  if (file < 0 || !write_all(file, bytes) || (fsync(file) != 0 && errno != EINVAL))
    fail(path_in(where_, name));
}

void NewStudyFolder::publish() {
  if (!write_folder(pending_)) fail(where_);
  if (rename(pending_.c_str(), where_.c_str()) != 0) {
    require_free_folder(where_);
    fail(where_);
  }
  pending_.clear();
}

}  // namespace subintent::internal
