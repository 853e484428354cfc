"""Scores of runs."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, NamedTuple, NoReturn, Optional, Sequence, Tuple, Union

import numpy

from . import _core
from ._arguments import mapping, number, takes, text, texts, whole_number
from ._errors import Error, warn
from ._judgments import JudgmentOptions, Judgments, judgments_of
from ._measures import Function, functions_of, is_measure, lower_of, names_of, split_names
from ._recipe import MadeHierarchies
from ._run import form_of, named_runs, read_run
from ._scores import Input, ScoreTable, by_runs, measures_in
from ._similarity import similarity_of
from ._trees import Hierarchy, hierarchies_of
from ._types import Immutable, PathLike, QrelsLike, RunLike

if TYPE_CHECKING:
    from typing_extensions import Unpack

# Names, Measure, functions, and any of them by other names.
Named = Mapping[str, Union[str, _core.Measure, Function]]
MeasuresLike = Union[str, _core.Measure, Function, Named, Sequence[Union[str, _core.Measure, Function, Named, Tuple[str, Function]]], None]


class Metric(NamedTuple):
    """The score of a run for a topic."""

    query_id: str
    measure: str
    value: float


class Results(NamedTuple):
    """The means over topics, and the score for each topic."""

    aggregated: Dict[str, float]
    per_query: List[Metric]


class ScoringOptions(JudgmentOptions, total=False):
    """Arguments that say how runs are scored, beside the judgments.

    hierarchies: by name: a list of Hierarchy, or a path to a file of them or of nuggets; one of these
        alone needs no name. A measure names the one it uses by a suffix ("HD#-nDCG_WI@20") or parameter.
    similarity: of documents, for measures with redundancy ("nDCG_RA@20").
    max_grade: the highest grade of the scale, for ERR; default: the highest grade judged.
    gains: gains by grade, above 0; default: the grade itself.
    groups: by the name of an attribute: memberships of documents in its groups, for measures of
        group fairness ("GFR@20", "GF(attribute='gender')@20"). A path,
        ``{topic: {docno: {group: share}}}`` (a group alone has all of its document), ``{docno: group}``, tuples
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
        they have ranks, and values by score; values that have ranks, too (a column or field ``rank``),
        are refused where these disagree.
    ties: how documents of the same score are ranked, for runs ordered by score: "descending" by
        docno as trec_eval does, or "ascending" as pyndeval does.
    """

    hierarchies: Union[PathLike, Sequence[Hierarchy], Mapping[str, Any], None]
    similarity: Any
    max_grade: Optional[int]
    gains: Optional[Mapping[int, float]]
    groups: Optional[Mapping[str, Any]]
    group_targets: Optional[Mapping[str, Any]]
    ordinal: Union[str, Sequence[str]]
    duplicates: Any
    duplicates_as: str
    depth: Optional[int]
    order: Optional[str]
    ties: str


DEFAULTS: Dict[str, Any] = {"topic_grade": "highest", "ordinal": (), "duplicates_as": "irrelevant", "ties": "descending"}
_scoring = takes(JudgmentOptions, ScoringOptions, as_given=("max_grade", "order", "ties"), **DEFAULTS)


# Options that a table tells, where they are not the usual ones; the others are inputs.
_TOLD = ("topic_grade", "all_intents", "judged", "max_grade", "gains", "ordinal", "duplicates_as", "depth", "order", "ties")


def _judged_by_topic(judgments: Judgments) -> Dict[str, Any]:
    """Gives functions the judgments of the intents that count, or of the whole topic where there are no intents."""

    def counting(intents: Dict[str, Dict[str, int]]) -> Any:
        if list(intents) == ["*"]:
            return intents["*"]
        return {name: grades for name, grades in intents.items() if judgments.all_intents or any(grade > 0 for grade in grades.values())}

    return {topic: counting(intents) for topic, intents in judgments.to_dict().items()}


def named_answers(judgments: Any, runs: Any) -> Any:
    """The answers of systems that are named in the place of runs, or all of them for None; of other judgments `runs`."""
    names = [runs] if isinstance(runs, str) else runs
    if not judgments.of_answers or not (names is None or isinstance(names, (list, tuple)) and all(isinstance(name, str) for name in names)):
        return runs
    answers = judgments.answers()
    unknown = [name for name in names or () if name not in answers]
    if unknown and not os.path.exists(unknown[0]) and not is_measure(unknown[0]):
        raise Error(f"there is neither a file nor an answer of {unknown[0]}", kind="argument", argument="runs", advice=f"the answers are of {', '.join(answers)}")
    return runs if unknown else {name: answers[name] for name in (answers if names is None else names)}


class UsualMeasures(List[str]):
    """Measures that nobody has named: those that the judgments do not allow are left out."""


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


def _by_name(hierarchies: Any) -> Any:
    """A path under the name that the command line gives it; hierarchies of intents or topics as make_hierarchies() names them."""
    if isinstance(hierarchies, MadeHierarchies):
        return {name: given for name, given in (("TL", hierarchies.topic), ("WI", hierarchies.intent)) if given}
    if isinstance(hierarchies, (list, tuple)):
        has_intents = any(isinstance(tree, Hierarchy) and tree.nodes[0].intent != "*" for tree in hierarchies)
        return {"WI" if has_intents else "TL": hierarchies}
    is_path = isinstance(hierarchies, (str, os.PathLike))
    return {os.path.basename(os.fsdecode(hierarchies)).split(".")[0]: hierarchies} if is_path else hierarchies


def _context_of(all_nuggets: bool, options: Mapping[str, Any]) -> _core.EvaluatorOptions:
    """Collects what measures use in addition to judgments from the arguments of Evaluator."""
    named = {
        text(name, "hierarchies"): hierarchies_of(hierarchy, name, all_nuggets)
        for name, hierarchy in mapping(_by_name(options["hierarchies"]), "hierarchies", '{name: hierarchies}, such as {"WI": made.intent}').items()
    }
    similarity, highest = options["similarity"], options["max_grade"]
    if similarity is not None:
        similarity = similarity_of(similarity)
    by_grade = {
        whole_number(grade, "gains"): number(gain, "gains")
        for grade, gain in mapping(options["gains"], "gains", "{grade: gain}").items()
    }
    attributes = _groups_of(options["groups"], options["group_targets"], options["ordinal"])
    highest = None if highest is None else whole_number(highest, "max_grade")
    return _core.EvaluatorOptions(named, similarity, highest, by_grade, attributes, options["duplicates"], options["duplicates_as"])


def _input_of(role: str, value: Any, name: str = "") -> Input:
    path = os.fsdecode(value) if isinstance(value, (str, os.PathLike)) else ""
    return role, name or os.path.basename(path), path


def _each_file(value: Any) -> List[Any]:
    """The paths of a list of them; anything else is one value."""
    if isinstance(value, (list, tuple)) and value and all(isinstance(each, (str, os.PathLike)) for each in value):
        return list(value)
    return [value]


def _given_inputs(qrels: Any, options: Mapping[str, Any]) -> List[Tuple[str, Any]]:
    """The arguments of Evaluator that hold data, each with what it holds."""
    given = [("judgments", each) for each in _each_file(qrels)] + [("topic-level judgments", each) for each in _each_file(options["adhoc_qrels"])]
    given += [(name, options[name]) for name in ("topics", "probabilities")]
    given += [(f"hierarchies {name}", path) for name, path in (_by_name(options["hierarchies"]) or {}).items()]
    return given + [("groups", path) for name in ("groups", "group_targets") for path in (options[name] or {}).values()]


@_scoring
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
            Or functions, by the names that they have, or ``{name: function}`` or pairs of these: called with the topic, its judgments
            ``{intent: {docno: grade}}`` of the intents that count (``{docno: grade}`` where there are no intents) and the
            docnos of the list, they return the value, or None for a topic to which the measure does not apply. Less is better by a
            function with an attribute ``lower_is_better = True``.
            A topic that a run lacks has the attribute ``worst`` of the function: 0 without, which is an error where less is
            better.
        **options

    Runs can be given as Run, as anything that Run() accepts, or as paths of files. A topic that is missing from a run scores 0 and counts in the mean.

    Raises:
        Error: for judgments, measures and hierarchies that make no sense or do not fit.
        TypeError: for objects of another type.

    Warns (DataWarning) of what makes scores worthless without being an error, such as a run none of
    whose documents is judged, and of what they depend on, such as how many of a run's first documents
    are not judged.

    An Evaluator does not change. It can be pickled, with all that it is made of, and scores the same in another process.
    """

    def __init__(self, qrels: QrelsLike, measures: MeasuresLike = None, **options: Unpack[ScoringOptions]) -> None:
        self._form = form_of(options["order"], options["ties"])
        judgments = None
        if qrels is not None or options["adhoc_qrels"] is not None:
            judgments = judgments_of(qrels, **{name: options[name] for name in JudgmentOptions.__annotations__})  # type: ignore[literal-required]
        context = _context_of(judgments is None or judgments.all_nuggets, options)
        given = _given_inputs(qrels, options)
        self._files = [(role, os.fspath(value)) for role, value in given if isinstance(value, (str, os.PathLike))]
        self._inputs = [_input_of(role, value) for role, value in given if value is not None]
        if options["similarity"] is not None:
            self._inputs.append(("similarity", "", ""))
        if options["duplicates"] is not None:
            self._inputs.append(_input_of("duplicates", options["duplicates"]))
        told: Dict[str, Any] = {name: value for name, value in options.items() if name in _TOLD}
        told["ordinal"] = told["ordinal"] if isinstance(told["ordinal"], str) else list(told["ordinal"]) or ()
        self._options = {name: value for name, value in told.items() if value != DEFAULTS.get(name)}
        self._depth = options["depth"]
        others, self._functions = functions_of(measures)
        if self._functions:
            self._options["functions"] = list(self._functions)
        usual = measures is None or isinstance(measures, UsualMeasures)
        # Lists are read by a measure of ours even where functions alone are asked for.
        self._has_others = not self._functions or len(others) > 0
        self._asked = [] if others is None else names_of(others if self._has_others else "Unique@1" if judgments is None else "RR"), context, usual
        # Unique sees the lists of all runs of a call.
        self._together = any(re.match(r"([^(=]*=)?\s*Unique\b", name) for name in self._asked[0])
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
            if name in ("_asked", "_core", "_depth", "_files", "_form", "_functions", "_has_others", "_inputs", "_judged", "_measures", "_options", "_together", "_topics"):
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

    def evaluate(
        self, runs: Union[Mapping[str, RunLike], Sequence[Any], RunLike, None] = None, *, scores: Any = None, lower_is_better: Sequence[str] = ()
    ) -> ScoreTable:
        """Scores runs.

        Args:
            runs: ``{name: run}``, a list of paths or of Run, or one run; None: the answers that were judged.
            scores: of these runs by other measures, as compare takes scores: a path, a ScoreTable, rows or a data frame.
            lower_is_better: of these measures of `scores` less is better.

        Returns:
            A table of their scores, in the order given.
        """
        return self._scores_of(runs, scores, lower_is_better, [])

    def _scores_of(self, runs: Any, scores: Any, lower_is_better: Sequence[str], asked: List[str]) -> ScoreTable:
        """With measures of `scores` in the order `asked`, or all of them behind ours."""
        if self._core is not None:
            runs = named_answers(self._core.judgments(), runs)
        names, values = named_runs(runs)
        renamed = {name.partition("=")[0].strip(): name.partition("=")[2] for name in self._asked[0] if "=" in name.partition("(")[0]}
        made_from = (self._inputs + [_input_of("run", run, name) for name, run in zip(names, values)], self._options, renamed)
        table = self._of(values)._scored(names, values, made_from)
        return table if scores is None and not lower_is_better else table._beside(scores, lower_is_better, asked)

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
        """The results of calc_aggregate() and iter_calc(), in one go.

        Args:
            run: Run, or what it is made of, or a path.
        """
        table = self._of([run])._scored(*named_runs(run, "run") if isinstance(run, (str, os.PathLike, _core.Run)) else (("run",), (run,)))
        metrics = [
            Metric(topic, measure, value)
            for topic, of_topic, applies in zip(table.topics, table.values[0].T.tolist(), zip(*table._applies()))
            for measure, value, counts in zip(table.measures, of_topic, applies)
            if counts
        ]
        return Results(dict(zip(table.measures, table.means()[0].tolist())), metrics)

    def _scored(self, names: Sequence[str], runs: Sequence[Any], made_from: Any = None) -> ScoreTable:
        values, answered, applicable = self._score(tuple(names), tuple(runs))
        return ScoreTable(list(names), self.measures, self.topics, values, answered, applicable, made_from, lower_of(self._functions))

    def _of_functions(self, names: Sequence[str], runs: Sequence[Any]) -> ScoreTable:
        """The scores by the functions alone."""
        made = [self._made_run(name, run) for name, run in zip(names, runs)]
        answered = numpy.ones((len(made), len(self._topics)), dtype=bool)
        values, applicable = self._with_functions(made, numpy.empty((len(made), 0, len(self._topics))), None)
        if applicable is not None:
            measure, topic = numpy.argwhere(~applicable)[0]
            raise Error(f"measures: {list(self._functions)[measure]} is None for topic {self._topics[topic]}", kind="argument", argument="measures", advice="return a number for every topic here; evaluate() and its tables leave out those of None")
        return ScoreTable(list(names), list(self._functions), self.topics, values, answered, applicable, None, lower_of(self._functions))

    def _score(self, names: Tuple[str, ...], runs: Tuple[Any, ...]) -> Tuple[Any, Any, Any]:
        """Values by run, measure and topic, whether runs answer topics, and to which topics measures apply."""
        worst = {name: number(getattr(function, "worst", 0.0), f"{name}.worst") for name, (_, function) in self._functions.items()}
        if self._functions:
            runs = tuple(self._made_run(name, run) for name, run in zip(names, runs))
        values, answered, applicable = self._core.score(names, runs, self._form, self._depth, self._together, "; ".join(f"{value:g} by {name}" for name, value in worst.items() if value))
        if not self._has_others:
            values, applicable = values[:, :0], None
        values, applicable = self._with_functions(runs, values, applicable)
        return values, answered, applicable

    def _with_functions(self, runs: Sequence[_core.Run], values: Any, applicable: Any) -> Tuple[Any, Any]:
        """Values by run, measure and topic with those of functions, and to which topics measures apply."""
        for name, (place, function) in self._functions.items():
            made = numpy.array([self._values_of(name, function, run) for run in runs], dtype=numpy.float64)
            lacks = numpy.flatnonzero(numpy.isnan(made).any(axis=0))
            answered = [set(run.lists()) for run in runs] if lacks.size else []
            for at in lacks:
                has = [run.name for run, topics, of_run in zip(runs, answered, made) if not numpy.isnan(of_run[at]) and self._topics[at] in topics]
                if has and not hasattr(function, "worst"):
                    raise Error(f"topic {self._topics[at]}: {name} is None for some runs, but not for {has[0]}", advice=f"set {name}.worst to the value of such a run; return None for all runs, where the measure does not apply to the topic")
                if has:
                    made[numpy.isnan(made[:, at]), at] = number(getattr(function, "worst"), f"{name}.worst")
            applies = ~numpy.isnan(made).any(axis=0)
            if made.size and not applies.any():
                raise TypeError(f"{name} returned None for all topics; return a number")
            made[:, ~applies] = numpy.nan
            if made.size > 1 and not made.any() and not getattr(function, "lower_is_better", False) and any(isinstance(of_intent, dict) for of_topic in self._judged.values() for of_intent in of_topic.values()):
                warn("zero-scores", "", 0, f"{name} is 0 for every run and topic", "it is given {intent: {docno: grade}}, as these judgments have intents")
            if applicable is None and not applies.all():
                applicable = numpy.ones((values.shape[1], len(self._topics)), dtype=bool)
            place = min(place, values.shape[1])  # functions alone: without the places of others
            values = numpy.insert(values, place, made, axis=1)
            applicable = applicable if applicable is None else numpy.insert(applicable, place, applies, axis=0)
        return values, applicable

    def _made_run(self, name: str, run: Any) -> _core.Run:
        if isinstance(run, (str, os.PathLike)):
            run = read_run(run, order=self._options.get("order", "rank"))
        return run._named(name) if isinstance(run, _core.Run) else _core.Run(run, name, self._form)

    def _judged_of(self, topic: str) -> Dict[str, Any]:
        """The judgments of a topic, which a function may change."""
        return {name: dict(of) if isinstance(of, dict) else of for name, of in self._judged.get(topic, {}).items()}

    def _values_of(self, name: str, function: Function, run: _core.Run) -> List[float]:
        """The values of a function by topic; the worst where the run has no list, NaN where the measure does not apply."""
        lists = run.lists()
        worst = number(getattr(function, "worst", numpy.nan if lower_of({name: (0, function)}) else 0.0), f"{name}.worst")

        def value_of(topic: str) -> float:
            try:
                made = function(topic, self._judged_of(topic), lists[topic][: self._depth])
            except Exception as error:
                raise Error(f"topic {topic}: {name} raised {type(error).__name__}: {error}", file=run.name) from error
            if made is None:
                return float("nan")
            try:
                value = number(repr(made) if getattr(made, "ndim", 0) else made, name)
            except (TypeError, ValueError):
                raise TypeError(f"{run.name}: topic {topic}: {name} returned {made!r:.60}; return a number") from None
            if not abs(value) <= 1e100:
                raise Error(f"topic {topic}: {name} is {value}", file=run.name, advice="return a finite number, or None where the measure does not apply to the topic")
            return value

        lacking = next((topic for topic in self._topics if topic not in lists), None)
        if numpy.isnan(worst) and lacking is not None:
            raise Error(f"topic {lacking}: has no list, and less is better by {name}", file=run.name, advice=f"set {name}.worst to the value of such a topic")
        return [value_of(topic) if topic in lists else worst for topic in self._topics]

    def __repr__(self) -> str:
        return f"<Evaluator: {len(self._measures)} measures, {len(self._topics)} topics>"

