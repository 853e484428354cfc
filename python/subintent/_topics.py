"""Topics of the TREC Web Track that are in memory, as the file that the library reads."""

from __future__ import annotations

import os
from typing import Any, List, Mapping

from ._arguments import items, refuse, text
from ._errors import Error

_EXPECTED = "a path, topics with query_id and subtopics, or {topic: {intent: text}}"


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quoted(words: str) -> str:
    return '"' + _escaped(words).replace('"', "&quot;") + '"'


def _name(given: Any) -> str:
    return given if isinstance(given, str) else str(given) if isinstance(given, int) else text(given, "topics")


def _subtopic(number: Any, words: Any, kind: Any) -> str:
    body = "" if words is None else _escaped(text(words, "topics"))
    return f"<subtopic number={_quoted(_name(number))} type={_quoted(text(kind, 'topics'))}>{body}</subtopic>"


def _of_object(topic: Any) -> str:
    """One as ir_datasets has it: query_id, query, description, and subtopics with number, text and type."""
    try:
        name, subtopics = topic.query_id, topic.subtopics
        parts = [_subtopic(part.number, part.text, part.type) for part in subtopics]
    except AttributeError:
        refuse("topics", _EXPECTED, topic)
    described = "".join(
        f"<{part}>{_escaped(text(getattr(topic, part), 'topics'))}</{part}>"
        for part in ("query", "description")
        if getattr(topic, part, None) is not None
    )
    return f"<topic number={_quoted(_name(name))}>{described}{''.join(parts)}</topic>"


def _of_mapping(name: Any, intents: Any) -> str:
    if not isinstance(intents, Mapping):
        refuse("topics", _EXPECTED, intents)
    parts = [_subtopic(intent, words, "inf") for intent, words in intents.items()]
    return f"<topic number={_quoted(_name(name))}>{''.join(parts)}</topic>"


def topics_of(given: Any) -> Any:
    """A path as it is; else the bytes of a file."""
    if given is None or isinstance(given, (str, os.PathLike)):
        return given
    if isinstance(given, Mapping):
        lines: List[str] = [_of_mapping(*pair) for pair in given.items()]
    else:
        source = given.queries_iter() if hasattr(given, "queries_iter") else given
        lines = [_of_object(topic) for topic in items(source, "topics", _EXPECTED)]
    if not lines:
        raise Error("topics: none given", kind="argument", argument="topics", advice="leave out `topics`")
    return "\n".join(["<topics>", *lines, "</topics>", ""]).encode("utf-8", "surrogatepass")
