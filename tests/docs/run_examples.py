#!/usr/bin/env python3
"""run_examples.py PAGE --program SUBINTENT --source FOLDER [--python PYTHON] [--shared FOLDER]: the examples of a page print what
the page says.

The ```sh blocks of the page run one after another in one bash, in a copy of the files that they need; the ```text block
that follows a ```sh block, before any other, is its exact output. With --python the same is done with the ```python blocks. A picture NAME.svg that
they draw is docs/pictures/NAME.svg, where the page shows it. Then the commands of tables run that name files of data/. $COLLECTIONS is the folder of collections in --shared; a page that
needs one that is not there is skipped. --accept writes what is printed and drawn into the documentation instead, and shows what changes.
"""
import argparse
import difflib
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


def drawn(folder, page, text, is_accepted):
    """The pictures of the page that differ from what was drawn."""
    different = []
    for name in re.findall(r"]\(((?:\.\./)*pictures/[^)/]+\.svg)\)", text):
        committed, made = page.parent / name, folder / pathlib.Path(name).name
        if not made.exists():
            continue
        if is_accepted:
            shutil.copy(made, committed)
        elif not committed.exists() or made.read_bytes() != committed.read_bytes():
            different.append(name)
    return different


def unproven(text, outputs):
    """Decimal numbers of the prose that no example prints."""
    prose = re.sub(r"^```.*?^```$|`[^`]*`|\]\([^)]*\)", "", text, flags=re.M | re.S)
    return [number for number in re.findall(r"(?<![\w.])\d*(\.\d+)(?![\w.])", prose) if number not in " ".join(outputs)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--program", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--python")
    parser.add_argument("--shared")
    parser.add_argument("--accept", action="store_true")
    options = parser.parse_args()
    language = "python" if options.python else "sh"
    text = pathlib.Path(options.page).read_text(encoding="utf-8")
    scripts, expected, before = [], [], ""
    for kind, body in re.findall(r"^```(sh|python|text)\n(.*?)^```$", text, re.M | re.S):
        if kind == language:
            scripts.append(body)
            expected.append(None)
        elif kind == "text" and before == language:
            expected[-1] = body
        before = kind
    if language == "sh":
        in_tables = [command for row in re.findall(r"^\|.*", text, re.M) for command in re.findall(r"`(subintent [^`]*\bdata/[^`]*)`", row)]
        scripts += in_tables
        expected += [None] * len(in_tables)
    if not scripts:
        sys.exit(f"{options.page} has no examples")
    collections = pathlib.Path(options.shared or "nowhere", "collections")
    missing = {name for name in re.findall(r"\$COLLECTIONS/([\w-]+)", "".join(scripts)) if not (collections / name).exists()}
    if missing:
        print("skipped: there is no", ", ".join(str(collections / name) for name in sorted(missing)))
        return 77
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(options.source, "data"), os.path.join(folder, "data"))
        if options.python:
            command = [options.python, "-c", "".join(f"{body}\nprint({MARK!r}, flush=True)\n" for body in scripts)]
        else:
            script = "set -e\n" + "".join(f"{body}\nprintf '%s\\n' '{MARK}'\n" for body in scripts)
            command = ["bash", "-c", script]
        environment = dict(os.environ, COLLECTIONS=str(collections.absolute()), LC_ALL="C.UTF-8", PATH=os.path.dirname(os.path.abspath(options.program)) + ":" + os.environ["PATH"])
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False, timeout=300)
        different = drawn(pathlib.Path(folder), pathlib.Path(options.page), text, options.accept)
    outputs = done.stdout.split(MARK + "\n")[:-1]
    if options.accept:
        accept(pathlib.Path(options.page), text, scripts, outputs)
    faults = 0
    if done.returncode != 0:
        print(f"the examples stop with exit code {done.returncode} in block {len(outputs) + 1}:\n{done.stderr}")
        faults += 1
    for body, wanted, output in zip(scripts, expected, outputs):
        if wanted is not None and wanted.rstrip("\n") != output.rstrip("\n"):
            print(f"--- example\n{body}--- {'the page said' if options.accept else 'the page says'} -, it prints +")
            print("\n".join(line for line in difflib.ndiff(wanted.splitlines(), output.splitlines()) if line[0] in "-+"))
            faults += not options.accept
    for number in unproven(text, outputs) if "stories" in options.page else []:
        print(f"no example prints the number {number} of the text")
        faults += 1
    for name in different:
        print(f"{name} is not what the program draws")
        faults += 1
    print(f"{len(scripts)} examples, {sum(e is not None for e in expected)} with output")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
