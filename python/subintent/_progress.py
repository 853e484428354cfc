"""How far long work is."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple, Optional


class Progress(NamedTuple):
    """The progress that a callback is told, about ten times a second. Where it returns False the work ends with Error.

    Attributes:
        what: is being done, such as "cluster".
        unit: of what is counted, such as "intents".
        done: units so far.
        total: units in all; 0 if that is not known.
    """

    what: str
    unit: str
    done: int
    total: int


def caller_of(progress: Any) -> Optional[Callable[[str, str, int, int], Any]]:
    """The function that the extension calls for a callback of the user, or for a bar such as tqdm's."""
    if progress is None:
        return None
    if hasattr(progress, "update") and hasattr(progress, "total"):

        def update(what: str, unit: str, done: int, total: int) -> None:
            progress.total = total or None
            progress.update(done - progress.n)

        return update
    if not callable(progress):
        raise TypeError(f"progress: expected a function or a progress bar, found {type(progress).__name__}")

    def call(what: str, unit: str, done: int, total: int) -> Any:
        return progress(Progress(what, unit, done, total))

    return call
