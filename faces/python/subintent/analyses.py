"""Analyses by name: all that the command line's `subintent compare` and `subintent explain` do, with the same tables.

>>> import subintent
>>> qrels = {str(topic): {"1": {"d1": 1}, "2": {"d2": 1}} for topic in range(10)}
>>> runs = {"good": {topic: ["d1", "d2"] for topic in qrels}, "bad": {topic: ["d9", "d1"] for topic in qrels}}
>>> scores = subintent.Evaluator(qrels, ["alpha-nDCG@2", "nDCG@2"]).evaluate(runs)
>>> tables = subintent.analyses.of_scores("significance", scores, {"test": "t", "correction": "bonferroni"})
>>> [row.winner for row in tables["pairs"]]
['good', 'good']

The same by a function of its own, whose signature and docstring are made from the record: each analysis has one, such as
discriminative_power() and pooling_correlation().

>>> subintent.analyses.significance(scores, test="t", correction="bonferroni") == tables
True

records() says which analyses there are, what options they take, with defaults and ranges, and which tables they
give, with columns. Functions of subintent.compare and subintent.study are typed forms of the analyses that people
call most.
"""

from __future__ import annotations

import functools
import inspect
import os
import re
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _core
from ._arguments import called, count, items, mapping, number, text
from ._errors import Error
from ._files import path_of
from ._evaluate import Evaluator, ScoreTable, _named_runs
from ._hierarchies import _dendrograms, hierarchies_of
from ._judgments import judgments_of
from ._measures import names_of
from ._progress import caller_of
from ._run import form_of, read_run
from ._similarity import Similarity
from ._table import TYPES, Table, made_table
from ._types import PathLike, QrelsLike

if TYPE_CHECKING:
    from ._analysis_functions import *  # what __getattr__() finds  # noqa: F403

__all__ = [
    "Analysis",
    "Column",
    "Option",
    "TableOf",
    "of_hierarchies",
    "of_judgments",
    "of_lists",
    "of_runs",
    "of_scores",
    "of_similarities",
    "records",
]

EvaluatorLike = Union[Evaluator, QrelsLike]
Values = Mapping[str, Any]
Sources = Dict[str, Any]
# Of a table: columns with the names of their types, rows, and columns that nobody has asked for.
Raw = Tuple[Sequence[Tuple[str, str]], List[Tuple[Any, ...]], List[str]]


class Column(NamedTuple):
    """A column of a table."""

    name: str
    type: type
    meaning: str


class TableOf(NamedTuple):
    """A table that an analysis gives."""

    name: str
    meaning: str
    columns: List[Column]


class Option(NamedTuple):
    """An option: its kind is bool, str, int, float, or strs, ints, floats for several.

    default is written as on the command line, and empty where there is none.
    """

    name: str
    kind: str
    meaning: str
    default: str
    range: str
    choices: List[str]
    required: bool


class Analysis(NamedTuple):
    """What an analysis is called, takes and gives; command is that of the command line which makes it."""

    name: str
    command: str
    summary: str
    source: str
    of_scores: bool
    options: List[Option]
    tables: List[TableOf]


def records() -> List[Analysis]:
    """All analyses there are."""
    return [
        Analysis(
            name, command, summary, source, of_scores_alone, [Option(*option) for option in options],
            [TableOf(table, meaning, [Column(column, TYPES[kind], what) for column, kind, what in columns])
             for table, meaning, columns in tables],
        )
        for name, command, summary, source, of_scores_alone, options, tables in _core.analyses()
    ]  # fmt: skip


def _several(given: Any, name: str, kind: str) -> List[Any]:
    kinds: Dict[str, Callable[[Any, str], Any]] = {"strs": text, "ints": count, "floats": number}
    one = kinds[kind]
    if isinstance(given, str) or not hasattr(type(given), "__iter__"):
        given = [given]
    return [one(item, name) for item in items(given, name, f"a list of {kind[:-1]}")]


def _value(given: Any, option: Option) -> Any:
    if option.kind == "bool":
        return bool(given)
    if option.kind == "str":
        return text(given, option.name)
    if option.kind == "int":
        return count(given, option.name)
    if option.kind == "float":
        return number(given, option.name)
    if option.name in ("measures", "gold"):
        return names_of(given, option.name)
    return _several(given, option.name, option.kind)


@functools.lru_cache(maxsize=None)
def _options(name: str) -> Dict[str, Option]:
    """The options of an analysis by name; none where there is no such analysis."""
    return {option.name: option for record in records() if record.name == name for option in record.options}


def _values(name: str, values: Optional[Values]) -> Dict[str, Any]:
    options = _options(name)
    given = {}
    for key, value in mapping(values, "values", "a mapping of options").items():
        if key not in options and options:
            raise Error(f"{key}: {name} has no such option", kind="argument", argument=str(key))
        if value is not None:
            given[key] = _value(value, options[key]) if options else value
    return given


