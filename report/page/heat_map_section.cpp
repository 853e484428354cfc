// Topics by runs: a table whose cells are coloured by their scores. The script makes the rows of a
// large one, as they are scrolled to.
#include <fmt/format.h>

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
  // "0.12 0.21 ... 0.94", each in its shade.
  Html scale() const {
    Html made;
    for (int shade = 0; shade < 10; shade += 3) {
      made += html(" <span class=\"h{}\">&nbsp;{}&nbsp;</span>", shade,
                   number_text(low_ + (high_ - low_) * shade / 9, 2));
    }
    return made;
  }
  int of(double score) const {
    if (high_ == low_) return 0;
    return std::min(9, static_cast<int>(10 * (score - low_) / (high_ - low_)));
  }

 private:
  double low_ = 0, high_ = 0;
};

}  // namespace

Html heat_map_section(const PageContext& context) {
  const ScoreMatrix& scores = context.input.scores.measures[0];
  const Shades shades(scores);
  const bool two = context.shown_runs.size() > 1;
  std::vector<PageColumn> columns = {{"Topic", "row"}};
  if (two) columns.emplace_back("A − B", "n d");
  for (const std::string& run : context.input.scores.runs)
    columns.emplace_back(html_name(run), "", true);
  PageTable table(columns, "heat", context.is_large() ? "tall" : "");
  for (std::size_t t = 0; t < context.topics.size() && !context.is_large(); ++t) {
    const TopicView& view = context.topics[t];
    table.row(html("<a href=\"#topic-{}\">{}</a>{}", t + 1, html_name(view.topic),
                   view.query.empty()
                       ? Html()
                       : html(" <span class=\"quiet\">{}</span>", html_name(view.query))));
    if (two) {
      table.cell(html("{}", difference_text(scores.at(t, context.shown_runs[0]) -
                                            scores.at(t, context.shown_runs[1]))));
    }
    for (std::size_t run = 0; run < context.runs(); ++run) {
      const double score = scores.at(t, run);
      table.cell(number_text(score, 2), fmt::format("h{}", shades.of(score)));
    }
  }
  return html(
      "<p>The stronger the colour, the higher the score:{}. A topic leads to its <a "
      "href=\"#topics\">details</a>.</p>\n{}",
      shades.scale(),
      table.html_of(html("<span class=\"what\">{}</span> of every topic and run",
                         html_name(context.measure(0)))));
}

}  // namespace subintent::internal
