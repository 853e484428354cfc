#include "judge/page/participant_data.h"

#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "judge/answer.h"
#include "support/json_writer.h"

namespace subintent::internal {
namespace {

class DataWriter {
 public:
  explicit DataWriter(const Study& study) : study_(study) {}

  std::string write(const StudyParticipant& participant, PageMode mode) {
    json_.open('{');
    json_.key("version");
    json_.number(1);
    json_.member("study", study_.id);
    json_.member("mode", mode == PageMode::server ? "server" : "file");
    json_.member("kind", is_of_preferences() ? "preferences" : "intents");
    json_.member("participant", participant.name);
    json_.member("title", study_.title);
    json_.member("instructions", study_.instructions);
    json_.member("language", "en");
    questions();
    json_.key("tasks");
    json_.list(participant.tasks, [&](const StudyTask& shown) { task(shown); });
    json_.key("documents");
    json_.list(shown_, [&](std::uint32_t index) { document(study_.documents[index]); });
    json_.close('}');
    return std::move(json_.out);
  }

 private:
  bool is_of_preferences() const { return study_.kind == StudyKind::preferences; }

  void questions() {
    json_.key("questions");
    json_.open('[');
    for (std::size_t i = 0; i < study_.questions.size(); ++i) {
      json_.open('{');
      json_.member("id", question_id(i));
      json_.member("text", study_.questions[i]);
      json_.close('}');
    }
    json_.close(']');
  }

  void task(const StudyTask& task) {
    json_.open('{');
    json_.member("id", task.id);
    json_.key("session");
    json_.number(task.session);
    is_of_preferences() ? pair(task) : cards(study_.topics[task.item]);
    json_.close('}');
  }

  void pair(const StudyTask& task) {
    const StudyPair& pair = study_.pairs[task.item];
    const StudyList* left = &study_.lists[pair.first];
    const StudyList* right = &study_.lists[pair.second];
    if (task.swapped) std::swap(left, right);
    topic(study_.topics[left->topic]);
    documents("left", left->documents);
    documents("right", right->documents);
  }

  void cards(const StudyTopic& of) {
    topic(of);
    json_.key("cards");
    json_.open('[');
    for (std::size_t i = 0; i < of.cards.size(); ++i) {
      const StudyCard& card = of.cards[i];
      json_.open('{');
      json_.member("id", card_id(i));
      json_.member("label", card.label.empty() ? card.intent : card.label);
      json_.key("terms");
      json_.list(card.terms, [&](const std::string& term) { json_.text(term); });
      documents("documents", card.documents);
      json_.close('}');
    }
    json_.close(']');
  }

  void topic(const StudyTopic& topic) {
    json_.key("topic");
    json_.open('{');
    json_.member("number", topic.number);
    json_.member("query", topic.query);
    json_.member("description", topic.description);
    json_.close('}');
  }

  // Numbered as they are first shown: their order in the study could tell something.
  void documents(std::string_view key, std::span<const std::uint32_t> indices) {
    json_.key(key);
    json_.list(indices, [&](std::uint32_t index) {
      const auto [at, is_new] = places_.emplace(index, shown_.size());
      if (is_new) shown_.push_back(index);
      json_.number(at->second);
    });
  }

  void document(const StudyDocument& document) {
    const DocumentText& text = document.text;
    json_.open('{');
    json_.member("title", text.title.empty() ? document.docno : text.title);
    json_.member("url", text.url);
    json_.member("excerpt", text.excerpt);
    json_.close('}');
  }

  const Study& study_;
  JsonWriter json_;
  std::vector<std::uint32_t> shown_;  // indices of Study::documents
  std::unordered_map<std::uint32_t, std::size_t> places_;
};

}  // namespace

std::string participant_data(const Study& study, std::uint32_t participant, PageMode mode) {
  return DataWriter(study).write(study.participants[participant], mode);
}

}  // namespace subintent::internal