def _raw(
    name: str, sources: Sources, values: Optional[Values], progress: Any, known: Sequence[bytes] = (), tables: Iterable[str] = ()
) -> Dict[str, Raw]:
    """The tables of an analysis, or those of these names."""
    sources["tables"] = list(tables)
    made = _core.analyse(name, sources, _values(name, values), known, caller_of(progress))
    return {table: (columns, rows, hidden) for table, columns, rows, hidden in made}


def _typed(row_type: Any, raw: Raw) -> Table[Any]:
    """A table of these named tuples, or where there are several questions of all columns."""
    columns, rows, hidden = raw
    names = [name for name, _ in columns]
    if "question" in names and "question" not in hidden:
        return made_table(*raw)
    if names == list(row_type._fields):
        return Table(row_type, rows)
    places = [names.index(name) for name in row_type._fields]
    return Table(row_type, ([row[place] for place in places] for row in rows))


def _settings(
    name: str, sources: Sources, values: Values, known: Sequence[bytes], progress: Any
) -> List[Tuple[List[float], ScoreTable]]:
    """The scores of every setting of a series."""
    name += " significance"  # any will do
    made = _core.score_settings(name, sources, _values(name, values), known, caller_of(progress))
    return [(setting, ScoreTable(*fields)) for setting, fields in made]


def _test(test: str, trials: Optional[int], seed: int, alpha: float, correction: str) -> Dict[str, Any]:
    """Values of the options of tests. A seed that is the default is as good as none."""
    given_seed = None if count(seed, "seed") == 1 else seed
    others = {"alpha": number(alpha, "alpha"), "correction": text(correction, "correction")}
    return {"test": [text(test, "test")], "trials": trials, "seed": given_seed, **others}


def _scores(scores: Any, measures: Any, missing: str, **others: Any) -> Sources:
    """The sources of an analysis of scores."""
    selected = [] if measures is None else names_of(measures)
    return {"scores": scores, "measures": selected, "missing": text(missing, "missing"), **others}


def of_scores(
    name: str,
    scores: Any,
    values: Optional[Values] = None,
    *,
    measures: Any = None,
    missing: str = "error",
    preferences: Optional[Mapping[str, Any]] = None,
    progress: Any = None,
) -> Dict[str, Table[Any]]:
    """An analysis of scores, such as "significance".

    Args:
        name: one of records() whose of_scores is true.
        scores, measures, missing: see subintent.compare. "preferences" can be made without scores (None): then it
            tells of the users alone.
        values: of its options, by name; those that are left out, or None, have their defaults.
        preferences: ``{pool: preferences}`` as compare.preferences() takes them, of "preferences".
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        Its tables, by name.

    Raises:
        Error: for an analysis or option that there is not, values outside their range, and where there is
            nothing to compare.
    """
    people = mapping(preferences, "preferences", "{pool: preferences}") or None
    sources = _scores(scores, measures, missing, preferences=people)
    if scores is None and people is not None:
        del sources["scores"]
    return _made(text(name, "name"), sources, values, progress)


def _made(
    name: str, sources: Sources, values: Optional[Values], progress: Any, known: Sequence[bytes] = ()
) -> Dict[str, Table[Any]]:
    return {table: made_table(*raw) for table, raw in _raw(name, sources, values, progress, known).items()}


def _evaluation(
    evaluator: Any, argument: str
) -> Tuple[_core.Judgments, Tuple[_core.EvaluatorOptions, _core.RunForm, Sequence[bytes]]]:
    """The judgments, and what else the extension takes, of an Evaluator or of judgments alone."""
    if isinstance(evaluator, Evaluator):
        core = evaluator._core
        return core.judgments(), (core.options(), evaluator._form, core.warnings())
    judgments, plain = judgments_of(evaluator, argument), _core.EvaluatorOptions({}, None, None, {}, {}, None, "irrelevant")
    return judgments, (plain, form_of(None, "descending"), judgments.warnings())


def _of_runs(evaluator: EvaluatorLike, runs: Any, pooled: Any = None, argument: str = "evaluator") -> Tuple[Sources, Sequence[bytes]]:
    """The sources of an Evaluator, or of judgments alone, and of runs; and the warnings that were given before."""
    judgments, (evaluation, form, known) = _evaluation(evaluator, argument)
    sources: Sources = {"judgments": judgments, "evaluation": evaluation, "form": form}
    if runs is not None:
        sources["names"], sources["runs"] = _named_runs(runs)
    if pooled is not None:
        sources["pooled_names"], sources["pooled"] = _named_runs(pooled, "pooled")
    return sources, known


