"""Tables: what functions return that find more than one thing."""

from __future__ import annotations

import difflib
import functools
import importlib
import math
import sys
from collections import namedtuple
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
    Union,
    get_type_hints,
    overload,
)

from . import _core
from ._arguments import count, text
from ._errors import Error

Row = TypeVar("Row", bound=Tuple[Any, ...], covariant=True)
Columns = Tuple[Tuple[str, type], ...]

TYPES = {"str": str, "int": int, "float": float}  # by the names that the extension gives them

_MOST_SHOWN = 60  # rows of a table that is shown by itself
_LONGEST_SHOWN = 80  # characters of a cell that is printed


@functools.lru_cache(maxsize=256)
def row_class(columns: Columns) -> Any:
    """A class of named tuples with these columns; those whose names are no identifiers have no attribute."""
    base: Any = namedtuple("Row", [name for name, _ in columns], rename=True)  # type: ignore[misc]
    members = {"__slots__": (), "_columns": columns, "_fields": tuple(name for name, _ in columns), "__reduce__": lambda row: (_row, (columns, tuple(row)))}
    return type("Row", (base,), members)


def _row(columns: Columns, values: Tuple[Any, ...]) -> Any:
    return row_class(columns)._make(values)


@functools.lru_cache(maxsize=256)
def columns_of(row_type: Any) -> Columns:
    """Names and types of a class of named tuples; that of Optional[float] is float."""
    if hasattr(row_type, "_columns"):
        made: Columns = row_type._columns
        return made
    hints = get_type_hints(row_type)
    return tuple((name, (getattr(hints[name], "__args__", None) or [hints[name]])[0]) for name in row_type._fields)


