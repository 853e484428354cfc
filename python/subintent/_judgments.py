"""Relevance judgments."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, ContextManager, Dict, List, Mapping, Optional, Sequence, TypedDict, Union

from . import _core
from ._arguments import called, refuse, takes
from ._errors import Error
from ._topics import topics_of
from ._types import Immutable, PathLike, QrelsLike

if TYPE_CHECKING:
    from typing_extensions import Unpack


class JudgmentOptions(TypedDict, total=False):
    """Arguments that say what is known beside the judgments.

    adhoc_qrels: judgments of whole topics, in the same forms; default: derived from ``qrels``.
    topics: which intents there are, and which are navigational: a path to the topics XML of the TREC
        Web Track; topics of ir_datasets or a data set of it that has some, with ``query_id`` and
        ``subtopics`` of ``number, text, type``; ``{topic: {intent: text}}``; or queries alone, ``{topic: query}``, a frame
        with ``qid, query``, or a path to lines of them.
    probabilities: probabilities of intents, of at most 1 per topic: a path to a file "topic
        intent probability [inf|nav]", ``{topic: {intent: probability}}``, or an iterable of such
        tuples. Default: all are equal. At most one of ``topics`` and ``probabilities``.
    topic_grade: how a topic's grade of a document is made from those of its intents: "highest",
        or "intents" (their number) [Sakai and Song 2011, section 5].
    all_intents: whether intents without a relevant document count too, so that no run can cover
        all: those that are judged, those of ``topics`` or ``probabilities``, and nuggets without
        a document, which a mapping has as ``{intent: {}}``. Default: those of nuggets (files of
        them, and FreshStack's pair) do, others do not.
    judged: what ``qrels`` are of, "intents" or "topics". Default: of topics where the only intent is 0 or
        Q0, or where intents are told apart by numbers or months alone and no document has two, though documents are
        judged not relevant, as with rounds of judging or dates; else, and in mappings, of intents.
    """

    adhoc_qrels: QrelsLike
    topics: Any
    probabilities: Any
    topic_grade: str
    all_intents: Optional[bool]
    judged: Optional[str]


def of_probabilities(given: Any) -> ContextManager[None]:
    """Errors of values advise values."""
    form = "write {topic: {intent: probability}}, of at most 1 per topic: divide each number by the sum of its topic"
    return called("probabilities", "probabilities", "" if isinstance(given, (str, os.PathLike)) else form)


_known = takes(JudgmentOptions, topic_grade="highest")


def _rows_of_verdicts(given: Any) -> Any:
    """A row for each verdict of {system: {topic: {nugget: verdict}}}, where the first is a word for one; others as they are."""
    rows: List[Dict[str, Any]] = []
    try:
        for system, of in given.items() if isinstance(given, Mapping) else ():
            for topic, verdicts in of.items() if isinstance(of, Mapping) else [("", 0)]:
                for nugget, verdict in verdicts.items() if isinstance(verdicts, Mapping) else [("", 0)]:
                    if not rows and not isinstance(verdict, str):
                        return given
                    rows.append({"run": system, "topic": topic, "nugget": nugget, "verdict": verdict})
        return rows if rows and Judgments(rows[:1]) is not None else given
    except (Error, TypeError, ValueError):  # which are told of judgments
        return given


@_known
class Judgments(Immutable, _core.Judgments):
    """The judgments of a test collection, and what is known of its intents.

    Args:
        qrels: which document is relevant to which intent of a topic, with what grade. One of

            * a path to a file "topic intent docno grade", or of nuggets, gzip and zstd included; or a
              list of paths or data frames, whose judgments are put together: lists of nuggets and their assignments,
              say, or ratings and the features of items (docs/formats.md);
            * ``{topic: {intent: {docno: grade}}}``, or lists of relevant docnos in place of the last;
            * a data frame, of pandas, polars, Arrow or another library that gives columns
              by their names, with the columns ``query_id, doc_id, relevance, iteration`` (or ``qid,
              docno, label, iteration``), where ``intent``, ``subtopic``, ``subtopic_id`` or
              ``iteration`` is the intent, the first of these that exists; beside another one,
              ``iteration`` must be 0, ``Q0`` or the same intent;
            * an iterable of tuples ``(topic, intent, docno, grade)``, or of named ones with the
              fields ``query_id, doc_id, relevance, iteration`` or the others above, in any
              order;
            * a data frame of verdicts on answers, such as ``run_id, qid, criterion, verdict``, or ``{system: {topic: {nugget: verdict}}}``, verdicts
              being words;
            * FreshStack's pair ``({nugget: {docno: grade}}, {topic: [nuggets]})``: nuggets are
              intents.

            ``{topic: {docno: grade}}``, and frames and tuples without ``iteration``, have no
            intents: they are judgments of whole topics; ``judged`` says of which others that is found out.
        **options

    Names may be str or int. Grades are whole numbers from -100 to 100; those above 0 are relevant.

    Raises:
        Error: with file and line (or number of the judgment), for what cannot be judgments.
        TypeError: for objects of another type.

    Judgments do not change, are cheap to share between threads, and can be pickled, with the contents of their files.
    """

    def __init__(self, qrels: QrelsLike = None, **options: Unpack[JudgmentOptions]) -> None:
        with of_probabilities(options["probabilities"]):
            super().__init__(_rows_of_verdicts(qrels), *{**options, "topics": topics_of(options["topics"])}.values())

    def to_dict(self) -> Dict[str, Dict[str, Dict[str, int]]]:
        """``{topic: {intent: {docno: grade}}}``."""
        made: Dict[str, Dict[str, Dict[str, int]]] = {}
        for topic, intent, docno, grade in self.rows():
            made.setdefault(topic, {}).setdefault(intent, {})[docno] = grade
        return made

    def answers(self) -> Dict[str, Dict[str, List[str]]]:
        """Answers to which nuggets were assigned, as runs: ``{system: {topic: [system]}}``.

        In files of assignments (``run_id``), each answer is a document with the name of its system. Any function
        that takes runs scores, compares and explains them, as the command line does with ``--assignments``. A
        topic that a system has not answered scores 0; ``means(answered_only=True)`` leaves it out.
        """
        return super().answers()

    def to_pandas(self) -> Any:
        """A data frame with the columns query_id, iteration, doc_id, relevance."""
        import pandas

        return pandas.DataFrame(self.rows(), columns=["query_id", "iteration", "doc_id", "relevance"])

    def __len__(self) -> int:
        return len(self.rows())

    def __repr__(self) -> str:
        return f"<Judgments: {len(self.topics)} topics, {len(self)} judgments>"


def judgments_of(qrels: QrelsLike, argument: str = "qrels", **others: Any) -> Judgments:
    """Judgments given as an argument, or made of what is given; `others` are the other arguments of Judgments."""
    if not isinstance(qrels, Judgments):
        with called("qrels", argument):
            return Judgments(qrels, **others)
    for name, value in others.items():
        if value is not None and (name, value) != ("topic_grade", "highest"):
            raise Error(f"{name}: the judgments have been made", kind="argument", argument=name, advice=f"give {name} to Judgments()")
    return qrels


@_known
def read_qrels(path: Union[PathLike, Sequence[PathLike]], **options: Unpack[JudgmentOptions]) -> Judgments:
    """Reads a file of diversity judgments, "topic intent docno grade", nuggets, or another format of docs/formats.md.

    Args:
        path: of the file; or several in a list, whose judgments are put together.
        **options
    """
    if path is None:
        refuse("path", "a path or a list of paths", path)
    return Judgments(path, **options)
