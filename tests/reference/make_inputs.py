#!/usr/bin/env python3
"""Makes, of the collections in data/, the inputs that the stored outputs need beside them.

  make_inputs.py FOLDER

  qrels.txt            data/qrels.txt with grade 0 for -2, which ndeval refuses
  ties                 a run with many equal scores
  reversed             a run whose scores say the opposite of its ranks
  partial              a run that lacks every third topic
  stray                a run with a topic that nobody judged, and without one that is
  partial.qrels, stray.qrels
                       topic-level judgments of the topics that these runs answer
  NAME.Dqrels          data and study: diversity judgments as NTCIREVAL reads them
  language.gmemb, length.gmemb, language.golddistr, length.golddistr
                       memberships and targets of data/groups as NTCIREVAL reads them
  NAME.DINprob         data: its probabilities; study: 1/2, 1/4, 1/8 ... over their sum, the last intent navigational
"""
import pathlib
import sys

DATA = pathlib.Path(__file__).resolve().parents[2] / "data"


def rows(path):
    return [line.split() for line in (DATA / path).read_text(encoding="utf-8").splitlines()]


def grades(qrels):
    return [(topic, intent, docno, max(int(grade), 0)) for topic, intent, docno, grade in rows(qrels)]


def ties():
    return [[*row[:4], int(row[4]) // 4, "ties"] for row in rows("study/runs/bm25")]


def reversed_scores():
    return [[*row[:4], "-" + row[4], "reversed"] for row in rows("study/runs/xquad-05")]


def partial():
    return [[*row[:5], "partial"] for row in rows("study/runs/pm2") if int(row[0]) % 3]


def stray():
    return [["99" if row[0] == "24" else row[0], *row[1:5], "stray"] for row in rows("study/runs/noisy")]


def answered(run):
    topics = {row[0] for row in run}
    return [row for row in rows("study/qrels.adhoc.txt") if row[0] in topics]


def ntcir_qrels(qrels):
    """A document that is relevant to no intent has one line, with intent 0."""
    judged = grades(qrels)
    relevant = {(topic, docno) for topic, _, docno, grade in judged if grade > 0}
    others = {(topic, 0, docno, "L0") for topic, _, docno, _ in judged if (topic, docno) not in relevant}
    lines = [(topic, intent, docno, f"L{grade}") for topic, intent, docno, grade in judged if grade > 0]
    return lines + sorted(others)


def ntcir_probabilities(qrels):
    intents = {}
    for topic, intent, _, grade in grades(qrels):
        if grade > 0:
            intents.setdefault(topic, set()).add(int(intent))
    for topic, found in intents.items():
        whole = 2 ** len(found) - 1
        for place, intent in enumerate(sorted(found)):
            # Cut, not rounded: a sum above 1 is an error for NTCIREVAL.
            share = 2 ** (len(found) - 1 - place) * 10**10 // whole
            yield topic, intent, f"{share / 10**10:.10f}", "nav" if place == len(found) - 1 else "inf"


def groups(attribute):
    """The files of an attribute in the layout of NTCIREVAL: a column and a line for each group."""
    targets = rows(f"groups/{attribute}.targets.txt")
    memberships = {}
    for topic, docno, group, membership in rows(f"groups/{attribute}.txt"):
        memberships.setdefault((topic, docno), {})[group] = membership
    lines = [[*document, *(of_document.get(group, 0) for _, group, _ in targets)] for document, of_document in memberships.items()]
    return {f"{attribute}.gmemb": lines, f"{attribute}.golddistr": [[share] for _, _, share in targets]}


def main():
    folder = pathlib.Path(sys.argv[1])
    files = {"qrels.txt": grades("qrels.txt"), "ties": ties(), "reversed": reversed_scores(), "partial": partial(), "stray": stray(),
             "partial.qrels": answered(partial()), "stray.qrels": answered(stray()),
             "data.Dqrels": ntcir_qrels("qrels.txt"), "data.DINprob": rows("probabilities.txt"),
             "study.Dqrels": ntcir_qrels("study/qrels.txt"), "study.DINprob": ntcir_probabilities("study/qrels.txt"),
             **groups("language"), **groups("length")}
    for name, lines in files.items():
        (folder / name).write_text("".join(" ".join(map(str, line)) + "\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
