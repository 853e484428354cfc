#!/usr/bin/env python3
"""check_scripts.py SOURCE PROGRAM: demo.sh and test.sh refuse options that they do not know before anything is installed, built or written; demo.sh
runs to its report with the program that is built; and what begins with #! in tests/ can be run.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# Stand-ins that say how they were called.
PROGRAMS = {"dpkg-query": "exit 1", "id": "echo 0", "apt-get": "exit 1", "cmake": "exit 1",
            "ctest": r"printf '  -j <jobs>, --parallel <jobs> = x\n  -N,--show-only[=format] = x\n  -R <regex>, --tests-regex <regex>\n'"}
# What is typed, its exit code (None: it goes on), and what is printed.
CALLS = [("test.sh --help", 0, "usage: "), ("demo.sh --help", 0, "usage: ./demo.sh [OUTPUT_FOLDER]"), ("test.sh attic", 2, "attic"),
         *((f"test.sh {words}", 2, f"unknown option {words.split()[-1]}") for words in ("--qiuck", "--quick --show", "core --help-me=1")),
         *((f"test.sh {words}", None, "") for words in ("--quick -R ^docs/ -j2 --parallel 2", "-N --show-only=json-v1")),
         *((f"demo.sh {words}", 2, "see ./demo.sh --help") for words in ("--hlep", "-x", "a b"))]


def faults_of(source):
    with tempfile.TemporaryDirectory() as folder:
        for tool in ("bash", "cat", "dirname", "env", "find", "getconf", "mktemp", "realpath", "rm"):
            (pathlib.Path(folder) / tool).symlink_to(shutil.which(tool))
        for name, body in PROGRAMS.items():
            path = pathlib.Path(folder) / name
            path.write_text(f"#!{shutil.which('bash')}\n{body}\n")
            path.chmod(0o755)
        for words, code, printed in CALLS:
            done = subprocess.run(["bash", "-c", f"cd {source}; ./{words}"], env={"PATH": folder}, check=False, capture_output=True, text=True)
            text = done.stdout + done.stderr
            if printed not in text or (done.returncode != code if code is not None else done.returncode == 2 or "unknown option" in text):
                yield f"{words}: exit code {done.returncode}, prints {text!r}"
    for path in sorted((source / "tests").rglob("*")):
        if path.is_file() and "node_modules" not in path.parts and path.open("rb").read(2) == b"#!" and not path.stat().st_mode & 0o100:
            yield f"{path.relative_to(source)} begins with #! and is not executable: chmod +x"


def faults_of_demo(source, program):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for link, of in (("build/release/subintent", program), ("data", source / "data"), ("tools", source / "tools")):
            (folder / link).parent.mkdir(parents=True, exist_ok=True)
            (folder / link).symlink_to(of)
        shutil.copy(source / "demo.sh", folder)
        for tool, body in {"cmake": f'echo "$@" >> {folder}/built', "dpkg-query": "printf installed"}.items():
            (folder / tool).write_text(f"#!/bin/sh\n{body}\n")
            (folder / tool).chmod(0o755)
        done = subprocess.run([folder / "demo.sh", folder / "out"], env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}, check=False, capture_output=True, text=True)
        if done.returncode != 0 or not (folder / "out/report.html").exists() or "--target subintent python" not in (folder / "built").read_text():
            yield f"demo.sh: exit code {done.returncode}, prints {done.stdout[-500:]!r} and {done.stderr[-500:]!r}, or does not build program and Python package"


def main():
    source, program = (pathlib.Path(path).resolve() for path in sys.argv[1:])
    faults = [*faults_of(source), *faults_of_demo(source, program)]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
