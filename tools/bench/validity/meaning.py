#!/usr/bin/env python3
"""Do measures over clusters, and measures of similarity, say what official intents and people say, and more than placebos do? See README.md.

Three questions of a collection, each with the documents of each topic shuffled N times:

- With --preferences: how often is the list that somebody prefers the one with the higher score?
- Of made runs that differ in coverage: how do measures of similarity rank them, beside official measures? (chain.py does the same for clusters.)
- If only half of the topics had official intents: how much narrower do clusters, in the place of intents for all topics, make the intervals
  of differences of these runs (`compare judges`)?
"""

import argparse
import csv
import json
import random
import subprocess
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import subintent
from chain import DEPTH, RECIPES, make_runs, placebo, read_judgments, read_run

OFFICIAL = ["I-rec", "alpha-nDCG", "D#-nDCG"]
LAYERED = ["I-rec-LA_H", "alpha-nDCG-LA_H", "HD#-nDCG_H"]
SIMILAR = ["nDCG_RA", "nDCG_RP", "nDCG_NA", "nDCG_NP", "ILD", "Vendi"]


def at(measures, cutoff):
    return [f"{measure}@{cutoff}" for measure in measures]


class Agreement:
    """Of measures with people: the share of topics' answers whose winner has the higher score, where equal scores are half. Each topic
    counts alike."""

    def __init__(self, path, runs, cutoff):
        self.cutoff = cutoff
        self.runs = runs
        self.answers = defaultdict(Counter)  # topic -> (winner, loser) -> answers
        for topic, run1, run2, _, preference, *_ in csv.reader(open(path, encoding="utf-8"), delimiter="\t"):
            if preference in "<>":
                self.answers[topic][(run1, run2) if preference == ">" else (run2, run1)] += 1

    def of(self, evaluator, measures):
        names = at(measures, self.cutoff)
        scores = evaluator.evaluate(self.runs).to_dict()
        found = []
        for measure in names:
            topics = []
            for topic, pairs in self.answers.items():
                won = [
                    n * (0.5 if abs(d) <= 1e-9 else float(d > 0))
                    for (a, b), n in pairs.items()
                    for d in [scores[a][measure][topic] - scores[b][measure][topic]]
                ]
                topics.append(sum(won) / sum(pairs.values()))
            found.append(np.mean(topics))
        return found


class Ranking:
    """Of made runs by measures: tau with the rankings by the official measures, mean of the seeds; a row per measure and official measure."""

    def __init__(self, qrels, run, seeds, cutoff):
        self.cutoff = cutoff
        judgments = read_judgments(qrels)
        pools = {topic: sorted(docnos) for topic, docnos in judgments.items()}
        for topic, ranking in (read_run(run) if run else {}).items():
            if topic in pools:
                pools[topic] = sorted({*pools[topic], *ranking})
        self.seeds = []
        for seed in range(1, seeds + 1):
            made = make_runs(pools, judgments, seed)
            self.seeds.append([subintent.Run({t: docs[:DEPTH] for t, docs in run.items()}, name=n) for n, run in made.items()])

    def of(self, evaluator, measures):
        found = []
        for runs in self.seeds:
            rows = subintent.compare.correlation(evaluator.evaluate(runs))
            tau = {frozenset((row.measure1, row.measure2)): row.tau_b for row in rows}
            # A measure by which all runs are equal ranks none: 0.
            found.append([[tau[frozenset((m, o))] or 0 for o in at(OFFICIAL, self.cutoff)] for m in at(measures, self.cutoff)])
        return np.mean(found, axis=0).ravel()


