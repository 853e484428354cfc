#!/usr/bin/env python3
"""check_formats.py PAGE --program SUBINTENT: the table of collection formats on the page has a row for each that there is."""
import argparse
import pathlib
import re
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--program", required=True)
    options = parser.parse_args()
    refused = subprocess.run([options.program, "tokenize", "--format", "?", "-o", "-", "-"], capture_output=True, text=True, check=False)
    formats = re.search(r"; use (.*)", refused.stderr)[1].split(", ")
    table = pathlib.Path(options.page).read_text(encoding="utf-8").split("| format | `--format` |", 1)[1].split("\n\n", 1)[0]
    rows = re.findall(r"^\| [^|]+ \| `(\w+)` \|", table, re.M)
    print(f"the program has {' '.join(formats)}, the page {' '.join(rows)}")
    return 0 if rows == formats else 1


if __name__ == "__main__":
    sys.exit(main())