def evaluator_beside(scores: Any, qrels: Any, measures: Any, options: Mapping[str, Any]) -> Tuple[Evaluator, List[str]]:
    """An Evaluator of the measures that are not those of `scores`, and the names of all in their order if some are."""
    if scores is None or isinstance(measures, UsualMeasures) or not isinstance(measures, (str, Sequence, Mapping)):
        return Evaluator(qrels, measures, **options), []
    names: List[Any] = []
    for one in [measures] if isinstance(measures, (str, Mapping)) else measures:
        several: List[Any] = [f"{name}={of}" if isinstance(of, str) else {name: of} for name, of in one.items()] if isinstance(one, Mapping) else [one]
        names += split_names(one) if isinstance(one, str) else several
    theirs = {name: name.partition("=")[2].strip() if "=" in name.partition("(")[0] else name for name in names if isinstance(name, str)}
    renamed = {of for name, of in theirs.items() if of != name}
    unknown = [name for name, of in theirs.items() if not is_measure(of) or name == of.lower() and _core.Measure(of).identifier != of]  # or "map"
    known = measures_in(scores) if unknown or renamed else []
    outer = list(scores) if isinstance(scores, Mapping) else []  # {measure: {run: ...}}
    given = [name for name, of in theirs.items() if of in [*known, *outer] and (name in unknown or name in renamed)]
    computed = [name for name in names if not (isinstance(name, str) and name in given)]
    asked = [shown for one in names for others, own in [functions_of([one])] for shown in [*names_of(others), *own]] if given else []
    if given and not computed:
        evaluator = Evaluator(qrels, "Unique@1" if qrels is None else "RR", **options)
        evaluator._has_others, evaluator._measures = False, []
        return evaluator, asked
    try:
        return Evaluator(qrels, computed, **options), asked
    except Error as error:
        if error.argument != "measures":
            raise
        wanted = next((name for name in unknown if name not in known), "")
        advice = f"scores= names no measure: give it as {{{wanted!r}: ...}}" if known in (["score"], ["value"]) else "name measures that are computed, or some of scores= beside them"
        raise Error(error.message, kind="argument", argument="measures", advice=advice) from None


