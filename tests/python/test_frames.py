"""Tables of other libraries than pandas, and topics in memory."""
from collections import namedtuple

import numpy
import pytest
import subintent

QRELS = [("1", "a", "d1", 1), ("1", "b", "d2", 2), ("2", "a", "d1", 1), ("2", "b", "dé", 0), ("2", "b", "d4", 1)]
RUN = [("1", "d2", 3.5), ("1", "d1", 2.5), ("2", "d4", 1.25), ("2", "d9", 1.0), ("2", "dé", 0.5)]
MEASURES = ["alpha-nDCG@5", "D#-nDCG@5", "nDCG@3"]
EXPECTED = subintent.evaluate(subintent.Judgments(QRELS, judged="intents"), {"A": RUN}, MEASURES)


class Column:
    """A column that NumPy can read."""

    def __init__(self, values):
        self._values = values

    def __array__(self, dtype=None, copy=None):
        texts = isinstance(self._values[0], str) or None in self._values
        return numpy.array(self._values, dtype=object if texts else dtype)


class Table:
    """Names its columns as polars and others do."""

    def __init__(self, **columns):
        self._columns = columns

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        raise NotImplementedError

    columns = property(lambda self: list(self._columns))

    def __getitem__(self, name):
        return Column(self._columns[name])


class ArrowTable(Table):
    """Has names beside its columns."""

    columns = property(lambda self: [Column(values) for values in self._columns.values()])
    column_names = property(lambda self: list(self._columns))

    def __arrow_c_stream__(self, requested_schema=None):
        raise NotImplementedError


@pytest.mark.parametrize("library", [Table, ArrowTable])
def test_tables_of_other_libraries(library):
    qrels = library(**dict(zip(["query_id", "subtopic_id", "doc_id", "relevance"], zip(*QRELS))))
    run = library(**dict(zip(["qid", "docno", "score"], zip(*RUN))))
    assert subintent.evaluate(qrels, {"A": run}, MEASURES) == EXPECTED
    lists = subintent.Run(run).lists()
    for single in (run, lists, {topic: {docno: -place for place, docno in enumerate(lists[topic])} for topic in lists}):
        assert subintent.evaluate(QRELS, single, MEASURES) == subintent.evaluate(QRELS, {"run": run}, MEASURES)


def test_whole_numbers_name_topics_and_documents():
    run = Table(query_id=[1, 1], doc_id=numpy.array([7, 2**63], dtype="u8"), score=[2, 1])
    assert subintent.Run(run).lists() == {"1": ["7", str(2**63)]}


def test_rankings():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"qid": ["1", "1", "2"], "docno": ["b", "a", "c"]})
    assert subintent.Run(frame).lists() == {"1": ["b", "a"], "2": ["c"]}
    with pytest.raises(subintent.Error, match="no column score"):
        subintent.Run(frame.assign(cosine=[1, 2, 3]))


@pytest.mark.parametrize("column", ["query_id", "doc_id"])
def test_missing_values_are_refused_and_said(column):
    columns = {"query_id": ["1", "2"], "doc_id": ["a", "b"], "score": [2.0, 1.0], "body": [None, None], column: ["1", None]}
    with pytest.raises(TypeError, match=column + ".*found None"):
        subintent.Run(Table(**columns))


@pytest.mark.parametrize("library", [Table, ArrowTable])
def test_errors_name_the_argument_and_what_is_wrong(library):
    with pytest.raises(subintent.Error, match="^run: .*no column docno or "):
        subintent.Run(library(query_id=["1"], score=[1.0]))
    broken = library(query_id=["1"], doc_id=["a"], score=[1.0])
    broken.__class__ = type("Broken", (library,), {"__getitem__": lambda self, name: self.no_such_thing})
    with pytest.raises(subintent.Error, match=r"^run: its library cannot read the table: AttributeError: .*no_such_thing.*; give a data frame of pandas, or tuples$"):
        subintent.Run(broken)
    nameless = type("Nameless", (), {"__arrow_c_stream__": lambda self: None})()
    with pytest.raises(subintent.Error, match="^qrels: its library cannot read the table: AttributeError: .*columns"):
        subintent.Judgments(nameless)


def test_float_names_are_whole_or_refused_with_what_to_do():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"query_id": [1.0, 1.0], "doc_id": [7.0, 8.0], "score": [2.0, 1.0]})
    assert subintent.Run(frame).lists() == {"1": ["7", "8"]}
    for doubtful in (1.5, 1e18):
        with pytest.raises(TypeError, match=r"query_id.*float.*dtype=\{COLUMN: str\}"):
            subintent.Run(frame.assign(query_id=doubtful))


