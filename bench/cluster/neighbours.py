#!/usr/bin/env python3
"""neighbours.py PROGRAM [--documents N] [--neighbours K] [--dimensions D] [--hubs H] [--folder FOLDER]: times average linkage of lists of neighbours.

Documents are random points; each has the K nearest of the others, with weights that fall with the distance, and itself. H of
them are in the list of every hundredth document, too. Needs SciPy. Prints seconds and memory of the whole command.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy
from scipy.spatial import cKDTree


def write_lists(folder, o):
    rng = numpy.random.default_rng(1)
    points = rng.random((o.documents, o.dimensions))
    distances, nearest = cKDTree(points).query(points, o.neighbours + 1, workers=-1)
    weights = numpy.round(1 / (1 + distances / distances[:, -1].mean()), 4)
    hubs = rng.integers(0, o.documents, o.hubs)
    with open(folder / "lists.jsonl", "w") as out:
        for i in range(o.documents):
            row = {f"{j}": w for j, w in zip(nearest[i].tolist(), weights[i].tolist())}
            if o.hubs and i % 100 == 0:
                row[f"{hubs[i // 100 % o.hubs]}"] = 0.5
            out.write(json.dumps({"id": f"d{i:07}", "vector": row}) + "\n")
    with open(folder / "qrels", "w") as out:
        out.writelines(f"1 1 d{i:07} 1\n" for i in range(o.documents))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--neighbours", type=int, default=15)
    parser.add_argument("--dimensions", type=int, default=4)
    parser.add_argument("--hubs", type=int, default=0)
    parser.add_argument("--folder")
    o = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(o.folder or temporary)
        if not (folder / "lists.jsonl").exists():
            write_lists(folder, o)
        command = [o.program, "cluster", "--qrels", folder / "qrels", "--vectors", folder / "lists.jsonl",
                   "--linkage", "average", "-o", folder / "dendrograms.jsonl", "--quiet"]
        start = time.perf_counter()
        subprocess.run(command, check=True)
        seconds = time.perf_counter() - start
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e6
        print(f"{o.documents} documents, {o.neighbours} neighbours, {o.hubs} hubs: {seconds:.1f} s, {memory:.2f} GB")


if __name__ == "__main__":
    main()
