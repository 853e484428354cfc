"""Dendrograms of documents, and hierarchies of intents."""

from __future__ import annotations

import functools
import json
import os
from typing import Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy

from . import _core
from ._arguments import count, instance, items, mapping, number, refuse, text, whole_number
from ._arguments import texts as list_of_texts
from ._errors import Error
from ._files import path_of, paths_of, written
from ._judgments import judgments_of
from ._progress import caller_of
from ._similarity import Similarity
from ._types import PathLike, QrelsLike


def _json_of(value: Mapping[str, Any], argument: str = "value") -> str:
    if not isinstance(value, Mapping):
        refuse(argument, "a dict as to_dict() returns it", value)
    try:
        return json.dumps(value, allow_nan=False)
    except ValueError as error:  # NaN
        raise Error(f"{error}") from None


class Merge(NamedTuple):
    """The k-th merge of n documents joins the nodes a < b into node n + k, which has `size` documents.

    Nodes below n are documents. `similarity` is that of the two clusters.
    """

    a: int
    b: int
    similarity: float
    size: int


class Dendrogram(_core.Dendrogram):
    """The clustering of the relevant documents of an intent: a binary tree of merges.

    Attributes:
        topic: the topic.
        intent: the intent; "*" for a whole topic.
        docs: the docnos, sorted by their bytes.

    ``len()`` is the number of documents. It can be pickled.

    Args:
        made: another Dendrogram; new ones are made by cluster().
    """

    def __init__(self, made: _core.Dendrogram) -> None:
        if not isinstance(made, _core.Dendrogram):
            raise TypeError("a Dendrogram is made by cluster(), or by Dendrogram.from_dict()")
        super().__init__(made)

    @property
    def merges(self) -> List[Merge]:
        """The merges, in their order: one fewer than documents."""
        return [Merge(*merge) for merge in self.merge_tuples()]

    def linkage(self) -> "numpy.ndarray[Any, Any]":
        """The linkage matrix of SciPy, for scipy.cluster.hierarchy.dendrogram() and the like.

        Returns:
            array of float64, merges x 4: a, b, distance (1 - similarity), size. Its labels are `docs`.
        """
        return super().linkage()

    def to_dict(self) -> Dict[str, Any]:
        """The object of a line of the command line's files: topic, intent, docs, merges."""
        made: Dict[str, Any] = json.loads(self.to_json())
        return made

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> "Dendrogram":
        """The reverse of to_dict(). Raises Error for what is not a binary tree over the documents.

        Args:
            value: a dict as to_dict() returns it.
        """
        return cls(_core.parse_dendrograms(_json_of(value))[0])

    def __len__(self) -> int:
        return len(self.docs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _core.Dendrogram) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __repr__(self) -> str:
        return _core.terminal_text(f"<Dendrogram: topic {self.topic}, intent {self.intent}, {len(self)} documents>")


class Node(NamedTuple):
    """A node of a hierarchy, below its root.

    Attributes:
        id: its place in Hierarchy.nodes.
        parent: the id of its parent; None under the root.
        layer: 1 below the root.
        intent: the official intent, the superintent, or "*" where a whole topic was clustered.
        weight: those of a layer add up to 1.
        similarity: of the merge that made the node, if one did.
        dummy: whether it only fills a layer [Dou19 section 3.3.3].
        docs: the docnos of all relevant documents below it.
        label: text for people; "" if it has none.
        stability: how far it is found again among a part of the documents, 0 to 1, if that is known.
        needs_all: whether all its children must be covered (AND), to measures with ``cover=given``;
            otherwise any of them is enough (OR).
    """

    id: int
    parent: Optional[int]
    layer: int
    intent: str
    weight: float
    similarity: Optional[float]
    dummy: bool
    docs: List[str]
    label: str = ""
    stability: Optional[float] = None
    needs_all: bool = False


