#include "judge/study.h"

#include "support/json.h"

namespace subintent::internal {
namespace {

constexpr std::string_view end_of_line = "}\n", end_of_member = "}";

// An object, member by member; it ends where its scope does.
class JsonWriter {
 public:
  JsonWriter(std::string& out, std::string_view end) : out_(out), end_(end) { out_ += '{'; }
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;
  ~JsonWriter() { out_ += end_; }

  void text(std::string_view name, std::string_view value) {
    begin(name);
    append_json_string(out_, value);
  }
  void number(std::string_view name, std::uint64_t value) {
    begin(name);
    out_ += std::to_string(value);
  }
  void flag(std::string_view name, bool value) {
    begin(name);
    out_ += value ? "true" : "false";
  }
  // write(one) appends what stands for it.
  template <typename Values, typename Write>
  void array(std::string_view name, const Values& values, Write write) {
    begin(name);
    out_ += '[';
    bool is_first = true;
    for (const auto& value : values) {
      if (!is_first) out_ += ',';
      is_first = false;
      write(value);
    }
    out_ += ']';
  }
  void texts(std::string_view name, const std::vector<std::string>& values) {
    array(name, values, [&](const std::string& value) { append_json_string(out_, value); });
  }

 private:
  void begin(std::string_view name) {
    if (!is_first_) out_ += ',';
    is_first_ = false;
    append_json_string(out_, name);
    out_ += ':';
  }

  std::string& out_;
  std::string_view end_;
  bool is_first_ = true;
};

class Writer {
 public:
  explicit Writer(const Study& study) : study_(study) {}

  std::string text() {
    write_head();
    for (const StudyDocument& document : study_.documents) write(document);
    for (const StudyTopic& topic : study_.topics) write(topic);
    for (const StudyList& list : study_.lists) write(list);
    for (const StudyPair& pair : study_.pairs) write(pair);
    for (const StudyParticipant& participant : study_.participants) write(participant);
    return std::move(out_);
  }

 private:
  bool has_preferences() const { return study_.kind == StudyKind::preferences; }

  void write_head() {
    JsonWriter line(out_, end_of_line);
    line.text("study", study_.id);
    line.number("version", study_version);
    line.text("kind", name_of(study_.kind));
    line.text("title", study_.title);
    line.text("instructions", study_.instructions);
    line.texts("questions", study_.questions);
    line.number("cutoff", study_.cutoff);
    line.flag("relevant_only", study_.relevant_only);
    line.number("seed", study_.seed);
  }

  void write(const StudyDocument& document) {
    JsonWriter line(out_, end_of_line);
    line.text("document", document.docno);
    line.text("title", document.text.title);
    line.text("url", document.text.url);
    line.text("excerpt", document.text.excerpt);
  }

  void write(const StudyTopic& topic) {
    JsonWriter line(out_, end_of_line);
    line.text("topic", topic.number);
    line.text("query", topic.query);
    line.text("description", topic.description);
    if (!has_preferences()) {
      line.array("cards", topic.cards, [&](const StudyCard& card) { write(card); });
    }
  }

  void write(const StudyCard& card) {
    JsonWriter member(out_, end_of_member);
    member.text("intent", card.intent);
    member.text("label", card.label);
    member.texts("terms", card.terms);
    write_docnos(member, card.documents);
  }

  void write(const StudyList& list) {
    JsonWriter line(out_, end_of_line);
    line.text("list", list.run);
    line.text("of", study_.topics[list.topic].number);
    write_docnos(line, list.documents);
  }

  void write(const StudyPair& pair) {
    JsonWriter line(out_, end_of_line);
    const StudyList &first = study_.lists[pair.first], &second = study_.lists[pair.second];
    line.texts("pair", {first.run, second.run});
    line.text("of", study_.topics[first.topic].number);
    line.text("pool", pair.pool);
  }

  void write(const StudyParticipant& participant) {
    JsonWriter line(out_, end_of_line);
    line.text("participant", participant.name);
    line.text("token", participant.token);
    line.array("tasks", participant.tasks, [&](const StudyTask& task) { write(task); });
  }

  void write(const StudyTask& task) {
    JsonWriter member(out_, end_of_member);
    member.text("id", task.id);
    member.number("session", task.session);
    member.number("item", task.item + std::uint64_t{1});
    if (!has_preferences()) return;
    member.flag("swapped", task.swapped);
    member.flag("repeat", task.repeat);
  }

  void write_docnos(JsonWriter& object, const std::vector<std::uint32_t>& documents) {
    object.array("documents", documents, [&](std::uint32_t document) {
      append_json_string(out_, study_.documents[document].docno);
    });
  }

  const Study& study_;
  std::string out_;
};

}  // namespace

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
