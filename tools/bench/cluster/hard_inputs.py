#!/usr/bin/env python3
"""hard_inputs.py FOLDER: writes the inputs that README.md times, into a folder that exists."""
import json
import pathlib
import sys


def main():
    folder = pathlib.Path(sys.argv[1])
    docnos = [f"d{i:06}" for i in range(40_000)]
    (folder / "same.qrels").write_text("".join(f"1 1 {docno} 1\n" for docno in docnos))
    (folder / "same.txt").write_text("".join(f"{docno}\t0123456789abcdef\n" for docno in docnos))
    for count in (40_000, 80_000, 160_000):
        trees = ({"topic": "1", "intent": f"i{i}", "docs": [f"d{i}"], "merges": []} for i in range(count))
        (folder / f"many-{count}.qrels").write_text("".join(f"1 i{i} d{i} 1\n" for i in range(count)))
        (folder / f"many-{count}.dendrograms").write_text("".join(json.dumps(tree) + "\n" for tree in trees))
    for size in (100_000, 200_000, 400_000):
        node = {"id": 0, "parent": None, "layer": 1, "intent": "1", "weight": 1, "similarity": None, "dummy": False,
                "docs": ["x" * size, "y"]}
        hierarchy = {"topic": "1", "layers": 1, "nodes": [node]}
        (folder / f"long-{size}.hierarchies").write_text(json.dumps(hierarchy) + "\n")


if __name__ == "__main__":
    main()
