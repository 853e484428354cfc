#!/usr/bin/env python3
"""check_installed.py CMAKE BUILD_FOLDER [EMULATOR...]: what `cmake --install` puts down names no page or file that does not exist.

Links of the installed pages must lead to installed files, and the page that `subintent COMMAND --help` names must exist.
"""
import pathlib
import re
import subprocess
import sys
import tempfile


def broken_links(folder):
    for page in sorted(folder.rglob("*.md")):
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
            if "://" not in target and not (page.parent / target).exists():
                yield f"{page.relative_to(folder)}: {target} is not installed"


def is_there(root, page):
    if page.startswith("man "):
        return (root / "share" / "man" / "man1" / f"{page[4:]}.1").is_file()
    return pathlib.Path(page).is_file()


def missing_pages(root, program):
    overview = subprocess.run([*program, "--help"], capture_output=True, text=True, check=True).stdout
    for command in re.findall(r"^  ([a-z]+) +\S", overview.split("Commands:")[1].split("\n\n")[0], re.M):
        text = subprocess.run([*program, command, "--help"], capture_output=True, text=True, check=True).stdout
        page = re.search(r"^More: (.*)$", text, re.M)
        if page is None or not is_there(root, page[1]):
            yield f"subintent {command} --help names a page that does not exist: {page[1] if page else 'none'}"


def main():
    cmake, build, *emulator = sys.argv[1:]
    with tempfile.TemporaryDirectory() as prefix:
        subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        root = pathlib.Path(prefix)
        faults = [*broken_links(next(root.glob("share/doc/*"))), *missing_pages(root, [*emulator, root / "bin" / "subintent"])]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
