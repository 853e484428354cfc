"""Tables of other libraries than pandas: by Arrow's C stream and by the data frame protocol; and topics in memory."""
import collections
import ctypes
import pathlib
import random
import struct
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
EXPECTED = subintent.evaluate(subintent.Judgments(QRELS, judged="intents"), {"A": RUN}, MEASURES)


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
        assert table.released == table.given > 0 and table.twice == 0


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
        (arrow.Table(("query_id", "u", ["1"]), ("score", "g", [1])), "no column docno or "),
        (arrow.Table(("query_id", "tdD", ["1"]), ("doc_id", "u", ["a"]), ("score", "g", [1])), "query_id is of the type 'tdD'"),
        (arrow.Table(("query_id", "u", [b"\xff"]), ("doc_id", "u", ["a"]), ("score", "g", [1])), "query_id holds a text that is not UTF-8"),
        (arrow.Table(("query_id", "u", []), ("doc_id", "u", []), ("score", "g", [])), "has no results"),
    ],
)
def test_tables_that_cannot_be_used(table, message):
    with pytest.raises(subintent.Error, match=message):
        subintent.Run(table)


def test_a_stream_that_fails_gives_back_what_it_gave():
    table = run_table(error="the line is cut", batch=2, batches=2)
    with pytest.raises(subintent.Error, match="cannot be read: the line is cut"):
        subintent.Run(table)
    assert table.given == 3 == table.released and table.twice == 0


def spoilt(part, **values):
    """A function that changes members of the schema or of batches: of themselves, of the first column, or of its dictionary."""

    def spoil(structure):
        is_schema = isinstance(structure, arrow.Schema)
        if is_schema != part.startswith("schema"):
            return
        for step in part.split(".")[1:]:
            structure = (structure.children[0] if step == "column" else structure.dictionary).contents
        for name, value in values.items():
            setattr(structure, name, value(structure) if callable(value) else value)

    return spoil


def buffers_of(*places):
    """Those of an array at some places, with nothing for None."""

    def made(array):
        kept.append((ctypes.c_void_p * len(places))(*(None if place is None else array.buffers[place] for place in places)))
        return kept[-1]

    return made


def buffer_with(place, data):
    """Other bytes in the place of a buffer."""

    def made(array):
        buffers = [array.buffers[i] for i in range(array.n_buffers)]
        kept.append(ctypes.create_string_buffer(data, max(len(data), 1)))
        buffers[place] = ctypes.addressof(kept[-1])
        kept.append((ctypes.c_void_p * len(buffers))(*buffers))
        return kept[-1]

    return made


