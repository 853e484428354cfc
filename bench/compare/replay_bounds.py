#!/usr/bin/env python3
"""replay_bounds.py --program SUBINTENT --qrels QRELS [--measures M,...] [--depth D] [--batch N] [--max-grade G] [--new] RUN...

How many judgments decide which runs are better? Judgments are taken away and made again: first those of the documents at rank 1 of
any run, then batch by batch, as `subintent judge next` asks for them, by the depth of the pool, or at random. After each batch
`subintent compare bounds` says how many comparisons are decided whatever is judged, and its bounds must hold what the complete
judgments give. A document without judgment in the complete ones is taken for judged not relevant. With --new, each run in turn is new:
what the others retrieve is judged at first, and its comparisons with them are to be decided; means over runs, of the judgments added.
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
        self.runs, self.checked, self.wrong = [], 0, 0
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

    def step(self, measure, judged, choose, counts, truth):
        """The share of the comparisons that are decided, and the next batch."""
        found = self.call("compare bounds", measure, judged)
        for row in found["bounds"] + found["comparisons"]:
            self.checked += 1
            value = truth[row.get("run") or (row["run1"], row["run2"])]
            self.wrong += not row["low"] - 1e-9 <= value <= row["high"] + 1e-9
        pairs = [row for row in found["comparisons"] if counts(row)]
        open_pairs = sum(not row["decided"] and row["high"] > row["low"] for row in pairs)
        batch = [pair for pair in choose(judged) if pair not in judged] if open_pairs else []
        return 1 - open_pairs / len(pairs), batch

    def replay(self, measure, choose, first, counts, truth):
        """Of each share of decided comparisons, how many judgments it takes."""
        judged, reached = set(first), {}
        while True:
            share, batch = self.step(measure, judged, choose, counts, truth)
            for goal in (0.5, 0.9, 1):
                if share >= goal:
                    reached.setdefault(goal, len(judged))
            if not batch:
                return reached
            judged.update(batch)

    def run(self, measure):
        made = self.call("compare bounds", measure, set(self.pooled))
        truth = {row["run"]: row["score"] for row in made["bounds"]}
        truth.update({(row["run1"], row["run2"]): row["difference"] for row in made["comparisons"]})
        for order, choose in self.orders(measure).items():
            if not self.arguments.new:
                reached = self.replay(measure, choose, self.first, lambda row: True, truth)
                cells = [len(self.first), *(reached.get(goal, "never") for goal in (0.5, 0.9, 1)), len(self.pooled)]
                print("| " + " | ".join(map(str, [measure, order, *cells])) + " |", flush=True)
                continue
            sums = [0] * 4
            for path, lists in self.runs:
                first = self.pairs_of(own for name, own in self.runs if name != path)
                reached = self.replay(measure, choose, first, lambda row, new=path.name: new in (row["run1"], row["run2"]), truth)
                for i, count in enumerate([*(reached.get(goal, len(self.pooled)) for goal in (0.5, 0.9, 1)), len(self.pooled)]):
                    sums[i] += count - len(first)
            print("| " + " | ".join([measure, order, *(f"{total / len(self.runs):.0f}" for total in sums)]) + " |", flush=True)

    def pairs_of(self, runs):
        return {(topic, intent, docno) for lists in runs for topic, docnos in lists.items() for docno in docnos
                for intent in self.intents[topic]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("runs", nargs="+")
    parser.add_argument("--program", required=True)
    parser.add_argument("--qrels", required=True)
    parser.add_argument("--measures", default="nDCG@10,alpha-nDCG@10,D#-nDCG@10,I-rec@10")
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--batch", type=int, default=200)
    parser.add_argument("--max-grade", type=int, default=4)
    parser.add_argument("--new", action="store_true", help="each run in turn is new: all others are judged")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.program = pathlib.Path(arguments.program).resolve()
    print("| measure | order | 50 % | 90 % | all | pairs |\n|---|---|---|---|---|---|" if arguments.new else
          "| measure | order | at first | 50 % | 90 % | all | pairs |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        replay = Replay(arguments, pathlib.Path(name))
        for measure in arguments.measures.split(","):
            replay.run(measure)
    print(f"{replay.checked} bounds, {replay.wrong} of them wrong", file=sys.stderr)
    sys.exit(1 if replay.wrong else 0)


if __name__ == "__main__":
    main()
