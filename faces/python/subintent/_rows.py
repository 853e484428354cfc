"""The rows of tables: what the columns of each are called and hold."""

from __future__ import annotations

from typing import NamedTuple, Optional


class Score(NamedTuple):
    """The score of a run for a topic: a row of ScoreTable.per_topic()."""

    run: str
    topic: str
    measure: str
    value: float


class ComparedPair(NamedTuple):
    """Two runs by one measure, under a test: a row of significance()."""

    group: int
    measure: str
    test: str
    run1: str
    run2: str
    topics: int
    mean1: float
    mean2: float
    difference: float
    effect_size: float
    low: float
    high: float
    wins: int
    losses: int
    ties: int
    p: float
    p_holm: float
    p_bonferroni: float
    p_bh: float
    winner: str
    alpha: float
    correction: str
    trials: Optional[int]
    seed: Optional[int]


class MeasurePower(NamedTuple):
    """The discriminative power of a measure."""

    test: str
    measure: str
    significant: int
    pairs: int
    power: float
    required_difference: Optional[float]
    alpha: float
    correction: str
    trials: Optional[int]
    seed: Optional[int]


class MeasureOverlap(NamedTuple):
    """The significant pairs of two measures."""

    test: str
    measure1: str
    measure2: str
    only1: int
    both: int
    only2: int
    agreement: float
    conflicts: int


class CurvePoint(NamedTuple):
    """A p-value of a measure; those of rank 1 are the largest."""

    test: str
    measure: str
    rank: int
    p: float


class MeasureCorrelation(NamedTuple):
    """The correlation of the rankings by two measures."""

    measure1: str
    measure2: str
    tau_b: Optional[float]
    tau_ap_1: Optional[float]
    tau_ap_2: Optional[float]
    tau_ap_symmetric: Optional[float]
    items: int


class MeasureConcordance(NamedTuple):
    """Two measures against gold standards."""

    gold: str
    measure1: str
    measure2: str
    disagreements: int
    correct1: int
    correct2: int
    concordance1: float
    concordance2: float
    only1: int
    only2: int
    p: float


class MeasureTopicSetSize(NamedTuple):
    """How many topics show a difference of means by a measure."""

    measure: str
    test: str
    systems: int
    difference: float
    topics: Optional[int]
    power: float
    variance: float
    residual: str
    alpha: float
    beta: float


class PreferenceAgreement(NamedTuple):
    """How far two judges agree on which run of a pair is better."""

    pool: str
    first: str
    second: str
    agreements: Optional[float]
    disagreements: Optional[float]
    tau: Optional[float]
    low: Optional[float]
    high: Optional[float]


class UserReliability(NamedTuple):
    """How far users agree with each other, by one coefficient."""

    pool: str
    coefficient: str
    value: Optional[float]
    low: Optional[float]
    high: Optional[float]
    pairs: int
    judgments: int
    alpha: float
    trials: int
    seed: int


class ParticipantSummary(NamedTuple):
    """How a participant answered, or all of them (the name is empty)."""

    participant: str
    answers: int
    median_seconds: Optional[float]
    left: int
    equal: int
    right: int
    left_share: Optional[float]
    left_low: Optional[float]
    left_high: Optional[float]
    left_p: Optional[float]
    repeats: int
    same: int
    same_side: int
    same_share: Optional[float]
    same_low: Optional[float]
    same_high: Optional[float]
    alpha: float
    fast: int
    comments: int
    checks: int
    passed: int


class PreferenceTest(NamedTuple):
    """Two measures by their agreement with users, under a test."""

    pool: str
    test: str
    measure1: str
    measure2: str
    topics: int
    tau1: float
    tau2: float
    difference: float
    effect_size: float
    low: float
    high: float
    wins: int
    losses: int
    ties: int
    p: float
    corrected: float
    winner: str
    alpha: float
    correction: str
    trials: Optional[int]
    seed: Optional[int]


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
    """Similarities of the pairs of a topic, with the AUC; None where it lacks pairs of either kind."""

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
