#!/usr/bin/env python3
"""What action.yml runs: evaluates the runs that its variables name, and appends a table to the summary of the workflow. With a baseline it
is a gate, too, as `subintent gate`: it adds the verdicts, and fails where a run is worse by more than the margin.

Variables: QRELS, RUNS (paths or patterns), MEASURES (between commas), HIERARCHIES (NAME=PATH, or empty), BASELINE (a path, or empty), MARGIN,
STRICT (true or false), and GITHUB_STEP_SUMMARY, GITHUB_OUTPUT and RUNNER_TEMP as GitHub sets them.
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
    baseline, strict = os.environ.get("BASELINE", ""), os.environ.get("STRICT", "false")
    if baseline and baseline not in runs:
        runs.append(baseline)
    hierarchies = dict(word.split("=", 1) for word in os.environ.get("HIERARCHIES", "").split())
    measures = [word.strip() for word in os.environ["MEASURES"].split(",") if word.strip()]
    try:
        evaluator = subintent.Evaluator(os.environ["QRELS"], measures, hierarchies=hierarchies)
        scores = evaluator.evaluate(runs)
        tables = [scores]
        if baseline:
            values = {"baseline": subintent.read_run(baseline).name, "measures": measures, "strict": strict == "true"}
            values["margin"] = float(os.environ.get("MARGIN") or sys.exit("::error::margin is missing: give how much a mean may lose, such as 0.01"))
            tables.append(subintent.compare.gate(evaluator, runs, **values))
    except (subintent.Error, ValueError) as error:
        sys.exit(f"::error::{error}")
    file = pathlib.Path(os.environ["RUNNER_TEMP"], "scores.tsv")
    rows = [scores.columns, *([row[0], *(f"{value:.6f}" for value in row[1:])] for row in scores)]
    file.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    with open(os.environ["GITHUB_STEP_SUMMARY"], "a", encoding="utf-8") as summary:
        summary.write("\n".join(table.to_markdown() for table in tables))
    with open(os.environ["GITHUB_OUTPUT"], "a", encoding="utf-8") as output:
        output.write(f"scores={file}\n")
    failed = [f"{row.run} by {row.measure}: {row.verdict}" for table in tables[1:] for row in table if not row.passed]
    if failed:
        sys.exit(f"::error::against {values['baseline']}, margin {values['margin']}: {', '.join(failed)}")


if __name__ == "__main__":
    main()
