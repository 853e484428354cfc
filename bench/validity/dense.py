#!/usr/bin/env python3
"""The recipe for dense vectors, with means of word vectors, with TF-IDF weights of words, and with both side by side. See README.md."""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np

import frozen
from validity import mean_and_error, read_judgments, read_word_vectors


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def tfidf_rows(program, language, docs, docnos, folder):
    """documents x stems"""
    stem = [] if language == "none" else ["--stem", language]
    subprocess.run([program, "tokenize", "--quiet", *stem, "-o", folder / "t", "--statistics", folder / "s", docs], check=True)
    subprocess.run([program, "tfidf", "--quiet", "--statistics", folder / "s", folder / "t", "-o", folder / "w"], check=True)
    places, columns, entries = {docno: i for i, docno in enumerate(docnos)}, {}, []
    for row in map(json.loads, open(folder / "w", encoding="utf-8")):
        if row["id"] in places:
            entries += [(places[row["id"]], columns.setdefault(t, len(columns)), w) for t, w in row["vector"].items()]
    rows = np.zeros((len(docnos), len(columns)), dtype=np.float32)
    for i, k, weight in entries:
        rows[i, k] = weight
    return rows


def agreement_of(program, qrels, judgments, docnos, rows, folder):
    np.save(folder / "v.npy", rows.astype(np.float32))
    (folder / "docnos").write_text("".join(f"{docno}\n" for docno in docnos), encoding="utf-8")
    how = ["--dense", folder / "v.npy", "--docnos", folder / "docnos", "-o", folder / "made"]
    subprocess.run([program, "make", "--quiet", "--qrels", qrels, *how], check=True)
    return [topic["ari"] for topic in frozen.score_topics(folder / "made", judgments, None)]


def measure(options, collection):
    """Cells of ARI: vectors of words, words, both."""
    language, qrels, docs = collection.partition("=")[2].split(":")[:3]
    judgments = read_judgments(qrels)
    relevant = {docno for topic in judgments.values() for docno in topic}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        frozen.write_word_vectors(options.program, options.words, docs, folder)
        all_docnos = (folder / "docnos.txt").read_text(encoding="utf-8").splitlines()
        kept = [i for i, docno in enumerate(all_docnos) if docno in relevant]
        docnos = [all_docnos[i] for i in kept]
        vectors = unit(np.load(folder / "vectors.npy")[kept])
        words = unit(tfidf_rows(options.program, language, docs, docnos, folder))
        of_all = [vectors, words, np.hstack([vectors, words])]
        return [agreement_of(options.program, qrels, judgments, docnos, rows, folder) for rows in of_all]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="build/release/subintent")
    parser.add_argument("--words", type=read_word_vectors, required=True, help="vectors of words, as GloVe is published")
    parser.add_argument("collections", nargs="+", metavar="NAME=LANGUAGE:QRELS:INPUT")
    options = parser.parse_args()
    options.program = str(Path(options.program).resolve())
    print("| collection | vectors of words | words | both |\n|---|---|---|---|")
    for collection in options.collections:
        cells = ["{:.3f} ± {:.3f}".format(*mean_and_error(scores)) for scores in measure(options, collection)]
        print(f"| {collection.partition('=')[0]} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
