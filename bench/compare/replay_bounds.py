#!/usr/bin/env python3
"""replay_bounds.py --program SUBINTENT --qrels QRELS [--measures M,...] [--depth D] [--batch N] [--max-grade G] RUN...

How many judgments decide which runs are better? Judgments are taken away and made again: first those of the documents at rank 1 of
any run, then batch by batch, as `subintent judge next` asks for them, by the depth of the pool, or at random. After each batch
`subintent compare bounds` says how many comparisons are decided whatever is judged, and its bounds must hold what the complete
judgments give. A document without judgment in the complete ones is taken for judged not relevant.
"""
import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile


def read_run(path, depth):
    """topic -> its first documents, by the rank column."""
    rows = collections.defaultdict(list)
    for place, line in enumerate(open(path, encoding="utf-8")):
        topic, _, docno, rank, *_ = line.split()
        rows[topic].append((int(rank), place, docno))
    return {topic: [docno for _, _, docno in sorted(of_topic)[:depth]] for topic, of_topic in rows.items()}


class Replay:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.truth, self.intents = {}, collections.defaultdict(list)
        for line in open(arguments.qrels, encoding="utf-8"):
            topic, intent, docno, grade = line.split()
            self.truth[topic, intent, docno] = max(0, int(grade))
            if intent not in self.intents[topic]:
                self.intents[topic].append(intent)
        self.runs = []
        for path in arguments.runs:
            lists = {topic: docnos for topic, docnos in read_run(path, arguments.depth).items() if topic in self.intents}
            name = folder / pathlib.Path(path).name
            name.write_text("".join(f"{topic} Q0 {docno} {rank} {-rank} r\n" for topic, docnos in lists.items()
                                    for rank, docno in enumerate(docnos, 1)), encoding="utf-8")
            self.runs.append((name, lists))
        best = {}  # of each pair, the best rank in a run
        for _, lists in self.runs:
            for topic, docnos in lists.items():
                for rank, docno in enumerate(docnos, 1):
                    for intent in self.intents[topic]:
                        best[topic, intent, docno] = min(rank, best.get((topic, intent, docno), rank))
        self.pooled = sorted(best, key=lambda pair: (best[pair], pair))
        self.first = [pair for pair in self.pooled if best[pair] == 1]

    def call(self, command, measure, judged, *options):
        qrels = self.folder / "judged"
        qrels.write_text("".join(f"{topic} {intent} {docno} {self.truth.get((topic, intent, docno), 0)}\n"
                                 for topic, intent, docno in sorted(judged)), encoding="utf-8")
        words = [self.arguments.program, *command.split(), "--qrels", qrels, "-m", measure, "--max-grade", str(self.arguments.max_grade),
                 "--quiet", "--format", "json", *options, *[name for name, _ in self.runs]]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(done.stderr)
        return json.loads(done.stdout)

    def next(self, measure, judged):
        rows = self.call("judge next", measure, judged, "--number", str(self.arguments.batch))["next"]
        return [(row["topic"], row["intent"], row["docno"]) for row in rows]

    def orders(self, measure):
        """Ways to choose a batch of what is not judged yet."""
        shuffled = list(self.pooled)
        random.Random(self.arguments.seed).shuffle(shuffled)

        def in_order(order):
            return lambda judged: [pair for pair in order if pair not in judged][:self.arguments.batch]
        return {"judge next": lambda judged: self.next(measure, judged), "pool": in_order(self.pooled), "random": in_order(shuffled)}

    def run(self, measure):
        truth = self.call("compare bounds", measure, set(self.pooled))
        means = {row["run"]: row["score"] for row in truth["bounds"]}
        differences = {(row["run1"], row["run2"]): row["difference"] for row in truth["comparisons"]}
        checked = wrong = 0
        for order, choose in self.orders(measure).items():
            judged, reached = set(self.first), {}
            while True:
                found = self.call("compare bounds", measure, judged)
                pairs = found["comparisons"]
                for row, value in [(row, means[row["run"]]) for row in found["bounds"]] + [
                        (row, differences[row["run1"], row["run2"]]) for row in pairs]:
                    checked += 1
                    wrong += not row["low"] - 1e-9 <= value <= row["high"] + 1e-9
                open_pairs = sum(not row["decided"] and row["high"] > row["low"] for row in pairs)
                share = 1 - open_pairs / len(pairs)
                for goal in (0.5, 0.9, 1):
                    if share >= goal:
                        reached.setdefault(goal, len(judged))
                batch = [pair for pair in choose(judged) if pair not in judged]
                if open_pairs == 0 or not batch:
                    break
                judged.update(batch)
            cells = [str(reached.get(goal, "never")) for goal in (0.5, 0.9, 1)]
            print(f"| {measure} | {order} | {len(self.first)} | " + " | ".join(cells) + f" | {len(self.pooled)} |", flush=True)
        print(f"{measure}: {checked} bounds, {wrong} of them wrong", file=sys.stderr, flush=True)
        return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("runs", nargs="+")
    parser.add_argument("--program", required=True)
    parser.add_argument("--qrels", required=True)
    parser.add_argument("--measures", default="nDCG@10,alpha-nDCG@10,D#-nDCG@10,I-rec@10")
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--batch", type=int, default=200)
    parser.add_argument("--max-grade", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.program = pathlib.Path(arguments.program).resolve()
    print("| measure | order | at first | 50 % | 90 % | all | pairs |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        replay = Replay(arguments, pathlib.Path(name))
        wrong = sum([replay.run(measure) for measure in arguments.measures.split(",")])
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
