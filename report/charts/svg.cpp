#include "report/charts/svg.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/portable_math.h"
#include "core/base/utf8.h"
#include "report/charts/display_width.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Colours that colour-blind people tell apart [Okabe and Ito 2008], on white and on black.
struct SeriesColour {
  const char *light, *dark;
};
constexpr std::array<SeriesColour, series_colours> palette = {{{"#0072b2", "#4ba3e3"},
                                                               {"#d55e00", "#f08030"},
                                                               {"#009e73", "#2bc495"},
                                                               {"#cc79a7", "#e296c2"},
                                                               {"#56b4e9", "#8fd0f5"},
                                                               {"#e69f00", "#e6a817"},
                                                               {"#000000", "#b0b0b0"},
                                                               {"#999933", "#bdbd4d"}}};

// Text on it is black up to the middle of a sequential scale and at the middle of a diverging one
// (classes "q0" to "q9" and "d0" to "d9"); the shades are those of both modes.
constexpr std::array<const char*, 10> sequential = {"#f4f8fc", "#dfebf5", "#c8dcec", "#aacfe4",
                                                    "#86bdda", "#5ca5cd", "#3a89bd", "#206dab",
                                                    "#0d5092", "#08306b"};
constexpr std::array<const char*, 10> diverging = {"#7f3b08", "#b35806", "#e08214", "#fdb863",
                                                   "#fee9cf", "#e6e3f0", "#b2abd2", "#8073ac",
                                                   "#542788", "#2d004b"};

std::string shades(std::string_view letter, const std::array<const char*, 10>& colours) {
  std::string rules;
  for (std::size_t i = 0; i < colours.size(); ++i)
    rules += fmt::format(".chart .{}{}{{fill:{}}}\n", letter, i, colours[i]);
  return rules;
}

std::string series(bool dark) {
  std::string rules;
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const char* const colour = dark ? palette[i].dark : palette[i].light;
    rules += fmt::format(".chart .s{0}{{stroke:{1}}}\n.chart .f{0}{{fill:{1}}}\n", i, colour);
  }
  return rules;
}

// Without variables of CSS, which few programs but browsers know.
std::string rules_for_light() {
  return ".chart text{fill:currentColor}\n"
         ".chart .axis{stroke:currentColor;fill:none}\n"
         ".chart .grid{stroke:currentColor;stroke-opacity:.15;fill:none}\n"
         ".chart .contour{stroke:currentColor;stroke-opacity:.5;fill:none}\n"
         ".chart .faint{fill:currentColor;fill-opacity:.15}\n"
         ".chart .ink{fill:currentColor}\n"
         ".chart .paper{fill:#ffffff}\n"
         ".chart .series{fill:none;stroke-width:1.5}\n"
         ".chart .onlight{fill:#000000}\n"
         ".chart .ondark{fill:#ffffff}\n" +
         series(false) + shades("q", sequential) + shades("d", diverging);
}

std::string for_dark_screens(const std::string& rules) {
  return "@media screen and (prefers-color-scheme:dark){\n" + rules + "}\n";
}

// A file has no text around it that it could take its colours from. The rules for dark are the
// last, because programs that do not know the condition may skip all that is behind it. Small text
// is as strong as the rest: on colours it would be too weak.
std::string rules_of_file() {
  return rules_for_light() + for_dark_screens(
                                 ".chart{color:#f4f4f4}\n"
                                 ".chart .paper{fill:#17191c}\n"
                                 ".chart .detail{fill-opacity:1}\n" +
                                 series(true));
}

std::string_view character_at(std::string_view text, std::size_t place) {
  const std::size_t length = utf8_sequence_length(text.substr(place));
  return text.substr(place, std::max<std::size_t>(length, 1));
}

// In thousandths of the size: the widest of Arial, DejaVu Sans and Verdana, rounded up.
int width_of(std::string_view character) {
  if (character.size() == 1) {
    const char c = character[0];
    const auto among = [c](std::string_view set) { return set.find(c) != set.npos; };
    if (among("%@MWm")) return 1080;
    if (among("#&+<=>^~wGOQDHNU")) return 860;
    if (among(" !'(),-./:;I[\\]`ijlftr|")) return 460;
    return c >= 'A' && c <= 'Z' ? 790 : 650;
  }
  if (display_width(character) == 0) return 0;
  // Latin letters with accents and Greek are no wider than capitals.
  return character.size() == 2 && character < "\xd0" ? 860 : 1000;
}

// No language writes more marks over one another.
constexpr int most_marks = 4;

