"""Diversification of runs."""

from __future__ import annotations

import os
from typing import Any, Dict, Mapping, NamedTuple, Optional, Sequence

from . import _core
from ._arguments import called, count, items, number, refuse, text
from ._errors import Error
from ._evaluate import Evaluator, MeasuresLike
from ._files import path_of
from ._frames import is_table
from ._judgments import Judgments, judgments_of, of_probabilities
from ._measures import functions_of, lower_of
from ._run import Run, form_of, made_run
from ._similarity import similarity_of
from ._table import Table
from ._trees import hierarchies_of
from ._types import QrelsLike, RunLike, Immutable


class TopicLambda(NamedTuple):
    """The lambda of a judged topic, which is the best on the topics of the other folds, and the score with it."""

    topic: str
    fold: int
    lambda_: float
    score: float


class LambdaChoice(NamedTuple):
    """A lambda that was tried: the mean of all topics with it, and the share of topics and splits where the other folds choose it."""

    lambda_: float
    mean: float
    share: float


class LambdaSearch(NamedTuple):
    """The result of Diversifier.search().

    Attributes:
        run: each judged topic re-ranked with the lambda chosen for it, the others with the best.
        topics: a table with the columns of TopicLambda.
        mean: of the scores of these topics.
        best: the lambda that is best on all topics.
        best_mean: the mean of all topics with it, too high because it was chosen for it.
        estimate: of what it scores on other topics, as ``compare selected`` has it.
        low, high: the interval of the estimate.
        lambdas: a table with the columns of LambdaChoice, in the order that they were given.
        run_mean: the mean of all topics of the run as it is, not re-ranked.
    """

    run: Run
    topics: Any
    mean: float
    best: float
    best_mean: float
    estimate: float
    low: float
    high: float
    lambdas: Any
    run_mean: float

    def __repr__(self) -> str:
        return f"<LambdaSearch: best lambda {self.best}, mean {self.mean:.4f} of {len(self.topics)} topics, {self.run_mean:.4f} without>"


def _intents_of(intents: Any) -> Any:
    """Scores by topic, intent and docno, or pairs of a path and an intent."""
    if intents is None:
        return None
    if isinstance(intents, _core.Judgments):
        return intents.to_dict()  # type: ignore[attr-defined]
    if isinstance(intents, (str, os.PathLike)):
        return [(path_of(intents, "intents"), "")]
    if isinstance(intents, Mapping):
        values = dict(intents)
        if all(isinstance(value, (str, os.PathLike)) for value in values.values()):
            return [(path_of(path, "intents"), text(intent, "intents")) for intent, path in values.items()]
        return values
    if is_table(intents) or isinstance(intents, list) and intents and isinstance(intents[0], dict):
        return intents
    if isinstance(intents, (list, tuple)) and all(isinstance(row, tuple) and len(row) == 4 for row in intents):
        made: Dict[Any, Any] = {}
        for topic, intent, docno, score in intents:
            made.setdefault(topic, {}).setdefault(intent, {})[docno] = score
        return made
    paths = list(intents) if isinstance(intents, (list, tuple)) else [None]
    if not all(isinstance(path, (str, os.PathLike)) for path in paths):
        refuse("intents", "paths or {topic: {intent: {docno: score}}}, such as {'q': {'1': dict(zip(docnos, scores))}}", intents)
    return [(path_of(path, "intents"), "") for path in paths]


