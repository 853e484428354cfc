#include "report/charts/charts.h"

#include <fmt/format.h>

#include <algorithm>

namespace subintent::internal {
namespace {

constexpr double row_height = 36, gap = 1, margin = 5, key_row = 18, narrowest = 0.2;

class IcicleDrawing {
 public:
  IcicleDrawing(const IcicleChart& chart, const SvgFrame& frame) : chart_(chart), out_(frame) {}

  std::string draw() {
    std::uint32_t rows = 0;
    for (const IcicleBox& box : chart_.boxes) {
      if (box.width * chart_.width < narrowest) continue;
      draw_box(box);
      rows = std::max(rows, box.last + 1);
    }
    return out_.finish(chart_.width, key(row_height * rows), chart_.title, "");
  }

 private:
  // Deeper is lighter; the darkest can still be written on.
  std::string fill(const IcicleBox& box) const {
    if (!box.key) return "class=\"faint\"";
    return fmt::format("class=\"f{}\" fill-opacity=\"{:.2f}\"", *box.key % series_colours,
                       0.2 + 0.3 / std::max<std::uint32_t>(box.first, 1));
  }

  void draw_box(const IcicleBox& box) {
    const double x = box.x * chart_.width, width = box.width * chart_.width;
    const double y = row_height * box.first, height = row_height * (box.last - box.first + 1);
    const std::string above =
        box.parent ? " data-parent=\"" + svg_text(chart_.boxes[*box.parent].id) + "\"" : "";
    out_.add(
        fmt::format("<g data-node=\"{}\"{} data-row=\"{}\">", svg_text(box.id), above, box.first));
    out_.add(fmt::format(
        "<title>{}</title><rect x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"{}\" {}/>",
        svg_text(box.title), x, y, std::max(width - gap, narrowest), height - gap, fill(box)));
    words(box, x + margin, y, width - 2 * margin);
    out_.add("</g>\n");
  }

  void words(const IcicleBox& box, double x, double y, double room) {
    const std::string label = shortened(box.label, room);
    std::string attributes = " class=\"label\"";
    if (label != box.label) attributes += " data-label=\"" + svg_text(box.label) + "\"";
    out_.text(x, y + 15, label, {.attributes = attributes});
    if (text_width(box.detail, 10) <= room) {
      out_.text(x, y + 29, box.detail,
                {.size = 10, .attributes = " class=\"detail\" fill-opacity=\"0.8\""});
    }
  }

  // Draws the key of colours in lines from `y` on, and gives their end.
  double key(double y) {
    double x = margin;
    y += 6;
    for (std::size_t i = 0; i < chart_.keys.size(); ++i) {
      const std::string& name = chart_.keys[i];
      const double room = chart_.width - 2 * margin - 26;
      const double wide = 26 + text_width(shortened(name, room, 11), 11) + 14;
      if (x > margin && x + wide > chart_.width) {
        x = margin;
        y += key_row;
      }
      out_.add(
          fmt::format("<rect x=\"{:.2f}\" y=\"{}\" width=\"20\" height=\"12\" class=\"f{}\" "
                      "fill-opacity=\"0.5\"/>\n",
                      x, y + 2, i % series_colours));
      out_.text(x + 26, y + 12, name, {.width = room, .size = 11});
      x += wide;
    }
    return chart_.keys.empty() ? y - 6 : y + key_row + 4;
  }

  const IcicleChart& chart_;
  SvgWriter out_;
};

}  // namespace

std::string svg_of(const IcicleChart& chart, const SvgFrame& frame) {
  return IcicleDrawing(chart, frame).draw();
}

}  // namespace subintent::internal
