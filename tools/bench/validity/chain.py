#!/usr/bin/env python3
"""Do measures over clusters rank runs that differ in coverage as measures over the official subtopics do? See README.md."""

import argparse
import json
import random
import subprocess
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import subintent

# Measures over official subtopics, and the same over the layers of a hierarchy that was made without them.
MEASURES = {
    "I-rec@20": "I-rec-LA_TL@20",
    "alpha-nDCG@20": "alpha-nDCG-LA_TL@20",
    "D#-nDCG@20": "HD#-nDCG_TL@20",
}
RECIPES = ["dou2019", "recipe-4"]
DEPTH = 20  # runs are no deeper


# ---- runs ----


def read_judgments(path):
    """topic -> docno -> the subtopics that it is relevant to"""
    relevant = defaultdict(lambda: defaultdict(set))
    for line in open(path, encoding="utf-8"):
        topic, subtopic, docno, grade = line.split()
        if int(grade) > 0:
            relevant[topic][docno].add(subtopic)
    return relevant


def read_run(path):
    """topic -> docnos by rank"""
    run = defaultdict(list)
    for line in open(path, encoding="utf-8"):
        topic, _, docno, rank, *_ = line.split()
        run[topic].append((int(rank), docno))
    return {topic: [docno for _, docno in sorted(rows)] for topic, rows in run.items()}


def greedy(ranking, believed):
    """Takes the document of the subtopic that is covered least so far, of several the first in the ranking."""
    covered, left, taken = Counter(), list(ranking), []
    while left and len(taken) < DEPTH:
        best = min(left, key=lambda d: covered[believed[d]] if believed[d] is not None else DEPTH)
        left.remove(best)
        taken.append(best)
        covered[believed[best]] += 1
    return taken


def redundant(ranking, subtopic, share, chance):
    """With this probability a document of the subtopic before it follows, where there is one, else the next of the ranking."""
    left, taken = list(ranking), []
    while left and len(taken) < DEPTH:
        same = [d for d in left if taken and subtopic[d] is not None and subtopic[d] == subtopic[taken[-1]]]
        best = same[0] if same and chance.random() < share else left[0]
        left.remove(best)
        taken.append(best)
    return taken


def with_noise(ranking, deviation, chance):
    """By ranks with normal noise of this standard deviation."""
    noise = {d: rank + chance.gauss(0, deviation) for rank, d in enumerate(ranking)}
    return sorted(ranking, key=noise.get)


def make_runs(pools, judgments, seed):
    """name -> topic -> docnos. 20 runs of the same documents: diversifiers with classifiers of nine qualities and one that knows all,
    redundancy of four degrees, noise of five on the best, and the ranking that all of them reorder."""
    runs = defaultdict(dict)
    for topic, pool in sorted(pools.items()):
        chance = random.Random(f"{seed} {topic}")
        ranking = list(pool)
        chance.shuffle(ranking)
        subtopic = {d: min(judgments[topic].get(d, []), default=None) for d in ranking}
        known = sorted({s for s in subtopic.values() if s is not None})
        runs["base"][topic] = ranking
        for tenths in range(1, 11):
            # A classifier of this quality knows the subtopic of a document, or else says any.
            believed = {d: s if chance.random() < tenths / 10 else chance.choice(known) for d, s in subtopic.items()}
            runs[f"greedy-{tenths}"][topic] = greedy(ranking, believed)
        for quarters in range(1, 5):
            runs[f"redundant-{quarters}"][topic] = redundant(ranking, subtopic, quarters / 4, chance)
        best = runs["greedy-10"][topic] + [d for d in ranking if d not in runs["greedy-10"][topic]]
        for deviation in (2, 5, 10, 20, 40):
            runs[f"noise-{deviation}"][topic] = with_noise(best, deviation, chance)
    return runs


# ---- hierarchies ----


def placebo(tree, chance):
    """The same tree with the documents shuffled among its leaves."""
    place = list(range(len(tree["docs"])))
    chance.shuffle(place)
    place += range(len(place), 2 * len(place))
    return {**tree, "merges": [[*sorted((place[a], place[b])), s, n] for a, b, s, n in tree["merges"]]}


def taus(judgments, dendrograms, how, seeds):
    """seeds x measures x 2: tau_b and symmetric tau_ap of the rankings of a seed's runs with those by the official measure;
    NaN where all runs tie, as on topics with one subtopic."""
    trees = subintent.hierarchies(judgments, dendrograms, **how)
    evaluator = subintent.Evaluator(judgments, [*MEASURES, *MEASURES.values()], hierarchies={"TL": trees})
    found = []
    for runs in seeds:
        rows = subintent.compare.correlation(evaluator.evaluate(runs))
        by_pair = {(row.measure1, row.measure2): (row.tau_b, row.tau_ap_symmetric) for row in rows}
        found.append([by_pair[pair] for pair in MEASURES.items()])
    return np.array(found, dtype=float)  # None becomes NaN


