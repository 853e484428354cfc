#!/usr/bin/env python3
"""Where to cut the trees of natural topics? cuts.py COLLECTIONS MADE

COLLECTIONS is what natural.py has made, MADE/NAME what `subintent make` has made of each collection. Prints the mean ARI of the leaves
for rules that choose their number, the difference to balanced delta with its 95 % interval over topics, and what is left of the best
rule when it is chosen on collections of other kinds.
"""

import json
import math
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

KINDS = [["ambient", "words"], ["arguments", "perspectives"], ["nuggets"], ["directories"], ["paragraphs", "pages"], ["manuals"], ["packages"]]
NAMES = [name for kind in KINDS for name in kind]


def agreement(documents, merges, gold):
    """The adjusted Rand index of each number of clusters."""
    counts, sizes = [Counter([label]) for label in gold], [1] * documents
    pairs = documents * (documents - 1) / 2
    of_gold = sum(n * (n - 1) / 2 for n in Counter(gold).values())
    found, both, own = np.zeros(documents + 1), 0, 0

    def index():
        expected, most = own * of_gold / pairs, (own + of_gold) / 2
        return 1 if most == expected else (both - expected) / (most - expected)

    found[documents] = index()
    for i, (a, b, *_) in enumerate(merges):
        both += sum(n * counts[b][label] for label, n in counts[a].items())
        own += sizes[a] * sizes[b]
        counts.append(counts[a] + counts[b])
        sizes.append(sizes[a] + sizes[b])
        found[documents - 1 - i] = index()
    return found


class Topic:
    def __init__(self, row, subtopics):
        gold = [subtopics[docno] for docno in row["docs"]]
        self.documents, self.subtopics = len(gold), len(set(gold))
        self.ari = agreement(self.documents, row["merges"], gold)
        sizes = [1] * self.documents
        pairs = []
        for a, b, *_ in row["merges"]:
            pairs.append(sizes[a] * sizes[b])
            sizes.append(sizes[a] + sizes[b])
        self.pairs, self.similarities = np.array(pairs), np.array([merge[2] for merge in row["merges"]])
        self.balanced = self.balanced_leaves()

    def balanced_leaves(self):
        """As many as `hierarchy --delta balanced` gives."""
        total, sums = np.append(0, self.pairs.cumsum()), np.append(0, (self.pairs * self.similarities).cumsum())
        cut, merges = int((self.similarities > sums[-1] / total[-1]).sum()), len(self.pairs)
        for _ in range(50):
            if not 0 < cut < merges:
                break
            within, across = sums[cut] / total[cut], (sums[-1] - sums[cut]) / (total[-1] - total[cut])
            following = int((self.similarities > math.sqrt(max(0, within) * max(0, across))).sum())
            if following == cut:
                break
            cut = following
        return self.documents - cut

    def widest_gap(self):
        gaps = {k: 1 - self.similarities[-k + 1] / max(self.similarities[-k], 1e-9) for k in range(3, min(15, self.documents - 1) + 1)}
        return max(gaps, key=gaps.get, default=1)

    def score(self, leaves):
        return self.ari[min(self.documents, max(1, round(leaves)))]


def around(number):
    return lambda topic: math.sqrt(max(1, min(number, topic.documents / 2)) * topic.balanced)


RULES = {"balanced": lambda topic: topic.balanced}
RULES |= {f"{k} leaves": lambda topic, k=k: k for k in (6, 8, 10, 12)}
RULES |= {f"around {k}": around(k) for k in (6, 8, 10, 12, 14, 16, 20)}
RULES |= {f"{c} times the square root of the documents": lambda topic, c=c: c * math.sqrt(topic.documents) for c in (1, 1.2)}
RULES |= {"widest gap": Topic.widest_gap}
BOUNDS = {"as people have": lambda topic: topic.subtopics, "best of each topic": lambda topic: int(np.argmax(topic.ari))}


def read(collection, made):
    subtopics = defaultdict(dict)
    for line in open(collection / "qrels.txt", encoding="utf-8"):
        topic, subtopic, docno, _ = line.split()
        subtopics[topic].setdefault(docno, subtopic)
    rows = map(json.loads, open(made / "topic-dendrograms.jsonl", encoding="utf-8"))
    return [Topic(row, subtopics[row["topic"]]) for row in rows if len(row["docs"]) >= 4]


def main():
    collections, made = Path(sys.argv[1]), Path(sys.argv[2])
    names = [name for name in NAMES if (made / name / "topic-dendrograms.jsonl").exists()]
    topics = {name: read(collections / name, made / name) for name in names}
    scores = {rule: {n: np.array([t.score(leaves(t)) for t in topics[n]]) for n in names} for rule, leaves in (RULES | BOUNDS).items()}
    chance = np.random.default_rng(1)
    print(*names, "mean", "difference", sep="\t")
    for rule, found in scores.items():
        differences = [found[n] - scores["balanced"][n] for n in names]
        samples = [np.mean([d[chance.integers(len(d), size=len(d))].mean() for d in differences]) for _ in range(1000)]
        means = [found[n].mean() for n in names]
        low, high = np.percentile(samples, [2.5, 97.5])
        difference = np.mean([d.mean() for d in differences])
        print(*[f"{m:.3f}" for m in [*means, np.mean(means)]], f"{difference:+.3f} [{low:+.3f}, {high:+.3f}]", rule, sep="\t")
    nested = []
    for kind in KINDS:
        others = [n for n in names if n not in kind]
        best = max(RULES, key=lambda rule: np.mean([scores[rule][n].mean() for n in others]))
        nested += [scores[best][n].mean() for n in kind if n in names]
        print(*kind, "by the others:", best)
    print(f"nested choice: {np.mean(nested):.3f}")


if __name__ == "__main__":
    main()
