#!/usr/bin/env python3
"""check_i_have.py PAGE --program SUBINTENT --source ROOT: every command of the page "I have X, I want Y" runs.

The files that the rows name are made of data/study and data/nuggets in a folder of a moment. A command without arguments is
a name, for which the row links to a page; what `judge` does has tests of its own.
"""
import argparse
import csv
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def rows_of(page):
    """First column and commands of each row of the table."""
    for line in page.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == 3 and cells[0] != "I have":
            yield cells[0], [command for command in re.findall(r"`([^`]+)`", cells[2]) if re.match(r"(?!judge )[a-z]+ ", command)]


def run(command, folder, program):
    quiet = "" if command.startswith("check ") else " --quiet"  # by which check says what is wrong alone
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {program} {command}{quiet}"], cwd=folder, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=120)
    if done.returncode != 0:
        return f"`{command}` ends with {done.returncode}: {done.stderr.strip()}"
    return None if done.stdout or " -o " in command else f"`{command}` prints nothing"


def make_files(folder, data, program):
    study, nuggets = data / "study", data / "nuggets"
    qrels = (study / "qrels.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    shutil.copytree(study / "runs", folder / "runs")
    shutil.copy(folder / "runs" / "mmr-07", folder / "runs" / "mine")
    shutil.copy(folder / "runs" / "bm25", folder / "bm25")
    for name, source in (("topics.xml", "topics.xml"), ("superintents.txt", "superintents.txt"), ("answers.tsv", "preferences.tsv"), ("collection.warc.gz", "web.warc.gz")):
        shutil.copy(study / source, folder / name)
    for name, lines in (("qrels", qrels), ("qrels.a", qrels), ("qrels.b", [line for i, line in enumerate(qrels) if i % 7])):
        (folder / name).write_text("".join(lines), encoding="utf-8")
    judged = sorted({tuple(line.split()[::2][:2]) for line in qrels})  # topic and document
    (folder / "groups.tsv").write_text("".join(f"{topic} {docno} {'ab'[i % 2]} 1\n" for i, (topic, docno) in enumerate(judged)), encoding="utf-8")
    (folder / "targets.tsv").write_text("* a 0.4\n* b 0.6\n", encoding="utf-8")
    shutil.copytree(nuggets / "runs", folder / "nugget-runs")
    run("tokenize collection.warc.gz --texts texts.tsv", folder, program)
    texts = [line.split("\t", 3) for line in (folder / "texts.tsv").read_text(encoding="utf-8").splitlines()]
    (folder / "texts").mkdir()
    for docno, title, _, text in texts:
        (folder / "texts" / f"{docno}.txt").write_text(f"{title}\n{text}\n", encoding="utf-8")
    with (folder / "texts.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("docno", "title", "text"), *([docno, title, text] for docno, title, _, text in texts)])
    for source in (nuggets / "bank.jsonl", nuggets / "formats" / "assigned-answers.jsonl"):
        shutil.copy(source, folder / source.name)
    (folder / "graded.jsonl").write_text("".join(
        f'{{"qid": "{topic}", "run_id": "{system}", "criteria": [{{"weight": 1, "verdict": "{verdict}"}}]}}\n'
        for topic in (1, 2) for system, verdict in (("a", "satisfied"), ("b", "not_satisfied"))), encoding="utf-8")
    (folder / "battles.jsonl").write_text("".join(
        f'{{"question_id": {topic}, "model_a": "a", "model_b": "b", "winner": "model_{winner}"}}\n'
        for topic, winner in enumerate("abab")), encoding="utf-8")
    (folder / "intents").write_text("".join(qrels), encoding="utf-8")  # grades are scores
    for command in ("evaluate --qrels qrels -m alpha-nDCG@20,ERR-IA@20,RR --per-topic --format tsv -o scores.tsv runs/*",
                    "make --qrels qrels --stem english -o made collection.warc.gz"):
        if fault := run(command, folder, program):
            sys.exit(fault)
    header, *scores = (folder / "scores.tsv").read_text(encoding="utf-8").splitlines(keepends=True)
    mine = [line.replace("\tRR\t", "\tmine\t") for line in scores if "\tRR\t" in line]
    (folder / "mine.tsv").write_text("".join([header, *mine]), encoding="utf-8")
    cells = [line.split() for line in scores if "\tRR\t" in line and "\tall\t" not in line]
    for judge, name in enumerate(["people", "human", "model", "a", "b", "a1", "a2", "b1", "b2"]):
        topics = 12 if name == "people" else 24
        rows = [f"{run}\t{topic}\tRR\t{float(value) * (1 - (i * judge % 7) / 50):.4f}\n"
                for i, (run, topic, _, value) in enumerate(cells) if int(topic) <= topics]
        (folder / f"{name}.tsv").write_text("".join([header, *rows]), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--program", required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    program = pathlib.Path(arguments.program).resolve()
    commands, faults = 0, []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_files(folder, arguments.source / "data", program)
        adhoc = arguments.source / "data" / "study" / "qrels.adhoc.txt"
        for have, every in rows_of(arguments.page):
            for command in every:
                commands += 1
                if "nuggets" in have:
                    command = command.replace("runs/*", "nugget-runs/*")
                if "without intents" in have:
                    command = command.replace("adhoc-qrels qrels", f"adhoc-qrels {adhoc.resolve()}")
                if fault := run(command, folder, program):
                    faults.append(fault)
    print("\n".join(faults) or f"{commands} commands run")
    sys.exit(1 if faults or commands < 15 else 0)


if __name__ == "__main__":
    main()
