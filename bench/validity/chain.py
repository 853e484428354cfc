#!/usr/bin/env python3
"""What becomes of rankings of runs when measures take clusters for subtopics? See README.md."""

import argparse
import json
import math
import random
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import numpy as np

import agreement
from representations import CANDIDATES
from validity import read_judgments, read_topics, tokenize

# Measures over official intents, and the same over the layers of a topic-level hierarchy.
MEASURES = {
    "I-rec@20": "I-rec-LA_TL@20",
    "alpha-nDCG@20": "alpha-nDCG-LA_TL@20",
    "D#-nDCG@20": "HD#-nDCG_TL@20",
}


# ---- runs ----


def read_run(path):
    run = defaultdict(list)
    for line in open(path, encoding="utf-8"):
        topic, _, docno, rank, *_ = line.split()
        run[topic].append((int(rank), docno))
    return {topic: [docno for _, docno in sorted(rows)] for topic, rows in run.items()}


def write_run(path, run):
    with open(path, "w", encoding="utf-8") as out:
        for topic, docnos in run.items():
            for rank, docno in enumerate(docnos, 1):
                print(topic, "Q0", docno, rank, len(docnos) + 1 - rank, path.name, file=out)


def tfidf_vectors(words):
    df = defaultdict(int)
    for vector in words.values():
        for term in vector:
            df[term] += 1
    weighted = {}
    for docno, vector in words.items():
        weights = {t: f * math.log(len(words) / df[t]) for t, f in vector.items()}
        length = math.sqrt(sum(w * w for w in weights.values())) or 1
        weighted[docno] = {t: w / length for t, w in weights.items()}
    return weighted


def cosine(a, b):
    return sum(w * b.get(t, 0) for t, w in a.items())


def mmr(ranking, vectors, trade):
    """Carbonell and Goldstein 1998, with 1 / rank for the relevance."""
    relevance = {d: 1 / r for r, d in enumerate(ranking, 1)}
    left, taken, nearest = list(ranking), [], dict.fromkeys(ranking, 0.0)
    while left:
        best = max(left, key=lambda d: trade * relevance[d] - (1 - trade) * nearest[d])
        left.remove(best)
        taken.append(best)
        for d in left:
            nearest[d] = max(nearest[d], cosine(vectors.get(d, {}), vectors.get(best, {})))
    return taken


def xquad(ranking, coverage, trade):
    """Santos et al. 2010, with equal intents; coverage: docno -> intent -> P(d | intent)."""
    relevance = {d: 1 / r for r, d in enumerate(ranking, 1)}
    intents = {i for d in ranking for i in coverage.get(d, {})}
    missing = dict.fromkeys(intents, 1.0)
    left, taken = list(ranking), []
    while left:

        def gain(d):
            new = sum(p * missing[i] for i, p in coverage.get(d, {}).items())
            return (1 - trade) * relevance[d] + trade * new / max(1, len(intents))

        best = max(left, key=gain)
        left.remove(best)
        taken.append(best)
        for i, p in coverage.get(best, {}).items():
            missing[i] *= 1 - p
    return taken


def shuffled_by(ranking, deviation, chance):
    """Ranks with normal noise of this standard deviation."""
    noise = {d: r + chance.gauss(0, deviation) for r, d in enumerate(ranking)}
    return sorted(ranking, key=noise.get)


