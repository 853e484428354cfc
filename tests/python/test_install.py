"""`pip install .` in a virtual environment, without a network; and what is installed has its types."""
import pathlib
import subprocess
import sys

import subintent

from conftest import ROOT

BUILD = pathlib.Path(subintent.__file__).absolute().parents[2]


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, **options).stdout


def test_pip_install(tmp_path, monkeypatch):
    monkeypatch.setenv("SUBINTENT_BUILD_FOLDER", str(BUILD))
    monkeypatch.delenv("PYTHONPATH")
    # pip builds where the sources are: a copy keeps the tree clean.
    source = tmp_path / "source"
    source.mkdir()
    for name in ("pyproject.toml", "setup.py", "CMakeLists.txt", "README.md", "python"):
        (source / name).symlink_to(ROOT / name)
    run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", tmp_path / "venv")
    python = tmp_path / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "--no-index", "--no-build-isolation", source, cwd=tmp_path)
    printed = run(python, "-c", "import subintent; print(subintent.__file__, subintent.__version__)", cwd=tmp_path)
    assert printed.startswith(str(tmp_path / "venv")) and printed.split()[1] == subintent.__version__
    package = pathlib.Path(printed.split()[0]).parent
    assert (package / "py.typed").exists() and (package / "_core.pyi").exists()
