#!/usr/bin/env python3
"""Runs a frozen recipe on collections, as users do, and compares its hierarchies with the subtopics. See README.md.

Every result is a line of --record, with the hashes of the recipe and of the collection. A collection of whose judgments and
texts there is a line already is not run again with the same recipe: what has been seen is not unseen.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import agreement
from validity import mean_and_error, read_judgments, read_word_vectors

RECIPE = Path(__file__).resolve().parents[2] / "engine" / "recipes" / "recipe-2.txt"
SHARES = [0, 0.35, 0.5, 0.7, 0.9, 1.01]  # of the largest subtopic of a topic


def digest(paths):
    found = hashlib.sha256()
    for path in paths:
        found.update(Path(path).read_bytes())
    return found.hexdigest()


def layer_labels(hierarchy, layer, docnos):
    """The node of every document in a layer; of several, the first."""
    places, labels = {docno: i for i, docno in enumerate(docnos)}, np.full(len(docnos), -1)
    for number, node in enumerate(n for n in hierarchy["nodes"] if n["layer"] == layer):
        for docno in node["docs"]:
            if labels[places[docno]] < 0:
                labels[places[docno]] = number
    return np.unique(labels, return_inverse=True)[1]


def gold_labels(judged, docnos):
    return np.unique([min(judged[d]) for d in docnos], return_inverse=True)[1]


def purity(merges, gold):
    """Dendrogram purity (Heller and Ghahramani 2005): of the smallest node with both documents of a pair of a subtopic."""
    counts = [np.eye(gold.max() + 1)[label] for label in gold]
    total = pairs = 0.0
    for a, b, *_ in merges:
        joined = counts[a] * counts[b]
        counts.append(counts[a] + counts[b])
        total += (joined * counts[-1]).sum() / counts[-1].sum()
        pairs += joined.sum()
    return total / pairs if pairs else np.nan


def score_topic(hierarchy, merges, lower, upper):
    docnos = sorted(lower)
    layers = [layer_labels(hierarchy, k, docnos) for k in range(1, hierarchy["layers"] + 1)]
    gold = gold_labels(lower, docnos)
    scores = {
        "share": np.bincount(gold).max() / len(gold),
        "ari": agreement.ari(layers[-1], gold),
        "b3": agreement.b_cubed(layers[-1], gold),
        "leaves": int(layers[-1].max() + 1),
        "subtopics": int(gold.max() + 1),
        "layers": len(layers),
        "purity": purity(merges, gold),
    }
    if upper:
        coarse = gold_labels(upper, docnos)
        of_layers = [agreement.ari(layer, coarse) for layer in layers]
        scores["upper ari"] = max(of_layers)
        scores["upper b3"] = max(agreement.b_cubed(layer, coarse) for layer in layers)
        scores["upper purity"] = purity(merges, coarse)
        if len(gold) >= 20 and 1 < coarse.max() + 1 < gold.max() + 1:
            scores["two layers"] = float(len(layers) >= 2)
            scores["top is upper"] = float(of_layers[0] > agreement.ari(layers[0], gold))
    return scores


def json_lines(path):
    return {row["topic"]: row for row in map(json.loads, open(path, encoding="utf-8"))}


def score_topics(out, lower, upper):
    """The scores of the topics with at least four relevant documents."""
    trees, dendrograms = json_lines(out / "topic.jsonl"), json_lines(out / "topic-dendrograms.jsonl")
    return [
        {"topic": topic, **score_topic(tree, dendrograms[topic]["merges"], lower[topic], upper and upper[topic])}
        for topic, tree in trees.items()
        if len(lower[topic]) >= 4
    ]


def score_intents(out, upper, lower):
    """The same of the subintents below each coarser subtopic that has at least four documents and two finer ones."""
    scores = []
    for topic, tree in json_lines(out / "intent.jsonl").items():
        for intent in {n["intent"] for n in tree["nodes"]}:
            docnos = sorted({d for n in tree["nodes"] if n["intent"] == intent for d in n["docs"]})
            gold = gold_labels(lower[topic], docnos)
            if len(docnos) < 4 or gold.max() == 0:
                continue
            nodes = [n for n in tree["nodes"] if n["intent"] == intent]
            leaves = layer_labels({"nodes": nodes}, tree["layers"], docnos)
            scores.append({"ari": agreement.ari(leaves, gold), "leaves": int(leaves.max() + 1)})
    return scores


def write_word_vectors(program, words, docs, folder):
    """The mean of the vectors of a document's words, weighted by tf * idf, as an array of NumPy; docnos beside it."""
    terms, statistics = folder / "terms.jsonl", folder / "statistics.tsv"
    subprocess.run([program, "tokenize", "--quiet", "-o", terms, "--statistics", statistics, docs], check=True)
    lines = open(statistics, encoding="utf-8").read().splitlines()
    frequency = {term: int(count) for term, count in (line.split("\t") for line in lines)}
    documents = frequency.pop("#documents")
    docnos, rows = [], []
    for row in map(json.loads, open(terms, encoding="utf-8")):
        known = [(n * np.log(documents / frequency[t]), words[t]) for t, n in row["vector"].items() if t in words]
        docnos.append(row["id"])
        rows.append(sum((w * vector for w, vector in known), np.zeros(len(next(iter(words.values()))))))
    np.save(folder / "vectors.npy", np.array(rows, dtype=np.float32))
    (folder / "docnos.txt").write_text("".join(f"{docno}\n" for docno in docnos), encoding="utf-8")
    return ["--dense", folder / "vectors.npy", "--docnos", folder / "docnos.txt"]


