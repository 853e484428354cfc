"""Arguments of the types that the library takes; others are a TypeError that names the argument."""

from __future__ import annotations

import contextlib
import difflib
import functools
import inspect
import operator
import re
import sys
import textwrap
import types
from typing import Any, Callable, Dict, Iterable, Iterator, List, NoReturn, Optional, Sequence, Type, TypeVar

from . import _core
from ._errors import Error

Kind = TypeVar("Kind")


def refuse(argument: str, expected: str, found: Any, advice: str = "") -> NoReturn:
    """Raises the TypeError."""
    is_short = isinstance(found, (str, bytes, float)) or isinstance(found, int) and abs(found) < 2**64
    shown = f" {found!r:.60}" if is_short else ""
    raise TypeError(f"{_core.terminal_text(argument)}: expected {expected}, found {type(found).__name__}{shown}{advice and '; ' + advice}")


@contextlib.contextmanager
def called(option: str, argument: str, form: str = "") -> Iterator[None]:
    """Errors that name an option, or an argument of a function that is used, name the argument that gives it, and its form where they advise that of a file."""
    try:
        yield
    except Error as error:
        if error.argument == option != argument:
            message = argument + error.message[len(option) :]
            raise Error(message, kind=error.kind, advice=error.advice, argument=argument) from None
        is_of_file = bool(form) and error.advice.startswith('write "')
        if error.file == option and (option != argument or is_of_file):
            raise Error(error.message, kind=error.kind, file=argument, line=error.line, advice=form if is_of_file else error.advice) from None
        raise
    except (TypeError, ValueError) as error:
        message = str(error)
        if type(error) not in (TypeError, ValueError) or message[: len(option) + 1] not in (option + ":", option + " "):
            raise
        raise type(error)(argument + message[len(option) :]) from None


def text(given: Any, argument: str, expected: str = "str") -> str:
    """A str that is Unicode text."""
    if not isinstance(given, str):
        refuse(argument, expected, given)
    try:
        given.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{argument}: {given!r:.60} is not Unicode text: it holds surrogates") from None
    return given


def iterator(given: Any, argument: str, expected: str) -> Iterator[Any]:
    """The items of an iterable that is not a str or bytes, one after the other; or those of a data set by their places."""
    if not hasattr(type(given), "__iter__") and hasattr(type(given), "__len__") and hasattr(type(given), "__getitem__"):
        return (given[place] for place in range(len(given)))
    if isinstance(given, (str, bytes)) or not hasattr(type(given), "__iter__"):
        refuse(argument, expected, given)
    return iter(given)


def items(given: Any, argument: str, expected: str) -> List[Any]:
    """The list of what an iterable gives that is not a str or bytes."""
    return list(iterator(given, argument, expected))


def texts(given: Any, argument: str) -> List[str]:
    """A list of str."""
    return [text(item, argument) for item in items(given, argument, "a list of str")]


def instance(given: Any, kind: Type[Kind], argument: str, expected: str = "") -> Kind:
    """An object of a class."""
    if not isinstance(given, kind):
        refuse(argument, expected or kind.__name__, given)
    return given


def whole_number(given: Any, argument: str) -> int:
    """An int of 32 bits, or what stands for one."""
    if isinstance(given, bool):
        refuse(argument, "int", given)
    try:
        whole = operator.index(given)
    except TypeError:
        refuse(argument, "int", given)
    if abs(whole) >= 2**31:
        raise ValueError(f"{argument}: the number is too large")
    return whole


def count(given: Any, argument: str) -> int:
    """An int of 64 bits that is not negative, or what stands for one."""
    if isinstance(given, bool) or not hasattr(type(given), "__index__"):
        refuse(argument, "int", given)
    whole = operator.index(given)
    if not 0 <= whole < 2**64:
        raise ValueError(f"{argument}: {whole} is not from 0 to 2**64 - 1")
    return whole


