#include "report/charts/icicle_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace subintent::internal {
namespace {

// If there are marks, boxes have a band with their pattern below the text.
constexpr double plain_row = 36, band = 11, gap = 1, margin = 5, key_row = 18;

// The strokes over a box, by mark.
constexpr std::array<const char*, 4> hatchings = {"M0 8L8 0", "M0 0L8 8", "M0 8L8 0M0 0L8 8",
                                                  "M0 4H8"};

class IcicleDrawing {
 public:
  IcicleDrawing(const IcicleChart& chart, const SvgFrame& frame)
      : chart_(chart),
        out_(frame),
        row_height_(chart.marks.empty() ? plain_row : plain_row + band) {}

  std::string draw() {
    patterns();
    std::uint32_t rows = 0;
    for (std::size_t i = 0; i < chart_.boxes.size(); ++i) {
      const IcicleBox& box = chart_.boxes[i];
      if (box.width * chart_.width < chart_.narrowest) continue;
      draw_box(i);
      rows = std::max(rows, box.last + 1);
    }
    const double height = key(row_height_ * rows);
    return out_.finish(chart_.width, height, chart_.title, chart_.description,
                       chart_.interactive ? "tree" : "img");
  }

 private:
  std::string pattern(std::size_t mark) const {
    return out_.id(fmt::format("mark{}", mark % hatchings.size()));
  }

  void patterns() {
    for (std::size_t i = 0; i < std::min(chart_.marks.size(), hatchings.size()); ++i) {
      out_.add(fmt::format(
          "<pattern id=\"{}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"><path "
          "class=\"axis\" stroke-width=\"1.2\" d=\"{}\"/></pattern>\n",
          svg_text(pattern(i)), hatchings[i]));
    }
  }

  // Deeper is lighter; the darkest can still be written on.
  std::string fill(const IcicleBox& box) const {
    if (!box.key) return "class=\"faint\"";
    return fmt::format("class=\"f{}\" fill-opacity=\"{:.2f}\"", *box.key % series_colours,
                       0.2 + 0.3 / std::max<std::uint32_t>(box.first, 1));
  }

  std::string opening(std::size_t number) const {
    const IcicleBox& box = chart_.boxes[number];
    std::string tag = "<g data-node=\"" + svg_text(box.id) + "\"";
    if (box.parent) tag += " data-parent=\"" + svg_text(chart_.boxes[*box.parent].id) + "\"";
    tag += fmt::format(" data-row=\"{}\"", box.first);
    if (chart_.interactive) {
      tag += fmt::format(" role=\"treeitem\" aria-level=\"{}\" tabindex=\"{}\"", box.first + 1,
                         number == 0 ? 0 : -1);
    }
    return tag + ">";
  }

  void draw_box(std::size_t number) {
    const IcicleBox& box = chart_.boxes[number];
    const double x = box.x * chart_.width, width = box.width * chart_.width;
    const double y = row_height_ * box.first, height = row_height_ * (box.last - box.first + 1);
    const double drawn = std::max(width - gap, chart_.narrowest), bottom = y + height - gap;
    out_.add(opening(number));
    out_.add(fmt::format(
        "<title>{}</title><rect x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"{}\" {}/>",
        svg_text(box.title), x, y, drawn, height - gap, fill(box)));
    if (box.mark) {
      out_.add(
          fmt::format("<rect class=\"band\" x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" "
                      "height=\"{}\" fill=\"url(#{})\"/>",
                      x, bottom - band, drawn, band, svg_text(pattern(*box.mark))));
    }
    words(box, x + margin, y, width - 2 * margin);
    out_.add("</g>\n");
  }

  void words(const IcicleBox& box, double x, double y, double room) {
    const double mark = text_width(box.mark_text, 10);
    if (!box.mark_text.empty() && mark <= room) {
      out_.text(
          x + room, y + 29, box.mark_text,
          {.anchor = "end", .size = 10, .attributes = " class=\"mark\" font-weight=\"bold\""});
    }
    const std::string label = shortened(box.label, room);
    std::string attributes = " class=\"label\"";
    if (label != box.label) attributes += " data-label=\"" + svg_text(box.label) + "\"";
    out_.text(x, y + 15, label, {.attributes = attributes});
    const double left = room - (box.mark_text.empty() ? 0 : 1.1 * mark + margin);
    if (text_width(box.detail, 10) <= left) {
      out_.text(x, y + 29, box.detail,
                {.size = 10, .attributes = " class=\"detail\" fill-opacity=\"0.8\""});
    }
  }

  // Draws the key of colours and patterns in lines from `y` on, and gives their end.
  double key(double y) {
    double x = margin;
    y += 6;
    const auto add = [&](const std::string& sample, const std::string& name) {
      const double room = chart_.width - 2 * margin - 26;
      const double wide = 26 + text_width(shortened(name, room, 11), 11) + 14;
      if (x > margin && x + wide > chart_.width) {
        x = margin;
        y += key_row;
      }
      out_.add(fmt::format("<rect x=\"{:.2f}\" y=\"{}\" width=\"20\" height=\"12\" {}/>\n", x,
                           y + 2, sample));
      out_.text(x + 26, y + 12, name, {.width = room, .size = 11});
      x += wide;
    };
    for (std::size_t i = 0; i < chart_.keys.size(); ++i)
      add(fmt::format("class=\"f{}\" fill-opacity=\"0.5\"", i % series_colours), chart_.keys[i]);
    for (std::size_t i = 0; i < chart_.marks.size(); ++i)
      add("fill=\"url(#" + svg_text(pattern(i)) + ")\" stroke=\"currentColor\"", chart_.marks[i]);
    return chart_.keys.empty() && chart_.marks.empty() ? y - 6 : y + key_row + 4;
  }

  const IcicleChart& chart_;
  SvgWriter out_;
  double row_height_;
};

}  // namespace

std::string svg_of(const IcicleChart& chart, const SvgFrame& frame) {
  return IcicleDrawing(chart, frame).draw();
}

}  // namespace subintent::internal
