#!/usr/bin/env python3
"""How many subtopics? Rules that see documents and not only the tree. partitions.py COLLECTIONS MADE NUMBERS

COLLECTIONS and MADE are as for cuts.py, which reads NUMBERS, what this program writes: of each topic, the number of leaves by each rule.

- stability: trees of samples of 80 % of the documents agree best on shared documents (Ben-Hur et al. 2002), by the adjusted Rand index
- prediction strength: the largest number up to which clusters of one half of the documents tell which of the other half belong together,
  for 8 (5) of 10 pairs of the worst cluster (Tibshirani and Walther 2005); also the number at which they tell best
- two similarities: trees of words and of 4-grams agree best
- eigengap: the widest gap of the eigenvalues of the normalised Laplacian of similarities
- description length: the shortest code of the words of documents, leaf by leaf, with the topic's frequencies as prior
- modularity, silhouette: of the similarities, largest
"""

import gzip
import json
import math
import sys
from pathlib import Path

import numpy as np
from cuts import NAMES

MOST = 30  # leaves
ROUNDS = 5  # samples
log_gamma = np.vectorize(math.lgamma, otypes=[float])


def cosines_of(weights):
    """With the contrast of recipe 4."""
    weights = weights * (1 - (weights > 0).mean(axis=0) ** 2)
    lengths = np.linalg.norm(weights, axis=1, keepdims=True)
    unit = weights / np.where(lengths > 0, lengths, 1)
    return unit @ unit.T


def similarities(cosines):
    """Those of recipe 4: the cosine of the lists of 15 neighbours."""
    cosines = cosines - 2 * np.eye(len(cosines))
    nearest = np.argsort(-cosines, axis=1, kind="stable")[:, : min(15, len(cosines) - 1)]
    lists = np.eye(len(cosines))
    np.put_along_axis(lists, nearest, np.maximum(0, np.take_along_axis(cosines, nearest, 1)), 1)
    lists /= np.linalg.norm(lists, axis=1, keepdims=True)
    return lists @ lists.T


def average_linkage(similarity):
    """Merges (a, b) of clusters, of which n + i is made by merge i."""
    now, sizes, names, merges = similarity.copy(), np.ones(len(similarity)), list(range(len(similarity))), []
    np.fill_diagonal(now, -np.inf)
    for i in range(len(now) - 1):
        a, b = sorted(np.unravel_index(np.argmax(now), now.shape))
        merges.append((names[a], names[b]))
        row = (sizes[a] * now[a] + sizes[b] * now[b]) / (sizes[a] + sizes[b])
        row[a] = -np.inf
        now[a], now[:, a], now[b], now[:, b] = row, row, -np.inf, -np.inf
        sizes[a] += sizes[b]
        names[a] = len(similarity) + i
    return merges


def partitions(documents, merges):
    """Row k: the cluster of each document when there are k."""
    found, clusters = np.zeros((documents + 1, documents), int), {i: [i] for i in range(documents)}
    found[documents] = range(documents)
    for i, (a, b, *_) in enumerate(merges):
        clusters[documents + i] = clusters.pop(a) + clusters.pop(b)
        found[documents - 1 - i] = found[documents - i]
        found[documents - 1 - i][clusters[documents + i]] = documents + i
    return found


def rand(first, second):
    table = np.zeros((len(first), len(first)))
    np.add.at(table, (np.unique(first, return_inverse=True)[1], np.unique(second, return_inverse=True)[1]), 1)
    pairs = lambda counts: (counts * (counts - 1) / 2).sum()
    both, rows, columns = pairs(table), pairs(table.sum(1)), pairs(table.sum(0))
    expected = rows * columns / (len(first) * (len(first) - 1) / 2)
    most = (rows + columns) / 2
    return 1 if most == expected else (both - expected) / (most - expected)


def tree_of(cosines):
    return partitions(len(cosines), average_linkage(similarities(cosines)))


def stability(cosines, numbers, chance):
    found, n = np.zeros(len(numbers)), len(cosines)
    for _ in range(ROUNDS):
        samples = [np.sort(chance.choice(n, math.ceil(0.8 * n), replace=False)) for _ in range(2)]
        trees = [tree_of(cosines[np.ix_(sample, sample)]) for sample in samples]
        shared = np.intersect1d(*samples)
        places = [np.searchsorted(sample, shared) for sample in samples]
        found += [rand(trees[0][k][places[0]], trees[1][k][places[1]]) if k < len(samples[0]) else -1 for k in numbers]
    return found