def number(given: Any, argument: str) -> float:
    """A float, or what stands for one."""
    if isinstance(given, (str, bytes, bytearray)):
        refuse(argument, "a number", given)
    try:
        return float(given)
    except TypeError:
        refuse(argument, "a number", given)
    except OverflowError:
        raise ValueError(f"{argument}: the number is too large") from None


def mapping(given: Any, argument: str, expected: str) -> Dict[Any, Any]:
    """The dict of a mapping; an empty one of None."""
    if given is None:
        return {}
    if not hasattr(given, "keys") or isinstance(given, list):  # hierarchies have topics as keys
        refuse(argument, expected, given)
    return dict(given)


# Hints for an argument that a function lacks, if it has another one.
_HINTS = [
    ("texts", "similarity", "give similarity=Similarity.read_texts(texts)"),
    *((name, "similarity", "give similarity=Similarity.dense(docnos, values)") for name in ("dense", "vectors", "embeddings")),
    *((name, "candidates", "give it to .run(lambda_)") for name in ("lam", "lambda_", "trade_off")),
    ("assignments", "qrels", "give them as qrels"),
    *((name, "recipe", f"give it to subintent.cluster(qrels, similarity, {name}=...), whose result subintent.hierarchies() takes") for name in ("linkage", "contrast", "contrast_power", "neighbours", "background", "level")),
    *((name, "recipe", f"give it to subintent.hierarchies(qrels, subintent.cluster(qrels, similarity), {name}=...)") for name in ("delta", "around", "bins", "compress", "one_subtopic", "superintents")),
    *((name, "recipe", f"give it to subintent.Tokenizer({name}=...), the first of the single steps") for name in ("stopwords", "ngrams", "main_content")),
    ("labels", "recipe", "give them to subintent.with_labels(made.intent, labels=...)"),
    ("titles", "recipe", "did you mean topics?"),
    ("metrics", "measures", "did you mean measures?"),
    ("significance", "test", "did you mean test?"),
    ("per_topic", "qrels", "give it to .to_pandas(per_topic=True) of the scores"),
    ("depth", "lambda_", "cut what it returns: .cut(depth)"),
    *((name, "candidates", "cut what .run() returns: .cut(depth)") for name in ("k", "topk", "top_k")),
    *((name, "measures", "a cutoff is part of a measure's name: nDCG@20") for name in ("k", "topk", "top_k", "cutoff")),
    *((name, "stem", "did you mean stem?") for name in ("lang", "language")),
    *((name, "qrels", f"give it to .to_text({name}=...) of the scores, or use compare.significance(scores)") for name in ("significance", "baseline", "intervals")),
]


# What stands behind the arguments that a call must have.
_NEEDED = {"report": ", where judgments may be the evaluator, and None as runs are the answers that were judged"}


def refuse_unknown(called: str, given: Iterable[str], known: Iterable[str], takes: str = "") -> None:
    """Raises the TypeError for an argument that a function lacks, if there is one; `takes` says what it has."""
    names = list(known)
    for name in (one for one in given if one not in names):
        hints = [advice for wanted, of, advice in _HINTS if name == wanted and of in names]
        hints += [f"did you mean {near}?" for near in difflib.get_close_matches(name, names, 1)]
        parts = [f"{called}() got an unexpected keyword argument {name!r}", *hints[:1], *filter(None, [takes])]
        raise TypeError("; ".join(parts).replace("?; ", "? ")) from None


