#!/usr/bin/env python3
"""check_measures.py PAGE... --program SUBINTENT [--accept]: the pages have an example of every measure that --list-measures names, and a row
with the values of every parameter; every measure has the same score by its name and by the identifier that the page's rules make
of it, and so has each pair of names in their table.

An example is a line of a ```text block with the measure and its value; run_examples.py checks that the values are right. --accept
writes the names that are missing into the examples, each behind the measure that --list-measures has before it; run_examples.py
--accept writes their values.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

QRELS = "1 1 a 2\n1 1 b 1\n1 1 c 1\n1 2 b 1\n1 2 d 2\n1 3 e 1\n"
RUN = "".join(f"1 Q0 {docno} {rank} {9 - rank} mine\n" for rank, docno in enumerate("cxaed", 1))

FINGERPRINTS = "".join(f"{docno}\t{number:016x}\n" for number, docno in enumerate("abcdex"))
GROUPS = "1 a useful 1\n1 b female 1\n1 c female 1\n1 d useful 1\n"


def identifier(name):
    """By the rules of the page."""
    if name == "AP-IA":
        return "AP_IA(graded=True)"
    core, graded = re.fullmatch(r"([^(]*)(\(graded\))?", name).groups()
    return "_".join(re.findall(r"\w+", core.replace("#", "-sharp-").replace("+", "-plus-"))) + ("(graded=True)" if graded else "")


def pairs_of_different_scores(program, pairs):
    """The pairs of names that do not mean the same."""
    with tempfile.TemporaryDirectory() as folder:
        files = {"qrels": QRELS, "run": RUN, "other": RUN.replace(" d ", " y "), "groups": GROUPS, "fingerprints": FINGERPRINTS, "hierarchies": None}
        for name, text in files.items():
            files[name] = f"{folder}/{name}"
            if text:
                pathlib.Path(files[name]).write_text(text, encoding="utf-8")
        subprocess.run([program, "hierarchy", "--qrels", files["qrels"], "-o", files["hierarchies"]], check=True)
        names = [name for pair in pairs for name in pair]
        scores = subprocess.run(
            [program, "evaluate", "--qrels", files["qrels"], "--hierarchy", "WI=" + files["hierarchies"], "--groups", "gender=" + files["groups"],
             "--fingerprints", files["fingerprints"], files["run"], files["other"], "--format", "tsv", "--digits", "full", "-m", ",".join(names)], capture_output=True, text=True, check=True).stdout
    values = dict(line.split("\t")[2:] for line in scores.splitlines() if line.startswith("run\tall"))
    return [f"{one}={other}" for one, other in pairs if values.get(one) != values.get(other)]  # none: of answers alone


def with_examples(page, measures, missing):
    """The page with names of missing measures in the example of the most names that has the one before."""
    for measure in missing:
        for before in reversed(measures[:measures.index(measure)]):
            places = [(block[0].count("@"), block.start() + name.end(), name[1]) for block in re.finditer(r"^```sh\n.*?^```$", page, re.M | re.S)
                      for name in re.finditer(rf"(?<=[',]){re.escape(before)}((?:_[A-Z]+)?@[\d.]+)(?=[',])", block[0])]
            if places:
                _, place, ending = max(places)
                page = f"{page[:place]},{measure}{ending}{page[place:]}"
                break
    return page


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pages", nargs="+")
    parser.add_argument("--program", required=True)
    parser.add_argument("--accept", action="store_true")
    options = parser.parse_args()
    listed = subprocess.run([options.program, "evaluate", "--list-measures"], capture_output=True, text=True, check=True).stdout
    measures = re.findall(r"^  ([^ ,\n]+)", listed, re.M)
    page = "".join(pathlib.Path(page).read_text(encoding="utf-8") for page in options.pages)
    shown = set()
    for block in re.findall(r"^```text\n(.*?)^```$", page, re.M | re.S):
        for name in re.findall(r"^(?:\S+\t\S+\t)?(\S+)\t[\d.]+$", block, re.M):
            shown.add(re.sub(r"(_[A-Z]+)?(@[\d.]+)?$", "", name))  # without the hierarchy's name and the cutoff
    missing = [measure for measure in measures if measure not in shown]
    print(f"{len(measures)} measures, without an example: {' '.join(missing) or 'none'}")
    for name in options.pages if options.accept else []:
        text = pathlib.Path(name).read_text(encoding="utf-8")
        pathlib.Path(name).write_text(with_examples(text, measures, missing), encoding="utf-8")
    parameters = re.findall(r"^    (\w[\w-]*)=(.+) \(.+\): ", listed, re.M)
    rows = re.findall(r"^\| `([\w-]+)` \|.*\| ([^|]+) \| [^|]+ \|$", page, re.M)
    rows = {(name, values.replace("`", "").replace(", ", "|")) for name, values in rows}
    undescribed = [f"{name}={values}" for name, values in parameters if (name, values) not in rows]
    print(f"{len(parameters)} parameters, without a row: {' '.join(undescribed) or 'none'}")
    table = re.findall(r"^\|[^|]*\|[^|]*\| `([^`]+)` \| `([^`]+)` \|$", page, re.M)
    different = pairs_of_different_scores(options.program, [(name, identifier(name)) for name in measures] + table)
    print(f"{len(measures)} measures and {len(table)} rows, with another score by their identifier: {' '.join(different) or 'none'}")
    return 1 if missing or different or not table or undescribed or not measures or not parameters else 0


if __name__ == "__main__":
    sys.exit(main())
