#!/usr/bin/env python3
"""Runs the cases of a .test file, or one of them: short shell scripts with the exact output they must give.

  run_case.py FILE                  runs all, shows those that fail, and counts
  run_case.py FILE CASE             runs one case, and shows how its output differs
  run_case.py FILE CASE --accept    writes into FILE what the case gives now; read the difference before keeping it
  --keep                            leaves the folder of a case that fails, and prints its name

  --program SUBINTENT --data DIR --shared DIR: what is tested and where its inputs are, by default build/release/subintent,
  data and ../shared, seen from the root of the project.

A file holds cases, each a block of lines:

  ## name of the case           what follows belongs to it, up to the next such line
  needs shared                  skip (exit code 77) where the folder --shared does not exist
  needs unnamed files           skip where temporary files must have names (there is no O_TMPFILE), as on NFS
  needs PROGRAM                 skip where this program is not installed
  $ command                     lines of a bash script, run in an empty folder; $DATA, $SHARED, $TESTS (the folder of
                                the file) and `subintent` are there
  > line                        its standard output, line by line; nothing else may come
  ! line                        its standard error, likewise: unexpected warnings are failures. "..." stands for any
                                printable text, so that `! subintent: qrels:5: ...; ...` asks for file and line, and for a remedy in any words
  !3 line                       three such lines in a row
  = 1                           its exit code, if not 0
  = 1 each                      each line of the script is run by itself, in a folder of its own, and ends with this code

Lines that begin with # are remarks. Lines `$ command` before the first case are run before each of them; a line `~ line` there
is passed over wherever it comes in standard error. Where a case
fails with an exit code, no file whose name begins with "out" may be left behind, and no temporary file in any case.
"""
import argparse
import collections
import concurrent.futures
import difflib
import itertools
import os
import pathlib
import re
import shlex
import shutil
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
    case = {"$": [], ">": [], "!": [], "=": "0", "needs": set(),
            "before": [line[2:] for line in before if line.startswith("$ ")],
            "~": [line[2:] for line in before if line.startswith("~ ")], "each": False}
    for line in lines:
        if not line or line.startswith("#"):
            continue
        kind, _, rest = line.partition(" ")
        if kind in ("$", ">", "!"):
            case[kind].append(rest)
        elif re.fullmatch("![1-9][0-9]*", kind):
            case["!"] += [rest] * int(kind[1:])
        elif kind == "=":
            case["="], _, each = rest.partition(" ")
            case["each"] = each == "each"
        elif kind == "needs":
            case["needs"].add(rest)
        else:
            sys.exit(f"{path}: case '{name}' has a line of no kind: {line}")
    return case


def singles(case):
    """The cases of which one with `each` consists."""
    return [dict(case, each=False, **{"$": [line]}) for line in case["$"]] if case["each"] else [case]


def script(case):
    if not case["each"]:
        return [*case["before"], *case["$"]]
    lines = [*case["before"], f"(exit {case['=']})"]
    for number, line in enumerate(case["$"]):
        wrong = shlex.quote(f"exit code, not {case['=']}: {line}")
        lines += [f"( mkdir {number} && cd {number}", *case["before"], line, ")", f"code=$?; [ $code = {case['=']} ] || echo $code {wrong}"]
    return [*lines, f"exit {case['=']}"]


def lines_of(stream):
    text = stream.decode("utf-8", "replace")
    return text.removesuffix("\n").split("\n") if text else []


def run(case, options, folder):
    """What the script prints to both streams, its exit code, and the files it leaves."""
    environment = dict(os.environ, DATA=os.path.abspath(options.data), SHARED=os.path.abspath(options.shared),
                       TESTS=os.path.dirname(os.path.abspath(options.file)), LC_ALL="C.UTF-8",
                       # This Python itself, as a script in its place that finds versions takes longer than most cases.
                       PATH=":".join([os.path.dirname(os.path.abspath(options.program)), os.path.dirname(sys.executable), os.environ["PATH"]]))
    done = subprocess.run(["bash", "-c", "set -o pipefail\n" + "\n".join(script(case))], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=options.timeout, check=False)
    left = sorted(str(p.relative_to(folder)) for p in pathlib.Path(folder).rglob("*"))
    errors = [line for line in lines_of(done.stderr) if not any(by_pattern(other, line) for other in case["~"])]
    return lines_of(done.stdout), errors, done.returncode, left


def exactly(expected, found):
    return expected.rstrip(" ") == found.rstrip(" ")  # a line that ends in blanks is written without them


def by_pattern(expected, found):
    """Whether a line is as expected, where "..." stands for any printable text."""
    pattern = r"[^\0-\x1f\x7f]+".join(map(re.escape, expected.split("...")))
    return exactly(expected, found) or re.fullmatch(pattern, found) is not None


