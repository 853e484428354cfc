"""Dendrograms and hierarchies: those of the command line, walked, exported, drawn and pickled."""
import copy
import json
import math
import pickle
import signal
import threading
import xml.etree.ElementTree

import numpy
import pandas
import pytest
import subintent


# What a small δ and single linkage do to small collections is not the matter here.
pytestmark = pytest.mark.filterwarnings("ignore:.* collapsed into one subintent")


@pytest.fixture(scope="module")
def documents(made):
    return made / "fingerprints"


@pytest.fixture(scope="module")
def dendrograms(study, documents):
    return subintent.cluster(study / "qrels.txt", subintent.Similarity.read_fingerprints(documents))


@pytest.fixture(scope="module")
def trees(study, dendrograms):
    return subintent.hierarchies(study / "qrels.txt", dendrograms, delta=0.2)


def lines(values):
    return "".join(value.to_json() + "\n" for value in values)


@pytest.mark.parametrize("level", ["intent", "topic"])
@pytest.mark.parametrize("linkage", ["complete", "single", "average"])
def test_equal_the_command_line(study, documents, program, tmp_path, level, linkage):
    qrels = study / "qrels.txt"
    similarity = subintent.Similarity.read_fingerprints(documents)
    made = subintent.cluster(qrels, similarity, level=level, linkage=linkage)
    options = ["--qrels", qrels, "--fingerprints", documents, "--level", level, "--linkage", linkage]
    program("cluster", *options, "--topic-mean", "-o", tmp_path / "d")
    assert lines(made) == (tmp_path / "d").read_text()
    assert subintent.read_dendrograms(tmp_path / "d") == made
    printed = program("hierarchy", "--qrels", qrels, tmp_path / "d", "--delta", 0.25, "--weights", "WD")
    assert lines(subintent.hierarchies(qrels, made, delta=0.25, weights="WD")) == printed


def test_options_equal_the_command_line(study, program, trees, dendrograms, tmp_path):
    qrels = study / "qrels.txt"
    (tmp_path / "d").write_text(lines(dendrograms))
    groups = study / "superintents.txt"
    printed = program("hierarchy", "--qrels", qrels, tmp_path / "d", "--superintents", groups, "--intent-weights", "uniform")
    made = subintent.hierarchies(qrels, tmp_path / "d", superintents=groups, intent_weights="uniform")
    assert lines(made) == printed
    printed = program("hierarchy", "--qrels", qrels, tmp_path / "d", "--raw")
    assert lines(subintent.hierarchies(qrels, dendrograms, compress=False, intent_weights="uniform")) == printed
    assert lines(subintent.intent_hierarchies(qrels)) == program("hierarchy", "--qrels", qrels)
    (tmp_path / "h").write_text(lines(trees))
    assert subintent.read_hierarchies(tmp_path / "h") == trees


@pytest.mark.parametrize("view", [{"contrast": True}, {"neighbours": 4}, {"contrast": True, "neighbours": 4}])
def test_documents_of_a_topic_equal_the_command_line(study, documents, program, tmp_path, view):
    qrels, vectors = study / "qrels.txt", documents.parent / "vectors"
    made = subintent.cluster(qrels, subintent.Similarity.read_vectors(vectors), linkage="average", **view)
    options = [f"--{name}" for name in view] + ([view["neighbours"]] if "neighbours" in view else [])
    program("cluster", "--qrels", qrels, "--vectors", vectors, "--linkage", "average", *options, "-o", tmp_path / "d")
    assert lines(made) == (tmp_path / "d").read_text()
    printed = program("hierarchy", "--qrels", qrels, tmp_path / "d", "--delta", "mean")
    assert lines(subintent.hierarchies(qrels, made, delta="mean")) == printed
    assert lines(subintent.hierarchies(qrels, tmp_path / "d", delta="mean")) == printed
    printed = program("hierarchy", "--qrels", qrels, "--delta", "balanced", "--bins", "quantiles=3", tmp_path / "d")
    assert lines(subintent.hierarchies(qrels, made, delta="balanced", bins="quantiles=3")) == printed
    numbers = {tree.topic: 5 for tree in made}
    (tmp_path / "n").write_text("".join(f"{topic}\t5\n" for topic in numbers))
    printed = program("hierarchy", "--qrels", qrels, "--subtopics", "5", tmp_path / "d")
    for given in (5, numbers, tmp_path / "n", {tree.topic: {other.intent: 5 for other in made} for tree in made}):
        assert lines(subintent.hierarchies(qrels, made, subtopics=given)) == printed


