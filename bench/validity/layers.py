#!/usr/bin/env python3
"""Where to cut the upper layer of recipe 2: rules, and what the best cut of each tree could do. See README.md.

FOLDER is what development.sh or unseen.sh made. Only collections with subtopics at two levels count, and of their topics those
whose leaves can be divided into two layers. A cell has the ARI of the upper layer with the coarser subtopics and the share of topics
in which it is nearer to them than to the finer ones.
"""

import argparse
from pathlib import Path

import numpy as np
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import squareform

import agreement
import rules
import validity


class Tree(rules.Cuts):
    def __init__(self, matrix, lower, upper):
        super().__init__(matrix, lower.labels, upper.labels)
        self.size = len(matrix)
        self.gold = [upper.labels, lower.labels]
        self.coarse = len(set(upper.labels))
        self.leaf_cut = self.stopped(self.balanced(), rules.NEW[2])
        self.leaf = self.leaves[self.leaf_cut]  # of each document
        self.leaves = self.size - self.leaf_cut
        self.join_leaves(matrix)

    def join_leaves(self, matrix):
        """Ward's method on the leaves, as if each were one document: self.ward has the nodes of documents, by their number."""
        member = np.eye(self.leaves)[self.leaf]
        between = member.T @ matrix @ member / np.outer(member.sum(0), member.sum(0))
        np.fill_diagonal(between, 1)
        self.ward, nodes, under = {}, np.arange(self.leaves), [[i] for i in range(self.leaves)]
        if self.leaves < 3:
            return
        for done, (a, b, *_) in enumerate(linkage(squareform(np.maximum(0, 1 - between), checks=False), "ward"), 1):
            under.append(under[int(a)] + under[int(b)])
            nodes[under[-1]] = min(nodes[under[-1]])
            self.ward[self.leaves - done] = nodes[self.leaf]

    def nodes_of_mean(self):
        return self.size - self.at(self.across(self.leaf_cut))

    def of_nodes(self, count):
        """The ARI of the layer of so many nodes with the coarser and with the finer subtopics; of the leaves, if there are no more."""
        cut = max(self.leaf_cut, self.size - max(2, count))
        return self.upper[cut], self.lower[cut]

    def of_ward(self, count):
        if count not in self.ward or count < 2:
            return self.of_nodes(count)
        return tuple(agreement.ari(np.unique(self.ward[count], return_inverse=True)[1], gold) for gold in self.gold)

    def widest_gap(self, fewest, most):
        """The number of nodes between the two merges whose similarities differ most, as a share of the larger one."""
        drop = {
            nodes: 1 - self.similarity[self.size - nodes] / self.similarity[self.size - nodes - 1]
            for nodes in range(fewest, min(most, self.leaves - 1) + 1)
            if self.similarity[self.size - nodes - 1] > 0
        }
        return max(drop, key=drop.get, default=fewest)


RULES = {
    "`mean` (recipe 2)": lambda t: t.of_nodes(t.nodes_of_mean()),
    **{f"{count} nodes": lambda t, count=count: t.of_nodes(count) for count in (2, 3, 4, 6, 8)},
    "as many as coarser subtopics": lambda t: t.of_nodes(t.coarse),
    "square root of the leaves": lambda t: t.of_nodes(round(np.sqrt(t.leaves))),
    "a third of the leaves": lambda t: t.of_nodes(round(t.leaves / 3)),
    "half of the leaves": lambda t: t.of_nodes(round(t.leaves / 2)),
    "widest gap, 2 to 8 nodes": lambda t: t.of_nodes(t.widest_gap(2, 8)),
    **{
        f"{factor} of the mean": lambda t, factor=factor: t.of_nodes(t.size - t.at(factor * t.across(t.leaf_cut)))
        for factor in (0.9, 0.8, 0.6)
    },
    "Ward's method on the leaves, as many as `mean`": lambda t: t.of_ward(t.nodes_of_mean()),
    "Ward's method on the leaves, 2 nodes": lambda t: t.of_ward(2),
    "Ward's method on the leaves, 3 nodes": lambda t: t.of_ward(3),
}


def best_of_tree(tree):
    """The cut above the leaves that is nearest to the coarser subtopics compared with the finer ones; nobody can choose it."""
    inner = [tree.of_nodes(count) for count in range(2, tree.leaves)] or [tree.of_nodes(2)]
    return max(inner, key=lambda ari: ari[0] - ari[1])


def read_trees(program, folder, language):
    # Stems of English leave words of other scripts as they are.
    topics = rules.read_topics(program, folder, "english" if language == "none" else language)
    if all(len(set(lower.labels)) == len(set(upper.labels)) for lower, upper in topics):
        return []
    trees = [Tree(rules.SIMILARITIES[rules.NEW[0]](lower), lower, upper) for lower, upper in topics]
    return [tree for tree in trees if tree.leaves >= 3]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="build/release/subintent")
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    lists = [options.folder / name for name in ("collections.txt", "layers.txt")]
    lines = [line.split() for path in lists if path.exists() for line in path.read_text().splitlines()]
    trees = {}
    for name, *_, language in lines:
        found = read_trees(options.program, options.folder / name, language)
        if found:
            trees[name] = found
    rules.row(["", *trees, "mean"])
    means = [
        ("coarser subtopics", lambda t: t.coarse),
        ("leaves", lambda t: t.leaves),
        ("nodes of the upper layer", lambda t: t.nodes_of_mean()),
    ]
    for name, number in means:
        values = [np.mean([number(tree) for tree in found]) for found in trees.values()]
        rules.row([name, *(f"{value:.1f}" for value in [*values, np.mean(values)])])
    scores = {}
    for rule, layer in {**RULES, "the best cut of the tree": best_of_tree}.items():
        scores[rule] = [np.array([layer(tree) for tree in found]) for found in trees.values()]
        cells = [(found[:, 0].mean(), (found[:, 0] > found[:, 1]).mean()) for found in scores[rule]]
        rules.row([rule, *(f"{ari:.3f}, {nearer:.2f}" for ari, nearer in [*cells, np.mean(cells, axis=0)])])
    old, new = list(RULES)[0], "Ward's method on the leaves, as many as `mean`"
    for column, what in ((0, "ARI with the coarser subtopics"), (None, "share nearer")):
        value = [
            np.mean(after[:, 0] - before[:, 0]) if column == 0 else np.mean((after[:, 0] > after[:, 1]) * 1.0 - (before[:, 0] > before[:, 1]))
            for before, after in zip(scores[old], scores[new])
        ]
        mean, error = validity.mean_and_error(np.array(value))
        print(f"\n{new} − {old}, {what}: {mean:+.3f} ± {error:.3f} over collections")


if __name__ == "__main__":
    main()
