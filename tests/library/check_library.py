#!/usr/bin/env python3
"""check_library.py WAY --cmake C --compiler C --source S --build B: the program of docs/library.md builds and prints what the page says.

WAY: find_package or pkg-config, of what `cmake --install` puts down; or add_subdirectory, where configuring and the target
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
add_executable(mine mine.cpp)
target_link_libraries(mine PRIVATE subintent::subintent)
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
    program = re.search(r"^```cpp\n(.*?)^```$", page, re.M | re.S)[1]
    expected = re.search(r"^```text\n(.*?)^```$", page, re.M | re.S)[1]
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        prefix = root / "installed"
        (root / "mine.cpp").write_text(program)
        configure = [o.cmake, "-S", root, "-B", root / "build", "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={o.compiler}"]
        if o.way == "add_subdirectory":
            (root / "CMakeLists.txt").write_text(PROJECT.format(subintent=f"add_subdirectory({o.source} subintent)"))
            run(*configure, stdout=subprocess.DEVNULL)
            targets = run(o.cmake, "--build", root / "build", "--target", "help", stdout=subprocess.PIPE).stdout
            wrong = [t for t in ("subintent_library",) if f"{t}:" not in targets] + [t for t in ("test_collection", "subintent", "site") if f"\n{t}:" in targets]
            print("wrong targets:" if wrong else "targets as they should be", *wrong)
            return 1 if wrong else 0
        run(o.cmake, "--install", o.build, "--prefix", prefix, stdout=subprocess.DEVNULL)
        if o.way == "find_package":
            (root / "CMakeLists.txt").write_text(PROJECT.format(subintent="find_package(subintent REQUIRED)"))
            run(*configure, f"-DCMAKE_PREFIX_PATH={prefix}", stdout=subprocess.DEVNULL)
            run(o.cmake, "--build", root / "build", stdout=subprocess.DEVNULL)
            made = root / "build" / "mine"
        else:
            package = next(prefix.rglob("subintent.pc")).parent
            flags = run("pkg-config", "--cflags", "--libs", "subintent", stdout=subprocess.PIPE,
                        env=dict(os.environ, PKG_CONFIG_PATH=str(package))).stdout.split()
            made = root / "mine"
            run(o.compiler, "-std=c++20", root / "mine.cpp", "-o", made, *flags)
        libraries = os.pathsep.join(str(path.parent) for path in prefix.rglob("libsubintent.*"))
        printed = run(made, stdout=subprocess.PIPE, env=dict(os.environ, LD_LIBRARY_PATH=libraries)).stdout
    if printed != expected:
        print("It prints\n" + printed + "and the page says\n" + expected)
    return 0 if printed == expected else 1


if __name__ == "__main__":
    sys.exit(main())
