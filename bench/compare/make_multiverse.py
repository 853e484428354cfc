#!/usr/bin/env python3
"""Writes judgments, runs and random dendrograms, for the time of `subintent compare multiverse`.

  make_multiverse.py FOLDER   # 30 runs of 100 documents, 50 topics of 6 intents, 4 files of dendrograms
"""
import json
import pathlib
import random
import sys

RUNS, TOPICS, INTENTS, RELEVANT, FILES = 30, 50, 6, 25, 4


def dendrogram(draw, docs):
    clusters, merges = [(number, 1) for number in range(len(docs))], []
    for similarity in sorted((draw.random() for _ in docs[1:]), reverse=True):
        draw.shuffle(clusters)
        (first, size1), (second, size2) = clusters.pop(), clusters.pop()
        merges.append([min(first, second), max(first, second), round(similarity, 4), size1 + size2])
        clusters.append((len(docs) + len(merges) - 1, size1 + size2))
    return merges


def main():
    folder, draw = pathlib.Path(sys.argv[1]), random.Random(1)
    folder.mkdir(exist_ok=True)
    judged = {(topic, intent): sorted(draw.sample(range(300), RELEVANT)) for topic in range(1, TOPICS + 1) for intent in range(1, INTENTS + 1)}
    with open(folder / "qrels", "w", encoding="utf-8") as out:
        for (topic, intent), docs in judged.items():
            out.writelines(f"{topic} {intent} d{doc:03} {draw.randint(1, 3)}\n" for doc in docs)
    for run in range(RUNS):
        with open(folder / f"run{run:02}", "w", encoding="utf-8") as out:
            for topic in range(1, TOPICS + 1):
                docs = draw.sample(range(300 + 20 * run), 100)
                out.writelines(f"{topic} Q0 d{doc:03} {rank} {200 - rank} run{run:02}\n" for rank, doc in enumerate(docs, 1))
    for number in range(FILES):
        with open(folder / f"dendrograms{number}", "w", encoding="utf-8") as out:
            for (topic, intent), docs in judged.items():
                names = [f"d{doc:03}" for doc in docs]
                out.write(json.dumps({"topic": str(topic), "intent": str(intent), "docs": names, "merges": dendrogram(draw, names)}) + "\n")


if __name__ == "__main__":
    main()
