#!/usr/bin/env python3
"""Compares scores of subintent with what another tool printed for the same files.

  compare_scores.py TOOL                      prints the measures it compares, for subintent evaluate -m
  compare_scores.py TOOL FILE... < SCORES     SCORES: subintent evaluate --per-topic --format tsv --digits full, of one run

TOOL is trec_eval (output of -q), gdeval (CSV) or ntcireval (files *.Dnev, *.DINnev, *.nevIA2, *.PQsharp.nev). The values
must be the same to the last digit that the tool prints; NTCIREVAL adds values it has rounded before: 0.0002.
"""
import csv
import re
import sys

CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
TREC_EVAL = {"map": "AP", "recip_rank": "RR", "ndcg": "nDCG"}
for k in CUTOFFS:
    TREC_EVAL |= {f"P_{k}": f"P@{k}", f"recall_{k}": f"R@{k}", f"ndcg_cut_{k}": f"nDCG@{k}"}
GDEVAL = {"ndcg@20": "nDCG(gain=exp)@20", "err@20": "ERR(max-grade=4)@20"}
NTCIREVAL = {
    "Dnev": {"I-rec": "I-rec", "MSnDCG": "D-nDCG", "Q": "D-Q", "D#-nDCG": "D#-nDCG", "D#-Q": "D#-Q"},
    "DINnev": {"MSnDCG": "DIN-nDCG", "Q": "DIN-Q", "DIN#-nDCG": "DIN#-nDCG", "DIN#-Q": "DIN#-Q"},
    "nevIA2": {"IA-MSnDCG": "nDCG-IA", "IA-Q": "Q-IA"},
    "nev": {"PplusQ": "P+Q", "PplusQ#": "P+Q#"},
}
MEASURES = {"trec_eval": list(TREC_EVAL.values()), "gdeval": list(GDEVAL.values()),
            "ntcireval": [f"{ours}@{k}" for names in NTCIREVAL.values() for ours in names.values() for k in (10, 20)]}
TOLERANCE = {"trec_eval": 0.5e-4, "gdeval": 0.5e-5, "ntcireval": 2e-4}


def trec_eval(path):
    for line in open(path, encoding="utf-8"):
        name, topic, value = line.split()
        if name in TREC_EVAL:
            yield topic, TREC_EVAL[name], float(value)


def gdeval(path):
    for row in csv.DictReader(open(path, encoding="utf-8")):
        topic = "all" if row["topic"] == "amean" else row["topic"]
        yield from ((topic, ours, float(row[name])) for name, ours in GDEVAL.items())


def ntcireval(path):
    names = NTCIREVAL[path.rsplit(".", 1)[1]]
    for line in open(path, encoding="utf-8"):
        found = re.fullmatch(r"(\S+) (?:SUMp= [\d.]+ )?(\S+)@(\d+)=\s+([\d.]+)\s*", line)
        if found and found[2] in names:
            yield found[1], f"{names[found[2]]}@{int(found[3])}", float(found[4])


def main():
    tool, *files = sys.argv[1:]
    if not files:
        print(",".join(MEASURES[tool]))
        return 0
    ours = {}
    for line in sys.stdin:
        _, topic, measure, value = line.rstrip("\n").split("\t")
        ours[topic, measure] = value
    compared, faults = 0, []
    for path in files:
        found = list(globals()[tool](path))
        if not found:
            faults.append(f"{path} holds no value to compare")
        for topic, measure, value in found:
            compared += 1
            mine = float(ours.get((topic, measure), "nan"))
            if not abs(mine - value) <= TOLERANCE[tool] + 1e-9:
                faults.append(f"topic {topic}, {measure}: {mine} here, {value} by {tool}")
    print("\n".join(faults[:20] + [f"{len(faults)} of {compared} values differ"] if faults else [f"{compared} values agree"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
