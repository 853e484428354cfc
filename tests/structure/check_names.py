#!/usr/bin/env python3
"""check_names.py SOURCE_FOLDER: no two types have the same full name, and no two files of a room the same name in an anonymous namespace.

C++ lets a program define a type in several files only if all definitions are the same; otherwise the linker picks one of the
functions that compilers make for them, such as destructors, and no tool says so. Types in anonymous namespaces of two rooms may share
names; files of a room are compiled together.
"""
import collections
import pathlib
import re
import sys

# What is linked into programs of its own, and what is not compiled.
ELSEWHERE = re.compile(r"\.|build|data|docs|obj-|tests|tools")
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


# What declares names at the beginning of a line.
BEFORE_NAME = re.compile(r"^(?:template <.*?> ?|\[\[\w+\]\] ?|(?:static|inline|constexpr|const|constinit) )*")
NAMES = [re.compile(r"(?:struct|class|enum class|enum|union) (\w+)"), re.compile(r"using (\w+) ="),
         re.compile(r"[\w:<>,&*\[\] ]*?[ &*>](\w+)\("), re.compile(r".*?[ &*>](\w+)(?:\[\w*\])* ?[={;]")]
ENUMERATORS = re.compile(r"^enum \w+[^{;]*\{([^}]*)\}", re.M)
MORE_CONSTANTS = re.compile(r"^(?:static |inline )?constexpr (?:double|std::size_t|int) \w+ = [\w.']+(, [^;{(]*);", re.M)
ALONE = re.compile(r"_(?:avx2|avx512|portable)\.cpp$")  # compiled by themselves
PROGRAMS = re.compile(r"tests/(?:faults|fuzz)$")  # a program a file


def anonymous_names(path):
    """Names in the anonymous namespaces of a file, as clang-format lays them out."""
    for text in re.findall(r"^namespace \{\n(.*?)^\}  // namespace$", path.read_text(encoding="utf-8"), re.M | re.S):
        text = re.sub(r"//.*", "", text)
        for words in ENUMERATORS.findall(text):
            yield from re.findall(r"(\w+)(?: =[^,]*)?(?:,|\s*$)", words)
        for words in MORE_CONSTANTS.findall(text):
            yield from re.findall(r"(\w+) = ", words)
        for line in text.splitlines():
            if line and line[0] not in " #/})" and "operator" not in line:
                line = BEFORE_NAME.sub("", line)
                yield from [found[1] for found in [next(filter(None, (kind.match(line) for kind in NAMES)), None)] if found]


def repeated_names(root):
    rooms = collections.defaultdict(lambda: collections.defaultdict(set))
    for path in sorted(root.glob("*/**/*.cpp")):
        name = path.relative_to(root)
        room = str(pathlib.Path(*name.parts[:2]) if name.parts[0] == "tests" else name.parent)
        if re.match(r"\.|bench|build|obj-", name.parts[0]) or ALONE.search(name.name) or PROGRAMS.match(room):
            continue
        for word in anonymous_names(path):
            rooms[room][word].add(str(name))
    for names in rooms.values():
        yield from (f"{word} is a name of {' and '.join(sorted(files))}, which are compiled together; rename one" for word, files in names.items()
                    if len(files) > 1)


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
    faults = [f"{name} is defined in {' and '.join(where)}; rename one, or put it into an anonymous namespace"
              for name, where in places.items() if len(where) > 1]
    faults += repeated_names(root)
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


main()