def of_runs(
    name: str,
    evaluator: EvaluatorLike,
    runs: Any,
    values: Optional[Values] = None,
    *,
    pooled: Any = None,
    dendrograms: Any = None,
    superintents: Optional[PathLike] = None,
    model: Optional[QrelsLike] = None,
    answers: Optional[QrelsLike] = None,
    progress: Any = None,
) -> Dict[str, Table[Any]]:
    """An analysis that scores runs itself: "pooling significance", "delta correlation", "placebo", "difference" and so on.

    Args:
        name: one of records(). Analyses of several settings have the name of the analysis of scores that they make
            of each behind their own.
        evaluator: an Evaluator, or judgments alone: see subintent.study.
        runs: ``{name: run}``, or a list of paths or of Run.
        values: of its options, by name; those that are left out, or None, have their defaults.
        pooled: the runs that make the pools of "pooling", if not those that are scored.
        dendrograms, superintents: of "delta", as study.delta() takes them.
        answers: of "losses", what answers hold: judgments of documents that have the names of the runs.
        model: of "judges", the judgments of a model; those of the evaluator are those of people.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        Its tables, by name.

    Raises:
        Error: as Evaluator and of_scores() do.
    """
    sources, known = _of_runs(evaluator, runs, pooled)
    if dendrograms is not None:
        sources["dendrograms"] = _dendrograms(dendrograms)
    sources["superintents"] = None if superintents is None else path_of(superintents, "superintents")
    if answers is not None:
        sources["answers"] = judgments_of(answers, "answers")
    if model is not None:
        sources["second"] = judgments_of(model, "model")
    with called("second_judgments", "model"):
        return _made(text(name, "name"), sources, values, progress, known)


def of_judgments(
    first: EvaluatorLike,
    second: QrelsLike,
    runs: Any = None,
    values: Optional[Values] = None,
    *,
    more: Sequence[QrelsLike] = (),
    progress: Any = None,
) -> Dict[str, Table[Any]]:
    """How far two sets of judgments or more agree, and what it changes for runs to take one for the other.

    Args:
        first: judgments; or an Evaluator, whose other arguments are those of both.
        second: the other judgments.
        more: further judgments of the same topics, for what all of them say together.
        runs: None, or two or more: ``{name: run}``, or a list of paths or of Run.
        values: of the options of "judgments" in records().
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        Tables by name: agreement, coverage and confusion, and with runs rankings and pairs, of the first two;
        with more judgments all_sets, and with runs ensembles.

    Raises:
        Error: as Evaluator and of_scores() do, and where they have no topic in common.
    """
    sources, known = _of_runs(first, runs, argument="first")
    sources["second"] = judgments_of(second, "second")
    sources["more"] = [judgments_of(one, "more") for one in items(more, "more", "a list of judgments")]
    return _made("judgments", sources, values, progress, known)


def of_lists(
    runs: Any,
    values: Optional[Values] = None,
    *,
    progress: Any = None,
) -> Dict[str, Table[Any]]:
    """How far the lists of two runs are the same: rank-biased overlap, with ties.

    Args:
        runs: two or more: ``{name: run}``, or a list of paths or of Run. Documents of equal scores are tied; a Run
            has scores if it was made of them or read with ``scores=True``.
        values: of the options of "overlap" in records().
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        Tables by name: overlap, and topics where `per_topic` is true.

    Raises:
        Error: as of_scores() does.
    """
    names, given = _named_runs(runs)
    read = tuple(read_run(run, scores=True) if isinstance(run, (str, os.PathLike)) else run for run in given)
    sources = {"names": names, "runs": read, "form": form_of(None, "descending")}
    return _made("overlap", sources, values, progress)


def of_hierarchies(
    first: Any,
    second: Any,
    evaluator: Optional[EvaluatorLike] = None,
    runs: Any = None,
    values: Optional[Values] = None,
    *,
    progress: Any = None,
) -> Dict[str, Table[Any]]:
    """How far two hierarchies of each topic agree, and what it changes for runs to take one for the other.

    Args:
        first, second: a path to a file of hierarchies, or what hierarchies() returns.
        evaluator, runs: None, or what scores runs, and the runs: see of_runs().
        values: of the options of "hierarchies" in records().
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        Tables by name: agreement, topics where `per_topic` is true, and with runs rankings and pairs.

    Raises:
        Error: as Evaluator and of_scores() do, and where they have no topic in common.
    """
    sources: Sources = {}
    known: Sequence[bytes] = ()
    if evaluator is not None:
        sources, known = _of_runs(evaluator, runs)
    sources["hierarchies"], sources["second_hierarchies"] = hierarchies_of(first, argument="first"), hierarchies_of(second, argument="second")
    return _made("hierarchies", sources, values, progress, known)


