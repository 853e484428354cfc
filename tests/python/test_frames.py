"""Tables of other libraries than pandas: by Arrow's C stream and by the data frame protocol; and topics in memory."""
import pathlib
import sys
from collections import namedtuple
from decimal import Decimal

import numpy
import pytest
import subintent

sys.path.insert(0, str(pathlib.Path(__file__).parent / "stand_ins"))
import arrow  # noqa: E402

QRELS = [("1", "a", "d1", 1), ("1", "b", "d2 is a name of more than twelve bytes", 2), ("2", "a", "d1", 1), ("2", "b", "dé", 0), ("2", "b", "d4", 1)]
RUN = [("1", "d2 is a name of more than twelve bytes", 3.5), ("1", "d1", 2.5), ("2", "d4", 1.25), ("2", "d9", 1.0), ("2", "dé", 0.5)]
MEASURES = ["alpha-nDCG@5", "D#-nDCG@5", "nDCG@3"]
EXPECTED = subintent.evaluate(QRELS, {"A": RUN}, MEASURES)


def qrels_table(text="u", grade="l", **options):
    topics, intents, docnos, grades = zip(*QRELS)
    return arrow.Table(("query_id", text, topics), ("subtopic_id", text, intents), ("doc_id", text, docnos), ("relevance", grade, grades), **options)


def run_table(text="u", score="g", **options):
    topics, docnos, scores = zip(*RUN)
    return arrow.Table(("qid", text, topics), ("docno", text, docnos), ("score", score, scores), **options)


@pytest.mark.parametrize("offset", [0, 3])
@pytest.mark.parametrize("batch", [1, 2, 100])
@pytest.mark.parametrize("text", ["u", "U", "vu", ("C", "u"), ("i", "U"), ("l", "vu")])
def test_arrow_tables(text, batch, offset):
    qrels, run = qrels_table(text, batch=batch, offset=offset), run_table(text, batch=batch, offset=offset)
    assert subintent.evaluate(qrels, {"A": run}, MEASURES) == EXPECTED
    for table in (qrels, run):  # schema and batches; the stream is its owner's
        assert table.released == table.given > 0


@pytest.mark.parametrize("grade", ["c", "C", "s", "S", "i", "I", "l", "L", "f", "g"])
def test_types_of_numbers(grade):
    score = grade if grade in "fg" else "g"
    assert subintent.evaluate(qrels_table(grade=grade), {"A": run_table(score=score)}, MEASURES) == EXPECTED


def test_whole_numbers_name_topics_and_documents():
    run = arrow.Table(("query_id", "i", [1, 1]), ("doc_id", "L", [7, 2**63]), ("score", "i", [2, 1]))
    assert subintent.Run(run).lists() == {"1": ["7", str(2**63)]}


def test_missing_values_are_refused_and_said():
    for column, message in (("query_id", "query_id"), ("doc_id", "doc_id")):
        values = {"query_id": ["1", "2"], "doc_id": ["a", "b"]}
        values[column] = ["1", None]
        run = arrow.Table(("query_id", "u", values["query_id"]), ("doc_id", "u", values["doc_id"]), ("score", "g", [1, 2]))
        with pytest.raises(TypeError, match=message + ".*found None"):
            subintent.Run(run)
    with pytest.raises(TypeError, match="score"):
        subintent.Run(arrow.Table(("query_id", "u", ["1", "1"]), ("doc_id", "u", ["a", "b"]), ("score", "l", [1, None])))
    # A column that is not used may lack values.
    run = arrow.Table(("query_id", "u", ["1"]), ("doc_id", "u", ["a"]), ("score", "g", [1.0]), ("body", "u", [None]))
    assert subintent.Run(run).lists() == {"1": ["a"]}


def test_ranks_of_a_table_are_not_ignored():
    run = arrow.Table(("query_id", "u", ["1", "1"]), ("doc_id", "u", ["a", "b"]), ("score", "g", [1, 2]), ("rank", "i", [1, 2]))
    with pytest.raises(subintent.Error, match="order='rank'"):
        subintent.Run(run)
    assert subintent.Run(run, order="rank").lists() == {"1": ["a", "b"]}
    assert subintent.Run(run, order="score").lists() == {"1": ["b", "a"]}