class Hierarchy(_core.Hierarchy):
    """The intents and subintents of a topic as a tree with weights [Dou19 section 3].

    In a notebook it draws itself as an icicle: widths are weights. ``print()`` draws it as text.

    Attributes:
        topic: the topic.
        layers: how many layers there are below the root.
        docnos: all documents, sorted by their bytes.

    ``len()`` is the number of nodes, and iterating gives them, parents before their children. It can
    be pickled.

    Args:
        made: another Hierarchy; new ones are made by hierarchies().
    """

    def __init__(self, made: _core.Hierarchy) -> None:
        if not isinstance(made, _core.Hierarchy):
            raise TypeError("a Hierarchy is made by hierarchies(), or by Hierarchy.from_dict()")
        super().__init__(made)

    @functools.cached_property
    def _nodes(self) -> List[Node]:
        return [Node(i, *node) for i, node in enumerate(self.node_tuples())]

    @functools.cached_property
    def _children(self) -> Dict[Optional[int], List[Node]]:
        children: Dict[Optional[int], List[Node]] = {}
        for node in self._nodes:
            children.setdefault(node.parent, []).append(node)
        return children

    @property
    def nodes(self) -> List[Node]:
        """All nodes, layer by layer; a node's id is its place here."""
        return list(self._nodes)

    def children(self, node: Union[Node, int, None] = None) -> List[Node]:
        """The nodes below a node.

        Args:
            node: a Node or its id; None: the root.
        """
        return list(self._children.get(node.id if isinstance(node, Node) else node, []))

    def parent(self, node: Union[Node, int]) -> Optional[Node]:
        """The node above a node; None under the root.

        Args:
            node: a Node or its id.
        """
        place = node.id if isinstance(node, Node) else whole_number(node, "node")
        if not 0 <= place < len(self._nodes):
            raise Error(f"node: {place} is not from 0 to {len(self._nodes) - 1}", kind="argument", argument="node")
        above = self._nodes[place].parent
        return None if above is None else self._nodes[above]

    def leaves(self) -> List[Node]:
        """The nodes without children, from left to right."""
        return [node for node in self.walk() if node.id not in self._children]

    def walk(self) -> Iterator[Node]:
        """All nodes, each followed by those below it."""
        open_nodes = self.children()[::-1]
        while open_nodes:
            node = open_nodes.pop()
            yield node
            open_nodes += self.children(node)[::-1]

    def draw(  # type: ignore[override]
        self,
        width: int = 80,
        *,
        ascii: bool = False,
        all_documents: bool = False,
        depth: Optional[int] = None,
        intent: Optional[str] = None,
        document: Optional[str] = None,
        terms: Sequence[Sequence[str]] = (),
        texts: Optional[Mapping[str, Sequence[str]]] = None,
        topics: Optional[PathLike] = None,
    ) -> str:
        """A tree for a terminal, as ``subintent explain`` draws it.

        Args:
            width: columns of the terminal.
            ascii: whether to draw with ASCII characters.
            all_documents: whether to list all documents of a leaf, not only the first five.
            depth: what is below this layer is folded.
            intent: only this intent or superintent.
            document: only the paths to this document: which others it joins, and at what similarity.
            terms: for each node its characteristic_terms().
            texts: ``{docno: DocumentText}``: documents are shown with their titles.
            topics: path to the topics XML of the TREC Web Track, whose queries and descriptions are shown.

        Raises:
            Error: for an intent or document that the hierarchy lacks.
        """
        return super().draw(
            width,
            ascii,
            all_documents,
            None if depth is None else max(whole_number(depth, "depth"), 0),
            None if intent is None else text(intent, "intent"),
            None if document is None else text(document, "document"),
            _texts_of({} if texts is None else texts),
            None if topics is None else path_of(topics, "topics"),
            [list_of_texts(of_node, "terms") for of_node in items(terms, "terms", "a list of terms for each node")],
        )

    def draw_svg(self, width: int = 960) -> str:
        """An icicle as an SVG document.

        A row per layer, a box per node below its parent, as wide as its weight. Pointing at a box
        shows what it is. Dummies belong to the box of the node that they lead to.

        Args:
            width: of the document in pixels, 100 to 100,000.
        """
        return super().draw_svg(whole_number(width, "width"))

    def to_dict(self) -> Dict[str, Any]:
        """The object of a line of the command line's files: topic, layers, nodes."""
        made: Dict[str, Any] = json.loads(self.to_json())
        return made

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> "Hierarchy":
        """The reverse of to_dict(). Raises Error for what is not a hierarchy.

        Args:
            value: a dict as to_dict() returns it.
        """
        return cls(_core.parse_hierarchies(_json_of(value))[0])

    def to_networkx(self) -> Any:
        """A networkx.DiGraph with edges from parents to children.

        Its nodes are "root" and the ids, with the attributes of Node; what is None or "" is left out.
        """
        import networkx

        graph = networkx.DiGraph(topic=self.topic, layers=self.layers)
        graph.add_node("root", layer=0, weight=1.0)
        for node in self._nodes:
            attributes = {name: value for name, value in node._asdict().items() if name not in ("id", "parent")}
            graph.add_node(node.id, **{name: value for name, value in attributes.items() if value not in (None, "")})
            graph.add_edge("root" if node.parent is None else node.parent, node.id)
        return graph

    def to_dot(self) -> str:
        """For Graphviz."""
        return super().to_dot()

    def to_newick(self) -> str:
        """For programs that draw phylogenies: tips are documents, lengths of branches count layers."""
        return super().to_newick()

    def to_graphml(self) -> str:
        """GraphML, whose nodes have what Node has."""
        return _core.to_graphml([self])

    def __len__(self) -> int:
        return len(self._nodes)

    def __iter__(self) -> Iterator[Node]:
        return iter(self._nodes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _core.Hierarchy) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __repr__(self) -> str:
        return _core.terminal_text(f"<Hierarchy: topic {self.topic}, {self.layers} layers, {len(self)} nodes>")

    def __str__(self) -> str:
        return self.draw()

    def _repr_svg_(self) -> str:
        return self.draw_svg()


