"""Studies: what a change of pools, or of the threshold of hierarchies, does to the scores of runs.

Even without runs, similarities() shows how similar relevant documents are, and shapes() describes the
hierarchies for several thresholds. The other studies return the scores of all runs for each
of their settings. each() compares them:

    points = subintent.study.pooling(qrels, runs, ["nDCG", "AP"], depths=[10, 100])
    subintent.study.each(points, subintent.compare.rank_correlation)

is a table of correlations, whose first columns are the setting. All numbers are those of the command
line's `subintent compare pooling`, `delta`, `similarities`, `hierarchies` and `placebo`, to the last bit.

To see how far hierarchies can be trusted, hierarchy_agreement() compares two of each topic, exchange() shows
what changes for runs if one replaces the other, and placebo() how much of a measure's
discriminative power remains with shuffled hierarchies.
"""

from __future__ import annotations

import os
from typing import Any, Callable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _core
from ._arguments import count, items, number, text
from ._errors import Error
from ._evaluate import ScoreTable, _context_of, _named_runs
from ._hierarchies import Hierarchy, _dendrograms, hierarchies_of
from ._judgments import judgments_of
from ._measures import names_of
from ._progress import caller_of
from ._run import form_of
from ._similarity import Similarity
from ._tables import joined, table
from ._types import PathLike, QrelsLike

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


class SimilarPairs(NamedTuple):
    """The similarities of the pairs of documents relevant to the same intent, or to other intents."""

    intents: str
    pairs: int
    mean: float
    q05: float
    q25: float
    median: float
    q75: float
    q95: float


class SimilarPairsOfTopic(NamedTuple):
    """The same of a topic, with the AUC; None where it lacks pairs of either kind."""

    topic: str
    same_pairs: int
    same_mean: float
    same_median: float
    other_pairs: int
    other_mean: float
    other_median: float
    auc: Optional[float]


class SimilarityBin(NamedTuple):
    """Pairs with a similarity from `low` to below `high`."""

    low: float
    high: float
    same_intent: int
    other_intents: int


class Similarities(NamedTuple):
    """How similar relevant documents are [Dou19, Fig. 7]: numbers, then tables.

    mean is that of all pairs, a candidate for delta. auc is the probability that a pair of the same
    intent is more similar than one of other intents, equal ones counting a half: of the pairs of all
    topics; mean_auc is its mean over topics. None without pairs of both kinds.
    """

    mean: float
    auc: Optional[float]
    mean_auc: Optional[float]
    pairs: Any
    topics: Any
    histogram: Any


class Shape(NamedTuple):
    """What the hierarchies WI of a threshold are like; counts are of all topics.

    single: subintents of one document; collapsed: intents with one subintent, of those of several
    documents.
    """

    delta: float
    topics: int
    intents: int
    nodes: int
    dummies: int
    subintents: int
    intents_of_several_documents: int
    collapsed: int
    single: int
    mean_layers: float
    max_layers: int


class TopicAgreement(NamedTuple):
    """How far two hierarchies of a topic agree.

    documents: in the last layers of both; only1, only2: in that of one alone. nodes1, nodes2: sets of
    documents, each once; equal_nodes: of them in both; equal1, equal2: their shares. adjusted_rand: of
    the last layers; cophenetic: the correlation, over pairs of documents, of the deepest layer in which
    they share a node; None where there is nothing to correlate.
    """

    topic: str
    documents: int
    only1: int
    only2: int
    layers1: int
    layers2: int
    nodes1: int
    nodes2: int
    equal_nodes: int
    adjusted_rand: Optional[float]
    cophenetic: Optional[float]
    equal1: float
    equal2: float


class RankingExchange(NamedTuple):
    """The correlation of the rankings of runs by a measure on the first and on the second hierarchies."""

    measure: str
    tau_b: Optional[float]
    tau_ap_1: Optional[float]
    tau_ap_2: Optional[float]
    tau_ap_symmetric: Optional[float]
    runs: int


class PairExchange(NamedTuple):
    """Pairs of runs that are significant on the first and on the second hierarchies.

    kept: with the same winner; lost: on the first only; new: on the second only; reversed: with the
    other winner.
    """

    test: str
    measure: str
    significant1: int
    significant2: int
    kept: int
    lost: int
    new: int
    reversed: int
    alpha: float
    correction: str
    trials: Optional[int]
    seed: Optional[int]


class Exchange(NamedTuple):
    """What exchange() returns: two tables."""

    rankings: Any
    pairs: Any


