"""Errors and warnings."""

from __future__ import annotations

import contextlib
import contextvars
import functools
import re
import sys
import types
import warnings
from typing import Iterator, Optional

from . import _core

# Names of the library for things that Python gives in another way.
_IN_PYTHON = {
    "NamedFile::name": "NAME=FILE",
    "RunFile::name": "{name: run}",
    "all_intents=false": "all_intents=False",
    "all_measures()": "subintent.measures()",
    "answers": "answers=",
    "evaluate() of them": "them as subintent.evaluate(FILE)",
    "faults_of_hierarchies()": "subintent hierarchy --check",
    "groups": "groups={name: memberships}",
    "hierarchies": "hierarchies={name: hierarchies}",
    "html": "html=True",
    "keep_scores": "read_run(path, scores=True)",
    'measures={"alpha-nDCG@20", "I-rec@20"}': "measures=['alpha-nDCG@20', 'I-rec@20']",
    "judged=intents": "judged='intents'",
    "judged=topics": "judged='topics'",
    "level=intent": "level='intent'",
    "order=rank": "order='rank'",
    "order=score": "order='score'",
    "qrels of score_answers()": "Judgments.answers()",
    "score_answers()": "Judgments.answers()",
    "scores_format=measures": "compare.read_scores(FILE, scores_format='measures') or, of a data frame, {run: frame.set_index(TOPIC).to_dict()}",
    "similarities": "similarities=",
    "similarity": "similarity=",
    'tool_output("trec_eval", ...)': "subintent evaluate --compat trec_eval",
    "order=file": "order='file'",
    "on_duplicate=first": "on_duplicate='first'",
    "what there is": "what there is by compare.significance([scores, others], missing='drop')",
}


@functools.lru_cache(maxsize=256)
def in_python(advice: str) -> str:
    """A text of the library with what it quotes as Python writes it."""

    def argument(quoted: "re.Match[str]") -> str:
        given = re.sub(r"^hierarchies=(.*)", r"hierarchies={'\1': hierarchies}", quoted[1])
        if given.startswith("gains={{"):
            return re.sub(r"\{([^{,]*), ([^}]*)\}", r"\1: \2", given)
        given = _IN_PYTHON.get(given) or re.sub(r"^scores_format=(\w+)$", r"compare.read_scores(FILE, scores_format='\1')", given)
        return re.sub(r"^(docno|text|format)=(.*)", r"\1='\2'", given)

    return re.sub(r"`([^`]*)`", argument, advice)


def _in_one_line(file: str, line: int, message: str, advice: str) -> str:
    place = (f"{file}:{line}: " if line else f"{file}: ") if file else ""
    return place + message + ("; " if message and advice else "") + advice


class Error(Exception):
    """An error that says what went wrong, where, and what to do about it.

    Its text is "FILE:LINE: message; advice", without the parts that are missing, and with "?" for
    each character in it that acts on a terminal. A wrong type is a
    TypeError instead, as elsewhere in Python.

    Attributes:
        kind: "input" (the content of a file or a value is wrong), "argument" (an argument makes no
            sense), "system" (the operating system refuses) or "interrupted".
        file: the file, or the name of the value in memory such as "qrels"; may be empty.
        line: the line, or the number of the value, from 1; 0 means the input as a whole.
        message: what went wrong.
        advice: what to do about it; may be empty.
        argument: the name of the invalid argument; may be empty.
    """

    kind: str
    file: str
    line: int
    message: str
    advice: str
    argument: str

    def __init__(
        self, message: str, *, kind: str = "input", file: str = "", line: int = 0, advice: str = "", argument: str = ""
    ) -> None:
        self.kind = kind
        self.file = file
        self.line = line
        self.message = re.sub(r"`([a-z_]+)`", r"\1", message) if kind == "argument" else message
        self.advice = in_python(advice)
        self.argument = argument
        super().__init__(_core.terminal_text(_in_one_line(file, line, self.message, self.advice)))

    def __reduce__(self):  # type: ignore[no-untyped-def]
        members = {name: value for name, value in vars(self).items() if name != "message"}
        return functools.partial(Error, **members), (self.message,)


class DataWarning(UserWarning):
    """Something that is probably wrong without being an error, such as a run without some topics.

    Its text is "FILE:LINE: message; advice", without the parts that are missing, as that of an Error.

    Attributes:
        code: what it is about, "unjudged-run"; docs/warnings.md lists all.
        file: the file that it is about, or the name of the value in memory; may be empty.
        line: the line, or the number of the value, from 1; 0 means the input as a whole.
        message: what is probably wrong; empty where the advice says all.
        advice: what to do about it; may be empty.
    """

    code: str
    file: str
    line: int
    message: str
    advice: str

    def __init__(self, message: str, *, code: str = "", file: str = "", line: int = 0, advice: str = "") -> None:
        self.code = code
        self.file = file
        self.line = line
        self.message = message
        self.advice = in_python(advice)
        text = _in_one_line(file, line, message, self.advice)
        is_plain = text.isascii() and text.isprintable()
        super().__init__(text if is_plain else _core.terminal_text(text))

    def __reduce__(self):  # type: ignore[no-untyped-def]
        members = {name: value for name, value in vars(self).items() if name != "message"}
        return functools.partial(DataWarning, **members), (self.message,)


_is_silent = contextvars.ContextVar("_is_silent", default=False)


@contextlib.contextmanager
def without_warnings() -> Iterator[None]:
    """Issues no DataWarning in this thread."""
    token = _is_silent.set(True)
    try:
        yield
    finally:
        _is_silent.reset(token)


def _outside(frame: Optional[types.FrameType]) -> Optional[types.FrameType]:
    """The first frame that is not of this package, above one that is."""
    is_inside = False
    while frame is not None and frame.f_globals.get("__name__", "").split(".")[0] == __package__:
        frame, is_inside = frame.f_back, True
    return frame if is_inside else None


def warn(code: str, file: str, line: int, message: str, advice: str) -> None:
    """Issues a DataWarning at the line that called this package."""
    if _is_silent.get():
        return
    frame = _outside(sys._getframe())
    if frame is None:  # a thread of this package's own, for which another waits
        frame = next(filter(None, map(_outside, sys._current_frames().values())), sys._getframe())
    warning = DataWarning(message, code=code, file=file, line=line, advice=advice)
    registry = frame.f_globals.setdefault("__warningregistry__", {})
    module = frame.f_globals.get("__name__", "")
    warnings.warn_explicit(warning, DataWarning, frame.f_code.co_filename, frame.f_lineno, module, registry)
