// The parts of the page, and of a topic: intents, documents, hierarchies and ranked lists as
// numbers that refer to each other.
#pragma once

#include "compare/significance.h"
#include "core/collection/qrels.h"
#include "core/collection/topics.h"
#include "report/charts/svg.h"
#include "report/page/html.h"
#include "report/page/page.h"
#include "report/run_table.h"

namespace subintent::internal {

struct ViewedIntent {
  std::string label, text;  // the text is its description; empty if there is none
  bool navigational = false;
  double probability = 0;
  std::uint32_t relevant = 0;  // documents
  bool is_vital = false;       // of a nugget
};

// A criterion of negative weight, which is no intent.
struct ViewedPenalty {
  std::string label, text;
  double weight = 0;
  std::size_t answers = 0;                // that do it
  std::vector<std::int32_t> grades = {};  // of the answer of each run
};

struct ViewedGrade {
  std::uint32_t intent = 0;  // place in TopicView::intents
  std::int32_t grade = 0;
};

// A document that is relevant, or among the top of a run.
struct ViewedDocument {
  std::string docno;
  std::vector<ViewedGrade> grades;  // above 0, by intent
  double gain = 0;                  // the sum of P(i) g_i, GG of [SakaiSong11 §3.2]
  bool judged = false;
  const DocumentText* text = nullptr;  // null: not known
};

struct ViewedNode {
  std::optional<std::uint32_t> parent;
  std::uint32_t first_layer = 1, layer = 1;  // over which it reaches, dummies above it included
  std::string name;                          // "4.1": the first subintent of intent 4
  // Place in TopicView::intents; none: another node. Of a whole topic, that in the first layer.
  std::optional<std::uint32_t> intent;
  double left = 0, width = 0;  // of its box, as shares of the whole
  double weight = 0;
  std::optional<double> similarity;
  std::vector<std::uint32_t> documents;  // places in TopicView::documents, ascending
  std::string text;  // the description of an intent, else its label, else its characteristic terms
};

// Depth first: parents come before their children, siblings from left to right. Dummies are not
// nodes of their own here: the node that they lead to reaches over their layers.
struct ViewedHierarchy {
  std::string name;
  std::uint32_t layers = 0;
  std::size_t all_nodes = 0;  // with dummies
  std::vector<ViewedNode> nodes;
};

struct TopicView {
  std::string topic;
  std::string query, description;  // empty if not known
  std::vector<ViewedIntent> intents;
  std::vector<ViewedPenalty> penalties;
  std::vector<ViewedDocument> documents;     // relevant ones by docno, then the others by docno
  std::vector<ViewedHierarchy> hierarchies;  // at least one: the intents
  std::vector<std::vector<std::uint32_t>> rankings;  // by run: places in `documents`
};

// Are they of a topic that is judged as a whole?
inline bool are_whole(const std::vector<ViewedIntent>& intents) {
  return intents.size() == 1 && intents[0].label == topic_level_intent;
}

// Makes the views of the topics to report, in parallel.
std::vector<TopicView> view_topics(const PageInput& input);

// The rank at which a ranked list first has a document of each node, from 1; 0: it has none.
std::vector<std::uint32_t> first_ranks(const ViewedHierarchy& hierarchy,
                                       const std::vector<std::uint32_t>& ranking,
                                       std::size_t documents);

// Seen by all sections.
struct PageContext {
  const PageInput& input;
  std::vector<TopicView> topics;
  TestedGroup tested;                       // every two runs; no pairs of one run or one topic
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
  // Two runs by a measure, the first of them first.
  ComparedPair pair(std::size_t m, std::size_t first, std::size_t second) const;
  // Whether some document is judged not relevant, by intent or by topic. Else nobody can tell which
  // documents were judged.
  bool knows_unjudged = false;
  // Whether what is judged are answers, and a run is the answers of one system.
  bool of_answers = false;
};

// Each is in the file of its name, or in other_sections.cpp.
Html runs_section(const PageContext& context);
Html conclusions_section(const PageContext& context);
Html slices_section(const PageContext& context);
Html heat_map_section(const PageContext& context);
Html plot_section(const PageContext& context);
Html measures_section(const PageContext& context);
Html groups_section(const PageContext& context);
Html users_section(const PageContext& context);
Html similarities_section(const PageContext& context);
Html delta_section(const PageContext& context);
Html topics_section(const PageContext& context);
Html provenance_section(const PageContext& context);

// The data of the page for its script: an element that browsers do not show.
Html data_element(const PageContext& context);

// A score as tables have it, and a p-value.
Html score_text(double score);
Html p_text(double p, const TestSettings& test);
Html p_text(double p, double least = 0.0001);  // of a test that is exact
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

// A part to be opened, behind a summary; `attributes` are of the element, each with a blank before
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

// The frame of all pages around their contents: head, policy, style, navigation, script.
struct FramedSection {
  std::string_view id, title;
  Html content;
};

// `said` stands below the headline, `data` before the script; `title` is what the browser calls it.
std::string framed_page(const std::string& headline, const std::string& title, const Html& said,
                        const std::vector<FramedSection>& sections, const Html& data,
                        const std::string& script);

}  // namespace subintent::internal