class PlaceboPower(NamedTuple):
    """The discriminative power of a measure beside that with placebos.

    placebo_power, placebo_lowest and placebo_highest are of the placebos, as_high how many of them have
    at least the power of the hierarchies, and p is (as_high + 1) / (placebos + 1). None of measures that
    see no hierarchy.
    """

    test: str
    measure: str
    significant: int
    pairs: int
    power: float
    placebos: Optional[int]
    placebo_power: Optional[float]
    placebo_lowest: Optional[float]
    placebo_highest: Optional[float]
    as_high: Optional[int]
    p: Optional[float]
    alpha: float
    correction: str
    trials: Optional[int]
    seed: int


class JudgmentCoefficient(NamedTuple):
    """How far two sets of judgments agree, by one coefficient."""

    level: str
    coefficient: str
    value: Optional[float]
    low: Optional[float]
    high: Optional[float]
    alpha: float
    trials: int
    seed: int


class JudgmentCoverage(NamedTuple):
    """What both of two sets of judgments judge, and what one of them judges alone."""

    level: str
    topics: int
    both: int
    only1: int
    only2: int


class JudgmentConfusion(NamedTuple):
    """How often the one has a grade, and the other that."""

    level: str
    grade1: int
    grade2: int
    judgments: int


class JudgmentAgreement(NamedTuple):
    """What judgment_agreement() returns: three tables, and the topics that the other set lacks."""

    agreement: Any
    coverage: Any
    confusion: Any
    only1: List[str]
    only2: List[str]


class LeftOutRun(NamedTuple):
    """A run by judgments with and without what it alone has contributed."""

    pool_depth: int
    measure: str
    run: str
    documents: int
    relevant: int
    mean_with: float
    mean_without: float
    change: float
    rank_with: int
    rank_without: int
    tau_b: Optional[float]


def _evaluation(
    qrels: QrelsLike,
    *,
    adhoc_qrels: QrelsLike = None,
    topics: Any = None,
    probabilities: Any = None,
    topic_grade: str = "highest",
    all_intents: Optional[bool] = None,
    hierarchies: Optional[Mapping[str, Any]] = None,
    similarity: Any = None,
    max_grade: Optional[int] = None,
    gains: Optional[Mapping[int, float]] = None,
    groups: Optional[Mapping[str, Any]] = None,
    group_targets: Optional[Mapping[str, Any]] = None,
    ordinal: Union[str, Sequence[str]] = (),
    order: Optional[str] = None,
    ties: str = "descending",
) -> Tuple[Any, Tuple[_core.EvaluatorOptions, _core.RunForm]]:
    """The judgments, and the other values that the extension takes, of the arguments of Evaluator."""
    judgments = judgments_of(
        qrels, adhoc_qrels=adhoc_qrels, topics=topics, probabilities=probabilities, topic_grade=topic_grade,
        all_intents=all_intents,
    )
    context = _context_of(judgments, hierarchies, similarity, max_grade, gains, groups, group_targets, ordinal)
    return judgments, (context, form_of(order, ties))


def _depths(given: Any, argument: str) -> List[int]:
    return [count(depth, argument) for depth in items(given, argument, "a list of int")]


def pooling(
    qrels: QrelsLike,
    runs: Any,
    measures: Union[str, Sequence[str]] = ("AP", "aAP", "enDCG", "nDCG"),
    *,
    pool_depths: Sequence[int] = (5, 10, 20, 50, 100),
    depths: Sequence[int] = (5, 10, 20, 50, 100, 200, 500, 1000),
    pooled: Any = (),
    rbp_residual: float = 0.0,
    progress: Any = None,
    **evaluation: Any,
) -> List[PoolingPoint]:
    """Scores runs as if only what pools of some depth hold had been judged [Webber, Figs. 3 and 4].

    Args:
        qrels: Judgments, or what they are made of.
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
        evaluation: the other arguments of Evaluator, such as `adhoc_qrels` and `hierarchies`.

    Returns:
        A PoolingPoint for each setting, by the depth of the pool, then of evaluation. Measures are
        named with the cutoff, "AP@10".

    Raises:
        Error: as Evaluator does, and for numbers that make no sense.
    """
    judgments, others = _evaluation(qrels, **evaluation)
    names, values = _named_runs(runs)
    pooled_names, pooled_values = _named_runs(pooled)
    points = _core.pooling(
        judgments, names, values, names_of(measures), _depths(pool_depths, "pool_depths"), _depths(depths, "depths"),
        pooled_names, pooled_values, number(rbp_residual, "rbp_residual"), *others, caller_of(progress),
    )  # fmt: skip
    return [PoolingPoint(pool_depth, depth, ScoreTable(*fields)) for pool_depth, depth, fields in points]


