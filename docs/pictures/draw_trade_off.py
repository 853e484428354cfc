#!/usr/bin/env python3
"""draw_trade_off.py SCORES: relevance (the first measure of a table of `evaluate --format tsv`) against redundancy (the second), a point for each run, as SVG."""
import html
import pathlib
import sys

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 440, 260, 62, 16, 92, 48
STYLE = """text{fill:#1b1f24}.paper{fill:#fff}.axis{stroke:#8a939c;fill:none}circle{fill:#0072b2}
@media (prefers-color-scheme:dark){text{fill:#f4f4f4}.paper{fill:#17191c}circle{fill:#4ba3e3}}"""


def scale(values, first, last):
    """Places between first and last, with room at both ends, and the two numbers that the axis names."""
    least, most = min(values), max(values)
    room = (most - least) / 8
    return lambda value: first + (value - least + room) / (most - least + 2 * room) * (last - first), (least, most)


def main():
    rows = [line.split("\t") for line in pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()[1:]]
    relevance_name, redundancy_name = rows[0][2], rows[1][2]
    points = [(one[0], float(one[3]), float(other[3])) for one, other in zip(rows[::2], rows[1::2])]
    x, x_ends = scale([redundancy for _, _, redundancy in points], LEFT, WIDTH - RIGHT)
    y, y_ends = scale([relevance for _, relevance, _ in points], HEIGHT - BOTTOM, TOP)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="14" role="img">'
          f'<title>{html.escape(relevance_name)} against {html.escape(redundancy_name)}</title>\n<style>{STYLE}</style>\n<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="6"/>\n'
          f'<path class="axis" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - 10}"/>')
    for value in x_ends:
        print(f'<text x="{x(value):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{value:.2f}</text>')
    for value in y_ends:
        print(f'<text x="{LEFT - 6}" y="{y(value) + 5:.1f}" text-anchor="end">{value:.2f}</text>')
    print(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">{html.escape(redundancy_name)}: less is better</text>\n<text x="{LEFT + 8}" y="{TOP + 12}">{html.escape(relevance_name)}</text>')
    for name, relevance, redundancy in points:
        is_before = any(0 < x(other) - x(redundancy) < 60 and abs(y(height) - y(relevance)) < 14 for _, height, other in points)
        side = f'{x(redundancy) - 9:.1f}" text-anchor="end' if is_before else f"{x(redundancy) + 9:.1f}"
        print(f'<circle cx="{x(redundancy):.1f}" cy="{y(relevance):.1f}" r="5"/><text x="{side}" y="{y(relevance) + 5:.1f}">{html.escape(name)}</text>')
    print("</svg>")


if __name__ == "__main__":
    main()
