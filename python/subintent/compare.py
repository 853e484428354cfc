"""Comparisons: of runs with each other, of measures, of judgments, of hierarchies. A function for each analysis.

>>> import subintent
>>> from subintent import compare
>>> qrels = {str(topic): {"1": {"d1": 1}, "2": {"d2": 1}} for topic in range(10)}
>>> good = {topic: ["d1", "d2"] for topic in qrels}
>>> bad = {topic: ["d1", "d9"] if int(topic) % 4 else ["d9", "d1"] for topic in qrels}
>>> scores = subintent.Evaluator(qrels, ["alpha-nDCG@2"]).evaluate({"good": good, "bad": bad})
>>> pairs = compare.significance(scores, test="t")
>>> pairs[0].winner, round(pairs[0].difference, 3)
('good', 0.455)
>>> compare.difference(qrels, {"good": good, "bad": bad}, "P@2").topics[0].words
'good scores by 2 documents, bad by 1: +.500'

The functions are made from the records of the analyses, which the command line's `subintent compare` and
`subintent explain` use, too, with the same numbers to the last bit: records() lists them, and
``help(compare.significance)`` names all options and columns. An analysis gives a Table, or where it has several
tables, Tables: the main one, and each by its name, ``compare.discriminative_power(scores).curves``. Analyses of several
settings have two names: ``compare.pooling_correlation(qrels, runs)``.

`scores` are those of any number of runs by any number of measures, one of

* the ScoreTable that Evaluator.evaluate() and read_scores() return;
* a path to a file of scores: what the command line's `evaluate --per-topic` writes, trec_eval -q,
  ndeval, ir_measures -q, or a topic x run matrix as CSV;
* a data frame with the columns run, topic (or query_id, qid), measure, value, and perhaps judge and draw;
* ``{judge: any of those above}``, or ``{judge: [one for each draw]}``: measures are then called ``JUDGE:MEASURE``, and
  several draws become their mean but for reliability();
* ``{run: {measure: {topic: value}}}``, or ``{run: metrics}`` where these are tuples (topic, measure,
  value), or named ones with query_id, measure and value, a frame of these, or a Run that ranx has scored;
* ``{run: {topic: value}}``, by the measure "score", where a run may also have a Series or a frame of topics and values;
* a frame, or ``{measure: frame}``, of topics x runs, the topics in its index or in a column topic, query_id or qid;
* an iterable of tuples (run, topic, measure, value), such as rows of ScoreTable.per_topic();
* an Evaluator, or judgments, with `runs`, by its measures or by `measures`;
* a list of tables, paths and frames, such as those of several years. Scores of the same run name
  in several of them are joined, with a warning.

Values are finite numbers, of at most 1e100; NaN means that there is no score. Means ("all") are left
out. Other inputs:

* `measures`: those to use, by any of their names; none means all of them.
* `lower_is_better`: of these measures less is better; a ScoreTable says so itself of functions.
* `missing`: what to do if runs do not share all topics: "error" raises Error, naming one; "zero"
  counts 0; "drop", of a ScoreTable the default where a measure does not apply to all topics, leaves
  out topics without a score for all runs; "group" compares only runs with the same topics.
* `preferences`: of users between the ranked lists of two runs. A path to a file with the
  columns topic, run1, run2, participant and preference, which is "<" (run2 is better), "="
  or ">"; a data frame with these columns; an iterable of such tuples; a list of paths; or
  ``{pool: any of these}``. Files and frames may also have the columns left, seconds, question, repeat,
  pool, check and comment, and tuples these behind the five, with None for what is not known. Without
  scores (None) the tables are of the users alone.
* `evaluator`: an Evaluator, whose judgments, hierarchies, similarity and so on are used, and its measures where
  none are named (delta and hierarchies have their own, pooling takes them without cutoffs); or judgments alone. `runs`: ``{name: run}``, a list of paths or of Run, or one run; difference() also takes two, one behind the other, and of judged answers the names of systems, or none where there are two.
* `pooled`: the runs that make the pools, if not those that are scored. `dendrograms`: of the intents, a
  path or what cluster() returns. `superintents`: a path to a file "topic superintent intent".
* `answers`: what answers hold, as judgments of documents that have the names of the runs. `more`: further
  judgments of the same topics.
* `first`, `second`: judgments, or hierarchies, to be compared. `similarities`: ``{name: Similarity}``, or one.
* `progress`: called with a Progress about ten times a second, where False stops the work; or a bar
  such as tqdm's. Ctrl-C stops any of these functions.

Everything raises Error for inputs that make no sense, and where there is nothing to compare, and TypeError for
objects of another type. What is doubtful is a DataWarning. docs/methods.md defines all analyses.
"""

