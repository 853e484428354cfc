"""Diversification in pipelines of PyTerrier: transformers that re-rank the results of each query.

    from subintent.pyterrier import MMR, PM2, XQuAD
    pipeline = bm25 >> XQuAD(intents, lambda_=0.7)

Their input and output are results as PyTerrier has them, with ``qid, docno, score`` and ``rank``. The measures are used in pt.Experiment
as those of ir_measures; see subintent.ir_measures.
"""

from __future__ import annotations

from typing import Any, Dict, Optional

import numpy
import pyterrier

from ._diversify import Diversifier
from ._errors import Error
from ._similarity import Similarity

_Transformer: Any = pyterrier.Transformer


class _Diversify(_Transformer):  # type: ignore[misc]
    """The part that the methods have in common."""

    _method = ""

    def __init__(self, lambda_: float, options: Dict[str, Any]) -> None:
        super().__init__()
        self.lambda_ = lambda_
        self._options = options

    def transform(self, results: Any) -> Any:
        """The same rows in their new order, with scores that fall from the length of a list to 1, and ranks from 0."""
        for column in ("qid", "docno", "score"):
            if column not in results.columns:
                message = f"results: there is no column {column}"
                raise Error(message, kind="argument", argument="results", advice="give what a retriever returns")
        if not len(results):
            return results.copy()
        run = results[["qid", "docno", "score"]]
        made = Diversifier(run, self._method, **self._options_for(results)).run(self.lambda_)
        places = {
            (topic, docno): (len(docnos) - place, place)
            for topic, docnos in made.lists().items()
            for place, docno in enumerate(docnos)
        }
        found = [places[str(qid), str(docno)] for qid, docno in zip(results["qid"], results["docno"])]
        changed = results.assign(score=[float(score) for score, _ in found], rank=[rank for _, rank in found])
        return changed.sort_values(["qid", "rank"], kind="stable")

    def _options_for(self, results: Any) -> Dict[str, Any]:
        return self._options


class MMR(_Diversify):
    """Maximal marginal relevance [Carbonell and Goldstein 1998].

    Args:
        lambda_: 0 to 1: the weight of relevance.
        similarity: of the documents; default: the cosine of the results' column ``doc_vec``.
        options: the other arguments of Diversifier, such as candidates.
    """

    _method = "mmr"

    def __init__(self, lambda_: float = 0.5, similarity: Optional[Similarity] = None, **options: Any) -> None:
        super().__init__(lambda_, options)
        self._similarity = similarity

    def _options_for(self, results: Any) -> Dict[str, Any]:
        if self._similarity is not None:
            return {**self._options, "similarity": self._similarity}
        if "doc_vec" not in results.columns:
            advice = "give `similarity=Similarity`, or results with vectors"
            raise Error("results: there is no column doc_vec", kind="argument", argument="results", advice=advice)
        vectors = results.drop_duplicates("docno")
        rows = numpy.stack([numpy.asarray(vector, dtype=numpy.float32) for vector in vectors["doc_vec"]])
        return {**self._options, "similarity": Similarity.dense(list(vectors["docno"]), rows)}


class XQuAD(_Diversify):
    """Explicit query aspect diversification [Santos, Macdonald and Ounis 2010].

    Args:
        intents: as of Diversifier.
        lambda_: 0 to 1: the weight of the intents.
        options: the other arguments of Diversifier, such as probabilities, hierarchies and candidates.
    """

    _method = "xquad"

    def __init__(self, intents: Any = None, lambda_: float = 0.5, **options: Any) -> None:
        super().__init__(lambda_, {**options, "intents": intents})


class PM2(XQuAD):
    """Diversity by proportionality [Dang and Croft 2012]; the arguments are those of XQuAD.

    lambda_ is the weight of the intent whose turn it is.
    """

    _method = "pm2"


__all__ = ["MMR", "PM2", "XQuAD"]
