"""The examples of docstrings print what they say, and everything public has a docstring."""
import doctest
import inspect
import pkgutil
import re

import pytest
import subintent
from subintent import compare

MODULES = [name for _, name, _ in pkgutil.iter_modules(subintent.__path__, "subintent.") if not name.endswith("_core")]


@pytest.mark.parametrize("name", ["subintent", *MODULES])
def test_examples(name):
    if name == "subintent.sklearn":
        pytest.importorskip("sklearn")
    assert doctest.testmod(__import__(name, fromlist=["_"])).failed == 0


def public():
    for module in (subintent, compare):
        for name in module.__all__:
            yield f"{module.__name__}.{name}", getattr(module, name)


@pytest.mark.parametrize("name, thing", [(name, thing) for name, thing in public() if not isinstance(thing, str)])
def test_docs(name, thing):
    assert inspect.getdoc(thing), name
    if inspect.isclass(thing):
        for member, value in vars(thing).items():
            if not member.startswith("_") and callable(value):
                assert inspect.getdoc(value), f"{name}.{member}"


def test_evaluate_takes_what_evaluator_takes():
    of_evaluator = dict(inspect.signature(subintent.Evaluator).parameters)
    of_evaluate = dict(inspect.signature(subintent.evaluate).parameters)
    assert of_evaluate.items() - of_evaluator.items() == {(name, of_evaluate[name]) for name in ("runs", "scores", "lower_is_better")}
    for argument in of_evaluate:
        assert re.search(rf"^    {argument}: ", inspect.getdoc(subintent.evaluate), re.M), argument
