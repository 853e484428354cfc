"""Tables of other libraries, as columns by their names: what values.cpp takes for a data frame."""

from __future__ import annotations

import contextlib
import ctypes
from typing import Any, Callable, Dict, Iterator, List, NoReturn, Tuple

import numpy

from . import _core
from ._errors import Error

# Kinds of the data frame interchange protocol (https://data-apis.org/dataframe-protocol), with NumPy's.
_NUMBERS = {0: "i", 1: "u", 2: "f", 20: "b"}
_TEXT, _CATEGORY = 21, 23
_MAIN_MEMORY = 1  # of DLPack


def _refuse(name: str, what: str, advice: str = "give a data frame, or tuples") -> NoReturn:
    raise Error(f"the column {name} {what}", kind="input", advice=advice)


class Interchanged:
    """A table that has ``__dataframe__``."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame.__dataframe__()
        self.columns: List[str] = list(self._frame.column_names())

    def __getitem__(self, name: str) -> "numpy.ndarray[Any, Any]":
        parts = [_values(part, name) for part in self._frame.get_column_by_name(name).get_chunks()]
        return numpy.concatenate(parts) if parts else numpy.empty(0, dtype=object)


def _buffer(column: Any, which: str, name: str, size: int) -> Tuple["numpy.ndarray[Any, Any]", Any]:
    """The `size` values of a buffer from the column's offset on, or all that there are where it is negative; and the buffer, which has them."""
    found = column.get_buffers()[which]
    if found is None:
        _refuse(name, f"has no {which}")
    buffer, (kind, bits, *_) = found
    if int(buffer.__dlpack_device__()[0]) != _MAIN_MEMORY:
        _refuse(name, "is not in the main memory of this machine", "copy it there")
    code = "u" if int(kind) == _TEXT else _NUMBERS.get(int(kind))
    widths = {"b": (1, 8), "f": (16, 32, 64)}.get(code or "", (8, 16, 32, 64))
    if code is None or bits not in widths:
        _refuse(name, f"has {which} of the kind {kind!s} and {bits} bits")
    wide = 1 if bits < 8 or int(kind) == _TEXT else bits // 8
    held = (ctypes.c_uint8 * buffer.bufsize).from_address(buffer.ptr) if buffer.bufsize else b""
    values = numpy.frombuffer(held, dtype=f"{'u' if wide == 1 and code == 'b' else code}{wide}", count=buffer.bufsize // wide)
    if size < 0:
        return values, buffer
    first = int(column.offset)
    if bits < 8:
        values = numpy.unpackbits(values, bitorder="little")
    if first < 0 or len(values) < first + size:
        _refuse(name, f"has {len(values)} {which}, and needs {first + size}")
    return values[first : first + size], buffer


def _present(column: Any, name: str, values: "numpy.ndarray[Any, Any]") -> Any:
    """Which values are there; None where all are."""
    how, mark = column.describe_null
    if int(how) == 0:
        return None
    if int(how) == 1:
        return values == values
    if int(how) == 2:
        return values != mark
    present: Any = _buffer(column, "validity", name, len(values))[0] != mark
    return present


def _texts(column: Any, name: str, size: int) -> Tuple["numpy.ndarray[Any, Any]", Any]:
    held, _keep = _buffer(column, "data", name, -1)
    offsets, _keep_too = _buffer(column, "offsets", name, size + 1)
    if offsets.dtype.kind not in "iu":
        _refuse(name, "has offsets that are no whole numbers")
    data, places = held.tobytes(), offsets.tolist()
    made = numpy.empty(size, dtype=object)
    present = _present(column, name, made) if int(column.describe_null[0]) in (3, 4) else None
    for row, (begin, end) in enumerate(zip(places, places[1:])):
        if present is not None and not present[row]:
            continue
        if not 0 <= begin <= end <= len(data):
            _refuse(name, "has offsets that do not ascend, or exceed its data")
        try:
            made[row] = data[begin:end].decode()
        except UnicodeDecodeError:
            _refuse(name, "holds a text that is not UTF-8")
    return made, _present(column, name, made) if present is None else present


def _categories(column: Any, name: str, size: int) -> Tuple["numpy.ndarray[Any, Any]", Any]:
    categories = column.describe_categorical["categories"]
    if categories is None:
        _refuse(name, "has no categories")
    codes, _keep = _buffer(column, "data", name, size)
    present = _present(column, name, codes)
    words = numpy.concatenate([_values(part, name) for part in categories.get_chunks()] or [numpy.empty(0, dtype=object)]).astype(object)
    used = codes if present is None else codes[present]
    if len(used) and (used.dtype.kind not in "iu" or used.min() < 0 or used.max() >= len(words)):
        _refuse(name, "exceeds its categories")
    made = numpy.empty(size, dtype=object)
    made[slice(None) if present is None else present] = words[used.astype("i8")]
    return made, present


def _values(column: Any, name: str) -> "numpy.ndarray[Any, Any]":
    kind, bits = column.dtype[:2]
    size = int(column.size())
    if size < 0:
        _refuse(name, "has a negative length")
    values: "numpy.ndarray[Any, Any]"
    if int(kind) == _CATEGORY:
        values, present = _categories(column, name, size)
    elif int(kind) == _TEXT:
        values, present = _texts(column, name, size)
    elif int(kind) in _NUMBERS and bits >= 8:
        held, _keep = _buffer(column, "data", name, size)
        values = held.copy()
        present = None if int(column.describe_null[0]) == 1 else _present(column, name, values)
    else:
        _refuse(name, f"is of the kind {kind!s} of the data frame protocol", "cast it to text or to a number")
    if present is not None and not present.all():
        values = values.astype(object)
        values[~present] = None
    return values


@contextlib.contextmanager
def _naming(name: str) -> Iterator[None]:
    """Errors say which argument the table is, and errors of its own library are said to be those."""
    try:
        yield
    except Error as fault:
        raise Error(fault.message, kind=fault.kind, file=name, advice=fault.advice) from fault
    except (MemoryError, TypeError):
        raise
    except Exception as fault:
        what = f"its library cannot read the table: {type(fault).__name__}: {fault}"
        raise Error(what, kind="input", file=name, advice="give a data frame of pandas, or tuples") from fault


def _arrow_table(table: Any, name: str) -> Any:
    stream = table.__arrow_c_stream__()
    if type(stream).__name__ != "PyCapsule":
        raise TypeError(f"{name}: __arrow_c_stream__ gives no capsule but {type(stream).__name__}")
    return _core.ArrowTable(stream)


class _Named:
    """The columns of a table that is the argument `name`."""

    def __init__(self, make: Callable[[], Any], name: str) -> None:
        self._name = name
        with _naming(name):
            self._table = make()
            self.columns: List[Any] = list(self._table.columns)

    def __getitem__(self, column: Any) -> "numpy.ndarray[Any, Any]":
        with _naming(self._name):
            values: "numpy.ndarray[Any, Any]" = self._table[column]
            return values


def frame_of(table: Any, name: str) -> Any:
    """Columns of a table of Arrow, or of one for data frames of all libraries; `name` is the argument that it is."""
    is_arrow = hasattr(table, "__arrow_c_stream__")
    return _Named(lambda: _arrow_table(table, name) if is_arrow else Interchanged(table), name)


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
    called = (column for name in _core.run_columns for column in columns if _plain(column) == _plain(name))
    run = next(called, None)
    if run is None:
        return []
    columns.remove(run)
    rows: Dict[str, List[int]] = {}
    for row, name in enumerate(numpy.asarray(frame[run], dtype=object)):
        rows.setdefault(str(name), []).append(row)
    return [(name, _Rows(frame, columns, numpy.array(of_run))) for name, of_run in rows.items()]


def is_table(given: Any) -> bool:
    """Whether it is a data frame or a table of any library."""
    return any(hasattr(given, name) for name in ("itertuples", "__arrow_c_stream__", "__dataframe__"))
