"""Names of measures, and a list of all there are."""

from __future__ import annotations

import ast
import inspect
import re
from typing import Any, Callable, Dict, List, NamedTuple, Sequence, Tuple, Union

from . import _core
from ._arguments import items, number, refuse, text, whole_number
from ._errors import Error


class Measure(_core.Measure):
    """A measure with its parameters and its cutoff.

    Two are equal, and have the same hash, if they mean the same, however they are written. `repr()`
    gives the identifier, from which Measure() makes the same measure again; `str()` gives the name.

    >>> from subintent import Measure
    >>> Measure("D#-nDCG(gamma=.3)@20")
    D_sharp_nDCG(gamma=0.3)@20
    >>> Measure("D#-nDCG@20") == Measure("D_sharp_nDCG@20") == Measure("D♯-nDCG(gamma=.5)@20")
    True

    Args:
        name: as the papers print it ("HD#-nDCG_WI@20"), as ndeval does ("strec@20"), or as an
            expression of Python in the grammar of ir_measures
            ("HD_sharp_nDCG(hierarchy='WI')@20"). Any hierarchy may be named.

    Attributes:
        name: as it was given.
        identifier: the one spelling that is an expression of Python, without what is at its
            default.

    Raises:
        Error: for a name that is not known, and parameters that the measure does not have.
    """

    def __init__(self, name: Union[str, _core.Measure]) -> None:
        super().__init__(name.name if isinstance(name, _core.Measure) else text(name, "name", "str or Measure"))

    def __call__(self, **parameters: Any) -> "Measure":
        """The same measure with other parameters, as in ir_measures: ``measures.nDCG(gain="exp")``.

        Args:
            parameters: those of the measure, by their names in measures().
        """
        whole = ast.parse(self.identifier, mode="eval").body
        cutoff = f"@{ast.unparse(whole.right)}" if isinstance(whole, ast.BinOp) else ""
        named = whole.left if isinstance(whole, ast.BinOp) else whole
        given = {}
        if isinstance(named, ast.Call):
            given = {str(word.arg): ast.literal_eval(word.value) for word in named.keywords}
            named = named.func
        words = ", ".join(f"{name}={_plain(value)!r}" for name, value in {**given, **parameters}.items())
        return Measure(ast.unparse(named) + (f"({words})" if words else "") + cutoff)

    def __matmul__(self, cutoff: Union[int, float]) -> "Measure":
        """The same measure for the first documents of each list, ``measures.nDCG @ 20``; for IPrec at a recall, ``measures.IPrec @ 0.1``.

        Args:
            cutoff: how many documents, or the recall.
        """
        named = self.identifier.partition("@")[0]
        of_recall = named.partition("(")[0].startswith("IPrec")
        return Measure(f"{named}@{number(cutoff, 'recall') if of_recall else whole_number(cutoff, 'cutoff')}")

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return self.identifier


class MeasureParameter(NamedTuple):
    """A parameter of measures.

    Attributes:
        name: as in identifiers.
        meaning: what it says.
        values: those it may have, such as "0 to 1" or "log2|jk".
        default: the value that is taken otherwise, or a remark such as "the highest judged".
        words: the values of one that is not a number.
        is_whole, least, most: of a number.
        is_text: whether it is neither number nor word, as the name of an attribute.
    """

    name: str
    meaning: str
    values: str
    default: str
    words: List[str]
    is_whole: bool
    is_text: bool
    least: float
    most: float


class MeasureDescription(NamedTuple):
    """A measure that can be asked for, without parameters and cutoff.

    Attributes:
        name: as the papers print it, "alpha-nDCG-LA".
        identifier: the same in Python, "alpha_nDCG_LA".
        is_graded: whether it takes graded=True, as the identifier alone is another measure.
        other_names: further spellings.
        family, formula: what it is.
        source: the paper and section.
        parameters: those it takes.
        on_topic: whether it sees topic-level judgments, not intents.
        needs_hierarchy: whether it takes hierarchy='NAME'.
        needs_similarity: whether it needs similarities of documents.
        needs_groups: whether it needs groups of documents, and takes attribute='NAME'.
    """

    name: str
    identifier: str
    is_graded: bool
    other_names: List[str]
    family: str
    formula: str
    source: str
    parameters: List[MeasureParameter]
    on_topic: bool
    needs_hierarchy: bool
    needs_similarity: bool
    needs_groups: bool

    def __repr__(self) -> str:
        return f"<{self.identifier}: {self.formula}>"


def _plain(value: Any) -> Any:
    """A number of NumPy as one of Python, whose repr() is a literal."""
    return value.item() if hasattr(value, "item") and not isinstance(value, str) else value


