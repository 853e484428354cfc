#!/usr/bin/env python3
"""Rules for pruning and compression, compared on the development collections that development.sh makes. See README.md.

Every candidate is a similarity, a rule for delta and a bound for --stop. Trees have average linkage. The candidate that is best on
the other families of collections is measured on each family: that is what a choice among the candidates is worth.
"""

import argparse
import json
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from pathlib import Path

import numpy as np

import agreement
import validity
from representations import STEMS_GRAMS, SPECIFICITY, Topic, neighbours, weighted

SPECIFICITY["square"] = lambda t: SPECIFICITY["idf"](t) * (1 - t.topic_share**2)
SPECIFICITY["fourth"] = lambda t: SPECIFICITY["idf"](t) * (1 - t.topic_share**4)
SIMILARITIES = {
    "contrast": neighbours(weighted(STEMS_GRAMS, specificity="contrast")),
    "contrast power 2": neighbours(weighted(STEMS_GRAMS, specificity="square")),
    "contrast power 4": neighbours(weighted(STEMS_GRAMS, specificity="fourth")),
    "no contrast": neighbours(weighted(STEMS_GRAMS)),
    "power 2, no 4-grams": neighbours(weighted(["stem"], specificity="square")),
    "power 2, no neighbours": weighted(STEMS_GRAMS, specificity="square"),
    "power 2, neither": weighted(["stem"], specificity="square"),
}
STOPS = [None, 0.01, 0.0125, 0.015, 0.02]
GATES = [0.5, 0.7, 0.85]  # shares of a topic's documents with a term, from which it is taken for one of a query
OLD, NEW = ("contrast", "mean", None), ("contrast power 2", "balanced", 0.0125)


class Cuts:
    """The agreement of a tree with the gold at every cut: cut k has the k most similar merges within leaves."""

    def __init__(self, matrix, lower, upper):
        merges = agreement.tree(matrix)
        documents = len(matrix)
        below, clusters = agreement.members(merges, documents), np.arange(documents)
        sizes = np.array([len(b) for b in below])
        pairs = [sizes[int(a)] * sizes[int(b)] for a, b, *_ in merges]
        self.similarity = 1 - merges[:, 2]
        self.pairs = np.cumsum([0, *pairs])
        self.sums = np.cumsum([0, *(pairs * self.similarity)])
        self.lower, self.upper, self.leaves = [], [], []
        for k in range(documents):
            labels = np.unique(clusters, return_inverse=True)[1]
            self.leaves.append(labels)
            self.lower.append(agreement.ari(labels, lower))
            self.upper.append(agreement.ari(labels, upper))
            if k < len(merges):
                clusters[below[documents + k]] = min(clusters[i] for i in below[documents + k])
        self.share = np.bincount(lower).max() / documents

    @property
    def last(self):
        return len(self.similarity)

    def at(self, delta):
        return int((self.similarity > delta + 1e-12).sum())

    def within(self, cut):
        return self.sums[cut] / self.pairs[cut] if self.pairs[cut] else 1

    def across(self, cut):
        pairs = self.pairs[-1] - self.pairs[cut]
        return max(0, (self.sums[-1] - self.sums[cut]) / pairs) if pairs else 0

    def balanced(self):
        delta = self.across(0)
        cut = self.at(delta)
        for _ in range(50):
            if not 0 < cut < self.last:
                break
            delta = np.sqrt(self.within(cut) * self.across(cut))
            if self.at(delta) == cut:
                break
            cut = self.at(delta)
        return cut

    def stopped(self, cut, bound):
        while cut < self.last and self.across(cut) ** 2 > bound * self.within(cut):
            cut += 1
        return cut


DELTAS = {
    "mean": lambda topic, mean: topic.at(mean),
    "mean of the topic": lambda topic, mean: topic.at(topic.across(0)),
    "balanced": lambda topic, mean: topic.balanced(),
}

