#!/usr/bin/env python3
"""cluster.py [--documents N] [--dimensions D]: clustering of float32 embeddings beside SciPy, from the array to the tree.

PYTHONPATH=build/release/python names the package. Documents lie about a few hundred random centres. Of several rounds, in
which both take turns, the fastest counts; the heights of both trees are compared.
"""
import argparse
import time

import numpy
import subintent
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import pdist


def embeddings(documents, dimensions):
    rng = numpy.random.default_rng(1)
    centres = rng.standard_normal((documents // 40 + 1, dimensions))
    rows = centres[rng.integers(0, len(centres), documents)] + 0.8 * rng.standard_normal((documents, dimensions))
    return rows.astype(numpy.float32)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--dimensions", type=int, default=384)
    parser.add_argument("--rounds", type=int, default=3)
    o = parser.parse_args()
    rows = embeddings(o.documents, o.dimensions)
    docnos = [f"d{i:06}" for i in range(o.documents)]
    judgments = subintent.Judgments({"1": {"all": dict.fromkeys(docnos, 1)}})

    def ours(method):
        similarity = subintent.Similarity.dense(docnos, rows)
        return subintent.cluster(judgments, similarity, linkage=method)[0].linkage()

    def scipys(method):
        return linkage(pdist(rows, "cosine"), method)

    print(f"{o.documents} x {o.dimensions} float32")
    for method in ("complete", "average"):
        best = {ours: float("inf"), scipys: float("inf")}
        heights = {}
        for _ in range(o.rounds):
            for way in best:
                start = time.perf_counter()
                tree = way(method)
                best[way] = min(best[way], time.perf_counter() - start)
                heights[way] = tree[:, 2]
        assert numpy.allclose(heights[ours], heights[scipys], rtol=0, atol=1e-6)
        print(f"  {method:9} {best[ours]:.2f} s, SciPy {best[scipys]:.2f} s: {best[scipys] / best[ours]:.1f} times")


if __name__ == "__main__":
    main()
