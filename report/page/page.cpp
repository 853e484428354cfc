#include "report/page/page.h"

#include <fmt/format.h>

#include <cmath>

#include "compare/significance.h"
#include "core/io/content.h"
#include "core/io/encode.h"
#include "evaluate/measure.h"
#include "report/charts/svg.h"
#include "report/page/html.h"
#include "report/page/section.h"
#include "subintent/program.h"

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

struct Section {
  std::string_view id, title;
  Html (*make)(const PageContext& context);  // empty where there is nothing to show
};

// In the order of the page.
constexpr Section all_sections[] = {
    {"runs", "Runs by measures", runs_section},
    {"conclusions", "How far do these conclusions hold?", conclusions_section},
    {"slices", "Slices of topics", slices_section},
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
  std::vector<FramedSection> sections;
  for (const Section& section : all_sections) {
    Html content = section.make(context);
    if (!content.empty()) sections.push_back({section.id, section.title, std::move(content)});
  }
  return sections;
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
  for (int round = 0; round < 3; ++round) text = number(before.size() + text.size() + after.size());
  return before + text + after;
}

// Says what a large page lacks without the script.
Html script_needed(const PageContext& context) {
  if (!context.is_large()) return {};
  return html(
      "<noscript><p class=\"panel\">This report is large. Without JavaScript, it does not show "
      "topics "
      "by runs, nor what is closed.</p></noscript>\n");
}

// Answers what most readers ask: which run is best by the first measure, how sure that is, what
// other measures say, and a topic to look at.
class Answers {
 public:
  explicit Answers(const PageContext& context)
      : context_(context),
        best_(context.input.scores.runs[context.shown_runs[0]]),
        next_(context.input.scores.runs[context.shown_runs[1]]) {}

  Html list() const {
    Html answers =
        html("<dt>Which run is better?<dd>{}\n<dt>How sure is that?<dd>{}\n", better(), sure());
    if (context_.measures() > 1) answers += html("<dt>And by other measures?<dd>{}\n", by_others());
    return html("<dl class=\"panel answers\">\n{}<dt>Where do they differ?<dd>{}\n</dl>\n", answers,
                topic());
  }

 private:
  [[gnu::cold]] Html better() const {
    const ScoreMatrix& scores = context_.input.scores.measures[0];
    const std::vector<std::size_t> runs = best_by(0);
    const Html others = runs.size() == 1
                            ? html("next is <strong>{}</strong>, {:.4f}", html_name(next_),
                                   scores.mean(context_.shown_runs[1]))
                            : html("as {} {}", runs.size() == 2 ? "has" : "have",
                                   names_of(std::span(runs).subspan(1)));
    return html("By {}, <strong>{}</strong> has the {} mean, {:.4f} over {}; {}.",
                html_name(context_.measure(0)), html_name(best_),
                scores.lower_is_better ? "lowest" : "highest", scores.mean(context_.shown_runs[0]),
                count_of(scores.topics, "topic"), others);
  }

  [[gnu::cold]] Html sure() const {
    if (context_.tested.pairs.empty()) return html("One topic allows no test.");
    const auto pairs = context_.tested.by_measure(0);
    const ComparedPair pair = context_.pair(0, context_.shown_runs[0], context_.shown_runs[1]);
    const auto beaten = std::ranges::count(pairs, best_, &ComparedPair::winner);
    const Html others =
        context_.runs() == 2 ? Html()
        : beaten == 0 ? html(" {} is significantly better than no other run.", html_name(best_))
                      : html(" {} is significantly better than {} of {}.", html_name(best_), beaten,
                             count_of(context_.runs() - 1, "other run"));
    const std::size_t topics = context_.input.scores.measures[0].topics;
    const Html few = topics < few_topics
                         ? html(" {} are few to be sure of it.", count_of(topics, "topic"))
                         : Html();
    const Html interval = std::isfinite(pair.low) && std::isfinite(pair.high)
                              ? html(" (interval {})", interval_text(pair.low, pair.high))
                              : Html();
    return html("Their difference of {} is {}significant{}.{}{}", difference_text(pair.difference),
                pair.significant ? "" : "not ", interval, few, others);
  }

  // Which runs are the best by the other measures: "pm2 is best by D#-nDCG@10 and nDCG@10". And
  // which of them find the best run by the first measure significantly worse than others.
  [[gnu::cold]] Html by_others() const {
    const Html others = by_measures(&Answers::better_by, "are",
                                    html("significantly better than {}", html_name(best_)));
    return html("{}.{}", by_measures(&Answers::best_by, "are equally", html("best")),
                others.empty() ? Html() : html(" But {}.", others));
  }

