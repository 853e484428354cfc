"""Analyses by name: all that the command line's `subintent compare` and `subintent explain` do, with the same tables.

>>> import subintent
>>> qrels = {str(topic): {"1": {"d1": 1}, "2": {"d2": 1}} for topic in range(10)}
>>> runs = {"good": {topic: ["d1", "d2"] for topic in qrels}, "bad": {topic: ["d9", "d1"] for topic in qrels}}
>>> scores = subintent.Evaluator(qrels, ["alpha-nDCG@2", "nDCG@2"]).evaluate(runs)
>>> tables = subintent.analyses.of_scores("significance", scores, {"test": "t", "correction": "bonferroni"})
>>> [row.winner for row in tables["pairs"]]
['good', 'good']

records() says which analyses there are, what options they take, with defaults and ranges, and which tables they
give, with columns. Functions of subintent.compare and subintent.study are typed forms of the analyses that people
call most.
"""

from __future__ import annotations

import os
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from . import _core
from ._arguments import count, items, mapping, number, text
from ._errors import Error
from ._evaluate import _named_runs
from ._hierarchies import _dendrograms, hierarchies_of
from ._judgments import judgments_of
from ._measures import names_of
from ._progress import caller_of
from ._run import form_of, read_run
from ._similarity import Similarity
from ._table import Table
from ._types import PathLike, QrelsLike
from .study import EvaluatorLike, _evaluation

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

Values = Mapping[str, Any]

_TYPES = {"str": str, "int": int, "float": float}


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
            [TableOf(table, meaning, [Column(column, _TYPES[kind], what) for column, kind, what in columns])
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


def _made(
    name: str, sources: Dict[str, Any], values: Optional[Values], progress: Any, known: Sequence[bytes] = ()
) -> Dict[str, Table[Any]]:
    options = {option[0]: Option(*option) for record in _core.analyses() if record[0] == name for option in record[5]}
    given = {}
    for key, value in mapping(values, "values", "a mapping of options").items():
        if key not in options and options:
            raise Error(f"{key}: {name} has no such option", kind="argument", argument=str(key))
        if value is not None:
            given[key] = _value(value, options[key]) if options else value
    tables = _core.analyse(name, sources, given, known, caller_of(progress))
    return {
        table: Table({column: _TYPES[kind] for column, kind in columns}, rows) for table, columns, rows in tables
    }


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
        scores, measures, missing: see subintent.compare.
        values: of its options, by name; those that are left out, or None, have their defaults.
        preferences: ``{pool: preferences}`` as compare.preferences() takes them, of "preferences".
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        Its tables, by name.

    Raises:
        Error: for an analysis or option that there is not, values outside their range, and where there is
            nothing to compare.
    """
    sources = {
        "scores": scores,
        "measures": [] if measures is None else names_of(measures),
        "missing": text(missing, "missing"),
        "preferences": mapping(preferences, "preferences", "{pool: preferences}") or None,
    }
    return _made(text(name, "name"), sources, values, progress)


def _of_runs(evaluator: EvaluatorLike, runs: Any, pooled: Any = None) -> Tuple[Dict[str, Any], Sequence[bytes]]:
    """The sources of an Evaluator, or of judgments alone, and of runs; and the warnings that were given before."""
    judgments, (evaluation, form, known) = _evaluation(evaluator)
    sources: Dict[str, Any] = {"judgments": judgments, "evaluation": evaluation, "form": form}
    if runs is not None:
        sources["names"], sources["runs"] = _named_runs(runs)
    if pooled is not None:
        sources["pooled_names"], sources["pooled"] = _named_runs(pooled)
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
        name: one of records(). Those of several settings have the name of the analysis of scores that they make
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
    sources["superintents"] = None if superintents is None else os.fspath(superintents)
    if answers is not None:
        sources["answers"] = judgments_of(answers)
    if model is not None:
        sources["second"] = judgments_of(model)
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
    sources, known = _of_runs(first, runs)
    sources["second"] = judgments_of(second)
    sources["more"] = [judgments_of(one) for one in items(more, "more", "a list of judgments")]
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
    sources: Dict[str, Any] = {}
    known: Sequence[bytes] = ()
    if evaluator is not None:
        sources, known = _of_runs(evaluator, runs)
    sources["hierarchies"], sources["second_hierarchies"] = hierarchies_of(first), hierarchies_of(second)
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
