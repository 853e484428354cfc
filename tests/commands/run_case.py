#!/usr/bin/env python3
"""Runs the cases of a .test file, or one of them: short shell scripts with the exact output they must give.

  run_case.py FILE CASE             runs one case, and shows how its output differs
  run_case.py FILE                  runs all, and counts them
  run_case.py FILE CASE --accept    writes into FILE what the case gives now; read the difference before keeping it
  run_case.py FILE --results DIR    runs all, and writes into DIR/1, DIR/2 ... what became of each, in their order: a line
                                    "passed", "failed" or "skipped" and what there is to say of it

  --program SUBINTENT --data DIR --shared DIR: what is tested and where its inputs are, by default build/release/subintent,
  data and ../shared, seen from the root of the project.

A file holds cases, each a block of lines:

  ## name of the case           what follows belongs to it, up to the next such line
  needs shared                  skip (exit code 77) where the folder --shared does not exist
  needs unnamed files           skip where temporary files must have names (there is no O_TMPFILE), as on NFS
  $ command                     lines of a bash script, run in an empty folder; $DATA, $SHARED, $TESTS (the folder of
                                the file) and `subintent` are there
  > line                        its standard output, line by line; nothing else may come
  ! line                        its standard error, likewise: unexpected warnings are failures
  = 1                           its exit code, if not 0

Lines that begin with # are remarks. Lines `$ command` before the first case are run before each of them. Where a case
fails with an exit code, no file whose name begins with "out" may be left behind, and no temporary file in any case.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
CODES = {"passed": 0, "failed": 1, "skipped": SKIPPED}


def blocks(path):
    """The lines before the first case, and {name: lines} of the cases in their order."""
    before, cases, here = [], {}, None
    for line in path.read_text(encoding="utf-8").removesuffix("\n").split("\n"):
        if line.startswith("## "):
            if line[3:] in cases:
                sys.exit(f"{path}: there are two cases '{line[3:]}'")
            here = cases[line[3:]] = []
        else:
            (before if here is None else here).append(line)
    return before, cases


def parse(path, name, lines, before):
    case = {"$": [line[2:] for line in before if line.startswith("$ ")], ">": [], "!": [], "=": "0", "needs": set()}
    for line in lines:
        if not line or line.startswith("#"):
            continue
        kind, _, rest = line.partition(" ")
        if kind in ("$", ">", "!"):
            case[kind].append(rest)
        elif kind == "=":
            case["="] = rest
        elif kind == "needs":
            case["needs"].add(rest)
        else:
            sys.exit(f"{path}: case '{name}' has a line of no kind: {line}")
    return case


def lines_of(stream):
    text = stream.decode("utf-8", "replace")
    return text.removesuffix("\n").split("\n") if text else []


def run(case, options):
    """What the script prints to both streams, its exit code, and the files it leaves."""
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, DATA=os.path.abspath(options.data), SHARED=os.path.abspath(options.shared),
                           TESTS=os.path.dirname(os.path.abspath(options.file)), LC_ALL="C.UTF-8",
                           PATH=os.path.dirname(os.path.abspath(options.program)) + ":" + os.environ["PATH"])
        done = subprocess.run(["bash", "-c", "set -o pipefail\n" + "\n".join(case["$"])], cwd=folder,
                              env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=options.timeout, check=False)
        left = sorted(str(p.relative_to(folder)) for p in pathlib.Path(folder).rglob("*"))
    return lines_of(done.stdout), lines_of(done.stderr), done.returncode, left


def difference(what, expected, found):
    # A line that ends in blanks is written without them.
    if [line.rstrip(" ") for line in expected] == [line.rstrip(" ") for line in found]:
        return []
    return [f"--- {what}: expected", *expected, f"--- {what}: found", *found]


def has_unnamed_files():
    """Whether temporary files can be without a name here (O_TMPFILE)."""
    try:
        os.close(os.open(tempfile.gettempdir(), os.O_TMPFILE | os.O_RDWR))
    except OSError:
        return False
    return True


def verdict(case, options):
    """passed, failed or skipped, and lines that say why."""
    if "shared" in case["needs"] and not os.path.isdir(options.shared):
        return "skipped", [f"there is no folder {options.shared}"]
    if "unnamed files" in case["needs"] and not has_unnamed_files():
        return "skipped", [f"files in {tempfile.gettempdir()} must have names"]
    try:
        output, errors, code, left = run(case, options)
    except subprocess.TimeoutExpired:
        return "failed", [f"still running after {options.timeout:.0f} seconds"]
    faults = difference("standard output", case[">"], output) + difference("standard error", case["!"], errors)
    faults += difference("exit code", [case["="]], [str(code)])
    faults += difference("temporary files", [], [n for n in left if ".part" in n])
    if code != 0:
        faults += difference("output of a failed command", [], [n for n in left if os.path.basename(n).startswith("out")])
    return "failed" if faults else "passed", faults


def accept(path, name, case, options):
    output, errors, code, _ = run(case, options)
    before, cases = blocks(path)
    found = [f"> {line}".rstrip(" ") for line in output] + [f"! {line}".rstrip(" ") for line in errors]
    found += [f"= {code}"] if code else []
    cases[name] = [line for line in cases[name] if line and line[0] not in ">!="] + found + [""]
    lines = before + [line for other, block in cases.items() for line in ["## " + other, *block]]
    path.write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")


def run_all(cases, options):
    """Prints what did not pass and the counts; with --results, writes a file for each case."""
    counts = collections.Counter()
    if options.results:
        options.results.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = pool.map(lambda case: verdict(case, options), cases.values())
        for place, (name, (word, remarks)) in enumerate(zip(cases, verdicts), 1):
            counts[word] += 1
            if options.results:
                (options.results / str(place)).write_text("\n".join([word, *remarks, ""]), encoding="utf-8")
            elif word != "passed":
                print("\n".join([f"{word}: {name}", *remarks]))
    print(", ".join(f"{counts[word]} {word}" for word in CODES))
    return 0 if options.results or not counts["failed"] else 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("case", nargs="?")
    parser.add_argument("--program", default=ROOT / "build/release/subintent")
    parser.add_argument("--data", default=ROOT / "data")
    parser.add_argument("--shared", default=ROOT.parent / "shared")
    parser.add_argument("--timeout", type=float, default=600)
    parser.add_argument("--accept", action="store_true")
    parser.add_argument("--results", type=pathlib.Path)
    options = parser.parse_args()
    before, found = blocks(options.file)
    cases = {name: parse(options.file, name, lines, before) for name, lines in found.items()}
    if options.case is None:
        return run_all(cases, options)
    if options.case not in cases:
        sys.exit(f"{options.file}: there is no case '{options.case}'")
    if options.accept:
        accept(options.file, options.case, cases[options.case], options)
        return 0
    word, remarks = verdict(cases[options.case], options)
    print("\n".join([word, *remarks]))
    return CODES[word]


if __name__ == "__main__":
    sys.exit(main())
