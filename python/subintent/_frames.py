"""Tables of other libraries, as columns by their names: what values.cpp takes for a data frame."""

from __future__ import annotations

import json
from itertools import chain
from typing import Any, Callable, Dict, List, NoReturn, Optional, Tuple

import numpy

from . import _core
from ._errors import Error


class _Columns:
    """The columns of a table of polars, Arrow or another library, which is the argument `name`."""

    def __init__(self, table: Any, name: str) -> None:
        self._table = table
        self._name = name
        names = getattr(table, "column_names", None)  # of Arrow, whose `columns` are values
        self.columns: List[Any] = self._read(lambda: list(table.columns if names is None else names))

    def __getitem__(self, column: Any) -> "numpy.ndarray[Any, Any]":
        values: "numpy.ndarray[Any, Any]" = self._read(lambda: numpy.asarray(self._table[column]))
        return values

    def _read(self, read: Callable[[], Any]) -> Any:
        try:
            return read()
        except MemoryError:
            raise
        except Exception as fault:
            what = f"its library cannot read the table: {type(fault).__name__}: {fault}"
            raise Error(what, kind="input", file=self._name, advice="give a data frame of pandas, or tuples") from fault


def frame_of(table: Any, name: str) -> Any:
    """The columns of a table that is not of pandas; `name` is the argument that it is."""
    return _Columns(table, name)


def with_levels(given: Any) -> Any:
    """A frame of pandas, or a series of more than two levels, whose index has names, as a frame with these columns too; anything else as it is."""
    levels = [name for name in getattr(getattr(given, "index", None), "names", None) or () if name is not None]
    if len(levels) > 2 and not hasattr(given, "columns"):
        given = given.to_frame("label" if given.name is None else given.name)
    columns = getattr(given, "columns", None)
    return given.reset_index() if levels and columns is not None and not any(name in columns for name in levels) else given


class _Rows:
    """Some rows of a table, as a table."""

    def __init__(self, table: Any, columns: List[Any], rows: "numpy.ndarray[Any, Any]") -> None:
        self.columns = columns
        self._table = table
        self._rows = rows

    def __getitem__(self, name: Any) -> "numpy.ndarray[Any, Any]":
        values: "numpy.ndarray[Any, Any]" = numpy.asarray(self._table[name])[self._rows]
        return values

    def itertuples(self) -> NoReturn:
        raise NotImplementedError


def _plain(name: Any) -> str:
    return str(name).lower().replace("_", "").replace("-", "").replace(" ", "")


def runs_of_table(table: Any) -> List[Tuple[str, Any]]:
    """The runs of a table with a column that names them, in their order: names and tables; none without that column."""
    frame = table if hasattr(table, "itertuples") else frame_of(table, "runs")
    columns = list(frame.columns)

    def called(names: List[str]) -> Any:
        return next((column for name in names for column in columns if _plain(column) == _plain(name)), None)

    run, topic = called(_core.run_columns), called(_core.topic_columns)
    are_titles = _plain(run) == "name" and topic is not None and len(set(zip(frame[topic], frame[run]))) == len(frame[run])
    if run is None or are_titles:
        return []
    columns.remove(run)
    rows: Dict[str, List[int]] = {}
    for row, name in enumerate(numpy.asarray(frame[run], dtype=object)):
        if name is None or str(name) in ("", "<NA>") or name != name:
            raise Error(f"column {run} is empty", file="runs", line=row + 1, advice="name the run in every row")
        rows.setdefault(str(name), []).append(row)
    return [(name, _Rows(frame, columns, numpy.array(of_run))) for name, of_run in rows.items()]


def is_nested(value: Any) -> bool:
    return isinstance(value, (list, tuple, dict, set, frozenset)) or bool(getattr(value, "shape", ()))


def member(value: Any) -> Any:
    value = value.tolist() if hasattr(value, "tolist") else sorted(value, key=str) if isinstance(value, (set, frozenset)) else value
    if is_nested(value) or isinstance(value, (str, bool)) or value is None:
        return value
    words = str(int(value) if isinstance(value, float) and value.is_integer() else value)
    return None if words in ("nan", "<NA>", "NaT") else words


def nested_lines(given: Any, name: str, only: Optional[Tuple[str, ...]]) -> Optional[str]:
    """Rows that hold lists or objects (in the columns `only`, if given) as the lines of JSON that a file of them has; None of anything else."""
    looked_at = None if only is None else set(map(_plain, only))

    def is_looked_at(column: Any) -> bool:
        return looked_at is None or _plain(column) in looked_at

    if is_table(given):
        first = given.head(200) if hasattr(given, "head") else given.slice(0, 200) if hasattr(given, "slice") else given
        frame = first if hasattr(first, "itertuples") else frame_of(first, name)
        if not any(map(is_nested, chain(*(frame[column] for column in frame.columns if is_looked_at(column))))):
            return None
        frame = given if hasattr(given, "itertuples") else frame_of(given, name)
        rows = [dict(zip(map(str, frame.columns), row)) for row in zip(*(frame[column] for column in frame.columns))]
    elif isinstance(given[0], dict) and any(is_nested(value) for key, value in given[0].items() if is_looked_at(key)) and all(isinstance(row, dict) for row in given):
        rows = given
    else:
        return None
    lines = ({key: member(value) for key, value in row.items()} for row in rows)
    return "".join(json.dumps(line, default=lambda value: value.tolist() if hasattr(value, "tolist") else str(value)) + "\n" for line in lines)


def is_table(given: Any) -> bool:
    """Whether it is a data frame or a table of any library."""
    return any(hasattr(given, name) for name in ("itertuples", "__arrow_c_stream__", "__dataframe__"))