from __future__ import annotations

import dataclasses
import difflib
import functools
import inspect
import os
import re
import textwrap
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union

from . import _core
from ._arguments import TAKEN, called, count, items, mapping, number, refuse, refuse_unknown, text
from ._errors import Error, warn
from ._evaluate import Evaluator, named_answers
from ._files import path_of
from ._judgments import Judgments, judgments_of
from ._measures import functions_of, names_of
from ._progress import caller_of
from ._run import form_of, named_runs, read_run
from ._scores import ScoreTable, beside, lower_in
from ._similarity import Similarity
from ._table import TYPES, Table, Tables, made_table
from ._topics import slices_of
from ._trees import dendrograms_of, hierarchies_of
from ._types import PathLike, QrelsLike

if TYPE_CHECKING:
    from ._analysis_functions import *  # what __getattr__() finds  # noqa: F403

__all__ = ["Analysis", "Column", "Option", "TableOf", "TopicSetSize", "read_scores", "records", "standardised", "topics_needed"]

EvaluatorLike = Union[Evaluator, QrelsLike]
Values = Mapping[str, Any]
Sources = Dict[str, Any]


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
    """The name of an analysis, its options and tables; command is that of the command line which makes it."""

    name: str
    command: str
    summary: str
    source: str
    of_scores: bool
    options: List[Option]
    tables: List[TableOf]


class TopicSetSize(NamedTuple):
    """How many topics show a difference: what topics_needed() returns."""

    topics: Optional[int]
    power: float


@functools.lru_cache(maxsize=None)
def _records() -> List[Analysis]:
    return [
        Analysis(
            name, command, summary, source, of_scores_alone, [Option(*option) for option in options],
            [TableOf(table, meaning, [Column(column, TYPES[kind], what) for column, kind, what in columns])
             for table, meaning, columns in tables],
        )
        for name, command, summary, source, of_scores_alone, options, tables in _core.analyses()
    ]  # fmt: skip


def records() -> List[Analysis]:
    """All analyses there are, with their options, defaults and ranges, and their tables and columns."""
    return list(_records())


# ---- Values of options ----


def _several(given: Any, name: str, kind: str) -> List[Any]:
    if isinstance(given, str) or not hasattr(type(given), "__iter__"):
        given = [given]
    return [TAKEN[kind[:-1]](item, name) for item in items(given, name, f"a list of {kind[:-1]}")]


def _value(given: Any, option: Option) -> Any:
    if option.name == "scores":  # lines, by now
        return given
    if option.name == "slices":
        return slices_of(given)
    if option.name == "topic" and hasattr(type(given), "__index__"):
        return str(given)
    if option.kind in TAKEN:
        return os.fspath(given) if option.kind == "str" and isinstance(given, os.PathLike) else TAKEN[option.kind](given, option.name)
    if option.name in ("measures", "gold"):
        return names_of(given, option.name)
    return _several(given, option.name, option.kind)


# ---- Inputs ----


def _of_answers(given: Any, measures: Sequence[str], of_judges: bool) -> Any:
    """The scores of answers, where files or a frame are of assignments; of others what was given. Judges of documents need runs."""
    paths = [given] if isinstance(given, (str, os.PathLike)) else given if isinstance(given, list) else []
    if not of_judges and not hasattr(given, "columns") and not (paths and all(isinstance(path, (str, os.PathLike)) for path in paths)):
        return given
    try:
        judgments = judgments_of(given)
    except (Error, TypeError, ValueError):
        return given
    if of_judges and not judgments.of_answers:
        _answers_of_both(judgments, judgments, None)
    return Evaluator(judgments, measures or None).evaluate() if judgments.of_answers else given


