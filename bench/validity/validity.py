#!/usr/bin/env python3
"""Do clusters of relevant documents agree with official subtopics? See README.md."""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import numpy as np
from scipy import sparse

import agreement
import deltas
import representations
from representations import CANDIDATES, WORD_VECTOR_CANDIDATES, Terms, Topic

KINDS = {
    "plain": ("plain", None),
    "stem": ("stem", None),
    "content stem": ("content stem", None),
    "content 4-grams": ("content", lambda v: representations.character_ngrams(v, 4)),
    "4-grams": ("plain", lambda v: representations.character_ngrams(v, 4)),
    "prefixes": ("plain", lambda v: representations.prefixes(v, 5)),
}


def read_judgments(path):
    """topic -> docno -> the subtopics that it is relevant to"""
    relevant = defaultdict(lambda: defaultdict(set))
    for line in open(path, encoding="utf-8"):
        topic, subtopic, docno, grade = line.split()
        if int(grade) > 0:
            relevant[topic][docno].add(subtopic)
    return relevant


def tokenize(program, inputs, language, folder):
    content = ["--stopwords", language]
    outputs = {
        "plain": ["--fingerprints", folder / "fingerprints", "--bits", "256"],
        "stem": ["--stem", language],
        "content": content,
        "content stem": [*content, "--stem", language],
    }
    for name, options in outputs.items():
        output = folder / f"{name}.jsonl"
        subprocess.run(
            [program, "tokenize", "--quiet", "-o", output, *options, *inputs], check=True
        )
    fingerprints = dict(line.split() for line in open(folder / "fingerprints"))
    words = {}
    for name in outputs:
        rows = map(json.loads, open(folder / f"{name}.jsonl", encoding="utf-8"))
        words[name] = {row["id"]: row["vector"] for row in rows}
    return words, fingerprints


def term_matrix(vectors, docnos, df):
    columns, entries = {}, []
    for i, docno in enumerate(docnos):
        for term, frequency in vectors.get(docno, {}).items():
            entries.append((i, columns.setdefault(term, len(columns)), frequency))
    rows, places, data = zip(*entries)
    shape = (len(docnos), len(columns))
    frequencies = sparse.csr_matrix((np.array(data, float), (rows, places)), shape)
    return Terms(frequencies, np.array([df[t] for t in columns], float), len(vectors), list(columns))


def read_word_vectors(path):
    """word -> vector, of a text file with a word and its numbers per line"""
    vectors = {}
    for line in open(path, encoding="utf-8"):
        word, *numbers = line.rstrip().split(" ")
        vectors[word] = np.array(numbers, dtype=np.float32)
    return vectors


def averaged(vectors, docnos, df, word_vectors):
    """The sum of the vectors of each document's words, weighted by TF-IDF: its direction is that of the mean."""
    rows = np.zeros((len(docnos), len(next(iter(word_vectors.values())))))
    for row, docno in zip(rows, docnos):
        for term, frequency in vectors.get(docno, {}).items():
            if term in word_vectors:
                row += frequency * np.log(len(vectors) / df[term]) * word_vectors[term]
    return rows


def read_topics(program, inputs, qrels, language, word_vectors=None):
    """The topics with at least four relevant documents and two subtopics among them."""
    with tempfile.TemporaryDirectory() as folder:
        words, fingerprints = tokenize(program, inputs, language, Path(folder))
    topics = []
    for name, documents in read_judgments(qrels).items():
        docnos = sorted(documents)
        if len(docnos) >= 4 and len(set(map(frozenset, documents.values()))) > 1:
            topics.append(Topic(name, docnos, [documents[d] for d in docnos]))
    for kind, (source, change) in KINDS.items():
        vectors = words[source]
        if change:
            vectors = {docno: change(vector) for docno, vector in vectors.items()}
        df = defaultdict(int)
        for vector in vectors.values():
            for term in vector:
                df[term] += 1
        for topic in topics:
            topic.terms[kind] = term_matrix(vectors, topic.docnos, df)
            if kind == "plain" and word_vectors:
                topic.word_vectors = averaged(vectors, topic.docnos, df, word_vectors)
    for topic in topics:
        digits = [fingerprints.get(d, 64 * "0") for d in topic.docnos]
        topic.fingerprints = np.array([list(bytes.fromhex(d)) for d in digits], dtype=np.uint8)
    return topics


def mean_and_error(values):
    values = np.array(values)[~np.isnan(values)]
    return values.mean(), values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else 0.0