def _listed(given: Any, kind: Any, what: str) -> List[Any]:
    listed = [given] if isinstance(given, kind) else items(given, what, f"a path or a list of {kind.__name__}")
    return [instance(one, kind, what) for one in listed]


def _dendrograms(given: Any, argument: str = "dendrograms") -> List[_core.Dendrogram]:
    if isinstance(given, (str, os.PathLike)):
        return _core.read_dendrograms(path_of(given, argument))
    return _listed(given, _core.Dendrogram, argument)


def hierarchies_of(given: Any, name: str = "", all_intents: bool = True, argument: str = "hierarchies") -> List[_core.Hierarchy]:
    """Hierarchies read from a path, or given; under that name, if they have one."""
    if isinstance(given, (str, os.PathLike)):
        return _core.read_hierarchies(path_of(given, argument), all_intents)
    return _listed(given, _core.Hierarchy, f"{argument} {name}".rstrip())


def cluster(
    qrels: QrelsLike,
    similarity: Similarity,
    *,
    level: str = "intent",
    linkage: str = "complete",
    contrast: bool = False,
    neighbours: int = 0,
    contrast_power: int = 1,
    background: bool = False,
    progress: Any = None,
) -> List[Dendrogram]:
    """Clusters the relevant documents of every intent [Dou19 section 3.2], on all cores.

    Args:
        qrels: Judgments, or what they are made of.
        similarity: of the documents. Documents that it does not contain have similarity 0 to all others.
        level: "intent", a dendrogram per topic and intent, or "topic", one of all relevant documents
            of a topic.
        linkage: "complete", "single" or "average".
        contrast: whether to reduce the weight of what vectors share with the topic's other documents.
        neighbours: if not 0, documents are compared by their lists of so many nearest neighbours in the
            topic; 15 is a good number.
        contrast_power: with contrast, a term loses this power of the share of the topic's documents that have it;
            1 to 10. With 2, terms of most documents lose nearly as much as with 1, those of a third much less.
        background: whether merges say how similar documents are beyond those of other topics, which hierarchies()
            needs for `one_subtopic`.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        Dendrograms in the order of topics and intents, which are the same for any number of cores.

    Raises:
        Error: where no document has a similarity, for contrast of fingerprints, and a background of all but sparse vectors.

    Warns (DataWarning) of documents without one. Ctrl-C stops it.
    """
    if not isinstance(similarity, _core.Similarity):
        raise TypeError(f"similarity: expected Similarity, found {type(similarity).__name__}")
    made = _core.cluster(
        judgments_of(qrels), similarity, level, linkage, contrast, count(neighbours, "neighbours"),
        count(contrast_power, "contrast_power"), background, caller_of(progress)
    )
    return [Dendrogram(one) for one in made]