def as_expected(expected, found, same):
    """The found lines, each as the expected line that it agrees with is written, if there is one."""
    patterns = sorted((line for line in expected if "..." in line), key=len, reverse=True) if same is by_pattern else []
    return [next((pattern for pattern in patterns if same(pattern, line)), line.rstrip(" ")) for line in found]


def difference(what, expected, found, same=exactly):
    """Nothing, or the expected (-) and found (+) lines, with a mark below the first character in which two of them differ."""
    if len(expected) == len(found) and all(map(same, expected, found)):
        return []
    shown = [f"--- {what}: - expected, + found"]
    expected, written = [line.rstrip(" ") for line in expected], as_expected(expected, found, same)
    for kind, begin, end, other_begin, other_end in difflib.SequenceMatcher(None, expected, written, autojunk=False).get_opcodes():
        if kind == "equal":
            shown += ["  " + line for line in expected[begin:end]]
            continue
        missing, new = expected[begin:end], found[other_begin:other_end]
        for old_line, new_line in zip(missing, new):
            shown += ["- " + old_line, "+ " + new_line, "  " + " " * len(os.path.commonprefix([old_line, new_line])) + "^"]
        shown += ["- " + line for line in missing[len(new):]] + ["+ " + line for line in new[len(missing):]]
    return shown


def has_unnamed_files():
    """Whether temporary files can be without a name here (O_TMPFILE)."""
    try:
        os.close(os.open(tempfile.gettempdir(), os.O_TMPFILE | os.O_RDWR))
    except OSError:
        return False
    return True


def what_is_missing(needs, options):
    """Why a case with these needs cannot be run here, or None."""
    for need in sorted(needs):
        if need == "shared":
            if not os.path.isdir(options.shared):
                return f"there is no folder {options.shared}"
        elif need == "unnamed files":
            if not has_unnamed_files():
                return f"files in {tempfile.gettempdir()} must have names"
        elif not shutil.which(need):
            return f"{need} is not installed"
    return None


def faults_of(case, options, folder):
    try:
        output, errors, code, left = run(case, options, folder)
    except subprocess.TimeoutExpired:
        return [f"still running after {options.timeout:.0f} seconds"]
    faults = difference("standard output", case[">"], output) + difference("standard error", case["!"], errors, by_pattern)
    faults += difference("exit code", [case["="]], [str(code)])
    faults += difference("temporary files", [], [n for n in left if ".part" in n])
    if code != 0:
        faults += difference("output of a failed command", [], [n for n in left if os.path.basename(n).startswith("out")])
    return faults


def verdict(case, options):
    """passed, failed or skipped, and lines that say why."""
    missing = what_is_missing(case["needs"], options)
    if missing:
        return "skipped", [missing]
    folder = tempfile.mkdtemp()
    faults = faults_of(case, options, folder)
    if faults and options.keep:
        faults.append(f"--- its folder: {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return "failed" if faults else "passed", faults


def accept(path, name, case, options):
    before, cases = blocks(path)
    kept = [line for line in cases[name] if line and line[0] not in (">!=$" if case["each"] else ">!=")]
    for single in singles(case):
        with tempfile.TemporaryDirectory() as folder:
            output, errors, code, _ = run(single, options, folder)
        kept += [f"$ {line}" for line in single["$"] if case["each"]] + [f"> {line}".rstrip(" ") for line in output]
        for line, equal in itertools.groupby(as_expected(case["!"], errors, by_pattern)):
            count = len(list(equal))
            kept.append(f"!{count if count > 1 else ''} {line}".rstrip(" "))
    cases[name] = kept + [f"= {code}{' each' * case['each']}"] * (code != 0) + [""]
    lines = before + [line for other, block in cases.items() for line in ["## " + other, *block]]
    path.write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")


def run_all(cases, options):
    """Prints what did not pass, and counts."""
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, (word, remarks) in zip(cases, pool.map(lambda case: verdict(case, options), cases.values())):
            counts[word] += 1
            if word != "passed":
                print("\n".join([f"=== {word}: {name}", *remarks, ""]))
    print("cases: " + ", ".join(f"{counts[word]} {word}" for word in CODES))
    return CODES["failed" if counts["failed"] else "passed" if counts["passed"] else "skipped"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("case", nargs="?")
    parser.add_argument("--program", default=ROOT / "build/release/subintent")
    parser.add_argument("--data", default=ROOT / "data")
    parser.add_argument("--shared", default=ROOT.parent / "shared")
    parser.add_argument("--timeout", type=float, default=600)
    parser.add_argument("--accept", action="store_true")
    parser.add_argument("--keep", action="store_true")
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
