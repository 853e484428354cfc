"""Runs."""

from __future__ import annotations

import json
import math
import os
import re
from collections import Counter
from numbers import Real
from typing import Any, Iterator, Mapping, Optional, Tuple

from . import _core
from ._arguments import count, instance, items, refuse, text
from ._errors import Error
from ._files import is_pattern, path_of, written
from ._frames import is_table, runs_of_table
from ._measures import is_measure
from ._types import PathLike, RunLike, Immutable


def form_of(order: Optional[str], ties: str) -> _core.RunForm:
    """How runs are ordered."""
    if ties not in ("ascending", "descending"):
        advice = "use descending or ascending"
        raise Error(f"ties: unknown value {ties!r}", kind="argument", argument="ties", advice=advice)
    return _core.RunForm(None if order is None else text(order, "order"), ties == "ascending")


class Run(Immutable, _core.Run):
    """The ranked lists of one system.

    Args:
        data: one of

            * ``{topic: {docno: score}}``, of scores, the higher the better, and not of ranks;
            * ``{topic: [docno, ...]}``, best first, or of pairs or objects with docno and score;
            * ``{(topic, docno): score}``, or a series with such an index;
            * a data frame, of pandas, polars, Arrow or another library that gives columns
              by their names, with the columns ``query_id, doc_id, score`` (or ``qid, docno, score``), or
              the first two alone, whose rows are in order;
            * an iterable of tuples ``(topic, docno, score)``, or of named ones with the fields
              ``query_id, doc_id, score`` (or ``qid, docno, score``), in any order.

            Frames, dicts and named tuples may have ``rank`` too, or instead; see ``order``.
        name: what messages and tables call it.
        order: "score", or "rank": by the ranks of a frame or of named tuples, as files are ordered;
            by score where there are none. Default: either, where they agree.
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
        """The same run with the first documents of each list.

        Args:
            depth: how many.
        """
        return made_run(super().cut(count(depth, "depth")))

    def to_pandas(self) -> Any:
        """A data frame with the columns query_id, doc_id, rank and score, which without scores that were kept falls from the length of a list to 1."""
        import pandas

        scores = self._scores()
        rows = [
            (topic, docno, rank, scores[topic][rank - 1] if scores[topic] else float(len(docnos) + 1 - rank))
            for topic, docnos in self.lists().items()
            for rank, docno in enumerate(docnos, 1)
        ]
        return pandas.DataFrame(rows, columns=["query_id", "doc_id", "rank", "score"])

    def __repr__(self) -> str:
        return f"<Run {self.name!r}: {len(self.lists())} topics>"


def made_run(made: _core.Run) -> Run:
    """A Run of what the extension made."""
    run = Run.__new__(Run)
    _core.Run.__init__(run, made)
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
    _core.Run.__init__(run, path, text(order, "order"), text(on_duplicate, "on_duplicate"), bool(scores))
    return run


def _scalar(value: Any, where: str) -> str:
    """A value as YAML writes it in a line."""
    if value is None or isinstance(value, (bool, int)):
        return json.dumps(value)
    if isinstance(value, float) and math.isfinite(value):
        return repr(value)
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    words = text(value, where, "a mapping, a list, a text, a number or a date")
    is_plain = re.fullmatch(r"[A-Za-z/][\w ./+@-]*", words) and not re.fullmatch(r"(?i)true|false|yes|no|on|off|null|y|n", words)
    return words if is_plain and not words.endswith(" ") else json.dumps(words, ensure_ascii=False)


def _metadata_lines(value: Any, where: str, indent: str = "") -> Iterator[str]:
    """Lines of YAML for mappings and lists."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if not re.fullmatch(r"[A-Za-z_]([\w .-]*[\w.-])?", text(key, where), re.A):
                raise ValueError(f"{where}: the key {key!r:.60} is not of letters, digits, blanks, '_', '.' and '-'")
            is_nested = isinstance(inner, (Mapping, list, tuple))
            yield f"{indent}{key}:" if is_nested else f"{indent}{key}: {_scalar(inner, where)}"
            if is_nested:
                yield from _metadata_lines(inner, where, indent + "  ")
    else:
        for item in value:
            if isinstance(item, (list, tuple)):
                refuse(where, "items of lists that are no lists", item)
            lines = list(_metadata_lines(item, where)) if isinstance(item, Mapping) else [_scalar(item, where)]
            yield from (f"{indent}{'- ' if number == 0 else '  '}{line}" for number, line in enumerate(lines))


