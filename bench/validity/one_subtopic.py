#!/usr/bin/env python3
"""Does a comparison with topics of one subtopic, drawn by a model, tell topics with one subtopic from others? See README.md.

The model has one subtopic: every document draws its stems, as many as it has, from its own distribution, and these are drawn from a
Dirichlet distribution around that of the topic (Madsen et al. 2005). How much documents differ is chosen so that their mean cosine
is that of the topic. What the topic's tree has beyond the trees of drawn topics, it owes to its subtopics, not to the clustering.

Prints, for each collection with dominant subtopics that development.sh makes, the probability that a statistic is larger in a topic
with a share of 90 % or more than in one of 50 %, and its medians in both.
"""

import argparse
from pathlib import Path

import numpy as np
from scipy import sparse

import agreement
import rules
from representations import Terms, Topic

COSINE, RECIPE = rules.SIMILARITIES["power 2, neither"], rules.SIMILARITIES["power 2, no 4-grams"]


def mean_similarity(matrix):
    documents = len(matrix)
    return (matrix.sum() - documents) / (documents * (documents - 1))


def shape_of(matrix):
    """Of the recipe's tree: across over within its leaves, and the similarity of the root."""
    nothing = np.zeros(len(matrix), int)
    cuts = rules.Cuts(matrix, nothing, nothing)
    cut = cuts.balanced()
    return np.array([cuts.across(cut) / max(cuts.within(cut), 1e-9), 1 - agreement.tree(matrix)[-1][2]])


def drawn(terms, concentration, chance):
    share = np.asarray(terms.frequencies.sum(axis=0)).ravel()
    share /= share.sum()
    rows = []
    for length in np.asarray(terms.frequencies.sum(axis=1)).ravel():
        own = chance.gamma(concentration * share)
        rows.append(chance.multinomial(int(length), own / own.sum() if own.sum() > 0 else share))
    model = Topic("drawn", [], [])
    model.terms["stem"] = Terms(sparse.csr_matrix(np.array(rows, float)), terms.collection_df, terms.collection_size)
    return model


def concentration_of(topic, chance):
    """That with which documents that are drawn are as similar as the topic's."""
    target, low, high = mean_similarity(COSINE(topic)), 0.0, 12.0
    for _ in range(8):
        middle = (low + high) / 2
        found = np.mean([mean_similarity(COSINE(drawn(topic.terms["stem"], 2.0**middle, chance))) for _ in range(2)])
        low, high = (middle, high) if found < target else (low, middle)
    return 2.0 ** ((low + high) / 2)


def statistics(topic, draws):
    chance = np.random.default_rng(1)
    concentration = concentration_of(topic, chance)
    own = shape_of(RECIPE(topic))
    model = np.array([shape_of(RECIPE(drawn(topic.terms["stem"], concentration, chance))) for _ in range(draws)])
    mean, spread = model.mean(axis=0), np.maximum(model.std(axis=0), 1e-3)
    z = (own - mean) / spread
    return {"across over within": own[0], "the same, over that of the model": own[0] / mean[0], "z of it": z[0], "z of the root": z[1]}


def larger(some, others):
    return np.mean([[(a > b) + (a == b) / 2 for b in others] for a in some])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="build/release/subintent")
    parser.add_argument("--draws", type=int, default=8)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    table = {}
    lines = (options.folder / "collections.txt").read_text().splitlines()
    names = [(name, language) for name, _, language in map(str.split, lines) if name.startswith("dom")]
    for name, language in names:
        one, half = [], []
        for topic, _ in rules.read_topics(options.program, options.folder / name, language):
            share = np.bincount(topic.labels).max() / len(topic.docnos)
            if share >= 0.9 or share < 0.6:
                (one if share >= 0.9 else half).append(statistics(topic, options.draws))
        for key in one[0]:
            some, others = ([found[key] for found in group] for group in (one, half))
            cell = f"{larger(some, others):.2f} ({np.median(some):.2g}, {np.median(others):.2g})"
            table.setdefault(key, []).append(cell)
    rules.row(["statistic", *(name for name, _ in names)])
    for key, cells in table.items():
        rules.row([key, *cells])


if __name__ == "__main__":
    main()
