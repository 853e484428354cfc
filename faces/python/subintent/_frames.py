"""Tables of other libraries, as columns by their names: what values.cpp takes for a data frame."""

from __future__ import annotations

import ctypes
from typing import Any, Dict, List, Tuple

import numpy

from . import _core
from ._errors import Error

# Kinds of the data frame interchange protocol (https://data-apis.org/dataframe-protocol), with NumPy's.
_NUMBERS = {0: "i", 1: "u", 2: "f", 20: "b"}
_TEXT, _CATEGORY = 21, 23


class Interchanged:
    """A table that has ``__dataframe__``."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame.__dataframe__()
        self.columns: List[str] = list(self._frame.column_names())

    def __getitem__(self, name: str) -> "numpy.ndarray[Any, Any]":
        parts = [_values(part, name) for part in self._frame.get_column_by_name(name).get_chunks()]
        return numpy.concatenate(parts) if parts else numpy.empty(0, dtype=object)


def _buffer(buffers: Dict[str, Any], name: str) -> Tuple["numpy.ndarray[Any, Any]", Any]:
    """The bytes of a buffer and what it says of their type."""
    buffer, (kind, bits, *_) = buffers[name]
    held = (ctypes.c_uint8 * buffer.bufsize).from_address(buffer.ptr) if buffer.bufsize else b""
    code = _NUMBERS.get(int(kind), "u")
    return numpy.frombuffer(held, dtype="u1" if bits < 8 or int(kind) == _TEXT else f"{code}{bits // 8}"), buffer


def _present(column: Any, buffers: Dict[str, Any], values: "numpy.ndarray[Any, Any]") -> Any:
    """Which values are there; None where all are."""
    how, mark = column.describe_null
    if int(how) == 0:
        return None
    if int(how) == 1:
        return values == values
    if int(how) == 2:
        return values != mark
    bits, _ = _buffer(buffers, "validity")
    first, size = column.offset, column.size()
    if int(how) == 3:
        bits = numpy.unpackbits(bits, bitorder="little")
    present: Any = bits[first : first + size] != mark
    return present


def _texts(column: Any, buffers: Dict[str, Any]) -> "numpy.ndarray[Any, Any]":
    held, _keep = _buffer(buffers, "data")
    data = held.tobytes()
    places = _buffer(buffers, "offsets")[0][column.offset : column.offset + column.size() + 1].tolist()
    made = numpy.empty(column.size(), dtype=object)
    made[:] = [data[begin:end].decode() for begin, end in zip(places, places[1:])]
    return made


def _values(column: Any, name: str) -> "numpy.ndarray[Any, Any]":
    kind, bits = column.dtype[:2]
    buffers = column.get_buffers()
    if int(kind) == _CATEGORY:
        categories = column.describe_categorical["categories"]
        held, _keep = _buffer({"data": (buffers["data"][0], buffers["data"][1])}, "data")
        codes = held[column.offset : column.offset + column.size()]
        words = numpy.concatenate([_values(part, name) for part in categories.get_chunks()])
        made = words.astype(object)[numpy.maximum(codes, 0)]
        present = _present(column, buffers, codes)
    elif int(kind) == _TEXT:
        made = _texts(column, buffers)
        present = _present(column, buffers, made)
    elif int(kind) in _NUMBERS and bits >= 8:
        held, _keep = _buffer(buffers, "data")
        made = held[column.offset : column.offset + column.size()].copy()
        present = None if int(column.describe_null[0]) == 1 else _present(column, buffers, made)
    else:
        message = f"the column {name} is of the kind {kind!s} of the data frame protocol"
        raise Error(message, kind="input", advice="cast it to text or to a number")
    values: "numpy.ndarray[Any, Any]" = made
    if present is not None and not present.all():
        values = made.astype(object)
        values[~present] = None
    return values


def frame_of(table: Any) -> Any:
    """Columns of a table of Arrow, or of one for data frames of all libraries."""
    if hasattr(table, "__arrow_c_stream__"):
        return _core.ArrowTable(table.__arrow_c_stream__())
    return Interchanged(table)


def is_table(given: Any) -> bool:
    """Whether it is a data frame or a table of any library."""
    return any(hasattr(given, name) for name in ("itertuples", "__arrow_c_stream__", "__dataframe__"))
