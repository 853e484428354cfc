"""`python -m subintent`, and what pip installs as `subintent`: the program, where the package carries it, as wheels do."""

import os
import pathlib
import sys

from . import __version__

PROGRAM = pathlib.Path(__file__).parent / "bin" / "subintent"


def main() -> int:
    """Becomes the program; where there is none, says so."""
    if PROGRAM.is_file():
        os.execv(PROGRAM, [str(PROGRAM), *sys.argv[1:]])
    wanted = sys.argv[1:] not in ([], ["--version"])
    print(
        f"subintent {__version__}: the Python package alone. The program has to be built: docs/install.md of the sources says how.",
        file=sys.stderr if wanted else sys.stdout,
    )
    return 1 if wanted else 0


if __name__ == "__main__":
    sys.exit(main())
