// Topics by runs: a table whose cells are coloured by their scores. The script makes the rows of a
// large one, as they are scrolled to.
#include <algorithm>

#include "report/page/section.h"

namespace subintent::internal {
namespace {

// The shade of a score, 0 to 9, between the least and the greatest of the measure.
class Shades {
 public:
  explicit Shades(const ScoreMatrix& scores) {
    const auto [low, high] = std::ranges::minmax(scores.values);
    low_ = low;
    high_ = high;
  }
  int of(double score) const {
    if (high_ == low_) return 0;
    return std::min(9, static_cast<int>(10 * (score - low_) / (high_ - low_)));
  }

 private:
  double low_ = 0, high_ = 0;
};

Html difference_cells(const PageContext& context, const ScoreMatrix& scores, std::size_t topic) {
  if (context.shown_runs.size() < 2) return {};
  const double difference =
      scores.at(topic, context.shown_runs[0]) - scores.at(topic, context.shown_runs[1]);
  return html("<td class=\"n d\">{}", difference_text(difference));
}

Html heat_map_row(const PageContext& context, const ScoreMatrix& scores, const Shades& shades,
                  std::size_t topic) {
  Html cells;
  for (std::size_t run = 0; run < context.runs(); ++run) {
    const double score = scores.at(topic, run);
    cells += html("<td class=\"h{}\">{:.2f}", shades.of(score), score);
  }
  const TopicView& view = context.topics[topic];
  const Html query =
      view.query.empty() ? Html() : html(" <span class=\"quiet\">{}</span>", html_name(view.query));
  return html("<tr><th scope=\"row\"><a href=\"#topic-{}\">{}</a>{}{}{}\n", topic + 1,
              html_name(view.topic), query, difference_cells(context, scores, topic), cells);
}

}  // namespace

Html heat_map_section(const PageContext& context) {
  const ScoreMatrix& scores = context.input.scores.measures[0];
  const Shades shades(scores);
  Html head = html("<th scope=\"col\">Topic");
  if (context.shown_runs.size() > 1) head += html("<th scope=\"col\" class=\"n d\">A &minus; B");
  for (const std::string& run : context.input.scores.runs) {
    head += html("<th scope=\"col\" class=\"turned\"><span>{}</span>", html_name(run));
  }
  Html rows;
  for (std::size_t t = 0; t < context.topics.size() && !context.is_large(); ++t) {
    rows += heat_map_row(context, scores, shades, t);
  }
  const Html caption =
      html("<span class=\"what\">{}</span> of every topic and run", html_name(context.measure(0)));
  return html(
      "<p>The stronger the colour, the higher the score. A topic leads to its <a "
      "href=\"#topics\">details</a>.</p>\n{}",
      table(caption, head, rows, "heat", context.is_large() ? "tall" : ""));
}

}  // namespace subintent::internal
