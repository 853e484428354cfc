#!/usr/bin/env python3
"""best_order_ilp.py SUBINTENT QRELS RUN...: does an integer program find the same best orders as `compare headroom`?

For each topic of each run: the highest alpha-DCG (alpha 0.5) of the first K ranks that an order of the first D documents can have, by
`cbc` or `glpsol` (Debian's coinor-cbc and glpk-utils), against what `compare headroom` found and its bound. Options before the
arguments: --solver cbc|glpsol, --cutoff K (10), --depth D (30), --seconds S (60) for each integer program, --topics N, the first of each run.
"""
import argparse
import collections
import math
import pathlib
import re
import subprocess
import tempfile

ALPHA = 0.5


def read_qrels(path):
    topics = collections.defaultdict(lambda: collections.defaultdict(set))
    for line in open(path):
        topic, intent, docno, grade = line.split()[:4]
        if int(grade) > 0:
            topics[topic][docno].add(intent)
    return topics


def read_run(path):
    rows = collections.defaultdict(list)
    for line in open(path):
        topic, _, docno, rank = line.split()[:4]
        rows[topic.rpartition("-")[2]].append((int(rank), docno))
    return {topic: [docno for _, docno in sorted(ranked)] for topic, ranked in rows.items()}


def gain(documents, nodes, cutoff):
    seen, total = collections.Counter(), 0.0
    for rank, docno in enumerate(documents[:cutoff], 1):
        for node in nodes.get(docno, ()):
            total += (1 - ALPHA) ** seen[node] / math.log2(rank + 1)
            seen[node] += 1
    return total


def program(kinds, cutoff):
    """The best order as an integer program in the format of CPLEX. x_k_r: a document of kind k is at rank r; y_i_r_c: what is at rank r
    is the (c+1)-th document of node i. Discounts and novelty both fall, so that the best y are those in the order of ranks."""
    terms, rows, bounds = [], [], []
    nodes = sorted(set().union(*kinds))
    names = {kind: f"k{number}" for number, kind in enumerate(kinds)}
    for rank in range(1, cutoff + 1):
        rows.append(" + ".join(f"x_{names[kind]}_{rank}" for kind in kinds) + " <= 1")
    for kind, count in kinds.items():
        rows.append(" + ".join(f"x_{names[kind]}_{rank}" for rank in range(1, cutoff + 1)) + f" <= {count}")
    for number, node in enumerate(nodes):
        covers = min(cutoff, sum(count for kind, count in kinds.items() if node in kind))
        for rank in range(1, cutoff + 1):
            ys = [f"y_{number}_{rank}_{c}" for c in range(covers)]
            xs = [f"x_{names[kind]}_{rank}" for kind in kinds if node in kind]
            rows.append(" + ".join(ys) + " - " + " - ".join(xs) + " <= 0")
            terms += [f"{(1 - ALPHA) ** c / math.log2(rank + 1):.17g} {y}" for c, y in enumerate(ys)]
        for c in range(covers):
            rows.append(" + ".join(f"y_{number}_{rank}_{c}" for rank in range(1, cutoff + 1)) + " <= 1")
    bounds = [f"x_{names[kind]}_{rank}" for kind in kinds for rank in range(1, cutoff + 1)]
    text = ["Maximize", " obj: " + "\n + ".join(terms), "Subject To"]
    text += [f" c{i}: " + row.replace(" + ", "\n + ") for i, row in enumerate(rows)]
    return "\n".join([*text, "Binaries", *[f" {name}" for name in bounds], "End", ""])


def solved(text, solver, seconds):
    """The highest gain, or nothing where the solver has not proven it."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = pathlib.Path(folder, "p.lp"), pathlib.Path(folder, "out")
        path.write_text(text)
        if solver == "cbc":
            command = ["cbc", path, "ratioGap", "0", "allowableGap", "1e-9", "seconds", str(seconds), "solve", "solution", out]
        else:
            command = ["glpsol", "--lp", path, "--tmlim", str(seconds), "-o", out]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        answer = out.read_text()
    if solver == "cbc":
        found = re.match(r"Optimal - objective value (-?[\d.e+-]+)", answer)
    else:
        found = re.search(r"Status:\s+INTEGER OPTIMAL\nObjective:\s+obj = (-?[\d.e+-]+)", answer)
    return abs(float(found[1])) if found else None


def headroom(arguments, run):
    text = subprocess.run(
        [arguments.subintent, "compare", "headroom", "--quiet", "--per-topic", "--format", "tsv", "--qrels", arguments.qrels,
         "--depth", str(arguments.depth), "-m", f"alpha-DCG@{arguments.cutoff}", run],
        stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = [line.split("\t") for line in text.split("\n\n")[1].splitlines()]
    return {row[2]: {name: float(cell or "inf") for name, cell in zip(rows[0][3:], row[3:])} for row in rows[1:]}


parser = argparse.ArgumentParser()
parser.add_argument("--solver", default="cbc", choices=["cbc", "glpsol"])
parser.add_argument("--cutoff", type=int, default=10)
parser.add_argument("--depth", type=int, default=30)
parser.add_argument("--seconds", type=int, default=60)
parser.add_argument("--topics", type=int, default=10**9)
parser.add_argument("subintent")
parser.add_argument("qrels")
parser.add_argument("runs", nargs="+")
arguments = parser.parse_args()
qrels = read_qrels(arguments.qrels)
equal = proven = undecided = wrong = 0
for run in arguments.runs:
    found = headroom(arguments, run)
    for topic, documents in sorted(read_run(run).items())[:arguments.topics]:
        nodes = qrels.get(topic, {})
        listed = gain(documents, nodes, arguments.cutoff)
        if topic not in found or listed == 0:
            continue
        room = found[topic]
        unit = listed / room["score"]  # alpha-DCG is divided by that of a perfect list
        kinds = collections.Counter(frozenset(nodes[docno]) for docno in documents[:arguments.depth] if docno in nodes)
        best = solved(program(kinds, arguments.cutoff), arguments.solver, arguments.seconds)
        if best is None:
            undecided += 1
            continue
        is_proven = room["reordered_bound"] - room["reordered"] <= 1e-9
        reached, bound = room["reordered"] * unit, room["reordered_bound"] * unit
        proven += is_proven
        equal += abs(best - reached) <= 1e-6
        if best < reached - 1e-6 or best > bound + 1e-6 or (is_proven and abs(best - reached) > 1e-6):
            wrong += 1
            print(f"{run} topic {topic}: {arguments.solver} {best:.9f}, headroom {reached:.9f}, at most {bound:.9f}")
print(f"{arguments.solver}: {equal} orders as good as the program's, {proven} proven by headroom, {wrong} contradictions, "
      f"{undecided} programs not solved in {arguments.seconds} s")
raise SystemExit(wrong > 0)
