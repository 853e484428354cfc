"""Dendrograms of documents and hierarchies of intents, as objects."""

from __future__ import annotations

import functools
import json
import os
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy

from . import _core
from ._arguments import count, instance, items, refuse, text, whole_number
from ._arguments import texts as list_of_texts
from ._errors import Error
from ._files import path_of
from ._types import PathLike


def json_of(value: Mapping[str, Any], argument: str = "value") -> str:
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
        return cls(_core.parse_dendrograms(json_of(value))[0])

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
            texts: ``{docno: DocumentText}`` or ``{docno: str}``: documents are shown with their titles, or beginnings.
            topics: path to the topics XML of the TREC Web Track, whose queries and descriptions are shown.

        Raises:
            Error: for an intent or document that the hierarchy lacks.
        """
        return super().draw(
            count(width, "width"),
            bool(ascii),
            bool(all_documents),
            None if depth is None else max(whole_number(depth, "depth"), 0),
            None if intent is None else text(intent, "intent"),
            None if document is None else text(document, "document"),
            texts_of({} if texts is None else texts),
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
        return super().draw_svg(count(width, "width"))

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
        return cls(_core.parse_hierarchies(json_of(value))[0])

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
        return _core.export_hierarchies([self], "dot", None, [])

    def to_newick(self) -> str:
        """For programs that draw phylogenies: tips are documents, lengths of branches count layers."""
        return _core.export_hierarchies([self], "newick", None, [])

    def to_graphml(self) -> str:
        """GraphML, whose nodes have what Node has."""
        return _core.export_hierarchies([self], "graphml", None, [])

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


def listed(given: Any, kind: Any, what: str) -> List[Any]:
    """The objects of a class that one of them, or an iterable, gives."""
    if kind is _core.Hierarchy and type(given).__name__ == "MadeHierarchies":
        if given.topic and given.intent:
            refuse(what, "a list of Hierarchy", given, "give its .intent, or its .topic")
        given = given.topic or given.intent
    objects = [given] if isinstance(given, kind) else items(given, what, f"a path or a list of {kind.__name__}")
    return [instance(each, kind, what) for each in objects]


def dendrograms_of(given: Any, argument: str = "dendrograms") -> List[_core.Dendrogram]:
    """Dendrograms read from a path, or given."""
    if isinstance(given, (str, os.PathLike)):
        return _core.read_dendrograms(path_of(given, argument))
    return listed(given, _core.Dendrogram, argument)


class HierarchyList(List[Hierarchy]):
    """Hierarchies by their places or, as ``["3"]``, by topics."""

    whole: Sequence[str] = ()  # topics that have one without intents, in another list

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice) or hasattr(type(at), "__index__"):
            topics = self.keys()
            if not isinstance(at, slice) and str(at) in topics and topics[at : at + 1 or None] != [str(at)]:
                raise KeyError(f'{at} may be a place or a topic; write ["{at}"] for the topic, or list(hierarchies)[{at}] for the place')
            return super().__getitem__(at)
        if not isinstance(at, str):
            refuse("hierarchies", "a number, a slice or a topic", at, "that of a hierarchy is its .topic" if isinstance(at, Hierarchy) else "")
        found = self.get(at)
        if found is not None:
            return found
        known = self.keys()
        advice = "there is one without intents in made.topic" if at in self.whole else f"there are {', '.join(known[:5]) or 'none'}{' ...' if len(known) > 5 else ''}"
        raise KeyError(f"no hierarchy of topic {at}; {advice}")

    def __contains__(self, one: object) -> bool:
        return super().__contains__(one) if isinstance(one, _core.Hierarchy) else self.get(one) is not None

    def get(self, topic: Any, default: Any = None) -> Any:
        """The hierarchy of a topic, which may be an int, or the default."""
        return next((one for one in self if one.topic == str(topic)), default)

    def keys(self) -> List[str]:
        """The topics."""
        return [one.topic for one in self]

    def items(self) -> List[Tuple[str, Hierarchy]]:
        return [(one.topic, one) for one in self]

    def values(self) -> List[Hierarchy]:
        return list(self)


def hierarchies_of(given: Any, name: str = "", all_intents: bool = True, argument: str = "hierarchies") -> List[_core.Hierarchy]:
    """Hierarchies read from a path, or given; under that name, if they have one."""
    if isinstance(given, (str, os.PathLike)):
        return _core.read_hierarchies(path_of(given, argument), all_intents)
    if hasattr(given, "columns"):
        refuse(f"{argument} {name}".rstrip(), "Hierarchy", given, "clusters are given to Similarity.sparse(docnos, [{cluster: 1}, ...]), that to cluster(), and its dendrograms to hierarchies()")
    return listed(given, _core.Hierarchy, f"{argument} {name}".rstrip())


def texts_of(texts: Any) -> Dict[str, Tuple[str, str, str]]:
    """Titles, URLs and excerpts by docno; of a document that is given as str, the excerpt."""
    if not isinstance(texts, Mapping):
        refuse("texts", "{docno: DocumentText}", texts)
    return {text(docno, "texts"): _text_parts(parts) for docno, parts in texts.items()}


def _text_parts(given: Sequence[str]) -> Tuple[str, str, str]:
    if isinstance(given, str):
        words = _core.visible_text(given.encode(), True, "utf-8", False) if _core.is_page(given) else given
        return "", "", " ".join(words.split())
    parts = [text(part, "texts") for part in items(given, "texts", "DocumentText")]
    if len(parts) != 3:
        refuse("texts", "DocumentText", given)
    return parts[0], parts[1], parts[2]
