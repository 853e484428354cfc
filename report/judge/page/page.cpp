#include "report/judge/page/page.h"

#include <charconv>
#include <unordered_map>

#include "core/base/utf8.h"
#include "core/io/encode.h"
#include "core/io/json.h"
#include "report/judge/answer.h"
#include "report/judge/study.h"
#include "report/page/html.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t title_limit = 60;  // of one made of an excerpt, in characters

bool is_letter_or_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z');
}

// Such a docno is a word, or a number, like any other, and tells nothing.
bool is_plain_word(std::string_view docno) {
  constexpr std::size_t longest = 3;
  return docno.size() <= longest && std::ranges::all_of(lowered(docno), is_letter_or_digit);
}

// The text with an ellipsis for each place where the docno stands, whatever the case of letters,
// but not as part of a longer word.
std::string without_docno(std::string_view text, std::string_view docno) {
  std::string shown(text);
  if (is_plain_word(docno)) return shown;
  const std::string what = lowered(docno);
  std::string in = lowered(text);
  for (std::size_t at = 0; (at = in.find(what, at)) != std::string::npos;) {
    const std::size_t end = at + what.size();
    const bool begins = at == 0 || !is_letter_or_digit(in[at - 1]);
    if (begins && (end == in.size() || !is_letter_or_digit(in[end]))) {
      shown.replace(at, what.size(), "\u2026");
      in.replace(at, what.size(), "\u2026");
    } else {
      ++at;
    }
  }
  return shown;
}

// With each %XX as the byte that it stands for.
std::string percent_decoded(std::string_view url) {
  std::string bytes;
  for (std::size_t i = 0; i < url.size(); ++i) {
    unsigned byte = 0;
    const char* const digits = url.data() + i + 1;
    const bool is_coded = url[i] == '%' && i + 2 < url.size() &&
                          std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
    bytes += is_coded ? static_cast<char>(byte) : url[i];
    if (is_coded) i += 2;
  }
  return bytes;
}

bool tells_docno(const std::string& url, const std::string& docno) {
  const std::string decoded = percent_decoded(url);
  return without_docno(url, docno) != url || without_docno(decoded, docno) != decoded;
}

class DataWriter {
 public:
  explicit DataWriter(const Study& study) : study_(study) {}

  std::string write(const StudyParticipant& participant, PageMode mode) {
    json_.open('{');
    json_.member("version", 1);
    json_.member("study", study_.id);
    json_.member("mode", mode == PageMode::server ? "server" : "file");
    json_.member("kind", is_of_preferences() ? "preferences" : "intents");
    json_.member("participant", participant.name);
    // The browser keeps data of this page under this name: other pages of the same website, or of
    // other participants, cannot guess it. It tells nothing about the token.
    json_.member("storage", hex(sha256(study_.id + "/" + participant.token)).substr(0, 32));
    json_.member("title", study_.title);
    json_.member("instructions", study_.instructions);
    // The language of the study's texts, which is unknown if the browser chooses.
    json_.member("language", study_.language == language_of_browser ? "" : study_.language);
    if (!study_.consent.empty()) json_.member("consent", study_.consent);
    questions();
    json_.member("tasks", participant.tasks, [&](const StudyTask& shown) { task(shown); });
    json_.member("documents", shown_, [&](std::uint32_t i) { document(study_.documents[i]); });
    json_.close('}');
    return std::move(json_.out);
  }

 private:
  bool is_of_preferences() const { return study_.kind == StudyKind::preferences; }

  void questions() {
    std::size_t number = 0;
    json_.member("questions", study_.questions, [&](const std::string& text) {
      json_.within("{}", [&] {
        json_.member("id", question_id(number++));
        json_.member("text", text);
      });
    });
  }

  void task(const StudyTask& task) {
    json_.open('{');
    json_.member("id", task.id);
    json_.member("session", task.session);
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
    std::size_t number = 0;
    json_.member("cards", of.cards, [&](const StudyCard& card) {
      json_.within("{}", [&] {
        json_.member("id", card_id(number++));
        json_.member("label", card.label.empty() ? card.intent : card.label);
        json_.member("terms", card.terms);
        documents("documents", card.documents);
      });
    });
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
    json_.member(key, indices, [&](std::uint32_t index) {
      const auto [at, is_new] = places_.emplace(index, shown_.size());
      if (is_new) shown_.push_back(index);
      json_.number(at->second);
    });
  }

  // A docno stays here: those of some collections tell where a run ranked the document.
  void document(const StudyDocument& shown) {
    const auto& [docno, text] = shown;
    const std::string url = tells_docno(text.url, docno) ? "" : text.url;
    const auto [title, excerpt] = title_and_excerpt(docno, text);
    json_.open('{');
    json_.member("title", title);
    json_.member("url", url);
    json_.member("excerpt", excerpt);
    json_.close('}');
  }

  // Without a title, the first words of the excerpt are one, and do not stand in it again. Where it
  // is empty the page shows the address, or else the place of the document among them.
  static std::pair<std::string, std::string> title_and_excerpt(const std::string& docno,
                                                               const DocumentText& text) {
    const std::string title = text.title == docno ? "" : without_docno(text.title, docno);
    const std::string excerpt = without_docno(text.excerpt, docno);
    if (!title.empty() && title != "\u2026") return {title, excerpt};
    const std::string words = one_line(excerpt, title_limit);
    if (words.size() >= excerpt.size()) return {words, ""};
    const std::string_view rest = trim(std::string_view(excerpt).substr(words.size()));
    return {words + "\u2026", "\u2026" + std::string(rest)};
  }

  const Study& study_;
  JsonWriter json_;
  std::vector<std::uint32_t> shown_;  // indices of Study::documents
  std::unordered_map<std::uint32_t, std::size_t> places_;
};

std::string script(StudyKind kind) {
  return std::string(judge_js).append(kind == StudyKind::preferences ? preferences_js : intents_js);
}

// The policy also holds for a page without a server, which asks nobody.
std::string policy(StudyKind kind) {
  return page_policy(judge_css, script(kind)) + "; connect-src 'self'";
}

// The text with each {{name}} replaced by the value of that name. Values are not searched.
std::string filled(std::string_view text,
                   const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::string out;
  for (std::size_t open; (open = text.find("{{")) != std::string_view::npos;) {
    const std::size_t end = text.find("}}", open);
    const std::string_view name = text.substr(open + 2, end - open - 2);
    out += text.substr(0, open);
    for (const auto& [known, value] : values)
      if (known == name) out += value;
    text.remove_prefix(end + 2);
  }
  return out.append(text);
}

}  // namespace

std::string participant_data(const Study& study, std::uint32_t participant, PageMode mode) {
  return DataWriter(study).write(study.participants[participant], mode);
}

std::string study_page_policy(StudyKind kind) {
  return policy(kind) + "; frame-ancestors 'none'";  // which is not heard inside a page
}

std::string study_page(const Study& study, std::uint32_t participant, PageMode mode) {
  std::string no_scripts;
  for (const std::string& text : phrases(study.language, "page.no_scripts"))
    no_scripts += "<p class=\"message\">" + html_text(text) + "</p>";
  const bool is_fixed = study.language != language_of_browser;
  return filled(judge_html,
                {{"policy", policy(study.kind)},
                 {"language", is_fixed ? study.language : std::string(default_language)},
                 {"no_scripts", no_scripts},
                 {"words", safe_in_element(languages_json(study.language))},
                 {"title", html_text(study.title)},
                 {"style", std::string(judge_css)},
                 {"data", safe_in_element(participant_data(study, participant, mode))},
                 {"script", script(study.kind)}});
}

}  // namespace subintent::internal
