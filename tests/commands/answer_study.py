#!/usr/bin/env python3
"""answer_study.py STUDY [SHARE]: answers the first SHARE (default: 1) of each participant's tasks, into its journal.

Of two lists the one on the left is better in tasks 1, 4, 7 ..., none in tasks 2, 5, 8 ... Of the cards of a topic, those of
odd number belong together for all but the last participant, to whom the first two do."""
import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
share = float(sys.argv[2]) if len(sys.argv) > 2 else 1
records = [json.loads(line) for line in (folder / "study.jsonl").read_text().splitlines()]
head = records[0]
topics = [record for record in records if "cards" in record]
people = [record for record in records if "participant" in record]


def values(person, place, task):
    if head["kind"] == "preferences":
        return {f"q{i + 1}": ("left", "same", "right")[(place + i) % 3] for i in range(len(head["questions"]))}
    cards = [f"c{i + 1}" for i in range(len(topics[task["item"] - 1]["cards"]))]
    group = cards[:2] if person is people[-1] else cards[::2]
    return {None: {"groups": [{"name": "Fish & more", "cards": group}], "labels": {"c1": "the\tfirst"}, "done": True}}


with open(folder / "answers.jsonl", "a") as journal:
    for person in people:
        for place, task in enumerate(person["tasks"][:round(share * len(person["tasks"]))]):
            for question, value in values(person, place, task).items():
                event = {"study": head["study"], "participant": person["participant"], "received": "2026-11-22T10:00:01Z",
                         "id": f"{task['id']}-{question}", "task": task["id"], "revision": 1, "value": value,
                         "seconds": 1.5 + place, "time": "2026-11-22T10:00:00Z", "comment": "a\ttab" if place == 0 else ""}
                if question:
                    event["question"] = question
                journal.write(json.dumps(event) + "\n")
