#!/usr/bin/env python3
"""What tells topics with one subtopic from others? See README.md.

The background: with the words of titles left out, documents of different subtopics of a topic should have no more in common than
documents of different topics have. `hierarchy --one-subtopic` compares the excess over that across leaves with that within leaves.
Prints what recipe 3 makes of it beside recipe 2, and with the bound that is best on the other families.

The model (--draws):  has one subtopic: every document draws its stems, as many as it has, from its own distribution, and these are drawn from a
Dirichlet distribution around that of the topic (Madsen et al. 2005). How much documents differ is chosen so that their mean cosine
is that of the topic. What the topic's tree has beyond the trees of drawn topics, it owes to its subtopics, not to the clustering.

For both, it prints for each collection with dominant subtopics that development.sh makes the probability that a statistic is larger
in a topic with a share of 90 % or more than in one of 50 %, and its medians in both.
"""

import argparse
from pathlib import Path

import numpy as np
from scipy import sparse

import agreement
import rules
import validity
from representations import SPECIFICITY, STEMS_GRAMS, Terms, Topic, unit

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


# ---- the background ----

BOUND = 0.16
BOUNDS = np.round(np.arange(0.1, 0.301, 0.005), 3)


class Background:
    """All documents of a collection, by the square roots of the weights of stems and 4-grams, of length 1."""

    def __init__(self, topics):
        columns, blocks = {}, []
        for topic in topics:
            parts = []
            for kind in STEMS_GRAMS:
                terms = topic.terms[kind]
                weights = terms.frequencies @ sparse.diags(SPECIFICITY["idf"](terms))
                places = [columns.setdefault((kind, name), len(columns)) for name in terms.names]
                parts.append((weights.tocoo(), np.array(places, int)))
            blocks.append(parts)
        self.rows = []
        for parts in blocks:
            data = np.sqrt(np.concatenate([weights.data for weights, _ in parts]))
            rows = np.concatenate([weights.row for weights, _ in parts])
            places = np.concatenate([p[weights.col] for weights, p in parts])
            shape = (parts[0][0].shape[0], len(columns))
            self.rows.append(unit(sparse.csr_matrix((data, (rows, places)), shape)))
        self.total = sum(np.asarray(rows.sum(axis=0)).ravel() for rows in self.rows)
        self.documents = sum(rows.shape[0] for rows in self.rows)

    def excess(self, number):
        """Of all pairs of a topic's documents, their similarity beyond what documents of other topics would have."""
        rows = self.rows[number]
        others = self.total - np.asarray(rows.sum(axis=0)).ravel()
        count = self.documents - rows.shape[0]
        mean = (others @ others - count) / (count * (count - 1))
        with_others = rows @ others / count
        return (rows @ rows.T).toarray() - np.outer(with_others, with_others) / mean


def across_over_within(excess, leaves):
    same = agreement.pairs(leaves[:, None] == leaves)
    values = agreement.pairs(excess)
    across = values[~same].mean() if (~same).any() else 1
    return across / max(values[same].mean() if same.any() else 1, 1e-9)


class Collection:
    """What recipe 2 and recipe 3 make of its topics."""

    def __init__(self, program, folder, language):
        similarity = rules.SIMILARITIES[rules.NEW[0]]
        self.recipe_2 = [(c, c.stopped(c.balanced(), rules.NEW[2])) for c in rules.cut_topics(rules.read_topics(program, folder, language), similarity)]
        topics = rules.read_topics(program, folder, language, without_titles=True)
        self.recipe_3 = [(c, c.balanced()) for c in rules.cut_topics(topics, similarity)]
        background = Background([topic for topic, _ in topics])
        self.statistic = np.array(
            [across_over_within(background.excess(i), c.leaves[cut]) for i, (c, cut) in enumerate(self.recipe_3)]
        )
        self.share = np.array([c.share for c, _ in self.recipe_3])

    def cuts(self, bound):
        return [(c, c.last if found >= bound else cut) for (c, cut), found in zip(self.recipe_3, self.statistic)]

    def difference(self, bound):
        return np.array([c.lower[k] for c, k in self.cuts(bound)]) - np.array([c.lower[k] for c, k in self.recipe_2])

    def leaves(self, cuts):
        """The median of topics with a subtopic of 90 % or more."""
        counts = [len(c.leaves) - k for (c, k), share in zip(cuts, self.share) if share >= 0.9]
        return np.median(counts) if len(counts) >= 5 else None


def reached(collections, bound):
    """The collections with a median of at most three leaves, and the mean difference; none if one loses more than .01."""
    differences = [c.difference(bound).mean() for c in collections]
    medians = [c.leaves(c.cuts(bound)) for c in collections]
    count = sum(median is not None and median <= 3 for median in medians)
    return (count, np.mean(differences)) if min(differences) >= -0.01 else (-1, min(differences))


def print_background(collections, families):
    rules.row(["collection", "recipe 2", "recipe 3", "difference", "leaves", "leaves"])
    for name, c in collections.items():
        mean, error = validity.mean_and_error(c.difference(BOUND))
        medians = [c.leaves(cuts) for cuts in (c.recipe_2, c.cuts(BOUND))]
        cells = ["" if median is None else f"{median:g}" for median in medians]
        means = [np.mean([t.lower[k] for t, k in cuts]) for cuts in (c.recipe_2, c.cuts(BOUND))]
        rules.row([name, *(f"{mean:.3f}" for mean in means), f"{mean:+.3f} ± {error:.3f}", *cells])
    one, half = "share >= 0.9", "share < 0.6"
    print(f"\nAcross over within: P({one} is larger), medians with {one} and {half}\n")
    for name, c in collections.items():
        some, others = c.statistic[c.share >= 0.9], c.statistic[c.share < 0.6]
        if c.leaves(c.recipe_2) is not None:
            rules.row([name, f"{larger(some, others):.2f} ({np.median(some):.2g}, {np.median(others):.2g})"])
    print("\nBounds: medians of leaves, largest loss\n")
    for bound in BOUNDS:
        medians = [c.leaves(c.cuts(bound)) for c in collections.values()]
        loss = max(-c.difference(bound).mean() for c in collections.values())
        rules.row([str(bound), *(f"{median:g}" for median in medians if median is not None), f"{loss:.3f}"])
    print("\nThe bound chosen on the other families\n")
    for family in dict.fromkeys(families.values()):
        own, others = ([c for n, c in collections.items() if (families[n] == family) == is_own] for is_own in (True, False))
        bound = max(BOUNDS, key=lambda b: reached(others, b))
        medians = [c.leaves(c.cuts(bound)) for c in own]
        loss = max(-c.difference(bound).mean() for c in own)
        rules.row([family, str(bound), *(f"{median:g}" for median in medians if median is not None), f"{loss:.3f}"])


def larger(some, others):
    return np.mean([[(a > b) + (a == b) / 2 for b in others] for a in some])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="build/release/subintent")
    parser.add_argument("--draws", type=int, default=0, help="compare with so many topics drawn by the model (8)")
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    lines = [line.split() for line in (options.folder / "collections.txt").read_text().splitlines()]
    if options.draws == 0:
        collections = {name: Collection(options.program, options.folder / name, language) for name, _, language in lines}
        print_background(collections, {name: family for name, family, _ in lines})
        return
    table = {}
    names = [(name, language) for name, _, language in lines if name.startswith("dom")]
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
