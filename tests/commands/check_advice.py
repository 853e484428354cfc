#!/usr/bin/env python3
"""check_advice.py SUBINTENT DATA FILE.test...: the advice of errors, in each case that ends with such a command.

Options that it names are those of the command, or of one that it names, too. After wrong usage it is followed: what it says to leave out is
left out, and what was meant or is to be typed is put in its place: the same error must not come again."""
import argparse
import concurrent.futures
import functools
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import run_case

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*[a-z]")


@functools.cache
def help_of(program, *words):
    done = subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def options_known(program, words, message, advice):
    """Those of the command that failed, of commands that the advice names, and what was given."""
    action = f"subintent {' '.join(words[:2])} ["
    named = {tuple(words[:2] if action in help_of(program, *words[:2]) else words[:1])}
    for name in re.findall(r"subintent ([a-z]+(?: [a-z-]+)?)", advice):
        named |= {tuple(name.split()), tuple(name.split()[:1])}
    return {option for name in named for option in OPTION.findall(help_of(program, *name))} | {"--help", "--version", *OPTION.findall(message)}


def without(words, option, has_value):
    at = next((i for i, word in enumerate(words) if word == option or word.startswith(option + "=")), None)
    return None if at is None else words[:at] + words[at + (2 if has_value and "=" not in words[at] else 1):]


def followed(program, words, message, advice):
    """The command line that the advice leads to, or None."""
    if typed := re.search(r"^type[^:]*: subintent (.*)$", advice):
        return shlex.split(typed[1])
    if (meant := re.search(r"did you mean (\S+?)\?", advice)) and (wrong := re.search(r"'([^']+)'", message)):
        return [word.replace(wrong[1], meant[1]) for word in words]
    left = re.search(r"^leave (?:out (--[a-z-]+)|it out)$", advice)
    option = left and (left[1] or (OPTION.match(message) or [None])[0])
    return option and without(words, option, re.search(rf"{option} [^\s-]", help_of(program, *words[:1])))


def parts_of(said):
    """The message and the advice of an error."""
    message, _, advice = (said or [""])[-1].removeprefix("subintent: ").partition("; ")
    return message, advice


def faults_of(case, options):
    """Whether there was advice to follow, and what is wrong with it."""
    try:
        words = shlex.split(case["$"][-1].removesuffix(" || true"))
    except ValueError:
        return False, []
    if words[:1] != ["subintent"] or set(words) & {"|", ";", "&&", "<", ">"}:
        return False, []
    with tempfile.TemporaryDirectory() as folder:
        _, said, _, _ = run_case.run(case, options, folder)
        message, advice = parts_of(said)
        faults = [f"it has no {option}" for option in set(OPTION.findall(advice.split("write --")[0])) - options_known(options.program, words[1:], message, advice)]
        new = case["="] == "2" and followed(options.program, words[1:], message, advice)
        if new:
            done = subprocess.run([options.program, *new], cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
            again = done.stderr.splitlines()
            if parts_of(again) == (message, advice) or "type" in advice and done.returncode == 2:
                faults.append(f"{shlex.join(new)}: {again[-1]}")
    return bool(new), [f"{case['$'][-1]}\n  {message}; {advice}\n  {fault}" for fault in faults]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("data")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    followed_here, faults = 0, []
    for path in options.files:
        before, cases = run_case.blocks(path)
        here = argparse.Namespace(file=path, program=options.program, data=options.data, shared="none", timeout=60)
        parsed = [single for name, lines in cases.items() for single in run_case.singles(run_case.parse(path, name, lines, before))]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for was_followed, found in pool.map(functools.partial(faults_of, options=here), [case for case in parsed if case["="] in ("1", "2")]):
                followed_here += was_followed
                faults += found
    print("\n".join([*faults, f"{followed_here} followed"]))
    return 1 if faults or followed_here < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
