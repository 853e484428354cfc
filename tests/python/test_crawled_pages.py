"""Hierarchies of crawled pages: long, with menus and noise, in several languages and charsets. Skipped where the pages are not."""

import collections
import os
import pathlib

import pytest
from conftest import shared

import subintent


def leaves_of(made):
    (tree,) = made.topic
    assert all(node.label for node in tree)
    return [set(leaf.docs) for leaf in tree.leaves()]


def test_pages_of_a_site_are_one_subtopic(shared):
    """29 pages of a shop of ClueWeb09 among 16 of Common Crawl."""
    archives = [shared / "warc" / "resiliparse" / name for name in ("clueweb-quirk.warc.gz", "warcfile.warc.gz")]
    pages = []
    for archive in archives:
        subintent.read_collection(archive, pages.append)
    shop = {page.docno for page in pages if page.docno.startswith("clueweb09-ja0016-50-")}
    assert (len(shop), len(pages)) == (29, 45)
    made = subintent.make_hierarchies({"1": {page.docno: 1 for page in pages}}, archives)
    leaves = leaves_of(made)
    assert shop in leaves
    assert 2 <= len(leaves) <= 10


def pages_by_package(corpus, first, count, least):
    """The first pages in English of each package with so many of at least so many bytes, in the archive 0."""
    pages = collections.defaultdict(list)
    with open(corpus / "truth.tsv", encoding="utf-8") as lines:
        for docno, source, language, *_, size in (line.rstrip("\n").split("\t") for line in lines):
            if docno.split("-")[1:3] == ["en0000", "00"] and language == "en" and int(size) >= least:
                pages[source.split("/")[0]].append(docno)
    full = [package for package, docnos in sorted(pages.items()) if len(docnos) >= count]
    return {package: pages[package][:count] for package in full[:first]}


def agreement(leaves, packages):
    """The adjusted Rand index."""
    pairs = lambda sizes: sum(n * (n - 1) / 2 for n in sizes)
    place = {docno: i for i, leaf in enumerate(leaves) for docno in leaf}
    both = pairs(collections.Counter((place[d], p) for p, docnos in packages.items() for d in docnos).values())
    first, second = pairs(map(len, leaves)), pairs(map(len, packages.values()))
    expected = first * second / pairs([len(place)])
    return (both - expected) / ((first + second) / 2 - expected)


def test_documentation_of_packages(tmp_path):
    """Long pages with navigation bars: the documentation of a package is a subtopic."""
    corpus = pathlib.Path(os.environ.get("SUBINTENT_CORPUS") or "no corpus")
    if not (corpus / "truth.tsv").exists():
        pytest.skip(f"there is no corpus in '{corpus}'")
    packages = pages_by_package(corpus, 8, 20, 8_000)
    assert len(packages) >= 4
    qrels = {"1": {docno: 1 for docnos in packages.values() for docno in docnos}}
    pages = []
    subintent.read_collection(corpus / "cw09-00.warc.gz", lambda page: pages.append(page) if page.docno in qrels["1"] else None)
    whole = tmp_path / "whole pages"
    settings = {"name": "whole", "tokenize": "--ngrams 4", "cluster": "--contrast --contrast-power 2 --neighbours 15 --linkage average"}
    settings["topic"] = "--delta balanced --bins mean"
    whole.write_text("".join(f"{name}={options}\n" for name, options in settings.items()) + "intent=--delta balanced\n")
    recipes = {"recipe-4": "recipe-4", "whole pages": whole, "dou2019": "dou2019"}
    scores = {name: agreement(leaves_of(subintent.make_hierarchies(qrels, pages, recipe=recipe)), packages) for name, recipe in recipes.items()}
    words = sum(len(subintent.visible_text(page).split()) for page in pages) / len(pages)
    print(sorted(packages), f"{words:.0f} words a page", {name: round(score, 3) for name, score in scores.items()})
    assert scores["recipe-4"] > scores["dou2019"] + 0.1