def write_run(
    run: Run, path: PathLike, *, tag: Optional[str] = None, depth: Optional[int] = None, metadata: Optional[Mapping[str, Any]] = None
) -> None:
    """Writes a run in TREC's format, with the scores that were kept, or else such as fall from the length of the list to 1; all of it or, where that fails, nothing.

    Args:
        run: the run.
        path: of the file.
        tag: column six; default: that of the file it was read from, or its name.
        depth: how many documents of each list; default: all.
        metadata: a description of the run by the parts of ir_metadata, "platform", "research goal" and so on, as a mapping of
            mappings, lists, texts, numbers and dates: comments before the first line, which ``subintent report`` shows.

    Raises:
        Error: for a topic or docno that cannot be a column between blanks.
        TypeError, ValueError: for metadata that cannot be written.
    """
    instance(run, _core.Run, "run")
    documents = None if depth is None else count(depth, "depth")
    if metadata is not None and not isinstance(metadata, Mapping):
        refuse("metadata", "a mapping", metadata)
    described = "" if metadata is None else "".join(
        f"# {line}\n" for line in ("ir_metadata.start", *_metadata_lines(metadata, "metadata"), "ir_metadata.end")
    )  # fmt: skip
    with written(path, "path") as file:
        file.write(described.encode())
        run._write(file.write, None if tag is None else text(tag, "tag"), documents)


_RUNS = "{name: run}, or a list of paths or Run"


def _name_of(run: Any, argument: str) -> str:
    if isinstance(run, _core.Run):
        return run.name
    if not isinstance(run, (str, os.PathLike)):
        refuse(argument, _RUNS, run, "give {'name': run}")
    if isinstance(run, str) and is_measure(run) and not os.path.exists(run):
        raise Error(f"{argument}: {run!r} is a measure, not a run", kind="argument", argument=argument, advice=f"write measures=[{run!r}] to name measures")
    path = os.fsdecode(path_of(run, argument))
    is_folder = os.path.isdir(path)
    if is_folder or is_pattern(path):
        fault = "is a folder" if is_folder else "cannot be opened: there is no file of this name"
        raise Error(fault, kind="system", file=path, advice="give a list of paths, or {name: path}: sorted(glob.glob(...))")
    name = os.path.basename(path)
    for suffix in (".gz", ".zst"):
        if name.endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return name


def _is_list(given: Any) -> bool:
    """Whether it is the list of a topic, [docno, ...], [(docno, score), ...], an array of these or {docno: score}, and no run."""
    if isinstance(given, Mapping):
        return not isinstance(next(iter(given), None), tuple) and any(issubclass(kind, Real) for kind in set(map(type, given.values())))
    if hasattr(given, "dtype"):
        return given.ndim == 1 and getattr(getattr(given, "index", None), "nlevels", 1) == 1
    pair = given[0] if isinstance(given, (list, tuple)) and given else None
    return isinstance(pair, str) or isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[1], Real)


def named_runs(runs: Any, argument: str = "runs") -> Tuple[Tuple[str, ...], Tuple[Any, ...]]:
    """Names and runs; a single run without a name is "run"."""
    if isinstance(runs, Mapping):
        pairs = [("run", runs)] if any(map(_is_list, runs.values())) else [(str(name), run) for name, run in runs.items()]
    elif is_table(runs):
        pairs = runs_of_table(runs) or [("run", runs)]
    else:
        single = isinstance(runs, (str, os.PathLike, _core.Run))
        given = [runs] if single else items(runs, argument, _RUNS)
        pairs = [pair for run in given for pair in (is_table(run) and runs_of_table(run) or [(_name_of(run, argument), run)])]
    names = tuple(name for name, _ in pairs)
    for name, times in Counter(names).items():
        if times > 1:
            raise Error(f"{argument}: two are named {name}", kind="argument", argument=argument, advice="give {name: run}")
    return names, tuple(run for _, run in pairs)
