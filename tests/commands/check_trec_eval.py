#!/usr/bin/env python3
"""Computes measures of trec_eval from their definitions and compares them with output in its layout.

  check_trec_eval.py QRELS RUN [--min-grade L] [--depth M] [--all-topics] < OUTPUT

OUTPUT has the topics and the means of map, P, recall, Rprec, bpref, recip_rank, ndcg, ndcg_cut and num_rel_ret. Every
value must be there, and equal to the last digit that is printed but for rounding.
"""
import argparse
import collections
import math
import sys

CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)


def dcg(gains):
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


def ratio(part, whole):
    return part / whole if whole else 0.0


def measures(ranking, grades, level):
    relevant = {docno for docno, grade in grades.items() if grade >= level}
    others = {docno for docno, grade in grades.items() if 0 <= grade < level}
    hits = [rank for rank, docno in enumerate(ranking, 1) if docno in relevant]
    found = {"num_rel_ret": len(hits)}
    found["map"] = ratio(sum(i / rank for i, rank in enumerate(hits, 1)), len(relevant))
    found["recip_rank"] = 1 / hits[0] if hits else 0
    found["Rprec"] = ratio(sum(rank <= len(relevant) for rank in hits), len(relevant))
    preferred, above = 0.0, 0
    for docno in ranking:
        if docno in others:
            above += 1
        elif docno in relevant:
            preferred += 1 - ratio(min(above, len(relevant)), min(len(others), len(relevant)))
    found["bpref"] = ratio(preferred, len(relevant))
    gains = [max(grades.get(docno, 0), 0) for docno in ranking]
    ideal = sorted((grade for grade in grades.values() if grade > 0), reverse=True)
    found["ndcg"] = ratio(dcg(gains), dcg(ideal))
    for k in CUTOFFS:
        found[f"P_{k}"] = sum(rank <= k for rank in hits) / k
        found[f"recall_{k}"] = ratio(sum(rank <= k for rank in hits), len(relevant))
        found[f"ndcg_cut_{k}"] = ratio(dcg(gains[:k]), dcg(ideal[:k]))
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("qrels")
    parser.add_argument("run")
    parser.add_argument("--min-grade", type=int, default=1)
    parser.add_argument("--depth", type=int)
    parser.add_argument("--all-topics", action="store_true")
    options = parser.parse_args()
    qrels, run = collections.defaultdict(dict), collections.defaultdict(list)
    for line in open(options.qrels, encoding="utf-8"):
        topic, _, docno, grade = line.split()
        qrels[topic][docno] = int(grade)
    for line in open(options.run, encoding="utf-8"):
        topic, _, docno, _, score, _ = line.split()
        run[topic].append((float(score), docno))
    expected = {}
    for topic, grades in qrels.items():
        if topic in run or options.all_topics:
            ranking = [docno for _, docno in sorted(run[topic], reverse=True)][:options.depth]
            expected[topic] = measures(ranking, grades, options.min_grade)
    total = collections.Counter()
    for found in expected.values():
        total.update(found)
    expected["all"] = {name: total[name] / (1 if name.startswith("num_") else len(expected)) for name in total}
    printed = {}
    for line in sys.stdin:
        name, topic, value = line.split()
        printed[topic, name] = float(value)
    faults = [f"topic {topic}, {name}: {printed.get((topic, name))} printed, {value} computed"
              for topic, found in expected.items() for name, value in found.items()
              if not abs(printed.get((topic, name), math.inf) - value) <= 0.5e-4 + 1e-9]
    faults += [f"{len(printed)} values instead of {sum(map(len, expected.values()))}"
               ] if len(printed) != sum(map(len, expected.values())) else []
    print("\n".join(faults[:20]) if faults else f"{len(printed)} values agree")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