def answering(thing: Any, of: Optional[type] = None) -> Any:
    """A function, or a class with methods, that says what may be meant by an argument, or an object, that it lacks."""
    if isinstance(thing, type):
        for name, member in list(vars(thing).items()):
            function = getattr(member, "__func__", member)  # of a class method
            if isinstance(function, types.FunctionType) and (name == "__init__" or not name.startswith("_")):
                setattr(thing, name, answering(function, thing) if function is member else type(member)(answering(function)))
    if not isinstance(thing, types.FunctionType):
        return thing

    @functools.wraps(thing)
    def made(*args: Any, **kwargs: Any) -> Any:
        try:
            return thing(*args, **kwargs)
        except (AttributeError, TypeError) as error:
            if isinstance(error, TypeError) and error.__traceback__ and error.__traceback__.tb_next is None:  # of the call itself
                refuse_unknown(thing.__qualname__, kwargs, inspect.signature(thing).parameters)
            if not of and str(error).startswith(f"{thing.__qualname__}() missing "):
                needed = [one.name for one in inspect.signature(thing).parameters.values() if one.default is one.empty and one.name != "cls"]
                raise TypeError(f"{error}; write {thing.__qualname__}({', '.join(needed)}){_NEEDED.get(thing.__qualname__, '')}") from None
            if of and args and not isinstance(args[0], of):
                raise TypeError(f"{thing.__qualname__}() is called on the class; make an object: {of.__name__}(...).{thing.__name__}()") from None
            raise

    if "." not in thing.__qualname__:  # pickles name the function
        setattr(sys.modules[thing.__module__], thing.__name__, made)
    return made

# How a value is taken, by the annotation of its argument. Values of other types are handed on as they are.
TAKEN: Dict[str, Callable[[Any, str], Any]] = {"str": text, "int": count, "float": number, "bool": lambda given, _: bool(given)}


def _taken(given: Any, argument: str, kind: str) -> Any:
    optional = re.fullmatch(r"Optional\[(\w+)\]", kind)
    take = TAKEN.get(optional[1] if optional else kind)
    return given if take is None or optional and given is None else take(given, argument)


def takes(*lists: Any, as_given: Sequence[str] = (), **defaults: Any) -> Callable[[Kind], Kind]:
    """Makes `**options` of a function, or of the __init__() of a class, the arguments that TypedDicts list and describe.

    The function gets a value for each argument: the one that was given, checked by its type unless it is one of `as_given`, or its
    default, which is None unless `defaults` has another. Descriptions take the place of the line "**options" in its docstring.
    """
    kinds = {name: getattr(kind, "__forward_arg__", kind) for listed in lists for name, kind in listed.__annotations__.items()}
    shared = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=defaults.get(name), annotation=kinds[name]) for name in kinds]
    described = "\n".join((inspect.getdoc(listed) or "").partition("\n\n")[2] for listed in lists)

    def documented(doc: Optional[str]) -> Optional[str]:
        return doc and re.sub(r"( +)\*\*options\n", lambda line: textwrap.indent(described, line[1]) + "\n", doc)

    def of_function(function: Any) -> Any:
        signature = inspect.signature(function)
        *own, last = signature.parameters.values()
        names = {parameter.name for parameter in own}
        parameters = [*own, *(one for one in shared if one.name not in names)]
        values = {one.name: one.default for one in parameters[len(own) :]}
        checked = {one.name: one.annotation for one in parameters if one.kind is one.KEYWORD_ONLY and one.name not in as_given}

        @functools.wraps(function)
        def made(*args: Any, **kwargs: Any) -> Any:
            refuse_unknown(function.__qualname__, kwargs, [*names, *values])
            taken = {name: _taken(value, name, checked[name]) if name in checked else value for name, value in kwargs.items()}
            return function(*args, **{**values, **taken})

        setattr(made, "__signature__", signature.replace(parameters=parameters))
        made.__annotations__ = {**function.__annotations__, **kinds}
        del made.__annotations__[last.name]
        made.__doc__ = documented(function.__doc__)
        return made

    def decorate(thing: Any) -> Any:
        if not isinstance(thing, type):
            return of_function(thing)
        setattr(thing, "__init__", of_function(thing.__init__))  # type: ignore[misc]
        thing.__doc__ = documented(thing.__doc__)
        return thing

    return decorate
