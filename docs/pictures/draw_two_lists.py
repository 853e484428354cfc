#!/usr/bin/env python3
"""draw_two_lists.py HIERARCHIES LABELS RUN...: what the first ten documents of each run find of one topic, as SVG.

The upper boxes are the intents, with the names that LABELS has for them; the lower ones are the leaves of each, as wide as their weights. A leaf
that is found has a colour and the rank of the first document.
"""
import html
import json
import pathlib
import sys

WIDTH, LEFT, ROW, GAP = 440, 10, 34, 3
STYLE = """text{fill:#1b1f24}.paper{fill:#fff}.intent{fill:#e6e9ed}.found{fill:#0072b2}.missed{fill:none;stroke:#8a939c;stroke-dasharray:3 3}
.found+text{fill:#fff}
@media (prefers-color-scheme:dark){text{fill:#f4f4f4}.paper{fill:#17191c}.intent{fill:#343a41}.found{fill:#4ba3e3}.found+text{fill:#0b0d10}}"""


def box(kind, x, y, width, text):
    middle = f'<text x="{x + width / 2:.1f}" y="{y + ROW / 2 + 5:.1f}" text-anchor="middle">{html.escape(text)}</text>' if text else ""
    return f'<rect class="{kind}" x="{x + GAP / 2:.1f}" y="{y}" width="{width - GAP:.1f}" height="{ROW}" rx="3"/>{middle}'


def read_nodes(hierarchies, topic):
    trees = (json.loads(line) for line in pathlib.Path(hierarchies).read_text(encoding="utf-8").splitlines())
    nodes = next(tree["nodes"] for tree in trees if tree["topic"] == topic)
    parents = {node["parent"] for node in nodes}
    return [dict(node, leaf=node["id"] not in parents) for node in nodes]


def ranks_of(run, topic, depth=10):
    rows = (line.split() for line in pathlib.Path(run).read_text(encoding="utf-8").splitlines())
    return {docno: int(rank) for of, _, docno, rank, *_ in rows if of == topic and int(rank) <= depth}


def panel(nodes, names, ranks, top):
    """The boxes of one run below the line `top`."""
    scale, x, found = (WIDTH - 2 * LEFT) / sum(node["weight"] for node in nodes if node["layer"] == 1), LEFT, 0
    for intent in (node for node in nodes if node["layer"] == 1):
        leaves = [node for node in nodes if node["leaf"] and node["intent"] == intent["intent"]]
        leaves = [(leaf["weight"] * scale, min((ranks[docno] for docno in leaf["docs"] if docno in ranks), default=0)) for leaf in leaves]
        width = sum(leaf for leaf, _ in leaves)
        yield box("intent", x, top, width, names[intent["intent"]])
        for leaf, rank in sorted(leaves, key=lambda leaf: leaf[1] or 99):
            yield box("found" if rank else "missed", x, top + ROW + GAP, leaf, str(rank or ""))
            x, found = x + leaf, found + bool(rank)
    yield f'<text x="{WIDTH - LEFT}" y="{top - 9}" text-anchor="end">finds {found} of {sum(node["leaf"] for node in nodes)} parts</text>'


def main():
    hierarchies, labels, *runs = sys.argv[1:]
    rows = [line.split("\t") for line in pathlib.Path(labels).read_text(encoding="utf-8").splitlines()]
    topic, names = rows[0][0], {intent: name for _, intent, name in rows}
    nodes = read_nodes(hierarchies, topic)
    height = 110 * len(runs) + 6
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="15" role="img">'
          f'<title>{" and ".join(pathlib.Path(run).name for run in runs)}: ranks at which parts are found</title>\n<style>{STYLE}</style>\n'
          f'<rect class="paper" width="{WIDTH}" height="{height}" rx="6"/>')
    for number, run in enumerate(runs):
        top = 32 + 110 * number
        print(f'<text x="{LEFT}" y="{top - 9}" font-weight="bold">{pathlib.Path(run).name}</text>', *panel(nodes, names, ranks_of(run, topic), top), sep="\n")
    print("</svg>")


if __name__ == "__main__":
    main()
