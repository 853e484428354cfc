"""make_hierarchies(): the same hierarchies as the program makes."""

from xml.etree import ElementTree

import numpy
import pytest
from conftest import data

import subintent


def made_by_program(program, data, tmp_path, *options):
    program("make", "--qrels", data / "qrels.txt", *options, "-o", tmp_path / "made")
    return [[h.to_dict() for h in subintent.read_hierarchies(tmp_path / "made" / f"{level}.jsonl")] for level in ("topic", "intent")]


def as_dicts(made):
    return [[h.to_dict() for h in level] for level in (made.topic, made.intent)]


@pytest.mark.parametrize("recipe", ["recipe-4", "dou2019"])
@pytest.mark.parametrize("stem", ["", "english"])
def test_program(program, data, tmp_path, recipe, stem):
    options = ["--recipe", recipe, *(["--stem", stem] if stem else []), data / "web.warc.gz"]
    made = subintent.make_hierarchies(data / "qrels.txt", data / "web.warc.gz", recipe=recipe, stem=stem)
    assert as_dicts(made) == made_by_program(program, data, tmp_path, *options)
    assert made.texts == subintent.read_texts(tmp_path / "made" / "texts.tsv.gz")


def test_titles(program, data, tmp_path):
    options = ["--topics", data / "topics.xml", "--stem", "english", data / "web.warc.gz"]
    made = subintent.make_hierarchies(data / "qrels.txt", data / "web.warc.gz", topics=data / "topics.xml", stem="english")
    assert as_dicts(made) == made_by_program(program, data, tmp_path, *options)
    titles = {topic.get("number"): topic.findtext("query") for topic in ElementTree.parse(data / "topics.xml").getroot().iter("topic")}
    of_dict = subintent.make_hierarchies(data / "qrels.txt", data / "web.warc.gz", topics=titles, stem="english")
    assert as_dicts(of_dict) == as_dicts(made)
    few = subintent.make_hierarchies(data / "qrels.txt", data / "web.warc.gz", topics=titles, stem="english", subtopics={"1": {"*": 3, "2": 2}})
    equal = subintent.make_hierarchies(data / "qrels.txt", data / "web.warc.gz", topics=titles, stem="english", intent_weights="uniform")
    assert as_dicts(equal) == made_by_program(program, data, tmp_path, "--intent-weights", "uniform", *options)
    (tmp_path / "few").write_text("1 * 3\n1 2 2\n")
    assert as_dicts(few) == made_by_program(program, data, tmp_path, "--subtopics", tmp_path / "few", *options)
    assert [len(list(few.topic["1"].leaves())), len([leaf for leaf in few.intent["1"].leaves() if leaf.intent == "2"])] == [3, 2]
    with pytest.warns(subintent.DataWarning, match="below intents there are as many as without them; for these give subtopics_of_intents"):
        of_topic = subintent.make_hierarchies(data / "qrels.txt", data / "web.warc.gz", topics=titles, stem="english", subtopics={"1": 3})
    assert of_topic.intent == made.intent and of_topic.topic["1"] == few.topic["1"]
    of_intents = subintent.make_hierarchies(data / "qrels.txt", data / "web.warc.gz", topics=titles, stem="english", subtopics_of_intents=2)
    assert of_intents.topic == made.topic and as_dicts(of_intents) == made_by_program(program, data, tmp_path, "--subtopics-of-intents", "2", *options)
    without = subintent.make_hierarchies(data / "qrels.txt", data / "web.warc.gz", recipe="recipe-4", topics={}, stem="english")
    assert as_dicts(without) != as_dicts(made)


def test_dense(program, data, tmp_path):
    judgments = subintent.Judgments(data / "qrels.txt")
    docnos = sorted({docno for _, _, docno, _ in judgments.rows()})
    values = numpy.random.default_rng(1).normal(size=(len(docnos), 8)).astype(numpy.float32)
    numpy.save(tmp_path / "n.npy", values)
    (tmp_path / "docnos").write_text("".join(f"{docno}\n" for docno in docnos), encoding="utf-8")
    similarity = subintent.Similarity.dense(docnos, values)
    expected = made_by_program(program, data, tmp_path, "--dense", tmp_path / "n.npy", "--docnos", tmp_path / "docnos")
    assert as_dicts(subintent.make_hierarchies(judgments, similarity=similarity)) == expected
    assert any(node.label for tree in subintent.make_hierarchies(judgments, [data / "web.warc.gz"], similarity=similarity).topic for node in tree)


