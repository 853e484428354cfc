#!/usr/bin/env python3
"""Runs one case of a .test file: a short shell script with the exact output it must give.

  run_case.py FILE CASE --program SUBINTENT --data DIR --shared DIR
  run_case.py FILE CASE --accept ...    writes into FILE what the case gives now; read the difference before keeping it

A file holds cases, each a block of lines:

  ## name of the case           what follows belongs to it, up to the next such line
  needs shared                  skip (exit code 77) where the folder --shared does not exist
  $ command                     lines of a bash script, run in an empty folder; $DATA, $SHARED, $TESTS (the folder of
                                the file) and `subintent` are there
  > line                        its standard output, line by line; nothing else may come
  ! line                        its standard error, likewise: unexpected warnings are failures
  = 1                           its exit code, if not 0

Lines that begin with # are remarks. Lines `$ command` before the first case are run before each of them. Where a case
fails with an exit code, no file whose name begins with "out" may be left behind, and no temporary file in any case.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77


def bounds(lines, name, path):
    """The lines of a case: from the one after its name up to, but not with, the last."""
    if lines.count("## " + name) != 1:
        sys.exit(f"{path}: there are {lines.count('## ' + name)} cases '{name}'")
    start = lines.index("## " + name) + 1
    end = start
    while end < len(lines) and not lines[end].startswith("## "):
        end += 1
    return start, end


def read_case(path, name):
    lines = pathlib.Path(path).read_text(encoding="utf-8").split("\n")
    start, end = bounds(lines, name, path)
    case = {"$": [], ">": [], "!": [], "=": "0", "needs": set()}
    for line in lines:
        if line.startswith("## "):
            break
        if line.startswith("$ "):
            case["$"].append(line[2:])
    for line in lines[start:end]:
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


def accept(options, output, errors, code):
    path = pathlib.Path(options.file)
    lines = path.read_text(encoding="utf-8").split("\n")
    start, end = bounds(lines, options.case, path)
    kept = [line for line in lines[start:end] if line and line[0] not in ">!="]
    found = [f"> {line}".rstrip(" ") for line in output] + [f"! {line}".rstrip(" ") for line in errors]
    found += [f"= {code}"] if code else []
    path.write_text("\n".join(lines[:start] + kept + found + [""] + lines[end:]), encoding="utf-8")


def compare(what, expected, found):
    # A line that ends in blanks is written without them.
    if [line.rstrip(" ") for line in expected] == [line.rstrip(" ") for line in found]:
        return True
    print(f"--- {what}: expected")
    print("\n".join(expected))
    print(f"--- {what}: found")
    print("\n".join(found))
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("case")
    parser.add_argument("--program", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--shared", required=True)
    parser.add_argument("--timeout", type=float, default=600)
    parser.add_argument("--accept", action="store_true")
    options = parser.parse_args()
    case = read_case(options.file, options.case)
    if "shared" in case["needs"] and not os.path.isdir(options.shared):
        print(f"skipped: there is no folder {options.shared}")
        return SKIPPED
    output, errors, code, left = run(case, options)
    if options.accept:
        accept(options, output, errors, code)
        return 0
    good = [compare("standard output", case[">"], output),
            compare("standard error", case["!"], errors),
            compare("exit code", [case["="]], [str(code)]),
            compare("temporary files", [], [n for n in left if ".part" in n])]
    if code != 0:
        good.append(compare("output of a failed command", [],
                            [n for n in left if os.path.basename(n).startswith("out")]))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