def _of_scores(scores: Any, runs: Any = None, measures: Any = None, *, missing: str = "error", lower_is_better: Sequence[str] = ()) -> Sources:
    if runs is not None and isinstance(scores, ScoreTable):
        raise TypeError("runs: they have scores already; give judgments or an Evaluator in the place of these")
    if runs is not None and isinstance(scores, Evaluator):
        scores = scores.evaluate(runs)
    elif runs is not None:
        scores, measures = Evaluator(judgments_of(scores, "scores"), measures).evaluate(runs), None
    if missing == "error" and getattr(scores, "applicable", None) is not None:
        missing = "drop"
    names = [] if measures is None else names_of(measures)
    lower = [name for name in lower_in(scores) if not names or name in names]
    return {"scores": scores, "measures": names, "missing": text(missing, "missing"), "lower_is_better": list(dict.fromkeys([*lower, *_several(lower_is_better, "lower_is_better", "strs")]))}


def _of_preferences(scores: Any, preferences: Any, *, runs: Any = None, measures: Any = None, missing: str = "error", lower_is_better: Sequence[str] = ()) -> Sources:
    sources = {**_of_scores(scores, runs, measures, missing=missing, lower_is_better=lower_is_better), "preferences": _pools(preferences)}
    if scores is None:
        del sources["scores"]
    return sources


def _of_battles(scores: Any = None, preferences: Any = None, *, measures: Any = None, missing: str = "error", lower_is_better: Sequence[str] = ()) -> Sources:
    if preferences is None:  # battles alone
        scores, preferences = None, scores
    return _of_preferences(scores, preferences, measures=measures, missing=missing, lower_is_better=lower_is_better)


def _pools(given: Any) -> Dict[str, Any]:
    if isinstance(given, Mapping):
        return {str(name): pool for name, pool in given.items()}
    paths = [given] if isinstance(given, (str, os.PathLike)) else given
    if isinstance(paths, (list, tuple)) and paths and all(isinstance(path, (str, os.PathLike)) for path in paths):
        return {os.fspath(path): path for path in paths}
    return {"preferences": given}


def _evaluation(evaluator: Any, runs: Any, pooled: Any = None, argument: str = "evaluator") -> Sources:
    """The sources of an Evaluator, or of judgments alone, and of runs; "known" are the warnings that were given before."""
    if isinstance(evaluator, Evaluator):
        if evaluator._core is not None:
            runs = named_answers(evaluator._core.judgments(), runs)
        core = evaluator._of([] if runs is None else named_runs(runs)[1])._core
        sources = {"judgments": core.judgments(), "evaluation": core.options(), "form": evaluator._form, "known": core.warnings()}
    else:
        if isinstance(evaluator, ScoreTable) or "measure" in getattr(evaluator, "columns", ()):
            refuse(argument, "an Evaluator or judgments (scores go into scores=, or into significance() and the like)", evaluator)
        judgments = judgments_of(evaluator, argument)
        runs = named_answers(judgments, runs)
        options = _core.EvaluatorOptions({}, None, None, {}, {}, None, "irrelevant")
        sources = {"judgments": judgments, "evaluation": options, "form": form_of(None, "descending"), "known": judgments.warnings()}
    if runs is not None:
        sources["names"], sources["runs"] = named_runs(runs)
    if pooled is not None:
        sources["pooled_names"], sources["pooled"] = named_runs(pooled, "pooled")
    return sources


