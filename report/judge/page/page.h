// The page on which a participant judges: one HTML file that works with a server, and without.
#pragma once

#include "report/judge/study.h"

namespace subintent::internal {

enum class PageMode {
  server,  // answers go to "answers", beside the page
  file     // the browser keeps them, and saves them as a file
};

// The page of a participant (an index), with all that it shows. Nothing in it names a run or a
// pool, or tells a repeated pair from others. The same study gives the same bytes.
std::string study_page(const Study& study, std::uint32_t participant, PageMode mode);

// The value of the header Content-Security-Policy: what the page is allowed to do.
std::string study_page_policy(StudyKind kind);

// JSON: what is asked of a participant, with the texts of the documents that are shown, in the
// order in which they are, and nothing else.
std::string participant_data(const Study& study, std::uint32_t participant, PageMode mode);

// judge.html, with {{policy}}, {{language}}, {{title}}, {{style}}, {{no_scripts}}, {{words}},
// {{data}} and
// {{script}} where these go; the style; and the script: what all pages share, and that of a kind of
// study.
extern const std::string_view judge_html, judge_css, judge_js, preferences_js, intents_js;

}  // namespace subintent::internal