def make_runs(real, vectors, judgments, seed):
    """24 runs out of one real run."""
    chance = random.Random(seed)
    made = {}

    def make(name, work):
        made[name] = {topic: work(topic, list(ranking)) for topic, ranking in real.items()}

    make("real", lambda t, r: r)
    for trade in (0.2, 0.4, 0.6, 0.8, 0.95):
        make(f"mmr-{trade}", lambda t, r, trade=trade: mmr(r, vectors, trade))
    for quality in (0.3, 0.6, 0.9):
        coverage = noisy_coverage(judgments, real, quality, chance)
        for trade in (0.3, 0.8):
            make(
                f"xquad-{quality}-{trade}",
                lambda t, r, trade=trade: xquad(r, coverage.get(t, {}), trade),
            )
    for deviation in (2, 5, 10, 20, 40, 1000):
        make(f"noise-{deviation}", lambda t, r, d=deviation: shuffled_by(r, d, chance))
    for depth in (5, 10, 15):
        make(f"first-{depth}", lambda t, r, depth=depth: r[:depth])
    make("every-second", lambda t, r: r[::2])
    make("from-rank-11", lambda t, r: r[10:])
    make("reversed-20", lambda t, r: r[:20][::-1] + r[20:])
    return made


def noisy_coverage(judgments, real, quality, chance):
    """What a classifier of this quality knows: the true intent of a document, or any of the topic's."""
    coverage = defaultdict(lambda: defaultdict(dict))
    for topic, ranking in real.items():
        intents = sorted({i for d in judgments.get(topic, {}).values() for i in d})
        for docno in ranking:
            true = sorted(judgments.get(topic, {}).get(docno, ()))
            if intents and (true or chance.random() > quality):
                known = true if true and chance.random() < quality else [chance.choice(intents)]
                coverage[topic][docno] = {i: 0.8 for i in known}
    return coverage


# ---- dendrograms ----


def dendrogram(topic, similarity, method):
    """The tree in the program's format: nodes 0 to n - 1 are the documents, sorted by docno."""
    merges = [
        [min(int(a), int(b)), max(int(a), int(b)), round(1 - distance, 9), int(size)]
        for a, b, distance, size in agreement.tree(similarity, method)
    ]
    return {"topic": topic.name, "intent": "*", "docs": topic.docnos, "merges": merges}


def placebo(tree, chance):
    """The same tree with the documents shuffled among its leaves."""
    place = list(range(len(tree["docs"])))
    chance.shuffle(place)
    place += range(len(place), 2 * len(place))
    merges = [[*sorted((place[a], place[b])), s, n] for a, b, s, n in tree["merges"]]
    return {**tree, "merges": merges}