def _with_measures(record: Analysis, values: Values, evaluator: Any, runs: Any) -> Values:
    """The values with the measures of an Evaluator where none are given and the analysis takes them, and with other scores as lines."""
    kind = record.name.split()[0]
    options = {option.name for option in record.options}
    asked = dict(values)
    takes_own = "measures" in options and isinstance(evaluator, Evaluator)
    given: Any = asked.get("measures")
    if takes_own and given is not None and not isinstance(given, (str, _core.Measure)):
        known = {id(function): name for name, (_, function) in evaluator._functions.items()}
        listed = [given] if callable(given) else items(given, "measures", "a list of str, Measure or functions")
        asked["measures"] = given = [known.get(id(one), one) for one in listed]
    functions = None
    own = takes_own and given is None and kind not in ("delta", "hierarchies")
    if own or takes_own and given is not None and evaluator._functions.keys() & {*names_of(given)}:
        names = [name for name in names_of(evaluator.measures if own else given) if name not in evaluator._functions]
        asked["measures"] = names if own else given
        named, lists = named_runs(runs) if evaluator._functions else ((), ())
        if evaluator._functions and "scores" in options and len(named) > 1:
            functions = evaluator._of(lists)._of_functions(named, lists)
        elif not names and len(named) == 1 and record.name == "gate":
            raise Error("there is only one run to compare", kind="input", advice="give two runs or more, of which a baseline is one")
        elif not names:
            message = f"measures: {record.name} takes no functions"
            raise Error(message, kind="argument", argument="measures", advice="name other measures, or compare the values of Evaluator.evaluate()")
        elif evaluator._functions:
            left_out = ", ".join(evaluator._functions)
            warn("", "", 0, f"{record.name} takes no functions, and leaves out {left_out}", "")
            asked["measures"] = names
        if kind == "pooling":  # which cuts lists itself
            asked["measures"] = list(dict.fromkeys(re.sub(r"@\d+$", "", name) for name in names))
    if "scores" in options:
        others = beside(values.get("scores"), functions)
        lower = [*others.get("lower_is_better", ()), *_several(values.get("lower_is_better") or (), "lower_is_better", "strs")]
        asked.update(others, lower_is_better=list(dict.fromkeys(lower)))
    return asked


def _of_runs(
    evaluator: EvaluatorLike,
    runs: Any,
    *,
    pooled: Any = None,
    dendrograms: Any = None,
    superintents: Optional[PathLike] = None,
    answers: Optional[QrelsLike] = None,
) -> Sources:
    sources = _evaluation(evaluator, runs, pooled)
    if dendrograms is not None:
        sources["dendrograms"] = dendrograms_of(dendrograms)
    if superintents is not None:
        sources["superintents"] = path_of(superintents, "superintents")
    if answers is not None:
        sources["answers"] = judgments_of(answers, "answers")
    return sources


# The analyses of some inputs, by the first word of their names; others do not take them.
_TAKERS = {
    "pooled": ["pooling"], "dendrograms": ["delta", "similarities"], "superintents": ["delta"], "answers": ["losses"],
}  # fmt: skip


def _answers_of_both(people: Any, model: Any, runs: Any) -> Any:
    """The answers that people or the model judged, where runs are none, their names, or answers that one of them judged."""
    if not (people.of_answers and model.of_answers):
        if runs is None:
            raise Error("runs: none given", kind="argument", argument="runs", advice="give the runs that both judge")
        return runs
    by_people, by_model = people.answers(), model.answers()
    if isinstance(runs, Mapping):
        if not all(isinstance(run, dict) and run in (by_people.get(name), by_model.get(name)) for name, run in runs.items()):
            return runs
    names = by_people if runs is None else [runs] if isinstance(runs, str) else runs
    if not isinstance(names, (Mapping, list, tuple)) or not all(isinstance(name, str) and name in {**by_people, **by_model} for name in names):
        return runs
    for name in names:
        if name not in by_people or name not in by_model:
            raise Error(f"has no answers of {name}", file="human" if name in by_model else "model", advice="give runs=[...] with the names of systems that both judged")
    return {name: {**by_model[name], **by_people[name]} for name in names}


