"""Studies: what a change of pools, or of the threshold of hierarchies, does to the scores of runs.

Even without runs, similarities() shows how similar relevant documents are, and shapes() describes the
hierarchies for several thresholds. The other studies return the scores of all runs for each
of their settings. each() compares them:

    points = subintent.study.pooling(qrels, runs, ["nDCG", "AP"], depths=[10, 100])
    subintent.study.each(points, subintent.compare.rank_correlation)

is a table of correlations, whose first columns are the setting.

The first argument of studies that score runs, `evaluator`, is an Evaluator: its judgments, hierarchies,
similarity, gains and so on are used, its measures only where it says so. Judgments alone, or what they are made
of, will do where nothing else is needed. All numbers are those of the command
line's `subintent compare pooling`, `delta`, `similarities`, `hierarchies` and `placebo`, to the last bit.

To see how far hierarchies can be trusted, hierarchy_agreement() compares two of each topic, exchange() shows
what changes for runs if one replaces the other, and placebo() how much of a measure's
discriminative power remains with shuffled hierarchies.
"""

from __future__ import annotations

import os
from typing import Any, Callable, List, NamedTuple, Optional, Sequence, Tuple, TypeVar, Union, overload

from . import _core
from ._arguments import called, count, instance, items, number, refuse
from ._errors import Error
from ._evaluate import Evaluator, ScoreTable
from ._files import path_of
from ._hierarchies import Hierarchy, _dendrograms, hierarchies_of
from ._judgments import judgments_of
from ._measures import names_of
from ._rows import (
    JudgmentCoefficient,
    JudgmentConfusion,
    JudgmentCoverage,
    LeftOutRun,
    PairExchange,
    PlaceboPower,
    RankingExchange,
    Shape,
    SimilarityBin,
    SimilarPairs,
    SimilarPairsOfTopic,
    TopicAgreement,
)
from ._similarity import Similarity
from ._table import Table, columns_of, joined, shown
from ._types import PathLike, QrelsLike
from .analyses import EvaluatorLike, _of_runs, _raw, _settings, _test, _typed

__all__ = [
    "DeltaPoint",
    "Exchange",
    "JudgmentAgreement",
    "PoolingPoint",
    "Shape",
    "Similarities",
    "delta",
    "each",
    "exchange",
    "hierarchy_agreement",
    "judgment_agreement",
    "leave_out",
    "placebo",
    "pooling",
    "shapes",
    "shuffled",
    "similarities",
]


class PoolingPoint(NamedTuple):
    """The scores of all runs by measures cut at `depth`, with judgments of pools of `pool_depth`."""

    pool_depth: int
    depth: int
    scores: ScoreTable


class DeltaPoint(NamedTuple):
    """The scores of all runs with hierarchies cut at `delta`."""

    delta: float
    scores: ScoreTable


Point = Union[PoolingPoint, DeltaPoint]
Tables = TypeVar("Tables", bound=Tuple[Any, ...])


class Similarities(NamedTuple):
    """How similar relevant documents are [Dou19, Fig. 7]: numbers, then tables.

    mean is that of all pairs, a candidate for delta. auc is the probability that a pair of the same
    intent is more similar than one of other intents, equal ones counting a half: of the pairs of all
    topics; mean_auc is its mean over topics. None without pairs of both kinds.
    """

    mean: float
    auc: Optional[float]
    mean_auc: Optional[float]
    pairs: Table[SimilarPairs]
    topics: Table[SimilarPairsOfTopic]
    histogram: Table[SimilarityBin]

    def __repr__(self) -> str:
        return shown(self)


class _Separation(NamedTuple):
    mean: float
    auc: Optional[float]
    mean_auc: Optional[float]


class Exchange(NamedTuple):
    """What exchange() returns: two tables."""

    rankings: Table[RankingExchange]
    pairs: Table[PairExchange]

    def __repr__(self) -> str:
        return shown(self)


class JudgmentAgreement(NamedTuple):
    """What judgment_agreement() returns: three tables, and the topics that the other set lacks."""

    agreement: Table[JudgmentCoefficient]
    coverage: Table[JudgmentCoverage]
    confusion: Table[JudgmentConfusion]
    only1: List[str]
    only2: List[str]

    def __repr__(self) -> str:
        return shown(self)


