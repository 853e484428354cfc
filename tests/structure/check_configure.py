#!/usr/bin/env python3
"""check_configure.py CMAKE SOURCE: what CMake says where a build cannot be set up. No fault leaves more behind than CMake's own files.

All missing libraries are named at once, with Debian's packages; a build in the folder of the sources is refused.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile


def configure(cmake, *words, **options):
    done = subprocess.run([cmake, *map(str, words)], check=False, capture_output=True, text=True, **options)
    return done.returncode, " ".join(done.stderr.split())


def faults_of(cmake, source, folder):
    missing = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("ICU", "TBB", "pugixml")]
    code, errors = configure(cmake, "-S", source, "-B", folder / "build", *missing, "-DCMAKE_IGNORE_PATH=/usr/include")
    wanted = ("libicu-dev", "libtbb-dev", "libpugixml-dev", "libstemmer-dev", "ICU 70, oneTBB")
    if code == 0 or errors.count("CMake Error") != 1 or any(word not in errors for word in wanted):
        yield f"libraries are missing, and it says: {errors}"

    # Evaluation alone needs nothing of what reads collections.
    alone = ["-DSUBINTENT_COLLECTIONS=OFF", "-DBUILD_TESTING=OFF", "-DSUBINTENT_PYTHON=OFF"]
    code, errors = configure(cmake, "-S", source, "-B", folder / "alone", *alone, "-DCMAKE_DISABLE_FIND_PACKAGE_ICU=ON")
    if code != 0:
        yield f"evaluation alone cannot be set up without ICU: {errors}"
    code, errors = configure(cmake, "-S", source, "-B", folder / "program", *alone, "-DSUBINTENT_PROGRAM=ON")
    if code == 0 or "The program needs all of the library" not in errors:
        yield f"the program was asked for without collections, and it says: {errors}"

    inside = folder / "sources"
    inside.mkdir()
    shutil.copy(source / "CMakeLists.txt", inside)
    code, errors = configure(cmake, ".", cwd=inside)
    left = sorted(path.name for path in inside.iterdir())
    if code == 0 or "Build in another folder" not in errors or left != ["CMakeCache.txt", "CMakeFiles", "CMakeLists.txt"]:
        yield f"in the folder of the sources it says: {errors}, and leaves {left}"


def main():
    with tempfile.TemporaryDirectory() as folder:
        faults = list(faults_of(sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(folder)))
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
