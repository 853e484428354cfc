#!/usr/bin/env python3
"""run_examples.py PAGE --program SUBINTENT --source FOLDER: the examples of a page print what the page says.

The ```sh blocks of the page run one after another in one bash, in a copy of the files that they need; the ```text block
that follows a ```sh block is its exact output.
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--program", required=True)
    parser.add_argument("--source", required=True)
    options = parser.parse_args()
    text = pathlib.Path(options.page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```(sh|text)\n(.*?)^```$", text, re.M | re.S)
    scripts, expected = [], []
    for kind, body in blocks:
        if kind == "sh":
            scripts.append(body)
            expected.append(None)
        elif expected and expected[-1] is None:
            expected[-1] = body
    if not scripts:
        sys.exit(f"{options.page} has no examples")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(options.source, "data"), os.path.join(folder, "data"))
        script = "set -e\n" + "".join(f"{body}\nprintf '%s\\n' '{MARK}'\n" for body in scripts)
        environment = dict(os.environ, LC_ALL="C.UTF-8", PATH=os.path.dirname(options.program) + ":" + os.environ["PATH"])
        done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=False, timeout=300)
    outputs = done.stdout.split(MARK + "\n")[:-1]
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
