#!/usr/bin/env python3
"""How well `tokenize --main-content` finds the article of a page.

Measures precision, recall and F1 on a folder with the layout of the public article-extraction-benchmark:
ground-truth.json, an object {name: {"articleBody": text}}, and the pages html/NAME.html.gz. The measure is that
benchmark's: texts are bags of four tokens in a row, tokens being runs of word characters; precision and recall are
means over pages, and F1 is made of these two means.

    PYTHONPATH=build/release/python tools/bench/tokenize/main_content.py FOLDER
"""
import argparse
import collections
import gzip
import hashlib
import json
import pathlib
import random
import re
import statistics

import subintent

TITLE = re.compile(rb"<title\b.*?</title\s*>", re.IGNORECASE | re.DOTALL)
CLASS_OR_ID = re.compile(rb"""\s(?:class|id)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+)""", re.IGNORECASE)


def shingles(text):
    tokens = re.findall(r"\w+", text)
    grams = (tuple(tokens[i : i + 4]) for i in range(max(1, len(tokens) - 3)))
    return collections.Counter(gram for gram in grams if gram)


def counts(gold, found):
    """Four-grams in both, in the gold text, and in the text found."""
    return (gold & found).total(), gold.total(), found.total()


def scores(pages):
    precision = statistics.mean([both / found for both, _, found in pages if found > 0])
    recall = statistics.mean([both / gold for both, gold, _ in pages if gold > 0])
    return 2 * precision * recall / (precision + recall), precision, recall


def deviation_of_f1(pages):
    """Standard deviation over 1,000 samples of as many pages, drawn with replacement."""
    draw = random.Random(1)
    return statistics.stdev(scores(draw.choices(pages, k=len(pages)))[0] for _ in range(1000))


def half(name):
    """0 for the pages that the heuristic was tuned on."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % 2


def text_of(page, main_content):
    document = subintent.Document("page", page, True, "utf-8")
    return subintent.visible_text(document, main_content=main_content)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="also name the N pages with the lowest F1")
    arguments = parser.parse_args()
    truth = json.loads((arguments.folder / "ground-truth.json").read_text(encoding="utf-8"))
    gold = {name: shingles(entry.get("articleBody", "")) for name, entry in truth.items()}
    pages = {name: gzip.decompress((arguments.folder / "html" / f"{name}.html.gz").read_bytes()) for name in truth}
    without_title = {name: TITLE.sub(b"", page) for name, page in pages.items()}
    without_classes = {name: CLASS_OR_ID.sub(b"", page) for name, page in without_title.items()}
    rows = (
        ("visible text", pages, False),
        ("main content, title included", pages, True),
        ("main content, no class or id in the page", without_classes, True),
        ("main content", without_title, True),
    )
    halves = {"0": {0}, "1": {1}, "both": {0, 1}}
    print("text\thalf\tpages\tF1\t±\tprecision\trecall")
    for label, texts, main_content in rows:
        found = {name: counts(gold[name], shingles(text_of(page, main_content))) for name, page in texts.items()}
        for part, numbers in halves.items():
            chosen = [counted for name, counted in found.items() if half(name) in numbers]
            f1, precision, recall = scores(chosen)
            row = (f1, deviation_of_f1(chosen), precision, recall)
            print(label, part, len(chosen), *(f"{value:.3f}" for value in row), sep="\t")
    worst = sorted(found, key=lambda name: 2 * found[name][0] / (found[name][1] + found[name][2]))
    for name in worst[: arguments.worst]:
        both, expected, extracted = found[name]
        print(f"{2 * both / (expected + extracted):.3f} {name} {truth[name].get('url', '')}")


if __name__ == "__main__":
    main()