# Of ir_datasets, as its TREC Web Tracks have them.
TrecSubtopic = namedtuple("TrecSubtopic", "number text type")
TrecWebTrackQuery = namedtuple("TrecWebTrackQuery", "query_id query description type subtopics")
TrecSubQrel = namedtuple("TrecSubQrel", "query_id doc_id relevance subtopic_id")
TOPICS = [
    TrecWebTrackQuery("1", "a & b", "about <b>", "faceted", (TrecSubtopic("a", "x", "nav"), TrecSubtopic("b", "y", "inf"), TrecSubtopic("c", "z", "inf"))),
    TrecWebTrackQuery("2", "q", "d", "ambiguous", (TrecSubtopic("a", "x", "inf"), TrecSubtopic("b", "y", "inf")))]
XML = """<webtrack><topic number="1" type="faceted"><query>a &amp; b</query><subtopic number="a" type="nav">x</subtopic>
<subtopic number="b" type="inf">y</subtopic><subtopic number="c" type="inf">z</subtopic></topic>
<topic number="2" type="ambiguous"><query>q</query><subtopic number="a" type="inf">x</subtopic><subtopic number="b" type="inf">y</subtopic></topic></webtrack>
"""


def test_topics_of_ir_datasets(tmp_path):
    (tmp_path / "topics.xml").write_text(XML)
    qrels = [TrecSubQrel(topic, docno, grade, intent) for topic, intent, docno, grade in QRELS]
    measures = ["P+Q@5", "DIN-nDCG@5", "I-rec@5"]
    expected = subintent.evaluate(qrels, {"A": RUN}, measures, topics=tmp_path / "topics.xml", all_intents=True)
    dataset = namedtuple("Dataset", "queries_iter")(lambda: iter(TOPICS))
    for topics in (TOPICS, iter(TOPICS), dataset):
        assert subintent.evaluate(qrels, {"A": RUN}, measures, topics=topics, all_intents=True) == expected
    assert expected != subintent.evaluate(qrels, {"A": RUN}, measures)
    mapping = {"1": {"a": "x", "b": "y", "c": "z"}, 2: {"a": None, "b": "y"}}
    recall = subintent.evaluate(qrels, {"A": RUN}, ["I-rec@5"], topics=mapping, all_intents=True)
    assert recall.values[0, 0].tolist() == expected.values[0, 2].tolist()


def test_topics_are_queries_alone(tmp_path):
    pandas = pytest.importorskip("pandas")
    (tmp_path / "queries.tsv").write_text("1\ta & b\n2\tq\n")
    qrels = [TrecSubQrel(topic, docno, grade, intent) for topic, intent, docno, grade in QRELS]
    expected = subintent.evaluate(qrels, {"A": RUN}, "I-rec@5")
    frame = pandas.DataFrame({"qid": [1, 2], "query": ["a & b", "q"]})
    for topics in (tmp_path / "queries.tsv", {"1": "a & b", "2": "q"}, frame):
        assert subintent.evaluate(qrels, {"A": RUN}, "I-rec@5", topics=topics) == expected
        subintent.report(subintent.Evaluator(qrels, "I-rec@5", topics=topics), {"A": RUN}, tmp_path / "page.html")
        assert "a &amp; b" in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize("topics", [3, [("1",)], {"1": {"a": 3}}, {1.5: {"a": "x"}}, b"<topics/>"])
def test_other_topics_are_refused(topics):
    with pytest.raises(TypeError, match="topics"):
        subintent.Judgments(QRELS, topics=topics)


def test_a_missing_name_is_found_among_numbers():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"query_id": [1, None, 2], "doc_id": ["a", "b", "c"], "relevance": [1, 1, 1], "score": [3, 2, 1]})
    assert frame.query_id.dtype.kind == "f"
    with pytest.raises(TypeError, match="^qrels:2: .* is missing"):
        subintent.Judgments(frame)
    with pytest.raises(TypeError, match=":2: .* is missing"):
        subintent.Run(frame)


def test_columns_that_are_not_read_may_hold_anything():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"query_id": ["1", "1"], "doc_id": ["a", "b"], "relevance": [1, 0], "note": ["\udc80", object()]})
    assert subintent.Judgments(frame).rows() == [("1", "*", "a", 1), ("1", "*", "b", 0)]
