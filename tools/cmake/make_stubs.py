#!/usr/bin/env python3
"""make_stubs.py PACKAGE: writes _analysis_functions.pyi into the folder of the built package.

Editors and type checkers find the functions of analyses and their rows in it: they are made from records when they are
asked for, so that no file has their signatures. The build runs this.
"""
import importlib.util
import inspect
import pathlib
import sys
import textwrap
import types

PACKAGE = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(PACKAGE.parent))
if importlib.util.find_spec("numpy") is None:  # signatures can be made without it
    sys.modules["numpy"] = types.ModuleType("numpy")
from subintent import compare  # noqa: E402

HEAD = '''# Made by make_stubs.py from the records of analyses.
from typing import Any, Literal, NamedTuple, Optional, Sequence, Union

from ._table import Table, Tables
from ._types import PathLike, QrelsLike
from .compare import EvaluatorLike
'''


def literal(option):
    return f"Literal[{', '.join(map(repr, option.choices))}]"


def type_of(option, names):
    """What an argument may be; several values are a sequence, or one alone."""
    one = {"bool": "bool", "int": "int", "ints": "int", "float": "float", "floats": "float"}.get(option.kind, "str")
    if option.choices and one == "str":
        one = names[literal(option)]
    return f"Union[{one}, Sequence[{one}]]" if option.kind.endswith("s") else one


def arguments_of(record, function, names):
    options = {option.name: option for option in record.options}
    is_keyword = False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not is_keyword:
            yield "*"
            is_keyword = True
        option = options.get(parameter.name)
        made = type_of(option, names) if option else parameter.annotation
        if option and parameter.default is None:
            made = f"Optional[{made}]"
        yield f"{parameter.name}: {made}" + ("" if parameter.default is parameter.empty else f" = {parameter.default!r}")


def wrapped(text):
    return "\n".join(textwrap.wrap(text, 136, initial_indent="    ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False))


def class_name(words):
    return "".join(part[:1].upper() + part[1:] for part in words.replace("-", " ").replace("_", " ").split())


def column_type(column):
    """A number that may be missing says so in its meaning."""
    return f"Optional[{column.type.__name__}]" if column.type is not str and "none" in column.meaning else column.type.__name__


class Rows:
    """Classes of rows; tables of the same columns share one, called after the first."""

    def __init__(self):
        self.names, self.text = {}, ""

    def of(self, record, table):
        columns = ", ".join(f'("{column.name}", {column_type(column)})' for column in table.columns)
        if columns not in self.names:
            name = class_name(record.name) + class_name(table.name)
            self.names[columns] = f"{name}Row"
            self.text += f'{name}Row = NamedTuple("{name}Row", [\n{wrapped(columns)}\n])\n'
        return f"Table[{self.names[columns]}]"

    def result(self, record):
        """The type of what the function returns."""
        if len(record.tables) == 1:
            return self.of(record, record.tables[0])
        name = f"{class_name(record.name)}Tables"
        types = {table.name: self.of(record, table) for table in record.tables}
        main = next(made for table, made in types.items() if table != "groups")
        members = [f"    {table}: {made}\n" for table, made in types.items()]
        self.text += f"\nclass {name}({main.replace('Table', 'Tables', 1)}):\n{''.join(members)}\n"
        return name


def stub_of(record, names, rows):
    name = record.name.replace("-", "_").replace(" ", "_")
    arguments = ", ".join(arguments_of(record, getattr(compare, name), names))
    return f"def {name}(\n{wrapped(arguments)}\n) -> {rows.result(record)}: ...\n"


def stubs():
    names = {}  # of what has choices: called after the first option that has them
    for option in (option for record in compare.records() for option in record.options if option.choices):
        if literal(option) not in names:
            name = "".join(word.capitalize() for word in option.name.split("_"))
            names[literal(option)] = f"_{name}{sum(known.startswith('_' + name) for known in names.values()) or ''}"
    given = "".join(f"{name} = {choices}\n" for choices, name in names.items())
    rows = Rows()
    functions = "".join("\n" + stub_of(record, names, rows) for record in compare.records())
    return HEAD + "\n" + given + "\n" + rows.text + functions


stub = PACKAGE / "_analysis_functions.pyi"
stub.unlink(missing_ok=True)
stub.write_text(stubs(), encoding="utf-8")