# The cuts of the layers above the leaves, which are cut `cut`.
LAYERS = {
    "none": lambda topic, cut: [],
    "mean": lambda topic, cut: {topic.at(topic.across(cut))},
    **{
        f"quantiles={n}": lambda topic, cut, n=n: {cut + (topic.last - cut) * i // n for i in range(1, n)}
        for n in (2, 3, 4)
    },
}


def terms_of_titles(program, folder, language):
    """By kind of terms and topic, those of the titles in topics.xml."""
    with tempfile.TemporaryDirectory() as made:
        titles = Path(made) / "titles.jsonl"
        elements = ElementTree.parse(folder / "topics.xml").getroot().iter("topic")
        lines = [json.dumps({"id": t.get("number"), "contents": t.findtext("query", "")}) for t in elements]
        titles.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        words, _ = validity.tokenize(program, [titles], language, Path(made))
    return {kind: {t: change(v) if change else v for t, v in words[source].items()} for kind, (source, change) in validity.KINDS.items()}


def read_topics(program, folder, language, without_titles=False):
    titles = terms_of_titles(program, folder, language) if without_titles else None
    inputs = [folder / "docs.jsonl"]
    with tempfile.TemporaryDirectory() as made:
        words, _ = validity.tokenize(program, inputs, language, Path(made))
    lower, upper = (validity.read_judgments(folder / name) for name in ("qrels.txt", "upper.txt"))
    topics = []
    for name, judged in lower.items():
        docnos = sorted(judged)
        topics.append((Topic(name, docnos, [judged[d] for d in docnos]), Topic(name, docnos, [upper[name][d] for d in docnos])))
    for kind in ("stem", "4-grams"):
        source, change = validity.KINDS[kind]
        vectors = {docno: change(v) if change else v for docno, v in words[source].items()}
        df = defaultdict(int)
        for vector in vectors.values():
            for term in vector:
                df[term] += 1
        for topic, _ in topics:
            of_title = titles[kind].get(topic.name, {}) if titles else {}
            kept = {d: {t: f for t, f in vectors.get(d, {}).items() if t not in of_title} for d in topic.docnos}
            topic.terms[kind] = validity.term_matrix(kept, topic.docnos, df)
            topic.terms[kind].collection_size = len(vectors)
    return topics


def cut_topics(topics, similarity):
    return [Cuts(similarity(topic), topic.labels, coarse.labels) for topic, coarse in topics]


def chosen_cuts(cuts, delta, bound):
    mean = sum(c.sums[-1] for c in cuts) / sum(c.pairs[-1] for c in cuts)
    found = [DELTAS[delta](c, mean) for c in cuts]
    return found if bound is None else [c.stopped(cut, bound) for c, cut in zip(cuts, found)]


def has_query(topic, share):
    """Has this share of the topic's documents a stem that is at most a quarter as frequent in the others?"""
    terms = topic.terms["stem"]
    documents = terms.frequencies.shape[0]
    elsewhere = (terms.collection_df - terms.topic_share * documents) / max(1, terms.collection_size - documents)
    return bool(np.any((terms.topic_share >= share) & (terms.topic_share >= 4 * elsewhere)))


def row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def print_layers(name, cuts):
    """Where there are two levels of gold: the layers above balanced leaves."""
    for rule, layers in LAYERS.items():
        best, top_upper, top_lower, two = [], [], [], []
        for c, cut in zip(cuts, chosen_cuts(cuts, "balanced", None)):
            inner = sorted(k for k in layers(c, cut) if cut < k < c.last)
            best.append(max(c.upper[k] for k in [cut, *inner]))
            top_upper.append(c.upper[[cut, *inner][-1]])
            top_lower.append(c.lower[[cut, *inner][-1]])
            two.append(len(inner) > 0)
        nearer = np.mean(np.array(top_upper) > np.array(top_lower))
        numbers = [np.mean(best), np.mean(top_upper), np.mean(top_lower), nearer, np.mean(two)]
        row([name, rule, *(f"{number:.3f}" for number in numbers)])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="build/release/subintent")
    parser.add_argument("folder", type=Path, help="what development.sh made")
    options = parser.parse_args()
    scores, families, two_levels, gated = defaultdict(dict), defaultdict(list), {}, defaultdict(dict)
    for line in (options.folder / "collections.txt").read_text().splitlines():
        name, family, language = line.split()
        families[family].append(name)
        topics = read_topics(options.program, options.folder / name, language)
        for similarity, function in SIMILARITIES.items():
            cuts = cut_topics(topics, function)
            for delta in DELTAS:
                for bound in STOPS:
                    found = chosen_cuts(cuts, delta, bound)
                    scores[similarity, delta, bound][name] = np.array([c.lower[k] for c, k in zip(cuts, found)])
            if similarity == NEW[0] and any(len(set(t.labels)) < len(set(s.labels)) for s, t in topics):
                two_levels[name] = cuts

        for gate in GATES:
            chosen = [has_query(topic, gate) for topic, _ in topics]
            gated[gate][name] = np.where(chosen, scores[NEW][name], scores["no contrast", *NEW[1:]][name])

    def of_family(candidate, family):
        return np.mean([scores[candidate][name].mean() for name in families[family]])

    row(["similarity", "δ", "stop", *families, "mean"])
    for candidate in scores:
        numbers = [of_family(candidate, family) for family in families]
        row([*map(str, candidate), *(f"{number:.3f}" for number in [*numbers, np.mean(numbers)])])
    print("\nRecipe 2, with contrast only in topics with a term of a query: one that so many of its documents have\n")
    for gate, by_name in gated.items():
        numbers = [np.mean([by_name[name].mean() for name in families[family]]) for family in families]
        row([str(gate), *(f"{number:.3f}" for number in [*numbers, np.mean(numbers)])])
    print("\nChosen without the family\n")
    for family in families:
        others = [f for f in families if f != family]
        best = max(scores, key=lambda c: np.mean([of_family(c, f) for f in others]))
        row([family, *map(str, best), f"{of_family(best, family):.3f}", f"{of_family(OLD, family):.3f}"])
    print("\nRecipe 2 − recipe 1, ± its standard error over topics\n")
    for name in scores[NEW]:
        mean, error = validity.mean_and_error(scores[NEW][name] - scores[OLD][name])
        row([name, f"{scores[OLD][name].mean():.3f}", f"{scores[NEW][name].mean():.3f}", f"{mean:+.3f} ± {error:.3f}"])
    print("\nLayers: ARI of the best one with the coarser level; of the top one with the coarser and the finer; how often nearer; two\n")
    for name, cuts in two_levels.items():
        print_layers(name, cuts)


if __name__ == "__main__":
    main()
