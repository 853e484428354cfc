#!/usr/bin/env python3
"""check_formats.py PAGE --program SUBINTENT --source FOLDER: the page has a row for each format.

Of collections the program names the formats; of judgments and runs those are the records in the sources, whose names stand in
the first cells of the tables "Other formats" of their sections.
"""
import argparse
import pathlib
import re
import subprocess
import sys


def unlisted(page, source):
    """What records or rows of judgments and runs have no row or record."""
    for heading, file in (("Judgments (qrels)", "qrels_formats.cpp"), ("Runs", "run_formats.cpp")):
        records = re.search(r"Format formats\w*\[\] = \{(.*?)\n\};", (source / "core/collection" / file).read_text(encoding="utf-8"), re.S)[1]
        names = [name.lower() for name in re.findall(r'^    \{"([^"]+)"', records, re.M)]
        section = page.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
        table = section.split("**Other formats**", 1)[1].split("|\n\n", 1)[0]
        cells = [cell.lower() for cell in re.findall(r"^\| ([^|]+?) \|", table, re.M)[1:] if not cell.startswith("---")]
        yield from (f"{file}: {name} has no row" for name in names if not any(name in cell for cell in cells))
        yield from (f"{heading}: '{cell}' names no format of {file}" for cell in cells if not any(name in cell for name in names))
        if not names or not cells:
            yield f"{file}: no formats, or no rows, were found"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--program", required=True)
    parser.add_argument("--source", required=True, type=pathlib.Path)
    options = parser.parse_args()
    refused = subprocess.run([options.program, "tokenize", "--format", "?", "-o", "-", "-"], capture_output=True, text=True, check=False)
    formats = re.search(r"; use (.*)", refused.stderr)[1].split(", ")
    page = pathlib.Path(options.page).read_text(encoding="utf-8")
    table = page.split("| format | `--format` |", 1)[1].split("\n\n", 1)[0]
    rows = re.findall(r"^\| [^|]+ \| `(\w+)` \|", table, re.M)
    print(f"the program has {' '.join(formats)}, the page {' '.join(rows)}")
    faults = list(unlisted(page, options.source))
    print("\n".join(faults))
    return 0 if rows == formats and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
