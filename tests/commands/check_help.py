#!/usr/bin/env python3
"""check_help.py SUBINTENT COMMAND MAN_FOLDER: the help of a command works and its man page names every option.

It must have cases of its own, too, a summary in the overview, a line in the man page of the program, and a run of the fault tests."""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "faults"))
from check_faults import RUNS


def main():
    program, command, folder = sys.argv[1:]
    words = command.split()  # "explain difference"
    done = subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=False)
    faults = []
    if done.returncode != 0 or done.stderr:
        faults.append(f"--help exits with {done.returncode} and prints to standard error: {done.stderr}")
    if not done.stdout.startswith(f"Usage: subintent {command} "):
        faults.append("the help does not begin with its usage")
    name = "-".join(["subintent", *words])
    page = pathlib.Path(folder, f"{name}.md")
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    if not text.startswith(f"# {name}\n"):
        faults.append(f"{page} is missing or has another title")
    for option in sorted(set(re.findall(r"--[a-z][a-z-]+", done.stdout))):
        if not re.search(re.escape(option) + r"(?![a-z-])", text):
            faults.append(f"{page.name} does not name {option}")
    for option in sorted(set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))):
        known = done.stdout
        section = text.split("## Options", 1)[-1].split("\n## ", 1)[0]
        if option in section and option not in known:
            faults.append(f"{page.name} lists {option}, which the help does not have")
    cases = pathlib.Path(__file__).with_name("_".join(words) + ".test")
    if not cases.exists():
        faults.append(f"{cases} is missing")
    overview = subprocess.run([program, "--help"], capture_output=True, text=True, check=False).stdout
    if not re.search(rf"^  {words[0]} +\S", overview, re.M):
        faults.append("subintent --help has no summary of it")
    if f"[`{words[0]}`](subintent-{words[0]}.md)" not in pathlib.Path(folder, "subintent.md").read_text(encoding="utf-8"):
        faults.append(f"subintent.md does not list {words[0]}")
    if not any(run.split("-")[0] == words[0] for run in RUNS):
        faults.append(f"check_faults.py has no run of {words[0]}")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
