#include "report/judge/study.h"

#include "core/io/json.h"
#include "report/judge/language.h"

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

}  // namespace subintent::internal
