#!/usr/bin/env python3
"""Compares traditional measures of single intents with NTCIREVAL's lines for each intent.

  check_intents.py QRELS RUN FILE...    FILE: NTCIREVAL's *.l10.nevIA, *.l20.nevPQ and so on

For each intent, `subintent evaluate` gets the judgments of this intent alone. Values must be the same to the fourth
decimal, which is the last that NTCIREVAL prints.
"""
import collections
import re
import subprocess
import sys

MEASURES = {"RR": "RR", "P-plus": "P+", "AP@": "aAP", "Q@": "Q", "MSnDCG@": "nDCG", "nDCG@": "nDCG(discount=jk)", "P@": "P"}


def ours(qrels, run, cutoffs):
    """{(topic, intent, name in NTCIREVAL, cutoff): value}"""
    by_intent = collections.defaultdict(list)
    for line in open(qrels, encoding="utf-8"):
        by_intent[line.split()[1]].append(line)
    values = {}
    for intent, lines in by_intent.items():
        if not any(int(line.split()[3]) > 0 for line in lines):
            continue
        names = {f"{measure}@{cutoff}": (name, cutoff) for name, measure in MEASURES.items() for cutoff in cutoffs}
        command = ["subintent", "evaluate", "--quiet", "--qrels", "-", "--order", "file", "--per-topic", "--format", "tsv",
                   "--digits", "full", "-m", ",".join(names), run]
        done = subprocess.run(command, input="".join(lines), capture_output=True, text=True, check=True)
        for row in done.stdout.splitlines()[1:]:
            _, topic, measure, value = row.split("\t")
            values[topic, intent, *names[measure]] = float(value)
    return values


def main():
    qrels, run, *files = sys.argv[1:]
    cutoff_of = {path: int(re.search(r"\.l(\d+)\.", path)[1]) for path in files}
    values = ours(qrels, run, sorted(set(cutoff_of.values())))
    for path, cutoff in cutoff_of.items():
        compared, faults = 0, []
        for line in open(path, encoding="utf-8"):
            found = re.fullmatch(r"(\S+) (\S+) (?:(?:inf|nav) )?[\d.]+ (\S+?)(\d{4})?=\s+([\d.]+)\s*", line)
            if not found or found[3] not in MEASURES:
                continue
            compared += 1
            mine = values.get((found[1], found[2], found[3], cutoff), -1)
            if abs(mine - float(found[5])) > 0.5e-4 + 1e-9:
                faults.append(f"{line.rstrip()}: {mine} here")
        print("\n".join(faults[:10] + [f"{len(faults)} of {compared} differ"]) if faults else f"{compared} values agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
