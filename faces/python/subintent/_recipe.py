"""Hierarchies from documents in one call."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Set, Tuple, Union

from . import _core
from ._arguments import called, items, mapping, text
from ._errors import Error
from ._files import path_of
from ._hierarchies import Hierarchy, cluster, hierarchies, with_labels
from ._hierarchies import stability as sampled
from ._judgments import Judgments, judgments_of
from ._similarity import Similarity
from ._statistics import Statistics
from ._tokenize import Document, DocumentText, Tokenizer, document_text, read_collection, simhash
from ._types import PathLike, QrelsLike


class MadeHierarchies(NamedTuple):
    """What make_hierarchies() returns.

    Attributes:
        topic: a Hierarchy of each topic, without its intents.
        intent: a Hierarchy of each topic with subintents below its intents; none where no topic has several.
        texts: ``{docno: DocumentText}`` of the relevant documents, which labels were made from.
    """

    topic: List[Hierarchy]
    intent: List[Hierarchy]
    texts: Dict[str, DocumentText]


def recipes() -> List[str]:
    """The names of the recipes that come with the package; make_hierarchies() takes them."""
    return _core.recipes()


def recipe_settings(recipe: str) -> Dict[str, Dict[str, Any]]:
    """The settings of a recipe: for "tokenize" arguments of Tokenizer, for "cluster" of cluster(), for "topic" and "intent" of hierarchies().

    >>> import subintent
    >>> subintent.recipe_settings("recipe-2")["topic"]
    {'delta': 'balanced', 'stop': 0.0125, 'bins': 'mean'}

    Args:
        recipe: one of recipes(), or a path to a file of settings.

    Raises:
        Error: for a recipe that there is not, as make_hierarchies() does.
    """
    return {step: _arguments(given) for step, given in _core.find_recipe(path_of(recipe, "recipe"))[1].items()}


def _value(written: str) -> Any:
    """The value of an option as a keyword argument has it: delta="balanced", neighbours=15, contrast=True."""
    if not written:
        return True
    for number in (int, float):
        try:
            return number(written)
        except ValueError:
            pass
    return written


def _arguments(settings: Iterable[Tuple[str, str]]) -> Dict[str, Any]:
    return {option.replace("-", "_"): _value(written) for option, written in settings}


def _use_documents(documents: Any, use: Any) -> None:
    """Calls `use` with each Document of paths, of ``{docno: text}``, or of an iterable of them."""
    if isinstance(documents, Mapping):
        documents = [Document(text(docno, "documents"), text(words, "documents").encode(), False, "utf-8") for docno, words in documents.items()]
    if isinstance(documents, (str, os.PathLike)):
        documents = [documents]
    listed = items(documents, "documents", "paths, {docno: text} or Documents")
    if listed and all(isinstance(one, Document) for one in listed):
        for document in listed:
            use(document)
    else:
        with called("paths", "documents"):
            read_collection(listed, use)


def _have_intents(judgments: Judgments) -> bool:
    """Does a topic have several intents with a relevant document?"""
    intents = {(topic, intent) for topic, intent, _, grade in judgments.rows() if grade > 0}
    return len(intents) > len({topic for topic, _ in intents})


class _Documents:
    """What one reading of the documents gives: statistics of all, terms and texts of the relevant ones."""

    def __init__(self, documents: Any, relevant: Set[str], settings: Dict[str, Any], stem: str) -> None:
        self.statistics = Statistics()
        self.terms: Dict[str, Dict[str, int]] = {}
        self.texts: Dict[str, DocumentText] = {}
        self.tokenizer = tokenizer = Tokenizer(stem=stem, **settings)
        main_content = settings.get("main_content", False)

        def use(document: Document) -> None:
            terms = tokenizer.terms(document)
            self.statistics.add(terms)
            if document.docno in relevant:
                self.terms[document.docno] = terms
                self.texts[document.docno] = document_text(document, main_content=main_content)

        _use_documents(documents, use)

    def title_terms(self, judgments: Judgments, topics: Union[PathLike, Mapping[str, str]]) -> Dict[str, Set[str]]:
        """Of each relevant document, the terms of the titles of its topics."""
        titles = _core.read_titles(path_of(topics, "topics")) if isinstance(topics, (str, os.PathLike)) else mapping(topics, "topics", "{topic: title}")
        terms: Dict[str, Set[str]] = {}
        for topic in set(judgments.topics) & set(titles):
            of_title = self.tokenizer.terms(Document(topic, text(titles[topic], "topics").encode(), False, "utf-8"))
            for docno in judgments.relevant(topic):
                terms.setdefault(docno, set()).update(of_title)
        if titles and not terms:
            advice = "give titles under the names that topics have in the judgments"
            raise Error("topics: no title is of a topic with relevant documents", kind="argument", argument="topics", advice=advice)
        return terms

    def similarity(self, kind: str, without: Mapping[str, Set[str]]) -> Similarity:
        def kept(docno: str) -> Dict[str, int]:
            left_out = without.get(docno, set())
            return {term: count for term, count in self.terms[docno].items() if term not in left_out}

        docnos = sorted(self.terms)
        if kind == "fingerprints":
            return Similarity.fingerprints(docnos, [simhash(self.terms[docno]) for docno in docnos])
        return Similarity.sparse(docnos, [self.statistics.weigh(kept(docno)) for docno in docnos])


def make_hierarchies(
    qrels: QrelsLike,
    documents: Union[PathLike, Iterable[PathLike], Mapping[str, str], Iterable[Document], None] = None,
    *,
    recipe: Optional[str] = None,
    stem: str = "",
    topics: Union[PathLike, Mapping[str, str], None] = None,
    similarity: Optional[Similarity] = None,
    stability: int = 0,
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
        documents: paths of collections; or ``{docno: text}``, or Documents. Documents that are not relevant count
            for the weights of terms. None: with `similarity`, which makes no labels then.
        recipe: one of recipes(), or a path to a file of settings; None: the recommended one (docs/validity.md).
        stem: the language of the documents, for stems and case: "english"; "" means none.
        topics: ``{topic: title}``, or a path to topics of the TREC Web Track. The words of titles, which say nothing
            of subtopics, do not count then, and the recommended recipe may say that a topic is one subtopic.
        similarity: of the documents, such as that of embeddings, in place of what words say. The recipe is then one
            for dense vectors.
        stability: if not 0, each node says how well it is found again in so many samples of the documents, as
            stability() computes it.

    Returns:
        MadeHierarchies: hierarchies of whole topics, and subintents below intents.

    Raises:
        Error: for a recipe that there is not, and for what the single steps refuse.
    """
    judgments = judgments_of(qrels)
    if recipe is None:
        recipe = _core.recommended_recipe(similarity is not None, topics is not None)
    kind = _core.find_recipe(path_of(recipe, "recipe"))[0]
    if documents is None and similarity is None:
        raise Error("documents: none", kind="argument", argument="documents", advice="give documents, or a similarity")
    if (similarity is not None) != (kind == "dense"):
        advice = "leave out one of the two" if similarity is not None else "give the similarity of the documents"
        raise Error(f"recipe: {recipe} is not for what documents are compared by", kind="argument", argument="recipe", advice=advice)
    if topics is not None and kind != "vectors":
        raise Error(f"topics: recipe {recipe} compares no terms", kind="argument", argument="topics", advice="leave it out")
    arguments = recipe_settings(recipe)
    if kind == "vectors" and topics is None and "one_subtopic" in arguments["topic"]:
        raise Error(f"topics: recipe {recipe} needs them", kind="argument", argument="topics", advice="give {topic: title}")
    relevant = {docno for topic in judgments.topics for docno in judgments.relevant(topic)}
    read = None if documents is None else _Documents(documents, relevant, arguments["tokenize"], text(stem, "stem"))
    if similarity is None:
        assert read is not None
        similarity = read.similarity(kind, read.title_terms(judgments, {} if topics is None else topics))

    def level(name: str) -> List[Hierarchy]:
        trees = cluster(judgments, similarity, level=name, **arguments["cluster"])  # type: ignore[arg-type]
        made = hierarchies(judgments, trees, **arguments[name])
        if stability:
            with called("samples", "stability"):
                given = {**arguments[name], **arguments["cluster"]}
                settings = {key: value for key, value in given.items() if key not in ("one_subtopic", "background")}
                made = sampled(made, trees, similarity, samples=stability, **settings)  # type: ignore[arg-type]
        return made if read is None else with_labels(made, read.texts)

    return MadeHierarchies(level("topic"), level("intent") if _have_intents(judgments) else [], {} if read is None else read.texts)
