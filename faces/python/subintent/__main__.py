"""`python -m subintent`, and what pip installs as `subintent`: the program, where the package carries it, as wheels do."""

import os
import pathlib
import sys

from . import __version__

PACKAGE = pathlib.Path(__file__).parent
# In this package, or in what subintent[collections] adds to one for evaluation alone.
PROGRAMS = [PACKAGE / "bin" / "subintent", PACKAGE.with_name("subintent_collections") / "bin" / "subintent"]


def main() -> int:
    """Becomes the program; where there is none, says so."""
    for program in PROGRAMS:
        if program.is_file():
            os.execv(program, [str(program), *sys.argv[1:]])
    wanted = sys.argv[1:] not in ([], ["--version"])
    print(
        f"subintent {__version__}: the Python package alone. The program comes with pip install 'subintent[collections]' and with Debian's"
        " package subintent; README.md of the sources says how to build it.",
        file=sys.stderr if wanted else sys.stdout,
    )
    return 1 if wanted else 0


if __name__ == "__main__":
    sys.exit(main())