Subtopics = Union[int, Mapping[str, int], PathLike, None]


def subtopics_of(given: Subtopics) -> Tuple[Optional[int], Dict[str, int]]:
    """The number for all topics, and those of single ones."""
    if given is None:
        return None, {}
    if isinstance(given, (str, os.PathLike)):
        return None, _core.read_subtopics(path_of(given, "subtopics"))
    if isinstance(given, Mapping):
        return None, {text(topic, "subtopics"): _leaves(number) for topic, number in given.items()}
    return _leaves(given), {}


def _leaves(number: Any, name: str = "subtopics") -> int:
    return min(count(number, name), 2**32 - 1)


def _pruning(
    trees: List[_core.Dendrogram], delta: Union[float, str], stop: Optional[float], one_subtopic: Optional[float], bins: str
) -> Tuple[float, bool, Optional[float], Optional[float], str]:
    """What the core takes: delta, whether it is balanced instead, stop, one_subtopic and bins."""
    balanced = delta == "balanced"
    if balanced:
        value = 0.3  # unused
    else:
        value = _core.mean_similarity(trees) if delta == "mean" else number(delta, "delta")
    bounds = [None if bound is None else number(bound, name) for bound, name in ((stop, "stop"), (one_subtopic, "one_subtopic"))]
    return value, balanced, bounds[0], bounds[1], text(bins, "bins")


def hierarchies(
    qrels: QrelsLike,
    dendrograms: Union[PathLike, Iterable[Dendrogram]],
    *,
    delta: Union[float, str] = 0.3,
    stop: Optional[float] = None,
    one_subtopic: Optional[float] = None,
    subtopics: Subtopics = None,
    around: Optional[int] = None,
    bins: str = "fixed",
    compress: bool = True,
    weights: str = "WI",
    intent_weights: str = "depth",
    superintents: Optional[PathLike] = None,
) -> List[Hierarchy]:
    """Makes hierarchies of subintents: prunes, compresses, extends and weights dendrograms [Dou19 section 3.3-3.5].

    Args:
        qrels: Judgments, or what they are made of; those that were clustered.
        dendrograms: what cluster() returned, or a path to a file of ``subintent cluster``.
        delta: merges of a similarity above it become one subintent; 0 to 1. "mean" is the mean similarity
            of all pairs of documents relevant to the same topic; "balanced" gives each dendrogram one of its own,
            the geometric mean of the mean similarities within and across its leaves.
        stop: merges of a lower similarity become subintents, too, as long as the squared mean similarity across
            leaves is above so many times that within leaves; 0 to 1. None: they do not.
        one_subtopic: a tree becomes one subtopic if documents of different leaves are at least so many times as similar,
            beyond documents of other topics, as those of one leaf; 0 to 1. None: it does not. Dendrograms must have been
            made with `background`. A warning names the topics.
        subtopics: how many leaves each dendrogram has, whatever delta says: a number, ``{topic: number}``, or a path to
            a file with lines "topic number". None: as delta says.
        around: about how many subtopics people would find: the number of leaves is the geometric mean of this, or of
            half of the documents if they are fewer, and of their number by delta. None: as delta says.
        bins: for compression: "fixed", ten; "mean", two of each dendrogram, divided by the mean similarity across
            leaves; "quantiles=N", with as many inner nodes each.
        compress: whether inner nodes in the bin of their parent are removed.
        weights: of subintents: by the leaves ("WI"), the global gain ("WD"), the "grades" for their intent or the
            "documents" below them.
        intent_weights: of intents: by the "depth" of their trees, "uniform", or "given", by the
            probabilities of the judgments.
        superintents: path to groups of intents, "topic superintent intent".

    Returns:
        The hierarchy of every topic with a relevant document.

    Raises:
        Error: for dendrograms that do not fit the judgments, naming topic, intent and document.

    Warns (DataWarning) of a delta that prunes nearly nothing or nearly everything.
    """
    trees = _dendrograms(dendrograms)
    pruning = _pruning(trees, delta, stop, one_subtopic, bins)
    made = _core.hierarchies(
        judgments_of(qrels),
        trees,
        *pruning[:4],
        *subtopics_of(subtopics),
        None if around is None else _leaves(around, "around"),
        pruning[4],
        compress,
        weights,
        intent_weights,
        None if superintents is None else path_of(superintents, "superintents"),
    )
    return [Hierarchy(one) for one in made]


