#!/usr/bin/env python3
"""Reads the exports of `hierarchy` with the programs they are meant for.

  check_exports.py (graphviz | networkx | scipy | ape) --program SUBINTENT

Exits with 77 (skipped) where that program is not installed.
"""
import argparse
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


class Collection:
    """Two topics of documents with random fingerprints, one topic with names that need care."""

    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)
        numbers = random.Random(5)
        qrels, fingerprints = [], []
        for topic in ("1", '2"<&'):
            for i in range(40):
                docno = f'{topic}-d"{i:02}\\'
                fingerprints.append(f"{docno}\t{numbers.getrandbits(64) & 0xffffff:016x}\n")
                qrels.append(f"{topic} {1 + i % 3} {docno} 1\n")
        (self.folder / "qrels").write_text("".join(qrels))
        (self.folder / "fingerprints").write_text("".join(fingerprints))
        self.run("cluster", "--fingerprints", "fingerprints", "-o", "dendrograms")
        self.run("hierarchy", "dendrograms", "-o", "hierarchies")
        lines = (self.folder / "hierarchies").read_text().splitlines()
        self.hierarchies = [json.loads(line) for line in lines]
        self.dendrograms = [json.loads(line) for line in (self.folder / "dendrograms").read_text().splitlines()]

    def run(self, command, *arguments):
        subprocess.run([self.program, command, "--qrels", "qrels", *arguments], check=True, cwd=self.folder)

    def export(self, name):
        self.run("hierarchy", "dendrograms", "--export", name, "-o", "export")
        return self.folder / "export"


def check(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: {found!r} rather than {expected!r}")


def graphviz(collection):
    if shutil.which("dot") is None:
        skip("Graphviz (dot) is not installed")
    path = collection.export("dot")
    plain = subprocess.run(["dot", "-Tplain", path], check=True, capture_output=True, text=True).stdout
    kinds = [line.split(" ", 1)[0] for line in plain.splitlines()]
    nodes = sum(len(hierarchy["nodes"]) for hierarchy in collection.hierarchies)
    check("graphs", kinds.count("graph"), len(collection.hierarchies))
    check("nodes", kinds.count("node"), nodes + len(collection.hierarchies))
    check("edges", kinds.count("edge"), nodes)


def networkx(collection):
    try:
        from networkx import is_forest, read_graphml
    except ImportError:
        skip("NetworkX is not installed")
    graph = read_graphml(collection.export("graphml"))
    nodes = sum(len(hierarchy["nodes"]) for hierarchy in collection.hierarchies)
    check("nodes", graph.number_of_nodes(), nodes + len(collection.hierarchies))
    check("a forest", is_forest(graph), True)
    for hierarchy in collection.hierarchies:
        mine = [data for _, data in graph.nodes(data=True) if data["topic"] == hierarchy["topic"] and data["layer"] > 0]
        key = lambda data: (data["layer"], data["intent"], data["weight"], data["dummy"], data["docs"])
        expected = [dict(node, docs=" ".join(node["docs"])) for node in hierarchy["nodes"]]
        check("topic " + hierarchy["topic"], sorted(map(key, mine)), sorted(map(key, expected)))


def scipy(collection):
    try:
        import numpy
        from scipy.cluster.hierarchy import is_valid_linkage, leaves_list
    except ImportError:
        skip("SciPy is not installed")
    lines = collection.export("linkage").read_text().splitlines()
    starts = [i for i, line in enumerate(lines) if line.startswith("# ") and not line.startswith("# leaves\t")]
    check("dendrograms", len(starts), len(collection.dendrograms))
    for start, end, dendrogram in zip(starts, starts[1:] + [len(lines)], collection.dendrograms):
        name, leaves, *rows = lines[start:end]
        check("name", name, f"# {dendrogram['topic']} {dendrogram['intent']}")
        check("leaves", leaves.split("\t")[1:], dendrogram["docs"])
        tree = numpy.array([[float(value) for value in row.split("\t")] for row in rows])
        is_valid_linkage(tree, throw=True)
        check("leaves of " + name, sorted(leaves_list(tree)), list(range(len(dendrogram["docs"]))))


APE = """
if (!requireNamespace("ape", quietly = TRUE)) quit(status = 77)
for (line in readLines(commandArgs(trailingOnly = TRUE)[1])) {
  tree <- ape::read.tree(text = line)
  depths <- ape::node.depth.edgelength(tree)[seq_along(tree$tip.label)]
  cat(unique(depths), sort(tree$tip.label, method = "radix"), sep = "\\t")
  cat("\\n")
}
"""


def ape(collection):
    if shutil.which("Rscript") is None:
        skip("R is not installed")
    script = collection.folder / "read.R"
    script.write_text(APE)
    read = subprocess.run(["Rscript", script, collection.export("newick")], capture_output=True, text=True)
    if read.returncode == SKIPPED:
        skip("the package ape of R is not installed")
    check("messages", read.stderr, "")
    trees = [line.split("\t") for line in read.stdout.splitlines()]
    check("trees", len(trees), len(collection.hierarchies))
    for (depth, *tips), hierarchy in zip(trees, collection.hierarchies):
        leaves = [node for node in hierarchy["nodes"] if node["layer"] == hierarchy["layers"]]
        documents = sorted(f"'{docno}'" for node in leaves for docno in node["docs"])
        check("tips of " + hierarchy["topic"], tips, documents)
        check("depth of all tips of " + hierarchy["topic"], int(depth), hierarchy["layers"] + 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("reader", choices=("graphviz", "networkx", "scipy", "ape"))
    parser.add_argument("--program", required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        globals()[arguments.reader](Collection(arguments.program, directory))
