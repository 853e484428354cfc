"""Documents of all shapes that people hold them in: files and folders, frames, dicts, records."""

from __future__ import annotations

import json
import os
from itertools import chain, islice
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

from . import _core
from ._arguments import iterator, refuse, texts
from ._arguments import text as text_of
from ._errors import Error
from ._files import collections_of, paths_of
from ._frames import frame_of, is_table, with_levels
from ._tokenize import Document, read_collection

_SHAPES = "paths, {docno: text}, a data frame, records, pairs (docno, text) or Documents"
_BATCH = 256
_COLUMNS = 12  # more names are those of documents


def texts_named(given: Union[str, Iterable[str], None]) -> List[str]:
    """The names of texts: one, several with commas between them, or several."""
    if given is None:
        return []
    return [name for name in given.split(",") if name] if isinstance(given, str) else texts(given, "text")


def documents_of(
    given: Any, *, html: bool = False, docno: str = "", text: Union[str, Iterable[str], None] = None
) -> Tuple[List[str], Optional[Iterator[Document]]]:
    """Paths of collections, or an iterator of documents."""
    if isinstance(given, (str, os.PathLike)):
        return collections_of(given, "documents"), None
    names = docno, texts_named(text)
    if isinstance(given, Mapping) or hasattr(given, "items") and not hasattr(given, "columns"):  # a series
        return [], _items(given, html, names)
    if is_table(given):
        return [], _read(_rows(given), html, names)
    each = iterator(given, "documents", _SHAPES)
    first = next(each, None)
    if first is None:
        return [], iter(())
    rest = chain([first], each)
    if isinstance(first, (str, os.PathLike)):
        paths = paths_of(list(rest), "documents")
        if text_like := [path for path in paths if b" " in os.fsencode(path) and not os.path.exists(path)]:
            what = f"a list of str is of paths, and {os.fsdecode(text_like[0])!r:.60} is none"
            raise Error(what, kind="input", file="documents", advice="give texts as {docno: text}")
        return collections_of(paths, "documents"), None
    if isinstance(first, (tuple, list)) and len(first) == 2 and isinstance(first[1], os.PathLike):
        return [], _of_files(rest, html)
    return [], rest if isinstance(first, Document) else _read(map(_record, rest), html, names)


def _items(given: Any, html: bool, names: Tuple[str, List[str]]) -> Iterator[Document]:
    if isinstance(given, Mapping) and len(given) <= _COLUMNS and all(isinstance(_plain(column), list) for column in given.values()):
        if len({len(column) for column in given.values()}) == 1 and not any(isinstance(column, tuple) for column in given.values()):
            return _read((dict(zip(given, row)) for row in zip(*given.values())), html, names)
    if len(given) <= _COLUMNS and any(name in given for name in ("id", "_id", "docno", "doc_id")) and any(name in given for name in ("text", "contents", "body")):
        return _read(iter([dict(given)]), html, names)  # one record
    items = iter(given.items())
    first = next(items, None)
    if first is None:
        return iter(())
    if isinstance(first[1], Mapping) and len(given) <= _COLUMNS < len(first[1]):  # {column: {docno: value}}
        rows = {docno: {name: column.get(docno) for name, column in given.items()} for docno in first[1]}
        return _items(rows, html, names)
    rest = chain([first], items)
    if isinstance(first[1], Document):
        return (document for _, document in rest)
    if isinstance(first[1], os.PathLike):
        return _of_files(rest, html)
    if _members(first[1]) is None:
        return _read(map(_record, rest), html, ("", []))
    return _read(({names[0] or "id": name, **(_members(record) or {})} for name, record in rest), html, names)


