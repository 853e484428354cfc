#!/usr/bin/env python3
"""check_versions.py SOURCE: all files of a tree name the same version, with its stage in their own way."""
import pathlib
import re
import sys


def main():
    source = pathlib.Path(sys.argv[1])
    text = (source / "CMakeLists.txt").read_text(encoding="utf-8")
    number = re.search(r"project\(subintent VERSION (\S+)", text)[1]
    stage = re.search(r'^set\(SUBINTENT_STAGE "(.*?)"', text, re.M)[1]
    faults = 0
    for name, line in [("CITATION.cff", f"version: {number}{stage}"), ("tools/packaging/debian/changelog", f"subintent ({number}{stage.replace('-', '~')})"),
                       ("docs/formats.md", f'"version": "{number}"')]:
        if not re.search(re.escape(line) + r"(?![0-9.~-])", (source / name).read_text(encoding="utf-8")):
            print(f"{name} has not {line}, as CMakeLists.txt has it")
            faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
