#!/usr/bin/env python3
"""draw_two_lists.py HIERARCHIES RUN...: at which rank each run finds each node of the first hierarchy, as SVG.

A row is an intent, in grey, or one of its subintents, with its label; a column is a run. A node that is found has a colour and the rank of its
first document.
"""
import html
import json
import pathlib
import sys

WIDTH, LEFT, RANKS, ROW, GAP, TOP = 480, 10, 80, 30, 3, 32
STYLE = """text{fill:#1b1f24}.paper{fill:#fff}.intent{fill:#e6e9ed}.found{fill:#0072b2}.missed{fill:none;stroke:#8a939c;stroke-dasharray:3 3}
.found+text{fill:#fff}
@media (prefers-color-scheme:dark){text{fill:#f4f4f4}.paper{fill:#17191c}.intent{fill:#343a41}.found{fill:#4ba3e3}.found+text{fill:#0b0d10}}"""


def words(x, y, text, attributes=""):
    return f'<text x="{x:.1f}" y="{y + ROW / 2 + 5:.1f}" {attributes}>{html.escape(text)}</text>'


def box(kind, x, y, width):
    return f'<rect class="{kind}" x="{x + GAP / 2:.1f}" y="{y + GAP / 2:.1f}" width="{width - GAP:.1f}" height="{ROW - GAP}" rx="3"/>'


def first_rank(node, run):
    rows = (line.split() for line in pathlib.Path(run).read_text(encoding="utf-8").splitlines())
    return min((int(rank) for _, _, docno, rank, *_ in rows if docno in node["docs"]), default=0)


def row_of(node, y, runs):
    is_intent, right = node["parent"] is None, WIDTH - LEFT - RANKS * len(runs)
    if is_intent:
        yield box("intent", LEFT, y, WIDTH - 2 * LEFT)
    yield words(LEFT + (8 if is_intent else 16), y, node["intent"] if is_intent else node["label"], 'font-weight="bold"' if is_intent else "")
    for number, run in enumerate(runs):
        rank, x = first_rank(node, run), right + RANKS * number
        if not is_intent:
            yield box("found" if rank else "missed", x, y, RANKS)
        yield words(x + RANKS / 2, y, str(rank or ""), 'text-anchor="middle"')


def main():
    hierarchies, *runs = sys.argv[1:]
    nodes = json.loads(pathlib.Path(hierarchies).read_text(encoding="utf-8").splitlines()[0])["nodes"]
    rows = [node for intent in nodes if intent["parent"] is None for node in [intent, *(leaf for leaf in nodes if leaf["parent"] == intent["id"])]]
    height = TOP + ROW * len(rows) + 10
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="15" role="img">'
          f'<title>ranks at which {" and ".join(pathlib.Path(run).name for run in runs)} find intents and subintents</title>\n<style>{STYLE}</style>\n'
          f'<rect class="paper" width="{WIDTH}" height="{height}" rx="6"/>')
    for number, run in enumerate(runs):
        print(words(WIDTH - LEFT - RANKS * (len(runs) - number - 0.5), 2, pathlib.Path(run).name, 'text-anchor="middle" font-weight="bold"'))
    for number, node in enumerate(rows):
        print(*row_of(node, TOP + ROW * number, runs), sep="\n")
    print("</svg>")


if __name__ == "__main__":
    main()