def _of_files(pairs: Iterable[Tuple[Any, Any]], html: bool) -> Iterator[Document]:
    """The documents that are files, under other names."""
    for docno, path in pairs:
        read: List[Document] = []
        read_collection([path], read.append, html=html)
        if len(read) != 1:
            what = f"{os.fsdecode(path)} holds {len(read)} documents, not one"
            raise Error(what, kind="input", file="documents", advice="give a list of such paths")
        yield read[0]._replace(docno=text_of(_plain(docno), "documents"))


def _rows(table: Any) -> Iterator[Dict[str, Any]]:
    frame = table if hasattr(table, "itertuples") else frame_of(table, "texts")
    labels: Any = getattr(frame, "index", None)
    if getattr(labels, "inferred_type", "") == "string" and labels.name is None and "name" not in frame.columns:
        frame = frame.rename_axis("name")  # which is the docno where there is no other
    frame = with_levels(frame)
    columns = [str(name) for name in frame.columns]
    if twice := [name for name in columns if columns.count(name) > 1]:
        raise Error(f"the data frame has two columns {twice[0]}", file="documents", advice="keep one")
    values = [frame[name] for name in frame.columns]
    return (dict(zip(columns, row)) for row in zip(*values))


def _record(given: Any) -> Dict[str, Any]:
    """A record of an item of an iterable."""
    members = _members(given)
    if members is not None:
        return members
    if isinstance(given, (tuple, list)) and len(given) == 2:
        members, text = _members(given[1]), _plain(given[1])
        if members is not None:
            return {"id": _plain(given[0]), **members}
        if isinstance(text, list) and all(isinstance(part, str) for part in text):
            text = "\n".join(text)
        return {"id": _plain(given[0]), "contents": text and text_of(text, "documents")}
    return refuse("documents", _SHAPES, given)


def _members(given: Any) -> Optional[Dict[str, Any]]:
    """What a dict, a named tuple or an object holds, such as a model, a dataclass, a node or document of another library; None of anything else."""
    if isinstance(given, Mapping):
        return dict(given)
    if hasattr(given, "tolist"):  # of NumPy or pandas
        return dict(given.to_dict()) if getattr(getattr(given, "index", None), "inferred_type", "") == "string" else None
    for name in ("_asdict", "model_dump"):
        if hasattr(given, name):
            members = dict(getattr(given, name)())
            break
    else:
        fields = getattr(given, "__dataclass_fields__", None) or getattr(given, "__dict__", None)
        if not fields or isinstance(given, type) or not isinstance(fields, dict):
            return None
        members = {name: getattr(given, name) for name in fields}
    return {**members, "text": given.get_content()} if hasattr(given, "get_content") else members


def _plain(value: Any) -> Any:
    """A value as JSON has it; None for what is missing, and False for what is neither text nor number."""
    if hasattr(value, "tolist"):
        value = value.tolist()  # of NumPy
    if isinstance(value, str) or value is None:
        return value
    if isinstance(value, (bytes, bytearray)):
        return _core.decoded(bytes(value))
    if isinstance(value, (int, float)):
        return value if value == value and abs(value) != float("inf") else None
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    kind: Any = type(value)
    if kind.__name__ in ("NAType", "NaTType"):
        return None
    return kind.__str__ is not object.__str__ and str(value)


def _read(records: Iterator[Dict[str, Any]], html: bool, names: Tuple[str, List[str]]) -> Iterator[Document]:
    """The documents of records, whose names are those of JSON lines."""
    before = 0
    ahead: List[Dict[str, Any]] = []
    while batch := ahead + list(islice(records, _BATCH)):
        ahead, docno, lines = [], batch[-1].get(names[0]), []
        for record in records:  # parts of a document stay together
            if docno is None or record.get(names[0]) != docno:
                ahead = [record]
                break
            batch.append(record)
        for record in batch:
            kept = {str(name): _plain(value) for name, value in record.items()}
            lines.append(json.dumps({name: "" if value is None and name != "id" else value for name, value in kept.items()}))
        for fields in _core.read_records("\n".join(lines), before, html, *names):
            yield Document(*fields)
        before += len(batch)
