"""Types that functions take for judgments, runs and paths; and what values have in common."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence, TypeVar, Union

if TYPE_CHECKING:
    from ._judgments import Judgments
    from ._run import Run

PathLike = Union[str, "os.PathLike[str]"]

# See Judgments and Run for what each of these means. Data frames are Any: pandas need not be there.
QrelsLike = Union["Judgments", PathLike, Mapping[Any, Any], Iterable[Any], Any]
RunLike = Union["Run", PathLike, Mapping[Any, Mapping[Any, float]], Mapping[Any, Sequence[Any]], Iterable[Any], Any]

Self = TypeVar("Self", bound="Immutable")


class Immutable:
    """A value of the library that never changes: a copy is the value itself, but for pickles."""

    def __copy__(self: Self) -> Self:
        return self

    def __deepcopy__(self: Self, memo: Any) -> Self:
        return self