class Diversifier(Immutable, _core.Diversifier):
    """Re-ranks a run so that its top covers more intents or repeats itself less, as ``subintent diversify`` does.

    >>> import subintent
    >>> run = {"1": {"cat1": 0.9, "cat2": 0.8, "car1": 0.7}}
    >>> intents = {"1": {"cat": {"cat1": 1, "cat2": 1}, "car": {"car1": 1}}}
    >>> subintent.Diversifier(run, "xquad", intents=intents).run(0.8).lists()
    {'1': ['cat1', 'car1', 'cat2']}

    Args:
        run: the run, with scores: a path, or what Run() takes; a Run of read_run() has them if it was read with
            ``scores=True``.
        method: "mmr" [Carbonell and Goldstein 1998], "xquad" [Santos, Macdonald and Ounis 2010] or "pm2" [Dang and
            Croft 2012].
        similarity: of the documents, for mmr: a Similarity, ``{docno: vector}``, or a frame of vectors with docnos as its index.
        intents: for xquad and pm2, how relevant documents are to intents: ``{topic: {intent: {docno: score}}}``; tuples or a
            frame of topic, intent, docno and score; a path or paths of lines "topic intent docno score", or of runs of
            topics such as 20-5; or a run for each intent, ``{intent: path}``.
        probabilities: of the intents, as for Judgments; default: all the same.
        hierarchies: intents on several layers, with their weights: a list of Hierarchy, or a path. ``intents`` may be
            given beside them.
        scale: how the scores of a list become probabilities: "minmax", "max", "sum" or "none".
        candidates: how many documents of each list to re-rank.
        order, ties: as for Run.

    Raises:
        Error: for arguments that the method does not take or lacks, and where none of the documents is known.

    Warns (DataWarning) of topics and documents that are not known; lists of such topics stay as they are.

    A Diversifier does not change, and cannot be pickled.
    """

    def __init__(
        self,
        run: RunLike,
        method: str,
        *,
        similarity: Any = None,
        intents: Any = None,
        probabilities: Any = None,
        hierarchies: Any = None,
        scale: str = "minmax",
        candidates: int = 100,
        order: Optional[str] = None,
        ties: str = "descending",
    ) -> None:
        if similarity is not None:
            similarity = similarity_of(similarity)
        self._given = run
        self._form: Any = {"order": order, "ties": ties}
        with of_probabilities(probabilities):
            super().__init__(
                run,
                form_of(order, ties),
                text(method, "method").lower().replace("-", ""),
                similarity,
                _intents_of(intents),
                probabilities,
                None if hierarchies is None else hierarchies_of(hierarchies),
                text(scale, "scale"),
                count(candidates, "candidates"),
            )

    def run(self, lambda_: float = 0.5) -> Run:
        """The run with its candidates re-ranked, best first.

        Args:
            lambda_: 0 to 1: the weight of relevance (mmr), of the intents (xquad), or of the intent whose turn it is
                (pm2).
        """
        with called("lambda", "lambda_"):
            return made_run(super().run(number(lambda_, "lambda_")))

    def search(  # type: ignore[override]
        self,
        qrels: Optional[QrelsLike],
        measure: MeasuresLike,
        *,
        lambdas: Sequence[float] = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1),
        folds: int = 5,
        seed: int = 1,
        splits: int = 100,
        alpha: float = 0.05,
    ) -> LambdaSearch:
        """Chooses lambda for each judged topic by the mean of a measure on the topics of other folds.

        Args:
            qrels: Judgments, or what they are made of; None where the measure needs none.
            measure: of judgments, and of the similarity that re-ranks where it has all documents; or a function, as Evaluator
                takes it.
            lambdas: to try, from 0 to 1; of equal ones the first is taken.
            folds: that the judged topics are divided into at random; at least 2.
            seed: of that. The same seed gives the same folds, on any machine.
            splits: divisions into folds that the estimate is a mean of.
            alpha: the interval of the estimate has confidence 1 - alpha.

        Raises:
            Error: for fewer topics than folds.
        """
        tried = [number(one, "lambdas") for one in items(lambdas, "lambdas", "a list of numbers")]
        judgments = Judgments({topic: {"*": {}} for topic in self.run().lists()}) if qrels is None else judgments_of(qrels)
        with called("measures", "measure"):
            others, functions = functions_of(measure)
        name, scores = next(iter(functions), ""), []
        if functions:
            if len(functions) > 1 or others:
                raise Error("measure: search takes one measure", kind="argument", argument="measure", advice="give the one to choose lambda by")
            runs = {str(place): self.run(lambda_) for place, lambda_ in enumerate(tried)}
            scores = Evaluator(None if qrels is None else judgments, measure, **self._form).evaluate({**runs, "run": self._given}).values[:, 0].tolist()
        run, rows, mean, best, best_mean, estimate, low, high, lambda_rows, run_mean = super().search(
            judgments,
            name or (measure.name if isinstance(measure, _core.Measure) else text(measure, "measure")),
            tried,
            count(folds, "folds"),
            count(seed, "seed"),
            count(splits, "splits"),
            number(alpha, "alpha"),
            scores,
            bool(lower_of(functions)),
        )
        tables = Table(TopicLambda, rows), Table(LambdaChoice, lambda_rows)
        return LambdaSearch(made_run(run), tables[0], mean, best, best_mean, estimate, low, high, tables[1], run_mean)

    def __repr__(self) -> str:
        return "<Diversifier>"