class Program:
    def __init__(self, path, qrels, folder):
        self.path, self.qrels, self.folder = path, qrels, folder

    def run(self, *arguments):
        command = [self.path, *map(str, arguments), "--quiet"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def scores(self, trees, delta, runs):
        """A file of scores of all measures, over the hierarchy of these dendrograms."""
        dendrograms, hierarchy = self.folder / "dendrograms", self.folder / "hierarchy"
        dendrograms.write_text("".join(json.dumps(t, ensure_ascii=False) + "\n" for t in trees))
        self.run("hierarchy", "--qrels", self.qrels, "--delta", delta, dendrograms, "-o", hierarchy)
        names = ",".join([*MEASURES, *MEASURES.values()])
        out = self.folder / "scores.tsv"
        self.run(
            "evaluate", "--qrels", self.qrels, "--hierarchy", f"TL={hierarchy}", "-m", names,
            "--per-topic", "--format", "tsv", "-o", out, *runs,
        )  # fmt: skip
        return out

    def correlation(self, scores, official, clustered):
        """tau_b and symmetric tau_ap of the rankings of runs by two measures"""
        table = self.run("compare", "correlation", "-m", f"{official},{clustered}", scores)
        return [float(number) for number in table.split()[-1].split("/")]

    def significant(self, scores, test):
        """measure -> significant pairs of runs"""
        table = self.run("compare", "discriminative-power", "--test", test, scores)
        rows = re.findall(r"^(\S*@20\S*) +(\d+) +\d+ +[\d.]+%", table, re.MULTILINE)
        return {measure: int(count) for measure, count in rows}


# name -> (candidate, delta); "mean" stands for the mean similarity of the collection
HIERARCHIES = {
    "SimHash(tf), δ .3 [Dou19]": ("SimHash(tf)", 0.3),
    "TF-IDF, stems, average, δ mean": ("TF-IDF, stems, average", "mean"),
    "recipe": ("stems + 4-grams, contrast, 15 neighbours", "mean"),
}
TESTS = ("bootstrap", "tukey")


def copy_judgments(qrels, topics, path):
    """Copies the judgments of these topics, since the program asks for a tree of every judged one; how many are left out."""
    names, left_out = {topic.name for topic in topics}, set()
    with open(qrels, encoding="utf-8") as lines, open(path, "w", encoding="utf-8") as out:
        for line in lines:
            topic = line.split()[0]
            if topic in names:
                out.write(line)
            else:
                left_out.add(topic)
    return len(left_out)


def spread(values):
    return f"{np.mean(values):.3g} [{min(values):.3g}, {max(values):.3g}]"


def report(name, program, trees, delta, runs, options):
    """One hierarchy beside its placebos: the same trees with shuffled documents."""
    chance = random.Random(options.seed)
    rounds = [trees] + [[placebo(t, chance) for t in trees] for _ in range(options.shuffles)]
    taus, powers = defaultdict(list), defaultdict(list)
    for shuffled in rounds:
        scores = program.scores(shuffled, delta, runs)
        for official, clustered in MEASURES.items():
            taus[official].append(program.correlation(scores, official, clustered))
        for test in TESTS:
            for measure, count in program.significant(scores, test).items():
                powers[test, measure].append(count)
    for official, clustered in MEASURES.items():
        real, shuffles = taus[official][0], np.array(taus[official][1:])
        cells = [f"{real[0]:.3f}", f"{real[1]:.3f}", spread(shuffles[:, 0]), spread(shuffles[:, 1])]
        for test in TESTS:
            flat, clusters = powers[test, official], powers[test, clustered]
            cells += [str(flat[0]), str(clusters[0]), spread(clusters[1:])]
        print(f"| {name} | {clustered} | " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="build/release/subintent")
    parser.add_argument("--language", default="english", help="of the stemmer")
    parser.add_argument("--shuffles", type=int, default=20, help="placebos per hierarchy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("qrels", help="diversity judgments")
    parser.add_argument("run", help="the real run that the others are made from")
    parser.add_argument("docs", nargs="+", help="the documents")
    options = parser.parse_args()

    topics = read_topics(options.program, options.docs, options.qrels, options.language)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words, _ = tokenize(options.program, options.docs, options.language, folder)
        vectors = tfidf_vectors(words["plain"])
        qrels = folder / "qrels"
        left_out = copy_judgments(options.qrels, topics, qrels)
        if left_out:
            print(f"left out: {left_out} topics of fewer than four relevant documents or two subtopics", file=sys.stderr)
        judgments = read_judgments(qrels)
        runs = []
        for run, rankings in make_runs(read_run(options.run), vectors, judgments, options.seed).items():
            runs.append(folder / run)
            write_run(runs[-1], rankings)
        pairs = len(runs) * (len(runs) - 1) // 2
        tests = [f"{test}: {what}" for test in TESTS for what in ("official", "clusters", "placebo")]
        heads = ["hierarchy", "measure", "τ", "τ_ap", "placebo τ", "placebo τ_ap", *tests]
        print(f"{len(runs)} runs, {pairs} pairs, {options.shuffles} placebos\n")
        print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
        program = Program(options.program, qrels, folder)
        for label, (candidate, delta) in HIERARCHIES.items():
            similarity, method = CANDIDATES[candidate]
            matrices = [similarity(topic) for topic in topics]
            trees = [dendrogram(t, m, method) for t, m in zip(topics, matrices)]
            if delta == "mean":
                delta = np.concatenate([agreement.pairs(m) for m in matrices]).mean()
            report(label, program, trees, delta, runs, options)


if __name__ == "__main__":
    main()
