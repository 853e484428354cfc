"""Runs."""

from __future__ import annotations

from typing import Optional

from . import _core
from ._arguments import text
from ._errors import Error
from ._types import PathLike, RunLike, Unchanging


def form_of(order: Optional[str], ties: str) -> _core.RunForm:
    """How runs are ordered."""
    if ties not in ("ascending", "descending"):
        advice = "use descending or ascending"
        raise Error(f"ties: {ties!r} is not known", kind="argument", argument="ties", advice=advice)
    return _core.RunForm(None if order is None else text(order, "order"), ties == "ascending")


class Run(Unchanging, _core.Run):
    """The ranked lists of one system.

    Args:
        data: one of

            * ``{topic: {docno: score}}``;
            * ``{topic: [docno, ...]}``, best first;
            * a data frame with the columns ``query_id, doc_id, score`` (or ``qid, docno, score``);
            * an iterable of tuples ``(topic, docno, score)``, or of named ones with the fields
              ``query_id, doc_id, score`` (or ``qid, docno, score``), in any order.

            Frames and named tuples may have ``rank`` too; see ``order``.
        name: what messages and tables call it.
        order: "score", or "rank": by the ranks of a frame or of named tuples, as files are ordered;
            by score where there are none. Default: by score, where ranks are refused, as they might
            say something else.
        ties: documents of the same score are ranked by docno, "descending" as trec_eval does, or
            "ascending" as pyndeval does.

    Topics may have a track's prefix, such as
    "wt09-12" for topic 12.

    Files are read by read_run(). Every function that takes a run also takes these values; a Run saves
    the time to convert them again.

    Raises:
        Error: for what cannot be a run, such as scores that are not finite or a document that is
            twice in a list.
        TypeError: for objects of another type.

    A Run does not change, and can be pickled.
    """

    def __init__(self, data: RunLike, name: str = "run", *, order: Optional[str] = None, ties: str = "descending") -> None:
        super().__init__(data, text(name, "name"), form_of(order, ties))

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
