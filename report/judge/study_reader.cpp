// Reading a study: the parser is the checker.
#include <fmt/format.h>

#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/base/strings.h"
#include "core/io/input_file.h"
#include "core/io/json_object.h"
#include "report/judge/study.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t shortest_token = 16;

// Names and their places in a list.
using Places = std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>>;

// A participant's way through the pairs.
class Way {
 public:
  // Adds the next task, and says what is wrong with it, or nothing.
  std::optional<std::string> add(const StudyTask& task, const char* item) {
    if (task.session < session_) return "returns to session " + std::to_string(task.session);
    session_ = task.session;
    const auto [first, is_new] = first_.try_emplace(task.item, &task);
    if (is_new && !task.repeat) return std::nullopt;
    const std::string which = fmt::format("{} {}", item, task.item + 1);
    if (is_new) return fmt::format("repeats {}, which did not come before", which);
    if (!task.repeat) return fmt::format("has {} twice", which);
    if (first->second->swapped == task.swapped) return fmt::format("repeats {} unchanged", which);
    if (!repeated_.insert(task.item).second) return fmt::format("repeats {} twice", which);
    return std::nullopt;
  }

 private:
  std::uint32_t session_ = 1;
  std::unordered_map<std::uint32_t, const StudyTask*> first_;  // by item
  std::unordered_set<std::uint32_t> repeated_;
};

class Reader {
 public:
  explicit Reader(const Source& source) : lines_(source) {}

  Study read() {
    std::string_view text;
    while (lines_.next(text))
      if (!trim(text).empty()) read_line(text);
    check_whole();
    return std::move(study_);
  }

 private:
  bool has_preferences() const { return study_.kind == StudyKind::preferences; }

  [[noreturn]] void fail(const std::string& what, const std::string& advice = {}) const {
    throw Error(lines_.location(), what, advice);
  }

  void read_line(std::string_view text) {
    const Location where = lines_.location();
    const JsonObject fields = JsonObject::parse(parser_, text, JsonPlace(where));
    fields.require_once();
    if (!has_head_)
      read_head(fields);
    else if (fields.has("document"))
      read_document(fields);
    else if (fields.has("topic"))
      read_topic(fields);
    else if (fields.has("list") && has_preferences())
      read_list(fields);
    else if (fields.has("pair") && has_preferences())
      read_pair(fields);
    else if (fields.has("participant"))
      read_participant(fields);
    else
      fail("is not part of a study of " + std::string(name_of(study_.kind)));
  }

  void read_head(const JsonObject& fields) {
    if (!fields.has("study"))
      fail("is not the head of a study", "give a file written by subintent judge");
    has_head_ = true;
    study_.id = opaque(fields, "study");
    constexpr std::uint64_t any = UINT32_MAX;
    if (fields.number("version", 1, any) != study_version)
      fail("was made by another version of subintent", "make a new study, or use that version");
    read_kind(fields.text("kind"));
    study_.title = fields.text("title");
    study_.instructions = fields.text("instructions");
    if (fields.has("consent")) study_.consent = fields.text("consent");
    if (fields.has("language")) read_language(fields.text("language"));
    study_.questions = fields.texts("questions");
    study_.cutoff = static_cast<std::uint32_t>(fields.number("cutoff", 1, any));
    study_.relevant_only = fields.flag("relevant_only");
    study_.seed = fields.number("seed", 0, UINT64_MAX);
    if (has_preferences() == study_.questions.empty())
      fail(has_preferences() ? "has no questions" : "has questions, but is not about lists");
  }

  void read_kind(const std::string& name) {
    for (const StudyKind kind : {StudyKind::preferences, StudyKind::intents}) {
      if (name != name_of(kind)) continue;
      study_.kind = kind;
      return;
    }
    fail("unknown kind '" + printable(name) + "'");
  }

  void read_language(const std::string& name) {
    const std::vector<std::string_view> known = language_choices();
    if (std::ranges::find(known, name) == known.end()) {
      fail("unknown language '" + printable(name) + "'",
           "use the version of subintent that made the study");
    }
    study_.language = name;
  }

  void read_document(const JsonObject& fields) {
    study_.documents.push_back(
        {new_name(fields, "document", documents_),
         {fields.text("title"), fields.text("url"), fields.text("excerpt")}});
  }

  void read_topic(const JsonObject& fields) {
    StudyTopic topic{
        new_name(fields, "topic", topics_), fields.text("query"), fields.text("description"), {}};
    if (!has_preferences()) topic.cards = cards(fields);
    study_.topics.push_back(std::move(topic));
  }

  std::vector<StudyCard> cards(const JsonObject& fields) const {
    std::vector<StudyCard> cards;
    Places intents;
    for (const JsonObject& card : fields.objects("cards")) {
      cards.push_back({new_name(card, "intent", intents), card.text("label"), card.texts("terms"),
                       documents(card)});
    }
    if (cards.size() < 2) fail("has fewer than two cards: there is nothing to group");
    return cards;
  }

  // Each once.
  std::vector<std::uint32_t> documents(const JsonObject& fields) const {
    std::vector<std::uint32_t> documents;
    std::unordered_set<std::uint32_t> met;
    for (const std::string& docno : fields.texts("documents")) {
      documents.push_back(place_of("document", docno, documents_));
      if (!met.insert(documents.back()).second) fail("has document " + printable(docno) + " twice");
    }
    return documents;
  }