def measure(topics, similarity, method):
    """Scores of every topic at the mean similarity and at the best delta of the collection."""
    matrices = [similarity(topic) for topic in topics]
    trees = [agreement.tree(matrix, method) for matrix in matrices]
    pooled = np.concatenate([agreement.pairs(matrix) for matrix in matrices])

    def at(delta, score):
        return [
            score(agreement.cut(tree, len(topic.docnos), delta), topic.labels)
            for tree, topic in zip(trees, topics)
        ]

    own = pooled.mean()
    grid = np.unique(np.concatenate([np.linspace(0, 0.95, 20), np.quantile(pooled, np.linspace(0.3, 0.99, 15))]))
    best = max(grid, key=lambda delta: np.mean(at(delta, agreement.ari)))
    overlap = []
    for tree, topic in zip(trees, topics):
        official = [np.flatnonzero(topic.labels == k) for k in range(topic.labels.max() + 1)]
        found = agreement.nodes(tree, len(topic.docnos), own)
        overlap.append(agreement.node_overlap(found, official))
    return {
        "auc": [agreement.auc(m, topic.same) for m, topic in zip(matrices, topics)],
        "ari": at(own, agreement.ari),
        "b3": at(own, agreement.b_cubed),
        "nmi": at(own, agreement.nmi),
        "ari .3": at(0.3, agreement.ari),
        "best ari": at(best, agreement.ari),
        "overlap": overlap,
        "leaves": [float(n.max() + 1) for n in (agreement.cut(t, len(p.docnos), own) for t, p in zip(trees, topics))],
        "own": own,
        "best": best,
    }


COLUMNS = ["auc", "ari", "best ari", "ari .3", "b3", "nmi", "overlap", "leaves"]


def print_collection(name, topics, candidates):
    sizes = [len(t.docnos) for t in topics]
    subtopics = [t.labels.max() + 1 for t in topics]
    words = np.mean([t.terms["plain"].frequencies.sum() / len(t.docnos) for t in topics])
    print(
        f"\n{name}: {len(topics)} topics, {np.mean(sizes):.0f} documents and {np.mean(subtopics):.1f} "
        f"subtopics per topic, {words:.0f} words per document; ± is the standard error over topics\n"
    )
    print("| representation | " + " | ".join(COLUMNS) + " | own δ | best δ |")
    print("|---" * (len(COLUMNS) + 3) + "|")
    for candidate in candidates:
        scores = measure(topics, *candidates[candidate])
        cells = []
        for column in COLUMNS:
            mean, error = mean_and_error(scores[column])
            cells.append(f"{mean:.1f}" if column == "leaves" else f"{mean:.3f} ± {error:.3f}")
        print(f"| {candidate} | " + " | ".join(cells) + f" | {scores['own']:.3f} | {scores['best']:.3f} |", flush=True)


def print_rules(name, topics, candidates):
    """ARI by rule that chooses delta."""
    print(f"\n{name}: ARI by rule for δ; ± is the standard error over topics\n")
    print("| representation | " + " | ".join(deltas.RULES) + " |\n" + "|---" * (len(deltas.RULES) + 1) + "|")
    for candidate, (similarity, method) in candidates.items():
        matrices = [similarity(topic) for topic in topics]
        trees = [agreement.tree(matrix, method) for matrix in matrices]
        cells = []
        for rule in deltas.RULES.values():
            chosen = zip(trees, topics, rule(matrices, trees))
            scores = [agreement.ari(agreement.cut(tree, len(t.docnos), delta), t.labels) for tree, t, delta in chosen]
            cells.append("{:.3f} ± {:.3f}".format(*mean_and_error(scores)))
        print(f"| {candidate} | " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="build/release/subintent")
    parser.add_argument("--words", help="word vectors, as text: a word and its numbers per line")
    parser.add_argument("--rules", action="store_true", help="compare rules that choose δ")
    parser.add_argument("--candidates", default="", help="a regular expression: those whose name it matches")
    parser.add_argument(
        "collections",
        nargs="+",
        metavar="NAME=LANGUAGE:QRELS:INPUT",
        help="a collection: the language of its stemmer, diversity judgments, documents",
    )
    options = parser.parse_args()
    word_vectors = read_word_vectors(options.words) if options.words else None
    known = {**CANDIDATES, **(WORD_VECTOR_CANDIDATES if word_vectors else {})}
    candidates = {name: known[name] for name in known if re.search(options.candidates, name)}
    if not candidates:
        sys.exit("no candidate has such a name")
    for collection in options.collections:
        name, _, rest = collection.partition("=")
        language, qrels, *inputs = rest.split(":")
        topics = read_topics(options.program, inputs, qrels, language, word_vectors)
        (print_rules if options.rules else print_collection)(name, topics, candidates)


if __name__ == "__main__":
    main()
