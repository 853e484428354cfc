// A point for each run, by two measures.
// Round numbers between the ends, about five.
function ticks(low, high) {
  const power = 10 ** Math.floor(Math.log10((high - low) / 5));
  const step = power * ([1, 2, 5].find((times) => times * power >= (high - low) / 5) ?? 10);
  const made = [];
  for (let i = Math.ceil(low / step); i * step <= high + step / 1e6 && made.length < 20; ++i) made.push(i * step);
  return made;
}

function axis(values) {
  const low = Math.min(...values), high = Math.max(...values), size = Math.max(Math.abs(low), Math.abs(high));
  const more = high - low > 1e-9 * size ? 0.06 * (high - low) : Math.max(0.1 * size, 0.05);
  return { low: low < 0 ? low - more : Math.max(low - more, 0), high: high > 1 ? high + more : Math.min(high + more, 1) };
}

// As the program draws the first one, with numbers for the names, which the table has.
function plot(size, x, y, names) {
  const isNarrow = size < 600, left = isNarrow ? 62 : 70, top = 16, width = size - left - (isNarrow ? 36 : 60), height = isNarrow ? 300 : 480;
  const xs = x.values, ys = y.values, ax = axis(xs), ay = axis(ys);
  const atX = (x) => left + (width * (x - ax.low)) / (ax.high - ax.low), atY = (y) => top + height * (1 - (y - ay.low) / (ay.high - ay.low));
  const text = (x, y, words, anchor = "middle", more = {}) => element("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor, ...more }, words);
  const svg = element("svg", { class: "chart", viewBox: `0 0 ${size} ${top + height + 52}`, role: "img", "aria-label": `${y.name} against ${x.name}`, "font-size": 12, "font-family": "sans-serif" },
    element("rect", { class: "axis", x: left, y: top, width, height }));
  for (const at of ticks(ax.low, ax.high)) {
    svg.append(element("path", { class: "grid", d: `M${atX(at).toFixed(1)} ${top}v${height}` }), text(atX(at), top + height + 17, String(Number(at.toPrecision(6)))));
  }
  for (const at of ticks(ay.low, ay.high)) {
    svg.append(element("path", { class: "grid", d: `M${left} ${atY(at).toFixed(1)}h${width}` }), text(left - 7, atY(at) + 4, String(Number(at.toPrecision(6))), "end"));
  }
  svg.append(text(left + width / 2, top + height + 40, x.name),
    text(left - 50, top + height / 2, y.name, "middle", { transform: `rotate(-90 ${left - 50} ${top + height / 2})` }));
  const labels = [];
  names.forEach((name, r) => {
    const cx = atX(xs[r]), cy = atY(ys[r]);
    const point = element("g", { "data-point": r }, element("circle", { class: "f0", cx: cx.toFixed(2), cy: cy.toFixed(2), r: 4 }, element("title", {}, `${name}: ${fixed(xs[r], 4)}, ${fixed(ys[r], 4)}`)));
    if (labels.every((other) => Math.abs(other.cx - cx) > 22 || Math.abs(other.cy - cy) > 13)) {
      labels.push({ cx, cy });
      point.append(text(cx + 7, cy + 4, String(r + 1), "start"));
    }
    svg.append(point);
  });
  return svg;
}
