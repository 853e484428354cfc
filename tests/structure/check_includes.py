#!/usr/bin/env python3
"""check_includes.py SOURCE_FOLDER [--fix]: what every file includes is what CMakeLists.txt's table of rooms allows.

A file may include headers of its own room, of the rooms in USES, of the libraries in LIBRARIES and of the standard library,
and the public headers that hold what rooms share with users (SHARED). All other public headers are declared for users alone: engine/, which
defines what they declare, and the faces include them, and no other room does.
A library that comes in through another room's header counts too, so none leaks out of the rooms that name it. Faces
are clients: the program (program/) and the Python package (python/) include their own headers and the public ones. Installed headers (PUBLIC) include nothing but one another and the standard library.

Headers of the standard library that subintent/basics.h has are not included again by a file that gets it; --fix removes them.
"""
import functools
import pathlib
import re
import sys

PUBLIC = "engine/include"

# The public headers that rooms include: nothing in them stands on another public header.
SHARED = {"subintent/basics.h", "subintent/column_names.h", "subintent/program.h", "subintent/records.h", "subintent/values.h"}


def lists_of(text, command):
    """The calls of a CMake function: name -> {keyword: words}."""
    calls = {}
    for arguments in re.findall(rf"^ *{command}\(([^)]*)\)", text, re.M):
        words, lists = arguments.split(), {}
        current = lists.setdefault("", [])
        for word in words:
            if re.fullmatch("[A-Z_]{3,}", word):
                current = lists.setdefault(word, [])
            else:
                current.append(word)
        calls[lists[""][0] if lists[""] else ""] = lists
    return calls


