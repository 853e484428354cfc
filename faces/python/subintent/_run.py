"""Runs."""

from __future__ import annotations

from typing import Optional

from . import _core
from ._arguments import count, instance, text
from ._errors import Error
from ._files import written
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
            * a data frame, of pandas, polars, Arrow or another library with ``__arrow_c_stream__`` or
              ``__dataframe__``, with the columns ``query_id, doc_id, score`` (or ``qid, docno, score``);
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

    def cut(self, depth: int) -> "Run":
        """The same run with the first `depth` documents of each list."""
        return made_run(super().cut(count(depth, "depth")))

    def __repr__(self) -> str:
        return f"<Run {self.name!r}: {len(self.lists())} topics>"


def made_run(made: _core.Run) -> Run:
    """A Run of what the extension made."""
    run = Run.__new__(Run)
    _core.Run.__init__(run, made=made)
    return run


def read_run(path: PathLike, *, order: str = "rank", on_duplicate: str = "error", scores: bool = False) -> Run:
    """Reads a file of six columns, "topic Q0 docno rank score tag", or another format of docs/formats.md.

    Args:
        path: the file, gzip and zstd included.
        order: "rank" (by the rank column, or by score where there is none), "score" (as trec_eval does) or "file".
        on_duplicate: what to do about a document that is twice in a list: "error", "first" or
            "last" keep that one.
        scores: whether to keep the scores, which Diversifier needs.
    """
    run = Run.__new__(Run)
    _core.Run.__init__(
        run, path=path, order=text(order, "order"), on_duplicate=text(on_duplicate, "on_duplicate"), keep_scores=bool(scores)
    )
    return run


def write_run(run: Run, path: PathLike, *, tag: Optional[str] = None, depth: Optional[int] = None) -> None:
    """Writes a run in TREC's format, with scores that fall from the length of the list to 1; all of it or, where that fails, nothing.

    Args:
        run: the run.
        path: of the file.
        tag: column six; default: that of the file it was read from, or its name.
        depth: how many documents of each list; default: all.

    Raises:
        Error: for a topic or docno that cannot be a column between blanks.
    """
    instance(run, _core.Run, "run")
    documents = None if depth is None else count(depth, "depth")
    with written(path) as file:
        run.write(file.write, None if tag is None else text(tag, "tag"), documents)
