#!/usr/bin/env python3
"""How well `tokenize --main-content` finds the article of a page.

Measures precision, recall and F1 on a folder with the layout of the public article-extraction-benchmark:
ground-truth.json, an object {name: {"articleBody": text}}, and the pages html/NAME.html.gz. The measure is that
benchmark's: texts are bags of four tokens in a row, tokens being runs of word characters; precision and recall are
means over pages, and F1 is made of these two means.

    PYTHONPATH=build/release/python bench/tokenize/main_content.py FOLDER
"""
import argparse
import collections
import gzip
import hashlib
import json
import pathlib
import re

import subintent

TITLE = re.compile(rb"<title\b.*?</title\s*>", re.IGNORECASE | re.DOTALL)


def shingles(text):
    tokens = re.findall(r"\w+", text)
    grams = (tuple(tokens[i : i + 4]) for i in range(max(1, len(tokens) - 3)))
    return collections.Counter(gram for gram in grams if gram)


def counts(gold, found):
    """Four-grams in both, in the gold text, and in the text found."""
    return (gold & found).total(), gold.total(), found.total()


def mean(values):
    return sum(values) / len(values)


def scores(pages):
    precision = mean([both / found for both, _, found in pages if found > 0])
    recall = mean([both / gold for both, gold, _ in pages if gold > 0])
    return 2 * precision * recall / (precision + recall), precision, recall


def half(name):
    """Constants were chosen on half 0; half 1 has never been looked at for that."""
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
    print("text\thalf\tpages\tF1\tprecision\trecall")
    rows = (("visible text", pages, False), ("main content with title", pages, True), ("main content", without_title, True))
    for label, texts, main_content in rows:
        found = {name: counts(gold[name], shingles(text_of(page, main_content))) for name, page in texts.items()}
        for part, names in (("0", [n for n in found if half(n) == 0]), ("1", [n for n in found if half(n) == 1]), ("both", list(found))):
            print(label, part, len(names), *(f"{x:.3f}" for x in scores([found[name] for name in names])), sep="\t")
    worst = sorted(found, key=lambda name: 2 * found[name][0] / (found[name][1] + found[name][2]))
    for name in worst[: arguments.worst]:
        both, expected, extracted = found[name]
        print(f"{2 * both / (expected + extracted):.3f} {name} {truth[name].get('url', '')}")


if __name__ == "__main__":
    main()
