"""Files by their paths, and files that are written as a whole."""

from __future__ import annotations

import contextlib
import os
from typing import IO, Iterable, Iterator, List, Union

from ._types import PathLike


def paths_of(paths: Union[PathLike, Iterable[PathLike]]) -> List[str]:
    """The paths of one or several files."""
    return [os.fspath(path) for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]


@contextlib.contextmanager
def written(path: PathLike) -> Iterator[IO[bytes]]:
    """A file that appears under its name when all is written; where that fails, nothing is left."""
    unfinished = f"{os.fspath(path)}.{os.getpid()}.tmp"
    try:
        with open(unfinished, "wb") as file:
            yield file
        os.replace(unfinished, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.remove(unfinished)
        raise
