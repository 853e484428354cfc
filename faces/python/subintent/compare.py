"""Comparisons of runs with each other, and of measures with each other.

>>> import subintent
>>> qrels = {str(topic): {"1": {"d1": 1}, "2": {"d2": 1}} for topic in range(10)}
>>> good = {topic: ["d1", "d2"] for topic in qrels}
>>> bad = {topic: ["d1", "d9"] if int(topic) % 4 else ["d9", "d1"] for topic in qrels}
>>> scores = subintent.Evaluator(qrels, ["alpha-nDCG@2"]).evaluate({"good": good, "bad": bad})
>>> found = subintent.compare.significance(scores)
>>> found[0].winner, round(found[0].difference, 3)
('good', 0.455)

All functions take the scores of any number of runs by any number of measures. `scores` is one of

* the ScoreTable that Evaluator.evaluate() and read_scores() return;
* a path to a file of scores: what the command line's `evaluate --per-topic` writes, trec_eval -q,
  ndeval, ir_measures -q, or a topic x run matrix as CSV;
* a data frame with the columns run, topic (or query_id, qid), measure, value;
* ``{run: {measure: {topic: value}}}``, or ``{run: metrics}`` where these are tuples (topic, measure,
  value), or named ones with query_id, measure and value;
* ``{measure: frame}``, where a frame has topics x runs, the topics in its index or in a column
  topic, query_id or qid;
* an iterable of tuples (run, topic, measure, value), such as rows of ScoreTable.per_topic();
* a list of tables, paths and frames, such as those of several years. Scores of the same run name
  in several of them are joined, with a warning.

Values are finite numbers, of at most 1e100; NaN means that there is no score. Means ("all") are left
out. Common arguments:

* `measures`: those to use, by any of their names; none means all of them.
* `missing`: what to do if runs do not share all topics: "error" raises Error, naming one; "zero"
  counts 0; "drop" leaves out topics without a score for all runs; "group" compares only runs
  with the same topics.
* `progress`: called with a Progress about ten times a second, where False stops the work; or a bar
  such as tqdm's. Ctrl-C stops any of these functions.

Results are tables (subintent.Table), whose rows are named tuples; to_pandas() makes data frames of them. All
numbers are those of the command line's `subintent compare`, to the last bit. Everything raises Error
for scores that make no sense, and where there is nothing to compare, and TypeError for objects of
another type. Sources: [Sakai12] is Sakai, Web Search Evaluation with Informational and Navigational
Intents (JIP 2013, WWW 2012); [SakaiSong11] is Sakai and Song, Evaluating Diversified Search Results
Using Per-Intent Graded Relevance (SIGIR 2011); [Dou19] is Dou et al., Low-cost, bottom-up measures for
evaluating search result diversification (Information Retrieval Journal 2019); [Webber] is Webber,
Moffat and Zobel, The Effect of Pooling and Evaluation Depth on Metric Stability (EVIA 2010); [Sakai16] is
Sakai, Topic set size design (Information Retrieval Journal 2016).
"""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union

from . import _core
from ._arguments import count, items, number, text
from ._evaluate import ScoreTable
from ._files import path_of
from ._rows import (
    ComparedPair,
    CurvePoint,
    MeasureConcordance,
    MeasureCorrelation,
    MeasureOverlap,
    MeasurePower,
    MeasureTopicSetSize,
    ParticipantSummary,
    PreferenceAgreement,
    PreferenceTest,
    UserReliability,
)
from ._table import Table, shown
from ._types import PathLike
from .analyses import _raw, _scores, _test, _typed

__all__ = [
    "DiscriminativePower",
    "concordance",
    "discriminative_power",
    "preference_tests",
    "preferences",
    "rank_correlation",
    "p_value_correlation",
    "read_scores",
    "significance",
    "standardised",
    "topic_set_size",
    "topic_set_sizes",
    "user_agreement",
]

MeasureNames = Union[str, _core.Measure, Sequence[Union[str, _core.Measure]]]
Names = Optional[MeasureNames]


class DiscriminativePower(NamedTuple):
    """What discriminative_power() returns: three tables."""

    powers: Table[MeasurePower]
    overlaps: Table[MeasureOverlap]
    curves: Table[CurvePoint]

    def __repr__(self) -> str:
        return shown(self)


class TopicSetSize(NamedTuple):
    """How many topics show a difference: what topic_set_size() returns."""

    topics: Optional[int]
    power: float


class UserAgreement(NamedTuple):
    """What user_agreement() returns: two tables."""

    reliability: Table[UserReliability]
    participants: Table[ParticipantSummary]

    def __repr__(self) -> str:
        return shown(self)