def intent_hierarchies(
    qrels: QrelsLike, *, intent_weights: str = "depth", superintents: Optional[PathLike] = None
) -> List[Hierarchy]:
    """Hierarchies of the official intents alone, without subintents.

    Args:
        qrels: Judgments, or what they are made of.
        intent_weights: of intents: "uniform", or "given", by the probabilities of the judgments; "depth" is uniform, too.
        superintents: path to groups of intents, "topic superintent intent".
    """
    path = None if superintents is None else path_of(superintents, "superintents")
    made = _core.hierarchies(judgments_of(qrels), None, 0.3, False, None, None, None, {}, None, "fixed", True, "WI", intent_weights, path)
    return [Hierarchy(one) for one in made]


def with_labels(
    hierarchies: Iterable[Hierarchy],
    texts: Optional[Mapping[str, Sequence[str]]] = None,
    *,
    labels: Union[PathLike, Mapping[str, Mapping[str, str]], None] = None,
    titles: Optional[Mapping[str, str]] = None,
) -> List[Hierarchy]:
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
    listed = _listed(hierarchies, _core.Hierarchy, "hierarchies")
    if isinstance(labels, (str, os.PathLike)):
        listed = _core.with_labels_of_file(listed, path_of(labels, "labels"))
    elif labels is not None:
        listed = _core.with_given_labels(listed, _labels_of(labels))
    if texts is not None or labels is None:
        listed = _core.with_labels(listed, _texts_of(texts), mapping(titles or {}, "titles", "{topic: title}"))
    return [Hierarchy(one) for one in listed]


def _labels_of(labels: Mapping[str, Mapping[str, str]]) -> List[Tuple[str, str, str]]:
    expected = "a path or {topic: {node: label}}"
    return [
        (text(str(topic), "labels"), text(str(node), "labels"), text(label, "labels"))
        for topic, of_topic in mapping(labels, "labels", expected).items()
        for node, label in mapping(of_topic, "labels", expected).items()
    ]


def _texts_of(texts: Any) -> Dict[str, Tuple[str, str, str]]:
    if not isinstance(texts, Mapping):
        refuse("texts", "{docno: DocumentText}", texts)
    return {text(docno, "texts"): _text_parts(parts) for docno, parts in texts.items()}