def mean_of(values, axis=None):
    """The mean of what is known; NaN where nothing is."""
    known = ~np.isnan(values)
    counts = known.sum(axis=axis)
    return np.where(known, values, 0).sum(axis=axis) / np.where(counts > 0, counts, np.nan)


def corrected(real, shuffled):
    """p-values of cells, corrected for their number: by the largest deviation of a round of placebos from their mean, in standard
    deviations, over all cells (Westfall and Young 1993, single-step maxT). real: cells; shuffled: rounds x cells."""
    mean, deviation = shuffled.mean(axis=0), shuffled.std(axis=0)
    known = np.isfinite(real) & np.isfinite(mean) & (deviation > 0)  # else placebos say nothing of the cell
    result = np.full(len(real), np.nan)
    if known.any():
        largest = ((shuffled - mean)[:, known] / deviation[known]).max(axis=1)
        result[known] = [(1 + np.sum(largest >= z)) / (1 + len(largest)) for z in ((real - mean) / deviation)[known]]
    return result


# ---- one collection ----


def rows_of(options, recipe, known, seeds):
    """Rows (collection, recipe, measure, tau of the seeds, of the placebos)."""
    name, language, qrels, docs = known
    with tempfile.TemporaryDirectory() as folder:
        stem = [] if language == "none" else ["--stem", language]
        made = [options.program, "make", "--quiet", "--recipe", recipe, "--qrels", qrels, *stem, "-o", folder, docs]
        subprocess.run(made, check=True)
        trees = [json.loads(line) for line in open(Path(folder, "topic-dendrograms.jsonl"), encoding="utf-8")]
    how = subintent.recipe_settings(recipe)["topic"]
    judgments, chance, found = subintent.Judgments(qrels), random.Random(1), []
    for round in range(1 + options.shuffles):
        shuffled = [placebo(tree, chance) for tree in trees] if round else trees
        found.append(taus(judgments, [subintent.Dendrogram.from_dict(tree) for tree in shuffled], how, seeds))
    all_taus = np.array(found)
    return [(name, recipe, m, all_taus[0, :, i], all_taus[1:, :, i]) for i, m in enumerate(MEASURES.values())]


def measure_collection(options, collection):
    name, _, rest = collection.partition("=")
    language, qrels, docs, *run = rest.split(":")
    judgments = read_judgments(qrels)
    pools = {topic: sorted(docnos) for topic, docnos in judgments.items()}
    for topic, ranking in (read_run(run[0]) if run else {}).items():
        if topic in pools:
            pools[topic] = sorted({*pools[topic], *ranking})
    seeds = []
    for seed in range(1, options.seeds + 1):
        made = make_runs(pools, judgments, seed)
        seeds.append([subintent.Run({t: docnos[:DEPTH] for t, docnos in run.items()}, name=n) for n, run in made.items()])
    known = (name, language, qrels, docs)
    return [row for recipe in RECIPES for row in rows_of(options, recipe, known, seeds)]


def print_rows(rows):
    heads = ["collection", "hierarchies", "measure", "τ of the seeds", "τ", "placebos: τ", "p", "τ_ap", "placebos: τ_ap", "p"]
    real, shuffled = np.array([mean_of(row[3], 0) for row in rows]), np.array([mean_of(row[4], 1) for row in rows])
    p = np.array([corrected(real[:, k], shuffled[:, :, k].T) for k in (0, 1)])
    number = lambda value, digits: "–" if np.isnan(value) else f"{value:.{digits}f}"
    print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
    for i, (name, recipe, measure, of_seeds, _) in enumerate(rows):
        cells = [name, recipe, measure, ", ".join(number(tau, 2) for tau in of_seeds[:, 0])]
        for k in (0, 1):
            means = shuffled[i, :, k]
            spread = f"{number(mean_of(means), 3)} [{number(means.min(), 3)}, {number(means.max(), 3)}]"
            cells += [number(real[i, k], 3), spread, number(p[k, i], 3)]
        print("| " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="build/release/subintent")
    parser.add_argument("--shuffles", type=int, default=1000, help="placebos per hierarchy")
    parser.add_argument("--seeds", type=int, default=3, help="sets of runs")
    parser.add_argument(
        "collections",
        nargs="+",
        metavar="NAME=LANGUAGE:QRELS:INPUT[:RUN]",
        help="language of the stemmer or none, judgments of subtopics, documents, and a run whose documents are ranked beside the relevant ones",
    )
    options = parser.parse_args()
    options.program = str(Path(options.program).resolve())
    rows = [row for collection in options.collections for row in measure_collection(options, collection)]
    print(f"20 runs of each seed, {options.seeds} seeds, {options.shuffles} placebos; p corrected over the table\n")
    print_rows(rows)


if __name__ == "__main__":
    main()