class Checker:
    def __init__(self, root):
        self.root = root
        text = (root / "CMakeLists.txt").read_text()
        self.libraries = {name: tuple(lists["HEADERS"]) for name, lists in lists_of(text, "subintent_third_party").items()}
        self.rooms = lists_of(text, "subintent_room")
        self.program = lists_of(text, "subintent_program")[""]
        self.python = lists_of(text, "subintent_python")[""]

    def room_of(self, header):
        return header.rpartition("/")[0]

    def is_public(self, header):
        return (self.root / PUBLIC / header).exists()

    def library_of(self, header):
        """The library of a system header, None for the standard library's and the system's; the longest beginning counts."""
        owners = [(len(start), name) for name, starts in self.libraries.items() for start in starts if header.startswith(start)]
        if owners:
            return max(owners)[1]
        if re.fullmatch(r"[a-z_]+|(sys|netinet|arpa)/[a-z_]+\.h|(cxxabi|dirent|fcntl|locale|unistd|dlfcn|signal|poll|\w*intrin|arm_neon)\.h", header):
            return None
        return f"<{header}>"  # nobody's: a fault wherever it stands

    @functools.lru_cache(maxsize=None)
    def includes(self, path):
        return re.findall(r'^\s*#\s*include\s*([<"])([^>"]+)', path.read_text(encoding="utf-8"), re.M)

    @functools.lru_cache(maxsize=None)
    def reached_libraries(self, path):
        """Library -> the file that includes it, over all headers that a file brings in."""
        reached, seen, waiting = {}, set(), [path]
        while waiting:
            at = waiting.pop()
            if at in seen:
                continue
            seen.add(at)
            for kind, header in self.includes(at):
                if kind == "<":
                    library = self.library_of(header)
                    if library:
                        reached.setdefault(library, at)
                elif self.is_public(header):
                    waiting.append(self.root / PUBLIC / header)
                elif (self.root / header).exists():
                    waiting.append(self.root / header)
        return reached

    def check_file(self, path, rooms, libraries):
        name = path.relative_to(self.root)
        below = str(name) in {f"{PUBLIC}/{header}" for header in SHARED} or (rooms and name.parts[0] not in ("engine", "program", "python"))
        for kind, header in self.includes(path):
            if kind == '"' and below and header.startswith("subintent/") and header not in SHARED:
                yield f"{name} includes {header}, which is for engine/ and the faces: what rooms share with users is in {', '.join(sorted(SHARED))}"
            if kind == '"' and (self.is_public(header) or header.endswith(".inc") or header == "subintent/version.h"):  # generated
                continue
            if kind == '"' and rooms == {"python"} and "/" not in header:
                continue
            if kind == '"' and self.room_of(header) not in rooms:
                yield f"{name} includes {header}, which is of no room that {name.parent} may use"
        for library, source in self.reached_libraries(path).items():
            if library not in libraries:
                yield f"{name} includes {library} (in {source.relative_to(self.root)}), which {name.parent} does not name"

    @functools.lru_cache(maxsize=None)
    def reached(self, path):
        """All headers of the project that a file brings in."""
        places = [self.root / folder / header for kind, header in self.includes(path) if kind == '"' for folder in ("", PUBLIC, path.parent)]
        found = {place.resolve() for place in places if place.is_file() and place != path}
        return found.union(*(self.reached(header) for header in sorted(found)))

    def repeated(self):
        """(file, header of the standard library that it has from basics.h already)."""
        basics = self.root / PUBLIC / "subintent/basics.h"
        common = {header for _, header in self.includes(basics)}
        folders = {pathlib.Path(room).parts[0] for room in self.rooms} | {"program", "python", "tests"}
        for path in sorted(path for folder in folders for path in (self.root / folder).rglob("*.[hc]*") if path.suffix in (".h", ".cpp")):
            if path != basics and basics in self.reached(path):
                yield from ((path, header) for kind, header in self.includes(path) if kind == "<" and header in common)

    def faults(self):
        yield from (f"{path.relative_to(self.root)} includes <{header}>, which subintent/basics.h has" for path, header in self.repeated())
        for room, lists in self.rooms.items():
            for path in sorted((self.root / room).glob("*.h")) + sorted((self.root / room).glob("*.cpp")):
                yield from self.check_file(path, {room, *lists.get("USES", [])}, lists.get("LIBRARIES", []))
            used = {library for path in (self.root / room).glob("*.[hc]*") for library in self.reached_libraries(path)}
            for library in lists.get("LIBRARIES", []):
                if library not in used:
                    yield f"room {room} names {library}, which no file of it includes"
        public = sorted((self.root / PUBLIC).rglob("*.h"))  # what is installed
        for path in public:
            yield from self.check_file(path, set(), [])
        whole = {header for _, header in self.includes(self.root / PUBLIC / "subintent/subintent.h")}
        for path in public:
            if path.name != "subintent.h" and f"subintent/{path.name}" not in whole:
                yield f"{PUBLIC}/subintent/subintent.h does not include {path.name}"
        cli = {"program", "program/commands", "program/options"}
        for path in sorted((self.root / "program").rglob("*.h")) + sorted((self.root / "program").rglob("*.cpp")):
            yield from self.check_file(path, cli, self.program["LIBRARIES"])
        for path in sorted((self.root / "python").glob("*.h")) + sorted((self.root / "python").glob("*.cpp")):
            yield from self.check_file(path, {"python"}, self.python["LIBRARIES"])


def main():
    checker = Checker(pathlib.Path(sys.argv[1]).resolve())
    if sys.argv[2:] == ["--fix"]:
        for path, header in list(checker.repeated()):
            text = path.read_text(encoding="utf-8").replace(f"#include <{header}>\n", "")
            path.write_text(re.sub(r"\n{3,}", "\n\n", text), encoding="utf-8")
        checker = Checker(checker.root)
    faults = list(checker.faults())
    print("\n".join(faults) if faults else f"{len(checker.rooms)} rooms, no include against the table")
    return 1 if faults or len(checker.rooms) < 5 else 0


if __name__ == "__main__":
    sys.exit(main())
