// The parts of the page.
#pragma once

#include "compare/significance.h"
#include "report/charts/svg.h"
#include "report/page/html.h"
#include "report/page/page.h"
#include "report/page/page_table.h"
#include "report/page/topic_view.h"
#include "report/run_table.h"

namespace subintent::internal {

// What all sections see.
struct PageContext {
  const PageInput& input;
  std::vector<TopicView> topics;
  TestedGroup tested;                       // every two runs; without pairs where there is one run
  std::vector<DiscriminativePower> powers;  // by measure; none without pairs
  std::vector<std::size_t> shown_runs;      // see page.h
  std::size_t open_topic = 0;               // by whose scores the shown runs differ most

  // In large pages the script makes closed parts and rows only when they are to be seen.
  bool is_large() const;
  // Billionths to which it keeps scores of topics.
  std::int64_t score_unit() const { return is_large() ? 100 : 1; }

  std::size_t runs() const { return input.scores.runs.size(); }
  std::size_t measures() const { return input.scores.measures.size(); }
  const std::string& measure(std::size_t m) const { return input.scores.measures[m].measure; }
  // Whether some document is judged not relevant, by intent or by topic. Else nobody can tell which
  // documents were judged.
  bool knows_unjudged = false;
  // Whether what is judged are answers, and a run is the answers of one system.
  bool of_answers = false;
};

PageContext make_context(const PageInput& input);

struct Section {
  std::string_view id, title;
  // Empty where there is nothing to show.
  Html (*make)(const PageContext& context) = nullptr;
};

// In the order of the page.
std::span<const Section> sections();

// The data of the page for its script: an element that browsers do not show.
Html data_element(const PageContext& context);

// A score as tables have it, and a p-value.
Html score_text(double score);
Html p_text(double p, const TestSettings& test);
Html p_text(double p);  // of a test that is exact
// A number as a pattern of fmt writes it, "{:.3f}"; a dash for none.
Html number_text(const std::optional<double>& value, int digits = 3);
// A difference as tables have it: "+0.0312", and "0" where there is none.
std::string difference_text(double difference);
// An interval as tables have it: "+0.0109 to +0.0427"; its ends may be infinite.
Html interval_text(double low, double high);
// The pair of runs with `run`, which is one of the two, as the first.
ComparedPair from_side_of(const std::string& run, ComparedPair pair);

// The least p-value that is written as a number: 0.0001, or 1 / B of a random test of fewer trials,
// rounded up to four decimals.
double least_p(const TestSettings& test);

// A column for each measure, behind one with the names of rows. Many are upright.
std::vector<PageColumn> measure_columns(const PageContext& context, const char* names);

// What can be opened, behind a summary; `attributes` are of the element, each with a blank before
// it. What is closed of a large page is packed, so that the browser has it when it is opened.
Html folded(const PageContext& context, const Html& attributes, bool open, const Html& summary,
            const Html& content);

// A chart of the program below its title and notes, once for wide screens and once for narrow ones,
// of which the style shows one. Each chart of a page has an id of its own.
template <typename AnyChart>
Html figure(const AnyChart& chart, const std::string& id,
            const std::vector<std::string>& notes = {}) {
  constexpr double wide = 960, narrow = 360;
  Html said = html("{}", chart.title);
  for (const std::string& note : notes) said += html("<br>{}", note);
  return html("<figure class=\"picture\"><figcaption>{}</figcaption>\n{}{}</figure>\n", said,
              Html::trusted(svg_of(chart, SvgFrame{false, id, wide})),
              Html::trusted(svg_of(chart, SvgFrame{false, id + "-narrow", narrow})));
}

// Text that is longer than a name, such as an excerpt: on one line, at most `longest` bytes.
std::string line_of(std::string_view text, std::size_t longest = 300);

// An address that a link may lead to: of the schemes http and https, and without blanks.
bool is_web_address(std::string_view url);

// "A" and "B".
std::string_view letter(std::size_t shown_run);

}  // namespace subintent::internal