def test_fingerprints():
    similarity = subintent.Similarity.fingerprints(["d1", "d2", "d3"], [0, 1, 2**64 - 1])
    made = subintent.make_hierarchies({"1": {"d1": 1, "d2": 1, "d3": 1}}, similarity=similarity)
    assert [leaf.docs for leaf in made.topic[0].leaves()] == [["d1", "d2"], ["d3"]]
    with pytest.raises(subintent.Error, match="recipe recipe-4 is not for fingerprints"):
        subintent.make_hierarchies({"1": {"d1": 1}}, recipe="recipe-4", similarity=similarity)


def test_documents_in_memory():
    qrels = {"1": {"animal": {"d1": 1, "d2": 1}, "car": {"d3": 1, "d4": 1}}}
    texts = {"d1": "forest night", "d2": "the forest", "d3": "engine", "d4": "engine and brakes", "d5": "rain"}
    made = subintent.make_hierarchies(qrels, texts)
    documents = [subintent.Document(docno, text.encode(), False, "utf-8") for docno, text in texts.items()]
    assert as_dicts(made) == as_dicts(subintent.make_hierarchies(qrels, documents))
    assert set(made.texts) == {"d1", "d2", "d3", "d4"}
    alone = subintent.make_hierarchies({"1": {"d1": 1, "d2": 1, "d3": 1}}, texts)
    assert len(alone.topic) == 1 and not alone.intent
    assert subintent.Evaluator({"1": {"d1": 1, "d2": 1, "d3": 1}}, "HD-nDCG_TL", hierarchies=alone).measures == ["HD-nDCG_TL"]
    assert subintent.Evaluator(qrels, ["HD-nDCG_WI", "HD-nDCG_TL"], hierarchies=made).measures == ["HD-nDCG_WI", "HD-nDCG_TL"]
    copies = {f"c{i:02}": "the same river floods " * 9 for i in range(12)} | {"other": "rain"}
    for others, leaves in (({}, 1), ({"d1": "forest night", "d3": "engine"}, 3)):
        tree = subintent.make_hierarchies({"1": dict.fromkeys([d for d in copies if d != "other"] + list(others), 1)}, copies | others).topic[0]
        assert len(tree.leaves()) == leaves
    two = subintent.make_hierarchies({"1": qrels["1"], "2": qrels["1"]}, texts).intent
    assert 1 in two and numpy.int64(2) in two and 3 not in two and two.get(2) is two["2"] is two[-1] and two.get("3", 4) == 4
    for wrong, kind, message in (
        (lambda: subintent.Evaluator(qrels, "HD-nDCG_WI", hierarchies={"WI": made}), TypeError, "hierarchies WI: expected a list of Hierarchy, found MadeHierarchies; give its .intent, or its .topic"),
        (lambda: subintent.Evaluator(qrels, "HD-nDCG_WI", hierarchies=made.topic), subintent.Error, "there is no hierarchy 'WI'; given are TL"),
        (lambda: two[1], KeyError, r'1 may be a place or a topic; write \["1"\]'),
        (lambda: subintent.write_hierarchies(made, "x"), TypeError, "found MadeHierarchies; give its .intent, or its .topic"),
        (lambda: made.save("x"), AttributeError, r"'save'; it has topic, intent and texts; print\(made.topic\[0\]\) draws")):
        with pytest.raises(kind, match=message):
            wrong()