kept = []
LONG = "a text that is longer than a view, which has room for twelve bytes"
WRONG = {
    "no rows in the parent": ("u", spoilt("batch", length=-1), "differ in length"),
    "more rows than a column": ("u", spoilt("batch", length=99), "differ in length"),
    "rows that end beyond all numbers": ("u", spoilt("batch", length=2**62, offset=2**62), "differ in length"),
    "offset below 0": ("u", spoilt("batch.column", offset=-1), "differ in length"),
    "fewer columns": ("u", spoilt("batch", n_children=2), "other columns"),
    "columns below none": ("u", spoilt("schema", n_children=-1), "lacks a column"),
    "no columns where some are said": ("u", spoilt("schema", children=ctypes.POINTER(ctypes.POINTER(arrow.Schema))()), "lacks a column"),
    "no columns in a batch": ("u", spoilt("batch", children=ctypes.POINTER(ctypes.POINTER(arrow.Array))()), "other columns"),
    "a row that is missing": ("u", spoilt("batch", null_count=1, buffers=buffer_with(0, b"\0")), "a row is missing"),
    "no table": ("u", spoilt("schema", format=b"u"), "is one array"),
    "no type": ("u", spoilt("schema.column", format=None), "query_id has no type"),
    "no buffers": ("u", spoilt("batch.column", n_buffers=0), "lacks a buffer"),
    "no list of buffers": ("u", spoilt("batch.column", buffers=ctypes.POINTER(ctypes.c_void_p)()), "lacks a buffer"),
    "no offsets": ("u", spoilt("batch.column", buffers=buffers_of(0, None, 2)), "lacks a buffer"),
    "no texts": ("u", spoilt("batch.column", n_buffers=2), "do not ascend"),
    "offsets that fall": ("u", spoilt("batch.column", buffers=buffer_with(1, struct.pack("iii", 1, 0, 1))), "do not ascend"),
    "offsets below 0": ("U", spoilt("batch.column", buffers=buffer_with(1, struct.pack("qqq", -1, 0, 1))), "do not ascend"),
    "view below 0": ("vu", spoilt("batch.column", buffers=buffer_with(1, struct.pack("i12s", -1, b"") * 2)), "negative length"),
    "view of no buffer": ("vu", spoilt("batch.column", buffers=buffer_with(1, struct.pack("i4sii", 20, b"", 7, 0) * 2)), "is in no buffer"),
    "view of the sizes": ("vu", spoilt("batch.column", buffers=buffer_with(1, struct.pack("i4sii", 13, b"", 1, 0) * 2)), "is in no buffer"),
    "view behind its buffer": ("vu", spoilt("batch.column", buffers=buffer_with(1, struct.pack("i4sii", 20, b"", 0, len(LONG) - 5) * 2)), "is in no buffer"),
    "view of a buffer below 0": ("vu", spoilt("batch.column", buffers=buffer_with(1, struct.pack("i4sii", 20, b"", -1, 0) * 2)), "is in no buffer"),
    "places that are texts": (("i", "u"), spoilt("schema.column", format=b"u"), "no whole numbers"),
    "places that are fractions": (("i", "u"), spoilt("schema.column", format=b"f"), "no whole numbers"),
    "places that are a time": (("i", "u"), spoilt("schema.column", format=b"tdD"), "no whole numbers"),
    "place below 0": (("i", "u"), spoilt("batch.column", buffers=buffer_with(1, struct.pack("ii", -1, 0))), "exceeds its dictionary"),
    "place beyond all": (("L", "u"), spoilt("batch.column", buffers=buffer_with(1, struct.pack("QQ", 2**64 - 1, 0))), "exceeds its dictionary"),
    "place behind": (("i", "u"), spoilt("batch.column", buffers=buffer_with(1, struct.pack("ii", 0, 9))), "exceeds its dictionary"),
    "no dictionary": (("i", "u"), spoilt("batch.column", dictionary=ctypes.POINTER(arrow.Array)()), "lacks its dictionary"),
    "dictionary of a length below 0": (("i", "u"), spoilt("batch.column.dictionary", length=-1), "lacks its dictionary"),
    "dictionary without type": (("i", "u"), spoilt("schema.column.dictionary", format=None), "has no type"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_no_table_of_arrow_can_be(name):
    text, spoil, message = WRONG[name]
    columns = ("query_id", text, [LONG, "1"]), ("doc_id", "u", ["a", "b"]), ("score", "g", [2.0, 1.0])
    assert subintent.Run(arrow.Table(*columns)).lists() == {LONG: ["a"], "1": ["b"]}
    table = arrow.Table(*columns, spoil=spoil)
    with pytest.raises(subintent.Error, match=message):
        subintent.Run(table)
    assert table.released == table.given and table.twice == 0


def test_a_stream_without_functions_and_capsules_of_others():
    stream, read = arrow.Stream(), arrow.Stream()
    stream.release = arrow._release_stream(lambda pointer: None)
    for capsule, message in ((arrow._new_capsule(ctypes.addressof(stream), b"arrow_array_stream", None), "no functions"),
                             (arrow._new_capsule(ctypes.addressof(stream), b"arrow_schema", None), "gives no arrow_array_stream"),
                             (arrow._new_capsule(ctypes.addressof(read), b"arrow_array_stream", None), "has been read before")):  # fmt: skip
        table = type("Table", (), {"__arrow_c_stream__": lambda self, capsule=capsule: capsule})()
        with pytest.raises(subintent.Error, match=message):
            subintent.Run(table)


def test_a_stream_is_read_once_and_others_are_no_table():
    class Twice:
        def __init__(self, capsule):
            self.capsule = capsule

        def __arrow_c_stream__(self, requested_schema=None):
            return self.capsule

    with pytest.raises(TypeError, match="^qrels: __arrow_c_stream__ gives no capsule but str$"):
        subintent.Judgments(Twice("no capsule"))
    table = run_table()
    with pytest.raises(TypeError, match="give {'name': run}"):
        subintent.evaluate(QRELS, table, MEASURES)


class OnlyTheProtocol:
    """A data frame of pandas of which nothing but the protocol is seen."""

    def __init__(self, frame):
        self._frame = frame

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        return self._frame.__dataframe__()


class Told:
    """Something of the data frame protocol that says other things of itself."""

    def __init__(self, thing, **told):
        self._thing = thing
        for name, value in told.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        return getattr(self._thing, name)


def test_errors_name_the_argument_and_what_is_wrong():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"query_id": ["1"], "doc_id": ["a"], "score": [1.0]})

    class Broken(OnlyTheProtocol):
        def __dataframe__(self, nan_as_null=False, allow_copy=True):
            whole = super().__dataframe__()
            return Told(whole, get_column_by_name=lambda name: whole.no_such_thing)

    with pytest.raises(subintent.Error, match=r"^run: its library cannot read the table: AttributeError: .*no_such_thing.*; give a data frame of pandas, or tuples$"):
        subintent.Run(Broken(frame))
    with pytest.raises(subintent.Error, match=r"^qrels: the column query_id has "):
        subintent.Judgments(OfColumn(frame, with_buffer("data", [1, 2], told=(7, 64, "", "="))))