def of_similarities(
    qrels: QrelsLike,
    similarities: Optional[Mapping[str, Similarity]] = None,
    values: Optional[Values] = None,
    *,
    dendrograms: Any = None,
    progress: Any = None,
) -> Dict[str, Table[Any]]:
    """How similar relevant documents are, and the hierarchies that cutoffs make of them.

    Args:
        qrels: Judgments, or what they are made of.
        similarities: ``{name: Similarity}``, by what the tables call them.
        values: of the options of "similarities" in records().
        dendrograms: of the intents, where not the clusters of the similarities are cut.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        Tables by name: similarities, separation, topics where `per_topic` is true, histogram and deltas.

    Raises:
        Error: as of_scores() does, and where there is neither a similarity nor a dendrogram.
    """
    sources = {"judgments": judgments_of(qrels), "similarities": mapping(similarities, "similarities", "{name: Similarity}")}
    if dendrograms is not None:
        sources["dendrograms"] = _dendrograms(dendrograms)
    return _made("similarities", sources, values, progress)


def _default(option: Option) -> Any:
    """The default of an option as Python writes it; None where there is none, or where it stands for many numbers."""
    if option.kind == "bool":
        return False
    if not option.default or ":" in option.default:
        return None
    one = {"int": int, "ints": int, "float": float, "floats": float}.get(option.kind, str)
    if not option.kind.endswith("s"):
        return one(option.default)
    return tuple(one(value) for value in option.default.split(","))


def _about(option: Option) -> str:
    # What the command line takes as one text is a list here.
    parts = [re.sub(r"'([^',]+(?:,[^',]+)+)'", lambda names: repr(names[1].split(",")), option.meaning)]
    if option.choices and option.choices[0] not in option.meaning:
        parts.append("one of " + ", ".join(option.choices))
    if option.range:
        parts.append(option.range)
    if option.default and "default" not in option.meaning:
        parts.append("default " + option.default)
    return f"        {option.name}: {'; '.join(parts)}."


def _makers(record: Analysis) -> Callable[..., Dict[str, Table[Any]]]:
    """The function that makes an analysis of its inputs."""
    if record.of_scores:
        return of_scores
    others: Dict[str, Any] = {
        "judgments": of_judgments, "hierarchies": of_hierarchies, "similarities": of_similarities, "overlap": of_lists,
    }  # fmt: skip
    made: Callable[..., Dict[str, Table[Any]]] = others.get(record.name, of_runs)
    return made


def _function(record: Analysis) -> Callable[..., Dict[str, Table[Any]]]:
    """A function that makes an analysis, whose arguments are the inputs and the options of the record."""
    maker = _makers(record)
    inputs = inspect.signature(maker).parameters
    takes_name = "name" in inputs
    before = [one for key, one in inputs.items() if key not in ("name", "values", "progress")]
    parameters = [one for one in before if one.kind is one.POSITIONAL_OR_KEYWORD]
    parameters += [one for one in before if one.kind is one.KEYWORD_ONLY]
    for option in record.options:
        default = inspect.Parameter.empty if option.required else _default(option)
        parameters.append(inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=default))
    signature = inspect.signature(maker).replace(parameters=[*parameters, inputs["progress"]])

    def made(*args: Any, **kwargs: Any) -> Dict[str, Table[Any]]:
        given = signature.bind(*args, **kwargs).arguments
        values = {option.name: given.pop(option.name) for option in record.options if option.name in given}
        return maker(record.name, **given, values=values) if takes_name else maker(**given, values=values)

    tables = [f"        * {table.name}, {table.meaning}: {', '.join(c.name for c in table.columns)};" for table in record.tables]
    lines = [
        f"{record.summary[:1].upper()}{record.summary[1:]} [{record.source}].", "", "    Args:",
        f"        {', '.join(one.name for one in before)}, progress: see {maker.__name__}().",
        *map(_about, record.options), "", "    Returns:", "        Its tables by name; some only where they are asked for.", "",
        *tables, "",
    ]  # fmt: skip
    made.__name__ = made.__qualname__ = record.name.replace("-", "_").replace(" ", "_")
    made.__doc__ = "\n".join(lines)
    made.__module__ = __name__
    setattr(made, "__signature__", signature)
    return made


@functools.lru_cache(maxsize=None)
def _functions() -> Dict[str, Callable[..., Dict[str, Table[Any]]]]:
    return {made.__name__: made for made in map(_function, records())}


def __getattr__(name: str) -> Callable[..., Dict[str, Table[Any]]]:
    """A function for each analysis, such as significance() and pooling_correlation()."""
    if name.startswith("_") or name not in _functions():
        raise AttributeError(f"module {__name__} has no attribute {name!r}")
    return _functions()[name]


def __dir__() -> List[str]:
    return [*globals(), *_functions()]
