#!/usr/bin/env python3
"""answer_pairs.py STUDY QRELS: answers to a study of `subintent judge sample`, as a page without a server saves them.

Those of several participants are imported with `subintent judge import --journal`, for no page has more than its own.

The reader prefers the list with more intents, of equally many the one that has them sooner. Python 3.9 or later, nothing else.
"""
import collections
import json
import pathlib
import sys

folder, qrels = sys.argv[1:]
intents = collections.defaultdict(set)  # of a topic's document
for line in open(qrels, encoding="utf-8"):
    topic, intent, docno, grade = line.split()
    if int(grade) > 0:
        intents[topic, docno].add(intent)

head, *records = [json.loads(line) for line in open(pathlib.Path(folder, "study.jsonl"), encoding="utf-8")]
lists = {(record["of"], record["list"]): record["documents"] for record in records if "list" in record}
pairs = [record for record in records if "pair" in record]


def liked(topic, run):
    """How many intents the list covers, and how soon."""
    first = {}
    for rank, docno in enumerate(lists[topic, run], 1):
        for intent in intents[topic, docno]:
            first.setdefault(intent, rank)
    return len(first), -sum(first.values())


for participant in records:
    for task in participant.get("tasks", []):
        pair = pairs[task["item"] - 1]
        left, right = reversed(pair["pair"]) if task["swapped"] else pair["pair"]
        on_left, on_right = liked(pair["of"], left), liked(pair["of"], right)
        for question in range(len(head["questions"])):
            print(json.dumps({
                "study": head["study"], "participant": participant["participant"], "id": f"{task['id']}-{question + 1}",
                "task": task["id"], "question": f"q{question + 1}", "revision": 1,
                "value": "left" if on_left > on_right else "right" if on_left < on_right else "same",
                "seconds": 20, "time": "2026-11-22T10:00:00Z", "comment": ""}))