  // By measures but the first, the runs that a function of this gives.
  [[gnu::cold]] Html by_measures(std::vector<std::size_t> (Answers::*runs_by)(std::size_t) const,
                                 const char* are, const Html& what) const {
    std::vector<std::pair<std::vector<std::size_t>, Html>> found;  // with the names of measures
    for (std::size_t m = 1; m < context_.measures(); ++m) {
      if (sign_of(context_.measure(m)) == 0) continue;
      const std::vector<std::size_t> runs = (this->*runs_by)(m);
      if (runs.empty()) continue;
      auto at = std::ranges::find(found, runs, &decltype(found)::value_type::first);
      if (at == found.end()) at = found.insert(at, {runs, {}});
      at->second += html("{}{}", at->second.empty() ? "" : ", ", html_name(context_.measure(m)));
    }
    Html body;
    for (const auto& [runs, measures] : found) {
      body += html("{}{} {} {} by {}", body.empty() ? "" : "; ", names_of(runs),
                   runs.size() == 1 ? "is" : are, what, measures);
    }
    return body;
  }

  // Runs that are significantly better than the best by the first measure.
  [[gnu::cold]] std::vector<std::size_t> better_by(std::size_t m) const {
    std::vector<std::size_t> runs;
    if (context_.tested.pairs.empty()) return runs;
    for (std::size_t run = 0; run < context_.runs(); ++run) {
      if (run == context_.shown_runs[0]) continue;
      if (context_.pair(m, run, context_.shown_runs[0]).winner == context_.input.scores.runs[run])
        runs.push_back(run);
    }
    return runs;
  }

  // Runs of the best mean by a measure, first the best by the first measure if it is one.
  std::vector<std::size_t> best_by(std::size_t m) const {
    const ScoreMatrix& scores = context_.input.scores.measures[m];
    const std::vector<double> means = scores.means();
    const double best = scores.lower_is_better ? std::ranges::min(means) : std::ranges::max(means);
    std::vector<std::size_t> runs;
    for (std::size_t run = 0; run < means.size(); ++run)
      if (std::fabs(means[run] - best) <= 1e-12)
        runs.insert(run == context_.shown_runs[0] ? runs.begin() : runs.end(), run);
    return runs;
  }

  [[gnu::cold]] Html names_of(std::span<const std::size_t> runs) const {
    const std::size_t named = runs.size() > 3 ? 2 : runs.size();
    Html names;
    for (std::size_t i = 0; i < named; ++i) {
      names += html("{}<strong>{}</strong>",
                    i == 0                 ? ""
                    : i + 1 == runs.size() ? " and "
                                           : ", ",
                    html_name(context_.input.scores.runs[runs[i]]));
    }
    return named == runs.size() ? names : html("{} and {} others", names, runs.size() - named);
  }

  // By the first measure that tells the two runs apart in any topic.
  [[gnu::cold]] Html topic() const {
    const std::vector<ScoreMatrix>& all = context_.input.scores.measures;
    const auto [best, next] = std::pair(context_.shown_runs[0], context_.shown_runs[1]);
    std::size_t m = 0, at = context_.open_topic;
    while (m < all.size() && all[m].at(at, best) == all[m].at(at, next))
      if (++m < all.size()) at = most_telling_topic(all[m], context_.shown_runs);
    if (m == all.size()) return html("In no topic.");
    const TopicView& view = context_.topics[at];
    const std::string& words = context_.input.open_difference;
    const Html by = html("In no topic by {}; by {} most", html_name(context_.measure(0)),
                         html_name(context_.measure(m)));
    return html("{} in <a href=\"#topic-{}\">topic {}</a>{}: {} has {:.4f}, {} {:.4f}. {}",
                m == 0 ? html("Most") : by, at + 1, html_name(view.topic),
                view.query.empty() ? Html() : html(", {}", html_name(view.query)), html_name(best_),
                all[m].at(at, best), html_name(next_), all[m].at(at, next),
                m == 0 && !words.empty() ? line_of(words, 2000) + "." : std::string());
  }

  const PageContext& context_;
  const std::string &best_, &next_;
};

Html first_remarks(const Remarks& remarks) {
  const Warnings all = remarks.all();
  if (all.empty()) return {};
  const Html rest = all.size() == 1 ? Html()
                                    : html("<a href=\"#remarks\"> and {}</a>",
                                           count_of(all.size() - 1, "more warning"));
  return html("<p class=\"panel\"><strong>Warning</strong>: {}{}</p>\n",
              line_of(remark_text(all[0]), 1000), rest);
}

// Discriminative powers without a correction. Only tests that tell which difference is needed, at
// the level of no correction, have to be made again for it.
std::vector<DiscriminativePower> powers_of(const TestedGroup& tested) {
  if (tested.settings.test->delta != SignificanceTest::Delta::none)
    return discriminative_powers({*tested.group}, tested.settings, Correction::none);
  std::vector<DiscriminativePower> powers(tested.group->measures.size());
  for (std::size_t m = 0; m < powers.size(); ++m) {
    powers[m].measure = tested.group->measures[m].measure;
    for (const ComparedPair& pair : tested.by_measure(m)) {
      powers[m].p.push_back(pair.p);
      powers[m].significant += pair.p < tested.settings.alpha ? 1 : 0;
    }
  }
  return powers;
}