// The highest power of ten up to x > 0.
double power_of_ten_below(double x) {
  double power = 1;
  while (power * 10 <= x) power *= 10;
  if (x >= 1) return power;
  while (1 / power > x) power *= 10;
  return 1 / power;
}

// A step of 1, 2 or 5 times a power of ten that makes about five of them.
double step_of(double span) {
  const double power = power_of_ten_below(span / 5);
  const double times = span / 5 / power;
  return power * (times > 5 ? 10 : times > 2 ? 5 : times > 1 ? 2 : 1);
}

std::vector<double> ticks_of(const Axis& axis) {
  return axis.ticks.empty() ? round_ticks(axis.low, axis.high) : axis.ticks;
}

// From 0 to 1 along the axis.
double share_of(const Axis& axis, double value) {
  if (axis.logarithmic)
    return portable::log(value / axis.low) / portable::log(axis.high / axis.low);
  return (value - axis.low) / (axis.high - axis.low);
}

}  // namespace

std::string chart_style() {
  return rules_for_light() + for_dark_screens(series(true));
}

std::string series_pen(std::size_t number) {
  constexpr std::array<const char*, series_colours> dashes = {
      "", "7 3", "2 3", "9 3 2 3", "12 4", "4 6", "12 3 2 3 2 3", "1 2"};
  const std::size_t round = number / series_colours;
  const std::string_view dash = dashes[(number + round) % dashes.size()];
  const std::string pen = fmt::format("class=\"series s{}\"", number % series_colours);
  return dash.empty() ? pen : fmt::format("{} stroke-dasharray=\"{}\"", pen, dash);
}

std::string_view entity(char c) {
  return c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : "";
}

std::string svg_text(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view c = character_at(text, i);
    i += c.size();
    if (c == "\xef\xbf\xbe" || c == "\xef\xbf\xbf")  // which XML excludes
      out += "\xef\xbf\xbd";
    else if (const std::string_view escaped = entity(c[0]); !escaped.empty())
      out += escaped;
    else if (c == "\n")
      out += c;
    else
      out += printable(c);
  }
  return out;
}

double text_width(std::string_view text, double size) {
  std::int64_t width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view character = character_at(text, i);
    width += width_of(character);
    i += character.size();
  }
  return static_cast<double>(width) / 1000 * size;
}

std::string shortened(std::string_view text, double width, double size) {
  const double room = width / size * 1000;
  const int ellipsis = 1000;
  std::string kept;
  std::size_t cut = 0;  // bytes of `kept` that leave room for the ellipsis
  int marks = 0;
  double used = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view character = character_at(text, i);
    i += character.size();
    const int wide = width_of(character);
    marks = wide == 0 ? marks + 1 : 0;
    if (marks > most_marks) continue;
    used += wide;
    if (used > room) {
      if (cut == 0) return "";
      return kept.substr(0, size_before_mark(kept + std::string(character), cut)) + "…";
    }
    kept += character;
    if (used + ellipsis <= room) cut = kept.size();
  }
  return kept;
}

double SvgWriter::text(double x, double y, std::string_view words, const SvgText& style) {
  const std::string clean = printable(words, SIZE_MAX);
  const std::string shown = shortened(clean, style.width, style.size);
  if (shown.empty()) return 0;
  body_ += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\"", x, y);
  if (style.anchor != "start") body_ += fmt::format(" text-anchor=\"{}\"", style.anchor);
  if (style.size != 12) body_ += fmt::format(" font-size=\"{}\"", style.size);
  body_.append(style.attributes).append(">").append(svg_text(shown));
  if (shown != clean) body_.append("<title>").append(svg_text(clean)).append("</title>");
  body_ += "</text>\n";
  return text_width(shown, style.size);
}

std::string SvgWriter::finish(double width, double height, std::string_view title,
                              std::string_view description) const {
  std::string labels = id("title");
  if (!description.empty()) labels += " " + id("desc");
  std::string out = fmt::format(
      "<svg{} class=\"chart\" width=\"{:.0f}\" height=\"{:.0f}\" viewBox=\"0 0 {:.0f} {:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"12\" role=\"img\" aria-labelledby=\"{}\">\n",
      frame_.document ? " xmlns=\"http://www.w3.org/2000/svg\"" : "", width, height, width, height,
      svg_text(labels));
  out += fmt::format("<title id=\"{}\">{}</title>\n", svg_text(id("title")), svg_text(title));
  if (!description.empty())
    out += fmt::format("<desc id=\"{}\">{}</desc>\n", svg_text(id("desc")), svg_text(description));
  if (frame_.document) {
    out += fmt::format(
        "<style>\n{}</style>\n<rect class=\"paper\" width=\"{:.0f}\" height=\"{:.0f}\"/>\n",
        rules_of_file(), width, height);
  }
  return out + body_ + "</svg>\n";
}

