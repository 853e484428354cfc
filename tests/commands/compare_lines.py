#!/usr/bin/env python3
"""Compares output in the layout of NTCIREVAL with a file of the tool's.

  compare_lines.py FILE < OUTPUT

Every line of the output must be in the file with the same text before its number, in the same order, and with a number
that differs by no more than one in its last digit: the tool adds values that it has rounded before.
"""
import re
import sys


def lines_of(file):
    return [re.fullmatch(r"(.*=\s*)([\d.]+)", line.rstrip("\n")).groups() for line in file]


def main():
    expected = lines_of(open(sys.argv[1], encoding="utf-8"))
    found = lines_of(sys.stdin)
    value_of = dict(expected)
    labels = {label for label, _ in found}
    faults = [f"{label}{value} here, {value_of.get(label)} there" for label, value in found
              if label not in value_of or abs(float(value) - float(value_of[label])) > 1e-4 + 1e-9]
    if [label for label, _ in found] != [label for label, _ in expected if label in labels]:
        faults.append("lines are in another order")
    print("\n".join(faults[:20]) if faults else f"{len(found)} lines agree")
    return 1 if faults or not found else 0


if __name__ == "__main__":
    sys.exit(main())