def test_documents_one_by_one():
    qrels = {"1": {"animal": {"d1": 1, "d2": 1}, "car": {"d3": 1, "d4": 1}}}
    words = ["the jaguar hunts in the forest", "a jaguar in the forest", "the jaguar has an engine", "engine of the jaguar"]
    documents = [subintent.Document(f"d{i}", text.encode(), False, "utf-8") for i, text in enumerate(words, 1)]
    alive = 0

    class Counted(subintent.Document):
        def __del__(self):
            nonlocal alive
            alive -= 1

    def one_by_one():
        nonlocal alive
        for i in range(3000):
            alive += 1
            assert alive < 5
            yield Counted(f"x{i}", b"rain", False, "utf-8")
        yield from documents

    made = subintent.make_hierarchies(qrels, one_by_one())
    assert sorted(made.texts) == ["d1", "d2", "d3", "d4"]
    with pytest.warns(subintent.DataWarning) as caught:  # of topics and of intents alike
        subintent.make_hierarchies(qrels, documents[:3])
    assert [str(one.message)[:7] for one in caught] == ["1 of 4 "] * 2 and len({str(one.message) for one in caught}) == 2
    assert made == subintent.make_hierarchies(qrels, documents + [subintent.Document(f"x{i}", b"rain", False, "utf-8") for i in range(3000)], topics={})
    for kind, message, wrong in ((subintent.Error, "d1 has two texts", subintent.Document("d1", b"other", False, "utf-8")), (TypeError, "documents", "a path")):
        with pytest.raises(kind, match=message):
            subintent.make_hierarchies(qrels, [*documents, wrong])


def test_own_recipe(tmp_path):
    path = tmp_path / "recipe"
    path.write_text("name=own\ncluster=--linkage single\ntopic=--delta 0\nintent=--delta 0\n", encoding="utf-8")
    made = subintent.make_hierarchies({"1": {"a": {"d1": 1, "d2": 1}}}, {"d1": "x y", "d2": "x z", "d3": "w"}, recipe=path)
    assert [leaf.docs for leaf in made.topic[0].leaves()] == [["d1", "d2"]]


def test_refusals(tmp_path):
    qrels = {"1": {"a": {"d1": 1, "d2": 1}}}
    similarity = subintent.Similarity.dense(["d1", "d2"], numpy.eye(2))
    (tmp_path / "linkage").write_text("name=x\ncluster=--linkage x\n", encoding="utf-8")
    (tmp_path / "recipe").write_text("clster=1\n", encoding="utf-8")
    for kind, message, documents, options in (
        (subintent.Error, "recipe: there is neither", {"d1": "x"}, {"recipe": "nope"}),
        (subintent.Error, "no documents given", None, {}), (subintent.Error, "topics: no title is of a topic", {"d1": "x"}, {"topics": {"none": "x"}}),
        (subintent.Error, "recipe dou2019 is not for", None, {"similarity": similarity, "recipe": "dou2019"}),
        (subintent.Error, "recipe recipe-dense-1 needs", {"d1": "x"}, {"recipe": "recipe-dense-1"}),
        (subintent.Error, "cluster: --linkage: unknown value 'x'", {"d1": "x"}, {"recipe": tmp_path / "linkage"}),
        (subintent.Error, "recipe:1: not a line", {"d1": "x"}, {"recipe": tmp_path / "recipe"}),
        (subintent.Error, r"none/\*.txt: cannot be opened: .*; give the folder, or a list of paths", "none/*.txt", {}),
        (TypeError, "documents", {"d1": 3}, {}), (TypeError, "documents", [subintent.Document("d1", 3, False, "")], {}),
        (TypeError, r"'delta'; give it to subintent.hierarchies\(qrels, subintent.cluster", {"d1": "x"}, {"delta": 0.3}),
        (TypeError, r"'linkage'; give it to subintent.cluster\(", {"d1": "x"}, {"linkage": "single"})):
        with pytest.raises(kind, match=message):
            subintent.make_hierarchies(qrels, documents, **options)


def test_numbers_that_may_be_rounds_or_intents():
    rows = [("t", str(1 + n % 2), f"d{n}", int(n < 8)) for n in range(12)]
    texts = {f"d{n}": ["tiger cat jungle", "engine car race"][n % 2] + f" {n}" for n in range(12)}
    with pytest.warns(subintent.DataWarning, match="hierarchies of both"):
        made = subintent.make_hierarchies(rows, texts)
    run = {"a": {"t": {"d0": 2.0, "d2": 1.0}}}
    assert [node.intent for node in made.intent[0].nodes if node.layer == 1] == ["1", "2"]
    assert dict(made.intent) == {topic: made.intent[topic] for topic in made.intent.keys()} == dict(made.intent.items()) and "t" in made.intent
    assert made.intent.values() == list(made.intent)
    for qrels in (rows, subintent.Judgments(rows)):
        with pytest.warns(subintent.DataWarning, match="take it for intents"):
            assert subintent.evaluate(qrels, run, "I-rec", hierarchies={"WI": made.intent}).means().tolist() == [[0.5]]