@_scoring
def evaluate(
    qrels: QrelsLike, runs: Any = None, measures: MeasuresLike = None, *, scores: Any = None, lower_is_better: Sequence[str] = (), **options: Unpack[ScoringOptions]
) -> ScoreTable:
    """Scores runs once: what ``Evaluator(qrels, measures, ...).evaluate(runs)`` returns.

    >>> import subintent
    >>> subintent.evaluate({"1": {"a": {"d1": 1}}}, {"mine": {"1": ["d2", "d1"]}}, "RR")
    run       RR
    mine  0.5000

    Args:
        qrels: Judgments, or what they are made of; None where no measure needs any.
        runs: ``{name: run}``, a list of paths or of Run, or one run; of judged answers the names of systems, or None for all.
        measures: their names, Measure, or functions; default: those that the command line has.
        scores: of these runs by other measures, as compare takes scores: a path, a ScoreTable, rows or a data frame;
            all of them, or those that `measures` names.
        lower_is_better: of these measures of `scores` less is better.
        **options

    Evaluator says more about measures.
    """
    scores = by_runs(scores, named_runs(runs)[0]) if isinstance(scores, Mapping) and runs is not None else scores
    evaluator, asked = evaluator_beside(scores, qrels, measures, options)
    return evaluator._scores_of(runs, scores, lower_is_better, asked)