def test_labels_equal_those_of_the_program(documents, trees, program, tmp_path):
    (tmp_path / "h").write_text(lines(trees))
    texts = subintent.read_texts(documents.parent / "texts")
    made = subintent.with_labels(trees, texts)
    assert lines(made) == program("hierarchy", "--make-labels", documents.parent / "texts", tmp_path / "h")
    assert subintent.with_labels(made, texts) == made
    assert any(node.label for node in made[0]) and not any(node.label for node in trees[0])
    with pytest.warns(subintent.DataWarning, match="from the others"):
        assert lines(subintent.with_labels(trees, {})) == lines(trees)
    with pytest.warns(subintent.DataWarning):
        subintent.with_labels(trees[0], {trees[0].docnos[0]: ("Title", "", "\x00 \u202e")})


@pytest.mark.parametrize("texts", [[], {"d": 1}, {"d": ("a", "b")}, {"d": ("a", "b", 3)}, {1: ("a", "b", "c")}])
def test_labels_are_made_of_texts(trees, texts):
    with pytest.raises(TypeError, match="^texts: expected"):
        subintent.with_labels(trees, texts)


def test_stop_words_of_a_language_and_ngrams_beside_words():
    assert subintent.Tokenizer(stopwords="en", ngrams=3).terms("the dog") == {"dog": 1, "~_do": 1, "~dog": 1, "~og_": 1}
    assert subintent.Tokenizer(stopwords=subintent.stop_words("english")).terms("The dog isn’t") == {"dog": 1}
    assert subintent.Tokenizer(stem="english", ngrams=4).terms("Dogs") == {"dog": 1, "~_dog": 1, "~dogs": 1, "~ogs_": 1}


def test_measures_use_similarities(study, documents, program):
    run = next((study / "runs").iterdir())
    options = ["--fingerprints", documents, "-m", "nDCG_RA@20", "--format", "json", "--digits", "full"]
    printed = json.loads(program("evaluate", "--qrels", study / "qrels.txt", *options, run))
    similarity = subintent.Similarity.read_fingerprints(documents)
    evaluator = subintent.Evaluator(study / "qrels.txt", ["nDCG_RA@20"], similarity=similarity)
    assert evaluator.calc_aggregate(run) == printed[0]["scores"]


def test_a_hierarchy_can_be_walked(trees):
    tree = max(trees, key=len)
    assert len(tree.nodes) == len(tree) == len(list(tree)) == len(list(tree.walk())) > 10
    for node in tree:
        assert tree.nodes[node.id] == node
        assert node in (tree.children(node.parent) if node.parent is not None else tree.children())
        below = tree.children(node)
        assert below == tree.children(node.id)
        assert all(tree.parent(child) == node and child.layer == node.layer + 1 for child in below)
        if below:
            assert math.isclose(sum(child.weight for child in below), node.weight)
            assert sorted(set().union(*(child.docs for child in below))) == node.docs
    assert [node for node in tree.walk() if node.parent is None] == tree.children()
    assert tree.parent(tree.children()[0]) is None
    assert {node.layer for node in tree.leaves()} == {tree.layers}
    for layer in range(1, tree.layers + 1):
        assert math.isclose(sum(node.weight for node in tree if node.layer == layer), 1)
    assert sorted(set().union(*(node.docs for node in tree))) == tree.docnos