def delta(
    qrels: QrelsLike,
    dendrograms: Any,
    runs: Any,
    measures: Union[str, Sequence[str]] = ("HD#-nDCG_WI@20", "HD#-nDCG_WD@20"),
    *,
    deltas: Sequence[float] = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7),
    superintents: Optional[PathLike] = None,
    progress: Any = None,
    **evaluation: Any,
) -> List[DeltaPoint]:
    """Scores runs by the hierarchies that several thresholds of similarity make [Dou19, Fig. 8].

    Args:
        qrels: Judgments, or what they are made of.
        dendrograms: of the intents: a path to a file of them, or what cluster() returns.
        runs: ``{name: run}``, or a list of paths or of Run.
        measures: their names. They name the hierarchies that each delta makes: WI, WD, WIRaw,
            SUP+WI, SUP+WD; and those of the argument `hierarchies`, whose names must be others.
        deltas: the thresholds, from 0 to 1.
        superintents: path to a file "topic superintent intent", for SUP+WI and SUP+WD.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.
        evaluation: the other arguments of Evaluator.

    Returns:
        A DeltaPoint for each threshold, in their order.

    Raises:
        Error: as Evaluator does, and for numbers that make no sense.
    """
    judgments, others = _evaluation(qrels, **evaluation)
    names, values = _named_runs(runs)
    thresholds = [number(threshold, "deltas") for threshold in items(deltas, "deltas", "a list of float")]
    points = _core.delta(
        judgments, _dendrograms(dendrograms), names, values, names_of(measures), thresholds,
        None if superintents is None else os.fspath(superintents), *others, caller_of(progress),
    )  # fmt: skip
    return [DeltaPoint(threshold, ScoreTable(*fields)) for threshold, fields in points]


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
    if not isinstance(similarity, _core.Similarity):
        raise TypeError(f"similarity: expected Similarity, found {type(similarity).__name__}")
    mean, auc, mean_auc, same, other, topics, histogram = _core.similarities(
        judgments_of(qrels), similarity, caller_of(progress)
    )
    pairs = [("same_intent", *same), ("other_intents", *other)]
    tables = table(SimilarPairs, pairs), table(SimilarPairsOfTopic, topics), table(SimilarityBin, histogram)
    return Similarities(mean, auc, mean_auc, *tables)


def shapes(
    qrels: QrelsLike,
    dendrograms: Any,
    deltas: Sequence[float] = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1),
    *,
    progress: Any = None,
) -> Any:
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
    thresholds = [number(threshold, "deltas") for threshold in items(deltas, "deltas", "a list of float")]
    rows = _core.shapes(judgments_of(qrels), _dendrograms(dendrograms), thresholds, caller_of(progress))
    return table(Shape, rows)


def hierarchy_agreement(first: Any, second: Any, *, progress: Any = None) -> Any:
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
    rows = _core.hierarchy_agreement(hierarchies_of(first), hierarchies_of(second), caller_of(progress))
    return table(TopicAgreement, rows)


def shuffled(hierarchies: Any, *, seed: int = 1, number: int = 0) -> List[Hierarchy]:
    """A placebo of hierarchies: their documents shuffled within each intent, at topic level within the topic.

    Layers, sizes and weights of nodes stay as they are, and so do the documents of intents and
    superintents. placebo() takes the numbers from 0 on.
    """
    if count(number, "number") >= 2**32:
        raise Error("number: not from 0 to 2**32 - 1", kind="argument", argument="number")
    made = _core.shuffled(hierarchies_of(hierarchies), count(seed, "seed"), number)
    return [Hierarchy(one) for one in made]


def exchange(
    qrels: QrelsLike,
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
    **evaluation: Any,
) -> Exchange:
    """What becomes of the comparisons of runs if the second hierarchies take the place of the first.

    Args:
        qrels: Judgments, or what they are made of.
        first, second: a path to a file of hierarchies, or what hierarchies() returns.
        runs: ``{name: run}``, or a list of paths or of Run.
        measures: of hierarchies, which their names leave out.
        test, trials, seed, alpha, correction: as in compare.significance().
        evaluation: the other arguments of Evaluator, but `hierarchies`.

    Returns:
        Two tables, a row per measure: rankings, with the fields of RankingExchange, and pairs, with those
        of PairExchange.

    Raises:
        Error: as Evaluator and compare.significance() do.
    """
    judgments, others = _evaluation(qrels, **evaluation)
    names, values = _named_runs(runs)
    rankings, pairs, (name, *settings) = _core.exchange(
        judgments, hierarchies_of(first, all_intents=judgments.all_nuggets),
        hierarchies_of(second, all_intents=judgments.all_nuggets), names, values, names_of(measures),
        *_test(test, trials, seed, alpha, correction), *others,
    )  # fmt: skip
    rows = ((name, *row, *settings) for row in pairs)
    return Exchange(table(RankingExchange, rankings), table(PairExchange, rows))