def run_recipe(options, collection):
    name, _, rest = collection.partition("=")
    language, qrels, docs, *upper = rest.split(":")
    topics = [Path(qrels).with_name("topics.xml")] if options.topics else []
    known = {"recipe": digest([options.recipe]), "collection": digest([qrels, docs, *topics])}
    record = Path(options.record)
    lines = [json.loads(line) for line in record.read_text().splitlines()] if record.exists() else []
    if any(line["hashes"] == known for line in lines):
        sys.exit(f"{name}: {record} has a result of this recipe for it already")

    def make(judgments, out):
        words = ["--qrels", judgments, "--recipe", options.recipe, *how, "--quiet", "-o", out, docs]
        subprocess.run([options.program, "make", *words], check=True)

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        how = [] if language == "none" else ["--stem", language]
        if topics:
            how += ["--topics", topics[0]]
        if options.words:
            how = write_word_vectors(options.program, options.words, docs, out)
        make(qrels, out)
        lower, coarse = read_judgments(qrels), read_judgments(upper[0]) if upper else None
        result = {"name": name, "hashes": known, "topics": score_topics(out, lower, coarse)}
        if upper:
            make(upper[0], out / "upper")
            result["intents"] = score_intents(out / "upper", coarse, lower)
    with open(record, "a", encoding="utf-8") as file:
        print(json.dumps(result), file=file)
    return result


def cell(scores, key):
    values = [s[key] for s in scores if key in s]
    return "{:.3f} ± {:.3f}".format(*mean_and_error(values)) if values else ""


COLUMNS = ["ari", "b3", "leaves", "subtopics", "layers", "purity", "upper ari", "upper b3", "upper purity", "two layers", "top is upper"]


def print_results(results):
    print("| collection | topics | " + " | ".join(COLUMNS) + " | within intents: ari |")
    print("|---" * (len(COLUMNS) + 3) + "|")
    for result in results:
        cells = [cell(result["topics"], key) for key in COLUMNS] + [cell(result.get("intents", []), "ari")]
        print(f"| {result['name']} | {len(result['topics'])} | " + " | ".join(cells) + " |")
    print("\nBy share of the largest subtopic: topics, mean ARI, median leaves\n")
    for result in results:
        cells = []
        for low, high in zip(SHARES, SHARES[1:]):
            found = [t for t in result["topics"] if low <= t["share"] < high]
            if found:
                ari, leaves = np.mean([t["ari"] for t in found]), np.median([t["leaves"] for t in found])
                cells.append(f"{low} to {min(high, 1)}: {len(found)}, {ari:.2f}, {leaves:g}")
        print(f"{result['name']}: " + "; ".join(cells))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="build/release/subintent")
    parser.add_argument("--recipe", default=str(RECIPE))
    parser.add_argument("--words", type=read_word_vectors, help="compare documents by the means of these vectors of words, as GloVe is published")
    parser.add_argument("--topics", action="store_true", help="with the titles of topics, in topics.xml beside QRELS")
    parser.add_argument("--record", default="frozen.jsonl", help="where results are added")
    parser.add_argument(
        "collections",
        nargs="+",
        metavar="NAME=LANGUAGE:QRELS:INPUT[:UPPER]",
        help="language of the stemmer or none, judgments of subtopics, documents, and judgments of coarser subtopics",
    )
    options = parser.parse_args()
    options.program = str(Path(options.program).resolve())
    print_results([run_recipe(options, collection) for collection in options.collections])


if __name__ == "__main__":
    main()
