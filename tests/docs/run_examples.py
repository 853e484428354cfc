#!/usr/bin/env python3
"""run_examples.py PAGE --program SUBINTENT --source FOLDER [--python PYTHON]: the examples of a page print what the page says.

The ```sh blocks of the page run one after another in one bash, in a copy of the files that they need; the ```text block
that follows a ```sh block is its exact output. With --python the same is done with the ```python blocks.
--accept writes what they print into the page instead.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MARK = "===== end of block"


def accept(page, text, scripts, outputs):
    for body, output in zip(scripts, outputs):
        start = text.index(body) + len(body) + len("```\n")
        if text.startswith("```text\n", start):
            start += len("```text\n")
            text = text[:start] + output.rstrip("\n") + "\n" + text[text.index("```", start):]
    page.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--program", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--python")
    parser.add_argument("--accept", action="store_true")
    options = parser.parse_args()
    language = "python" if options.python else "sh"
    text = pathlib.Path(options.page).read_text(encoding="utf-8")
    blocks = re.findall(rf"^```({language}|text)\n(.*?)^```$", text, re.M | re.S)
    scripts, expected = [], []
    for kind, body in blocks:
        if kind == language:
            scripts.append(body)
            expected.append(None)
        elif expected and expected[-1] is None:
            expected[-1] = body
    if not scripts:
        sys.exit(f"{options.page} has no examples")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(options.source, "data"), os.path.join(folder, "data"))
        if options.python:
            command = [options.python, "-c", "".join(f"{body}\nprint({MARK!r}, flush=True)\n" for body in scripts)]
        else:
            script = "set -e\n" + "".join(f"{body}\nprintf '%s\\n' '{MARK}'\n" for body in scripts)
            command = ["bash", "-c", script]
        environment = dict(os.environ, LC_ALL="C.UTF-8", PATH=os.path.dirname(os.path.abspath(options.program)) + ":" + os.environ["PATH"])
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=False, timeout=300)
    outputs = done.stdout.split(MARK + "\n")[:-1]
    if options.accept:
        accept(pathlib.Path(options.page), text, scripts, outputs)
    faults = 0
    if done.returncode != 0:
        print(f"the examples stop with exit code {done.returncode} in block {len(outputs) + 1}:\n{done.stderr}")
        faults += 1
    for body, wanted, output in zip(scripts, expected, outputs):
        if wanted is not None and wanted.rstrip("\n") != output.rstrip("\n"):
            print(f"--- example\n{body}--- the page says\n{wanted}--- it prints\n{output}")
            faults += 1
    print(f"{len(scripts)} examples, {sum(e is not None for e in expected)} with output")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
