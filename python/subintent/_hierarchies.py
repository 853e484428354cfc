"""Functions that cluster documents and make, label, read and write hierarchies."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, TypedDict, Union

from . import _core
from ._arguments import count, items, mapping, number, takes, text, whole_number
from ._arguments import texts as list_of_texts
from ._errors import Error
from ._files import path_of, paths_of, written
from ._judgments import judgments_of
from ._progress import caller_of
from ._similarity import Similarity, similarity_of
from ._trees import Dendrogram, Hierarchy, HierarchyList, dendrograms_of, hierarchies_of, json_of, listed, texts_of
from ._types import PathLike, QrelsLike

if TYPE_CHECKING:
    from typing_extensions import Unpack

_MOST = 2**32 - 1  # which is more than any number of leaves may be

Subtopics = Union[int, Mapping[str, Union[int, Mapping[str, int]]], PathLike, None]


class Clustering(TypedDict, total=False):
    """Arguments that say how the documents of an intent or a topic are compared and merged.

    linkage: "complete", "single" or "average".
    contrast: whether to reduce the weight of what vectors share with the topic's other documents.
    neighbours: if not 0, documents are compared by their lists of so many nearest neighbours in the
        topic; 15 is a good number.
    contrast_power: with contrast, a term loses this power of the share of the topic's documents that have it;
        1 to 10. With 2, terms of most documents lose nearly as much as with 1, those of a third much less.
    """

    linkage: str
    contrast: bool
    neighbours: int
    contrast_power: int


class Pruning(TypedDict, total=False):
    """Arguments that say which merges of a dendrogram become nodes of a hierarchy.

    delta: merges of a similarity above it become one subintent; 0 to 1. "mean" is the mean similarity
        of all pairs of documents relevant to the same topic; "balanced" gives each dendrogram one of its own,
        the geometric mean of the mean similarities within and across its leaves.
    subtopics: how many leaves each dendrogram has, whatever delta says: a number, ``{topic: number}``,
        ``{topic: {intent: number}}`` where "*" is the whole topic, or a path to a file with lines "topic number" or
        "topic intent number". None: as delta says.
    around: about how many subtopics people would find: the number of leaves is the geometric mean of this, or of
        half of the documents if they are fewer, and of their number by delta. None: as delta says.
    bins: for compression: "fixed", ten; "mean", two of each dendrogram, divided by the mean similarity across
        leaves; "quantiles=N", with as many inner nodes each.
    compress: whether inner nodes in the bin of their parent are removed.
    """

    delta: Union[float, str]
    subtopics: Subtopics
    around: Optional[int]
    bins: str
    compress: bool


_CLUSTERING: Dict[str, Any] = {"linkage": "complete", "neighbours": 0, "contrast": False, "contrast_power": 1}
_PRUNING: Dict[str, Any] = {"delta": 0.3, "bins": "fixed", "compress": True}


@takes(Clustering, **_CLUSTERING)
def cluster(
    qrels: QrelsLike,
    similarity: Similarity,
    *,
    level: str = "intent",
    background: bool = False,
    progress: Any = None,
    **options: Unpack[Clustering],
) -> List[Dendrogram]:
    """Clusters the relevant documents of every intent [Dou19 section 3.2], on all cores.

    Args:
        qrels: Judgments, or what they are made of.
        similarity: of the documents. Documents that it does not contain have similarity 0 to all others.
        level: "intent", a dendrogram per topic and intent, or "topic", one of all relevant documents
            of a topic.
        background: whether merges say how similar documents are beyond those of other topics, which hierarchies()
            needs for `one_subtopic`.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.
        **options

    Returns:
        Dendrograms in the order of topics and intents, which are the same for any number of cores.

    Raises:
        Error: where no document has a similarity, for contrast of fingerprints, and a background of all but sparse vectors.

    Warns (DataWarning) of documents without one. Ctrl-C stops it.
    """
    asked = {**options, "level": level, "background": background}
    return [Dendrogram(each) for each in _core.cluster(judgments_of(qrels), similarity_of(similarity), asked, caller_of(progress))]


def subtopics_of(given: Subtopics) -> Tuple[Optional[int], Dict[str, int]]:
    """The number for all topics, and those of single ones."""
    if given is None:
        return None, {}
    if isinstance(given, (str, os.PathLike)):
        return None, _core.read_subtopics(path_of(given, "subtopics"))
    if isinstance(given, Mapping):
        numbers: Dict[str, int] = {}
        for topic, of_topic in given.items():
            by_intent = {"": of_topic} if not isinstance(of_topic, Mapping) else {f"\t{text(i, 'subtopics')}": of_topic[i] for i in of_topic}
            numbers.update((text(topic, "subtopics") + intent, leaves(number)) for intent, number in by_intent.items())
        return None, numbers
    return leaves(given), {}


def leaves(number: Any, name: str = "subtopics") -> int:
    return min(count(number, name), _MOST)


def _pruning(trees: List[_core.Dendrogram], options: Mapping[str, Any]) -> Dict[str, Any]:
    """The options of Pruning, as the core takes them."""
    delta = options["delta"]
    if delta in ("mean", "balanced"):
        delta = _core.mean_similarity(trees) if delta == "mean" else 0.3  # unused
    number_of_all, of_topics = subtopics_of(options["subtopics"])
    around = None if options["around"] is None else leaves(options["around"], "around")
    balanced = options["delta"] == "balanced"
    made = {"delta": number(delta, "delta"), "balanced": balanced, "subtopics": number_of_all, "subtopics_of": of_topics, "around": around}
    return {**options, **made}


@takes(Pruning, **_PRUNING)
def hierarchies(
    qrels: QrelsLike,
    dendrograms: Union[PathLike, Iterable[Dendrogram]],
    *,
    one_subtopic: Optional[float] = None,
    weights: str = "WI",
    intent_weights: str = "depth",
    superintents: Optional[PathLike] = None,
    **options: Unpack[Pruning],
) -> List[Hierarchy]:
    """Makes hierarchies of subintents: prunes, compresses, extends and weights dendrograms [Dou19 section 3.3-3.5].

    Args:
        qrels: Judgments, or what they are made of; those that were clustered.
        dendrograms: what cluster() returned, or a path to a file of ``subintent cluster``.
        one_subtopic: a tree becomes one subtopic if documents of different leaves are at least so many times as similar,
            beyond documents of other topics, as those of one leaf; 0 to 1. None: it does not. Dendrograms must have been
            made with `background`. A warning names the topics.
        weights: of subintents: by the leaves ("WI"), the global gain ("WD"), the "grades" for their intent or the
            "documents" below them.
        intent_weights: of intents: by the "depth" of their trees, "uniform", or "given", by the
            probabilities of the judgments.
        superintents: path to groups of intents, "topic superintent intent".
        **options

    Returns:
        The hierarchy of every topic with a relevant document.

    Raises:
        Error: for dendrograms that do not fit the judgments, naming topic, intent and document.

    Warns (DataWarning) of a delta that prunes nearly nothing or nearly everything.
    """
    trees = dendrograms_of(dendrograms)
    asked = {
        **_pruning(trees, options),
        "one_subtopic": one_subtopic,
        "weights": weights,
        **_of_intents(intent_weights, superintents),
    }
    return HierarchyList(Hierarchy(each) for each in _core.hierarchies(judgments_of(qrels), trees, asked))


def _of_intents(intent_weights: Any, superintents: Any) -> Dict[str, Any]:
    path = None if superintents is None else path_of(superintents, "superintents")
    return {"intent_weights": text(intent_weights, "intent_weights"), "superintents": path}


def intent_hierarchies(
    qrels: QrelsLike, *, intent_weights: str = "depth", superintents: Optional[PathLike] = None
) -> List[Hierarchy]:
    """Hierarchies of the official intents alone, without subintents.

    Args:
        qrels: Judgments, or what they are made of.
        intent_weights: of intents: "uniform", or "given", by the probabilities of the judgments; "depth" is uniform, too.
        superintents: path to groups of intents, "topic superintent intent".
    """
    made = _core.hierarchies(judgments_of(qrels), None, _of_intents(intent_weights, superintents))
    return HierarchyList(Hierarchy(each) for each in made)


def with_labels(
    hierarchies: Iterable[Hierarchy],
    texts: Optional[Mapping[str, Sequence[str]]] = None,
    *,
    labels: Union[PathLike, Mapping[str, Mapping[str, str]], None] = None,
    titles: Optional[Mapping[str, str]] = None,
) -> HierarchyList:
    """The same hierarchies with labels: those given, and others made from the texts of documents.

    They are those of ``subintent hierarchy --labels`` and ``--make-labels``. A label that is made is up to three words or
    short phrases that distinguish a node from its siblings. Existing labels are kept then; official intents and
    superintents get none.

    >>> import subintent
    >>> texts = subintent.read_texts("texts.tsv")  # doctest: +SKIP
    >>> labelled = subintent.with_labels(subintent.read_hierarchies("topic.jsonl"), texts)  # doctest: +SKIP

    Args:
        hierarchies: all of a collection: what all of its documents say counts little.
        texts: ``{docno: DocumentText}``, or titles, URLs and excerpts in their place; None: no labels are made.
        labels: ``{topic: {node: label}}``, or a path to lines "topic<tab>node<tab>label". They take the place of
            existing ones. A node is an intent or superintent, or in hierarchies of whole topics an id.
        titles: ``{topic: title}``: words of titles make no label on their own.

    Warns (DataWarning) where documents have no text, and of labels that are for no node.
    """
    trees = listed(hierarchies, _core.Hierarchy, "hierarchies")
    if isinstance(labels, (str, os.PathLike)):
        trees = _core.with_labels_of_file(trees, path_of(labels, "labels"))
    elif labels is not None:
        trees = _core.with_given_labels(trees, _labels_of(labels))
    if texts is not None or labels is None:
        trees = _core.with_labels(trees, texts_of(texts), mapping(titles or {}, "titles", "{topic: title}"))
    return HierarchyList(Hierarchy(each) for each in trees)


def _labels_of(labels: Mapping[str, Mapping[str, str]]) -> List[Tuple[str, str, str]]:
    expected = "a path or {topic: {node: label}}"
    return [
        (text(str(topic), "labels"), text(str(node), "labels"), text(label, "labels"))
        for topic, of_topic in mapping(labels, "labels", expected).items()
        for node, label in mapping(of_topic, "labels", expected).items()
    ]


def characteristic_terms(
    hierarchies: Union[PathLike, Iterable[Hierarchy]],
    vectors: Union[PathLike, Iterable[PathLike], Mapping[str, Mapping[str, float]]],
    count: int = 8,
) -> List[List[List[str]]]:
    """The terms that tell the nodes of hierarchies from their siblings, as ``subintent explain --text`` shows them.

    >>> import subintent
    >>> tree = subintent.intent_hierarchies({"1": {"cat": {"d1": 1}, "car": {"d2": 1}}})
    >>> vectors = {"d1": {"jaguar": 1, "forest": 2}, "d2": {"jaguar": 1, "engine": 1}}
    >>> subintent.characteristic_terms(tree, vectors)
    [[['engine', 'jaguar'], ['forest']]]

    Args:
        hierarchies: those of some topics, or a path.
        vectors: paths of document vectors, or ``{docno: {term: weight}}``.
        count: how many terms of a node there are at most.

    Returns:
        For each hierarchy a list with the terms of each node, the most characteristic first.

    Warns (DataWarning) where documents have no vector.
    """
    limit = whole_number(count, "count")
    lines = None
    if isinstance(vectors, Mapping):
        lines = "".join(json_of({"id": docno, "vector": mapping(terms, "vectors", "{docno: {term: weight}}")}, "vectors") + "\n" for docno, terms in vectors.items())
    paths = [] if isinstance(vectors, Mapping) else paths_of(vectors, "vectors")
    return _core.characteristic_terms(hierarchies_of(hierarchies), paths, lines, max(limit, 0))


def export(
    trees: Union[Iterable[Hierarchy], Iterable[Dendrogram]],
    format: str,
    *,
    topics: Optional[PathLike] = None,
    terms: Sequence[Sequence[Sequence[str]]] = (),
) -> str:
    """Hierarchies or dendrograms in a format of other programs, as ``subintent hierarchy --export`` writes them.

    Args:
        trees: hierarchies, or for "linkage" dendrograms.
        format: "dot" (Graphviz), "graphml", "newick" or "linkage" (SciPy's linkage matrices).
        topics: path to the topics XML of the TREC Web Track: what intents are about labels those without a label, and
            "dot" shows the queries.
        terms: characteristic_terms() of the hierarchies, which label other nodes without a label.

    Raises:
        Error: for an unknown format, or one that is not of these trees.
    """
    name = text(format, "format")
    if _core.export_formats().get(name):
        return _core.export_dendrograms(listed(trees, _core.Dendrogram, "trees"), name)
    of_topics = listed(trees, _core.Hierarchy, "trees")
    per_node = "lists of the terms of nodes, one for each hierarchy"
    of_nodes = [[list_of_texts(of_node, "terms") for of_node in items(of_tree, "terms", per_node)] for of_tree in items(terms, "terms", per_node)]
    return _core.export_hierarchies(of_topics, name, None if topics is None else path_of(topics, "topics"), of_nodes)


def shuffled(hierarchies: Any, *, seed: int = 1, number: int = 0) -> List[Hierarchy]:
    """A placebo of hierarchies: their documents shuffled within each intent, at topic level within the topic.

    Layers, sizes and weights of nodes stay as they are, and so do the documents of intents and
    superintents.

    Args:
        hierarchies: a path to a file of hierarchies, or what hierarchies() returns.
        seed: of the shuffling.
        number: which of many placebos of that seed; compare.placebo() takes the numbers from 0 on.
    """
    if count(number, "number") >= 2**32:
        raise Error("number: not from 0 to 2**32 - 1", kind="argument", argument="number")
    made = _core.shuffled(hierarchies_of(hierarchies), count(seed, "seed"), number)
    return [Hierarchy(each) for each in made]


def _write(values: Iterable[Any], kind: Any, path: PathLike, what: str) -> None:
    lines = [each.to_json() for each in listed(values, kind, what)]
    with written(path, "path") as file:
        file.writelines(line.encode() + b"\n" for line in lines)


def write_dendrograms(dendrograms: Iterable[Dendrogram], path: PathLike) -> None:
    """Writes a file as ``subintent cluster`` does; all of it or, where that fails, nothing.

    Args:
        dendrograms: what cluster() returned.
        path: of the file.
    """
    _write(dendrograms, _core.Dendrogram, path, "dendrograms")


def write_hierarchies(hierarchies: Iterable[Hierarchy], path: PathLike) -> None:
    """Writes a file as ``subintent hierarchy`` does; all of it or, where that fails, nothing.

    Args:
        hierarchies: what hierarchies() returned.
        path: of the file.
    """
    _write(hierarchies, _core.Hierarchy, path, "hierarchies")


def read_dendrograms(path: PathLike) -> List[Dendrogram]:
    """Reads a file of ``subintent cluster``.

    Args:
        path: of the file.
    """
    return [Dendrogram(each) for each in _core.read_dendrograms(path_of(path, "path"))]


def read_hierarchies(path: PathLike, *, all_intents: bool = True) -> List[Hierarchy]:
    """Reads a file of ``subintent hierarchy``, or makes hierarchies of a file of nuggets.

    Of nuggets, questions are layer 1 and their answers layer 2.

    Args:
        path: of the file.
        all_intents: whether nuggets without a relevant document are nodes without documents, or left out.
    """
    return HierarchyList(Hierarchy(each) for each in _core.read_hierarchies(path_of(path, "path"), bool(all_intents)))
