"""Topics of the TREC Web Track, and slices of topics, that are in memory, as the files that the library reads."""

from __future__ import annotations

import json
import os
from typing import Any, Iterable, List, Mapping, Tuple

from ._arguments import items, refuse, text
from ._errors import Error
from ._files import path_of
from ._frames import is_nested, member, frame_of, is_table

_EXPECTED = "a path, topics with query_id and subtopics, {topic: query}, {topic: {intent: text}}, or a frame of queries"


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


def _queries(pairs: Iterable[Tuple[Any, Any]]) -> bytes:
    return "".join(json.dumps({"qid": _name(topic), "query": text(query, "topics")}) + "\n" for topic, query in pairs).encode()


def _of_frame(given: Any) -> bytes:
    """Lines of JSON, whose members are the columns: the reader knows their names."""
    frame = given if hasattr(given, "itertuples") else frame_of(given, "topics")
    names = [str(name) for name in frame.columns]
    rows = zip(*(list(frame[name]) for name in frame.columns))
    return "".join(json.dumps(dict(zip(names, map(_words, row)))) + "\n" for row in rows).encode()


def _of_mapping(name: Any, intents: Any) -> str:
    if not isinstance(intents, Mapping):
        refuse("topics", _EXPECTED, intents)
    parts = [_subtopic(intent, words, "inf") for intent, words in intents.items()]
    return f"<topic number={_quoted(_name(name))}>{''.join(parts)}</topic>"


def topics_of(given: Any) -> Any:
    """A path as it is; else the bytes of a file."""
    if given is None or isinstance(given, (str, os.PathLike)):
        return given
    if is_table(given):
        return _of_frame(given)
    if isinstance(given, list) and all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in given):
        given = dict(given)
    if isinstance(given, Mapping) and given and all(isinstance(query, str) for query in given.values()):
        return _queries(given.items())
    if isinstance(given, Mapping):
        lines: List[str] = [_of_mapping(*pair) for pair in given.items()]
    else:
        source = given.queries_iter() if hasattr(given, "queries_iter") else given
        lines = [_of_object(topic) for topic in items(source, "topics", _EXPECTED)]
    if not lines:
        raise Error("topics: none given", kind="argument", argument="topics", advice="leave out `topics`")
    return "\n".join(["<topics>", *lines, "</topics>", ""]).encode("utf-8", "surrogatepass")


def _words(value: Any) -> str:
    """Empty where there is none."""
    if is_nested(value):
        return json.dumps(member(value), ensure_ascii=False)
    if value is None or value != value:
        return ""
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


def _cell(value: Any) -> str:
    words = _words(value)
    if set(words) & set("\t\r\n"):
        raise Error(f"slices: {words!r:.60} has a tab or a line end", kind="argument", argument="slices", advice="leave them out")
    return words


def slices_of(given: Any) -> str:
    """A path as it is; else the lines of a file. A frame has a column per property, a dict is {topic: value} or {name: {topic: value}}."""
    if isinstance(given, (str, os.PathLike)):
        return path_of(given, "slices")
    if hasattr(given, "to_dict") and not is_table(given):  # a series
        given = {given.name or "slice": given.to_dict()}
    if is_table(given):
        frame = given if hasattr(given, "itertuples") else frame_of(given, "slices")
        names = [str(name) for name in frame.columns]
        first = next((name for name in names if name in ("topic", "topic_id", "query_id", "qid", "query")), names[0])
        order = sorted(range(len(names)), key=lambda place: names[place] != first)
        rows = [["topic", *(names[place] for place in order[1:])], *zip(*(list(frame[frame.columns[place]]) for place in order))]
    elif isinstance(given, Mapping) and given:
        named = given if all(isinstance(values, Mapping) for values in given.values()) else {"slice": given}
        rows = [["topic", "name", "value"]]
        for name, values in named.items():
            for topic, value in values.items():
                several = member(value) if is_nested(value) else [value]
                rows += [[topic, name, each] for each in several if _cell(each)]
    else:
        refuse("slices", "a path, a frame, {topic: value} or {name: {topic: value}}", given)
    return "".join("\t".join(map(_cell, row)) + "\n" for row in rows)
