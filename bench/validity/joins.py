#!/usr/bin/env python3
"""Other similarities of leaves for the upper layer of recipe 2, beside chance and beside what the subtopics say. See README.md.

FOLDERS are what development.sh and unseen.sh made. Only collections with subtopics at two levels count, and of their topics those
with 20 documents and three leaves or more. A cell is the mean over the collections of a list: the share of topics in which the upper
layer is nearer to the coarser subtopics than to the finer ones, and its ARI with the coarser ones.
"""

import argparse
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import svds

import agreement
import layers
import rules
import validity
from representations import unit

DIMENSIONS = 10  # of latent semantic indexing
DRAWS = 8  # of random similarities


@dataclass
class Leaves:
    """The leaves of a topic; `rows` are its documents in the collection, `headings` the coarser subtopics of these by name."""

    similarity: np.ndarray  # of documents
    leaf: np.ndarray
    gold: list  # coarser, finer
    rows: np.ndarray
    headings: list
    nodes_of_mean: int

    @property
    def member(self):
        return np.eye(self.leaf.max() + 1)[self.leaf]

    @property
    def sizes(self):
        return self.member.sum(0)

    def between(self, similarity):
        return self.member.T @ similarity @ self.member / np.outer(self.sizes, self.sizes)

    def centroids(self, documents):
        rows = unit(self.member.T @ unit(documents)).toarray()
        return rows @ rows.T

    def score(self, nodes):
        return [agreement.ari(np.unique(nodes[self.leaf], return_inverse=True)[1], gold) for gold in self.gold]


@dataclass
class Collection:
    stems: sparse.csr_matrix  # documents x terms: (1 + ln tf) idf, without stop words
    heading: list  # of each document
    topics: list
    latent: np.ndarray  # of each document


def join(similarity, sizes, count, ward=False):
    """The nodes of leaves after joining the most similar ones, by the mean over pairs of documents or by Ward's method."""
    sizes, nodes, left = sizes.copy(), np.arange(len(sizes)), list(range(len(sizes)))
    cost = (1 - similarity) * (np.outer(sizes, sizes) / np.add.outer(sizes, sizes) if ward else 1)
    while len(left) > max(2, min(count, len(sizes) - 1)):
        part = cost[np.ix_(left, left)] + np.diag(np.full(len(left), np.inf))
        i, j = (left[k] for k in np.unravel_index(part.argmin(), part.shape))
        left.remove(j)
        a, b, c = sizes[i], sizes[j], sizes[left]
        if ward:
            cost[i, left] = ((a + c) * cost[i, left] + (b + c) * cost[j, left] - c * cost[i, j]) / (a + b + c)
        else:
            cost[i, left] = (a * cost[i, left] + b * cost[j, left]) / (a + b)
        cost[left, i] = cost[i, left]
        sizes[i] += sizes[j]
        nodes[nodes == j] = i
    return nodes


def distinct(rows):
    """The first of equal rows: topics share texts."""
    return np.unique(np.round(rows @ np.random.default_rng(1).random(rows.shape[1]), 9), return_index=True)[1]


def latent(documents, of):
    """Documents in the first dimensions of the documents `of`."""
    _, _, axes = svds(documents[of], DIMENSIONS, v0=np.ones(min(len(of), documents.shape[1])))
    made = documents @ axes.T
    made[np.abs(made) < 1e-9] = 0  # documents without a word in common with these dimensions get no direction from rounding
    return made


def latent_of_other_headings(collection, topic):
    """Other topics count without what is below the same headings, as if no two topics of the collection had one in common."""
    others = [i for i in distinct(collection.stems) if collection.heading[i] not in topic.headings]
    return latent(collection.stems, np.concatenate([topic.rows, others]))[topic.rows]


def random_similarity(topic, draw):
    made = np.random.default_rng([draw, *topic.rows]).random((len(topic.sizes),) * 2)
    return (made + made.T) / 2


def majority(topic):
    """Of each leaf, the coarser subtopic that most of its documents have."""
    return np.array([np.bincount(topic.gold[0][topic.leaf == k]).argmax() for k in range(len(topic.sizes))])


SIMILARITIES = {
    "recipe 2": lambda c, t: t.between(t.similarity),
    "stems": lambda c, t: t.centroids(c.stems[t.rows]),
    "latent, all topics": lambda c, t: t.centroids(c.latent[t.rows]),
    "latent, without the same headings in other topics": lambda c, t: t.centroids(latent_of_other_headings(c, t)),
}
COUNTS = {"as many as `mean`": lambda t: t.nodes_of_mean, "2 nodes": lambda t: 2, "3 nodes": lambda t: 3}
METHODS = {"average": False, "Ward's method": True}