class OfColumn(OnlyTheProtocol):
    """One whose column query_id is told by change(column)."""

    def __init__(self, frame, change):
        super().__init__(frame)
        self._change = change

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        whole = self._frame.__dataframe__()

        def column(name):
            found = whole.get_column_by_name(name)
            return Told(found, get_chunks=lambda: [self._change(found)]) if name == "query_id" else found

        return Told(whole, get_column_by_name=column)


def with_buffer(which, array, told=None):
    """Changes a buffer of a column for that of a NumPy array."""
    values = numpy.array(array)
    kind = told or ({"i": 0, "u": 1, "f": 2, "b": 20}[values.dtype.kind], values.dtype.itemsize * 8, "", "=")
    buffer = buffer_at(values.ctypes.data, values.nbytes)
    buffer.held = values
    return lambda column: Told(column, get_buffers=lambda: {**column.get_buffers(), which: (buffer, kind)})


def buffer_at(place, size, device=1):
    return type("Buffer", (), {"bufsize": size, "ptr": place, "__dlpack_device__": lambda self: (device, None)})()


UNFIT = {
    "no offsets": (None, lambda column: Told(column, get_buffers=lambda: {**column.get_buffers(), "offsets": None}), "query_id has no offsets"),
    "few offsets": (None, with_buffer("offsets", [0, 1]), "query_id has 2 offsets, and needs 3"),
    "offsets that fall": (None, with_buffer("offsets", [0, 2, 1]), "query_id has offsets that do not ascend"),
    "offsets behind the data": (None, with_buffer("offsets", [0, 1, 9]), "query_id has offsets that do not ascend, or exceed"),
    "offsets below 0": (None, with_buffer("offsets", [-1, 1, 2]), "query_id has offsets that do not ascend"),
    "offsets that are fractions": (None, with_buffer("offsets", [0.0, 1, 2]), "query_id has offsets that are no whole numbers"),
    "offsets of 24 bits": (None, with_buffer("offsets", numpy.zeros(9, dtype="u1"), (0, 24, "", "=")), "query_id has offsets of the kind 0 and 24 bits"),
    "offsets of an unknown kind": (None, with_buffer("offsets", [0, 1, 2], (99, 64, "", "=")), "query_id has offsets of the kind 99"),
    "offsets of half a number": (None, with_buffer("offsets", numpy.zeros(17, dtype="u1"), (0, 64, "", "=")), "query_id has 2 offsets"),
    "no text": (None, with_buffer("data", numpy.array([0xFF, 0xFE], dtype="u1"), (21, 8, "u", "=")), "query_id holds a text that is not UTF-8"),
    "rows before the first": (None, lambda column: Told(column, offset=-1), "query_id has 3 offsets"),
    "rows behind the last": (None, lambda column: Told(column, size=lambda: 9), "query_id has 3 offsets, and needs 10"),
    "rows below none": (None, lambda column: Told(column, size=lambda: -1), "query_id has a negative length"),
    "few marks": (None, lambda column: with_buffer("validity", [True])(Told(column, describe_null=(4, 0))), "query_id has 1 validity"),
    "few bits": (None, lambda column: with_buffer("validity", numpy.zeros(0, dtype="u1"), (20, 1, "", "="))(Told(column, describe_null=(3, 0))), "query_id has 0 validity"),
    "another kind": (None, lambda column: Told(column, dtype=(22, 64, "", "=")), "query_id is of the kind 22 .*; cast it"),
    "categories that are none": ("category", lambda column: Told(column, describe_categorical={"categories": None}), "query_id has no categories"),
    "places behind the categories": ("category", with_buffer("data", numpy.array([0, 5], dtype="i1")), "query_id exceeds its categories"),
    "places before them": ("category", with_buffer("data", numpy.array([0, -2], dtype="i1")), "query_id exceeds its categories"),
    "places that are fractions": ("category", with_buffer("data", numpy.array([0, 1], dtype="f4")), "query_id exceeds its categories"),
    "few places": ("category", with_buffer("data", numpy.array([0], dtype="i1")), "query_id has 1 data, and needs 2"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_what_no_frame_of_the_protocol_can_be(name):
    pandas = pytest.importorskip("pandas")
    kind, change, message = UNFIT[name]
    frame = pandas.DataFrame({"query_id": ["1", "2"], "doc_id": ["a", "b"], "score": [2.0, 1.0]})
    frame = frame.astype({"query_id": kind}) if kind else frame
    assert subintent.Run(OfColumn(frame, lambda column: column)).lists() == {"1": ["a"], "2": ["b"]}
    with pytest.raises(subintent.Error, match=message):
        subintent.Run(OfColumn(frame, change))


@pytest.mark.parametrize("kind", [None, "category"])
def test_frames_that_say_anything_of_themselves(kind):
    """What a column says of its kind, its nulls, its place and its buffers, drawn at random: a run, or an error of ours."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"query_id": ["1", "2"], "doc_id": ["a", "b"], "score": [2.0, 1.0]}).astype({"query_id": kind} if kind else {})
    draw = random.Random(7)
    kinds, widths = [0, 1, 2, 20, 21, 22, 23, 99], [0, 1, 8, 16, 24, 32, 64, 128]

    def change(column):
        told = {"dtype": (draw.choice(kinds), draw.choice(widths), "", "=")} if draw.random() < 0.3 else {}
        if draw.random() < 0.5:
            told["describe_null"] = (draw.randrange(5), draw.choice([0, 1, -1, None]))
        if draw.random() < 0.3:
            told["offset"] = draw.randrange(-2, 4)
        if draw.random() < 0.3:
            rows = draw.randrange(-1, 6)
            told["size"] = lambda: rows
        buffers = {}
        for which, buffer in column.get_buffers().items():
            if draw.random() < 0.2:
                buffer = None
            elif draw.random() < 0.4:
                held = draw.randbytes(draw.randrange(25))
                values = numpy.frombuffer(held, dtype="u1")
                made = buffer_at(values.ctypes.data, len(held))
                made.held = values
                buffer = (made, (draw.choice(kinds), draw.choice(widths), "", "="))
            buffers[which] = buffer
        return Told(column, get_buffers=lambda: buffers, **told)

    outcomes = collections.Counter()
    for _ in range(2000):
        try:
            outcomes["run"] += bool(subintent.Run(OfColumn(frame, change)).lists())
        except subintent.Error as error:
            assert error.kind == "input", error
            outcomes["error"] += 1
        except TypeError as error:
            assert "query_id" in str(error) or "describe_categorical" in str(error), error  # the latter by pandas
            outcomes["error"] += 1
    assert min(outcomes["run"], outcomes["error"]) > 20, outcomes


def test_frames_of_another_memory_are_refused():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"query_id": ["1"], "doc_id": ["a"], "score": [2.0]})

    def elsewhere(column):
        kind = column.get_buffers()["data"][1]
        return Told(column, get_buffers=lambda: {**column.get_buffers(), "data": (buffer_at(8, 1, device=2), kind)})

    with pytest.raises(subintent.Error, match="query_id is not in the main memory of this machine; copy it there"):
        subintent.Run(OfColumn(frame, elsewhere))


def test_what_is_missing_need_be_no_text():
    """Behind a mark that says so may stand anything."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"query_id": ["1", "2"], "doc_id": ["a", "b"], "score": [2.0, 1.0]})
    spoilt_text = with_buffer("data", numpy.array([0x31, 0xFF], dtype="u1"), (21, 8, "u", "="))

    def marked(column):
        return with_buffer("validity", numpy.array([1, 0], dtype="u1"), (20, 8, "", "="))(Told(spoilt_text(column), describe_null=(4, 0)))

    with pytest.raises(TypeError, match="run:2: query_id: .*found None"):
        subintent.Run(OfColumn(frame, marked))


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


@pytest.mark.parametrize("topics", [3, [("1", "a")], {"1": {"a": 3}}, {1.5: {"a": "x"}}, b"<topics/>"])
def test_other_topics_are_refused(topics):
    with pytest.raises(TypeError, match="topics"):
        subintent.Judgments(QRELS, topics=topics)


def test_decimals_and_objects_in_frames():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"query_id": ["1", "1"], "doc_id": ["a", "b"], "score": [Decimal("1"), Decimal("2")]})
    assert subintent.Run(frame).lists() == {"1": ["b", "a"]}