PageContext make_context(const PageInput& input) {
  PageContext context{input, view_topics(input), {}, {}, shown_runs(input.scores)};
  const Judgments& judgments = *input.data->judgments;
  context.knows_unjudged =
      names_nonrelevant(judgments.diversity) || names_nonrelevant(judgments.adhoc);
  context.of_answers = judgments.of_answers.value_or(false);
  context.open_topic = most_telling_topic(input.scores.measures[0], context.shown_runs);
  TestedGroup& tested = context.tested;
  tested.group = &input.scores;
  if (context.topics.size() > 1) tested.pairs = all_pairs(input.scores.runs.size());
  tested.settings = input.test;
  tested.comparison = input.comparison;
  if (tested.pairs.empty()) return context;
  tested.compared = compare_pairs(input.scores, 1, tested.pairs, input.test, input.comparison);
  context.powers = powers_of(tested);
  return context;
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

Html score_text(double score) {
  return html("{:.4f}", score);
}

double least_p(const TestSettings& test) {
  constexpr double steps = 10000;
  if (!test.test->is_random()) return 1 / steps;
  return std::max(1.0, std::ceil(steps / static_cast<double>(test.trials))) / steps;
}

Html p_text(double p, double least) {
  if (p >= 0.0001) return html("{:.4f}", p);
  const std::string text = fmt::format("{:.4f}", least);
  return html("&lt; {}", text.starts_with('0') ? text.substr(1) : text);
}

Html p_text(double p, const TestSettings& test) {
  return p_text(p, least_p(test));
}

std::string difference_text(double difference) {
  if (difference == 0) return "0";
  const std::string text = fmt::format("{:+.4f}", difference);
  return text == "+0.0000" || text == "-0.0000" ? "0.0000" : text;  // less than it shows
}

Html interval_text(double low, double high) {
  const auto end = [](double value) {  // with the digits that show its sign
    const double size = std::abs(value);
    if (size >= 1e-8 && size < 0.00005)
      return fmt::format("{:+.{}f}", value, static_cast<int>(std::ceil(-std::log10(size))));
    return std::isfinite(value) ? difference_text(std::nearbyint(value * 1e4) / 1e4)
                                : std::string(value < 0 ? "−∞" : "∞");
  };
  return html("{} to {}", end(low), end(high));
}

ComparedPair PageContext::pair(std::size_t m, std::size_t first, std::size_t second) const {
  ComparedPair pair = tested.by_measure(m)[place_of_pair(runs(), first, second)];
  if (pair.run1 == input.scores.runs[first]) return pair;
  std::swap(pair.run1, pair.run2);
  std::swap(pair.mean1, pair.mean2);
  std::swap(pair.wins, pair.losses);
  std::swap(pair.low, pair.high);
  for (double* const value : {&pair.low, &pair.high, &pair.difference, &pair.effect_size})
    *value = -*value;
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

Html number_text(const std::optional<double>& value, int digits) {
  return value ? html("{:.{}f}", *value, digits) : html("–");
}

std::vector<PageColumn> measure_columns(const PageContext& context, const char* names) {
  constexpr std::size_t most_level = 8;
  std::vector<PageColumn> columns = {{names, "row"}};
  for (std::size_t m = 0; m < context.measures(); ++m)
    columns.emplace_back(html_name(context.measure(m)), "n", context.measures() > most_level);
  return columns;
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

std::vector<std::size_t> shown_runs(const ScoreGroup& scores) {
  const std::vector<double> means = scores.measures[0].means();
  const double sign = scores.measures[0].sign();
  std::vector<std::uint32_t> order =
      ordered(means.size(), [&](std::size_t run) { return -sign * means[run]; });
  order.resize(std::min<std::size_t>(order.size(), 2));
  return {order.begin(), order.end()};
}

std::string report_page(const PageInput& input) {
  const PageContext context = make_context(input);
  // No text has it: see html_text().
  constexpr char size_here = '\x01';
  Html said = html("<p>{}. Made by subintent {}; this file has {}.</p>\n", summary(context),
                   input.version, Html::trusted(std::string(1, size_here)));
  if (context.runs() > 1) said += Answers(context).list();
  said += first_remarks(input.remarks);
  said += script_needed(context);
  const std::string page =
      framed_page("Evaluation report", "Report: " + summary(context), said, make_sections(context),
                  data_element(context),
                  fmt::format("{}{}{}{}", tables_script, values_script, plot_script, page_script));
  const std::size_t at = page.find(size_here);
  return with_size(page.substr(0, at), page.substr(at + 1));
}

}  // namespace subintent::internal
