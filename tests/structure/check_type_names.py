#!/usr/bin/env python3
"""check_type_names.py SOURCE_FOLDER: no two types have the same full name.

C++ lets a program define a type in several files only if all definitions are the same; otherwise the linker picks one of the
functions that compilers make for them, such as destructors, and no tool says so. Types in anonymous namespaces may share names.
"""
import collections
import pathlib
import re
import sys

# What is linked into programs of its own, and what is not compiled.
ELSEWHERE = re.compile(r"\.|bench|build|data|docs|obj-|tests")
# Short namespaces of declarations, whose end has no comment.
DECLARATIONS = re.compile(r"^namespace [\w:]+ \{\n(?:[^\n{}]*;\n)*\}$", re.M)
OPENS = re.compile(r"^(?:inline )?namespace(?: [A-Z_]+)?(?: ([\w:]+))? \{$")
CLOSES = re.compile(r"^\}  // namespace")
TYPE = re.compile(r"^(?:template <.*> )?(?:struct|class|enum|enum class|union) (?:\[\[.*\]\] )?(\w+)(?: final)?(?: : [^{;]*)?(?: \{.*)?$")


def types_of(path):
    """The full names of the types that a file defines outside anonymous namespaces, as clang-format lays them out."""
    namespaces = []
    text = DECLARATIONS.sub(lambda found: "\n" * found[0].count("\n"), path.read_text())
    for number, line in enumerate(text.splitlines(), 1):
        if opened := OPENS.match(line):
            namespaces.append(opened[1] or "")
        elif CLOSES.match(line):
            namespaces.pop()
        elif (found := TYPE.match(line)) and "" not in namespaces:
            yield "::".join([*namespaces, found[1]]), number


def main():
    root = pathlib.Path(sys.argv[1])
    places = collections.defaultdict(list)
    for room in sorted(path for path in root.iterdir() if path.is_dir() and not ELSEWHERE.match(path.name)):
        for path in sorted(room.rglob("*")):
            if path.suffix in (".h", ".cpp"):
                for name, number in types_of(path):
                    places[name].append(f"{path.relative_to(root)}:{number}")
    if len(places) < 100:
        sys.exit(f"only {len(places)} types found: this script no longer understands the files")
    faults = {name: where for name, where in places.items() if len(where) > 1}
    for name, where in faults.items():
        print(f"{name} is defined in {' and '.join(where)}; rename one, or put it into an anonymous namespace")
    sys.exit(1 if faults else 0)


main()
