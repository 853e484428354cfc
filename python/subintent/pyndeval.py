"""The interface of pyndeval: ``from subintent import pyndeval`` in the place of ``import pyndeval``.

The names and numbers are those of ndeval, at any cutoff, and no number is NaN. Documents of the same score are ranked by docno,
ascending.

>>> from subintent import pyndeval
>>> from subintent.pyndeval import ScoredDoc, SubtopicQrel
>>> qrels = [SubtopicQrel("0", "a", "A", 1), SubtopicQrel("0", "b", "B", 1)]
>>> pyndeval.ndeval(qrels, [ScoredDoc("0", "A", 9.3), ScoredDoc("0", "C", 8.4)], measures=["strec@5", "P-IA@5"])
{'0': {'strec@5': 0.5, 'P-IA@5': 0.1}}
"""

from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple

from ._arguments import texts
from ._errors import Error, without_warnings
from ._evaluate import Evaluator

__all__ = ["RelevanceEvaluator", "ScoredDoc", "SubtopicQrel", "ndeval", "ndeval_iter"]

NOCUTOFF_MEASURES = {"NRBP", "nNRBP", "MAP-IA"}
SUPPORTED_MEASURES = ["ERR-IA", "nERR-IA", "alpha-DCG", "alpha-nDCG", "P-IA", "strec", "NRBP", "nNRBP", "MAP-IA"]
DEFAULT_MEASURES = [
    *(f"{name}@{cutoff}" for name in SUPPORTED_MEASURES[:4] for cutoff in (5, 10, 20)),
    "NRBP",
    "nNRBP",
    "MAP-IA",
    *(f"{name}@{cutoff}" for name in ("P-IA", "strec") for cutoff in (5, 10, 20)),
]


class SubtopicQrel(NamedTuple):
    """A document's judgment for a subtopic."""

    query_id: str
    subtopic_id: str
    doc_id: str
    relevance: int


class ScoredDoc(NamedTuple):
    """A document of a run."""

    query_id: str
    doc_id: str
    score: float


def _fields(record: Any, kind: Any) -> Tuple[Any, ...]:
    """The fields of a tuple, by their names where it has them."""
    if set(kind._fields) <= set(getattr(record, "_fields", ())):
        return tuple(getattr(record, name) for name in kind._fields)
    if not isinstance(record, tuple) or len(record) != len(kind._fields):
        raise TypeError(f"expected tuples ({', '.join(kind._fields)}), found {record!r:.80}")
    return record


def _named_here(measure: str, alpha: float, beta: float) -> str:
    name, at, cutoff = measure.partition("@")
    if name not in SUPPORTED_MEASURES or bool(at) != (name not in NOCUTOFF_MEASURES) or (at and not (cutoff.isdecimal() and int(cutoff))):
        known = ", ".join(one if one in NOCUTOFF_MEASURES else one + "@20" for one in SUPPORTED_MEASURES)
        raise Error(f"measures: unknown measure {measure!r}", kind="argument", argument="measures", advice=f"known are {known}")
    parameters = f"alpha={alpha}, beta={beta}" if name in ("NRBP", "nNRBP") else f"alpha={alpha}"
    return name + ("" if name in ("P-IA", "strec", "MAP-IA") else f"({parameters})") + at + cutoff


class RelevanceEvaluator:
    """Scores runs by the measures of ndeval.

    Args:
        qrels: SubtopicQrel, or tuples (topic, subtopic, docno, grade).
        measures: names of ndeval; default: DEFAULT_MEASURES.
        relevance_level: the lowest grade that is relevant.
        alpha: how much a subtopic loses by each document about it.
        beta: how impatient the user of NRBP is.

    Raises:
        Error: for a measure that ndeval does not have.
    """

    def __init__(
        self,
        qrels: Iterable[Any],
        measures: Optional[Iterable[str]] = None,
        relevance_level: int = 1,
        alpha: float = 0.5,
        beta: float = 0.5,
    ) -> None:
        self.measures = DEFAULT_MEASURES if measures is None else texts(measures, "measures")
        self.relevance_level, self.alpha, self.beta = relevance_level, alpha, beta
        named = [_named_here(measure, alpha, beta) for measure in self.measures]
        self.qrels: Dict[str, Dict[str, Dict[str, int]]] = {}
        for record in qrels:
            topic, subtopic, docno, grade = _fields(record, SubtopicQrel)
            self.qrels.setdefault(topic, {}).setdefault(subtopic, {})[docno] = int(grade >= relevance_level)
        self._evaluator = Evaluator(self.qrels, named, judged="intents", order="score", ties="ascending") if named and self.qrels else None

    def evaluate(self, run: Iterable[Any]) -> Dict[str, Dict[str, float]]:
        """``{topic: {measure: value}}`` for the topics that are both judged and in the run.

        Args:
            run: ScoredDoc, or tuples (topic, docno, score).
        """
        documents = [_fields(record, ScoredDoc) for record in run]
        topics = {topic: {} for topic, _, _ in documents if topic in self.qrels}  # type: Dict[str, Dict[str, float]]
        if self._evaluator and topics:
            with without_warnings():
                table = self._evaluator.evaluate({"run": [record for record in documents if record[0] in topics]})
            for topic, values in zip(table.topics, table.values[0].T.tolist()):
                if topic in topics:
                    topics[topic] = dict(zip(self.measures, values))
        return topics

    def evaluate_iter(self, run: Iterable[Any]) -> Iterator[Dict[str, Any]]:
        """The results of evaluate(), a dictionary with "query_id" for each topic.

        Args:
            run: ScoredDoc, or tuples (topic, docno, score).
        """
        for topic, values in self.evaluate(run).items():
            yield {"query_id": topic, **values}

    def has_multiple_subtopics(self, mode: str = "all") -> bool:
        """Whether all topics have several subtopics, or with "any" at least one has.

        Args:
            mode: "all" or "any".
        """
        several: List[bool] = [len(subtopics) > 1 for subtopics in self.qrels.values()]
        return {"all": all, "any": any}[mode](several)


def ndeval(
    qrels: Iterable[Any], run: Iterable[Any], measures: Optional[Iterable[str]] = None, alpha: float = 0.5, beta: float = 0.5
) -> Dict[str, Dict[str, float]]:
    """The result of ``RelevanceEvaluator(qrels, measures, alpha=alpha, beta=beta).evaluate(run)``.

    Args:
        qrels, measures, alpha, beta: as for RelevanceEvaluator.
        run: ScoredDoc, or tuples (topic, docno, score).
    """
    return RelevanceEvaluator(qrels, measures, alpha=alpha, beta=beta).evaluate(run)


def ndeval_iter(
    qrels: Iterable[Any], run: Iterable[Any], measures: Optional[Iterable[str]] = None, alpha: float = 0.5, beta: float = 0.5
) -> Iterator[Dict[str, Any]]:
    """The result of ``RelevanceEvaluator(qrels, measures, alpha=alpha, beta=beta).evaluate_iter(run)``.

    Args:
        qrels, measures, alpha, beta: as for RelevanceEvaluator.
        run: ScoredDoc, or tuples (topic, docno, score).
    """
    return RelevanceEvaluator(qrels, measures, alpha=alpha, beta=beta).evaluate_iter(run)
