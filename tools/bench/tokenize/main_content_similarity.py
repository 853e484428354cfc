#!/usr/bin/env python3
"""What `tokenize --main-content` does to similarities of pages.

Takes the folder of main_content.py, and compares all pairs of pages by the cosine of their TF-IDF vectors (tf ln N/df), made of the
visible text, of the main content and of the gold text. Prints the mean cosine of pairs of one site and of pairs of two
sites, how often a pair of one site is more similar than one of two (AUC), and the correlation of the cosines with
those of the gold text.

    PYTHONPATH=build/release/python tools/bench/tokenize/main_content_similarity.py FOLDER
"""
import argparse
import bisect
import collections
import gzip
import itertools
import json
import math
import pathlib
import statistics
import urllib.parse

import subintent


def vectors(pages):
    """TF-IDF vectors of length 1."""
    frequencies = collections.Counter(term for terms in pages for term in terms)
    for terms in pages:
        weights = {term: count * math.log(len(pages) / frequencies[term]) for term, count in terms.items()}
        length = math.hypot(*weights.values()) or 1
        yield {term: weight / length for term, weight in weights.items()}


def cosines(pages):
    def dot(a, b):
        return sum(weight * b[term] for term, weight in a.items() if term in b)

    return [dot(a, b) for a, b in itertools.combinations(vectors(pages), 2)]


def area_under_curve(greater, less):
    ordered = sorted(less)
    wins = sum(bisect.bisect_left(ordered, x) + bisect.bisect_right(ordered, x) for x in greater)
    return wins / 2 / len(greater) / len(less)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    truth = json.loads((folder / "ground-truth.json").read_text(encoding="utf-8"))
    pages = [gzip.decompress((folder / "html" / f"{name}.html.gz").read_bytes()) for name in truth]
    sites = [urllib.parse.urlsplit(entry["url"]).hostname.removeprefix("www.") for entry in truth.values()]
    is_same_site = [a == b for a, b in itertools.combinations(sites, 2)]
    tokenizers = {"visible text": subintent.Tokenizer(), "main content": subintent.Tokenizer(main_content=True)}
    found = {label: cosines([t.terms(page, html=True) for page in pages]) for label, t in tokenizers.items()}
    gold = cosines([tokenizers["visible text"].terms(entry["articleBody"]) for entry in truth.values()])
    print(f"{len(pages)} pages, {len(set(sites))} sites; pairs of one site: {sum(is_same_site)}, of two: {is_same_site.count(False)}")
    print("text\tone site\ttwo sites\tAUC\tcorrelation")
    for label, values in {**found, "gold text": gold}.items():
        same = [value for value, is_same in zip(values, is_same_site) if is_same]
        other = [value for value, is_same in zip(values, is_same_site) if not is_same]
        row = (statistics.mean(same), statistics.mean(other), area_under_curve(same, other), statistics.correlation(values, gold))
        print(label, *(f"{value:.3f}" for value in row), sep="\t")


if __name__ == "__main__":
    main()
