"""Tables of results: data frames where pandas is there, else lists of named tuples."""

from __future__ import annotations

from typing import Any, Iterable, List, NamedTuple, Sequence, Type


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        return None
    return pandas


def table(row_type: Type[Any], rows: Iterable[Sequence[Any]]) -> Any:
    """A table with the fields of `row_type`, a named tuple, as columns."""
    pandas = _pandas()
    if pandas is None:
        return [row_type(*row) for row in rows]
    return pandas.DataFrame([tuple(row) for row in rows], columns=row_type._fields)


def joined(columns: Sequence[str], keys: Sequence[Sequence[Any]], tables: Sequence[Any]) -> Any:
    """Tables of the same columns one after the other, each with its values of `columns` before its own.

    Of tuples of tables: a tuple of such tables.
    """
    first = tables[0]
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(joined(columns, keys, part) for part in zip(*tables)))
    if isinstance(first, list):
        return _joined_lists(columns, keys, tables)
    pandas = _pandas()
    frames = []
    for key, frame in zip(keys, tables):
        frame = frame.copy()
        for place, (name, value) in enumerate(zip(columns, key)):
            frame.insert(place, name, value)
        frames.append(frame)
    return pandas.concat(frames, ignore_index=True)


def _joined_lists(columns: Sequence[str], keys: Sequence[Sequence[Any]], tables: Sequence[Any]) -> List[Any]:
    rows = [(key, row) for key, rows_of_key in zip(keys, tables) for row in rows_of_key]
    if not rows:
        return []
    given = type(rows[0][1])
    fields = [(name, Any) for name in (*columns, *given._fields)]
    row_type: Any = NamedTuple(given.__name__, fields)  # type: ignore[misc]
    return [row_type(*key, *row) for key, row in rows]
