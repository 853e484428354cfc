#!/usr/bin/env python3
"""check_includes.py SOURCE_FOLDER: every include of another room is one that CMakeLists.txt's table of rooms allows.

The build already refuses includes of rooms that are not linked, but a room is linked to what its own rooms use as well;
this checks that the table says directly what a room includes, and that library code includes nothing of cli/.
"""
import pathlib
import re
import sys


def main():
    root = pathlib.Path(sys.argv[1])
    table = {}
    for room, uses in re.findall(r"^subintent_room\((\w+)\s+USES((?:\s+[a-z]+)*)", (root / "CMakeLists.txt").read_text(), re.M):
        table[room] = set(uses.split()) | {room}
    faults = []
    for room, allowed in table.items():
        for path in sorted(list((root / room).glob("*.h")) + list((root / room).glob("*.cpp"))):
            if path.name.startswith("command_"):
                continue  # commands belong to the program, which may use every room
            for included in re.findall(r'^#include "([a-z]+)/', path.read_text(encoding="utf-8"), re.M):
                if included not in allowed:
                    faults.append(f"{path.relative_to(root)} includes {included}/, which room {room} may not use")
            if re.search(r'#include "\.\./', path.read_text(encoding="utf-8")):
                faults.append(f"{path.relative_to(root)} includes by a path with ..")
    print("\n".join(faults) if faults else f"{len(table)} rooms, no include against the table")
    return 1 if faults or len(table) < 5 else 0


if __name__ == "__main__":
    sys.exit(main())