def _of_judges(human: Any, runs: Any = None, model: Any = None) -> Sources:
    """
    human: the judgments of people, of few topics, or an Evaluator of them; without runs their scores, too.
    runs: that both judge, ``{name: run}`` or a list of paths or of Run; None of scores and of judgments of answers.
    model: the judgments, or scores, of a model, of these and many more topics.
    """
    if model is None:
        raise Error("model: none given", kind="argument", argument="model", advice="give the judgments of a model, of these and more topics")
    if runs is None and not any(isinstance(one, (Evaluator, Judgments)) for one in (human, model)):  # of scores
        return {"scores": human, "second_scores": model}
    people = human._core.judgments() if isinstance(human, Evaluator) else judgments_of(human, "human")
    second = judgments_of(model, "model")
    return {**_evaluation(human, _answers_of_both(people, second, runs), argument="human"), "second": second}


def _of_judgments(first: EvaluatorLike, second: QrelsLike, runs: Any = None, *, more: Sequence[QrelsLike] = ()) -> Sources:
    others = [judgments_of(each, "more") for each in items(more, "more", "a list of judgments")]
    return {**_evaluation(first, runs, argument="first"), "second": judgments_of(second, "second"), "more": others}


def _of_lists(runs: Any) -> Sources:
    names, given = named_runs(runs)
    read = tuple(read_run(run, scores=True) if isinstance(run, (str, os.PathLike)) else run for run in given)
    return {"names": names, "runs": read, "form": form_of(None, "descending")}


def _of_hierarchies(first: Any, second: Any, evaluator: Optional[EvaluatorLike] = None, runs: Any = None) -> Sources:
    sources = {} if evaluator is None else _evaluation(evaluator, runs)
    all_intents = sources["judgments"].all_nuggets if sources else True
    for source, given, argument in (("hierarchies", first, "first"), ("second_hierarchies", second, "second")):
        sources[source] = hierarchies_of(given, all_intents=all_intents, argument=argument)
    return sources


def _of_similarities(qrels: QrelsLike, similarities: Any = None, *, dendrograms: Any = None) -> Sources:
    named = {"": similarities} if isinstance(similarities, Similarity) else mapping(similarities, "similarities", "{name: Similarity}")
    sources = {"judgments": judgments_of(qrels), "similarities": named}
    if dendrograms is not None:
        sources["dendrograms"] = dendrograms_of(dendrograms)
    return sources


# ---- Functions ----


def _sources_of(record: Analysis) -> Callable[..., Sources]:
    """The function that takes the inputs of an analysis."""
    functions: Dict[str, Callable[..., Sources]] = {
        "preferences": _of_preferences, "battles": _of_battles, "judgments": _of_judgments, "hierarchies": _of_hierarchies,
        "similarities": _of_similarities, "overlap": _of_lists, "judges": _of_judges,
    }  # fmt: skip
    if record.of_scores:
        return functions.get(record.name, _of_scores)
    return functions.get(record.name, _of_runs)


def _made(record: Analysis, sources: Sources, values: Values, progress: Any) -> Any:
    """The table of an analysis, or its tables."""
    options = {option.name: option for option in record.options}
    given = {name: _value(value, options[name]) for name, value in values.items() if value is not None}
    with called("second_judgments", "model" if record.name == "judges" else "second_judgments"):
        try:
            made = _core.analyse(record.name, sources, given, sources.pop("known", ()), caller_of(progress))
        except Error:
            answers = {name: _of_answers(sources[name], sources.get("measures", given.get("measures", ())), record.name == "judges") for name in ("scores", "second_scores") if name in sources}
            if all(scores is sources[name] for name, scores in answers.items()):
                raise
            made = _core.analyse(record.name, {**sources, **answers}, given, (), caller_of(progress))
    tables = {table: made_table(columns, rows, hidden) for table, columns, rows, hidden in made}
    if len(record.tables) > 1:
        if record.name == "preferences" and "agreement" in tables and not given.get("disagreements"):
            agreement = tables["agreement"]
            of_all = [row for row in agreement if not re.fullmatch(".* and .* disagree", row.pool, re.S)]
            return Tables(tables, {"agreement": Table(agreement._row_type, of_all)})
        return Tables(tables)
    return next(iter(tables.values()))


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
    # A text of the command line with commas is a list here.
    parts = [re.sub(r"'([^',]+(?:,[^',]+)+)'", lambda names: repr(names[1].split(",")), option.meaning)]
    if option.choices and option.choices[0] not in option.meaning:
        parts.append("one of " + ", ".join(option.choices))
    if option.range:
        parts.append(option.range)
    if option.default and "default" not in option.meaning:
        parts.append("default " + option.default)
    return f"        {option.name}: {'; '.join(parts)}."


