"""How well clusters agree with official subtopics, and the trees that clusters are cut from.

A topic's documents are numbered in the order of their docnos. A clustering is an array with the
number of each document's cluster.
"""

import numpy as np
from scipy.cluster.hierarchy import linkage
from scipy.stats import rankdata


def pairs(matrix):
    """The numbers of all pairs i < j of a square matrix."""
    return matrix[np.triu_indices(len(matrix), 1)]


def auc(similarity, same):
    """The chance that a pair of the same subtopic is more similar than a pair of different ones.

    `same` says of each pair whether the documents share a subtopic; NaN where all or none do.
    """
    scores, together = pairs(similarity), pairs(same)
    positive, negative = together.sum(), (~together).sum()
    if positive == 0 or negative == 0:
        return np.nan
    ranks = rankdata(scores)[together].sum()
    return (ranks - positive * (positive + 1) / 2) / (positive * negative)


def contingency(first, second):
    table = np.zeros((first.max() + 1, second.max() + 1))
    np.add.at(table, (first, second), 1)
    return table


def ari(first, second):
    """The adjusted Rand index (Hubert and Arabie 1985): 0 is chance, 1 is the same clusters."""
    table = contingency(first, second)

    def together(counts):
        return (counts * (counts - 1) / 2).sum()

    both, rows, columns = together(table), together(table.sum(1)), together(table.sum(0))
    chance = rows * columns / together(table.sum(keepdims=True))
    most = (rows + columns) / 2
    return 1.0 if most == chance else (both - chance) / (most - chance)


def b_cubed(first, second):
    """The harmonic mean of B-cubed precision and recall (Bagga and Baldwin 1998)."""
    table = contingency(first, second)
    precision = (table**2 / table.sum(1, keepdims=True)).sum() / len(first)
    recall = (table**2 / table.sum(0, keepdims=True)).sum() / len(first)
    return 2 * precision * recall / (precision + recall)


def nmi(first, second):
    """Mutual information over the mean of the two entropies."""
    joint = contingency(first, second) / len(first)

    def entropy(shares):
        shares = shares[shares > 0]
        return -(shares * np.log(shares)).sum()

    one, other = entropy(joint.sum(1)), entropy(joint.sum(0))
    return 1.0 if one + other == 0 else 2 * (one + other - entropy(joint.ravel())) / (one + other)


def node_overlap(nodes, subtopics):
    """The mean over subtopics of the best overlap (|A and B| / |A or B|) with any node."""
    nodes = [set(node) for node in nodes]
    best = [max(len(s & n) / len(s | n) for n in nodes) for s in map(set, subtopics)]
    return float(np.mean(best))


def tree(similarity, method="average"):
    """The merges of a topic's documents, as SciPy's linkage() gives them: distance 1 - similarity."""
    return linkage(pairs(1 - similarity), method)


def members(merges, documents):
    """The documents below every node of a tree: leaves first, then merges."""
    below = [[i] for i in range(documents)]
    for a, b, _, _ in merges:
        below.append(below[int(a)] + below[int(b)])
    return below


def cut(merges, documents, delta):
    """The leaves of the hierarchy pruned at delta: merges of a similarity above it are one leaf."""
    below, cluster = members(merges, documents), np.arange(documents)
    for k, (_, _, distance, _) in enumerate(merges):
        if 1 - distance > delta + 1e-12:
            cluster[below[documents + k]] = min(cluster[i] for i in below[documents + k])
    return np.unique(cluster, return_inverse=True)[1]


def nodes(merges, documents, delta):
    """The node sets of that hierarchy, the root left out: leaves, and inner nodes above them."""
    below, clusters = members(merges, documents), cut(merges, documents, delta)
    sets = [np.flatnonzero(clusters == c).tolist() for c in range(clusters.max() + 1)]
    inner = [below[documents + k] for k, m in enumerate(merges[:-1]) if 1 - m[2] <= delta + 1e-12]
    return sets + inner