def scores(collection, topic):
    """rule -> [ARI with the coarser, with the finer subtopics], or several of them"""
    found = {"leaves joined by their coarser subtopic": [topic.score(majority(topic))]}
    candidates = {name: [similarity(collection, topic)] for name, similarity in SIMILARITIES.items()}
    candidates["random"] = [random_similarity(topic, draw) for draw in range(DRAWS)]
    for name, similarities in candidates.items():
        for count, of in COUNTS.items():
            for method, ward in METHODS.items():
                joined = [topic.score(join(s, topic.sizes, of(topic), ward)) for s in similarities]
                found[f"{name}, {method}, {count}"] = joined
    coarse, finer = topic.gold
    perfect = Leaves(topic.similarity, finer, topic.gold, topic.rows, topic.headings, coarse.max() + 1)
    between = perfect.between(topic.similarity)
    for name, count in (("as many as coarser subtopics", perfect.nodes_of_mean), ("2 nodes", 2)):
        joined = perfect.score(join(between, perfect.sizes, count))
        found[f"finer subtopics as leaves, recipe 2, average, {name}"] = [joined]
    return found


def read_collection(program, folder, language):
    language = "english" if language == "none" else language
    read = rules.read_topics(program, folder, language)
    if all(len(set(lower.labels)) == len(set(upper.labels)) for lower, upper in read):
        return None
    with tempfile.TemporaryDirectory() as made:
        words = validity.tokenize(program, [folder / "docs.jsonl"], language, Path(made))[0]["content stem"]
    docnos = sorted({d for lower, _ in read for d in lower.docnos})
    terms = validity.term_matrix(words, docnos, defaultdict(int))
    stems = terms.frequencies
    stems.data = 1 + np.log(stems.data)
    stems = unit(stems @ sparse.diags(-np.log(terms.topic_share)))
    collection = Collection(stems, len(docnos) * [""], [], latent(stems, distinct(stems)))
    for lower, upper in read:
        matrix = rules.SIMILARITIES[rules.NEW[0]](lower)
        tree = layers.Tree(matrix, lower, upper)
        rows, headings = np.searchsorted(docnos, lower.docnos), [min(s) for s in upper.subtopics]
        for row, heading in zip(rows, headings):
            collection.heading[row] = heading
        if tree.size >= 20 and tree.leaves >= 3:
            collection.topics.append(Leaves(matrix, tree.leaf, tree.gold, rows, headings, tree.nodes_of_mean()))
    return collection


def print_simple_reading(name, found):
    difference = found[:, 0, 0] - found[:, 0, 1]
    mean, error = validity.mean_and_error(difference)
    coarser, finer = found[:, 0].mean(0)
    rules.row([name, f"{coarser:.3f}", f"{finer:.3f}", f"{mean:+.3f} ± {error:.3f}"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="build/release/subintent")
    parser.add_argument("folders", type=Path, nargs="+")
    options = parser.parse_args()
    lists = [folder / name for folder in options.folders for name in ("collections.txt", "layers.txt")]
    results = {}
    for path in filter(Path.exists, lists):
        for name, *_, language in map(str.split, path.read_text().splitlines()):
            collection = read_collection(options.program, path.parent / name, language)
            if collection:
                found = [scores(collection, topic) for topic in collection.topics]
                of_rule = {rule: np.array([f[rule] for f in found]) for rule in found[0]}
                results.setdefault(path, {})[name] = of_rule
    rules.row(["", *(f"{path.parent.name}: {', '.join(found)}" for path, found in results.items())])
    first = next(iter(next(iter(results.values())).values()))
    for rule in first:
        cells = []
        for found in results.values():
            share = np.mean([np.mean(f[rule][..., 0] > f[rule][..., 1]) for f in found.values()])
            ari = np.mean([f[rule][..., 0].mean() for f in found.values()])
            cells.append(f"{share:.2f}, {ari:.3f}")
        rules.row([rule, *cells])
    print("\nThe upper layer of recipe 2: mean ARI with the coarser and with the finer subtopics; the difference, paired over topics\n")
    for found in results.values():
        for name, of_rule in found.items():
            print_simple_reading(name, of_rule["recipe 2, average, as many as `mean`"])


if __name__ == "__main__":
    main()
