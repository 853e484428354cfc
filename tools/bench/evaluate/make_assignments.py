#!/usr/bin/env python3
"""make_assignments.py FOLDER [SYSTEMS TOPICS NUGGETS]: assignments of nuggets to answers, as nuggetizer and RAGDoll write them, a file for each
system (100 systems, 300 topics, 40 nuggets unless others are given). The same numbers give the same files.
"""
import json
import pathlib
import random
import sys

folder = pathlib.Path(sys.argv[1])
systems, topics, nuggets = (int(number) for number in sys.argv[2:5] or ("100", "300", "40"))
folder.mkdir(parents=True, exist_ok=True)
draw = random.Random(1)
words = [f"{draw.choice('bcdfgkmnprst')}{draw.choice('aeiou')}{draw.choice('lmnrst')}{draw.choice('aeiou')}" for _ in range(500)]
texts = [[(" ".join(draw.choices(words, k=9)), draw.choice(["vital", "okay"])) for _ in range(nuggets)] for _ in range(topics)]
for system in range(1, systems + 1):
    with open(folder / f"system{system:03}.jsonl", "w") as out:
        for topic in range(topics):
            assigned = [{"text": text, "importance": importance, "assignment": draw.choice(["support", "partial_support", "not_support"])}
                        for text, importance in texts[topic]]
            out.write(json.dumps({"qid": f"rag{topic + 1}", "run_id": f"system{system:03}", "nuggets": assigned}) + "\n")
