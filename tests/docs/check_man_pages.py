#!/usr/bin/env python3
"""check_man_pages.py SOURCE PAGES DOCUMENTS: mandoc finds no fault in the man pages, and they name no file that is not installed.

PAGES is the folder of pages subintent-NAME.1, DOCUMENTS the folder that docs, data and the readme are installed to. Exit code
77 where mandoc is not installed.
"""
import pathlib
import re
import shutil
import subprocess
import sys


def names_of(source):
    """Pages that there must be: one of each source, and one of the program."""
    return {page.stem for page in (source / "docs" / "man").glob("*.md")} | {"subintent"}


def faults_of(page, source, documents):
    text = page.read_text(encoding="utf-8")
    lint = subprocess.run(["mandoc", "-Tlint", page], capture_output=True, text=True)
    yield from lint.stdout.splitlines()
    name = re.search(r"^\.SH NAME\n(.*)", text, re.M)
    if not name or not name[1].startswith(page.stem + " - "):
        yield f"{page}: NAME does not say what {page.stem} is"
    for path in re.findall(re.escape(documents) + r"/([A-Za-z0-9_./-]*[A-Za-z0-9_/-])", text):
        if not (source / path).exists():
            yield f"{page}: {documents}/{path} is not installed"
    for reference in re.findall(r"\\fB(subintent[a-z-]*)\\fR\(1\)", text):
        if not (page.parent / f"{reference}.1").exists():
            yield f"{page}: there is no page {reference}(1)"


def main():
    source, pages, documents = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    if not shutil.which("mandoc"):
        print("mandoc is not installed")
        return 77
    faults = [f"there is no page {name}(1)" for name in sorted(names_of(source)) if not (pages / f"{name}.1").exists()]
    for page in sorted(pages.glob("*.1")):
        faults += faults_of(page, source, documents)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
