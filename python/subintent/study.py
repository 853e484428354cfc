"""Studies: what a change of pools, or of the threshold of hierarchies, does to the scores of runs.

A study returns the scores of all runs for each of its settings. each() compares them:

    points = subintent.study.pooling(qrels, runs, ["nDCG", "AP"], depths=[10, 100])
    subintent.study.each(points, subintent.compare.rank_correlation)

is a table of correlations, whose first columns are the setting. All numbers are those of the command
line's `subintent compare pooling` and `delta`, to the last bit.
"""

from __future__ import annotations

import os
from typing import Any, Callable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _core
from ._arguments import count, items, number
from ._errors import Error
from ._evaluate import ScoreTable, _context_of, _named_runs
from ._hierarchies import _dendrograms
from ._judgments import judgments_of
from ._measures import names_of
from ._progress import caller_of
from ._run import ascending
from ._tables import joined
from ._types import PathLike, QrelsLike

__all__ = ["DeltaPoint", "PoolingPoint", "delta", "each", "pooling"]


class PoolingPoint(NamedTuple):
    """The scores of all runs by measures cut at `depth`, with judgments of pools of `pool_depth`."""

    pool_depth: int
    depth: int
    scores: ScoreTable


class DeltaPoint(NamedTuple):
    """The scores of all runs with hierarchies cut at `delta`."""

    delta: float
    scores: ScoreTable


def _evaluation(
    qrels: QrelsLike,
    *,
    adhoc_qrels: QrelsLike = None,
    topics: Any = None,
    probabilities: Any = None,
    topic_grade: str = "highest",
    hierarchies: Optional[Mapping[str, Any]] = None,
    similarity: Any = None,
    max_grade: Optional[int] = None,
    gains: Optional[Mapping[int, float]] = None,
    ties: str = "descending",
) -> Tuple[Any, Tuple[Any, Any, Any, Any, bool]]:
    """The judgments, and the other values that the extension takes, of the arguments of Evaluator."""
    judgments = judgments_of(
        qrels, adhoc_qrels=adhoc_qrels, topics=topics, probabilities=probabilities, topic_grade=topic_grade
    )
    return judgments, (*_context_of(hierarchies, similarity, max_grade, gains), ascending(ties))


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
        rbp_residual: the part of RBP's weight below the depth of evaluation, from 0 to below 1,
            which its p follows from: p = rbp_residual ** (1 / depth) [Webber, eq. 7]. 0: p as usual.
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
