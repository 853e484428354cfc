"""The scripts of the first hour on a system that is not Debian: cmake/prepare.sh says what to do, once, and goes on.

usage: check_scripts.py SOURCE
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

source = pathlib.Path(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    for tool in ("bash", "cat"):  # and no apt-get
        (pathlib.Path(folder) / tool).symlink_to(shutil.which(tool))
    script = f"set -euo pipefail; . {source}/cmake/prepare.sh; install_dependencies g++; install_dependencies mandoc; echo goes on"
    run = subprocess.run(["bash", "-c", script], env={"PATH": folder}, capture_output=True, text=True)
if run.returncode != 0 or run.stdout != "goes on\n" or run.stderr.count("This is not Debian") != 1 or "README.md" not in run.stderr:
    sys.exit(f"exit code {run.returncode}, printed: {run.stdout}{run.stderr}")