def pooling(
    evaluator: EvaluatorLike,
    runs: Any,
    measures: Union[str, Sequence[str]] = ("AP", "aAP", "enDCG", "nDCG"),
    *,
    pool_depths: Sequence[int] = (5, 10, 20, 50, 100),
    depths: Sequence[int] = (5, 10, 20, 50, 100, 200, 500, 1000),
    pooled: Any = (),
    rbp_residual: float = 0.0,
    progress: Any = None,
) -> List[PoolingPoint]:
    """Scores runs as if only what pools of some depth hold had been judged [Webber, Figs. 3 and 4].

    Args:
        evaluator: an Evaluator, or judgments alone: see the module.
        runs: ``{name: run}``, or a list of paths or of Run.
        measures: their names without cutoffs, which `depths` are.
        pool_depths: how many documents of each run go into a pool, for each topic.
        depths: of evaluation. For each there is also the pool as deep: full assessment.
        pooled: the runs that make the pools, if not those that are scored.
        rbp_residual: the part of the weight of ranks below the depth of evaluation, from 0 to below 1,
            which p of RBP and of all other measures with a parameter p follows from: p =
            rbp_residual ** (1 / depth) [Webber, eq. 7]. One of the measures must have p, and none may
            set it. 0: p as usual.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        A PoolingPoint for each setting, by the depth of the pool, then of evaluation. Measures are
        named with the cutoff, "AP@10".

    Raises:
        Error: as Evaluator does, and for numbers that make no sense.
    """
    sources, known = _of_runs(evaluator, runs, pooled)
    residual = number(rbp_residual, "rbp_residual") or None
    values = {"measures": measures, "rbp_residual": residual}
    for argument, given in (("pool_depths", pool_depths), ("depths", depths)):
        values[argument] = items(given, argument, "a list of int")
    made = _settings("pooling", sources, values, known, progress)
    return [PoolingPoint(int(pool_depth), int(depth), scores) for (pool_depth, depth), scores in made]


def delta(
    evaluator: EvaluatorLike,
    dendrograms: Any,
    runs: Any,
    measures: Union[str, Sequence[str]] = ("HD#-nDCG_WI@20", "HD#-nDCG_WD@20"),
    *,
    deltas: Sequence[float] = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7),
    superintents: Optional[PathLike] = None,
    progress: Any = None,
) -> List[DeltaPoint]:
    """Scores runs by the hierarchies that several thresholds of similarity make [Dou19, Fig. 8].

    Args:
        evaluator: an Evaluator, or judgments alone: see the module.
        dendrograms: of the intents: a path to a file of them, or what cluster() returns.
        runs: ``{name: run}``, or a list of paths or of Run.
        measures: their names. They name the hierarchies that each delta makes: WI, WD, WIRaw,
            SUP+WI, SUP+WD; and those of the evaluator, whose names must be others.
        deltas: the thresholds, from 0 to 1.
        superintents: path to a file "topic superintent intent", for SUP+WI and SUP+WD.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        A DeltaPoint for each threshold, in their order.

    Raises:
        Error: as Evaluator does, and for numbers that make no sense.
    """
    sources, known = _of_runs(evaluator, runs)
    sources["dendrograms"] = _dendrograms(dendrograms)
    sources["superintents"] = None if superintents is None else path_of(superintents, "superintents")
    values = {"measures": measures, "deltas": items(deltas, "deltas", "a list of float")}
    made = _settings("delta", sources, values, known, progress)
    return [DeltaPoint(threshold, scores) for (threshold,), scores in made]


def similarities(qrels: QrelsLike, similarity: Similarity, *, progress: Any = None) -> Similarities:
    """How similar pairs of relevant documents are: of the same intent, and of other intents.

    Args:
        qrels: Judgments, or what they are made of.
        similarity: of the documents. Documents that it does not contain have similarity 0 to all others.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        Similarities, with tables of the kinds of pairs, of topics, and of pairs by similarity.

    Raises:
        Error: where no document has a similarity.
    """
    sources = {"judgments": judgments_of(qrels), "similarities": {"": instance(similarity, Similarity, "similarity")}}
    tables = ["similarities", "separation", "topics", "histogram"]
    made = _raw("similarities", sources, {"per_topic": True}, progress, tables=tables)
    found = _typed(_Separation, made["separation"])[0]
    return Similarities(
        found.mean,
        found.auc,
        found.mean_auc,
        _typed(SimilarPairs, made["similarities"]),
        _typed(SimilarPairsOfTopic, made["topics"]),
        _typed(SimilarityBin, made["histogram"]),
    )


def shapes(
    qrels: QrelsLike,
    dendrograms: Any,
    deltas: Sequence[float] = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1),
    *,
    progress: Any = None,
) -> Table[Shape]:
    """What the hierarchies WI are like that several thresholds make.

    Args:
        qrels: Judgments, or what they are made of.
        dendrograms: of the intents: a path to a file of them, or what cluster() returns.
        deltas: the thresholds, from 0 to 1.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        A table with a row for each threshold, in their order: the fields of Shape.

    Raises:
        Error: as hierarchies() does, and for numbers that make no sense.
    """
    sources = {"judgments": judgments_of(qrels), "dendrograms": _dendrograms(dendrograms)}
    values = {"deltas": items(deltas, "deltas", "a list of float")}
    return _typed(Shape, _raw("similarities", sources, values, progress)["deltas"])