def _text_parts(given: Sequence[str]) -> Tuple[str, str, str]:
    parts = [text(part, "texts") for part in items(given, "texts", "DocumentText")]
    if len(parts) != 3:
        refuse("texts", "DocumentText", given)
    return parts[0], parts[1], parts[2]


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
        lines = "".join(_json_of({"id": docno, "vector": mapping(terms, "vectors", "{docno: {term: weight}}")}, "vectors") + "\n" for docno, terms in vectors.items())
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
        return _core.export_dendrograms(_listed(trees, _core.Dendrogram, "trees"), name)
    listed = _listed(trees, _core.Hierarchy, "trees")
    per_node = "lists of the terms of nodes, one for each hierarchy"
    of_nodes = [[list_of_texts(of_node, "terms") for of_node in items(of_tree, "terms", per_node)] for of_tree in items(terms, "terms", per_node)]
    return _core.export_hierarchies(listed, name, None if topics is None else path_of(topics, "topics"), of_nodes)


def stability(
    hierarchies: Union[PathLike, Iterable[Hierarchy]],
    dendrograms: Union[PathLike, Iterable[Dendrogram]],
    similarity: Similarity,
    *,
    samples: int = 100,
    seed: int = 1,
    delta: Union[float, str] = 0.3,
    stop: Optional[float] = None,
    subtopics: Subtopics = None,
    around: Optional[int] = None,
    bins: str = "fixed",
    compress: bool = True,
    linkage: str = "complete",
    contrast: bool = False,
    neighbours: int = 0,
    contrast_power: int = 1,
    progress: Any = None,
) -> List[Hierarchy]:
    """Hierarchies whose nodes have a stability: how well each is found again when some documents are left out.

    Each sample has 80 % of the documents of a dendrogram, which are clustered, pruned and compressed in the
    same way. The stability of a node is the mean Jaccard coefficient of its documents and those of the node
    of the sample's tree that is most similar to it [Hennig, CSDA 52, 2007]. Nodes with all documents of
    their intent have none.

    Args:
        hierarchies, dendrograms: what hierarchies() and cluster() returned, or paths to files of them.
        similarity: of the documents, as cluster() took it.
        samples: how many, from 1 to 10,000.
        seed: of the samples. The same seed gives the same numbers, on any machine.
        delta, stop, subtopics, around, bins, compress: as hierarchies() took them.
        linkage, contrast, neighbours, contrast_power: as cluster() took them.
        progress: called with a Progress about ten times a second; or a bar such as tqdm's.

    Returns:
        The hierarchies, in their order; those given stay as they are.

    Raises:
        Error: for numbers that make no sense, and for contrast of fingerprints.
    """
    if not isinstance(similarity, _core.Similarity):
        raise TypeError(f"similarity: expected Similarity, found {type(similarity).__name__}")
    trees = _dendrograms(dendrograms)
    pruning = _pruning(trees, delta, stop, None, bins)
    made = _core.with_stability(
        hierarchies_of(hierarchies),
        trees,
        similarity,
        count(samples, "samples"),
        count(seed, "seed"),
        *pruning[:3],
        *subtopics_of(subtopics),
        None if around is None else _leaves(around, "around"),
        pruning[4],
        compress,
        linkage,
        contrast,
        count(neighbours, "neighbours"),
        count(contrast_power, "contrast_power"),
        caller_of(progress),
    )
    return [Hierarchy(one) for one in made]


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
    return [Hierarchy(one) for one in made]


def _write(values: Iterable[Any], kind: Any, path: PathLike, what: str) -> None:
    lines = [one.to_json() for one in _listed(values, kind, what)]
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
    return [Dendrogram(one) for one in _core.read_dendrograms(path_of(path, "path"))]


def read_hierarchies(path: PathLike, *, all_intents: bool = True) -> List[Hierarchy]:
    """Reads a file of ``subintent hierarchy``, or makes hierarchies of a file of nuggets.

    Of nuggets, questions are layer 1 and their answers layer 2.

    Args:
        path: of the file.
        all_intents: whether nuggets without a relevant document are nodes without documents, or left out.
    """
    return [Hierarchy(one) for one in _core.read_hierarchies(path_of(path, "path"), bool(all_intents))]
