#!/usr/bin/env python3
"""Where to cut the trees of natural topics? cuts.py COLLECTIONS MADE [NUMBERS]

COLLECTIONS is what natural.py has made, MADE/NAME what `subintent make` has made of each collection, NUMBERS what partitions.py has
written. Prints the mean ARI of the leaves for rules that choose their number, the difference to recipe 4 with its 95 % interval over
topics, and what is left of the best rule when it is chosen, or learned, on collections of other kinds. Then, for the hierarchies
themselves: topics of one leaf, topics with two layers, and, where MADE/NAME-upper is made with upper.txt as judgments, the mean ARI
below upper subtopics.
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
    def __init__(self, row, subtopics, numbers):
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
        self.numbers = {**numbers, "balanced": self.balanced, "root": math.sqrt(self.documents), "gap": self.widest_gap()}

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
CURRENT = "around 10"
FEATURES = ("balanced", "root", "stability", "best prediction", "silhouette", "modularity")
BOUNDS = {"as people have": lambda topic: topic.subtopics, "best of each topic": lambda topic: int(np.argmax(topic.ari))}


def by_numbers(names):
    """The rules of partitions.py, alone and with that of recipe 4, and all together."""
    rules = {name: lambda topic, name=name: topic.numbers[name] for name in names}
    both = lambda topic, name: around(10)(topic) ** (2 / 3) * topic.numbers[name] ** (1 / 3)
    rules |= {f"around 10 and {name}": lambda topic, name=name: both(topic, name) for name in names}
    rules |= {"consensus: the median of all": lambda topic: np.median(list(topic.numbers.values()))}
    return rules | {"consensus: their geometric mean": lambda topic: np.exp(np.mean(np.log(list(topic.numbers.values()))))}


def learned(topics, kind):
    """Least squares on logarithms of features and of the best number, each other collection alike."""
    row = lambda topic: [1, *np.log([topic.numbers[f] for f in FEATURES])]
    rows = [(row(t), math.log(np.argmax(t.ari)), len(topics[n])) for n in topics if n not in kind for t in topics[n]]
    share = 1 / np.sqrt([count for _, _, count in rows])
    weights = np.linalg.lstsq(np.array([x for x, _, _ in rows]) * share[:, None], np.array([y for _, y, _ in rows]) * share, rcond=None)[0]
    return lambda topic: np.exp(weights @ row(topic))


def read(collection, made, numbers):
    subtopics = defaultdict(dict)
    for line in open(collection / "qrels.txt", encoding="utf-8"):
        topic, subtopic, docno, _ = line.split()
        subtopics[topic].setdefault(docno, subtopic)
    rows = map(json.loads, open(made / "topic-dendrograms.jsonl", encoding="utf-8"))
    return [Topic(row, subtopics[row["topic"]], numbers.get(row["topic"], {})) for row in rows if len(row["docs"]) >= 4]


def print_rules(topics, rules):
    names = list(topics)
    scores = {rule: {n: np.array([t.score(leaves(t)) for t in topics[n]]) for n in names} for rule, leaves in (rules | BOUNDS).items()}
    kinds = [[n for n in kind if n in names] for kind in KINDS]
    if next(iter(topics.values()))[0].numbers.keys() >= set(FEATURES):
        scores["learned from six of them, the kind left out"] = {
            n: np.array([t.score(leaves(t)) for t in topics[n]]) for kind in kinds for leaves in [learned(topics, kind)] for n in kind
        }
    chance = np.random.default_rng(1)
    print(*names, "mean", "difference", sep="\t")
    for rule, found in scores.items():
        differences = [found[n] - scores[CURRENT][n] for n in names]
        samples = [np.mean([d[chance.integers(len(d), size=len(d))].mean() for d in differences]) for _ in range(1000)]
        means = [found[n].mean() for n in names]
        low, high = np.percentile(samples, [2.5, 97.5])
        difference = np.mean([d.mean() for d in differences])
        print(*[f"{m:.3f}" for m in [*means, np.mean(means)]], f"{difference:+.3f} [{low:+.3f}, {high:+.3f}]", rule, sep="\t")
    nested = []
    for kind in kinds:
        best = max(rules, key=lambda rule: np.mean([scores[rule][n].mean() for n in names if n not in kind]))
        nested += [scores[best][n].mean() for n in kind]
        print(*kind, "by the others:", best)
    print(f"nested choice: {np.mean(nested):.3f}")


def below_upper(collection, made):
    """The mean ARI of leaves below an upper subtopic with several subtopics, over upper subtopics."""
    if not (made / "intent.jsonl").exists():
        return "-"
    subtopics = {(topic, docno): subtopic for topic, subtopic, docno, _ in map(str.split, open(collection / "qrels.txt", encoding="utf-8"))}
    pairs, found = lambda counts: sum(n * (n - 1) / 2 for n in counts.values()), []
    for tree in map(json.loads, open(made / "intent.jsonl", encoding="utf-8")):
        cells = defaultdict(list)
        for node in tree["nodes"]:
            if node["layer"] == tree["layers"]:
                cells[node["intent"]] += [(node["id"], subtopics[tree["topic"], docno]) for docno in node["docs"]]
        for of_intent in cells.values():
            both, ours, gold = (pairs(Counter(cell[i] for cell in of_intent)) for i in (slice(0, 2), 0, 1))
            expected = ours * gold / max(1, len(of_intent) * (len(of_intent) - 1) / 2)
            if len({cell[1] for cell in of_intent}) > 1 and (ours + gold) / 2 > expected:
                found.append((both - expected) / ((ours + gold) / 2 - expected))
    return f"{np.mean(found):.3f} of {len(found)}"


def print_hierarchies(collections, made, names):
    print("\n" + "\t".join(["collection", "topics", "one leaf, of several subtopics", "two layers, of 20 documents or more", "ARI below upper subtopics"]))
    for name in names:
        counts, lines = defaultdict(Counter), open(collections / name / "qrels.txt", encoding="utf-8")
        for topic, subtopic, *_ in map(str.split, lines):
            counts[topic][subtopic] += 1
        trees = [json.loads(line) for line in open(made / name / "topic.jsonl", encoding="utf-8")]
        leaves = {t["topic"]: [len(n["docs"]) for n in t["nodes"] if n["layer"] == t["layers"]] for t in trees}
        several = [t for t, c in counts.items() if sum(v >= 0.1 * sum(c.values()) for v in c.values()) >= 3]
        large = [t for t in trees if sum(counts[t["topic"]].values()) >= 20]
        one, two = sum(len(leaves[t]) < 2 for t in several), sum(t["layers"] >= 2 for t in large)
        print(name, len(trees), f"{one} of {len(several)}", f"{two} of {len(large)}", below_upper(collections / name, made / f"{name}-upper"), sep="\t")


def main():
    collections, made = Path(sys.argv[1]), Path(sys.argv[2])
    numbers = json.loads(Path(sys.argv[3]).read_text(encoding="utf-8")) if len(sys.argv) > 3 else {}
    names = [name for name in NAMES if (made / name / "topic-dendrograms.jsonl").exists()]
    topics = {name: read(collections / name, made / name, numbers.get(name, {})) for name in names}
    rules = RULES | (by_numbers(next(iter(numbers[names[0]].values()))) if numbers else {})
    print_rules(topics, rules)
    print_hierarchies(collections, made, names)


if __name__ == "__main__":
    main()
