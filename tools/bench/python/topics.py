#!/usr/bin/env python3
"""topics.py [--rounds N] [--cpu]: measures of whole topics from dicts, beside pytrec_eval and ranx, and the lists of a recommender.

PYTHONPATH=build/release/python names the package, and the folders of pytrec_eval and ranx where they are not installed; what is not there
is left out. All are given the same dicts. What can be prepared once is: evaluators, and ranx's own judgments. pytrec_eval, ranx and the evaluator
take the runs as dicts each time, as somebody has them who has just ranked; ranx is called once before, so that its functions are compiled.
Of several rounds, in which all take turns, the fastest counts, or with --cpu the mean of processor time (evaluate.py); values are compared.
"""
import argparse
import random

import numpy
import subintent
from evaluate import measure

try:
    import pytrec_eval
except ImportError:
    pytrec_eval = None
try:
    import ranx
except ImportError:
    ranx = None

# Ours, pytrec_eval's, ranx's.
MEASURES = [("nDCG@10", "ndcg_cut_10", "ndcg@10"), ("AP", "map", "map"), ("P@10", "P_10", "precision@10"), ("RR", "recip_rank", "mrr")]


def search(topics, depth, runs, draw):
    """Judgments of 100 of 2,000 documents a topic, and runs."""
    documents = [f"doc{number:07d}" for number in range(2000)]
    qrels = {str(topic): {docno: int(draw.random() < 0.3) for docno in draw.sample(documents, 100)} for topic in range(topics)}
    return qrels, [{topic: {docno: draw.random() for docno in draw.sample(documents, depth)} for topic in qrels} for _ in range(runs)]


def recommender(users, depth, draw):
    """Five items that each user liked, and a list of items for each."""
    items = [f"item{number:06d}" for number in range(50_000)]
    qrels = {f"user{user}": dict.fromkeys(draw.choices(items, k=5), 1) for user in range(users)}
    return qrels, [{user: {item: draw.random() for item in draw.choices(items, k=depth)} for user in qrels}]


def ways_to_score(qrels, runs):
    names = [ours for ours, _, _ in MEASURES]
    mine = subintent.Evaluator(qrels, names)
    made = {"subintent": lambda: [mine.calc_aggregate(run) for run in runs]}
    if pytrec_eval:
        theirs = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.10", "map", "P.10", "recip_rank"})

        def means(run):
            topics = theirs.evaluate(run).values()
            return {ours: sum(topic[name] for topic in topics) / len(qrels) for ours, name, _ in MEASURES}

        made["pytrec_eval"] = lambda: [means(run) for run in runs]
    if ranx:
        judged = ranx.Qrels(qrels)
        metrics = [name for _, _, name in MEASURES]

        def of_ranx(run):
            found = ranx.evaluate(judged, ranx.Run(run), metrics, make_comparable=True)
            return {ours: found[name] for ours, _, name in MEASURES}

        of_ranx(runs[0])
        made["ranx"] = lambda: [of_ranx(run) for run in runs]
    return made


def compare(title, qrels, runs, o):
    ways = ways_to_score(qrels, runs)
    mine = ways["subintent"]()
    for name, way in ways.items():
        for ours, theirs in zip(mine, way()):
            assert numpy.allclose([ours[measure] for measure, _, _ in MEASURES], [theirs[measure] for measure, _, _ in MEASURES]), name
    names = [ours for ours, _, _ in MEASURES]
    ways["judgments too"] = lambda: [subintent.evaluate(qrels, {"run": run}, names) for run in runs[:1]]
    seconds = measure(o.rounds, ways, o.cpu)
    print(title)
    for name, spent in seconds.items():
        print(f"  {name:13} {spent:.4f} s, {spent / seconds['subintent']:.1f} times")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cpu", action="store_true")
    o = parser.parse_args()
    for depth in (20, 1000):
        compare(f"20 runs x 50 topics x {depth} documents", *search(50, depth, 20, random.Random(1)), o)
    compare("1 run x 100,000 topics x 10 documents", *recommender(100_000, 10, random.Random(1)), o)


if __name__ == "__main__":
    main()