def test_a_walk_goes_down_first():
    node = {"intent": "x", "weight": 0.5, "similarity": None, "dummy": False, "docs": ["d"]}
    nodes = [dict(node, id=id, parent=parent, layer=layer, docs=[f"d{id}"]) for id, parent, layer in ((0, None, 1), (1, None, 1), (2, 0, 2), (3, 1, 2))]
    tree = subintent.Hierarchy.from_dict({"topic": "t", "layers": 2, "nodes": nodes})
    assert [n.docs for n in tree.walk()] == [["d0"], ["d2"], ["d1"], ["d3"]]


def test_dicts_and_copies(trees, dendrograms):
    tree, dendrogram = trees[0], dendrograms[0]
    assert tree.to_dict() == json.loads(tree.to_json())
    assert dendrogram.to_dict()["merges"] == [list(merge) for merge in dendrogram.merges]
    for value in (tree, dendrogram):
        for made in (type(value).from_dict(value.to_dict()), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert made == value and type(made) is type(value) and hash(made) == hash(value)
    assert trees[0] != list(trees)[1] and dendrograms[0] != dendrograms[1] and tree != dendrogram
    assert repr(dendrogram).startswith(f"<Dendrogram: topic {dendrogram.topic}, intent")
    assert repr(tree) == f"<Hierarchy: topic {tree.topic}, {tree.layers} layers, {len(tree)} nodes>"


def test_networkx(trees):
    networkx = pytest.importorskip("networkx")
    tree = max(trees, key=len)
    graph = tree.to_networkx()
    assert networkx.is_arborescence(graph) and len(graph) == len(tree) + 1
    assert graph.graph == {"topic": tree.topic, "layers": tree.layers}
    for node in tree:
        assert list(graph.predecessors(node.id)) == ["root" if node.parent is None else node.parent]
        assert graph.nodes[node.id]["weight"] == node.weight and graph.nodes[node.id]["docs"] == node.docs
        assert ("similarity" in graph.nodes[node.id]) == (node.similarity is not None)
    namespace = "{http://graphml.graphdrawing.org/xmlns}"
    assert len(list(xml.etree.ElementTree.fromstring(tree.to_graphml()).iter(namespace + "node"))) == len(graph)


def test_linkage_is_that_of_scipy():
    hierarchy = pytest.importorskip("scipy.cluster.hierarchy")
    rows = numpy.random.default_rng(2).standard_normal((60, 24))
    docnos = [f"d{i:02}" for i in range(60)]
    for linkage in ("complete", "single", "average"):
        similarity = subintent.Similarity.dense(docnos, rows)
        (made,) = subintent.cluster({"1": {"x": dict.fromkeys(docnos, 1)}}, similarity, linkage=linkage)
        assert made.docs == docnos and hierarchy.is_valid_linkage(made.linkage())
        expected = hierarchy.linkage(rows, linkage, metric="cosine")
        assert numpy.allclose(made.linkage()[:, 2:], expected[:, 2:], rtol=0, atol=1e-8)
        labels = hierarchy.dendrogram(made.linkage(), labels=made.docs, no_plot=True)["ivl"]
        assert sorted(labels) == docnos


def test_clusters_become_hierarchies():
    clusters = {"d1": "food", "d2": "habitat", "d3": "food", "d4": "food"}
    qrels = {"1": {"animal": {"d1": 1, "d2": 1, "d3": 1}, "car": {"d4": 1}}}
    similarity = subintent.Similarity.sparse(list(clusters), [{name: 1} for name in clusters.values()])
    for level, leaves in ("intent", [["d1", "d3"], ["d2"], ["d4"]]), ("topic", [["d1", "d3", "d4"], ["d2"]]):
        tree = subintent.hierarchies(qrels, subintent.cluster(qrels, similarity, level=level))["1"]
        assert [leaf.docs for leaf in tree.leaves()] == leaves
    frame = pandas.DataFrame({"docno": clusters.keys(), "cluster": clusters.values()})
    with pytest.raises(TypeError, match="hierarchies X: expected Hierarchy, found DataFrame.*Similarity.sparse"):
        subintent.Evaluator(qrels, ["N-rec_X@3"], hierarchies={"X": frame})


def test_one_document_has_no_merges():
    similarity = subintent.Similarity.fingerprints(["a"], [1])
    (made,) = subintent.cluster({"1": {"x": {"a": 1}}}, similarity)
    assert len(made) == 1 and made.merges == [] and made.linkage().shape == (0, 4)


def test_draws_itself(trees):
    tree = max(trees, key=len)
    assert str(tree) == tree.draw() and str(tree).startswith(f"topic {tree.topic}: ")
    assert max(map(len, tree.draw(40, ascii=True).splitlines())) <= 40
    assert all(docno in tree.draw(all_documents=True) for docno in tree.docnos)
    assert "folded" in tree.draw(depth=1) and tree.draw(depth=tree.layers) == tree.draw()
    with pytest.raises(subintent.Error, match="depth"):
        tree.draw(depth=0)


def test_labels_are_kept_drawn_and_exported(trees):
    tree = next(tree for tree in trees if tree.layers > 1)
    value = tree.to_dict()
    value["nodes"][-1]["label"] = 'a "label"'
    labelled = subintent.Hierarchy.from_dict(value)
    assert labelled.nodes[-1].label == 'a "label"' and labelled.nodes[0].label == ""
    assert labelled.to_dict() == value and labelled != tree
    assert 'a "label"' in labelled.draw() and r"a \"label\"" in labelled.to_dot()
    assert "label" not in tree.to_graphml()
    svg = xml.etree.ElementTree.fromstring(tree._repr_svg_())
    space = "{http://www.w3.org/2000/svg}"
    boxes = [box.find(space + "rect") for box in svg.iter(space + "g")]
    assert len(boxes) == 1 + sum(not (node.dummy and len(tree.children(node)) == 1) for node in tree)
    # One more pixel for the gap between boxes.
    at_top = [float(box.get("width")) + 1 for box in boxes if float(box.get("y")) == 36]
    assert at_top == pytest.approx([960 * node.weight for node in tree.children()], abs=0.01)


def test_hostile_names_are_drawn_as_text():
    intent = "<script>alert('&')</script>"
    docno = 'd"]]>&amp;'
    similarity = subintent.Similarity.fingerprints([docno], [1])
    qrels = {"<1>": {intent: {docno: 1}}}
    (tree,) = subintent.hierarchies(qrels, subintent.cluster(qrels, similarity))
    svg = xml.etree.ElementTree.fromstring(tree.draw_svg(400))
    assert not list(svg.iter("{http://www.w3.org/2000/svg}script"))
    titles = [title.text for title in svg.iter("{http://www.w3.org/2000/svg}title")]
    assert titles[0].startswith("topic <1>")
    assert any(intent in title and docno in title for title in titles[1:])


def test_warnings_are_of_python():
    qrels = {"1": {"x": {"a": 1, "b": 1, "c": 1}}}
    similarity = subintent.Similarity.fingerprints(["a", "b"], [1, 2])
    with pytest.warns(subintent.DataWarning, match="similarity"):
        made = subintent.cluster(qrels, similarity)
    assert made[0].docs == ["a", "b", "c"]


def many_intents(count):
    docnos = [f"d{i:03}" for i in range(300)]
    qrels = {"1": {str(intent): dict.fromkeys(docnos, 1) for intent in range(count)}}
    rows = numpy.random.default_rng(3).standard_normal((300, 300))
    return subintent.Judgments(qrels), subintent.Similarity.dense(docnos, rows)


class Bar:
    """What there is of tqdm."""

    total, n = None, 0

    def update(self, count):
        self.n += count


def test_progress_goes_up_and_bars_fit():
    judgments, similarity = many_intents(60)
    told, bar, threads = [], Bar(), set()
    expected = subintent.cluster(judgments, similarity)

    def note(progress):
        told.append(progress)
        threads.add(threading.current_thread())

    assert subintent.cluster(judgments, similarity, progress=note) == expected
    assert subintent.cluster(judgments, similarity, progress=bar) == expected
    assert threads <= {threading.current_thread()}
    assert all(isinstance(progress, subintent.Progress) and progress.total == 60 for progress in told)
    assert [progress.done for progress in told] == sorted(progress.done for progress in told)
    assert bar.n <= 60


def test_a_callback_that_raises_stops_the_work():
    judgments, similarity = many_intents(2000)
    calls = []

    def stop(progress):
        calls.append(progress)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        subintent.cluster(judgments, similarity, progress=stop)
    assert len(calls) == 1 and calls[0].done < 2000


def test_ctrl_c_stops_the_work():
    judgments, similarity = many_intents(2000)
    begun = threading.Event()

    def interrupt():
        begun.wait()
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        subintent.cluster(judgments, similarity, progress=lambda progress: begun.set())


QRELS = {"1": {"x": {"a": 1, "b": 1}, "y": {"c": 1}}}
SIMILARITY = subintent.Similarity.fingerprints(["a", "b", "c"], [1, 2, 3])
DENDROGRAMS = subintent.cluster(QRELS, SIMILARITY)
NODE = {"id": 0, "parent": None, "layer": 1, "intent": "x", "weight": 1.0, "similarity": None, "dummy": False, "docs": ["d"]}


def tree(**changes):
    return {"topic": "1", "layers": 1, "nodes": [dict(NODE, **changes)]}


def dendrogram(**changes):
    return {"topic": "1", "intent": "x", "docs": ["a", "b"], "merges": [[0, 1, 0.5, 2]], **changes}


BAD = {
    "no similarity": (lambda: subintent.cluster(QRELS, None), TypeError, "similarity: expected Similarity, .*found NoneType"),
    "an array for a similarity": (lambda: subintent.cluster(QRELS, numpy.zeros((3, 3))), TypeError, "found ndarray"),
    "unknown level": (lambda: subintent.cluster(QRELS, SIMILARITY, level="page"), subintent.Error, "level: unknown value 'page'; use intent or topic"),
    "unknown linkage": (lambda: subintent.cluster(QRELS, SIMILARITY, linkage="ward"), subintent.Error, "linkage: unknown value 'ward'"),
    "progress that cannot be called": (lambda: subintent.cluster(QRELS, SIMILARITY, progress=5), TypeError, "progress: expected a function"),
    "other documents": (lambda: subintent.cluster({"1": {"x": {"z": 1}}}, SIMILARITY), subintent.Error, "similarity"),
    "nothing to cluster": (lambda: subintent.cluster({}, SIMILARITY), subintent.Error, "qrels"),
    "delta too large": (lambda: subintent.hierarchies(QRELS, DENDROGRAMS, delta=1.5), subintent.Error, "delta: not a number from 0 to 1"),
    "no subtopics": (lambda: subintent.hierarchies(QRELS, DENDROGRAMS, subtopics=0), subintent.Error, "subtopics: not a positive whole number"),
    "a word for subtopics": (lambda: subintent.hierarchies(QRELS, DENDROGRAMS, subtopics={"1": "x"}), TypeError, "subtopics: expected"),
    "unknown bins": (lambda: subintent.hierarchies(QRELS, DENDROGRAMS, bins="nine"), subintent.Error, "bins: unknown value 'nine'; use fixed"),
    "delta NaN": (lambda: subintent.hierarchies(QRELS, DENDROGRAMS, delta=math.nan), subintent.Error, "delta"),
    "unknown weights": (lambda: subintent.hierarchies(QRELS, DENDROGRAMS, weights="wi"), subintent.Error, "weights: unknown value 'wi'; use WI"),
    "unknown intent weights": (lambda: subintent.hierarchies(QRELS, DENDROGRAMS, intent_weights="x"), subintent.Error, "intent_weights: unknown value 'x'"),
    "no probabilities": (lambda: subintent.hierarchies(QRELS, DENDROGRAMS, intent_weights="given"), subintent.Error, "no probabilities"),
    "no dendrograms": (lambda: subintent.hierarchies(QRELS, []), subintent.Error, "no dendrogram"),
    "dendrograms None": (lambda: subintent.hierarchies(QRELS, None), TypeError, "NoneType"),
    "dicts for dendrograms": (lambda: subintent.hierarchies(QRELS, [{}]), TypeError, "dendrograms: expected Dendrogram, found dict"),
    "other judgments": (lambda: subintent.hierarchies({"1": {"x": {"q": 1}}}, DENDROGRAMS), subintent.Error, "topic 1"),
    "dendrograms twice": (lambda: subintent.hierarchies(QRELS, DENDROGRAMS * 2), subintent.Error, "topic 1, intent x has two dendrograms"),
    "a file that does not exist": (lambda: subintent.read_hierarchies("/nowhere"), subintent.Error, "/nowhere"),
    "superintents not there": (lambda: subintent.hierarchies(QRELS, DENDROGRAMS, superintents="/nowhere"), subintent.Error, "/nowhere"),
    "nodes for hierarchies": (lambda: subintent.Evaluator(QRELS, ["HD-nDCG_x@5"], hierarchies={"x": [NODE]}), TypeError, "hierarchies x: expected Hierarchy, found dict"),
    "a picture without width": (lambda: subintent.hierarchies(QRELS, DENDROGRAMS)[0].draw_svg(0), subintent.Error, "width: not from 100"),
    "a Hierarchy of nothing": (lambda: subintent.Hierarchy({}), TypeError, "made by hierarchies()"),
    "a Dendrogram of nothing": (lambda: subintent.Dendrogram(3), TypeError, "made by cluster()"),
    "an empty dict": (lambda: subintent.Hierarchy.from_dict({}), subintent.Error, "hierarchy:1: "),
    "a list": (lambda: subintent.Hierarchy.from_dict([]), TypeError, "found list"),
    "a negative weight": (lambda: subintent.Hierarchy.from_dict(tree(weight=-1)), subintent.Error, "hierarchy:1"),
    "a weight that is NaN": (lambda: subintent.Hierarchy.from_dict(tree(weight=math.nan)), subintent.Error, "NaN|nan|Out of range"),
    "docs that are a str": (lambda: subintent.Hierarchy.from_dict(tree(docs="d")), subintent.Error, "hierarchy:1"),
    "a surrogate": (lambda: subintent.Hierarchy.from_dict(tree(intent="\ud800")), subintent.Error, "hierarchy:1"),
    "a set in a dict": (lambda: subintent.Hierarchy.from_dict(tree(docs={"d"})), TypeError, "set"),
    "merges of others": (lambda: subintent.Dendrogram.from_dict(dendrogram(merges=[[0, 5, 0.5, 2]])), subintent.Error, "dendrogram:1")}


@pytest.mark.parametrize("case", BAD)
def test_bad_input(case):
    call, error, message = BAD[case]
    with pytest.raises(error, match=message):
        call()


def test_what_is_written_is_read_again(tmp_path):
    dendrograms = subintent.cluster(QRELS, SIMILARITY)
    hierarchies = subintent.hierarchies(QRELS, dendrograms)
    subintent.write_dendrograms(dendrograms, tmp_path / "dendrograms")
    subintent.write_hierarchies(hierarchies, tmp_path / "hierarchies")
    assert subintent.read_dendrograms(tmp_path / "dendrograms") == dendrograms
    assert subintent.read_hierarchies(tmp_path / "hierarchies") == hierarchies
    with pytest.raises(TypeError):
        subintent.write_hierarchies([1], tmp_path / "nothing")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dendrograms", "hierarchies"]


def test_given_labels_equal_those_of_the_program(trees, program, tmp_path):
    (tmp_path / "h").write_text(lines(trees))
    topic = trees[0].topic
    given = {topic: {node.intent: f"label of {node.intent}" for node in trees[0]}}
    (tmp_path / "labels").write_text("".join(f"{topic}\t{name}\t{label}\n" for name, label in given[topic].items()))
    printed = program("hierarchy", "--labels", tmp_path / "labels", tmp_path / "h")
    for labels in (given, tmp_path / "labels"):
        assert lines(subintent.with_labels(trees, labels=labels)) == printed
    assert printed != lines(trees)
    with pytest.warns(subintent.DataWarning, match="has no intent or node"):
        subintent.with_labels(trees, labels={topic: {"none": "label"}})


def test_terms_and_drawings_equal_those_of_the_program(study, documents, trees, program, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    tree, vectors = trees[0], documents.parent / "vectors"
    (tmp_path / "h").write_text(lines(trees))
    explain = ["explain", tmp_path / "h", "--topic", tree.topic]
    [terms] = subintent.characteristic_terms([tree], vectors)
    assert any(terms) and len(terms) == len(tree)
    weights = {line["id"]: line["vector"] for line in map(json.loads, vectors.read_text(encoding="utf-8").splitlines())}
    wanted = {docno: weights[docno] for docno in tree.docnos if docno in weights}
    assert subintent.characteristic_terms([tree], wanted) == [terms]
    assert tree.draw(100, terms=terms) == program(*explain, "--text", vectors)
    texts, topics = subintent.read_texts(documents.parent / "texts"), study / "topics.xml"
    drawn = tree.draw(100, texts=texts, topics=topics, intent=tree.nodes[0].intent, all_documents=True, depth=1)
    assert drawn == program(*explain, "--texts", documents.parent / "texts", "--topics", topics, "--intent", tree.nodes[0].intent, "--all", "--depth", 1)
    assert "  a few words" in tree.draw(texts={tree.docnos[0]: "a few\nwords"}, all_documents=True)
    assert tree.draw(100, document=tree.docnos[0], ascii=True) == program(*explain, "--document", tree.docnos[0], "--ascii")
    for wrong in ({"intent": "none"}, {"document": "none"}, {"terms": [["a"]]}):
        with pytest.raises(subintent.Error):
            tree.draw(**wrong)


def test_exports_equal_those_of_the_program(study, documents, trees, dendrograms, program, tmp_path):
    (tmp_path / "h").write_text(lines(trees))
    (tmp_path / "d").write_text(lines(dendrograms))
    vectors, topics = documents.parent / "vectors", study / "topics.xml"
    terms = subintent.characteristic_terms(trees, vectors, 5)
    for name in ("dot", "graphml", "newick"):
        assert subintent.export(trees, name) == program("hierarchy", "--export", name, tmp_path / "h")
        printed = program("hierarchy", "--export", name, "--topics", topics, "--text", vectors, tmp_path / "h")
        assert subintent.export(trees, name, topics=topics, terms=terms) == printed
    assert "".join(tree.to_newick() for tree in trees) == subintent.export(trees, "newick")
    assert subintent.export(dendrograms, "linkage") == program("hierarchy", "--export", "linkage", tmp_path / "d")
    for wrong in ("pdf", "", "linkage "):
        with pytest.raises(subintent.Error, match="^format: "):
            subintent.export(trees, wrong)
    with pytest.raises(TypeError, match="trees"):
        subintent.export(trees, "linkage")
