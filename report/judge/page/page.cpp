#include "report/judge/page/page.h"

#include "report/judge/language.h"
#include "report/judge/page/assets.h"
#include "report/judge/page/participant_data.h"
#include "report/page/html.h"

namespace subintent::internal {
namespace {

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
