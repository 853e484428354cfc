#!/usr/bin/env python3
"""Types lines with tabs into a real shell, on a terminal, and checks what the command gets.

usage: check_shell.py SHELL PROGRAM COMPLETIONS

Exit code 77 (skipped) where the shell is not installed.
"""

import os
import pathlib
import pty
import select
import shutil
import sys
import tempfile
import time

# What is typed, and the arguments that the command must get.
CASES = [("subintent eva\t", ["evaluate"]), ("subintent help expl\t", ["help", "explain"]),
         ("subintent evaluate --orde\tra\t", ["evaluate", "--order", "rank"]), ("subintent evaluate --order=ra\t", ["evaluate", "--order=rank"]),
         ("subintent evaluate -m D#-nD\t", ["evaluate", "-m", "D#-nDCG"]),
         ("subintent evaluate -m I-rec@20,HD#-nD\t@2\t", ["evaluate", "-m", "I-rec@20,HD#-nDCG@20"]),
         ("subintent evaluate --hierarchy A=q -m HD#-nDCG_\t@5\t", ["evaluate", "--hierarchy", "A=q", "-m", "HD#-nDCG_A@5"]),
         ("subintent evaluate --qrels judg\t", ["evaluate", "--qrels", "judgments.txt"]),
         ("subintent evaluate --hierarchy WI=judg\t", ["evaluate", "--hierarchy", "WI=judgments.txt"]),
         ("subintent evaluate --output=judg\t", ["evaluate", "--output=judgments.txt"]), ("subintent evaluate judg\t", ["evaluate", "judgments.txt"]),
         ("subintent compare signi\t", ["compare", "significance"])]

START = {"bash": (["bash", "--norc", "--noprofile", "-i"], "source {completions}/subintent.bash"),
         "zsh": (["zsh", "-f", "-i"], "fpath=({completions} $fpath); autoload -Uz compinit; compinit -u -D; setopt interactive_comments"),
         "fish": (["fish", "--no-config", "-i"], "source {completions}/subintent.fish")}

# Completes as the program does, and writes all other arguments down.
STAND_IN = """#!/bin/sh
[ "$1" != --complete ] || exec {program} "$@"
printf '%s\\n' "$@" end > {folder}/received.new && mv {folder}/received.new {folder}/received
"""


def read_all(terminal, seconds):
    """What the shell prints until it has been silent for that long."""
    text = b""
    while select.select([terminal], [], [], seconds)[0]:
        try:
            text += os.read(terminal, 65536)
        except OSError:
            break
    return text


def wait_for(path, seconds=20):
    end = time.monotonic() + seconds
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.02)
    return path.exists()


def start(shell, program, completions, folder):
    command, setup = START[shell]
    stand_in = folder / "bin" / "subintent"
    stand_in.parent.mkdir()
    stand_in.write_text(STAND_IN.format(program=program, folder=folder))
    stand_in.chmod(0o755)
    work = folder / "work"
    work.mkdir()
    (work / "judgments.txt").touch()
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(work)
        environment = {**os.environ, "PATH": f"{stand_in.parent}:{os.environ['PATH']}", "HOME": str(folder), "TERM": "dumb", "PS1": "$ "}
        environment.pop("LS_COLORS", None)
        os.execvpe(command[0], command, environment)
    read_all(terminal, 0.5)
    os.write(terminal, setup.format(completions=completions).encode() + b"\n")
    read_all(terminal, 1)
    return process, terminal


def type_line(terminal, line, folder):
    """Types a line, each tab by itself, and gives the arguments of the command and what was seen."""
    received = folder / "received"
    received.unlink(missing_ok=True)
    seen = b""
    for part in line.split("\t")[:-1]:
        os.write(terminal, part.encode())
        seen += read_all(terminal, 0.1)
        os.write(terminal, b"\t")
        seen += read_all(terminal, 0.4)
    os.write(terminal, b"\n")
    arguments = received.read_text().splitlines()[:-1] if wait_for(received) else None
    return arguments, seen + read_all(terminal, 0.1)


def main():
    shell, program, completions = sys.argv[1:]
    if shutil.which(shell) is None:
        print(f"{shell} is not installed")
        return 77
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        process, terminal = start(shell, program, completions, folder)
        for line, expected in CASES:
            arguments, seen = type_line(terminal, line, folder)
            if arguments != expected:
                failures += 1
                print(f"{line!r}: got {arguments}, not {expected}\n{seen.decode(errors='replace')}")
        os.write(terminal, b"exit\n")
        os.close(terminal)
        os.waitpid(process, 0)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
