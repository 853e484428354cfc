"""Files by their paths, and files that are written as a whole."""

from __future__ import annotations

import contextlib
import os
from typing import IO, Any, Iterable, Iterator, List, Mapping, Union, cast

from ._arguments import items, refuse
from ._errors import Error
from ._types import PathLike


def path_of(given: Any, argument: str) -> str:
    """A path, as the library takes it: bytes where it is not UTF-8."""
    if not isinstance(given, (str, os.PathLike)):
        refuse(argument, "a path", given)
    path = os.fsdecode(given)
    if not path:
        raise ValueError(f"{argument}: a path cannot be empty")
    try:
        encoded = os.fsencode(path)
    except UnicodeEncodeError:
        encoded = b"\0"
    if b"\0" in encoded:
        raise ValueError(f"{argument}: a path cannot be {path!r:.60}")
    return path if path.isascii() else cast(str, encoded)


def paths_of(paths: Union[PathLike, Iterable[PathLike]], argument: str = "paths") -> List[str]:
    """The paths of one or several files."""
    if isinstance(paths, Mapping) or hasattr(type(paths), "columns"):  # whose names are no paths
        refuse(argument, "a path or paths", paths)
    listed = [paths] if isinstance(paths, (str, os.PathLike)) else items(paths, argument, "a path or paths")
    return [path_of(path, argument) for path in listed]


def is_pattern(path: str) -> bool:
    return any(character in path for character in "*?[") and not os.path.exists(path)


def collections_of(paths: Union[PathLike, Iterable[PathLike]], argument: str) -> List[str]:
    """The paths of files and folders; a pattern of them is none."""
    listed = paths_of(paths, argument)
    for path in map(os.fsdecode, listed):
        if is_pattern(path):
            raise Error("cannot be opened: there is no file of this name", kind="system", file=path, advice="give the folder, or a list of paths: sorted(glob.glob(...))")
    return listed


@contextlib.contextmanager
def written(path: PathLike, argument: str = "output") -> Iterator[IO[bytes]]:
    """A file that appears under its name when all is written; where that fails, nothing is left."""
    place = os.fsdecode(path_of(path, argument))
    unfinished = f"{place}.{os.getpid()}.tmp"
    try:
        with open(unfinished, "wb") as file:
            yield file
        os.replace(unfinished, place)
    except BaseException:
        with contextlib.suppress(OSError):
            os.remove(unfinished)
        raise
