"""Tables of scores."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, TypedDict, Union

import numpy

from . import _core
from ._arguments import count, takes, text, texts
from ._errors import Error
from ._files import path_of
from ._measures import is_measure
from ._table import _MOST_SHOWN, Table, caption_of, made_table, module, row_class, terminal_width
from ._topics import slices_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

Input = Tuple[str, str, str]  # role, name, and path; no path: in memory


class Score(NamedTuple):
    """The score of a run for a topic: a row of ScoreTable.per_topic()."""

    run: str
    topic: str
    measure: str
    value: float


class Testing(TypedDict, total=False):
    """Arguments that say how differences of means are tested.

    baseline: the run or runs that others are compared with.
    alpha: the significance level; intervals have confidence 1 - alpha.
    trials: of a random test; default: bootstrap 1000, others 5000.
    seed: of a random test; default: 1.
    correction: for multiple comparisons, not used with tukey; default: "holm".
    family: which comparisons are corrected together: "pairs" of each measure, the default, or those of all
        "measures".
    """

    baseline: Union[str, Sequence[str]]
    alpha: float
    trials: Optional[int]
    seed: Optional[int]
    correction: Optional[str]
    family: Optional[str]


class Marks(Testing, total=False):
    """Arguments that say what a table of means shows of tests.

    significance: the test by which significantly different means are marked: between all pairs of runs,
        or with `baseline` from it; default: none, with `baseline` "t".
    intervals: confidence intervals, of the "mean" or the "difference" from the one baseline.
    p_values: corrected p-values behind the means, of the differences from the one baseline.
    """

    significance: Optional[str]
    intervals: Optional[str]
    p_values: bool


class Shown(Marks, total=False):
    """Arguments that say what a table of scores shows beside the means.

    per_topic: the scores of every topic as well as the means.
    answered_topics: means over the topics that a run answers; default: over all judged topics.
    standardise: (score - mean) / standard deviation over the runs, by topic.
    slices: properties of topics, as compare.slices() takes them: means by their values, and where the order of two
        runs reverses.
    """

    per_topic: bool
    answered_topics: bool
    standardise: bool
    slices: Any


_marked = takes(Testing, Marks, baseline=(), alpha=0.05, p_values=False)


def _given(options: Mapping[str, Any]) -> Dict[str, Any]:
    """The options that say something, as the extension takes them."""
    baseline = options["baseline"]
    baselines = [baseline] if isinstance(baseline, str) else texts(baseline, "baseline")
    is_tested = any(options.get(name) is not None for name in ("significance", "intervals", "slices")) or bool(baselines)
    values = {**options, "baseline": baselines or None, "alpha": options["alpha"] if is_tested else None}
    if values.get("slices") is not None:
        values["slices"] = slices_of(values["slices"])
    for name in ("format", "caption", "label"):
        if values.get(name) is not None:
            text(values[name], name)
    return {name: value for name, value in values.items() if value is not None and value is not False}


def lower_in(scores: Any) -> List[str]:
    """Measures of which less is better, as tables of scores say, alone, in a list or by judge."""
    if isinstance(scores, ScoreTable):
        return list(scores.lower_is_better)
    several = scores.values() if isinstance(scores, dict) else scores if isinstance(scores, (list, tuple)) else ()
    return list(dict.fromkeys(name for one in several for name in lower_in(one)))


def _levels(scores: Any) -> str:
    """A dict of three levels as a file, whose levels are told apart by names that are judged; of others nothing."""
    if not isinstance(scores, Mapping) or not all(isinstance(of, Mapping) and all(isinstance(by_name, Mapping) for by_name in of.values()) for of in scores.values()):
        return ""
    try:
        made = {str(a): {str(b): {str(c): float(value) for c, value in by_name.items() if value == value is not None} for b, by_name in of.items()} for a, of in scores.items()}
        return json.dumps(made, allow_nan=False) + "\n"
    except (TypeError, ValueError):  # which the extension explains
        return ""


def beside(scores: Any, functions: Optional["ScoreTable"] = None) -> Dict[str, Any]:
    """The options that say which scores stand beside those that are computed: a path, or lines of a file."""
    given = [one for one in (functions, scores) if one is not None]
    if not given:
        return {}
    lines = [path_of(one, "scores") if isinstance(one, (str, os.PathLike)) else _levels(one) or _core.score_lines(one) for one in given]
    return {"scores": lines, "lower_is_better": lower_in(given)}


def measures_in(scores: Any) -> List[str]:
    """The names of measures, among others where levels are told apart later."""
    if isinstance(scores, (str, os.PathLike)):
        from .compare import read_scores

        return read_scores(scores).measures
    if levels := json.loads(_levels(scores) or "{}"):
        return [name for outer, of in levels.items() for middle, inner in of.items() for name in (outer, middle, *inner)]
    return list(dict.fromkeys(line.split("\t")[2] for line in _core.score_lines(scores).splitlines()[1:]))


def by_runs(scores: Any, runs: Sequence[str]) -> Any:
    """Values of {measure: {run: ...}} as {run: {measure: ...}}; frames of a run, or rows of a measure, with a column of these."""
    if isinstance(scores, Mapping) and scores and all(hasattr(of, "assign") for of in scores.values()):
        if all(run in runs and "run" not in of.columns for run, of in scores.items()):
            return [of.assign(run=run) for run, of in scores.items()]
        if all("run" in of.columns and "measure" not in of.columns and {"value", "score"} & {*of.columns} for of in scores.values()):
            return [of.assign(measure=measure) for measure, of in scores.items()]
    if not isinstance(scores, Mapping) or any(run in scores for run in runs) or not all(isinstance(of, Mapping) and any(run in of for run in runs) for of in scores.values()):
        return scores
    return {run: {measure: of[run] for measure, of in scores.items() if run in of} for run in dict.fromkeys(run for of in scores.values() for run in of)}


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
        lower_is_better: names of measures that are functions, or whose scores were given, and of which less is better.
    """

    runs: List[str]
    measures: List[str]
    topics: List[str]
    values: "numpy.ndarray[Any, Any]"
    answered: "numpy.ndarray[Any, Any]"
    applicable: Optional["numpy.ndarray[Any, Any]"] = None
    _made_from: Optional[Tuple[List[Input], Dict[str, Any], Dict[str, str]]] = None  # inputs, options that were given, and measures by names of the user's own
    lower_is_better: Sequence[str] = ()

    @property
    def provenance(self) -> Optional[Dict[str, Any]]:
        """A description of what the scores were made from, for a supplement or a log; None where that is not known, as of scores that were read.

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
        inputs, options, renamed = self._made_from
        as_bytes = [(os.fsencode(role), os.fsencode(name), os.fsencode(path)) for role, name, path in inputs]
        own = (*options.get("functions", ()), *options.get("scores", ()))
        made: Dict[str, Any] = json.loads(_core.provenance([renamed.get(str(measure), str(measure)) for measure in self.measures if measure not in own], as_bytes))
        return {**made, "options": dict(options)}

    def means(self, answered_only: bool = False) -> "numpy.ndarray[Any, Any]":
        """The means over all topics that a measure applies to: an array of float64, `runs` x `measures`; ``scores.to_pandas()`` has them by name. Where it applies to none they are NaN.

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

    def _beside(self, scores: Any, lower_is_better: Any, asked: Sequence[str]) -> "ScoreTable":
        """The same with scores of these runs by other measures, which the command line's rules add: those `asked`, in their order, or all."""
        given = beside(scores)
        lower = list(dict.fromkeys([*self.lower_is_better, *given.get("lower_is_better", ()), *texts([lower_is_better] if isinstance(lower_is_better, str) else lower_is_better, "lower_is_better")]))
        shown = {**given, "lower_is_better": lower, "format": "json", "per_topic": True, "digits": "full"}
        lines = json.loads(_core.score_tables(self, shown, None, 0, list(asked))[0])
        ordered = list(lines[0]["scores"])
        added = [name for name in ordered if name not in self.measures]
        at = [[*self.measures, *added].index(name) for name in ordered]
        found = {(line["run"], line["topic"]): line["scores"] for line in lines}
        shape = (len(self.runs), len(added), len(self.topics))
        others = numpy.array([found[run, topic][measure] for run in self.runs for measure in added for topic in self.topics], numpy.float64).reshape(shape)
        applies = numpy.vstack([numpy.array(self._applies(), bool).reshape(-1, len(self.topics)), ~numpy.isnan(others).any(axis=0)])
        applicable = None if self.applicable is None and applies.all() else applies[at]
        inputs, options, renamed = self._made_from or ([], {}, {})
        path = os.fsdecode(scores) if isinstance(scores, (str, os.PathLike)) else ""
        return replace(
            self, measures=ordered, values=numpy.concatenate([self.values, others], axis=1)[:, at], applicable=applicable,
            lower_is_better=lower, _made_from=([*inputs, ("scores", os.path.basename(path), path)], {**options, "scores": added}, renamed),
        )  # fmt: skip

    def _applies(self) -> List[List[bool]]:
        """By measure and topic."""
        if self.applicable is None:
            return [[True] * len(self.topics)] * len(self.measures)
        applies: List[List[bool]] = self.applicable.tolist()
        return applies

    def _called(self, measure: str) -> str:
        """What the table calls a measure, which may be given by another of its names."""
        if measure in self.measures or not is_measure(measure):
            return measure
        meant = _core.Measure(measure)
        return next((name for name in self.measures if is_measure(name) and _core.Measure(name) == meant), measure)

    def _place(self, name: str) -> int:
        return super()._place(name if name in self.columns else self._called(name))

    def to_pandas(self, per_topic: Union[bool, str] = False) -> Any:
        """A data frame of means, a row per run and a column per measure.

        Args:
            per_topic: one of scores in its place, with the columns run, topic, measure, value; or the name of a
                measure: a row per topic and a column per run, NaN where it does not apply.
        """
        pandas = module("pandas")
        if isinstance(per_topic, str):
            per_topic = self._called(per_topic)
            if per_topic not in self.measures:
                raise Error(f"per_topic: there is no measure {per_topic}", kind="argument", argument="per_topic", advice=f"give one of {', '.join(self.measures)}")
            at = list(self.measures).index(per_topic)
            values = self.values[:, at].T if self.applicable is None else numpy.where(self.applicable[at][:, None], self.values[:, at].T, numpy.nan)
            return pandas.DataFrame(values, index=pandas.Index(self.topics, name="topic"), columns=self.runs)
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
        fields = (self.runs, self.measures, self.topics, self.values, self.answered, self.applicable, self._made_from, self.lower_is_better)
        return ScoreTable, fields

    @takes(Testing, Marks, Shown, baseline=(), alpha=0.05, p_values=False, per_topic=False, answered_topics=False, standardise=False)
    def to_text(self, format: str = "table", *, digits: Union[int, str, None] = None, **options: Unpack[Shown]) -> str:
        """The text that ``subintent evaluate`` prints of these scores.

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
            digits: decimals, or "full" precision; default: 4 in tables, 6 elsewhere.
            **options

        Raises:
            Error: for values that make no sense or do not go together.
        """
        return self._text(format, digits, options)

    @takes(Testing, baseline=(), alpha=0.05)
    def intervals(self, of: str = "mean", *, test: Optional[str] = None, **options: Unpack[Testing]) -> Table[Any]:
        """Confidence intervals, a row per run and measure: the mean or difference is `value`, its interval from `low` to `high`.

        Args:
            of: the "mean", or the "difference" from the one baseline.
            test: of differences, whose correction decides how wide their intervals are; default: "t".
            **options
        """
        asked = {"significance": test, "intervals": text(of, "of")}
        tables = self._shown(_given({**options, **asked}))[1]
        return next(made_table(columns, rows, ()) for name, columns, rows, _ in tables if name == "intervals")

    @_marked
    def to_latex(self, caption: Optional[str] = None, *, label: Optional[str] = None, digits: int = 4, **options: Unpack[Marks]) -> str:
        """An environment "table" of LaTeX for the package booktabs, the best means bold.

        A wide one needs the package graphicx, too, that makes it smaller; one of more than five measures is then "table*".

        Significantly better means are marked by superscripts, worse ones than a baseline by subscripts.

        Args:
            caption: what the table is, before what marks and intervals are.
            label: the name that ``\\ref`` refers to the table by, of letters, digits and : - _ . / +; default: none.
            digits: decimals.
            **options
        """
        return self._text("latex", digits, {**options, "caption": caption_of(caption), "label": label})

    @_marked
    def to_markdown(self, caption: Optional[str] = None, *, digits: int = 4, **options: Unpack[Marks]) -> str:
        """A table of Markdown with its caption below, marked as that of to_latex().

        Args:
            caption: what the table is, before what marks and intervals are.
            digits: decimals.
            **options
        """
        return self._text("markdown", digits, {**options, "caption": caption_of(caption)})

    def _text(self, format: str, digits: Any, options: Mapping[str, Any]) -> str:
        shown = digits if digits in (None, "full") else str(count(digits, "digits"))
        return self._shown(_given({**options, "format": format, "digits": shown}))[0]

    def _shown(self, values: Mapping[str, Any], width: int = 0) -> Tuple[str, Any]:
        """The text that the command prints, with its marks, and tables."""
        return _core.score_tables(self, {**values, "lower_is_better": list(self.lower_is_better)}, None, width, [])

    def __repr__(self) -> str:
        return self._shown({}, terminal_width())[0].rstrip("\n") if 0 < len(self) <= _MOST_SHOWN else super().__repr__()

    def __str__(self) -> str:
        return self._shown({})[0].rstrip("\n") if len(self) else super().__str__()

    def _html_caption(self) -> str:
        return f"means over {len(self.topics)} topics"
