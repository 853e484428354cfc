"""What the extension shows to other libraries of a process: the function that Python calls, and nothing else."""
import shutil
import subprocess
import sys

import pytest

from subintent import _core


@pytest.mark.skipif(shutil.which("nm") is None or sys.platform == "darwin", reason="needs nm, of a linker with version scripts")
def test_one_symbol():
    done = subprocess.run(["nm", "-D", "--defined-only", _core.__file__], check=True, capture_output=True, text=True)
    assert [line.split()[-1] for line in done.stdout.splitlines()] == ["PyInit__core"]


def test_the_package_brings_in_little_when_it_is_imported():
    without = subprocess.run([sys.executable, "-c", "import sys; sys.modules['numpy'] = None; import subintent"], check=False, capture_output=True, text=True).stderr
    assert f"subintent needs NumPy in the interpreter that runs, {sys.executable};" in without and "python3-numpy" in without
    code = "import sys, numpy; before = set(sys.modules); import subintent; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "subintent._core" in done.stdout.split()
    assert {"html", "http", "socket", "ssl", "urllib.request", "xml.sax", "pandas", "scipy", "sklearn"} & set(done.stdout.split()) == set()
