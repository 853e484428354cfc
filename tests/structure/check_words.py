#!/usr/bin/env python3
"""check_words.py SOURCE_FOLDER: declarations and pages say what they are about.

Comments, docstrings and pages do not begin a sentence with a pronoun that stands for what a reader has to find elsewhere
("The same of runs", "Those of the topic", "Who answers nothing stays").
"""
import pathlib
import re
import sys

WITHOUT_SUBJECT = r"(?:The same (?:of|for)|Those (?:of|that|in|with)|Who(?:ever)?) "
KINDS = {
    "*/**/*.h": re.compile(rf"// {WITHOUT_SUBJECT}.*"),
    "*/**/*.cpp": re.compile(rf"// {WITHOUT_SUBJECT}.*"),
    "faces/python/subintent/*.py": re.compile(rf'"""{WITHOUT_SUBJECT}.*'),
    "docs/man/*.md": re.compile(rf"^(?:  )?{WITHOUT_SUBJECT}.*", re.M),
}
ELSEWHERE = re.compile(r"\.|bench|build|obj-|tests")


def main():
    root, faults, files = pathlib.Path(sys.argv[1]), [], 0
    for pattern, wanted in KINDS.items():
        for path in sorted(root.glob(pattern)):
            name = path.relative_to(root)
            if ELSEWHERE.match(name.parts[0]):
                continue
            files += 1
            text = path.read_text(encoding="utf-8")
            faults += [f"{name}:{text.count(chr(10), 0, found.start()) + 1}: {found[0].strip()}" for found in wanted.finditer(text)]
    print("\n".join(faults) or f"{files} files")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
