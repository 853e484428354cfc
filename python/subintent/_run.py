"""Runs."""

from __future__ import annotations

from . import _core
from ._arguments import text
from ._errors import Error
from ._types import PathLike, RunLike, Unchanging


def ascending(ties: str) -> bool:
    """Which of the two orders of ties is meant."""
    if ties not in ("ascending", "descending"):
        advice = "use descending or ascending"
        raise Error(f"ties: {ties!r} is not known", kind="argument", argument="ties", advice=advice)
    return ties == "ascending"


class Run(Unchanging, _core.Run):
    """The ranked lists of one system.

    Args:
        data: one of

            * ``{topic: {docno: score}}``;
            * ``{topic: [docno, ...]}``, best first;
            * a data frame with the columns ``query_id, doc_id, score`` (or ``qid, docno, score``);
            * an iterable of tuples ``(topic, docno, score)``, or of named ones with the fields
              ``query_id, doc_id, score`` (or ``qid, docno, score``), in any order.
        name: what messages and tables call it.
        ties: documents of the same score are ranked by docno, "descending" as trec_eval does, or
            "ascending" as pyndeval does.

    There are no ranks: a column `rank` is ignored. Topics may have a track's prefix, such as
    "wt09-12" for topic 12.

    Files are read by read_run(). Every function that takes a run also takes these values; a Run saves
    the time to convert them again.

    Raises:
        Error: for what cannot be a run, such as scores that are not finite or a document that is
            twice in a list.
        TypeError: for objects of another type.

    A Run does not change, and cannot be pickled.
    """

    def __init__(self, data: RunLike, name: str = "run", *, ties: str = "descending") -> None:
        super().__init__(data, text(name, "name"), ascending(ties))

    def __repr__(self) -> str:
        return f"<Run {self.name!r}: {len(self.lists())} topics>"


def read_run(path: PathLike, *, order: str = "rank", on_duplicate: str = "error") -> Run:
    """Reads a file of six columns, "topic Q0 docno rank score tag", or another format of docs/formats.md.

    Args:
        path: the file, gzip and zstd included.
        order: "rank" (by the rank column, or by score where there is none), "score" (as trec_eval does) or "file".
        on_duplicate: what to do about a document that is twice in a list: "error", "first" or
            "last" keep that one.
    """
    run = Run.__new__(Run)
    _core.Run.__init__(run, path=path, order=text(order, "order"), on_duplicate=text(on_duplicate, "on_duplicate"))
    return run
