#include "report/page/frame.h"

#include "core/io/content.h"
#include "report/charts/svg.h"
#include "report/page/assets.h"

namespace subintent::internal {
namespace {

std::string style() {
  return std::string(page_style) + chart_style();
}

Html head(const std::string& title, const std::string& script) {
  Html head = html(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>{}</title>\n",
      Html::trusted(page_policy(style(), script)), title);
  head += html("<style>{}</style>\n</head>\n", Html::trusted(style()));
  return head;
}

Html navigation(const std::vector<FramedSection>& sections) {
  Html links;
  for (const FramedSection& section : sections)
    links += html("<li><a href=\"#{}\">{}</a>", section.id, section.title);
  return html("<nav aria-label=\"Sections\"><ul>{}</ul></nav>\n", links);
}

}  // namespace

std::string framed_page(const std::string& headline, const std::string& title, const Html& said,
                        const std::vector<FramedSection>& sections, const Html& data,
                        const std::string& script) {
  Html page = head(title, script);
  page += html(
      "<body>\n<a class=\"skip\" href=\"#main\">Skip to the report</a>\n<header>\n"
      "<h1>{}</h1>\n{}{}</header>\n<main id=\"main\">\n",
      headline, said, navigation(sections));
  for (const FramedSection& section : sections) {
    page += html(
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n{2}"
        "</section>\n",
        section.id, section.title, section.content);
  }
  page += html("</main>\n{}<script>{}</script>\n</body>\n</html>\n", data, Html::trusted(script));
  return page.text();
}

}  // namespace subintent::internal
