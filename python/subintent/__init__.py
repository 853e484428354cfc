"""Evaluation of search result diversification with hierarchies of subintents.

>>> import subintent
>>> qrels = {"1": {"a car": {"d1": 1, "d2": 1}, "a football player": {"d3": 1}}}
>>> ev = subintent.Evaluator(qrels, ["alpha-nDCG@20"])
>>> ev.calc_aggregate({"1": {"d1": 3.2, "d2": 2.5, "d3": 0.4}})
{'alpha-nDCG@20': 0.9651954696014428}

Evaluator scores runs, given as Run, with Judgments. Measure is a measure, and measures() lists all
of them. Tokenizer and simhash() turn documents into terms and fingerprints, visible_text() returns
their text, and document_text() their title, URL and first words. Similarity is the similarity of
documents, cluster() makes dendrograms from it, hierarchies() makes hierarchies of subintents,
Diversifier re-ranks runs, and near_duplicates() finds documents that repeat others. The module compare has statistics over scores, judgments and hierarchies, in tables.
"""

import difflib as _difflib
import sys as _sys
from typing import TYPE_CHECKING as _TYPE_CHECKING

try:
    import numpy as _numpy  # noqa: F401
except ModuleNotFoundError as _error:
    if _error.name != "numpy":
        raise
    _where = f"subintent needs NumPy in the interpreter that runs, {_sys.executable}; install it there, or on Debian python3-numpy, and run /usr/bin/python3"
    raise ModuleNotFoundError(_where, name="numpy") from None

from . import compare
from ._arguments import answering as _answering
from ._core import __version__
from ._diversify import Diversifier, LambdaChoice, LambdaSearch, TopicLambda
from ._errors import DataWarning, Error
from ._evaluate import Evaluator, Metric, Results, evaluate
from ._hierarchies import (
    characteristic_terms, cluster, export, hierarchies, intent_hierarchies, read_dendrograms, read_hierarchies, shuffled,
    with_labels, write_dendrograms, write_hierarchies,
)  # fmt: skip
from ._judgments import Judgments, read_qrels
from ._measures import Measure, measures
from ._progress import Progress
from ._recipe import MadeHierarchies, make_hierarchies, recipe_settings, recipes
from ._report import report
from ._run import Run, read_run, write_run
from ._scores import ScoreTable
from ._similarity import NearDuplicate, Similarity, near_duplicate_groups, near_duplicates
from ._statistics import Statistics, add_statistics, fingerprint_vectors, weigh_vectors
from ._table import Table, Tables
from ._tokenize import (
    CollectionSummary, Document, DocumentText, Tokenizer, document_text, read_collection, read_texts, simhash, stop_words, visible_text,
)  # fmt: skip
from ._trees import Dendrogram, Hierarchy, Merge, Node

__all__ = [
    "CollectionSummary", "DataWarning", "Dendrogram", "Diversifier", "Document", "DocumentText", "Error", "Evaluator", "Hierarchy",
    "Judgments", "LambdaChoice", "LambdaSearch", "MadeHierarchies", "Measure", "Merge", "Metric", "NearDuplicate", "Node", "Progress",
    "Results", "Run", "ScoreTable", "Similarity", "Statistics", "Table", "Tables", "Tokenizer", "TopicLambda", "__version__",
    "add_statistics", "characteristic_terms", "cluster", "compare", "document_text", "evaluate", "export", "fingerprint_vectors",
    "hierarchies", "intent_hierarchies", "make_hierarchies", "measures", "near_duplicate_groups", "near_duplicates", "read_collection",
    "read_dendrograms", "read_hierarchies", "read_qrels", "read_run", "read_texts", "recipe_settings", "recipes", "report", "shuffled",
    "simhash", "stop_words", "visible_text", "weigh_vectors", "with_labels", "write_dendrograms", "write_hierarchies",
    "write_run",
]  # fmt: skip

if not _TYPE_CHECKING:

    def __getattr__(name: str) -> None:
        """Says where something is that people look for here."""
        others = {"diversify": "Diversifier", "mmr": "Diversifier", "xquad": "Diversifier", "pm2": "Diversifier", "explain": "compare.difference"}
        analysis = name.replace("explain_", "").replace("compare_", "")
        near = [*filter(None, [others.get(name)]), *(f"compare.{analysis}" for one in dir(compare) if one == analysis), *_difflib.get_close_matches(name, __all__, 1, 0.8)]
        hint = f"; did you mean subintent.{near[0]}()?" if near and not name.startswith("_") else ""
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")


for _module in (globals(), vars(compare)):
    _module.update({name: _answering(_module[name]) for name in _module["__all__"]})
