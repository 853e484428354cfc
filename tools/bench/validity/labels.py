#!/usr/bin/env python3
"""Draws nodes of labelled hierarchies for people to read, and says how far two readings agree.

    labels.py draw NAME=HIERARCHIES:TEXTS... > sheet.txt
    labels.py draw --documents-first NAME=HIERARCHIES:TEXTS... > second.txt
    labels.py agreement FIRST SECOND
    labels.py pair --key key.json NAME=OLD:NEW:TEXTS... > pairs.txt
    labels.py count key.json VERDICTS

From each collection as many nodes are drawn; nodes that fill up layers and official intents are left out. Which nodes are drawn
depends on the trees and the seed, not on the labels: labels of two versions of the program can be compared node by node.
A reading is a file with the number of a node and "good" or "bad" on each line. Of pairs, the labels P and Q are those of two
versions of the program on the same trees, in random order, which the key knows and the reader does not; a line of verdicts has two.
"""

import argparse
import gzip
import json
import math
import random
import textwrap
from pathlib import Path


def opened(path):
    return gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8")


def texts_of(path):
    """The title, or else the first words, of each document."""
    texts = {}
    with opened(path) as lines:
        for line in lines:
            docno, title, _, excerpt = line.rstrip("\n").split("\t")
            texts[docno] = " | ".join(part for part in (title, excerpt) if part)
    return texts


def labels_above(node, nodes):
    """The labels of the ancestors, from the top: what people have read before they come to a node."""
    above = []
    while node["parent"] is not None:
        node = nodes[node["parent"]]
        above.insert(0, node.get("label", ""))
    return above


def nodes_of(collection, least):
    """(name of the collection, topic, labels above, label, texts of the documents) of each node that may be drawn."""
    name, _, files = collection.partition("=")
    hierarchies, _, texts_file = files.partition(":")
    texts = texts_of(texts_file)
    nodes = []
    with opened(hierarchies) as lines:
        for line in lines:
            topic = json.loads(line)
            by_id = {node["id"]: node for node in topic["nodes"]}
            for node in topic["nodes"]:
                above = by_id.get(node["parent"])
                repeats = above is not None and above["docs"] == node["docs"]  # with its label, in the next layer
                if node["dummy"] or repeats or node["intent"] != "*" or len(node["docs"]) < least:
                    continue
                shown = [texts.get(docno, docno) for docno in node["docs"]]
                above = labels_above(node, by_id)
                nodes.append((name, topic["topic"], above, node.get("label", ""), shown))
    return nodes


def drawn_of(collections, arguments):
    """Of lists of nodes, as many of each, in random order."""
    chance, share = random.Random(arguments.seed), math.ceil(arguments.count / len(collections))
    drawn = [node for nodes in collections for node in chance.sample(nodes, min(share, len(nodes)))]
    chance.shuffle(drawn)
    return drawn


def draw(arguments):
    drawn = drawn_of([nodes_of(collection, arguments.least) for collection in arguments.collections], arguments)
    for number, (name, topic, above, label, documents) in enumerate(drawn, 1):
        head = f"{number}  {name}, topic {topic}, {len(documents)} documents"
        head += f"\n  below: {' > '.join(above)}" if above else ""
        shown = [textwrap.shorten(text, arguments.width, placeholder="...") for text in documents[: arguments.documents]]
        listed = [f"    - {text}" for text in shown]
        parts = [*listed, f"  LABEL: {label}"] if arguments.documents_first else [f"  LABEL: {label}", *listed]
        print("\n".join([head, *parts, ""]))


def pair(arguments):
    """Labels of two versions, and beside each the labels above it."""
    pairs = []
    for collection in arguments.collections:
        name, _, files = collection.partition("=")
        *versions, texts = files.split(":")
        old, new = (nodes_of(f"{name}={version}:{texts}", arguments.least) for version in versions)
        if [node[4] for node in old] != [node[4] for node in new]:
            raise SystemExit("labels.py: the two versions have different trees")
        pairs.append([sides for sides in zip(old, new) if not arguments.changed or sides[0][3] != sides[1][3]])
    coin, key = random.Random(arguments.order), {}
    for number, sides in enumerate(drawn_of(pairs, arguments), 1):
        key[number] = coin.choice(["old", "new"])
        if key[number] == "new":
            sides = sides[::-1]
        name, topic, _, _, documents = sides[0]
        print(f"{number}  {name}, topic {topic}, {len(documents)} documents")
        for letter, (_, _, above, label, _) in zip("PQ", sides):
            print(f"  {letter}: {label}" + (f"   (below: {' > '.join(above)})" if above else ""))
        for text in documents[: arguments.documents]:
            print("    - " + textwrap.shorten(text, arguments.width, placeholder="..."))
        print()
    Path(arguments.key).write_text(json.dumps(key), encoding="utf-8")