std::vector<double> round_ticks(double low, double high) {
  constexpr int most = 20;  // also where numbers are too large for the step to change them
  std::vector<double> ticks;
  if (!std::isfinite(high - low)) return ticks;
  const double step = step_of(high - low), first = std::ceil(low / step);
  for (int i = 0; i < most; ++i) {
    const double tick = (first + i) * step;
    if (!(tick <= high + step / 1e6) || (i > 0 && tick == ticks.back())) break;
    ticks.push_back(tick == 0 ? 0 : tick);  // not -0, which ceil() may give
  }
  return ticks;
}

Axis axis_around(std::string label, const std::vector<double>& data) {
  Axis axis;
  axis.label = std::move(label);
  bool any = false;
  for (const double x : data) {
    if (!std::isfinite(x)) continue;
    axis.low = any ? std::min(axis.low, x) : x;
    axis.high = any ? std::max(axis.high, x) : x;
    any = true;
  }
  const double size = std::max(std::fabs(axis.low), std::fabs(axis.high));
  const bool differ = axis.high - axis.low > 1e-9 * size;  // by more than rounding
  const double margin = differ ? 0.06 * (axis.high - axis.low) : std::max(size * 0.1, 0.05);
  if (!any) return axis;
  // Not beyond 0 and 1, where no data is.
  axis.low = axis.low >= 0 ? std::max(axis.low - margin, 0.0) : axis.low - margin;
  axis.high = axis.high <= 1 ? std::min(axis.high + margin, 1.0) : axis.high + margin;
  return axis;
}

double PlotArea::x_of(double value) const {
  return left + width * share_of(x, value);
}

double PlotArea::y_of(double value) const {
  return top + height * (1 - share_of(y, value));
}

void PlotArea::draw(SvgWriter& out) const {
  for (const double value : ticks_of(y)) {
    out.add(fmt::format("<path class=\"grid\" d=\"M{} {:.2f}h{}\"/>\n", left, y_of(value), width));
    out.text(left - 7, y_of(value) + 4, fmt::format("{:.6g}", value), {.anchor = "end"});
  }
  out.add(fmt::format("<rect class=\"axis\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", left,
                      top, width, height));
  double free = left - 40;  // from where on there is room for a number
  for (const double value : ticks_of(x)) {
    const std::string number = fmt::format("{:.6g}", value);
    const double wide = text_width(number) / 2;
    out.add(fmt::format("<path class=\"axis\" d=\"M{:.2f} {}v-5\"/>\n", x_of(value), top + height));
    if (x_of(value) - wide < free) continue;
    out.text(x_of(value), top + height + 17, number, {.anchor = "middle"});
    free = x_of(value) + wide + 4;
  }
  out.text(left + width / 2, top + height + 40, x.label, {.anchor = "middle", .width = width});
  const double beside = left - 50;
  const std::string turned =
      fmt::format(" transform=\"rotate(-90 {} {})\"", beside, top + height / 2);
  out.text(beside, top + height / 2, y.label,
           {.anchor = "middle", .width = height, .attributes = turned});
}

void PlotLegend::fit(PlotArea& area, const SvgFrame& frame) {
  if (!frame.document) area.top = 16;
  if (frame.width == 0) return;
  is_below = frame.is_narrow();
  if (is_below) area.left = 62, area.height = 240;
  area.width = frame.width - area.left - (is_below ? 14 : width);
}

void PlotLegend::draw(SvgWriter& out, const PlotArea& area, std::size_t row,
                      const std::string& sample, const std::string& name) const {
  const double down = row_height * static_cast<double>(row);
  const double x = is_below ? area.left - 40 : area.left + area.width + 15;
  const double y = area.top + 10 + down + (is_below ? area.height + 50 : 0);
  out.add(fmt::format("<path d=\"M{} {}h30\" {}/>\n", x, y, sample));
  out.text(x + 37, y + 4, name, {.width = is_below ? area.width : width - 60});
}

std::string PlotLegend::finish(const SvgWriter& out, const PlotArea& area, const std::string& title,
                               const std::string& description) const {
  const double below = row_height * static_cast<double>(rows) + 20;
  if (is_below) {
    return out.finish(area.left + area.width + 14, area.top + area.height + 50 + below, title,
                      description);
  }
  return out.finish(area.left + area.width + width, area.top + std::max(area.height + 60, below),
                    title, description);
}

}  // namespace subintent::internal