def significance(
    scores: Any,
    test: str = "t",
    *,
    measures: Names = None,
    missing: str = "error",
    trials: Optional[int] = None,
    seed: int = 1,
    alpha: float = 0.05,
    correction: str = "holm",
    family: str = "pairs",
    baseline: Optional[str] = None,
    progress: Any = None,
) -> Table[ComparedPair]:
    """Tests the differences between runs: every two runs by every measure, paired, two-sided.

    Args:
        scores, measures, missing, progress: see the module.
        test: "t"; "bootstrap" [Sakai12, Fig. 2]; "tukey", the randomised Tukey HSD test [Sakai12,
            Fig. 4], which takes all runs into account, so that no other correction is made whatever
            `correction` says; "randomisation" (or "randomization"); "maxt", which needs no correction either; "sign"; "wilcoxon".
        trials: of random tests, from 1 to 100,000; 1,000 for bootstrap and else 5,000 if None.
        seed: of random tests. The same seed gives the same numbers, on any machine.
        alpha: the significance level, between 0 and 1.
        correction: of p-values for the number of pairs: "holm", "bonferroni", "bh" (Benjamini and
            Hochberg, 1995, of the false discovery rate) or "none".
        family: what is corrected together: the "pairs" of each measure, or those of all "measures", which
            needs a correction.
        baseline: a run; then all others are compared with it only.

    Returns:
        A table, a row per pair, with the columns

        * group: of runs with the same topics, from 1;
        * measure, test, run1, run2, topics (their number);
        * mean1, mean2, difference (of the means, the first minus the second);
        * effect_size: Cohen's d of the differences, their mean divided by their standard deviation;
        * low, high: the interval of the difference, at the level of the correction;
        * wins, losses, ties: of the first run, over topics;
        * p, p_holm, p_bonferroni, p_bh: the p-value as the test gives it, and corrected in three ways;
        * winner: the better run where the p-value, by the correction asked for, is below alpha;
          else empty;
        * alpha, correction, trials and seed, as they were used.

    Warns (DataWarning) where a random test has too few trials for any pair to be significant, and
    of runs that are compared with none.
    """
    values = _test(test, trials, seed, alpha, correction)
    values["baseline"] = None if baseline is None else [text(baseline, "baseline")]
    if text(family, "family") != "pairs":  # the default needs no correction
        values["family"] = family
    made = _raw("significance", _scores(scores, measures, missing), values, progress)
    return _typed(ComparedPair, made["pairs"])


def discriminative_power(
    scores: Any,
    test: str = "bootstrap",
    *,
    measures: Names = None,
    missing: str = "error",
    trials: Optional[int] = None,
    seed: int = 1,
    alpha: float = 0.05,
    correction: str = "none",
    progress: Any = None,
) -> DiscriminativePower:
    """How many pairs of runs each measure finds significantly different [Sakai12, section 4.1].

    Args:
        scores, measures, missing, progress: see the module.
        test, trials, seed, alpha, correction: as in significance().

    Returns:
        A tuple of three tables:

        * powers, a row per measure: significant and pairs, power (their ratio, 0 to 1),
          required_difference (the difference of means that is needed for significance [Sakai12,
          Figs. 3 and 5]; none for other tests, and without a significant pair), and the test;
        * overlaps, a row per two measures [Sakai12, Table 4]: pairs that are significant by the
          first only, by both with the same winner, by the second only; agreement, both / any
          [SakaiSong11, Table 5]; conflicts, by both with opposite winners [SakaiSong11, footnote 7];
        * curves, of achieved significance levels: the p-values of each measure, the largest first.

    Warns as significance() does.
    """
    values = _test(test, trials, seed, alpha, correction)
    made = _raw("discriminative-power", _scores(scores, measures, missing), values, progress)
    return DiscriminativePower(
        _typed(MeasurePower, made["power"]),
        _typed(MeasureOverlap, made["overlaps"]),
        _typed(CurvePoint, made["curves"]),
    )


def rank_correlation(scores: Any, *, measures: Names = None, missing: str = "error") -> Table[MeasureCorrelation]:
    """Correlation of the rankings of runs by their means [Webber, Table 3].

    Args:
        scores, measures, missing: see the module.

    Returns:
        A table, a row per two measures: tau_b (Kendall's), tau_ap_1 and tau_ap_2 ([Yilmaz et al.,
        SIGIR 2008], with the first and with the second ranking as the true one; ties are broken by
        the names of runs), tau_ap_symmetric (their mean), all from -1 to 1, and items, the number of
        runs. Over several groups: the mean, weighted by runs. Where a measure ranks no run above another,
        its correlations are None.
    """
    made = _raw("correlation", _scores(scores, measures, missing), {}, None)
    return _typed(MeasureCorrelation, made["correlations"])