def module(name: str) -> Any:
    """A library that is there only where users have installed it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise ImportError(f"to_{name}() needs {name}, which is not installed; install it, or use to_dicts()") from None


def caption_of(given: Optional[str]) -> Optional[str]:
    """The caption, which is no path, as other libraries take one."""
    if isinstance(given, str) and given.endswith((".tex", ".md")) and " " not in given:
        raise Error(f"caption: {given} seems to be a file", kind="argument", argument="caption", advice=f"write the text to it: pathlib.Path({given!r}).write_text(...)")
    return given


def _cell(value: Any, digits: int) -> str:
    if value is None or value != value:
        return ""
    if not isinstance(value, float):
        return str(value)
    shown = f"{value:.{digits}f}"
    return shown[1:] if shown.startswith("-") and not shown.strip("-0.") else shown


def _p_cell(value: Any, digits: int, trials: Optional[int]) -> str:
    """A p-value is never 0; that of a random test is not known to be below 1 / trials."""
    if not isinstance(value, float) or value >= 10.0**-digits:
        return _cell(value, digits)
    least = max(1, math.ceil(10**digits / trials)) if trials else 1
    return f"<{least / 10**digits:.{digits}f}"


def _same(a: Any, b: Any) -> bool:
    return bool(a == b) or (a != a and b != b)  # NaN is the same as NaN


def terminal_width() -> int:
    """In columns; 0 where there is no terminal."""
    import shutil  # brings in libraries of compression

    return shutil.get_terminal_size((0, 0)).columns


def _shortened(text: str) -> str:
    """A sentence is cut in a table that is printed, and stands in full below it."""
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1].rstrip() + "…"


class Table(Sequence[Row]):
    """Rows with named columns, as comparisons and studies return them.

    A row is a named tuple: ``row.p``, or ``run1, run2, *_ = row``. A table is a sequence of rows
    that does not change: ``len(table)``, ``for row in table``, ``table[0]``, ``table[:5]``. What is not
    known is None. ``table["p"]`` is a column as a list, ``table[["run1", "p"]]`` a table of these columns.

    ``print()`` shows all rows, a console or notebook those at the top of a long table. Two tables are
    equal if they have the same columns and rows. A table can be pickled.

    >>> import subintent
    >>> table = subintent.Table({"run": str, "topics": int, "mean": float}, [("a", 3, 0.5), ("b", 3, 0.25)])
    >>> table
    run  topics    mean
    a         3  0.5000
    b         3  0.2500
    >>> table["mean"], max(table, key=lambda row: row.mean).run
    ([0.5, 0.25], 'a')

    Args:
        columns: ``{name: type}`` with the types str, int, float and bool; or a class of named tuples.
        rows: a value for each column.
    """

    _trials: Optional[int] = None

    def __init__(self, columns: Union[Mapping[str, type], Type[Row]], rows: Iterable[Sequence[Any]] = ()) -> None:
        self._row_type: Any = columns if isinstance(columns, type) else row_class(tuple(columns.items()))
        self._rows: List[Row] = [self._row(row, number) for number, row in enumerate(rows)]

    def _row(self, row: Sequence[Any], number: int) -> Row:
        try:
            made: Row = self._row_type._make(row)
        except TypeError:
            raise TypeError(f"rows: row {number} is not a value for each of {len(self.columns)} columns: {row!r}") from None
        return made

    @property
    def columns(self) -> List[str]:
        """The names of the columns."""
        return [name for name, _ in columns_of(self._row_type)]

    @property
    def types(self) -> Dict[str, type]:
        """The type of each column, by name: str, int, float or bool. Its values may also be None."""
        return dict(columns_of(self._row_type))

    def column(self, name: str) -> List[Any]:
        """The values of a column. Raises KeyError where there is none of the name.

        Args:
            name: of the column.
        """
        place = self._place(name)
        return [row[place] for row in self._rows]

    def _place(self, name: str) -> int:
        columns = self.columns
        if name not in columns:
            raise KeyError(f"no column {name!r}, but {', '.join(columns)}")
        return columns.index(name)

    @overload
    def __getitem__(self, key: int) -> Row: ...
    @overload
    def __getitem__(self, key: slice) -> "Table[Row]": ...
    @overload
    def __getitem__(self, key: str) -> List[Any]: ...
    @overload
    def __getitem__(self, key: List[str]) -> "Table[Any]": ...

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return self.column(key)
        if not isinstance(key, (slice, list)):
            return self._rows[key]
        chosen: Table[Any]
        if isinstance(key, slice):
            chosen = Table(self._row_type, self._rows[key])
        else:
            places = [self._place(name) for name in key]
            columns = columns_of(self._row_type)
            chosen = Table(row_class(tuple(columns[place] for place in places)), ([row[place] for place in places] for row in self._rows))
        chosen._trials = self._known_trials
        return chosen

    @property
    def _known_trials(self) -> Optional[int]:
        """Of a random test, also where their column is not among those chosen."""
        return next((trials for trials in self["trials"] if trials), None) if "trials" in self.columns else self._trials

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            near = [] if name.startswith("_") else [*difflib.get_close_matches(name, dir(self), 1, 0.8), "to_pandas(), whose data frame has more methods"]
            if near and name in dir(sys.modules["subintent.compare"]):
                near = [f"subintent.compare.{name}(scores)"]
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}" + (f"; did you mean {near[0]}?" if near else ""))

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table) or type(other) is not type(self):
            return NotImplemented
        return (
            self.columns == other.columns
            and len(self) == len(other)
            and all(_same(a, b) for mine, theirs in zip(self, other) for a, b in zip(mine, theirs))
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        is_known = not hasattr(self._row_type, "_columns")
        return Table, (self._row_type if is_known else self.types, [tuple(row) for row in self._rows])

    def to_dicts(self) -> List[Dict[str, Any]]:
        """A dict for each row, ``{column: value}``."""
        columns = self.columns
        return [dict(zip(columns, row)) for row in self]

    def to_pandas(self) -> Any:
        """A data frame of pandas. Raises ImportError where pandas is not installed."""
        frame = module("pandas").DataFrame([tuple(row) for row in self], columns=self.columns)
        # None alone, or nothing, does not say its type.
        return frame.astype({name: kind for name, kind in self.types.items() if kind is float or not len(self)})

    def to_polars(self) -> Any:
        """A data frame of polars. Raises ImportError where polars is not installed."""
        return module("polars").DataFrame([tuple(row) for row in self], schema=self.types, orient="row")

    def to_latex(self, caption: Optional[str] = None, *, label: Optional[str] = None, digits: int = 4) -> str:
        """An environment "table" of LaTeX for the package booktabs.

        A wide one is "table*", which needs the package graphicx, too, that makes it smaller where the page is narrow.

        Numbers are below one another at the decimal point; measures have their letters, α and ♯.

        Args:
            caption: what the table is; default: nothing.
            label: the name that ``\\ref`` refers to the table by, of letters, digits and : - _ . / +; default: none.
            digits: decimals.

        Raises:
            Error: for a label of other characters, or without a caption.
        """
        return _core.latex_table(*self._paper(caption, digits, label))

    def to_markdown(self, caption: Optional[str] = None, *, digits: int = 4) -> str:
        """A table of Markdown with its caption below.

        Args:
            caption: what the table is; default: nothing.
            digits: decimals.
        """
        return _core.markdown_table(*self._paper(caption, digits))

    def _paper(
        self, caption: Optional[str], digits: int, label: Optional[str] = None
    ) -> Tuple[List[List[str]], int, str, str, List[Tuple[int, int]], bool]:
        texts = self._texts(count(digits, "digits"))
        words = ["" if given is None else text(given, name) for given, name in ((caption_of(caption), "caption"), (label, "label"))]
        return texts, self._labels, words[0], words[1], [], False

    @property
    def _labels(self) -> int:
        """How many columns on the left say what a row is of: up to the last text before what was computed."""
        labels = 1
        for place, kind in enumerate(self.types.values(), start=1):
            if kind is float and place > 1:
                break
            if kind is str:
                labels = place
        return labels

    def _texts(self, digits: int = 4, rows: Optional[slice] = None) -> List[List[str]]:
        chosen = self._rows if rows is None else self._rows[rows]
        columns = self.columns
        trials = self._known_trials

        def text(name: str, value: Any) -> str:
            if name == "p" or name.startswith("p_") or name.endswith("_p"):
                return _p_cell(value, digits, trials)
            if value is not None and name in ("agreements", "disagreements"):  # counts, of ties halves
                return f"{value:.15g}"
            return _cell(value, digits)

        return [columns, *([text(name, value) for name, value in zip(columns, row)] for row in chosen)]

    def _top(self) -> Tuple[List[List[str]], str]:
        """The texts of a table that is not too long to be shown, and what to say below it."""
        if len(self) <= _MOST_SHOWN:
            return self._texts(), ""
        return self._texts(rows=slice(_MOST_SHOWN // 2)), f"... {len(self)} rows"

    def __repr__(self) -> str:
        texts, more = self._top()
        return (_core.terminal_table(texts, self._labels, terminal_width()) + more).rstrip("\n")

    def __str__(self) -> str:
        texts = self._texts()
        shown = {"measure": "{}", "topic": "topic {}"} if len(self) > 1 else {}
        of_rows = [[shown[name].format(cell) for name, cell in zip(texts[0], row) if name in shown] for row in texts]
        sentences = [f"\n{', '.join(of_row)}{': ' * bool(of_row)}{cell}" for of_row, row in zip(of_rows, texts) for cell in row if len(cell) > _LONGEST_SHOWN]
        return _core.terminal_table([[_shortened(cell) for cell in row] for row in texts], self._labels, 0)[:-1] + "\n" * bool(sentences) + "".join(sentences)

    def _repr_html_(self) -> str:
        import html  # brings in a table of all characters with names

        def row(tag: str, cells: Sequence[str]) -> str:
            texts = [html.escape(_core.terminal_text(cell)) for cell in cells]
            labels = "".join(f'<th style="text-align: left">{text}</th>' for text in texts[: self._labels])
            numbers = "".join(f'<{tag} style="text-align: right">{text}</{tag}>' for text in texts[self._labels :])
            return f"<tr>{labels}{numbers}</tr>"

        (header, *rows), more = self._top()
        remark = ", ".join(filter(None, [self._html_caption(), more]))
        caption = f"<caption>{html.escape(remark)}</caption>" if remark else ""
        body = "".join(row("td", cells) for cells in rows)
        return f"<table>{caption}<thead>{row('th', header)}</thead><tbody>{body}</tbody></table>"

    def _html_caption(self) -> str:
        return ""


class Tables(Table[Row]):
    """The tables of an analysis: the main one, whose rows, columns and data frames these are, and all by their names.

    ``found[0]``, ``len(found)`` and ``found.to_pandas()`` are of the main table, the first that is not called "groups".
    ``found.power`` or ``found["power"]`` is the table of a name; ``found["p"]`` is a column of the main table where no
    table is called so. ``found.tables`` is a dict of all tables, and ``print()`` shows those that have rows.

    Args:
        tables: ``{name: Table}``.
        printed: those that ``print()`` shows in the place of others.
    """

    def __init__(self, tables: Mapping[str, Table[Any]], printed: Mapping[str, Table[Any]] = {}) -> None:
        self.tables: Dict[str, Table[Any]] = dict(tables)
        self._printed = {**tables, **printed}
        main = next(table for name, table in self.tables.items() if name != "groups")
        super().__init__(main._row_type, main)

    if not TYPE_CHECKING:  # which knows the tables of each analysis

        def __getattr__(self, name: str) -> Table[Any]:
            tables = self.__dict__.get("tables", {})
            if name not in tables:
                raise AttributeError(f"no table {name!r}, but {', '.join(tables)}")
            return tables[name]

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self.tables]

    @overload
    def __getitem__(self, key: int) -> Row: ...
    @overload
    def __getitem__(self, key: slice) -> Table[Row]: ...
    @overload
    def __getitem__(self, key: str) -> Any: ...
    @overload
    def __getitem__(self, key: List[str]) -> Table[Any]: ...

    def __getitem__(self, key: Any) -> Any:
        return self.tables[key] if isinstance(key, str) and key in self.tables else super().__getitem__(key)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tables):
            return NotImplemented
        return self.tables == other.tables

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return Tables, (self.tables, self._printed)

    def __repr__(self) -> str:
        return "\n\n".join(f"{name}:\n{table!r}" for name, table in self._printed.items())

    def __str__(self) -> str:
        return "\n\n".join(f"{name}:\n{table}" for name, table in self._printed.items() if len(table)) or Table.__str__(self)

    def _repr_html_(self) -> str:
        import html

        return "".join(f"<p>{html.escape(name)}</p>{table._repr_html_()}" for name, table in self._printed.items())


def made_table(columns: Sequence[Tuple[str, str]], rows: Iterable[Sequence[Any]], hidden: Sequence[str]) -> Table[Any]:
    """A table of the extension, without the columns that nobody has asked for."""
    table: Table[Any] = Table({name: TYPES[kind] for name, kind in columns}, rows)
    return table[[name for name in table.columns if name not in hidden]] if hidden else table
