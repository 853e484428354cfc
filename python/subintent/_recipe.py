"""Hierarchies from documents in one call."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Union

from . import _core
from ._arguments import text as text_of
from ._documents import documents_of, texts_named
from ._files import path_of
from ._hierarchies import Subtopics, leaves, subtopics_of
from ._judgments import judgments_of
from ._similarity import Similarity, similarity_of
from ._tokenize import DocumentText
from ._topics import topics_of
from ._trees import Hierarchy, HierarchyList
from ._types import PathLike, QrelsLike


class MadeHierarchies(NamedTuple):
    """The result of make_hierarchies().

    Attributes:
        topic: a Hierarchy of each topic (by its place, or ``["3"]`` by its topic), without its intents.
        intent: a Hierarchy of each topic with subintents below its intents; none where no topic has several.
        texts: ``{docno: DocumentText}`` of the relevant documents, which labels were made from.
    """

    topic: List[Hierarchy]
    intent: List[Hierarchy]
    texts: Dict[str, DocumentText]

    def __repr__(self) -> str:
        return f"<MadeHierarchies: {len(self.topic)} topics, {len(self.intent)} with intents, {len(self.texts)} texts>"


def _lacking(made: Any, name: str) -> None:
    writing = "" if name.startswith("_") else "; it has topic, intent and texts; print(made.topic[0]) draws a tree, and subintent.write_hierarchies(made.intent, path) writes a file"
    raise AttributeError(f"'MadeHierarchies' object has no attribute {name!r}{writing}")


setattr(MadeHierarchies, "__getattr__", _lacking)


def recipes() -> List[str]:
    """The names of the recipes that come with the package; make_hierarchies() takes them."""
    return _core.recipes()


def recipe_settings(recipe: str) -> Dict[str, Dict[str, Any]]:
    """The settings of a recipe: for "tokenize" arguments of Tokenizer, for "cluster" of cluster(), for "topic" and "intent" of hierarchies().

    >>> import subintent
    >>> subintent.recipe_settings("recipe-4")["topic"]
    {'delta': 'balanced', 'around': 10, 'bins': 'mean'}

    Args:
        recipe: one of recipes(), or a path to a file of settings.

    Raises:
        Error: for a recipe that there is not, as make_hierarchies() does.
    """
    return _core.recipe_settings(path_of(recipe, "recipe"))


def make_hierarchies(
    qrels: QrelsLike,
    documents: Any = None,
    *,
    recipe: Optional[str] = None,
    stem: str = "",
    topics: Union[PathLike, Mapping[str, str], None] = None,
    similarity: Optional[Similarity] = None,
    format: str = "",
    html: bool = False,
    docno: str = "",
    text: Union[str, Iterable[str], None] = None,
    subtopics: Subtopics = None,
    subtopics_of_intents: Optional[int] = None,
    weights: Optional[str] = None,
    intent_weights: Optional[PathLike] = None,
) -> MadeHierarchies:
    """Makes hierarchies of subintents from documents, by a recipe: what ``subintent make`` does.

    >>> import subintent
    >>> qrels = {"1": {"animal": {"d1": 1, "d2": 1}, "car": {"d3": 1, "d4": 1}}}
    >>> documents = {"d1": "the jaguar hunts at night in the forest", "d2": "a jaguar in the forest, asleep",
    ...              "d3": "the new jaguar has a strong engine", "d4": "engine and brakes of the jaguar", "d5": "rain"}
    >>> made = subintent.make_hierarchies(qrels, documents)
    >>> [leaf.docs for leaf in made.topic[0].leaves()]
    [['d1', 'd2'], ['d3', 'd4']]

    Args:
        qrels: Judgments, or what they are made of.
        documents: paths of collections, of files of text or HTML, and of folders; or ``{docno: text}``, also of Paths, a
            Series of texts by docno, a data frame, records such as ``{"docno": ..., "title": ..., "text": ...}``, objects with
            such members (of LangChain, LlamaIndex, Haystack), pairs (docno, text), or Documents. Those that are not relevant count for the weights of terms. None: with `similarity`, which makes no labels then.
        recipe: one of recipes(), or a path to a file of settings; None: the recommended one (docs/validity.md).
        stem: the language of the documents, for stems and case: "english"; "" means none.
        topics: ``{topic: title}``, pairs or a frame of these, or a path. The words of titles, which say nothing
            of subtopics, do not count then.
        similarity: of the documents, such as that of embeddings, in place of what words say. The recipe is then one
            for dense vectors, or for fingerprints.
        format: of files, as read_collection() takes it.
        html: texts are HTML; those that are whole pages always are.
        docno: the column or member that is the docno; "" means by the names that are usual.
        text: that, or those, that are the text; None means likewise.
        subtopics: how many subtopics topics have, or ``{topic: {intent: number}}`` how many their intents have, as
            hierarchies() takes it; None: as the similarities say.
        subtopics_of_intents: how many subtopics each intent has; None: likewise.
        weights: of subintents, as hierarchies() takes them; None: as the recipe says, "WI".
        intent_weights: of intents: "depth", "uniform", or a path to a file of probabilities; None: as the recipe says, else "uniform".

    Returns:
        MadeHierarchies: hierarchies of whole topics, and subintents below intents.

    Raises:
        Error: for a recipe that there is not, or that is not for what is given, and for what the single steps refuse.
    """
    judgments = judgments_of(qrels)
    numbers = subtopics_of(subtopics)
    paths: List[str] = []
    in_memory = None
    if documents is not None:
        paths, in_memory = documents_of(documents, html=bool(html), docno=text_of(docno, "docno"), text=text)
    if topics is not None and not (isinstance(topics, Mapping) and not topics):
        is_file = isinstance(topics, (str, os.PathLike))
        topics = _core.read_titles(path_of(topics, "topics") if is_file else topics_of(topics), is_file)
    topic, intent, texts = _core.make_hierarchies(
        judgments,
        paths,
        in_memory,
        None if recipe is None else path_of(recipe, "recipe"),
        text_of(stem, "stem"),
        topics,
        None if similarity is None else similarity_of(similarity),
        (text_of(format, "format"), bool(html), docno, texts_named(text)),
        *numbers,
        None if subtopics_of_intents is None else leaves(subtopics_of_intents, "subtopics_of_intents"),
        None if weights is None else text_of(weights, "weights"),
        None if intent_weights is None else path_of(intent_weights, "intent_weights"),
    )
    whole, of_intents = HierarchyList(map(Hierarchy, topic)), HierarchyList(map(Hierarchy, intent))
    of_intents.whole = [one.topic for one in whole]
    return MadeHierarchies(whole, of_intents, {docno: DocumentText(*shown) for docno, shown in texts.items()})
