"""Builds the Python package with CMake: `pip install .`, or `pip wheel .` for a file that carries its libraries to other machines.

SUBINTENT_BUILD_FOLDER=FOLDER takes the extension of a build that is there instead of making one in build/python.
"""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent

# Libraries of the C and C++ runtime, which every Linux with Python has (PEP 600), are not carried.
RUNTIME = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s))\.so[.0-9]*$")


def libraries_of(binary):
    """The shared libraries, except RUNTIME, that `binary` needs itself: soname -> path."""
    needed = subprocess.run(["patchelf", "--print-needed", binary], check=True, capture_output=True, text=True).stdout.split()
    loaded = subprocess.run(["ldd", binary], check=True, capture_output=True, text=True).stdout
    paths = dict(re.findall(r"(\S+) => (/\S+)", loaded))
    missing = [name for name in needed if not RUNTIME.match(name) and name not in paths]
    if missing:
        sys.exit(f"{binary} needs {', '.join(missing)}, which cannot be found; install what provides it")
    return {name: pathlib.Path(paths[name]) for name in needed if not RUNTIME.match(name)}


def carry_libraries(extension):
    """Copies all libraries that `extension` needs into the folder libs beside it, and has it look there.

    Their names get part of a digest, so that other packages in the same process keep their own versions.
    """
    folder = extension.parent / "libs"
    folder.mkdir(exist_ok=True)
    carried = {}  # path -> name in the folder

    def carry(binary, search_path):
        for name, path in libraries_of(binary).items():
            if path not in carried:
                stem, ending = path.name.split(".so", 1)
                digest = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
                carried[path] = f"{stem}-{digest}.so{ending}"
                copy = folder / carried[path]
                shutil.copyfile(path, copy)
                subprocess.run(["patchelf", "--set-soname", copy.name, copy], check=True)
                carry(copy, "$ORIGIN")
            subprocess.run(["patchelf", "--replace-needed", name, carried[path], binary], check=True)
        subprocess.run(["patchelf", "--set-rpath", search_path, binary], check=True)

    carry(extension, "$ORIGIN/libs")


class CMakeExtension(build_ext):
    """Has CMake build the extension, and puts it where the package is put together."""

    def build_extension(self, ext):
        folder = os.environ.get("SUBINTENT_BUILD_FOLDER")
        if folder is None:
            folder = ROOT / "build" / "python"
            options = [f"-DPython_EXECUTABLE={sys.executable}", "-DBUILD_TESTING=OFF", "-DCMAKE_BUILD_TYPE=Release"]
            subprocess.run(["cmake", "-S", ROOT, "-B", folder, *options], check=True)
            subprocess.run(["cmake", "--build", folder, "--target", "python", "--parallel"], check=True)
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as prefix:
            subprocess.run(["cmake", "--install", folder, "--component", "python", "--prefix", prefix], check=True)
            made = [path for path in pathlib.Path(prefix).rglob("_core.*") if path.suffix != ".pyi"]
            if not made:
                sys.exit("CMake did not build the extension: install Python's headers and pybind11 (python3-dev, pybind11-dev)")
            self.copy_file(made[0], target)
        if self.inplace or not sys.platform.startswith("linux"):
            return
        if shutil.which("patchelf"):
            carry_libraries(target)
        else:
            print("patchelf is not installed: the package will use the libraries of this machine", file=sys.stderr)


setup(
    version=re.search(r"project\(subintent VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1],
    ext_modules=[Extension("subintent._core", sources=[])],
    cmdclass={"build_ext": CMakeExtension},
)
