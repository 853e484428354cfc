#!/usr/bin/env python3
"""check_warnings.py SOURCE_FOLDER: docs/warnings.md has the warnings of core/base/warning.h, and each is given somewhere.

What gives a warning names its code in make_warning() or add_warning(), which does not compile with a code that the table lacks, or in a function that
calls it; nothing else makes one.
"""
import pathlib
import re
import sys


def faults(root):
    table = re.findall(r"[\w-]+", re.search(r"warning_codes =\n([^;]*);", (root / "core/base/warning.h").read_text(encoding="utf-8"))[1])
    page = re.findall(r"^\| `([\w-]+)` \| .+ \|$", (root / "docs/warnings.md").read_text(encoding="utf-8"), re.M)
    if len(table) < 20:
        yield "core/base/warning.h: the table of warnings is not found"
    yield from (f"docs/warnings.md does not say what {code} means" for code in table if code not in page)
    yield from (f"docs/warnings.md: {code}; core/base/warning.h lacks it" for code in page if code not in table)
    if table != sorted(table):
        yield "core/base/warning.h: the table is not in the order of codes"
    files = [path for pattern in ("*/**/*.cpp", "python/subintent/*.py") for path in root.glob(pattern) if path.relative_to(root).parts[0] not in ("build", "tests", "tools", "debian")]
    texts = {path.relative_to(root): path.read_text(encoding="utf-8") for path in files}
    said = {code for text in texts.values() for code in re.findall(r'\b(?:make_warning\(|add_warning\(\s*[*\w.\[\]()>-]+,|warn\(|note_of_runs\(\s*runs,)\s*"([\w-]+)"', text)}
    yield from (f"core/base/warning.h: nothing gives the warning {code}" for code in table if code not in said)
    for name, text in texts.items():
        if str(name) != "core/base/warning.cpp" and re.search(r"\b(?:Warning|Warnings)\{[^}]|(?:warnings|notes)\S*\.(?:push_back|emplace_back)\(\{", text):
            yield f"{name} makes a warning without make_warning()"


found = list(faults(pathlib.Path(sys.argv[1])))
print("\n".join(found))
sys.exit(1 if found else 0)
