"""Scores of runs."""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, NamedTuple, NoReturn, Optional, Sequence, Tuple, Union

import numpy

from . import _core
from ._arguments import count, instance, items, mapping, number, refuse, text, texts, whole_number
from ._errors import Error
from ._files import path_of
from ._frames import is_table, runs_of_table
from ._hierarchies import hierarchies_of
from ._judgments import Judgments, judgments_of
from ._measures import Function, functions_of, names_of
from ._run import form_of, read_run
from ._table import _MOST_SHOWN, Table, made_table, module, row_class, terminal_width
from ._types import QrelsLike, RunLike, Immutable


# Names, Measure, functions, and functions by name.
MeasuresLike = Union[str, _core.Measure, Function, Mapping[str, Function], Sequence[Union[str, _core.Measure, Function, Mapping[str, Function]]], None]

_Input = Tuple[str, str, str]  # role, name, and path; no path: in memory


class Metric(NamedTuple):
    """The score of a run for a topic."""

    query_id: str
    measure: str
    value: float


class Score(NamedTuple):
    """The score of a run for a topic: a row of ScoreTable.per_topic()."""

    run: str
    topic: str
    measure: str
    value: float


class Results(NamedTuple):
    """The means over topics, and the score for each topic."""

    aggregated: Dict[str, float]
    per_query: List[Metric]


def _significance_values(
    significance: Any, baseline: Any, intervals: Any, p_values: Any, alpha: Any, trials: Any, seed: Any, correction: Any, family: Any
) -> Dict[str, Any]:
    """Values of the options of marks and intervals; None where they are not given."""
    baselines = [baseline] if isinstance(baseline, str) else texts(baseline, "baseline")
    uses_alpha = significance is not None or intervals is not None or bool(baselines)
    return {
        "significance": significance,
        "baseline": baselines or None,
        "intervals": intervals,
        "p_values": bool(p_values),
        "alpha": number(alpha, "alpha") if uses_alpha else None,
        "trials": None if trials is None else count(trials, "trials"),
        "seed": None if seed is None else count(seed, "seed"),
        "correction": correction,
        "family": family,
    }


def _given(values: Mapping[str, Any]) -> Dict[str, Any]:
    named = ("significance", "intervals", "correction", "family", "format", "caption", "label")
    return {
        name: text(value, name) if name in named else value
        for name, value in values.items()
        if value is not None and value is not False
    }


def _digits(digits: Any) -> Optional[str]:
    return None if digits is None else "full" if digits == "full" else str(count(digits, "digits"))


