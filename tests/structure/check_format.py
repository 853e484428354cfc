#!/usr/bin/env python3
"""check_format.py SOURCE: all C++ is as clang-format 14 lays it out. Exit code 77 where that is not installed.

Other versions lay out some lines differently. `clang-format -i FILE` mends what is named.
"""
import pathlib
import re
import shutil
import subprocess
import sys

ELSEWHERE = re.compile(r"\.|build|obj-|debian")


def clang_format():
    for name in ("clang-format-14", "clang-format"):
        if shutil.which(name) and " 14." in subprocess.run([name, "--version"], capture_output=True, text=True, check=True).stdout:
            return name
    return None


def main():
    root = pathlib.Path(sys.argv[1])
    program = clang_format()
    if not program:
        print("clang-format 14 is not installed")
        return 77
    files = [path for folder in sorted(root.iterdir()) if folder.is_dir() and not ELSEWHERE.match(folder.name)
             for path in sorted(folder.rglob("*")) if path.suffix in (".h", ".cpp") and "node_modules" not in path.parts]
    if len(files) < 300:
        sys.exit(f"only {len(files)} files found: this script no longer knows where they are")
    done = subprocess.run([program, "--dry-run", "-Werror", *files], check=False, capture_output=True, text=True)
    names = sorted(set(re.findall(r"^(\S+?):\d+:\d+: error: code should be clang-formatted", done.stderr, re.M)))
    print("\n".join(f"{name} has another format: {program} -i {name}" for name in names) or done.stderr or f"{len(files)} files")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