def hierarchy_agreement(first: Any, second: Any, *, progress: Any = None) -> Table[TopicAgreement]:
    """How far two hierarchies of each topic agree: as two sets of clusters of the same documents.

    Args:
        first, second: a path to a file of hierarchies, or what hierarchies() returns.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        A table with a row for each topic that both have: the fields of TopicAgreement.

    Raises:
        Error: where they have no topic in common.

    Warns (DataWarning) of topics and documents that are missing from one of them.
    """
    sources = {"hierarchies": hierarchies_of(first, argument="first"), "second_hierarchies": hierarchies_of(second, argument="second")}
    made = _raw("hierarchies", sources, {"per_topic": True}, progress)
    return _typed(TopicAgreement, made["topics"])


def shuffled(hierarchies: Any, *, seed: int = 1, number: int = 0) -> List[Hierarchy]:
    """A placebo of hierarchies: their documents shuffled within each intent, at topic level within the topic.

    Layers, sizes and weights of nodes stay as they are, and so do the documents of intents and
    superintents.

    Args:
        hierarchies: a path to a file of hierarchies, or what hierarchies() returns.
        seed: of the shuffling.
        number: which of many placebos of that seed; placebo() takes the numbers from 0 on.
    """
    if count(number, "number") >= 2**32:
        raise Error("number: not from 0 to 2**32 - 1", kind="argument", argument="number")
    made = _core.shuffled(hierarchies_of(hierarchies), count(seed, "seed"), number)
    return [Hierarchy(one) for one in made]


def exchange(
    evaluator: EvaluatorLike,
    first: Any,
    second: Any,
    runs: Any,
    measures: Union[str, Sequence[str]] = ("I-rec-LA@20", "alpha-nDCG-LA@20", "HD#-nDCG@20"),
    test: str = "t",
    *,
    trials: Optional[int] = None,
    seed: int = 1,
    alpha: float = 0.05,
    correction: str = "none",
) -> Exchange:
    """What becomes of the comparisons of runs if the second hierarchies take the place of the first.

    Args:
        evaluator: an Evaluator without hierarchies of its own, or judgments alone: see the module.
        first, second: a path to a file of hierarchies, or what hierarchies() returns.
        runs: ``{name: run}``, or a list of paths or of Run.
        measures: of hierarchies, which their names leave out.
        test, trials, seed, alpha, correction: as in compare.significance().

    Returns:
        Two tables, a row per measure: rankings, with the fields of RankingExchange, and pairs, with those
        of PairExchange.

    Raises:
        Error: as Evaluator and compare.significance() do.
    """
    if runs is None:
        refuse("runs", "{name: run}, or a list of paths or Run", runs)
    sources, known = _of_runs(evaluator, runs)
    if not sources["names"]:
        raise Error("runs: none given", kind="argument", argument="runs")
    all_intents = sources["judgments"].all_nuggets
    sources["hierarchies"] = hierarchies_of(first, all_intents=all_intents, argument="first")
    sources["second_hierarchies"] = hierarchies_of(second, all_intents=all_intents, argument="second")
    values = {"measures": measures, **_test(test, trials, seed, alpha, correction)}
    made = _raw("hierarchies", sources, values, None, known)
    return Exchange(_typed(RankingExchange, made["rankings"]), _typed(PairExchange, made["pairs"]))


def placebo(
    evaluator: Evaluator,
    runs: Any,
    measures: Optional[Union[str, Sequence[str]]] = None,
    test: str = "t",
    *,
    placebos: int = 20,
    trials: Optional[int] = None,
    seed: int = 1,
    alpha: float = 0.05,
    correction: str = "none",
    progress: Any = None,
) -> Table[PlaceboPower]:
    """Discriminative power with hierarchies beside that with placebos, the same ones with their documents shuffled.

    What is found with placebos as well is not found by which documents are together.

    Args:
        evaluator: its hierarchies are shuffled.
        runs: ``{name: run}``, or a list of paths or of Run.
        measures: default: those of the evaluator; an empty list: I-rec-LA and HD#-nDCG at 20 of each hierarchy.
        test, trials, alpha, correction: as in compare.significance().
        placebos: how many, from 1 to 10,000.
        seed: of the placebos and of a random test.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        A table with a row per measure: the fields of PlaceboPower.

    Raises:
        Error: as Evaluator and compare.significance() do, and where no measure sees a hierarchy.
    """
    sources, known = _of_runs(instance(evaluator, Evaluator, "evaluator"), runs)
    wanted = names_of(evaluator.measures if measures is None else measures)
    values = {"measures": wanted or None, "placebo": placebos, **_test(test, trials, seed, alpha, correction)}
    with called("placebo", "placebos"):
        return _typed(PlaceboPower, _raw("placebo", sources, values, progress, known)["placebo"])


