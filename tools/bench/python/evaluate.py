#!/usr/bin/env python3
"""evaluate.py [--program SUBINTENT] [--depth N...] [--cpu]: runs from Python beside pyndeval, and from data frames beside the program.

PYTHONPATH=build/release/python names the package, and the folder of pyndeval where that is not installed. Of several rounds,
in which all take turns in random order, the fastest counts. Ratios are those of times: pyndeval / ours, and frames / program. With --cpu it is the mean of
the rounds in processor time that counts, for a machine that is busy: `taskset -c 0` beside it gives everything one processor.
"""
import argparse
import pathlib
import random
import resource
import subprocess
import tempfile
import time

import subintent

try:
    import pyndeval
except ImportError:
    pyndeval = None
try:
    import pandas
except ImportError:
    pandas = None

RUNS, TOPICS, INTENTS = 100, 50, 5
MEASURES = ["alpha-nDCG@20", "ERR-IA@20", "strec@20"]


def collection(depth):
    """Judgments of 300 documents a topic, and runs of `depth` of 2,000."""
    draw = random.Random(1)
    topics = [str(topic) for topic in range(1, TOPICS + 1)]
    name = lambda: f"clueweb09-en{draw.randrange(10000):04d}-{draw.randrange(100):02d}-{draw.randrange(40000):05d}"
    documents = {topic: list({name() for _ in range(2000)}) for topic in topics}
    qrels = [
        (topic, str(intent), docno, int(draw.random() < 0.3))
        for topic in topics
        for docno in documents[topic][:300]
        for intent in range(1, INTENTS + 1)
    ]
    runs = {
        f"run{i}": {topic: {d: round(draw.random(), 6) for d in draw.sample(documents[topic], depth)} for topic in topics}
        for i in range(RUNS)
    }
    return qrels, runs


def tuples(run):
    return ((topic, docno, score) for topic, scores in run.items() for docno, score in scores.items())


def write(folder, qrels, runs):
    """The same as files, in the order that ties="ascending" gives."""
    (folder / "qrels.txt").write_text("".join(f"{t} {i} {d} {g}\n" for t, i, d, g in qrels))
    paths = []
    for name, run in runs.items():
        lines = []
        for topic, scores in run.items():
            ranked = sorted(scores, key=lambda docno: (-scores[docno], docno))
            lines += [f"{topic} Q0 {d} {rank} {scores[d]} {name}\n" for rank, d in enumerate(ranked, 1)]
        paths.append(folder / name)
        paths[-1].write_text("".join(lines))
    return paths


def frame(run):
    rows = [row for topic, scores in run.items() for row in sorted(((topic, d, s) for d, s in scores.items()), key=lambda r: -r[2])]
    return pandas.DataFrame(rows, columns=["query_id", "doc_id", "score"])


def processor_time():
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def measure(rounds, ways, cpu):
    """Seconds of each way: of the fastest round, or of processor time in the mean."""
    clock = processor_time if cpu else time.perf_counter
    seconds = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in random.sample(list(ways.items()), len(ways)):
            start = clock()
            way()
            seconds[name].append(clock() - start)
    return {name: sum(all_rounds) / rounds if cpu else min(all_rounds) for name, all_rounds in seconds.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program")
    parser.add_argument("--depth", type=int, nargs="+", default=[20, 1000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cpu", action="store_true")
    o = parser.parse_args()
    for depth in o.depth:
        qrels, runs = collection(depth)
        mine = subintent.Evaluator(qrels, MEASURES, ties="ascending")
        ways = {
            "evaluate": lambda: mine.evaluate(runs),
            "calc_aggregate": lambda: [mine.calc_aggregate(run) for run in runs.values()],
        }
        if pyndeval:
            theirs = pyndeval.RelevanceEvaluator(qrels, MEASURES)
            ways["pyndeval"] = lambda: [theirs.evaluate(tuples(run)) for run in runs.values()]
            table = mine.evaluate(runs)
            for r, run in enumerate(runs.values()):
                for topic, scores in theirs.evaluate(tuples(run)).items():
                    assert [scores[m] for m in MEASURES] == table.values[r, :, table.topics.index(topic)].tolist()
        with tempfile.TemporaryDirectory() as name:
            if o.program and pandas:
                folder = pathlib.Path(name)
                paths = write(folder, qrels, runs)
                judged = pandas.DataFrame(qrels, columns=["query_id", "iteration", "doc_id", "relevance"])
                frames = {name: frame(run) for name, run in runs.items()}
                command = [o.program, "evaluate", "--quiet", "--qrels", folder / "qrels.txt", "-m", ",".join(MEASURES), *paths]
                ways["program"] = lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                ways["frames"] = lambda: subintent.Evaluator(judged, MEASURES).evaluate(frames)
                ways["files"] = lambda: subintent.Evaluator(folder / "qrels.txt", MEASURES).evaluate(paths)
            best = measure(o.rounds, ways, o.cpu)
        print(f"{RUNS} runs x {TOPICS} topics x {depth} documents")
        for way, seconds in best.items():
            print(f"  {way:15} {seconds:.4f} s")
        if pyndeval:
            print(f"  pyndeval / ours {best['pyndeval'] / best['evaluate']:.2f} (evaluate), {best['pyndeval'] / best['calc_aggregate']:.2f} (calc_aggregate)")
        if "frames" in best:
            print(f"  frames / program {best['frames'] / best['program']:.2f}, frames / files {best['frames'] / best['files']:.2f}")


if __name__ == "__main__":
    main()
