#!/usr/bin/env python3
"""check_lists.py --program SUBINTENT --source ROOT: what there are several of is listed completely.

A paragraph, an item of a list, a table or an argument of a docstring that names more than half of the significance
tests, corrections, exports, formats of tables or linkages names all of them. The names are those of the help.

The man page of report has an item for each section of the page. The page of papers names every entry of the
bibliography, which has every paper that other pages name as [Dou19].
"""
import argparse
import pathlib
import re
import subprocess
import sys

# Kinds, and the options in whose help their names stand: all names of one of them belong together.
KINDS = {"significance tests": [("report", "--significance")], "corrections": [("compare", "--correction")], "exports": [("hierarchy", "--export")],
         "formats of tables": [("compare", "--format"), ("evaluate", "--format")], "linkages": [("cluster", "--linkage")]}
COMMON = {"table"}  # a word of other meanings, too
PAGES = ["README.md", "docs/*.md", "docs/man/*.md", "python/subintent/*.py", "engine/include/subintent/*.h"]

def names(program, command, option):
    text = subprocess.run([program, command, "--help"], capture_output=True, text=True, check=True).stdout
    found = re.search(rf"^ +(?:-\w, )?{option} ([\w-]+(?:\|[\w-]+)+)", text, re.M)
    if not found:
        sys.exit(f"the help of {command} lists no names for {option}")
    return set(found[1].split("|")) - COMMON


def blocks(text):
    """Paragraphs, items, tables, and the arguments of docstrings, with the numbers of their lines."""
    first, lines = 1, []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if not line.strip() or re.match(r"\s*([-*] |\d+\. |\w+(, \w+)*: )", line):
            if lines:
                yield first, "\n".join(lines)
            first, lines = number, []
        lines.append(line)


def words(block):
    """What stands in backquotes, quotes or bold type, or between bars."""
    quoted = re.findall(r"`([^`]*)`|\"([^\"]*)\"|\*\*([^*]*)\*\*", block)
    return set(re.split(r"[^\w-]+", " ".join("".join(groups) for groups in quoted)))


def faults_of(page, text, kinds):
    for number, block in blocks(text):
        there = words(block)
        for kind, lists in kinds.items():
            most = max(len(there & every) for every in lists)
            candidates = [every for every in lists if len(there & every) == most]
            if any(every <= there or 2 * most <= len(every) for every in candidates):
                continue
            missing = ", ".join(sorted(candidates[0] - there))
            yield f"{page}:{number}: names {kind}, but not {missing}"


def faults_of_sections(root):
    source = (root / "report/page/page.cpp").read_text(encoding="utf-8")
    titles = re.findall(r'^    \{"[\w-]+", "([^"]+)", \w+_section\},$', source, re.M)
    page = (root / "docs/man/subintent-report.md").read_text(encoding="utf-8")
    missing = [title for title in titles if f"\n- **{title}**" not in page]
    return [f"docs/man/subintent-report.md: has no item **{title}** for this section" for title in missing] or (
        [] if titles else ["report/page/page.cpp: the table of sections is not found"])


def faults_of_papers(root):
    keys = set(re.findall(r"^@\w+\{(\w+),", (root / "docs/references.bib").read_text(encoding="utf-8"), re.M))
    page = (root / "docs/references.md").read_text(encoding="utf-8")
    pages = "".join(path.read_text(encoding="utf-8") for path in root.glob("docs/**/*.md"))
    return [
        *(f"docs/references.md: does not name {key}" for key in sorted(keys - set(re.findall(r"\w+", page)))),
        *(f"docs/references.bib: lacks {key}" for key in sorted(set(re.findall(r"\[([A-Z][A-Za-z]+\d\d)\b", pages)) - keys))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--source", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    kinds = {kind: [names(arguments.program, *place) for place in places] for kind, places in KINDS.items()}
    faults = faults_of_sections(arguments.source) + faults_of_papers(arguments.source)
    for pattern in PAGES:
        for page in sorted(arguments.source.glob(pattern)):
            faults += faults_of(page.relative_to(arguments.source), page.read_text(encoding="utf-8"), kinds)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
