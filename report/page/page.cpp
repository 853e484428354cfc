#include "report/page/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compare/tested_pairs.h"
#include "core/base/base64.h"
#include "core/io/deflate.h"
#include "report/page/assets.h"
#include "report/page/frame.h"
#include "report/page/section.h"
#include "subintent/program.h"

namespace subintent::internal {

// Each is defined in the file of its name.
Html runs_section(const PageContext& context);
Html conclusions_section(const PageContext& context);
Html heat_map_section(const PageContext& context);
Html plot_section(const PageContext& context);
Html measures_section(const PageContext& context);
Html groups_section(const PageContext& context);
Html users_section(const PageContext& context);
Html similarities_section(const PageContext& context);
Html delta_section(const PageContext& context);
Html topics_section(const PageContext& context);
Html provenance_section(const PageContext& context);

namespace {

constexpr Section all_sections[] = {
    {"runs", "Runs by measures", runs_section},
    {"conclusions", "How far do these conclusions hold?", conclusions_section},
    {"heat-map", "Topics by runs", heat_map_section},
    {"plot", "One measure against another", plot_section},
    {"measures", "Measures", measures_section},
    {"groups", "Groups of documents", groups_section},
    {"users", "User preferences", users_section},
    {"similarities", "Similarities of relevant documents", similarities_section},
    {"delta", "Cutoffs of pruning", delta_section},
    {"topics", "Topics", topics_section},
    {"provenance", "Provenance", provenance_section},
};

std::vector<FramedSection> make_sections(const PageContext& context) {
  std::vector<FramedSection> made;
  for (const Section& section : sections()) {
    Html content = section.make(context);
    if (!content.empty()) made.push_back({section.id, section.title, std::move(content)});
  }
  return made;
}

std::string summary(const PageContext& context) {
  return fmt::format("{}, {}, {}", count_of(context.runs(), "run"),
                     count_of(context.topics.size(), "topic"),
                     count_of(context.measures(), "measure"));
}

// How large a page is that states its own size. The number of its digits settles at once, or goes
// up by one.
std::string with_size(const std::string& before, const std::string& after) {
  const auto number = [](std::size_t size) { return fmt::format("{:.2f} MB", double(size) / 1e6); };
  std::string text;
  for (int round = 0; round < 3; ++round) {
    text = number(before.size() + text.size() + after.size());
  }
  return before + text + after;
}

}  // namespace

std::span<const Section> sections() {
  return all_sections;
}

Html score_text(double score) {
  return html("{:.4f}", score);
}

double least_p(const TestSettings& test) {
  constexpr double steps = 10000;
  if (!test.test->is_random()) return 1 / steps;
  return std::max(1.0, std::ceil(steps / static_cast<double>(test.trials))) / steps;
}

namespace {

Html p_at_least(double p, double least) {
  if (p >= 0.0001) return html("{:.4f}", p);
  const std::string text = fmt::format("{:.4f}", least);
  return html("&lt; {}", text.starts_with('0') ? text.substr(1) : text);
}

}  // namespace

Html p_text(double p, const TestSettings& test) {
  return p_at_least(p, least_p(test));
}

Html p_text(double p) {
  return p_at_least(p, 0.0001);
}

std::string difference_text(double difference) {
  if (difference == 0) return "0";
  const std::string text = fmt::format("{:+.4f}", difference);
  return text == "+0.0000" || text == "-0.0000" ? "0.0000" : text;  // less than it shows
}

Html interval_text(double low, double high) {
  const auto end = [](double value) {  // one that is shown as zero has no sign
    return std::isfinite(value) ? difference_text(std::nearbyint(value * 1e4) / 1e4)
                                : std::string(value < 0 ? "−∞" : "∞");
  };
  return html("{} to {}", end(low), end(high));
}

ComparedPair from_side_of(const std::string& run, ComparedPair pair) {
  if (pair.run1 == run) return pair;
  std::swap(pair.run1, pair.run2);
  std::swap(pair.mean1, pair.mean2);
  std::swap(pair.wins, pair.losses);
  std::swap(pair.low, pair.high);
  for (double* const value : {&pair.low, &pair.high, &pair.difference, &pair.effect_size}) {
    *value = -*value;
  }
  return pair;
}

std::string line_of(std::string_view text, std::size_t longest) {
  return printable(text, longest);
}

bool is_web_address(std::string_view url) {
  const std::string scheme = lowered(url.substr(0, 8));
  return (scheme.starts_with("http://") || scheme == "https://") &&
         url.find_first_of(" \t\r\n\"<>\\^`{|}") == url.npos;
}

std::string_view letter(std::size_t shown_run) {
  return shown_run == 0 ? "A" : "B";
}

Html table(const Html& caption, const Html& head, const Html& rows, std::string_view id,
           std::string_view kind) {
  const Html name = id.empty() ? Html() : html(" id=\"{}\"", id);
  const Html more = kind.empty() ? Html() : html(" {}", kind);
  return html(
      "<figure class=\"numbers\"><figcaption>{}</figcaption>\n<div class=\"wide\" "
      "tabindex=\"0\"><table class=\"sortable{}\"{}>\n<thead><tr>{}</thead>\n"
      "<tbody>{}</tbody></table></div></figure>\n",
      caption, more, name, head, rows);
}

Html measure_heads(const PageContext& context) {
  constexpr std::size_t most_level = 8;
  const bool turned = context.measures() > most_level;
  Html heads;
  for (std::size_t m = 0; m < context.measures(); ++m) {
    const Html name = html_name(context.measure(m));
    heads += turned ? html("<th scope=\"col\" class=\"n turned\"><span>{}</span>", name)
                    : html("<th scope=\"col\" class=\"n\">{}", name);
  }
  return heads;
}

bool PageContext::is_large() const {
  constexpr std::size_t most_topics = 100, most_cells = 10'000;
  return topics.size() > most_topics || topics.size() * runs() > most_cells;
}

Html folded(const PageContext& context, const Html& attributes, bool open, const Html& summary,
            const Html& content) {
  if (open || !context.is_large()) {
    return html("<details{}{}><summary>{}</summary>\n{}</details>\n", attributes,
                open ? " open" : "", summary, content);
  }
  const std::string& text = content.text();
  return html("<details{} data-size=\"{}\" data-kept=\"{}\"><summary>{}</summary>\n</details>\n",
              attributes, text.size(), base64(deflated(text)), summary);
}

Html numbers(std::string_view summary, const Html& table) {
  return html("<details><summary>{}</summary>\n{}</details>\n", summary, table);
}

std::vector<std::size_t> shown_runs(const ScoreGroup& scores) {
  const std::vector<double> means = scores.measures[0].means();
  std::vector<std::size_t> order(means.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const double sign = scores.measures[0].sign();
  std::ranges::stable_sort(
      order, [&](std::size_t a, std::size_t b) { return sign * means[a] > sign * means[b]; });
  order.resize(std::min<std::size_t>(order.size(), 2));
  return order;
}

namespace {

// The topic by whose scores the two shown runs differ most; the first one without two runs.
std::size_t most_telling_topic(const ScoreMatrix& scores, std::span<const std::size_t> runs) {
  std::size_t found = 0;
  double largest = 0;
  for (std::size_t topic = 0; runs.size() > 1 && topic < scores.topics; ++topic) {
    const double difference = std::fabs(scores.at(topic, runs[0]) - scores.at(topic, runs[1]));
    if (difference <= largest) continue;
    largest = difference;
    found = topic;
  }
  return found;
}

// What is not there without the script, of a large page.
Html script_needed(const PageContext& context) {
  if (!context.is_large()) return {};
  return html(
      "<noscript><p class=\"panel\">This report is large. Without JavaScript, it does not show "
      "topics "
      "by runs, nor what is closed.</p></noscript>\n");
}

// What people should know before they read on.
// What most readers come for: which run is best by the first measure, how sure that is, and a topic
// to look at.
Html answer(const PageContext& context) {
  if (context.tested.pairs.empty()) return {};
  const ScoreGroup& scores = context.input.scores;
  const std::string& best = scores.runs[context.shown_runs[0]];
  const std::string& next = scores.runs[context.shown_runs[1]];
  const auto pairs = context.tested.by_measure(0);
  const auto against_next = std::ranges::find_if(pairs, [&](const ComparedPair& pair) {
    return std::minmax(pair.run1, pair.run2) == std::minmax(best, next);
  });
  const ComparedPair pair = from_side_of(best, *against_next);
  const bool is_low = scores.measures[0].lower_is_better;
  const auto beaten = std::ranges::count(pairs, best, &ComparedPair::winner);
  return html(
      "<p class=\"panel\">By {}, <strong>{}</strong> has the {} mean, {:.4f} over {}. It is "
      "significantly better than {} of {}, {} than <strong>{}</strong>, the next: the difference "
      "is {}, its interval {}. The two differ most in <a href=\"#topic-{}\">topic {}</a>.</p>\n",
      html_name(context.measure(0)), html_name(best), is_low ? "lowest" : "highest", pair.mean1,
      count_of(pair.topics, "topic"), beaten, count_of(context.runs() - 1, "other run"),
      pair.winner == best ? "also" : "not", html_name(next), difference_text(pair.difference),
      interval_text(pair.low, pair.high), context.open_topic + 1,
      html_name(context.topics[context.open_topic].topic));
}

Html first_remarks(const Remarks& remarks) {
  const Warnings all = remarks.all();
  if (all.empty()) return {};
  const Html rest = all.size() == 1 ? Html()
                                    : html("<a href=\"#remarks\"> and {}</a>",
                                           count_of(all.size() - 1, "more warning"));
  return html("<p class=\"panel\"><strong>Warning</strong>: {}{}</p>\n",
              line_of(remark_text(all[0]), 1000), rest);
}

}  // namespace

PageContext make_context(const PageInput& input) {
  PageContext context{input, view_topics(input), {}, {}, shown_runs(input.scores)};
  const Judgments& judgments = *input.data->judgments;
  context.knows_unjudged =
      names_nonrelevant(judgments.diversity) || names_nonrelevant(judgments.adhoc);
  context.of_answers = judgments.of_answers.value_or(false);
  context.open_topic = most_telling_topic(input.scores.measures[0], context.shown_runs);
  TestedGroup& tested = context.tested;
  tested.group = &input.scores;
  tested.pairs = all_pairs(input.scores.runs.size());
  tested.settings = input.test;
  tested.comparison = input.comparison;
  if (tested.pairs.empty()) return context;
  tested.compared = compare_pairs(input.scores, 1, tested.pairs, input.test, input.comparison);
  context.powers =
      measure_powers(input.scores.measure_names(),
                     discriminative_powers({input.scores}, input.test, Correction::none));
  return context;
}

std::string report_page(const PageInput& input) {
  const PageContext context = make_context(input);
  // Which no text has, see html_text().
  constexpr char size_here = '\x01';
  Html said = html("<p>{}. Made by subintent {}; this file has {}.</p>\n", summary(context),
                   input.version, Html::trusted(std::string(1, size_here)));
  said += answer(context);
  said += first_remarks(input.remarks);
  said += script_needed(context);
  const std::string page =
      framed_page("Evaluation report", "Report: " + summary(context), said, make_sections(context),
                  data_element(context), std::string(tables_script) + std::string(page_script));
  const std::size_t at = page.find(size_here);
  return with_size(page.substr(0, at), page.substr(at + 1));
}

}  // namespace subintent::internal
