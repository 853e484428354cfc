#!/usr/bin/env python3
"""The same dense vectors clustered by this program, fastcluster, SciPy, scikit-learn and genieclust: seconds, memory, and the same dendrogram?

    bench/cluster/side_by_side.py vectors.npy 10000 20000 --program build/release/subintent

The first N rows of a .npy file are clustered by average (--linkage complete) linkage of cosines. Each program runs in a process of its own, with
reading of its input and, of this program, writing of its output; seconds and memory are what the system counted for the process. Two dendrograms are
the same if they have the same N - 1 clusters, of whatever order; the share of clusters in common is printed otherwise. The rivals are those
of Debian: python3-fastcluster, python3-scipy, python3-sklearn, r-cran-genieclust. genieclust has no average linkage: it merges the clusters of
a minimum spanning tree of cosine distances, by its Genie criterion with the default threshold, and needs no matrix either.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy

from matrix_free import timed


def clusters_of(merges, number):
    """The clusters of a dendrogram, each as the sum of random numbers of 64 bits of its members."""
    names = numpy.random.default_rng(7).integers(0, 2**63, 2 * number - 1, dtype=numpy.uint64)
    with numpy.errstate(over="ignore"):
        for k, (a, b) in enumerate(merges):
            names[number + k] = names[int(a)] + names[int(b)]
    return set(names[number:].tolist())


GENIE = """
arguments <- commandArgs(trailingOnly = TRUE)
rows <- matrix(readBin(arguments[1], "double", 1e9), ncol = as.integer(arguments[2]), byrow = TRUE)
tree <- genieclust::gclust(rows, distance = "cosine")
write.table(tree$merge, arguments[3], row.names = FALSE, col.names = FALSE)
"""


def genieclust(rows, output):
    """Merges of R's form, where -i is row i and k the cluster of merge k, both from 1, as those of SciPy."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        rows.tofile(folder / "rows")
        subprocess.run(["Rscript", "-e", GENIE, folder / "rows", str(rows.shape[1]), folder / "merges"], check=True)
        merges = numpy.loadtxt(folder / "merges", dtype=int)
    numpy.save(output, numpy.where(merges < 0, -merges - 1, len(rows) + merges - 1))


def rival(name, linkage, vectors, output):
    rows = numpy.load(vectors).astype(float)
    if name == "genieclust":
        return genieclust(rows, output)
    if name == "scikit-learn":
        from sklearn.cluster import AgglomerativeClustering

        made = AgglomerativeClustering(n_clusters=1, metric="cosine", linkage=linkage, compute_full_tree=True).fit(rows)
        numpy.save(output, made.children_)
        return
    from scipy.spatial.distance import pdist

    distances = pdist(rows, "cosine")
    if name == "SciPy":
        from scipy.cluster.hierarchy import linkage as work

        merges = work(distances, linkage)
    else:
        import fastcluster

        merges = fastcluster.linkage(distances, linkage, preserve_input=False)
    numpy.save(output, merges[:, :2].astype(int))


def ours(program, linkage, threads, vectors, number, folder):
    docnos = [f"{i:08d}" for i in range(number)]
    (folder / "docnos").write_text("".join(docno + "\n" for docno in docnos))
    (folder / "qrels").write_text("".join(f"1 1 {docno} 1\n" for docno in docnos))
    words = [program, "cluster", "--qrels", folder / "qrels", "--dense", vectors, "--docnos", folder / "docnos", "--linkage", linkage]
    words += ["--threads", threads, "--quiet", "-o", folder / "dendrogram"]
    measured = timed(list(map(str, words)))
    return measured, [merge[:2] for merge in json.loads((folder / "dendrogram").read_text())["merges"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vectors", type=pathlib.Path)
    parser.add_argument("numbers", nargs="+", type=int, metavar="N")
    parser.add_argument("--program", default="build/release/subintent")
    parser.add_argument("--linkage", choices=["average", "complete"], default="average")
    parser.add_argument("--rivals", nargs="*", default=["fastcluster", "SciPy", "scikit-learn", "genieclust"])
    chosen = parser.parse_args()
    rows = numpy.load(chosen.vectors)
    print("documents\tprogram\tthreads\tseconds\tprocessor\tMB\tsame dendrogram")
    for number in chosen.numbers:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            vectors = folder / "vectors.npy"
            numpy.save(vectors, rows[:number])
            expected = None
            for program, threads in [("subintent", 1), ("subintent", 2), *((rival, 1) for rival in chosen.rivals)]:
                if program == "subintent":
                    measured, merges = ours(chosen.program, chosen.linkage, threads, vectors, number, folder)
                else:
                    words = [sys.executable, __file__, "--as", program, chosen.linkage, vectors, folder / "merges.npy"]
                    measured = timed(list(map(str, words)))
                    merges = numpy.load(folder / "merges.npy")
                clusters = clusters_of(merges, number)
                expected = expected or clusters
                same = "yes" if clusters == expected else f"{len(clusters & expected) / (number - 1):.2%} of clusters"
                seconds, processor, memory = measured
                print(f"{number}\t{program}\t{threads}\t{seconds:.1f}\t{processor:.1f}\t{memory / 1e6:.0f}\t{same}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--as"]:
        rival(*sys.argv[2:])
    else:
        main()
