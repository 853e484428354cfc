#!/usr/bin/env python3
"""make_stubs.py: writes subintent/_analysis_functions.pyi, in which editors and type checkers find the functions of analyses.

They are made from records when they are asked for, so that no file has their signatures. Run it where the package is
built, after an analysis or an option has changed:

    PYTHONPATH=build/release/python python3 tests/python/make_stubs.py
"""
import inspect
import pathlib
import textwrap

from subintent import analyses

STUBS = pathlib.Path(__file__).parents[2] / "faces/python/subintent" / "_analysis_functions.pyi"

HEAD = '''# Made by make_stubs.py from the records of analyses.
from typing import Any, Dict, Literal, Mapping, Optional, Sequence, Union

from ._similarity import Similarity
from ._table import Table
from ._types import PathLike, QrelsLike
from .analyses import EvaluatorLike
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


def stub_of(record, names):
    name = record.name.replace("-", "_").replace(" ", "_")
    arguments = ", ".join(arguments_of(record, getattr(analyses, name), names))
    lines = textwrap.wrap(arguments, 136, initial_indent="    ", subsequent_indent="    ", break_long_words=False)
    return f"def {name}(\n" + "\n".join(lines) + "\n) -> Dict[str, Table[Any]]: ...\n"


def stubs():
    names = {}  # of what has choices: called after the first option that has them
    for option in (option for record in analyses.records() for option in record.options if option.choices):
        if literal(option) not in names:
            name = "".join(word.capitalize() for word in option.name.split("_"))
            names[literal(option)] = f"_{name}{sum(known.startswith('_' + name) for known in names.values()) or ''}"
    given = "".join(f"{name} = {choices}\n" for choices, name in names.items())
    return HEAD + "\n" + given + "".join("\n" + stub_of(record, names) for record in analyses.records())


if __name__ == "__main__":
    STUBS.write_text(stubs(), encoding="utf-8")