@pytest.mark.parametrize(
    "table, message",
    [
        (run_table(error="the disk is full"), "cannot be read: the disk is full"),
        (arrow.Table(("query_id", "u", ["1"]), ("score", "g", [1])), "no column doc_id or docno"),
        (arrow.Table(("query_id", "tdD", ["1"]), ("doc_id", "u", ["a"]), ("score", "g", [1])), "query_id is of the type 'tdD'"),
        (arrow.Table(("query_id", "u", [b"\xff"]), ("doc_id", "u", ["a"]), ("score", "g", [1])), "query_id holds a text that is not UTF-8"),
        (arrow.Table(("query_id", "u", []), ("doc_id", "u", []), ("score", "g", [])), "has no results"),
    ],
)
def test_tables_that_cannot_be_used(table, message):
    with pytest.raises(subintent.Error, match=message):
        subintent.Run(table)


def test_a_stream_is_read_once_and_others_are_no_table():
    class Twice:
        def __init__(self, capsule):
            self.capsule = capsule

        def __arrow_c_stream__(self, requested_schema=None):
            return self.capsule

    with pytest.raises(TypeError):
        subintent.Run(Twice("no capsule"))
    table = run_table()
    with pytest.raises(TypeError, match="give {'name': run}"):
        subintent.evaluate(QRELS, table, MEASURES)


class OnlyTheProtocol:
    """A data frame of pandas of which nothing but the protocol is seen."""

    def __init__(self, frame):
        self._frame = frame

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        return self._frame.__dataframe__()


@pytest.mark.parametrize("kind", [None, "category", "string"])
def test_the_data_frame_protocol(kind):
    pandas = pytest.importorskip("pandas")
    qrels = pandas.DataFrame(QRELS, columns=["query_id", "subtopic_id", "doc_id", "relevance"])
    run = pandas.DataFrame(RUN, columns=["query_id", "doc_id", "score"])
    if kind == "category":
        qrels, run = (frame.astype({"query_id": kind, "doc_id": kind}) for frame in (qrels, run))
    assert subintent.evaluate(OnlyTheProtocol(qrels), {"A": OnlyTheProtocol(run)}, MEASURES) == EXPECTED


def test_float_names_are_refused_with_what_to_do():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"query_id": [1.0, 1.0], "doc_id": ["a", "b"], "score": [2.0, 1.0]})
    with pytest.raises(TypeError, match=r"query_id.*float 1.0.*dtype=\{'query_id': str\}"):
        subintent.Run(frame)
    with pytest.raises(TypeError, match=r"dtype=\{'doc_id': str\}"):
        subintent.Run([("1", numpy.float64(3), 1.0)])


# Of ir_datasets, as its TREC Web Tracks have them.
TrecSubtopic = namedtuple("TrecSubtopic", "number text type")
TrecWebTrackQuery = namedtuple("TrecWebTrackQuery", "query_id query description type subtopics")
TrecSubQrel = namedtuple("TrecSubQrel", "query_id doc_id relevance subtopic_id")
TOPICS = [
    TrecWebTrackQuery("1", "a & b", "about <b>", "faceted", (TrecSubtopic("a", "x", "nav"), TrecSubtopic("b", "y", "inf"), TrecSubtopic("c", "z", "inf"))),
    TrecWebTrackQuery("2", "q", "d", "ambiguous", (TrecSubtopic("a", "x", "inf"), TrecSubtopic("b", "y", "inf"))),
]
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


@pytest.mark.parametrize("topics", [3, [("1", "a")], {"1": "text"}, {"1": {"a": 3}}, {1.5: {"a": "x"}}, b"<topics/>"])
def test_other_topics_are_refused(topics):
    with pytest.raises(TypeError, match="topics"):
        subintent.Judgments(QRELS, topics=topics)


def test_decimals_and_objects_in_frames():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"query_id": ["1", "1"], "doc_id": ["a", "b"], "score": [Decimal("1"), Decimal("2")]})
    assert subintent.Run(frame).lists() == {"1": ["b", "a"]}
