#!/usr/bin/env python3
"""check_library.py WAY --cmake C --compiler C --source S --build B: the programs of docs/library.md build and print what the page says.

WAY: find_package or pkg-config (one program), of what `cmake --install` puts down; or add_subdirectory, where configuring and the target
are checked (the sources are the same, and building them again takes minutes).
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROJECT = """cmake_minimum_required(VERSION 3.21)
project(mine LANGUAGES CXX)
{subintent}
foreach(program {programs})
  add_executable(${{program}} ${{program}}.cpp)
  target_link_libraries(${{program}} PRIVATE subintent::subintent)
endforeach()
"""


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, text=True, **options)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("way")
    for name in ("cmake", "compiler", "source", "build"):
        parser.add_argument(f"--{name}", required=True)
    o = parser.parse_args()
    page = (pathlib.Path(o.source) / "docs" / "library.md").read_text(encoding="utf-8")
    pairs = re.findall(r"^```cpp\n(#include.*?)^```$.*?^```text\n(.*?)^```$", page, re.M | re.S)
    programs = {f"mine{i}": program for i, (program, _) in enumerate(pairs)}
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        prefix = root / "installed"
        for name, program in programs.items():
            (root / f"{name}.cpp").write_text(program)
        (root / "data").symlink_to(pathlib.Path(o.source).resolve() / "data")
        configure = [o.cmake, "-S", root, "-B", root / "build", "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={o.compiler}"]
        if o.way == "add_subdirectory":
            (root / "CMakeLists.txt").write_text(PROJECT.format(subintent=f"add_subdirectory({o.source} subintent)", programs=" ".join(programs)))
            run(*configure, stdout=subprocess.DEVNULL)
            targets = run(o.cmake, "--build", root / "build", "--target", "help", stdout=subprocess.PIPE).stdout
            wrong = [t for t in ("subintent_library",) if f"{t}:" not in targets] + [t for t in ("test_core", "subintent", "site") if f"\n{t}:" in targets]
            print("wrong targets:" if wrong else "targets as they should be", *wrong)
            return 1 if wrong else 0
        run(o.cmake, "--install", o.build, "--prefix", prefix, stdout=subprocess.DEVNULL)
        if o.way == "find_package":
            (root / "CMakeLists.txt").write_text(PROJECT.format(subintent="find_package(subintent REQUIRED)", programs=" ".join(programs)))
            run(*configure, f"-DCMAKE_PREFIX_PATH={prefix}", stdout=subprocess.DEVNULL)
            run(o.cmake, "--build", root / "build", stdout=subprocess.DEVNULL)
            folder_of_programs = root / "build"
        else:
            package = next(prefix.rglob("subintent.pc")).parent
            flags = run("pkg-config", "--cflags", "--libs", "subintent", stdout=subprocess.PIPE,
                        env=dict(os.environ, PKG_CONFIG_PATH=str(package))).stdout.split()
            folder_of_programs = root
            programs = dict([programs.popitem()])
            pairs = pairs[-1:]
            for name in programs:
                run(o.compiler, "-std=c++20", root / f"{name}.cpp", "-o", root / name, *flags)
        libraries = os.pathsep.join(str(path.parent) for path in prefix.rglob("libsubintent.*"))
        faults = 0
        for name, (_, expected) in zip(programs, pairs):
            printed = run(folder_of_programs / name, stdout=subprocess.PIPE, cwd=root, env=dict(os.environ, LD_LIBRARY_PATH=libraries)).stdout
            if printed != expected:
                print("It prints\n" + printed + "and the page says\n" + expected)
                faults += 1
    return 1 if faults or not pairs else 0


if __name__ == "__main__":
    sys.exit(main())
