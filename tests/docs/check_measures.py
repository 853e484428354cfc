#!/usr/bin/env python3
"""check_measures.py PAGE --program SUBINTENT: the page has an example of every measure that --list-measures names, and a row
with the values of every parameter.

An example is a line of a ```text block with the measure and its value; run_examples.py checks that the values are right.
"""
import argparse
import pathlib
import re
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--program", required=True)
    options = parser.parse_args()
    listed = subprocess.run([options.program, "evaluate", "--list-measures"], capture_output=True, text=True, check=True).stdout
    measures = re.findall(r"^  ([^ ,\n]+)", listed, re.M)
    page = pathlib.Path(options.page).read_text(encoding="utf-8")
    shown = set()
    for block in re.findall(r"^```text\n(.*?)^```$", page, re.M | re.S):
        for name in re.findall(r"^(?:\S+\t\S+\t)?(\S+)\t[\d.]+$", block, re.M):
            shown.add(re.sub(r"(_[A-Z]+)?(@\d+)?$", "", name))  # without the hierarchy's name and the cutoff
    missing = [measure for measure in measures if measure not in shown]
    print(f"{len(measures)} measures, without an example: {' '.join(missing) or 'none'}")
    parameters = re.findall(r"^    (\w[\w-]*)=(.+) \(.+\): ", listed, re.M)
    rows = re.findall(r"^\| `([\w-]+)` \|.*\| ([^|]+) \| [^|]+ \|$", page, re.M)
    rows = {(name, values.replace("`", "").replace(", ", "|")) for name, values in rows}
    undescribed = [f"{name}={values}" for name, values in parameters if (name, values) not in rows]
    print(f"{len(parameters)} parameters, without a row: {' '.join(undescribed) or 'none'}")
    return 1 if missing or undescribed or not measures or not parameters else 0


if __name__ == "__main__":
    sys.exit(main())