  void read_list(const JsonObject& fields) {
    StudyList list{checked_name("list", fields.text("list")),
                   place_of("topic", fields.text("of"), topics_), documents(fields)};
    if (list.documents.size() > study_.cutoff) {
      fail(fmt::format("has {} documents, more than the cutoff {}", list.documents.size(),
                       study_.cutoff));
    }
    const auto place = static_cast<std::uint32_t>(study_.lists.size());
    if (!lists_.emplace(std::pair(list.topic, list.run), place).second) {
      fail(fmt::format("list {} of topic {} is listed twice", printable(list.run),
                       printable(study_.topics[list.topic].number)));
    }
    study_.lists.push_back(std::move(list));
  }

  void read_pair(const JsonObject& fields) {
    const std::vector<std::string> runs = fields.texts("pair");
    if (runs.size() != 2) fail("\"pair\" is not two runs");
    const std::uint32_t topic = place_of("topic", fields.text("of"), topics_);
    StudyPair pair{list_of(topic, runs[0]), list_of(topic, runs[1]),
                   checked_name("pool", fields.text("pool"))};
    if (fields.has("check")) {
      pair.check = preference_of(fields.text("check"));
      if (!pair.check) fail("\"check\" is none of <, = and >");
    }
    if (pair.first == pair.second) fail("is a pair of one run with itself");
    if (!pairs_.emplace(std::min(pair.first, pair.second), std::max(pair.first, pair.second))
             .second) {
      fail(fmt::format("the pair of {} and {} is listed twice for topic {}", printable(runs[0]),
                       printable(runs[1]), printable(study_.topics[topic].number)));
    }
    study_.pairs.push_back(pair);
  }

  std::uint32_t list_of(std::uint32_t topic, const std::string& run) const {
    const auto list = lists_.find({topic, run});
    if (list == lists_.end()) {
      fail(fmt::format("there is no list {} of topic {} above", printable(run),
                       printable(study_.topics[topic].number)));
    }
    return list->second;
  }

  void read_participant(const JsonObject& fields) {
    StudyParticipant participant{
        new_name(fields, "participant", participants_), opaque(fields, "token"), {}};
    if (participant.token.size() < shortest_token)
      fail(fmt::format("the token is shorter than {} characters", shortest_token));
    if (!tokens_.insert(participant.token).second) fail("the token is listed twice");
    const std::vector<JsonObject> tasks = fields.objects("tasks");
    participant.tasks.reserve(tasks.size());  // the way points into it
    Way way;
    for (const JsonObject& task : tasks) {
      participant.tasks.push_back(read_task(task));
      const auto fault = way.add(participant.tasks.back(), has_preferences() ? "pair" : "topic");
      if (fault) fail("task " + participant.tasks.back().id + " " + *fault);
    }
    study_.participants.push_back(std::move(participant));
  }

  StudyTask read_task(const JsonObject& fields) {
    const std::size_t items = has_preferences() ? study_.pairs.size() : study_.topics.size();
    StudyTask task;
    task.id = opaque(fields, "id");
    if (!study_.consent.empty() && task.id == consent_name) fail("the id of a task is " + task.id);
    if (!tasks_.insert(task.id).second) fail("task " + task.id + " is listed twice");
    if (items == 0) fail(has_preferences() ? "there is no pair above" : "there is no topic above");
    task.item = static_cast<std::uint32_t>(fields.number("item", 1, items) - 1);
    task.session = static_cast<std::uint32_t>(fields.number("session", 1, UINT32_MAX));
    if (has_preferences()) {
      task.swapped = fields.flag("swapped");
      task.repeat = fields.flag("repeat");
    }
    return task;
  }

  void check_whole() const {
    const auto missing = [&](const char* what) {
      throw Error(Location{lines_.name(), 0}, std::string("has no ") + what,
                  "give a file written by subintent judge");
    };
    if (!has_head_) missing("study");
    if (has_preferences() && study_.pairs.empty()) missing("pairs");
    if (!has_preferences() && study_.topics.empty()) missing("topics");
    if (study_.participants.empty()) missing("participants");
  }

  std::string checked_name(const char* what, std::string name) const {
    if (const auto defect = docno_defect(name))
      fail(fmt::format("the {} '{}' {}", what, printable(name), *defect));
    return name;
  }

  // A name that is not in `places`, and now is.
  std::string new_name(const JsonObject& fields, const char* what, Places& places) const {
    std::string name = checked_name(what, fields.text(what));
    const auto place = static_cast<std::uint32_t>(places.size());
    if (!places.emplace(name, place).second)
      fail(fmt::format("{} {} is listed twice", what, printable(name)));
    return name;
  }

  std::uint32_t place_of(const char* what, std::string_view name, const Places& places) const {
    const auto place = places.find(name);
    if (place == places.end()) fail(fmt::format("there is no {} {} above", what, printable(name)));
    return place->second;
  }

  // Letters, digits, - and _: fit for an address.
  std::string opaque(const JsonObject& fields, const char* what) const {
    std::string text = fields.text(what);
    const bool fits = std::ranges::all_of(
        text, [](char c) { return is_digit(c) || is_letter(c) || c == '-' || c == '_'; });
    if (text.empty() || !fits)
      fail(fmt::format("\"{}\" is not made of letters, digits, - and _", what));
    return text;
  }

  LineReader lines_;
  simdjson::dom::parser parser_;
  Study study_;
  bool has_head_ = false;
  Places documents_, topics_, participants_;
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> lists_;  // by topic and run
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs_;               // lists, the lower first
  std::unordered_set<std::string> tokens_, tasks_;
};

}  // namespace

Study read_study(const Source& source) {
  return Reader(source).read();
}

}  // namespace subintent::internal
