#!/usr/bin/env python3
"""check_reference.py SOURCE [DOXYGEN]: the reference of the library is made without a warning, and has its classes.

Exit code 77 where doxygen is not installed.
"""
import pathlib
import subprocess
import sys
import tempfile


def main():
    source, doxygen = pathlib.Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    if not doxygen or doxygen.endswith("NOTFOUND"):
        print("doxygen is not installed")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        for name in ("docs", "engine"):  # as in a clone where nothing was built
            (pathlib.Path(folder) / name).symlink_to(source / name)
        done = subprocess.run([doxygen, "docs/Doxyfile"], cwd=folder, capture_output=True, text=True, check=False)
        print(done.stdout + done.stderr)
        pages = "".join(page.read_text(encoding="utf-8") for page in (pathlib.Path(folder) / "reference").rglob("class*.html"))
    missing = [words for words in ("with all that depends on the judgments computed once", "Makes terms of texts", "Ranked lists as they are") if words not in pages]
    print("\n".join(f"not in the reference: {words}" for words in missing))
    return 1 if done.returncode != 0 or done.stderr.strip() or missing else 0


if __name__ == "__main__":
    sys.exit(main())
