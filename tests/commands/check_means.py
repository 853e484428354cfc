#!/usr/bin/env python3
"""check_means.py EVALUATED COMPARED: do the means that `subintent compare` makes equal those of `subintent evaluate`?

EVALUATED: evaluate --format tsv --digits full, of two runs; COMPARED: compare pooling|delta significance --format tsv of
them, with one setting. Prints how many measures there are in both, and those that differ by more than rounding.
"""
import csv
import sys

evaluated = {(row["run"], row["measure"]): float(row["value"]) for row in csv.DictReader(open(sys.argv[1]), delimiter="\t")}
pairs = list(csv.DictReader(open(sys.argv[2]), delimiter="\t"))
compared = {(row["run" + n], row["measure"]): float(row["mean" + n]) for row in pairs for n in "12"}
for key in sorted(evaluated.keys() | compared.keys()):
    ours, theirs = evaluated.get(key), compared.get(key)
    if ours is None or theirs is None or abs(ours - theirs) > 1e-12 * max(1, abs(ours)):
        print(*key, ours, theirs)
print(len({measure for _, measure in evaluated}), "measures")