def prediction(cosines, similarity, numbers, chance):
    """(least and mean share of pairs of a cluster that the other half keeps together; the agreement), for each number."""
    worst, agreements, n = np.zeros(len(numbers)), np.zeros(len(numbers)), len(cosines)
    for _ in range(ROUNDS):
        order = chance.permutation(n)
        halves = [np.sort(order[: n // 2]), np.sort(order[n // 2 :])]
        trees = [tree_of(cosines[np.ix_(half, half)]) for half in halves]
        for own, other in ((0, 1), (1, 0)):
            for place, k in enumerate(numbers):
                if k >= len(halves[0]):
                    worst[place], agreements[place] = worst[place] - 1, agreements[place] - 1
                    continue
                known = np.unique(trees[other][k], return_inverse=True)[1]
                member = np.eye(k)[known] / np.bincount(known, minlength=k)
                told = np.argmax(similarity[np.ix_(halves[own], halves[other])] @ member, axis=1)
                shares = []
                for cluster in np.unique(trees[own][k]):
                    inside = told[trees[own][k] == cluster]
                    if len(inside) > 1:
                        counts = np.bincount(inside)
                        shares.append((counts * (counts - 1)).sum() / (len(inside) * (len(inside) - 1)))
                worst[place] += min(shares, default=1)
                agreements[place] += rand(told, trees[own][k])
    return worst / (2 * ROUNDS), agreements


def eigengap(similarity, numbers):
    degree = 1 / np.sqrt(similarity.sum(1))
    values = np.linalg.eigvalsh(np.eye(len(similarity)) - degree[:, None] * similarity * degree)
    return np.array([values[k] - values[k - 1] for k in numbers])


def code_lengths(present, merges, strength):
    """Of each number of leaves, the bits of the words and of the leaf of each document."""
    prior = strength * present.sum(0) / present.sum()
    of_prior = log_gamma(prior)

    def bits(counts):
        some = counts > 0
        total = counts.sum()
        return (math.lgamma(total + strength) - math.lgamma(strength) - (log_gamma(counts[some] + prior[some]) - of_prior[some]).sum()) / math.log(2)

    documents = len(present)
    counts, lengths = list(present), [bits(row) for row in present]
    total, found = sum(lengths), np.zeros(documents + 1)
    found[documents] = total + documents * math.log2(documents)
    for i, (a, b, *_) in enumerate(merges):
        counts.append(counts[a] + counts[b])
        lengths.append(bits(counts[-1]))
        counts[a] = counts[b] = None
        total += lengths[-1] - lengths[a] - lengths[b]
        k = documents - 1 - i
        found[k] = total + documents * math.log2(k)
    return found


def modularity(similarity, tree, numbers):
    weights = similarity - np.diag(np.diag(similarity))
    degree = weights.sum(1)
    excess = weights / degree.sum() - np.outer(degree, degree) / degree.sum() ** 2
    return np.array([excess[tree[k][:, None] == tree[k]].sum() for k in numbers])


def silhouette(similarity, tree, numbers):
    found = []
    for k in numbers:
        place = np.unique(tree[k], return_inverse=True)[1]
        sizes, sums, rows = np.bincount(place), similarity @ np.eye(k)[place], np.arange(len(place))
        own = (sums[rows, place] - np.diag(similarity)) / np.maximum(1, sizes[place] - 1)
        means = sums / sizes
        means[rows, place] = -1
        near, own = 1 - means.max(1), 1 - own
        found.append(np.where(sizes[place] > 1, (near - own) / np.maximum(np.maximum(near, own), 1e-9), 0).mean())
    return np.array(found)


def numbers_of(row, vectors, chance):
    """rule -> number of leaves, for one topic."""
    columns, n = {}, len(row["docs"])
    weights = np.zeros((n, len({term for d in row["docs"] for term in vectors.get(d, {})})))
    for i, docno in enumerate(row["docs"]):
        for term, weight in vectors.get(docno, {}).items():
            weights[i, columns.setdefault(term, len(columns))] = weight
    is_word = np.array([not term.startswith("~") for term in columns])
    cosines = cosines_of(weights)
    similarity, tree = similarities(cosines), partitions(n, row["merges"])
    numbers = range(2, min(MOST, n - 1) + 1)
    best = lambda values: int(numbers[int(np.argmax(values))])
    worst, told = prediction(cosines, similarity, numbers, chance)
    parts = [tree_of(cosines_of(weights[:, chosen])) for chosen in (is_word, ~is_word)]
    found = {
        "stability": best(stability(cosines, numbers, chance)),
        **{f"prediction strength {least}": 1 + int(np.argmin(np.append(worst >= least, False))) for least in (0.8, 0.5)},
        "best prediction": best(told),
        "two similarities": best([rand(parts[0][k], parts[1][k]) for k in numbers]),
        "eigengap": best(eigengap(similarity, numbers)),
        "eigengap, 4 leaves or more": best([g if k > 3 else -1 for k, g in zip(numbers, eigengap(similarity, numbers))]),
        "modularity": best(modularity(similarity, tree, numbers)),
        "silhouette": best(silhouette(similarity, tree, numbers)),
    }
    present = (weights[:, is_word] > 0).astype(float)
    for strength in (10, 100, 1000):
        found[f"description length, prior {strength}"] = best(-code_lengths(present, row["merges"], strength)[list(numbers)])
    return found


def main():
    collections, made, out = map(Path, sys.argv[1:4])
    found = {}
    for name in NAMES:
        chance = np.random.default_rng(7)
        rows = [json.loads(line) for line in open(made / name / "topic-dendrograms.jsonl", encoding="utf-8")]
        wanted = {docno for row in rows for docno in row["docs"]}
        with gzip.open(made / name / "vectors.jsonl.gz", "rt", encoding="utf-8") as lines:
            vectors = {row["id"]: row["vector"] for row in map(json.loads, lines) if row["id"] in wanted}
        found[name] = {row["topic"]: numbers_of(row, vectors, chance) for row in rows if len(row["docs"]) >= 4}
        print(name, len(found[name]), flush=True)
        out.write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main()