def p_value_correlation(
    scores: Any,
    test: str = "t",
    *,
    measures: Names = None,
    missing: str = "error",
    trials: Optional[int] = None,
    seed: int = 1,
    alpha: float = 0.05,
    correction: str = "none",
    progress: Any = None,
) -> Table[MeasureCorrelation]:
    """Correlation of the orders of pairs of runs by p-value [Webber, Table 3].

    Args:
        scores, measures, missing, progress: see the module.
        test, trials, seed, alpha, correction: as in significance().

    Returns:
        A table as rank_correlation() returns it; items are pairs of runs.
    """
    values = {"of": "p-values", **_test(test, trials, seed, alpha, correction)}
    made = _raw("correlation", _scores(scores, measures, missing), values, progress)
    return _typed(MeasureCorrelation, made["correlations"])


def concordance(scores: Any, gold: MeasureNames, *, measures: Names = None, missing: str = "error") -> Table[MeasureConcordance]:
    """Which of two measures agrees with gold standards where they disagree [Sakai12, Fig. 6].

    Args:
        scores, measures, missing: see the module.
        gold: measures that are gold standards.

    Returns:
        A table, for each gold standard, and for all of them together where there are several, a row
        per two other measures: disagreements (pairs of ranked lists that the two order differently,
        by more than 1e-9), correct1 and correct2 (of these, agreements with the gold standards, with
        whose ties everything agrees), concordance1 and concordance2 (their shares), only1 and only2
        (one agrees and the other does not) and p, of the two-sided sign test of these.
    """
    made = _raw("concordance", _scores(scores, measures, missing), {"gold": gold}, None)
    return _typed(MeasureConcordance, made["concordance"])


