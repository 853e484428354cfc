"""The interface of pytrec_eval: ``from subintent import pytrec_eval`` in the place of ``import pytrec_eval``.

The names, dictionaries and numbers are those of trec_eval 9.0.8, which pytrec_eval holds, and no number is NaN. An evaluator may
be used by several threads at once, and can be pickled.

>>> from subintent import pytrec_eval
>>> evaluator = pytrec_eval.RelevanceEvaluator({"q1": {"d1": 0, "d2": 1}}, {"map", "ndcg_cut.1,5"})
>>> evaluator.evaluate({"q1": {"d1": 1.0, "d2": 0.5}})
{'q1': {'map': 0.5, 'ndcg_cut_1': 0.0, 'ndcg_cut_5': 0.6309297535714575}}
"""

from __future__ import annotations

import math
import re
from array import array
from bisect import bisect_left
from collections import defaultdict
from functools import cached_property
from itertools import accumulate
from typing import Any, Callable, Dict, Iterable, List, Mapping, Sequence, Set, Tuple

from ._arguments import mapping, texts, whole_number
from ._errors import Error, without_warnings
from ._evaluate import Evaluator

__all__ = [
    "RelevanceEvaluator",
    "compute_aggregated_measure",
    "parse_qrel",
    "parse_run",
    "supported_measures",
    "supported_nicknames",
]

_CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
_TENTHS = tuple(i / 10 for i in range(11))


class _List:
    """A ranked list as trec_eval sees it: scores have the precision of float, and ties are broken by docno, descending."""

    def __init__(self, judged: Mapping[str, int], scores: Mapping[str, float], level: int) -> None:
        grades = [judged.get(docno, -1) for _, docno in sorted(zip(array("f", scores.values()), scores), reverse=True)]
        self.length = len(grades)
        self.gains = [max(grade, 0) for grade in grades]
        self.ideal = sorted((grade for grade in judged.values() if grade > 0), reverse=True)
        self.is_relevant = [grade >= level for grade in grades]
        self.found = list(accumulate(self.is_relevant, initial=0))  # up to each rank
        self.relevant = sum(grade >= level for grade in judged.values())
        self.nonrelevant_found = sum(0 <= grade < level for grade in grades)

    def precision(self, depth: int) -> float:
        return self.found[min(depth, self.length)] / depth if depth else 0.0

    def precision_from(self, recall: float) -> float:
        """The highest precision at any rank from that where the recall is reached."""
        needed = int(recall * self.relevant + 0.9)  # trec_eval 10 rounds it
        rank = max(bisect_left(self.found, needed), 1)
        return self._best[rank - 1] if rank <= self.length else 0.0

    @cached_property
    def _best(self) -> List[float]:
        """The highest precision at each rank or below it."""
        precisions = (self.found[rank] / rank for rank in range(self.length, 0, -1))
        return list(accumulate(precisions, lambda best, precision: max(best, precision)))[::-1]


def _sums(gains: Sequence[int]) -> List[float]:
    """Discounted sums up to each rank from 0."""
    return list(accumulate((gain / math.log2(rank + 2) for rank, gain in enumerate(gains)), initial=0.0))


def _g(ranked: _List) -> float:
    total, reached, possible = 0.0, 0, 0
    for rank, gain in enumerate(ranked.gains):
        reached += gain
        possible += ranked.ideal[rank] if rank < len(ranked.ideal) else 1
        total += gain / math.log2(2 + possible - reached)
    return total / sum(ranked.ideal) if ranked.ideal else 0.0


def _bin_g(ranked: _List) -> float:
    terms = (1 / math.log2(2 + i - ranked.found[i]) for i in range(ranked.length) if ranked.is_relevant[i])
    return sum(terms) / ranked.relevant if ranked.relevant else 0.0


def _ndcg_rel(ranked: _List) -> float:
    """The mean of nDCG at the documents that have a gain; at the end for those that are not in the list."""
    last = len(ranked.ideal)
    if not last:
        return 0.0
    sums, ideal = _sums(ranked.gains), _sums(ranked.ideal)
    at_documents = [sums[i] / ideal[min(i, last)] for i, gain in enumerate(ranked.gains, 1) if gain]
    return (sum(at_documents) + (last - len(at_documents)) * sums[-1] / ideal[-1]) / last


def _rndcg(ranked: _List) -> float:
    """The mean of nDCG where the ideal list comes to a lower grade, and at the end of a longer list."""
    last = len(ranked.ideal)
    if not ranked.relevant:
        return 0.0
    sums, ideal = _sums(ranked.gains), _sums(ranked.ideal)
    ranks = [i for i in range(1, last + 1) if i == last or ranked.ideal[i] < ranked.ideal[i - 1]]
    values = [sums[min(i, ranked.length)] / ideal[i] for i in ranks]
    if ranked.length > last + 1:
        values.append(sums[-1] / ideal[-1])
    return sum(values) / len(values)


def _geometric(value: float) -> float:
    return math.log(max(value, 0.00001))