@dataclass(frozen=True, eq=False, repr=False)
class ScoreTable(Table[Any]):
    """Scores of runs by measures for topics: a table of the means, with a row for each run.

    Attributes:
        runs, measures, topics: their names.
        values: array of float64, runs x measures x topics.
        answered: array of bool, runs x topics: has the run a list for the topic? Where it has none
            its scores are 0. Of scores that were read: has it a score by every measure that it has
            any score by? Those that it lacks are NaN, and count 0 in means.
        applicable: array of bool, measures x topics: does the measure apply to the topic? Measures of
            groups do not where no document is known to be in a group; the values are NaN there, and
            means leave the topic out. None where all measures apply to all topics.
    """

    runs: List[str]
    measures: List[str]
    topics: List[str]
    values: "numpy.ndarray[Any, Any]"
    answered: "numpy.ndarray[Any, Any]"
    applicable: Optional["numpy.ndarray[Any, Any]"] = None
    _made_from: Optional[Tuple[List[_Input], Dict[str, Any]]] = None  # inputs, and the options that were given

    @property
    def provenance(self) -> Optional[Dict[str, Any]]:
        """What the scores were made from, for a supplement or a log; None where that is not known, as of scores that were read.

        A dictionary that json.dumps() takes: "program", "version", "measures" (their identifiers), "default_test" and
        "default_correction" (where none is asked for), "inputs", and the "options" of evaluate() that were given. An input has
        its "role" (as "judgments" or "run"), its "name", and the "path", "bytes" and "sha256" of a file, as `--provenance` of the
        command line has them. They are None for what was in memory; "bytes" and "sha256" also for a pipe and a file that is
        not there anymore. Files are read when this is asked for: one that has changed since is described as it is now.

        >>> import subintent
        >>> table = subintent.evaluate({"1": {"a": {"d1": 1}}}, {"mine": {"1": ["d1"]}}, "strec@5", depth=10)
        >>> table.provenance["measures"], table.provenance["options"], [i["role"] for i in table.provenance["inputs"]]
        (['I_rec@5'], {'depth': 10}, ['judgments', 'run'])

        Raises:
            Error: where a file cannot be read.
        """
        if self._made_from is None:
            return None
        inputs, options = self._made_from
        as_bytes = [(os.fsencode(role), os.fsencode(name), os.fsencode(path)) for role, name, path in inputs]
        own = options.get("functions", ())
        made: Dict[str, Any] = json.loads(_core.provenance([str(measure) for measure in self.measures if measure not in own], as_bytes))
        return {**made, "options": dict(options)}

    def means(self, answered_only: bool = False) -> "numpy.ndarray[Any, Any]":
        """The means over all topics that a measure applies to: an array of float64, runs x measures. Where it applies to none they are NaN.

        Args:
            answered_only: whether only the topics count that a run answers.
        """
        shape = (len(self.runs), len(self.measures), len(self.topics))
        counted = numpy.ones(shape, bool) if self.applicable is None else numpy.broadcast_to(self.applicable, shape)
        if answered_only:
            counted = counted & self.answered[:, None, :]
        has_score = counted & ~numpy.isnan(self.values)  # scores that were read may lack some
        values = numpy.where(has_score, self.values, 0.0)
        # Added up from the first topic on, as the command line does: numpy.mean() adds in pairs.
        sums = numpy.cumsum(values, axis=2)[:, :, -1]
        means: numpy.ndarray[Any, Any] = sums / numpy.maximum(counted.sum(axis=2), 1)
        if self.applicable is not None:
            means[:, ~self.applicable.any(axis=1)] = numpy.nan
        return means

    @property
    def _row_type(self) -> Any:
        return row_class((("run", str), *((str(measure), float) for measure in self.measures)))

    @property
    def _rows(self) -> List[Any]:  # type: ignore[override]
        make = self._row_type._make
        return [make((run, *means)) for run, means in zip(self.runs, self.means().tolist())]

    def per_topic(self) -> Table[Score]:
        """A table of the scores: run, topic, measure, value. Topics that a measure does not apply to have no row."""
        rows = (
            (run, topic, measure, value)
            for run, of_run in zip(self.runs, self.values.tolist())
            for measure, of_measure, applies in zip(self.measures, of_run, self._applies())
            for topic, value, counts in zip(self.topics, of_measure, applies)
            if counts
        )
        return Table(Score, rows)

    def _applies(self) -> List[List[bool]]:
        """By measure and topic."""
        if self.applicable is None:
            return [[True] * len(self.topics)] * len(self.measures)
        applies: List[List[bool]] = self.applicable.tolist()
        return applies

    def to_pandas(self, per_topic: bool = False) -> Any:
        """A data frame of means, a row per run and a column per measure.

        Args:
            per_topic: one of scores in its place, with the columns run, topic, measure, value.
        """
        pandas = module("pandas")
        if not per_topic:
            return pandas.DataFrame(self.means(), index=pandas.Index(self.runs, name="run"), columns=self.measures)
        index = pandas.MultiIndex.from_product(
            [self.runs, self.measures, self.topics], names=["run", "measure", "topic"]
        )
        frame = pandas.DataFrame({"value": self.values.reshape(-1)}, index=index).reset_index()
        if self.applicable is not None:
            frame = frame[numpy.tile(self.applicable.reshape(-1), len(self.runs))].reset_index(drop=True)
        return frame[["run", "topic", "measure", "value"]]

    def to_dict(self) -> Dict[str, Dict[str, Dict[str, float]]]:
        """``{run: {measure: {topic: value}}}``, without topics that the measure does not apply to."""
        return {
            run: {
                measure: {topic: value for topic, value, counts in zip(self.topics, of_measure.tolist(), applies) if counts}
                for measure, of_measure, applies in zip(self.measures, of_run, self._applies())
            }
            for run, of_run in zip(self.runs, self.values)
        }

    def __len__(self) -> int:
        return len(self.runs)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ScoreTable):
            return NotImplemented
        return (
            (self.runs, self.measures, self.topics) == (other.runs, other.measures, other.topics)
            and numpy.array_equal(self.values, other.values, equal_nan=True)
            and numpy.array_equal(self.answered, other.answered)
            and self._applies() == other._applies()
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        fields = (self.runs, self.measures, self.topics, self.values, self.answered, self.applicable, self._made_from)
        return ScoreTable, fields

    def to_text(
        self,
        format: str = "table",
        *,
        per_topic: bool = False,
        answered_topics: bool = False,
        standardise: bool = False,
        digits: Union[int, str, None] = None,
        significance: Optional[str] = None,
        baseline: Union[str, Sequence[str]] = (),
        intervals: Optional[str] = None,
        p_values: bool = False,
        alpha: float = 0.05,
        trials: Optional[int] = None,
        seed: Optional[int] = None,
        correction: Optional[str] = None,
        family: Optional[str] = None,
    ) -> str:
        """What ``subintent evaluate`` prints of these scores.

        >>> import subintent
        >>> runs = {"a": {"1": ["d1"], "2": ["d1"]}, "b": {"1": ["d2"], "2": ["d1"]}}
        >>> scores = subintent.evaluate({"1": {"1": {"d1": 1}}, "2": {"1": {"d1": 1}}}, runs, "RR")
        >>> print(scores.to_text(intervals="mean", alpha=0.5, digits=2), end="")
        run    RR
        a    1.00• [1.00, 1.00]
        b    0.50  [0.00, 1.00]
        <BLANKLINE>
        Means over 2 topics.
        • the best mean of a measure
        In brackets: 50% confidence intervals of the means (Student's t), not corrected for multiple comparisons.

        Args:
            format: "table", "tsv", "csv", "ir_measures", "json", "latex" or "markdown".
            per_topic: the scores of every topic as well as the means.
            answered_topics: means over the topics that a run answers; default: over all judged topics.
            standardise: (score - mean) / standard deviation over the runs, by topic.
            digits: decimals, or "full" precision; default: 4 in tables, 6 elsewhere.
            significance: the test by which significantly different means are marked: between all pairs of runs,
                or with `baseline` from it; default: none, with `baseline` "t".
            baseline: the run or runs that others are compared with.
            intervals: confidence intervals, of the "mean" or the "difference" from the one baseline.
            p_values: corrected p-values behind the means, of the differences from the one baseline.
            alpha: the significance level; intervals have confidence 1 - alpha.
            trials: of a random test; default: bootstrap 1000, others 5000.
            seed: of a random test; default: 1.
            correction: for multiple comparisons, not used with tukey; default: "holm".
            family: which comparisons are corrected together: "pairs" of each measure, the default, or those of all
                "measures".

        Raises:
            Error: for values that make no sense or do not go together.
        """
        values = {"format": format, "per_topic": per_topic, "answered_topics": answered_topics, "standardise": standardise}
        values = {name: value if name == "format" else bool(value) for name, value in values.items()}
        values.update(_significance_values(significance, baseline, intervals, p_values, alpha, trials, seed, correction, family))
        values["digits"] = _digits(digits)
        return _core.score_tables(self, _given(values), None)[0]

    def intervals(
        self,
        of: str = "mean",
        *,
        baseline: Union[str, Sequence[str]] = (),
        test: Optional[str] = None,
        alpha: float = 0.05,
        trials: Optional[int] = None,
        seed: Optional[int] = None,
        correction: Optional[str] = None,
        family: Optional[str] = None,
    ) -> Table[Any]:
        """Confidence intervals, a row per run and measure.

        Args:
            of: the "mean", or the "difference" from the one baseline.
            baseline: the run that others are compared with.
            test: of differences, whose correction decides how wide their intervals are; default: "t".
            alpha: intervals have confidence 1 - alpha.
            trials, seed, correction, family: of the test, as of compare.significance().
        """
        named = None if test is None else text(test, "test")
        values = _significance_values(named, baseline, text(of, "of"), False, alpha, trials, seed, correction, family)
        tables = _core.score_tables(self, _given(values), None)[1]
        return next(made_table(columns, rows, hidden) for name, columns, rows, hidden in tables if name == "intervals")

    def to_latex(
        self,
        caption: Optional[str] = None,
        *,
        label: Optional[str] = None,
        digits: int = 4,
        significance: Optional[str] = None,
        baseline: Union[str, Sequence[str]] = (),
        intervals: Optional[str] = None,
        p_values: bool = False,
        alpha: float = 0.05,
        trials: Optional[int] = None,
        seed: Optional[int] = None,
        correction: Optional[str] = None,
        family: Optional[str] = None,
    ) -> str:
        """An environment "table" of LaTeX for the package booktabs, the best means bold.

        A wide one is "table*", which needs the package graphicx, too, that makes it smaller where the page is narrow.

        Significantly better means are marked by superscripts, worse ones than a baseline by subscripts.

        Args:
            caption: what the table is, before what marks and intervals are.
            label: the name that ``\\ref`` refers to the table by, of letters, digits and : - _ . / +; default: none.
            digits: decimals.
            significance: the test by which significantly different means are marked: between all pairs of runs,
                or with `baseline` from it; default: none, with `baseline` "t".
            baseline: the run or runs that others are compared with.
            intervals: confidence intervals, of the "mean" or the "difference" from the one baseline.
            p_values: corrected p-values behind the means, of the differences from the one baseline.
            alpha: the significance level; intervals have confidence 1 - alpha.
            trials: of a random test; default: bootstrap 1000, others 5000.
            seed: of a random test; default: 1.
            correction: for multiple comparisons, not used with tukey; default: "holm".
            family: which comparisons are corrected together: "pairs" of each measure, the default, or those of all
                "measures".
        """
        marks = _significance_values(significance, baseline, intervals, p_values, alpha, trials, seed, correction, family)
        return self._paper_text("latex", caption, label, digits, marks)

    def to_markdown(
        self,
        caption: Optional[str] = None,
        *,
        digits: int = 4,
        significance: Optional[str] = None,
        baseline: Union[str, Sequence[str]] = (),
        intervals: Optional[str] = None,
        p_values: bool = False,
        alpha: float = 0.05,
        trials: Optional[int] = None,
        seed: Optional[int] = None,
        correction: Optional[str] = None,
        family: Optional[str] = None,
    ) -> str:
        """A table of Markdown with its caption below, marked as that of to_latex(), which says more about each argument.

        Args:
            caption, digits, significance, baseline, intervals, p_values: what is shown.
            alpha, trials, seed, correction, family: how it is tested.
        """
        marks = _significance_values(significance, baseline, intervals, p_values, alpha, trials, seed, correction, family)
        return self._paper_text("markdown", caption, None, digits, marks)

    def _paper_text(self, format: str, caption: Optional[str], label: Optional[str], digits: int, marks: Dict[str, Any]) -> str:
        values = {**marks, "format": format, "caption": caption, "label": label, "digits": _digits(digits)}
        return _core.score_tables(self, _given(values), None)[0]

    def __repr__(self) -> str:
        return self._shown(terminal_width()) if 0 < len(self) <= _MOST_SHOWN else super().__repr__()

    def __str__(self) -> str:
        return self._shown(0) if len(self) else super().__str__()

    def _shown(self, width: int) -> str:
        """What the command prints, with its marks."""
        return _core.score_tables(self, {}, None, width)[0].rstrip("\n")

    def _html_caption(self) -> str:
        return f"means over {len(self.topics)} topics"


_RUNS = "{name: run}, or a list of paths or Run"


def _name_of(run: Any, argument: str) -> str:
    if isinstance(run, _core.Run):
        return run.name
    if not isinstance(run, (str, os.PathLike)):
        refuse(argument, _RUNS, run)
    name = os.path.basename(os.fsdecode(path_of(run, argument)))
    for suffix in (".gz", ".zst"):
        if name.endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return name


def _refuse_single(found: str) -> NoReturn:
    raise TypeError(f"runs: expected {_RUNS}, found {found}; give {{'name': run}}, or use calc_aggregate(run)")


def _refuse_lists(runs: Sequence[Any]) -> None:
    """Says what to do with the lists of a single run, which look like runs."""
    for run in runs:
        if isinstance(run, (list, tuple)) and run and isinstance(run[0], str):
            _refuse_single("{topic: [docno, ...]}")
        if isinstance(run, Mapping) and any(issubclass(kind, Real) for kind in set(map(type, run.values()))):
            _refuse_single("{topic: {docno: score}}")


def _judged_by_topic(judgments: Judgments) -> Dict[str, Any]:
    """What functions see: the judgments of intents, or of the whole topic where there are no intents."""
    return {topic: intents["*"] if list(intents) == ["*"] else intents for topic, intents in judgments.to_dict().items()}


class UsualMeasures(List[str]):
    """Measures that nobody has named: those that the judgments do not allow are left out."""


def _named_runs(runs: Any, argument: str = "runs") -> Tuple[Tuple[str, ...], Tuple[Any, ...]]:
    if isinstance(runs, Mapping):
        pairs = [(str(name), run) for name, run in runs.items()]
        _refuse_lists([run for _, run in pairs])
    elif is_table(runs):
        pairs = runs_of_table(runs)
        if not pairs:
            _refuse_single(type(runs).__name__)
    else:
        single = isinstance(runs, (str, os.PathLike, _core.Run))
        pairs = [(_name_of(run, argument), run) for run in ([runs] if single else items(runs, argument, _RUNS))]
    names = tuple(name for name, _ in pairs)
    for name, times in Counter(names).items():
        if times > 1:
            raise Error(f"{argument}: two are named {name}", kind="argument", argument=argument, advice="give {name: run}")
    return names, tuple(run for _, run in pairs)


def _groups_of(groups: Any, group_targets: Any, ordinal: Any) -> Dict[str, Tuple[Any, Any, bool]]:
    """Memberships, targets or None, and whether groups have an order, by attribute."""
    memberships = mapping(groups, "groups", "{attribute: memberships}")
    targets = mapping(group_targets, "group_targets", "{attribute: targets}")
    orders = texts([ordinal] if isinstance(ordinal, str) else ordinal, "ordinal")
    for argument, names in (("group_targets", targets), ("ordinal", orders)):
        for name in names:
            if name not in memberships:
                message = f"{argument}: there are no groups {name!r:.60}"
                raise Error(message, kind="argument", argument=argument, advice="name their memberships in groups")
    return {
        text(name, "groups"): (of_documents, targets.get(name), name in orders)
        for name, of_documents in memberships.items()
    }


def _context_of(
    all_nuggets: bool,
    hierarchies: Any,
    similarity: Any,
    max_grade: Any,
    gains: Any,
    groups: Any,
    group_targets: Any,
    ordinal: Any,
    duplicates: Any = None,
    duplicates_as: str = "irrelevant",
) -> _core.EvaluatorOptions:
    """What measures use in addition to judgments, from the arguments of Evaluator."""
    named = {
        text(name, "hierarchies"): hierarchies_of(hierarchy, name, all_nuggets)
        for name, hierarchy in mapping(hierarchies, "hierarchies", "{name: hierarchies}").items()
    }
    if similarity is not None:
        instance(similarity, _core.Similarity, "similarity")
    highest = None if max_grade is None else whole_number(max_grade, "max_grade")
    by_grade = {
        whole_number(grade, "gains"): number(gain, "gains")
        for grade, gain in mapping(gains, "gains", "{grade: gain}").items()
    }
    attributes = _groups_of(groups, group_targets, ordinal)
    treatment = text(duplicates_as, "duplicates_as")
    return _core.EvaluatorOptions(named, similarity, highest, by_grade, attributes, duplicates, treatment)


def _input_of(role: str, value: Any, name: str = "") -> _Input:
    path = os.fsdecode(value) if isinstance(value, (str, os.PathLike)) else ""
    return role, name or os.path.basename(path), path


def _each_file(value: Any) -> List[Any]:
    """The paths of a list of them; anything else is one value."""
    if isinstance(value, (list, tuple)) and value and all(isinstance(each, (str, os.PathLike)) for each in value):
        return list(value)
    return [value]


def _given_inputs(
    qrels: Any, adhoc_qrels: Any, topics: Any, probabilities: Any, hierarchies: Any, groups: Any, group_targets: Any
) -> List[Tuple[str, Any]]:
    """The arguments of Evaluator that hold data, each with what it holds."""
    given = [("judgments", each) for each in _each_file(qrels)] + [("topic-level judgments", each) for each in _each_file(adhoc_qrels)]
    given += [("topics", topics), ("probabilities", probabilities)]
    given += [(f"hierarchies {name}", path) for name, path in (hierarchies or {}).items()]
    return given + [("groups", path) for path in (*(groups or {}).values(), *(group_targets or {}).values())]


class Evaluator(Immutable):
    """Scores any number of runs by the same judgments and measures.

    All that depends on the judgments is computed once, here. It may be used again and by several
    threads at once, gives the same scores each time, and works on all cores without the GIL.

    >>> import subintent
    >>> qrels = {"1": {"a car": {"d1": 1, "d2": 1}, "a football player": {"d3": 1}}}
    >>> ev = subintent.Evaluator(qrels, ["alpha-nDCG@20", "D#-nDCG@20"])
    >>> ev.calc_aggregate({"1": {"d1": 3.2, "d2": 2.5, "d3": 0.4}})
    {'alpha-nDCG@20': 0.9651954696014428, 'D#-nDCG@20': 1.0}

    Args:
        qrels: Judgments, or what they are made of. None where no measure needs any, such as "ILD@10": the topics are then
            those of the runs that are scored together.
        measures: names of measures, as papers print them ("D#-nDCG@20"), as ndeval does
            ("alpha-nDCG@20") or as ir_measures does ("alpha_nDCG(alpha=0.9)@20"); Measure, or
            those of ir_measures. measures() lists all of them. Any cutoff; none means the whole list.
            Or functions, by the names that they have or in ``{name: function}``: called with the topic, its judgments
            ``{intent: {docno: grade}}`` (``{docno: grade}`` where there are no intents) and the docnos of the list, they
            return the value. A topic that a run lacks scores 0.
        adhoc_qrels, topics, probabilities, topic_grade, all_intents, judged: as for Judgments.
        hierarchies: by name: a list of Hierarchy, or a path to a file of them or of nuggets. A measure
            names the one it uses by a suffix ("HD#-nDCG_WI@20") or parameter.
        similarity: of documents, for measures with redundancy ("nDCG_RA@20").
        max_grade: the highest grade of the scale, for ERR; default: the highest grade judged.
        gains: gains by grade, above 0; default: the grade itself.
        groups: by the name of an attribute: memberships of documents in its groups, for measures of
            group fairness ("GFR@20", "GF(attribute='gender')@20"). A path,
            ``{topic: {docno: {group: share}}}`` (a group alone has all of its document), tuples
            (topic, docno, group, share), or a data frame with the columns ``query_id, doc_id, group,
            membership`` (or ``qid, docno, group, share``). The topic "*" stands for all that are not
            there, as does a frame without topics; without memberships they are 1.
        group_targets: by attribute: the shares that groups should have; default: all the same. A path,
            ``{group: share}``, ``{topic: {group: share}}``, tuples (topic, group, share), or a data
            frame with the columns ``query_id, group, share``, the first of which may be missing.
        ordinal: attributes whose groups have an order, that of their targets.
        duplicates: documents that are duplicates of others: a path to a file of ``subintent simhash --within``, or
            groups of docnos, as near_duplicate_groups() gives them. The first of a group counts in a list; in an ideal
            list, a group is one document.
        duplicates_as: what becomes of the others in a list: they are "irrelevant" or "removed", so that those below
            move up.
        depth: the length that ranked lists are cut to; default: they are not.
        order: how runs are ordered that are not Run: "rank" or "score". Default: files by rank, where
            they have ranks, and values by score; values that have ranks (a column or field ``rank``)
            are refused, as they might say something else.
        ties: how documents of the same score are ranked, for runs ordered by score: "descending" by
            docno as trec_eval does, or "ascending" as pyndeval does.

    Runs can be given as Run, as anything that Run() accepts, or as paths of files. A topic that is missing from a run scores 0 and counts in the mean.

    Raises:
        Error: for judgments, measures and hierarchies that make no sense or do not fit.
        TypeError: for objects of another type.

    Warns (DataWarning) of what makes scores worthless without being an error, such as a run none of
    whose documents is judged, and of what they depend on, such as how many of a run's first documents
    are not judged.

    An Evaluator does not change. It can be pickled, with all that it is made of, and scores the same in another process.
    """

    def __init__(
        self,
        qrels: QrelsLike,
        measures: MeasuresLike = None,
        *,
        adhoc_qrels: QrelsLike = None,
        topics: Any = None,
        probabilities: Any = None,
        topic_grade: str = "highest",
        all_intents: Optional[bool] = None,
        judged: Optional[str] = None,
        hierarchies: Optional[Mapping[str, Any]] = None,
        similarity: Any = None,
        max_grade: Optional[int] = None,
        gains: Optional[Mapping[int, float]] = None,
        groups: Optional[Mapping[str, Any]] = None,
        group_targets: Optional[Mapping[str, Any]] = None,
        ordinal: Union[str, Sequence[str]] = (),
        duplicates: Any = None,
        duplicates_as: str = "irrelevant",
        depth: Optional[int] = None,
        order: Optional[str] = None,
        ties: str = "descending",
    ) -> None:
        self._form = form_of(order, ties)
        judgments = None
        if qrels is not None or adhoc_qrels is not None:
            judgments = judgments_of(
                qrels, adhoc_qrels=adhoc_qrels, topics=topics, probabilities=probabilities, topic_grade=topic_grade,
                all_intents=all_intents, judged=judged,
            )
        context = _context_of(
            judgments is None or judgments.all_nuggets, hierarchies, similarity, max_grade, gains, groups, group_targets, ordinal, duplicates, duplicates_as
        )
        given = _given_inputs(qrels, adhoc_qrels, topics, probabilities, hierarchies, groups, group_targets)
        self._files = [(role, os.fspath(value)) for role, value in given if isinstance(value, (str, os.PathLike))]
        self._inputs = [_input_of(role, value) for role, value in given if value is not None]
        if similarity is not None:
            self._inputs.append(("similarity", "", ""))
        if duplicates is not None:
            self._inputs.append(_input_of("duplicates", duplicates))
        options: List[Tuple[str, Any, Any]] = [
            ("topic_grade", topic_grade, "highest"),
            ("all_intents", all_intents, None),
            ("judged", judged, None),
            ("max_grade", max_grade, None),
            ("gains", gains, None),
            ("ordinal", ordinal if isinstance(ordinal, str) else list(ordinal), []),
            ("duplicates_as", duplicates_as, "irrelevant"),
            ("depth", depth, None),
            ("order", order, None),
            ("ties", ties, "descending"),
        ]
        self._options = {name: value for name, value, default in options if value != default}
        self._depth = None if depth is None else count(depth, "depth")
        others, self._functions = functions_of(measures)
        if self._functions:
            self._options["functions"] = list(self._functions)
        usual = others is None or isinstance(others, UsualMeasures)
        # Lists are read by a measure of ours even where functions alone are asked for.
        self._has_others = not self._functions or len(others) > 0
        self._asked = [] if others is None else names_of(others if self._has_others else "RR"), context, usual
        self._set(judgments)

    def _set(self, judgments: Optional[Judgments]) -> None:
        self._core: Any = None if judgments is None else _core.Evaluator(judgments, *self._asked)
        self._judged = {} if judgments is None or not self._functions else _judged_by_topic(judgments)
        names = self._asked[0] if self._core is None else self._core.measures()
        self._measures = list(names) if self._has_others else []
        for name, (place, _) in self._functions.items():
            self._measures.insert(place, name)
        self._topics = [] if self._core is None else self._core.topics()

    def _of(self, runs: Sequence[Any]) -> "Evaluator":
        """The same; without judgments, for the topics of these runs."""
        if self._core is not None:
            return self
        evaluator = Evaluator.__new__(Evaluator)
        evaluator.__dict__.update(self.__dict__)
        topics = dict.fromkeys(topic for run in runs for topic in self._made_run("run", run).lists())
        evaluator._set(Judgments({topic: {"*": {}} for topic in topics}))
        return evaluator

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            if name in ("_asked", "_core", "_depth", "_files", "_form", "_functions", "_has_others", "_inputs", "_judged", "_measures", "_options", "_topics"):
                raise TypeError("Evaluator: the object has no value, because __init__() was not called")
            raise AttributeError(f"'Evaluator' object has no attribute {name!r}")

    @property
    def measures(self) -> List[str]:
        """The names of the measures, as they were given."""
        return list(self._measures)

    @property
    def topics(self) -> List[str]:
        """The judged topics, in their natural order."""
        return list(self._topics)

    def evaluate(self, runs: Union[Mapping[str, RunLike], Sequence[Any], RunLike]) -> ScoreTable:
        """Scores runs.

        Args:
            runs: ``{name: run}``, or a list of paths or of Run.

        Returns:
            A table of their scores, in the order given.
        """
        names, values = _named_runs(runs)
        made_from = (self._inputs + [_input_of("run", run, name) for name, run in zip(names, values)], self._options)
        return self._of(values)._scored(names, values, made_from)

    def calc_aggregate(self, run: RunLike) -> Dict[str, float]:
        """The mean by measure, over all topics that it applies to.

        Args:
            run: Run, or what it is made of, or a path.
        """
        return self.calc(run).aggregated

    def iter_calc(self, run: RunLike) -> Iterator[Metric]:
        """The score of every topic by every measure that applies to it.

        Args:
            run: Run, or what it is made of, or a path.
        """
        return iter(self.calc(run).per_query)

    def calc(self, run: RunLike) -> Results:
        """What calc_aggregate() and iter_calc() give, in one go.

        Args:
            run: Run, or what it is made of, or a path.
        """
        table = self._of([run])._scored(("run",), (run,))
        metrics = [
            Metric(topic, measure, value)
            for topic, of_topic, applies in zip(table.topics, table.values[0].T.tolist(), zip(*table._applies()))
            for measure, value, counts in zip(table.measures, of_topic, applies)
            if counts
        ]
        return Results(dict(zip(table.measures, table.means()[0].tolist())), metrics)

    def _scored(self, names: Sequence[str], runs: Sequence[Any], made_from: Any = None) -> ScoreTable:
        values, answered, applicable = self._score(tuple(names), tuple(runs))
        return ScoreTable(list(names), self.measures, self.topics, values, answered, applicable, made_from)

    def _score(self, names: Tuple[str, ...], runs: Tuple[Any, ...]) -> Tuple[Any, Any, Any]:
        """Values by run, measure and topic, whether runs answer topics, and to which topics measures apply."""
        if self._functions:
            runs = tuple(self._made_run(name, run) for name, run in zip(names, runs))
        values, answered, applicable = self._core.score(names, runs, self._form, self._depth)
        if not self._has_others:
            values, applicable = values[:, :0], None
        for name, (place, function) in self._functions.items():
            values = numpy.insert(values, place, [self._values_of(name, function, run) for run in runs], axis=1)
            if applicable is not None:
                applicable = numpy.insert(applicable, place, True, axis=0)
        return values, answered, applicable

    def _made_run(self, name: str, run: Any) -> _core.Run:
        if isinstance(run, _core.Run):
            return run
        if isinstance(run, (str, os.PathLike)):
            return read_run(run, order=self._options.get("order", "rank"))
        return _core.Run(run, name, self._form)

    def _values_of(self, name: str, function: Function, run: _core.Run) -> List[float]:
        """The values of a function by topic; 0 where the run has no list."""
        lists = run.lists()
        values = [number(function(t, self._judged.get(t, {}), lists[t][: self._depth]), name) if t in lists else 0.0 for t in self._topics]
        for topic, value in zip(self._topics, values):
            if not numpy.isfinite(value):
                raise Error(f"topic {topic}: {name} is {value}", file=run.name, advice="return a finite number")
        return values

    def __repr__(self) -> str:
        return f"<Evaluator: {len(self._measures)} measures, {len(self._topics)} topics>"


def evaluate(
    qrels: QrelsLike,
    runs: Any,
    measures: MeasuresLike = None,
    *,
    adhoc_qrels: QrelsLike = None,
    topics: Any = None,
    probabilities: Any = None,
    topic_grade: str = "highest",
    all_intents: Optional[bool] = None,
    judged: Optional[str] = None,
    hierarchies: Optional[Mapping[str, Any]] = None,
    similarity: Any = None,
    max_grade: Optional[int] = None,
    gains: Optional[Mapping[int, float]] = None,
    groups: Optional[Mapping[str, Any]] = None,
    group_targets: Optional[Mapping[str, Any]] = None,
    ordinal: Union[str, Sequence[str]] = (),
    duplicates: Any = None,
    duplicates_as: str = "irrelevant",
    depth: Optional[int] = None,
    order: Optional[str] = None,
    ties: str = "descending",
) -> ScoreTable:
    """Scores runs once: what ``Evaluator(qrels, measures, ...).evaluate(runs)`` returns.

    >>> import subintent
    >>> subintent.evaluate({"1": {"a": {"d1": 1}}}, {"mine": {"1": ["d2", "d1"]}}, "RR")
    run       RR
    mine  0.5000

    Args:
        qrels: Judgments, or what they are made of; None where no measure needs any.
        runs: ``{name: run}``, or a list of paths or of Run.
        measures: their names, Measure, or functions; default: those that the command line has.
        adhoc_qrels: judgments of whole topics; default: derived from ``qrels``.
        topics: path to the topics XML of the TREC Web Track, which says which intents are navigational.
        probabilities: probabilities of intents, instead of equal ones.
        topic_grade: how a topic's grade follows from those of its intents: "highest" or "intents".
        all_intents: whether intents without a relevant document count too; default: those of nuggets do, others do not.
        judged: what ``qrels`` are of, "intents" or "topics"; default: found out.
        hierarchies: hierarchies of subintents by name, for measures that use one.
        similarity: of documents, for measures with redundancy.
        max_grade: the highest grade of the scale, for ERR and the like.
        gains: gains by grade; default: the grade itself.
        groups: memberships of documents in groups by attribute, for measures of group fairness.
        group_targets: by attribute, the shares that groups should have.
        ordinal: attributes whose groups have an order.
        duplicates: documents that are duplicates of others: a path, or groups of docnos.
        duplicates_as: what becomes of those below another of their group: "irrelevant" or "removed".
        depth: the length that ranked lists are cut to.
        order: "rank" or "score"; default: files by rank, values by score, and values with ranks are refused.
        ties: how documents of the same score are ranked: by docno, "descending" or "ascending".

    The arguments are those of Evaluator, which says more about each.
    """
    evaluator = Evaluator(
        qrels, measures, adhoc_qrels=adhoc_qrels, topics=topics, probabilities=probabilities, topic_grade=topic_grade,
        all_intents=all_intents, judged=judged, hierarchies=hierarchies, similarity=similarity, max_grade=max_grade, gains=gains,
        groups=groups, group_targets=group_targets, ordinal=ordinal, duplicates=duplicates, duplicates_as=duplicates_as,
        depth=depth, order=order, ties=ties,
    )  # fmt: skip
    return evaluator.evaluate(runs)