def topic_set_size(
    variance: float, difference: float, *, systems: Optional[int] = None, alpha: float = 0.05, beta: float = 0.2
) -> TopicSetSize:
    """The least number of topics that shows a difference of true means with power 1 - beta [Sakai16].

    >>> topic_set_size(0.05, 0.1, systems=10).topics
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


def topic_set_sizes(
    scores: Any,
    *,
    differences: Sequence[float] = (0.05, 0.1, 0.2),
    systems: Sequence[int] = (10,),
    residual: str = "one-way",
    measures: Names = None,
    missing: str = "error",
    alpha: float = 0.05,
    beta: float = 0.2,
) -> Table[MeasureTopicSetSize]:
    """How many topics show a difference of means, given the variance of scores [Sakai16].

    Args:
        scores, measures, missing: see the module. The variance of several groups, such as
            collections, is their mean, weighted by topics - 1.
        differences: of true means that are to be found.
        systems: for analysis of variance; see topic_set_size().
        residual: the variance: what runs do not explain ("one-way"), or runs and topics ("two-way").
        alpha, beta: see topic_set_size().

    Returns:
        A table, for each measure first the t-test ("t", 2 systems), then the analysis of variance
        ("anova") of each number of systems, by differences: topics, power, variance, residual, alpha
        and beta.

    Warns of measures without variance, which have no rows.
    """
    values = {"residual": residual, "alpha": alpha, "beta": beta}
    values["differences"] = items(differences, "differences", "a list of float")
    values["systems"] = items(systems, "systems", "a list of int")
    made = _raw("topic-set-size", _scores(scores, measures, missing), values, None)
    return _typed(MeasureTopicSetSize, made["topic_set_sizes"])


def _pools(given: Any) -> Dict[str, Any]:
    if isinstance(given, Mapping):
        return {str(name): pool for name, pool in given.items()}
    paths = [given] if isinstance(given, (str, os.PathLike)) else given
    if isinstance(paths, (list, tuple)) and paths and all(isinstance(path, (str, os.PathLike)) for path in paths):
        return {os.fspath(path): path for path in paths}
    return {"preferences": given}


def preferences(
    scores: Any,
    preferences: Any,
    *,
    ties: str = "disagree",
    measures: Names = None,
    missing: str = "error",
    trials: Optional[int] = None,
    seed: int = 1,
    alpha: float = 0.05,
) -> Table[PreferenceAgreement]:
    """Agreement of measures with users, of users with each other, of measures with each other.

    Args:
        scores, measures, missing: see the module.
        preferences: of users between the ranked lists of two runs. A path to a file with the
            columns topic, run1, run2, participant and preference, which is "<" (run2 is better), "="
            or ">"; a data frame with these columns; an iterable of such tuples; a list of paths; or
            ``{pool: any of these}``. Files and frames may also have the columns left, seconds,
            question, repeat, pool, check (of attention checks the preference that is right) and
            comment, and tuples these behind the five, with None for what is not known. If they name
            several pools, these are shown apart. Attention checks count for participants alone.
        ties: what "=" against "<" or ">" is: "disagree", "half" (half a disagreement) or "ignore".
        trials, seed, alpha: of the intervals, as in user_agreement(); by default 1000 trials.

    Returns:
        A table with the columns pool ("all", the name of a pool, or "MEASURE and MEASURE disagree"),
        first and second (a measure, "user NAME" or "average of users"), agreements, disagreements,
        and tau = (agreements - disagreements) / judged pairs [Dou19, section 5.4, Tables 5 to 7].
        A measure and the average of users have an interval of tau, low to high, by the bootstrap
        over topics. Repeats do not count. Where there are several questions, question comes first.
    """
    values = {"ties": ties, "seed": seed, "alpha": alpha}
    if trials is not None:
        values["trials"] = trials
    sources = _scores(scores, measures, missing, preferences=_pools(preferences))
    made = _raw("preferences", sources, values, None, tables=["agreement"])
    return _typed(PreferenceAgreement, made["agreement"])


def user_agreement(
    preferences: Any,
    *,
    ties: str = "disagree",
    trials: int = 1000,
    seed: int = 1,
    alpha: float = 0.05,
    fast: float = 2,
    checks_passed: Optional[float] = None,
) -> UserAgreement:
    """How far users agree with each other, and how each of them answered. It takes no scores.

    Args:
        preferences, ties: see preferences().
        trials: of the bootstrap, from 1 to 100,000.
        seed: of the bootstrap. The same seed gives the same numbers, on any machine.
        alpha: intervals have confidence 1 - alpha.
        fast: answers in fewer seconds are counted.
        checks_passed: leaves out participants who answered a smaller share of their attention checks
            correctly.

    Returns:
        A tuple of two tables:

        * reliability, for each pool a row per coefficient: "tau", the mean of those of every two
          participants; "alpha_nominal" and "alpha_ordinal", Krippendorff's alpha of "<", "=" and
          ">". value, and its interval low to high by the bootstrap over topics (percentiles); pairs
          that two or more participants judged, and their judgments;
        * participants, a row for all (no name) and for each: answers; median_seconds; the better
          side, of answers without repeats: left, equal, right, left_share = left / (left + right),
          its interval [Wilson 1927] left_low to left_high, and left_p of the two-sided sign test;
          repeats, those answered the same and those where the same side of changed sides was
          better, same_share = same / repeats, and its interval same_low to same_high; fast answers,
          comments, attention checks and those passed.

        Where there are several questions, question comes first.
    """
    values = {"ties": ties, "trials": trials, "seed": seed, "alpha": alpha, "fast": fast}
    if checks_passed is not None:
        values["checks_passed"] = checks_passed
    sources = {"preferences": _pools(preferences)}
    made = _raw("preferences", sources, values, None, tables=["reliability", "participants"])
    return UserAgreement(
        _typed(UserReliability, made["reliability"]), _typed(ParticipantSummary, made["participants"])
    )


def preference_tests(
    scores: Any,
    preferences: Any,
    test: str = "randomisation",
    *,
    ties: str = "disagree",
    measures: Names = None,
    missing: str = "error",
    trials: Optional[int] = None,
    seed: int = 1,
    alpha: float = 0.05,
    correction: str = "holm",
) -> Table[PreferenceTest]:
    """Tests which of every two measures agrees better with users: paired, over topics, two-sided.

    The judgments of a topic depend on each other, for they are of the same documents and often of
    the same lists; topics are independent. So a topic counts once, with the tau of a measure with
    all judgments of the topic.

    Args:
        scores, measures, missing: see the module.
        preferences, ties: see preferences().
        test, trials, seed, alpha, correction: as in significance(); pairs of measures are corrected
            within a question and pool.

    Returns:
        A table, a row per pool and two measures: topics, tau1 and tau2 (means over topics),
        difference, effect_size, its interval low to high, wins, losses, ties (topics where the first
        agrees better, worse, equally), p, corrected, winner (the measure that agrees significantly
        better; else empty), and the test. Where there are several questions, question comes first.
    """
    values = {"ties": ties, **_test(test, trials, seed, alpha, correction)}
    sources = _scores(scores, measures, missing, preferences=_pools(preferences))
    return _typed(PreferenceTest, _raw("preferences", sources, values, None, tables=["tests"])["tests"])


def read_scores(path: PathLike, *, run_name: str = "auto", scores_format: str = "auto") -> ScoreTable:
    """Reads a file of scores, whose format is detected.

    Args:
        path: the file, gzip and zstd included.
        run_name: what a run of trec_eval or ndeval is called: "file", "tag" (the value of "runid";
            the first column of ndeval's CSV) or "auto" (the file, and the first column).
        scores_format: how to read a file that fits two formats: "trec_eval", "ir_measures",
            "matrix", "matrix-without-topics"; "auto" refuses it.

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
    return [ScoreTable(*fields) for fields in _core.standardised(scores, text(missing, "missing"))]