# The name of a measure here, with the relevance level and a number, and the numbers that it takes where none are given.
_COMPUTED: Dict[str, Tuple[str, Tuple[float, ...]]] = {
    "map": ("AP(rel={})", ()),
    "gm_map": ("AP(rel={})", ()),
    "Rprec": ("Rprec(rel={})", ()),
    "bpref": ("Bpref(rel={})", ()),
    "gm_bpref": ("Bpref(rel={})", ()),
    "recip_rank": ("RR(rel={})", ()),
    "P": ("P(rel={})@{}", _CUTOFFS),
    "recall": ("R(rel={})@{}", _CUTOFFS),
    "infAP": ("infAP(rel={})", ()),
    "ndcg": ("nDCG(gain='linear')", ()),
    "ndcg_cut": ("nDCG(gain='linear')@{1}", _CUTOFFS),
    "map_cut": ("AP(rel={})@{}", _CUTOFFS),
    "success": ("Success(rel={})@{}", (1, 5, 10)),
    "set_P": ("SetP(rel={})", ()),
    "set_relative_P": ("SetP(relative=True, rel={})", ()),
    "set_recall": ("SetR(rel={})", ()),
    "set_map": ("SetAP(rel={})", ()),
    "set_F": ("SetF(rel={}, beta={})", (1,)),
}
# How a measure that is not here follows from the list, and likewise.
_COUNTED: Dict[str, Tuple[Callable[..., Any], Tuple[float, ...]]] = {
    "runid": (lambda ranked: 0, ()),
    "num_q": (lambda ranked: 1, ()),
    "num_ret": (lambda ranked: ranked.length, ()),
    "num_rel": (lambda ranked: ranked.relevant, ()),
    "num_rel_ret": (lambda ranked: ranked.found[-1], ()),
    "num_nonrel_judged_ret": (lambda ranked: ranked.nonrelevant_found, ()),
    "relstring": (lambda ranked: 0, ()),  # a text, for which pytrec_eval says 0
    "utility": (lambda ranked: 2 * ranked.found[-1] - ranked.length, ()),
    "Rprec_mult": (
        lambda ranked, multiple: ranked.precision(math.floor(multiple * ranked.relevant + 0.9)),
        tuple(i / 5 for i in range(1, 11)),
    ),
    "relative_P": (
        lambda ranked, depth: ranked.precision(depth) * depth / min(depth, ranked.relevant) if ranked.relevant else 0,
        _CUTOFFS,
    ),
    "iprec_at_recall": (_List.precision_from, _TENTHS),
    "11pt_avg": (lambda ranked: sum(map(ranked.precision_from, reversed(_TENTHS))) / 11, ()),
    "ndcg_rel": (_ndcg_rel, ()),
    "Rndcg": (_rndcg, ()),
    "binG": (_bin_g, ()),
    "G": (_g, ()),
}
# How a measure of a single name follows from the values of _COMPUTED.
_COMBINED: Dict[str, Callable[[List[float]], float]] = {
    "gm_map": lambda values: _geometric(values[0]),
    "gm_bpref": lambda values: _geometric(values[0]),
    "set_F": lambda values: values[0],  # called so whatever its number is
}

supported_measures: Set[str] = {*_COMPUTED, *_COUNTED}
_SET = {"runid", "num_q", "num_ret", "num_rel", "num_rel_ret"}
supported_nicknames: Dict[str, Set[str]] = {
    "official": _SET | {"map", "gm_map", "Rprec", "bpref", "recip_rank", "iprec_at_recall", "P"},
    "set": _SET | {"utility", "set_P", "set_recall", "set_relative_P", "set_map", "set_F"},
    "all_trec": supported_measures,
}


def _parsed(lines: Iterable[str], fields: int, what: str) -> Iterable[List[str]]:
    seen = set()
    for number, line in enumerate(lines, 1):
        parts = line.split()
        if len(parts) != fields:
            raise Error(f"has {len(parts)} fields, not {fields}", file=what, line=number, advice="give the files of trec_eval")
        if (parts[0], parts[2]) in seen:
            raise Error(f"topic {parts[0]} has document {parts[2]} twice", file=what, line=number, advice="remove one of them")
        seen.add((parts[0], parts[2]))
        yield parts


def parse_run(f_run: Iterable[str]) -> Dict[str, Dict[str, float]]:
    """A run of TREC, ``{topic: {docno: score}}``, from its lines.

    Args:
        f_run: an open file, or other lines.
    """
    run: Dict[str, Dict[str, float]] = defaultdict(dict)
    for topic, _, docno, _, score, _ in _parsed(f_run, 6, "run"):
        run[topic][docno] = float(score)
    return run


def parse_qrel(f_qrel: Iterable[str]) -> Dict[str, Dict[str, int]]:
    """Judgments of TREC, ``{topic: {docno: grade}}``, from their lines.

    Args:
        f_qrel: an open file, or other lines.
    """
    qrel: Dict[str, Dict[str, int]] = defaultdict(dict)
    for topic, _, docno, grade in _parsed(f_qrel, 4, "qrels"):
        qrel[topic][docno] = int(grade)
    return qrel