def _are_answers(given: Any) -> bool:
    try:
        return bool((given._core.judgments() if isinstance(given, Evaluator) else judgments_of(given)).of_answers)
    except (AttributeError, Error, TypeError, ValueError):
        return False


def _is_run(given: Any) -> bool:
    return isinstance(given, (_core.Run, os.PathLike)) or isinstance(given, str) and os.path.exists(given)


def _function(record: Analysis) -> Callable[..., Any]:
    """A function that makes an analysis, whose arguments are the inputs and the options of the record."""
    sources_of = _sources_of(record)
    signature = inspect.signature(sources_of)
    kind = record.name.split()[0]
    inputs = [one for one in signature.parameters.values() if kind in _TAKERS.get(one.name, [kind])]
    progress = inspect.Parameter("progress", inspect.Parameter.KEYWORD_ONLY, default=None, annotation="Any")
    by_position = inspect.Parameter.POSITIONAL_OR_KEYWORD  # measures, too, as evaluate() takes them
    options = [
        inspect.Parameter(
            option.name,
            by_position if option.name == "measures" else inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if option.required else _default(option),
        )
        for option in record.options
    ]
    parameters = sorted([*inputs, *options], key=lambda one: one.kind != by_position)
    signature = signature.replace(parameters=[*parameters, progress], return_annotation="Any")

    def made(*args: Any, **kwargs: Any) -> Any:
        if record.name == "difference" and len(args) > 2 and _is_run(args[2]):
            args = (args[0], args[1:3], *args[3:])
        elif record.name == "difference" and len(args) > 2 and all(isinstance(run, Mapping) and not any(map(callable, run.values())) for run in args[1:3]):
            args = (args[0], {"A": args[1], "B": args[2]}, *args[3:])
        if record.name == "judges":
            if len(args) == 3 and "model" in kwargs:  # the third are measures
                args, kwargs = args[:2], {"measures": args[2], **kwargs}
            if "evaluator" in kwargs:  # its other name
                kwargs["human"] = kwargs.pop("evaluator")
        where = {"scores": ", where scores are what evaluate() returns, of assignments, too", "evaluator": " (an Evaluator, or Judgments, with topics and so on)"}.get(inputs[0].name, "")
        takes = f"it takes {', '.join(one.name for one in inputs)}{where}, and options that help() lists"
        own = {name: kwargs.pop(name) for name in [*kwargs] if inputs[0].name == "evaluator" and name not in signature.parameters and name in inspect.signature(Evaluator).parameters}
        refuse_unknown(f"compare.{made.__name__}", kwargs, signature.parameters, takes)
        if record.name == "difference" and len(args) < 2 and "runs" not in kwargs and _are_answers(kwargs.get("evaluator", *args)):
            kwargs["runs"] = None
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise TypeError(f"compare.{made.__name__}(): {error}; {takes}") from None
        values = {option.name: given.pop(option.name) for option in record.options if option.name in given}
        told = given.pop("progress", None)
        second = values.get("measures", given.get("measures"))
        if "runs" in given and _is_run(second):
            raise TypeError(f"compare.{made.__name__}(): give the runs as a list, [run, run], or as {{name: run}}")
        if own:
            if isinstance(given["evaluator"], Evaluator):
                raise TypeError(f"compare.{made.__name__}(): give {', '.join(own)} to the Evaluator")
            given["evaluator"] = Evaluator(given["evaluator"], values.pop("measures", None), **own)
        takes_functions = any(option.name == "scores" for option in record.options) and not isinstance(given["evaluator"], Evaluator)
        if takes_functions and functions_of(values.get("measures"))[1]:
            given["evaluator"] = Evaluator(given["evaluator"], values.pop("measures"))
        asked = _with_measures(record, values, given.get("evaluator", given.get("human", given.get("first"))), given.get("runs"))
        return _made(record, sources_of(**given), asked, told)

    about = inspect.getdoc(sources_of)
    tables = [f"        * {table.name}, {table.meaning}: {', '.join(c.name for c in table.columns)};" for table in record.tables]
    lines = [
        f"{record.summary[:1].upper()}{record.summary[1:]} [{record.source}].", "", "    Args:",
        *([textwrap.indent(about, "        "), "        progress: see the module."] if about else [f"        {', '.join(one.name for one in inputs)}, progress: see the module."]),
        *map(_about, record.options), "", "    Returns:",
        "        Its tables; some only where they are asked for:" if len(tables) > 1 else "        A table:", "", *tables, "",
    ]  # fmt: skip
    made.__name__ = made.__qualname__ = record.name.replace("-", "_").replace(" ", "_")
    made.__doc__ = "\n".join(lines)
    made.__module__ = __name__
    setattr(made, "__signature__", signature)
    return made


