#!/usr/bin/env python3
"""What action.yml runs: evaluates the runs that its variables name, and appends a table to the summary of the workflow.

Variables: QRELS, RUNS (paths or patterns), MEASURES (between commas), HIERARCHIES (NAME=PATH, or empty), and GITHUB_STEP_SUMMARY,
GITHUB_OUTPUT and RUNNER_TEMP as GitHub sets them.
"""
import glob
import os
import pathlib
import sys

import subintent


def main():
    patterns = os.environ["RUNS"].split()
    runs = sorted({path for pattern in patterns for path in glob.glob(pattern)})
    if not runs:
        sys.exit(f"no file matches {' '.join(patterns) or 'the empty list of runs'}")
    hierarchies = dict(word.split("=", 1) for word in os.environ.get("HIERARCHIES", "").split())
    measures = [word.strip() for word in os.environ["MEASURES"].split(",") if word.strip()]
    try:
        scores = subintent.evaluate(os.environ["QRELS"], runs, measures, hierarchies=hierarchies)
    except subintent.Error as error:
        sys.exit(f"::error::{error}")
    file = pathlib.Path(os.environ["RUNNER_TEMP"], "scores.tsv")
    rows = [scores.columns, *([row[0], *(f"{value:.6f}" for value in row[1:])] for row in scores)]
    file.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    with open(os.environ["GITHUB_STEP_SUMMARY"], "a", encoding="utf-8") as summary:
        summary.write(scores.to_markdown())
    with open(os.environ["GITHUB_OUTPUT"], "a", encoding="utf-8") as output:
        output.write(f"scores={file}\n")


if __name__ == "__main__":
    main()
