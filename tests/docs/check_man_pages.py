#!/usr/bin/env python3
"""check_man_pages.py SOURCE PAGES: mandoc finds no fault in the man pages, and they name no file that there is not.

PAGES is the folder of pages subintent-NAME.1 in a build, where %documents% stands for the folder that docs, data and the readme are
installed to. Exit code 77 where mandoc is not installed.
"""
import pathlib
import re
import shutil
import subprocess
import sys


def names_of(source):
    """Pages that there must be: one of each source, and one of the program."""
    return {page.stem for page in (source / "docs" / "man").glob("*.md")} | {"subintent"}


DOCUMENTS = "%documents%"


def faults_of(page, source):
    text = page.read_text(encoding="utf-8")
    lint = subprocess.run(["mandoc", "-Tlint", page], capture_output=True, text=True)
    yield from lint.stdout.splitlines()
    name = re.search(r"^\.SH NAME\n(.*)", text, re.M)
    if not name or not name[1].startswith(page.stem + " - "):
        yield f"{page}: NAME does not say what {page.stem} is"
    for path in re.findall(re.escape(DOCUMENTS) + r"/([A-Za-z0-9_./-]*[A-Za-z0-9_/-])", text):
        if not (source / path).exists():
            yield f"{page}: there is no {path}"
    linked = re.findall(r"\(\\f\w+" + re.escape(DOCUMENTS) + r"/([^\\)]+)", text.replace("\\-", "-"))
    for path in sorted({path for path in linked if linked.count(path) > 1}):
        yield f"{page}: links to {path} with its path more than once"
    for reference in re.findall(r"\\fB(subintent[a-z-]*)\\fR\(1\)", text):
        if not (page.parent / f"{reference}.1").exists():
            yield f"{page}: there is no page {reference}(1)"


def main():
    source, pages = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    if not shutil.which("mandoc"):
        print("mandoc is not installed")
        return 77
    faults = [f"there is no page {name}(1)" for name in sorted(names_of(source)) if not (pages / f"{name}.1").exists()]
    for page in sorted(pages.glob("*.1")):
        faults += faults_of(page, source)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
