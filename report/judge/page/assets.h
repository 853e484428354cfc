// The files that pages are made of, as the build has put the files of this folder into the library.
#pragma once

#include <string_view>

namespace subintent::internal {

// judge.html, with {{policy}}, {{language}}, {{title}}, {{style}}, {{no_scripts}}, {{words}},
// {{data}} and
// {{script}} where these go; the style; and the script: what all pages share, and that of a kind of
// study.
extern const std::string_view judge_html, judge_css, judge_js, preferences_js, intents_js;

}  // namespace subintent::internal
