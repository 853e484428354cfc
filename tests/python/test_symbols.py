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