class Saving:
    """By measure: how much narrower the intervals of the differences of made runs are with judgments that clusters stand for."""

    def __init__(self, ranking, known, cutoff):
        self.cutoff = cutoff
        self.runs = {run.name: run for run in ranking.seeds[0]}
        judged = defaultdict(lambda: defaultdict(dict))
        for line in open(known[1], encoding="utf-8"):
            topic, intent, docno, grade = line.split()
            judged[topic][intent][docno] = int(grade)
        topics = sorted(judged)
        few = random.Random(1).sample(topics, len(topics) // 2)
        self.few = {topic: judged[topic] for topic in few}

    def of(self, model, measures):
        values = {"measures": at(measures, self.cutoff), "correction": "none"}
        widths = defaultdict(list)
        for row in subintent.compare.judges(self.few, self.runs, model=model, **values).differences:
            if row.human_high > row.human_low:
                widths[row.measure].append(1 - (row.high - row.low) / (row.human_high - row.human_low))
        return [np.mean(widths[name]) for name in at(measures, self.cutoff)]


class Trees:
    """Those of a recipe, of topics or of intents; documents are shuffled within them."""

    def __init__(self, options, known, recipe, level):
        self.judgments = subintent.Judgments(known[1])
        with tempfile.TemporaryDirectory() as folder:
            stem = [] if known[0] == "none" else ["--stem", known[0]]
            made = [options.program, "make", "--quiet", "--recipe", recipe, "--qrels", known[1], *stem, "-o", folder, known[2]]
            subprocess.run(made, check=True)
            self.trees = [json.loads(line) for line in open(Path(folder, f"{level}-dendrograms.jsonl"), encoding="utf-8")]
        self.how = subintent.recipe_settings(recipe)[level]

    def hierarchies(self, chance):
        trees = [placebo(tree, chance) for tree in self.trees] if chance else self.trees
        return subintent.hierarchies(self.judgments, [subintent.Dendrogram.from_dict(tree) for tree in trees], **self.how)

    def leaves(self, chance, cutoff):
        """Judgments with the leaves in the place of intents."""
        judged = {}
        for tree in self.hierarchies(chance):
            leaves = [node for node in tree.nodes if node.layer == tree.layers]
            judged[tree.topic] = {str(i): dict.fromkeys(leaf.docs, 1) for i, leaf in enumerate(leaves, 1)}
        return subintent.Judgments(judged)

    def layered(self, chance, cutoff):
        """An evaluator by the hierarchies, or by placebos of them."""
        made = self.hierarchies(chance)
        return subintent.Evaluator(self.judgments, at(OFFICIAL + LAYERED, cutoff), hierarchies={"H": made})


class Vectors:
    """Documents of a topic by their words; a document of several topics is shuffled once."""

    def __init__(self, options, known):
        self.judgments = subintent.Judgments(known[1])
        with tempfile.TemporaryDirectory() as folder:
            stem = [] if known[0] == "none" else ["--stem", known[0]]
            terms, statistics, weights = (str(Path(folder, name)) for name in ("terms", "statistics", "weights"))
            run = lambda *words: subprocess.run([options.program, *words, "--quiet"], check=True)
            run("tokenize", *stem, known[2], "-o", terms, "--statistics", statistics)
            run("tfidf", "--statistics", statistics, terms, "-o", weights)
            self.vectors = {}
            for line in open(weights, encoding="utf-8"):
                record = json.loads(line)
                self.vectors[record["id"]] = record["vector"]
        topics = defaultdict(list)
        for docno in sorted(self.vectors):
            topics[known[3](docno)].append(docno)
        self.topics = list(topics.values())

    def similar(self, chance, cutoff):
        docnos, rows = [], []
        for documents in self.topics:
            own = list(documents)
            if chance:
                chance.shuffle(own)
            docnos += documents
            rows += [self.vectors[docno] for docno in own]
        similarity = subintent.Similarity.sparse(docnos, rows)
        return subintent.Evaluator(self.judgments, at(OFFICIAL + SIMILAR, cutoff), similarity=similarity)


def against_placebos(make, ask, measures, shuffles):
    """What is found, that of placebos, and p of at least as much."""
    chance = random.Random(1)
    real = np.array(ask.of(make(None, ask.cutoff), measures))
    shuffled = np.array([ask.of(make(chance, ask.cutoff), measures) for _ in range(shuffles)])
    p = (1 + (shuffled >= real - 1e-12).sum(axis=0)) / (1 + shuffles)
    return real, shuffled.mean(axis=0), np.quantile(shuffled, 0.95, axis=0), p


def print_table(heads, rows):
    print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    for row in rows:
        print("| " + " | ".join(f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in row) + " |")
    print()


def topics_of_documents(qrels, run):
    topics = {}
    for topic, documents in read_judgments(qrels).items():
        topics.update(dict.fromkeys(documents, topic))
    for topic, documents in (read_run(run) if run else {}).items():
        for docno in documents:
            topics.setdefault(docno, topic)
    return lambda docno: topics.get(docno, "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/subintent")
    parser.add_argument("--shuffles", type=int, default=1000, help="placebos")
    parser.add_argument("--seeds", type=int, default=3, help="sets of made runs")
    parser.add_argument("--cutoff", type=int, default=10)
    parser.add_argument("--preferences", help="preferences of people between runs, topic, run1, run2, participant, preference")
    parser.add_argument("--runs", nargs="+", default=[], help="these runs")
    parser.add_argument("collection", metavar="LANGUAGE:QRELS:INPUT[:RUN]", help="as for chain.py")
    options = parser.parse_args()
    language, qrels, docs, *run = options.collection.split(":")
    known = (language, qrels, docs, topics_of_documents(qrels, run[0] if run else None))
    words = Vectors(options, known)
    heads = ["placebos, mean", "their .95 quantile", "p"]
    if options.preferences:
        ask = Agreement(options.preferences, [subintent.read_run(path) for path in options.runs], options.cutoff)
        official = ask.of(subintent.Evaluator(words.judgments, at(OFFICIAL, options.cutoff)), OFFICIAL)
        rows = [(m, "official intents", float(a), "", "", "") for m, a in zip(at(OFFICIAL, options.cutoff), official)]
        for recipe, level in ((recipe, level) for recipe in RECIPES for level in ("topic", "intent")):
            found = against_placebos(Trees(options, known, recipe, level).layered, ask, LAYERED, options.shuffles)
            by = f"{recipe}, trees of {level}s"
            rows += [(m, by, *map(float, row)) for m, *row in zip(at(LAYERED, options.cutoff), *found)]
        found = against_placebos(words.similar, ask, SIMILAR, options.shuffles)
        rows += [(m, "TF-IDF", *map(float, row)) for m, *row in zip(at(SIMILAR, options.cutoff), *found)]
        print_table(["measure", "by", "agreement", *heads], rows)
    ask = Ranking(qrels, run[0] if run else None, options.seeds, 20)
    found = against_placebos(words.similar, ask, SIMILAR, options.shuffles)
    names = [(m, o) for m in at(SIMILAR, 20) for o in at(OFFICIAL, 20)]
    print_table(["measure", "with", "τ", *heads], [(*pair, *map(float, row)) for pair, *row in zip(names, *found)])
    saving, rows = Saving(ask, known, 20), []
    for recipe in RECIPES:
        found = against_placebos(Trees(options, known, recipe, "topic").leaves, saving, OFFICIAL, options.shuffles)
        rows += [(m, recipe, *map(float, row)) for m, *row in zip(at(OFFICIAL, 20), *found)]
    print_table(["measure", "clusters of", "narrower by", *heads], rows)


if __name__ == "__main__":
    main()
