#!/usr/bin/env python3
"""check_draws.py SUBINTENT DATA: `judge sample` draws what judge/sampling.h and judge/assignment.h say.

Both are written here again, without a look at the program."""
import base64
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

TOPICS, PAIRS, PEOPLE, SIDES, ORDER, REPEATS, CHECKS = range(16, 23)  # purposes
SEED, PARTICIPANTS, PER_PAIR, SESSION, REPEATED, CHECKED = 5, 7, 3, 10, 3, 4


def block(purpose, trial, row, number, seed=SEED):
    """Philox4x32-10."""
    c, key = [number, row, trial, purpose], [seed & 0xFFFFFFFF, seed >> 32]
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(b >> 32) ^ c[1] ^ key[0], b & 0xFFFFFFFF, (a >> 32) ^ c[3] ^ key[1], a & 0xFFFFFFFF]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return c


def word(purpose, trial, row, number):
    return block(purpose, trial, row, number // 4)[number % 4]


def shuffle(items, purpose, trial=0, row=0):
    for k in range(len(items) - 1):
        at = word(purpose, trial, row, k) * (len(items) - k) >> 32
        items[-1 - k], items[at] = items[at], items[-1 - k]
    return items


def shown_lists(data, qrels):
    relevant = {(t, d) for t, _, d, g in map(str.split, qrels.read_text().splitlines()) if int(g) > 0}
    shown = collections.defaultdict(list)
    for run in sorted((data / "runs").iterdir()):
        for line in run.read_text().splitlines():
            topic, _, docno, *_ = line.split()
            if (topic, docno) in relevant and len(shown[topic, run.name]) < 10:
                shown[topic, run.name].append(docno)
    return shown


def drawn_pairs(shown, scores):
    """Pools random=2 and near:P@5=3, of 8 topics."""
    topics = sorted({t for t, _ in shown}, key=int)
    runs = sorted({r for _, r in shown})
    chosen = sorted(shuffle(list(range(len(topics))), TOPICS)[:8])
    drawn = collections.defaultdict(list)
    for trial, (pool, count) in enumerate({"random": 2, "near": 3}.items()):
        uses, both = collections.Counter(), collections.Counter()
        for row in chosen:
            topic = topics[row]
            pairs = [(a, b) for i, a in enumerate(runs) for b in runs[i + 1:] if shown[topic, a] and shown[topic, b] and shown[topic, a] != shown[topic, b]]
            if pool == "near":
                pairs.sort(key=lambda p: abs(scores[topic, p[0]] - scores[topic, p[1]]))
                pairs = pairs[:-(-len(pairs) // 3)]
            taken = {pair[1:3] for pair in drawn[topic]}
            pairs = shuffle([pair for pair in pairs if pair not in taken], PAIRS, trial, row)
            for _ in range(count):
                best = min(pairs, key=lambda p: (*sorted((uses[p[0]], uses[p[1]])), both[p]))
                pairs.remove(best)
                uses.update(best)
                both[best] += 1
                drawn[topic].append((topic, *best, pool))
    return [pair for topic in topics for pair in drawn[topic]]


def sides(edges, items):
    """Whether each (participant, item) has its lists swapped."""
    nodes = [(("p", p), ("i", i)) for p, i in edges]
    edges_of = collections.defaultdict(list)

    def join(edge):
        for node in nodes[edge]:
            edges_of[node].append(edge)

    for edge in shuffle(list(range(len(edges))), SIDES):
        join(edge)
    for node, other in [(("p", p), ("i", items)) for p in range(PARTICIPANTS)] + \
            [(("i", i), ("p", PARTICIPANTS)) for i in range(items)] + [(("p", PARTICIPANTS), ("i", items))]:
        if len(edges_of[node]) % 2 == 1:
            nodes.append((node, other) if node[0] == "p" else (other, node))
            join(len(nodes) - 1)
    used, swapped = set(), {}
    for start in [("p", p) for p in range(PARTICIPANTS + 1)]:
        while left := [edge for edge in edges_of[start] if edge not in used]:
            flip = word(SIDES, 1, 0, left[-1]) & 1
            at = start
            while left := [edge for edge in edges_of[at] if edge not in used]:
                edge = left[-1]
                used.add(edge)
                swapped[edge] = (at[0] == "p") != bool(flip)
                at = nodes[edge][1 if at[0] == "p" else 0]
    return [swapped[edge] for edge in range(len(edges))]


def assigned(pairs):
    load, of_topic, of_pool = collections.Counter(), collections.Counter(), collections.Counter()
    edges = []
    for item, (topic, _, _, pool) in enumerate(pairs):
        people = shuffle(list(range(PARTICIPANTS)), PEOPLE, 0, item)
        people.sort(key=lambda p: (load[p], of_topic[p, topic], of_pool[p, pool]))
        for person in people[:PER_PAIR]:
            edges.append((person, item))
            load[person] += 1
            of_topic[person, topic] += 1
            of_pool[person, pool] += 1
    tasks = [[] for _ in range(PARTICIPANTS)]
    for (person, item), swapped in zip(edges, sides(edges, len(pairs))):
        tasks[person].append((item, swapped, False))
    return [with_checks(with_repeats(shuffle(own, ORDER, 0, p), p), len(pairs), p) for p, own in enumerate(tasks)]


def with_repeats(tasks, person):
    third = len(tasks) // 3
    first, repeated, wanted = shuffle(tasks[:third], REPEATS, 0, person), [], True
    while len(repeated) < REPEATED:
        task = next((t for t in first if t[1] == wanted), first[0])
        first.remove(task)
        repeated.append((task[0], not task[1], True))
        wanted = not wanted
    tasks[len(tasks) - third:] = shuffle(tasks[len(tasks) - third:] + repeated, REPEATS, 1, person)
    return tasks


def with_checks(tasks, first, person):
    order, mixed, done = shuffle(list(range(CHECKED)), CHECKS, 0, person), [], 0
    for k, check in enumerate(order):
        begin, end = len(tasks) * k // CHECKED, len(tasks) * (k + 1) // CHECKED
        place = begin + (word(CHECKS, 1, person, k) * (end - begin) >> 32)
        mixed += tasks[done:place] + [(first + check, (k + word(CHECKS, 1, person, CHECKED)) % 2 == 1, False)]
        done = place
    return mixed + tasks[done:]


def main():
    program, data = sys.argv[1], pathlib.Path(sys.argv[2])
    qrels, runs = data / "qrels.txt", sorted(map(str, (data / "runs").iterdir()))

    def call(*words):
        return subprocess.run([program, *map(str, words)], stdout=subprocess.PIPE, check=True, text=True).stdout

    def sampled(study):
        call("judge", "sample", "--qrels", qrels, "--relevant-only", "--pool", "random=2,near:P@5=3", "--draw-topics", 8,
             "--seed", SEED, "--study", study, "--participants", PARTICIPANTS, "--per-pair", PER_PAIR, "--session", SESSION,
             "--repeats", REPEATED, "--quiet", "--checks", checks, "--check-run", f"bad={bad}", *runs)
        return [json.loads(line) for line in (study / "study.jsonl").read_text().splitlines()]

    with tempfile.TemporaryDirectory() as folder:
        bad, checks = pathlib.Path(folder, "bad.run"), pathlib.Path(folder, "checks.tsv")
        topics = sorted({line.split()[0] for line in qrels.read_text().splitlines()}, key=int)[:CHECKED]
        bad.write_text("".join(f"{topic} Q0 off-topic 1 1 bad\n" for topic in topics))
        checks.write_text("".join(f"{topic}\t{pathlib.Path(runs[0]).name}\tbad\t>\n" for topic in topics))
        records, again = sampled(pathlib.Path(folder, "study")), sampled(pathlib.Path(folder, "again"))
    lines = call("evaluate", "--qrels", qrels, "-m", "P@5", "--per-topic", "--format", "tsv", "--digits", "full", *runs)
    scores = {(topic, run): float(value) for run, topic, _, value in map(str.split, lines.splitlines()[1:])}
    pairs = drawn_pairs(shown_lists(data, qrels), scores)
    judged = [(r["of"], *r["pair"], r["pool"]) for r in records if "pair" in r and "check" not in r]
    assert judged == pairs, "pairs"
    assert [(r["of"], *r["pair"], r["pool"], r["check"]) for r in records if "check" in r] == \
        [(topic, pathlib.Path(runs[0]).name, "bad", "check", ">") for topic in topics], "checks"
    expected = [[{"session": i // SESSION + 1, "item": item + 1, "swapped": swapped, "repeat": repeat}
                 for i, (item, swapped, repeat) in enumerate(tasks)] for tasks in assigned(pairs)]
    ids = []  # which nobody can guess, and the seed does not tell
    for study in (records, again):
        tasks = [r["tasks"] for r in study if "participant" in r]
        ids += [task.pop("id") for own in tasks for task in own]
        assert tasks == expected, "tasks"
    assert len(set(ids)) == len(ids) and all(len(base64.urlsafe_b64decode(one + "==")) == 16 for one in ids), "ids"
    print(f"{len(pairs)} pairs and {sum(map(len, expected))} tasks are those that the documentation says")


if __name__ == "__main__":
    main()