def compute_aggregated_measure(measure: str, values: Sequence[float]) -> float:
    """The value over all topics: a sum for num_..., the exponential of the mean for gm_..., else the mean; 0 of no values.

    Args:
        measure: its name.
        values: one for each topic.
    """
    total = float(sum(values))
    if measure.startswith("num_") or not len(values):
        return total
    return math.exp(total / len(values)) if measure.startswith("gm_") else total / len(values)


def _asked(measures: Iterable[str]) -> Dict[str, Tuple[float, ...]]:
    """The measures that the names speak of, with their numbers."""
    numbers: Dict[str, Set[float]] = defaultdict(set)
    for name in texts(measures, "measures"):
        if name in supported_nicknames or name in supported_measures:
            for each in supported_nicknames.get(name, {name}):
                numbers[each].update()
            continue
        match = re.fullmatch(r"(.+?)[._](\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?)*)", name)
        base = match[1] if match else ""
        usual = _usual(base) if base in supported_measures else ()
        given = {float(number) for number in match[2].split(",")} if match else set()
        is_cutoff = usual[:1] in ((1,), (5,)) and base != "set_F"
        if not usual or (is_cutoff and not all(number.is_integer() and number > 0 for number in given)):
            raise ValueError(f"unsupported measure {name}")
        numbers[base] |= {int(number) for number in given} if is_cutoff else given
    order = [*_COUNTED, *_COMPUTED]
    return {name: tuple(sorted(numbers[name])) or _usual(name) for name in order if name in numbers}


def _usual(name: str) -> Tuple[float, ...]:
    return _COMPUTED[name][1] if name in _COMPUTED else _COUNTED[name][1]


def _names(name: str, numbers: Tuple[float, ...]) -> List[str]:
    """The names of the values of a measure."""
    if not numbers or name in _COMBINED:
        return [name]
    return [f"{name}_{number:.2f}" if isinstance(number, float) else f"{name}_{number}" for number in numbers]


class RelevanceEvaluator:
    """Scores runs by the measures of trec_eval.

    Args:
        query_relevance: ``{topic: {docno: grade}}``.
        measures: names of trec_eval: "map", "P" with its usual cutoffs, "P_5", "ndcg_cut.5,10", "official".
        relevance_level: the lowest grade that is relevant.

    Raises:
        ValueError: for a measure that trec_eval does not have.
    """

    def __init__(self, query_relevance: Mapping[str, Mapping[str, int]], measures: Iterable[str], relevance_level: int = 1) -> None:
        self._level = whole_number(relevance_level, "relevance_level")
        if self._level < 1:
            raise TypeError("relevance_level: expected 1 or more")
        self._qrels = {topic: dict(judged) for topic, judged in mapping(query_relevance, "query_relevance", "{topic: {docno: grade}}").items()}
        for judged in self._qrels.values():
            for grade in judged.values():
                whole_number(grade, "query_relevance")
        self._asked = _asked(measures)
        # Identifiers of what is computed by the library, each once.
        self._computed: Dict[str, List[str]] = {}
        for name, numbers in self._asked.items():
            if name in _COMPUTED:
                self._computed[name] = [_COMPUTED[name][0].format(self._level, number) for number in numbers or (0,)]
        identifiers = sorted({identifier for each in self._computed.values() for identifier in each})
        has_judgments = any(self._qrels.values())
        self._evaluator = Evaluator(self._qrels, identifiers, judged="topics", order="score") if identifiers and has_judgments else None

    def evaluate(self, scores: Mapping[str, Mapping[str, float]]) -> Dict[str, Dict[str, float]]:
        """``{topic: {measure: value}}`` for the topics that are both judged and in the run.

        Args:
            scores: ``{topic: {docno: score}}``.
        """
        runs = {topic: scores[topic] for topic in mapping(scores, "scores", "{topic: {docno: score}}") if topic in self._qrels}
        computed: Dict[str, Dict[str, float]] = defaultdict(lambda: defaultdict(float))
        # trec_eval keeps scores as float, and so has ties where they are almost the same.
        lists = {topic: dict(zip(run, array("f", run.values()))) for topic, run in runs.items() if run and self._qrels[topic]}
        if self._evaluator and lists:
            with without_warnings():
                results = self._evaluator.calc(lists)
            for topic, identifier, value in results.per_query:
                computed[topic][identifier] = value
        return {topic: self._values(topic, run, computed[topic]) for topic, run in runs.items()}

    def _values(self, topic: str, run: Mapping[str, float], computed: Mapping[str, float]) -> Dict[str, float]:
        is_counted = any(name in _COUNTED for name in self._asked)
        ranked = _List(self._qrels[topic], run, self._level) if is_counted else None
        found: Dict[str, float] = {}
        for name, numbers in self._asked.items():
            if name in _COUNTED:
                function = _COUNTED[name][0]
                values = [float(function(ranked, number)) for number in numbers] if numbers else [float(function(ranked))]
            else:
                values = [computed[identifier] for identifier in self._computed[name]]
            found.update(zip(_names(name, numbers), [_COMBINED[name](values)] if name in _COMBINED else values))
        return found
