"""`pip install .` and `pip wheel .`, without a network; and what is installed has its types."""
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import zipfile

import pytest

import subintent

from conftest import ROOT

for package in ("pip", "setuptools", "wheel"):
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed", allow_module_level=True)

BUILD = pathlib.Path(subintent.__file__).absolute().parents[2]


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, **options).stdout


@pytest.fixture(name="source")
def copied_source(tmp_path, monkeypatch):
    """What pip needs of the sources, as it builds where they are, and the extension that is built already."""
    monkeypatch.setenv("SUBINTENT_BUILD_FOLDER", str(BUILD))
    monkeypatch.delenv("PYTHONPATH")
    folder = tmp_path / "source"
    folder.mkdir()
    for name in ("pyproject.toml", "setup.py", "CMakeLists.txt", "README.md", "python"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def test_pip_install(source, tmp_path):
    run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "--no-index", "--no-build-isolation", source, cwd=tmp_path)
    printed = run(python, "-c", "import subintent; print(subintent.__file__, subintent.__version__)", cwd=tmp_path)
    assert printed.startswith(str(tmp_path / "venv")) and printed.split()[1] == subintent.__version__
    package = pathlib.Path(printed.split()[0]).parent
    assert (package / "py.typed").exists() and (package / "_core.pyi").exists()


@pytest.mark.skipif(not shutil.which("patchelf"), reason="patchelf is not installed")
def test_a_wheel_carries_its_libraries(source, tmp_path):
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-index", "--no-build-isolation", "-w", tmp_path, source, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "unpacked")
    # What is loaded from elsewhere belongs to the runtime of C++, or was loaded before by Python itself.
    printed = run(sys.executable, "-c", """
import re
def loaded(): return set(re.findall(r"/\\S+[.]so\\S*", open("/proc/self/maps").read()))
import numpy
before = loaded()
import subintent
for path in sorted(loaded() - before): print(path)
""", cwd=tmp_path / "unpacked")
    outside = [path for path in printed.split() if not path.startswith(str(tmp_path))]
    assert any("/subintent/libs/libtbb-" in path for path in printed.split())
    assert not [path for path in outside if not path.rsplit("/", 1)[1].startswith(("libstdc++", "libgcc_s", "libm.", "_"))], outside