def placebo(
    qrels: QrelsLike,
    runs: Any,
    hierarchies: Mapping[str, Any],
    measures: Union[str, Sequence[str]] = (),
    test: str = "t",
    *,
    placebos: int = 20,
    trials: Optional[int] = None,
    seed: int = 1,
    alpha: float = 0.05,
    correction: str = "none",
    progress: Any = None,
    **evaluation: Any,
) -> Any:
    """Discriminative power with hierarchies beside that with placebos, the same ones with their documents shuffled.

    What is found with placebos as well is not found by which documents are together.

    Args:
        qrels: Judgments, or what they are made of.
        runs: ``{name: run}``, or a list of paths or of Run.
        hierarchies: ``{name: hierarchies}``, of which each is a path or what hierarchies() returns.
        measures: those that see a hierarchy name it, if there are several. None: I-rec-LA and HD#-nDCG at
            20 of each hierarchy.
        test, trials, alpha, correction: as in compare.significance().
        placebos: how many, from 1 to 10,000.
        seed: of the placebos and of a random test.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.
        evaluation: the other arguments of Evaluator.

    Returns:
        A table with a row per measure: the fields of PlaceboPower.

    Raises:
        Error: as Evaluator and compare.significance() do, and where no measure sees a hierarchy.
    """
    judgments, others = _evaluation(qrels, hierarchies=hierarchies, **evaluation)
    names, values = _named_runs(runs)
    rows, (name, *settings) = _core.placebo(
        judgments, names, values, names_of(measures) if measures else [], count(placebos, "placebos"),
        *_test(test, trials, seed, alpha, correction), *others, caller_of(progress),
    )  # fmt: skip
    *used, _ = settings
    return table(PlaceboPower, ((name, *row, *used, seed) for row in rows))


def _test(
    test: str, trials: Optional[int], seed: int, alpha: float, correction: str
) -> Tuple[str, Optional[int], int, float, str]:
    return (
        text(test, "test"),
        None if trials is None else count(trials, "trials"),
        count(seed, "seed"),
        number(alpha, "alpha"),
        text(correction, "correction"),
    )


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
    settings = (number(alpha, "alpha"), count(trials, "trials"), count(seed, "seed"))
    agreement, coverage, confusion, only1, only2 = _core.judgment_agreement(
        judgments_of(first), judgments_of(second), settings[1], settings[2], settings[0]
    )
    return JudgmentAgreement(
        table(JudgmentCoefficient, [(*row, *settings) for row in agreement]),
        table(JudgmentCoverage, coverage),
        table(JudgmentConfusion, confusion),
        only1,
        only2,
    )


def leave_out(
    qrels: QrelsLike,
    runs: Any,
    measures: Union[str, Sequence[str]] = ("nDCG@20", "alpha-nDCG@20", "D#-nDCG@20"),
    *,
    depth: int = 100,
    progress: Any = None,
    **evaluation: Any,
) -> Any:
    """Scores each run by the judgments without what it alone has contributed [Zobel, SIGIR 1998].

    Args:
        qrels: Judgments, or what they are made of.
        runs: ``{name: run}``, or a list of paths or of Run; at least two.
        measures: their names.
        depth: of the pool that the judgments were made from. The contribution of a run are those
            judged documents of a topic that are among its first `depth`, and of no other run's.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.
        evaluation: the other arguments of Evaluator.

    Returns:
        A table, a row per measure and run: documents, and relevant ones among them, that it alone
        has contributed; its mean with them and without, and the change; its rank among all runs; and
        tau_b of the rankings of all runs.

    Raises:
        Error: as Evaluator does, and for fewer than two runs.
    """
    judgments, others = _evaluation(qrels, **evaluation)
    names, values = _named_runs(runs)
    rows = _core.leave_out(
        judgments, names, values, names_of(measures), count(depth, "depth"), *others, caller_of(progress)
    )
    return table(LeftOutRun, rows)


def each(points: Sequence[Any], comparison: Callable[..., Any], **options: Any) -> Any:
    """Compares the scores of every setting.

    Args:
        points: what pooling() or delta() returned.
        comparison: a function of a ScoreTable, such as subintent.compare.significance.
        options: its other arguments.

    Returns:
        Its tables one after the other, with the setting in the first columns.
    """
    points = list(points)
    if not points:
        raise Error("points: there are none", kind="argument", argument="points")
    columns = points[0]._fields[:-1]
    tables = [comparison(point.scores, **options) for point in points]
    return joined(columns, [tuple(point[:-1]) for point in points], tables)
