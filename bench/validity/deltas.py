"""Rules that choose delta from the similarities alone: those that `hierarchy --delta mean` was compared with.

Each gives a delta per topic, from the topics' matrices of similarities and their trees.
"""

import numpy as np

import agreement


def mean(matrices, trees):
    """The mean similarity of all pairs of the collection."""
    return [np.concatenate([agreement.pairs(matrix) for matrix in matrices]).mean()] * len(matrices)


def topic_mean(matrices, trees):
    """The mean similarity of the pairs of the topic."""
    return [agreement.pairs(matrix).mean() for matrix in matrices]


def median_merge(matrices, trees):
    """The median similarity of the merges of the collection."""
    return [1 - np.median(np.concatenate([tree[:, 2] for tree in trees]))] * len(trees)


def largest_gap(matrices, trees):
    """The middle of the largest gap between the similarities of the topic's merges."""

    def of_topic(tree):
        similarities = np.sort(1 - tree[:, 2])
        if len(similarities) < 2:
            return similarities[0]
        widest = np.argmax(np.diff(similarities))
        return (similarities[widest] + similarities[widest + 1]) / 2

    return [of_topic(tree) for tree in trees]


def otsu(matrices, trees):
    """The threshold that divides the pairs of the collection with the least variance within both parts (Otsu 1979)."""
    values = np.sort(np.concatenate([agreement.pairs(matrix) for matrix in matrices]))
    below = np.arange(1, len(values))
    sums = np.cumsum(values)
    means_below, means_above = sums[:-1] / below, (sums[-1] - sums[:-1]) / (len(values) - below)
    between = below * (len(values) - below) * (means_below - means_above) ** 2
    return [values[np.argmax(between)]] * len(matrices)


def silhouette(matrix, clusters):
    """The mean silhouette (Rousseeuw 1987) with distance 1 - similarity; 0 for clusters of one document."""
    members = np.equal.outer(np.arange(clusters.max() + 1), clusters)
    sizes = members.sum(axis=1)
    if len(sizes) == 1:
        return 0.0
    sums = (1 - matrix) @ members.T
    places = np.arange(len(clusters))
    own = sums[places, clusters] / np.maximum(sizes[clusters] - 1, 1)
    others = sums / sizes
    others[places, clusters] = np.inf
    nearest = others.min(axis=1)
    widths = (nearest - own) / np.maximum(np.maximum(nearest, own), 1e-12)
    return float(np.where(sizes[clusters] > 1, widths, 0).mean())


def silhouettes(matrices, trees):
    """The delta of the topic's merges with the highest mean silhouette."""

    def of_topic(matrix, tree):
        deltas = np.unique(1 - tree[:, 2])
        return max(deltas, key=lambda delta: silhouette(matrix, agreement.cut(tree, len(matrix), delta)))

    return [of_topic(matrix, tree) for matrix, tree in zip(matrices, trees)]


RULES = {
    "mean": mean,
    "mean of the topic": topic_mean,
    "median merge": median_merge,
    "largest gap": largest_gap,
    "Otsu": otsu,
    "silhouettes": silhouettes,
}