def count(arguments):
    key = json.loads(Path(arguments.key).read_text(encoding="utf-8"))
    verdicts = {}
    for line in Path(arguments.verdicts).read_text(encoding="utf-8").splitlines():
        if line.strip():
            number, *pair_of_verdicts = line.split()
            verdicts[number] = [verdict == "good" for verdict in pair_of_verdicts]
    if verdicts.keys() != key.keys() or any(len(v) != 2 for v in verdicts.values()):
        raise SystemExit("labels.py: give two verdicts for each number of the key")
    pairs = [v if key[number] == "old" else v[::-1] for number, v in verdicts.items()]
    mended, spoilt = (sum(a == first and b == (not first) for a, b in pairs) for first in (False, True))
    tail = sum(math.comb(mended + spoilt, i) for i in range(min(mended, spoilt) + 1)) / 2 ** (mended + spoilt)
    print(f"nodes {len(pairs)}, good {sum(a for a, _ in pairs)} and {sum(b for _, b in pairs)}, mended {mended}, spoilt {spoilt}, sign test p = {min(1, 2 * tail):.3f}")


def reading(path):
    pairs = (line.split() for line in Path(path).read_text(encoding="utf-8").splitlines() if line.strip())
    return {int(number): verdict == "good" for number, verdict in pairs}


def agreement(arguments):
    first, second = reading(arguments.first), reading(arguments.second)
    if first.keys() != second.keys() or not first:
        raise SystemExit("labels.py: the readings are of different nodes; give two readings of one sheet")
    count = len(first)
    good = [sum(verdicts.values()) / count for verdicts in (first, second)]
    both = sum(first[node] == second[node] for node in first) / count
    chance = good[0] * good[1] + (1 - good[0]) * (1 - good[1])
    kappa = 1.0 if chance == 1 else (both - chance) / (1 - chance)
    print(f"nodes {count}, good {good[0]:.0%} and {good[1]:.0%}, equal verdicts {both:.0%}, Cohen's kappa {kappa:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("draw", help="print a sheet of nodes")
    command.add_argument("collections", nargs="+", metavar="NAME=HIERARCHIES:TEXTS")
    command.add_argument("--count", type=int, default=100)
    command.add_argument("--seed", type=int, default=7)
    command.add_argument("--least", type=int, default=3, help="documents of a node that may be drawn")
    command.add_argument("--documents", type=int, default=8, help="how many of a node are shown")
    command.add_argument("--width", type=int, default=160, help="characters of a document")
    command.add_argument("--documents-first", action="store_true", help="print the label below the documents")
    command.set_defaults(run=draw)
    command = commands.add_parser("pair", help="print nodes with the labels of two versions, in random order")
    command.add_argument("collections", nargs="+", metavar="NAME=OLD:NEW:TEXTS")
    command.add_argument("--changed", action="store_true", help="only nodes whose labels differ")
    command.add_argument("--key", required=True, help="where the order is written")
    command.add_argument("--count", type=int, default=100)
    command.add_argument("--seed", type=int, default=7)
    command.add_argument("--order", type=int, default=1, help="seed of the order")
    command.add_argument("--least", type=int, default=3, help="documents of a node that may be drawn")
    command.add_argument("--documents", type=int, default=8, help="how many of a node are shown")
    command.add_argument("--width", type=int, default=130, help="characters of a document")
    command.set_defaults(run=pair)
    command = commands.add_parser("count", help="count the verdicts on pairs")
    command.add_argument("key")
    command.add_argument("verdicts")
    command.set_defaults(run=count)
    command = commands.add_parser("agreement", help="compare two readings")
    command.add_argument("first")
    command.add_argument("second")
    command.set_defaults(run=agreement)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
