// Shared by the charts of this room: how a picture becomes a file or a part of a page, its text and
// its colours.
//
// A chart is a plain struct of data and a function svg_of(chart, frame). Colours are classes, for
// which chart_style() has the rules, and text and axes have the colour of the text around the
// chart: in a page it follows light and dark. A file has the rules in it, and a background: white,
// and dark on screens of people who prefer that. Nothing is said by colour alone. Names may hold
// anything and be of any length: they are escaped, and cut where there is no room, with the whole
// name in a <title>. Same data, same bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace subintent::internal {

struct SvgFrame {
  bool document = true;      // a file of its own; else an element of an HTML page, which has the
                             // rules of chart_style() once
  std::string id = "chart";  // what all ids in it begin with; another one for each chart of a page
  double width = 0;          // that the picture has to have; 0: what it needs

  bool is_narrow() const { return width > 0 && width < 600; }  // as a telephone is
};

// Rules of CSS for the charts of a page, light and dark.
std::string chart_style();

// Classes for colours of series: "s0" to "s7" for lines, "f0" to "f7" for areas. Beyond them they
// begin again.
inline constexpr std::size_t series_colours = 8;

// The attributes of a line of a series. Neighbours differ in colour and dashes, so that both are
// seen where one lies on the other; lines of one colour differ in their dashes.
std::string series_pen(std::size_t number);

// The entity of a character that markup takes for its own, "&amp;"; else empty.
std::string_view entity(char c);

// Any text as the content of an element or of a quoted attribute: escaped, and printable() but for
// line ends, which stay.
std::string svg_text(std::string_view text);

// How wide text is in a font without serifs of this size, in pixels: an estimate that common fonts
// stay below.
double text_width(std::string_view text, double size = 12);

// The text, or as much of it as is at most so wide with an ellipsis, cut behind a word or within
// one that began in the first half; none if there is no room for a character.
std::string shortened(std::string_view text, double width, double size = 12);

struct SvgText {
  std::string_view anchor = "start";  // of x: "start", "middle" or "end"
  double width = 1e9;                 // what is wider is cut
  double size = 12;
  std::string_view attributes = {};  // more of them, each with a blank before it
};

// Puts a picture together, in pixels from the upper left corner.
class SvgWriter {
 public:
  explicit SvgWriter(const SvgFrame& frame) : frame_(frame) {}

  void add(std::string_view elements) { body_ += elements; }
  // `y` is the base line. Returns how wide the text is at most.
  double text(double x, double y, std::string_view words, const SvgText& style = {});
  // Text that only files have, for pages say it around the picture.
  double words(double x, double y, std::string_view words, const SvgText& style = {}) {
    return frame_.document ? text(x, y, words, style) : 0;
  }
  std::string id(std::string_view part) const { return frame_.id + "-" + std::string(part); }

  // The whole picture.
  std::string finish(double width, double height, std::string_view title,
                     std::string_view description) const;

 private:
  SvgFrame frame_;
  std::string body_;
};

// The axes of charts with numbers on both.
struct Axis {
  std::string label;
  double low = 0, high = 1;        // low < high; data outside is cut off
  bool logarithmic = false;        // low must be above 0
  std::vector<double> ticks = {};  // where it is marked; empty: at round numbers
};

// Numbers from low to high that are round, about five.
std::vector<double> round_ticks(double low, double high);

// An axis a little longer than the data needs, 0 to 1 for none. Numbers that are not finite do not
// count; those that differ by rounding only are one.
Axis axis_around(std::string label, const std::vector<double>& data);

// A rectangle with an axis below and one to the left. A page has the title outside of the picture.
struct PlotArea {
  double left = 70, top = 40, width = 560, height = 360;
  Axis x, y;

  double x_of(double value) const;
  double y_of(double value) const;
  // Frame, grid, numbers and labels.
  void draw(SvgWriter& out) const;
};

// Says what lines and areas of a plot stand for, beside it or, if it is narrow, below.
struct PlotLegend {
  double width = 240, row_height = 18;
  std::size_t rows = 0;

  // Makes room for the legend.
  void fit(PlotArea& area, const SvgFrame& frame);
  // A sample, a path with these attributes, and what it stands for.
  void draw(SvgWriter& out, const PlotArea& area, std::size_t row, const std::string& sample,
            const std::string& name) const;
  std::string finish(const SvgWriter& out, const PlotArea& area, const std::string& title,
                     const std::string& description) const;

  bool is_below = false;  // after fit()
};

}  // namespace subintent::internal