def judgment_agreement(
    first: QrelsLike, second: QrelsLike, *, trials: int = 1000, seed: int = 1, alpha: float = 0.05
) -> JudgmentAgreement:
    """How far two sets of judgments of the same topics agree.

    Args:
        first, second: Judgments, or what they are made of. What both judge is compared, of the
            topics that both have.
        trials, seed: of the bootstrap over topics that intervals are made by.
        alpha: intervals have confidence 1 - alpha.

    Returns:
        A tuple of three tables, and the topics of the first and of the second only. A row belongs to
        a level: documents for the "topic", or for "intents".

        * agreement: the share of "equal" grades, Cohen's "kappa", Krippendorff's "alpha_nominal" and
          "alpha_ordinal", and "equal_relevance" and "kappa_relevance" of relevant or not; value,
          None where it is not defined, and its interval low to high;
        * coverage: judgments in both, in the first only, in the second only;
        * confusion: how many judgments have grade1 in the first and grade2 in the second. Grades
          below 0 are 0.

    Raises:
        Error: where they have no topic in common, and for numbers that make no sense.
    """
    sources = {"judgments": judgments_of(first, "first"), "second": judgments_of(second, "second")}
    made = _raw("judgments", sources, {"trials": trials, "seed": seed, "alpha": alpha}, None)
    topics = [sources[of].topics for of in ("judgments", "second")]
    return JudgmentAgreement(
        _typed(JudgmentCoefficient, made["agreement"]),
        _typed(JudgmentCoverage, made["coverage"]),
        _typed(JudgmentConfusion, made["confusion"]),
        [topic for topic in topics[0] if topic not in topics[1]],
        [topic for topic in topics[1] if topic not in topics[0]],
    )


def leave_out(
    evaluator: EvaluatorLike,
    runs: Any,
    measures: Optional[Union[str, Sequence[str]]] = None,
    *,
    depth: int = 100,
    progress: Any = None,
) -> Table[LeftOutRun]:
    """Scores each run by the judgments without what it alone has contributed [Zobel, SIGIR 1998].

    Args:
        evaluator: an Evaluator, or judgments alone: see the module.
        runs: ``{name: run}``, or a list of paths or of Run; at least two.
        measures: their names; default: those of the evaluator, of judgments nDCG@20, alpha-nDCG@20 and D#-nDCG@20.
        depth: of the pool that the judgments were made from. The contribution of a run are those
            judged documents of a topic that are among its first `depth`, and of no other run's.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        A table, a row per measure and run: documents, and relevant ones among them, that it alone
        has contributed; its mean with them and without, and the change; its rank among all runs; and
        tau_b of the rankings of all runs.

    Raises:
        Error: as Evaluator does, and for fewer than two runs.
    """
    sources, known = _of_runs(evaluator, runs)
    if measures is None and isinstance(evaluator, Evaluator):
        measures = evaluator.measures
    with called("pool_depths", "depth"):
        values = {"measures": measures, "pool_depths": [count(depth, "depth")]}
        return _typed(LeftOutRun, _raw("leave-out", sources, values, progress, known)["left_out"])


@overload
def each(points: Sequence[Point], comparison: Callable[[ScoreTable], Table[Any]]) -> Table[Any]: ...
@overload
def each(points: Sequence[Point], comparison: Callable[[ScoreTable], Tables]) -> Tables: ...


def each(points: Sequence[Point], comparison: Callable[[ScoreTable], Any]) -> Any:
    """Compares the scores of every setting.

    Args:
        points: what pooling() or delta() returned.
        comparison: a function of a ScoreTable, such as subintent.compare.rank_correlation. Give one that takes
            more as ``lambda scores: subintent.compare.significance(scores, "tukey")``.

    Returns:
        Its tables one after the other, with the setting in the first columns.
    """
    points = items(points, "points", "what pooling() or delta() returned")
    if not points:
        raise Error("points: none given", kind="argument", argument="points")
    if not isinstance(points[0], (PoolingPoint, DeltaPoint)):
        refuse("points", "what pooling() or delta() returned", points[0])
    point_type: Any = type(points[0])
    settings = dict(columns_of(point_type)[:-1])
    return joined(settings, [tuple(point[:-1]) for point in points], [comparison(point.scores) for point in points])