class Measures:
    """All measures, as a function that lists them and as attributes.

    Called, it gives their descriptions by family: how they are written, their formulas, sources and
    parameters. The layer-aware forms ("alpha-nDCG-LA") and those with redundancy ("nDCG_RA") are measures
    of their own. An attribute is the Measure of that identifier, which takes parameters and a cutoff as
    those of ir_measures do.

    >>> from subintent import measures
    >>> next(m.formula for m in measures() if m.identifier == "D_sharp_nDCG")
    'gamma I-rec + (1-gamma) D-nDCG'
    >>> measures.nDCG @ 20, measures.alpha_nDCG(alpha=0.9)@10
    (nDCG@20, alpha_nDCG(alpha=0.9)@10)
    """

    def __call__(self) -> List[MeasureDescription]:
        return [
            MeasureDescription._make((*fields[:7], [MeasureParameter(*parameter) for parameter in fields[7]], *fields[8:]))
            for fields in _core.all_measures()
        ]

    def __getattr__(self, name: str) -> Measure:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return Measure(name)
        except Error as error:
            raise AttributeError(str(error)) from None

    def __dir__(self) -> List[str]:
        return sorted({measure.identifier for measure in self()})

    def __reduce__(self) -> str:
        return "measures"


measures = Measures()


Function = Callable[[str, Any, List[str]], float]


def _is_function(given: Any) -> bool:
    return callable(given) and not isinstance(given, _core.Measure) and not hasattr(given, "SUPPORTED_PARAMS")


def _is_pair(one: Any) -> bool:
    """A function and its name."""
    return isinstance(one, (tuple, list)) and len(one) == 2 and isinstance(one[0], str) and _is_function(one[1])


def functions_of(measures: Any) -> Tuple[Any, Dict[str, Tuple[int, Function]]]:
    """Measures without the functions among them, and these by their names, each with its place."""
    if measures is None or isinstance(measures, (str, _core.Measure)):
        return measures, {}
    is_one = callable(measures) or hasattr(measures, "keys") or _is_pair(measures) and not is_measure(measures[0])
    named: List[Tuple[Any, Any]] = []
    for one in [measures] if is_one else items(measures, "measures", "a list of str, Measure or functions"):
        one = dict([one]) if _is_pair(one) else one
        if hasattr(one, "keys"):
            for name, value in dict(one).items():
                is_function = _is_function(value)
                named.append((text(name, "measures"), value) if is_function else (None, f"{text(name, 'measures')}={_name_of(value, 'measures', 'a function, str or Measure')}"))
        else:
            named.append((getattr(one, "__name__", "<lambda>") if _is_function(one) else None, one))
    others = [one for name, one in named if name is None]
    functions = {name: (place, one) for place, (name, one) in enumerate(named) if name is not None}
    advice = 'give {"name": function}, with a name of your own'
    computed = {name.partition("=")[0].strip() if "=" in name.partition("(")[0] else name for name in names_of(others)}
    own = [name for name, _ in named if name is not None]
    for place, name in enumerate(own):
        if name == "<lambda>" or name in computed or name in own[:place]:
            fault = "a function has no name" if name == "<lambda>" else f"{name} is the name of {'a computed measure' if name in computed else 'another function'}, too"
            raise Error(f"measures: {fault}", kind="argument", argument="measures", advice=advice)
    for name, (_, function) in functions.items():
        try:
            inspect.signature(function).bind("topic", {}, [])
            if {*list(inspect.signature(function).parameters)[:2]} & {"ranking", "ranked", "docnos", "docs", "documents", "results", "retrieved", "run"}:
                raise TypeError  # these come last
        except TypeError:
            raise TypeError(f"measures: {name}{inspect.signature(function)} is called with three arguments; make it {name}(topic, judged, docnos)") from None
        except ValueError:  # built in
            pass
        if _is_known(name):
            raise Error(f"measures: {name} is a measure of subintent", kind="argument", argument="measures", advice=advice)
    return others, functions


def lower_of(functions: Dict[str, Tuple[int, Function]]) -> Tuple[str, ...]:
    """The names of those of which less is better."""
    return tuple(name for name, (_, function) in functions.items() if getattr(function, "lower_is_better", False))


def is_measure(name: str) -> bool:
    try:
        return bool(Measure(name))
    except (Error, ValueError):  # it may be a path that is not UTF-8
        return False


def _is_known(name: str) -> bool:
    """Whether a table would show it as a measure of ours: with a cutoff, or in the letters of papers."""
    try:
        return "@" in Measure(name).name or any(name in (one.name, one.identifier) for one in measures())
    except Error:
        return False


def split_names(names: str) -> List[str]:
    """Names between commas, but those in parentheses."""
    return [name.strip() for name in re.split(r",(?![^(]*\))", names)]


def names_of(
    measures: Union[str, _core.Measure, Sequence[Union[str, _core.Measure]]], argument: str = "measures"
) -> List[str]:
    """The names of one measure, or of several, which may be in one str with commas."""
    if isinstance(measures, str):
        return split_names(text(measures, argument))
    given = [measures] if callable(measures) else items(measures, argument, "a list of str or Measure")
    return [_name_of(one, argument) for one in given]


def _name_of(measure: Any, argument: str, expected: str = "str or Measure") -> str:
    if isinstance(measure, _core.Measure):
        return measure.name
    if hasattr(measure, "SUPPORTED_PARAMS"):  # of ir_measures
        return str(measure)
    if callable(measure):
        raise TypeError(f"{argument}: expected str or Measure, found function {getattr(measure, '__name__', '')}; a function belongs into the measures of Evaluator or evaluate()")
    return text(measure, argument, expected)