@functools.lru_cache(maxsize=None)
def _functions() -> Dict[str, Callable[..., Any]]:
    return {made.__name__: made for made in map(_function, _records())}


def __getattr__(name: str) -> Callable[..., Any]:
    """A function for each analysis, such as significance() and pooling_correlation()."""
    if name.startswith("_") or name not in _functions():
        near = difflib.get_close_matches(name, __dir__(), 1, 0.75) or [one for one in __dir__() if one.startswith(name)] or ["significance(), which tests and gives intervals"]
        raise AttributeError(f"module {__name__} has no attribute {name!r}; did you mean {near[0]}?")
    return _functions()[name]


def __dir__() -> List[str]:
    return sorted({*__all__, *_functions()})


def topics_needed(
    variance: float, difference: float, *, systems: Optional[int] = None, alpha: float = 0.05, beta: float = 0.2
) -> TopicSetSize:
    """The least number of topics that shows a difference of true means with power 1 - beta [Sakai16].

    >>> topics_needed(0.05, 0.1, systems=10).topics
    158

    Args:
        variance: of the scores of a system, above 0.
        difference: of the true means, above 0.
        systems: None for the paired t-test of two systems, whose differences are taken to have twice
            the variance; 2 to 1000 for one-way analysis of variance, where the best and the worst of
            them differ by `difference` at least.
        alpha: the significance level, between 0 and 1.
        beta: the risk of missing the difference, from 0.000001 to below 1.

    Returns:
        A tuple of topics (None for more than 100,000) and power, that of these (or of 100,000) topics.
        The numbers of [Sakai16] come from approximations, and may be one or two topics different.
    """
    wanted = None if systems is None else count(systems, "systems")
    risks = (number(alpha, "alpha"), number(beta, "beta"))
    return TopicSetSize(*_core.topic_set_size(number(variance, "variance"), number(difference, "difference"), wanted, *risks))


def read_scores(path: PathLike, *, run_name: str = "auto", scores_format: str = "auto") -> ScoreTable:
    """Reads a file of scores, whose format is detected.

    Args:
        path: the file, gzip and zstd included.
        run_name: what a run of trec_eval or ndeval is called: "file", "tag" (the value of "runid";
            the first column of ndeval's CSV) or "auto" (the file, and the first column).
        scores_format: how to read a file that fits two formats: "trec_eval", "ir_measures",
            "matrix", "matrix-without-topics", "measures" (columns of one run); "auto" refuses it.

    Returns:
        A table of its scores; NaN where there is none.
    """
    return ScoreTable(*_core.read_scores(path_of(path, "path"), text(run_name, "run_name"), text(scores_format, "scores_format")))


def standardised(scores: Any, *, missing: str = "error") -> List[ScoreTable]:
    """Scores minus the mean of their topic over runs, divided by its standard deviation [Webber, eq. 8].

    Args:
        scores, missing: see the module.

    Returns:
        A table for each group of runs with the same topics: one, unless `missing` is "group".
    """
    lower = lower_in(scores)
    tables = _core.standardised(scores, text(missing, "missing"))
    return [dataclasses.replace(ScoreTable(*fields), lower_is_better=[name for name in fields[1] if name in lower]) for fields in tables]
