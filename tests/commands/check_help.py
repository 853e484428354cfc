#!/usr/bin/env python3
"""check_help.py SUBINTENT COMMAND MAN_FOLDER: the help of a command works and its man page names every option.

The page names the values of options that have a choice. The command has cases of its own, a summary in the overview, a line in
the man page of subintent, and a run in which calls of the system fail."""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "faults"))
import check_faults

# These have no run to compare with: one goes on until it is stopped (tests/judge breaks its disk), the other draws secrets.
WITHOUT_FAULTS = {"judge serve", "judge intents"}


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
    for option, choices in re.findall(r"^ +(?:-\w, )?(--[a-z-]+) ([\w-]+(?:\|[\w-]+)+)", done.stdout, re.M):
        items = "\n".join(item for item in re.split(r"\n(?=- )|\n\n", text) if item.startswith("- ") and option in item)
        for choice in choices.split("|"):
            if not re.search(rf"(?<![\w-]){re.escape(choice)}(?![\w-])", items):
                faults.append(f"{page.name} does not name {choice} in the item of {option}")
    if f"]({name}.md)" not in pathlib.Path(folder, "subintent.md").read_text(encoding="utf-8") and len(words) == 1:
        faults.append("subintent.md has no line for it")
    if command not in WITHOUT_FAULTS and not any(run.startswith(f"{command} ") for _, run in check_faults.RUNS.values()):
        faults.append("RUNS in tests/faults/check_faults.py has no run of it")
    cases = pathlib.Path(__file__).with_name("_".join(words) + ".test")
    if not cases.exists():
        faults.append(f"{cases} is missing")
    overview = subprocess.run([program, "--help"], capture_output=True, text=True, check=False).stdout
    if not re.search(rf"^  {words[0]} +\S", overview, re.M):
        faults.append("subintent --help has no summary of it")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
