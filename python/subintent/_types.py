"""What functions take for judgments, runs and paths."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence, Union

if TYPE_CHECKING:
    from ._judgments import Judgments
    from ._run import Run

PathLike = Union[str, "os.PathLike[str]"]

# See Judgments and Run for what each of these means. Data frames are Any: pandas need not be there.
QrelsLike = Union["Judgments", PathLike, Mapping[Any, Any], Iterable[Any], Any]
RunLike = Union["Run", PathLike, Mapping[Any, Mapping[Any, float]], Mapping[Any, Sequence[Any]], Iterable[Any], Any]
