#!/usr/bin/env python3
"""Makes inputs far from any real collection, to see how time grows with them.

  make_extremes.py KIND N FOLDER    writes qrels, run and, but for "sets", hierarchies of one topic:

  intents   N intents, each with two documents, one of its own and one of all, in a hierarchy of two layers
  layers    a hierarchy of N layers, in each of them one node with the same two documents
  sets      no hierarchy: N documents, each relevant to other intents (three of N/20)
"""
import itertools
import json
import pathlib
import sys


def node(number, parent, layer, intent, weight, docs):
    return {"id": number, "parent": parent, "layer": layer, "intent": str(intent), "weight": weight, "similarity": None,
            "dummy": False, "docs": docs}


def intents(n):
    judgments = [(i, docno) for i in range(1, n + 1) for docno in (f"d{i}", "all")]
    nodes = []
    for i in range(1, n + 1):
        docs = [f"d{i}", "all"]
        top = len(nodes)
        nodes.append(node(top, None, 1, i, 1 / n, docs))
        nodes += [node(top + 1 + side, top, 2, i, 0.5 / n, docs[side:side + 1]) for side in (0, 1)]
    return judgments, 2, nodes


def layers(n):
    docs = ["a", "b"]
    return [(1, "a"), (1, "b")], n, [node(i, i - 1 if i else None, i + 1, 1, 1, docs) for i in range(n)]


def sets(n):
    chosen = itertools.islice(itertools.combinations(range(1, max(4, n // 20) + 1), 3), n)
    return [(i, f"d{number}") for number, three in enumerate(chosen, 1) for i in three], 0, []


def main():
    kind, n, folder = sys.argv[1], int(sys.argv[2]), pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    judgments, depth, nodes = {"intents": intents, "layers": layers, "sets": sets}[kind](n)
    (folder / "qrels").write_text("".join(f"1 {intent} {docno} 1\n" for intent, docno in judgments), encoding="utf-8")
    docnos = dict.fromkeys(docno for _, docno in judgments)
    (folder / "run").write_text("".join(f"1 Q0 {docno} {rank} {-rank} run\n" for rank, docno in enumerate(docnos, 1)),
                                encoding="utf-8")
    if nodes:
        with open(folder / "hierarchies", "w", encoding="utf-8") as file:
            json.dump({"topic": "1", "layers": depth, "nodes": nodes}, file)
            file.write("\n")


if __name__ == "__main__":
    main()
