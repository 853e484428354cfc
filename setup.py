"""Builds the Python package with CMake: `pip install .`

SUBINTENT_BUILD_FOLDER=FOLDER takes the extension of a build that is there instead of making one in build/python.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


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


setup(
    version=re.search(r"project\(subintent VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1],
    ext_modules=[Extension("subintent._core", sources=[])],
    cmdclass={"build_ext": CMakeExtension},
)
