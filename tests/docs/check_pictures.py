#!/usr/bin/env python3
"""check_pictures.py SOURCE SUBINTENT: docs/pictures has what its script draws, and every picture there is on a page."""
import pathlib
import subprocess
import sys
import tempfile


def main():
    source, program = pathlib.Path(sys.argv[1]), sys.argv[2]
    pictures = source / "docs" / "pictures"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([pictures / "make_pictures.sh", program, folder], check=True)
        made = {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}
    faults = [f"{name} is not what the program draws" for name, data in sorted(made.items())
              if not (pictures / name).exists() or (pictures / name).read_bytes() != data]
    pages = "".join(path.read_text(encoding="utf-8") for path in [source / "README.md", *(source / "docs").rglob("*.md")])
    faults += [f"{path.name} is on no page" for path in sorted(pictures.glob("*.*g")) if f"pictures/{path.name})" not in pages]
    print(f"{len(made)} pictures drawn", *faults, sep="\n")
    return 1 if faults or not made else 0


if __name__ == "__main__":
    sys.exit(main())
