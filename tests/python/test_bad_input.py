"""What cannot be judgments, runs, measures or texts is one exception that says where it is, what it is and what should be there."""
import collections
import collections.abc
import gc
import re

import numpy
import pandas
import pytest
from subintent import Error, Evaluator, Judgments, Run, Tokenizer, read_run, simhash, stop_words

pytestmark = pytest.mark.filterwarnings("error")

QRELS = {"1": {"a": {"d1": 1, "d2": 1}, "b": {"d3": 2}}, "2": {"a": {"d1": 1}}}
RUN = {"1": {"d1": 3.0, "d2": 2.0}, "2": {"d9": 1.0, "d1": 0.5}}
nan, inf = float("nan"), float("inf")


def judged(docno="d", grade=1, intent="a", topic="1"):
    return Judgments({topic: {intent: {docno: grade}}})


def frame(**columns):
    return pandas.DataFrame({"query_id": ["1", "1"], "doc_id": ["d1", "d2"], **columns})


def evaluator(measures=("P@1",), **options):
    return Evaluator(QRELS, measures, **options)


def scores(run):
    return evaluator().calc_aggregate(run)


def scored(docno="d1", score=1.0, topic="1"):
    return scores({topic: {docno: score}})


def evaluate(runs):
    return evaluator().evaluate(runs)


def itself():
    """A dict that is its own value."""
    made = {}
    made["1"] = made
    return made


class Raises:
    """Raises in the methods that are named."""

    class Mine(Exception):
        pass

    def __new__(cls, *methods, **attributes):
        def fail(*_):
            raise cls.Mine

        return type("Raising", (), {**attributes, **dict.fromkeys(methods, fail)})()


class Lies:
    """Methods that return what they must not."""

    def __new__(cls, **methods):
        return type("Lying", (), {name: lambda self, value=value: value for name, value in methods.items()})()


class MappingOf(collections.abc.Mapping):
    """A mapping whose items are given."""

    def __init__(self, *pairs):
        self.pairs = pairs

    def items(self):
        return iter(self.pairs)

    def __getitem__(self, key):
        return dict(self.pairs)[key]

    def __iter__(self):
        return iter(dict(self.pairs))

    def __len__(self):
        return len(self.pairs)


class DictOf(dict):
    """A dict whose items are others than those that it holds."""

    def items(self):
        return [("d1", 1.0), ("d1", 2.0)]


class FrameOf:
    """Looks like a data frame."""

    itertuples = None

    def __init__(self, **columns):
        self.given = columns
        self.columns = list(columns)

    def __getitem__(self, name):
        return numpy.array(self.given[name], dtype=object)


class Changes:
    """A number that changes a dict while it is read."""

    def __init__(self, changed, change):
        self.changed, self.change = changed, change

    def __float__(self):
        self.change(self.changed)
        return 1.0

    __index__ = None


def changing(change):
    made = {"d1": None, "d2": 1.0, "d3": 1.0}
    made["d1"] = Changes(made, change)
    return {"1": made}


class SameName(str):
    """Texts that are equal but not one key."""

    def __hash__(self):
        return id(self)

    def __eq__(self, other):
        return self is other


def endless():
    while True:
        yield ("1", "d1", 1.0)


def failing():
    yield ("1", "d1", 1.0)
    raise Raises.Mine


Itertuples = collections.namedtuple("Itertuples", "Index topic docno grade")

# What is done, the exception, and a pattern of its text: one line each.
JUDGMENTS = {
    "none": (lambda: Judgments(), Error, r"qrels: none given; give the"),
    "a number": (lambda: Judgments(3), TypeError, r"qrels: expected a path, a data frame, .*, found int 3$"),
    "bytes": (lambda: Judgments(b"qrels"), TypeError, r"qrels: expected a path.*, found bytes b'qrels'"),
    "Judgments": (lambda: Judgments(Judgments(QRELS)), TypeError, r"found Judgments$"),
    "a path that does not exist": (lambda: Judgments("no/such"), Error, r"no/such: cannot be opened: No such file.*; check"),
    "an empty path": (lambda: Judgments(""), ValueError, r"qrels: a path cannot be empty"),
    "a path with NUL": (lambda: Judgments("a\0b"), ValueError, r"qrels: a path cannot be str 'a\\x00b'"),
    "an empty dict": (lambda: Judgments({}), Error, r"qrels: has no judgments; give at least one"),
    "an empty topic": (lambda: Judgments({"1": {}}), Error, r"qrels: has no judgments"),
    "an empty list": (lambda: Judgments([]), Error, r"qrels: has no judgments"),
    "nuggets without names of runs and criteria": (lambda: Judgments(pandas.DataFrame({"qid": ["1"], "run": ["a"], "text": ["x"], "verdict": [1]})), Error, r"no column docno .*those of nuggets or criteria are topic, run, criterion, verdict$"),
    "an empty frame": (lambda: Judgments(frame(relevance=1)[:0]), Error, r"qrels: has no judgments"),
    "one level": (lambda: Judgments({"1": 1}), TypeError, r"qrels: expected \{topic: \{intent: .*, found int 1$"),
    "itself": (lambda: Judgments(itself()), TypeError, r"qrels:1: relevance: expected a number, found dict \(query_id '1'"),
    "grade None": (lambda: judged(grade=None), Error, r"qrels: has no judgments"),
    "grade str": (lambda: judged(grade="x"), TypeError, r"qrels:1: relevance: expected a number, found str 'x'"),
    "grade with a fraction": (lambda: judged(grade=0.5), Error, r"qrels:1: the grade '0.5' is not a whole number from -100 to 100; double all ratings, and say what each is then worth by `?gains=\{1: 0.5\}"),
    "grade NaN": (lambda: judged(grade=nan), Error, r"qrels: has no judgments"),
    "grade inf": (lambda: judged(grade=numpy.float32(inf)), Error, r"qrels:1: relevance: float32 inf is not a whole number"),
    "grade 101": (lambda: judged(grade=101), Error, r"qrels:1: topic 1, document d: grade 101 is not from -100 to 100"),
    "grade 2**70": (lambda: judged(grade=2**70), Error, r"qrels:1: relevance: int 1180591620717411303424 is not a whole"),
    "grade 10**9999": (lambda: judged(grade=10**9999), Error, r"qrels:1: relevance: int is not a whole number"),
    "grade whose float raises": (lambda: judged(grade=Raises("__float__")), Raises.Mine, ""),
    "grade whose float lies": (lambda: judged(grade=Lies(__float__="1")), TypeError, r"__float__ returned non-float"),
    "docno None": (lambda: judged(docno=None), TypeError, r"qrels:1: doc_id: expected str or a whole number, found NoneType \(query_id '1'\)"),
    "docno bool": (lambda: judged(docno=True), TypeError, r"doc_id: expected str or a whole number, found bool True"),
    "docno empty": (lambda: judged(docno=""), Error, r"qrels:1: a topic, intent or docno is empty"),
    "docno with NUL": (lambda: judged(docno="d\0"), Error, r"qrels:1: 'd.' contains control characters; rename it"),
    "docno with a surrogate": (lambda: judged(docno="d\ud800"), Error, r"qrels:1: doc_id: str 'd\\ud800' is not Unicode text: it holds surrogates"),
    "docno long, with a surrogate": (lambda: judged(docno="é" * 99 + "\udc80"), Error, r"doc_id: str '(\\xe9)+.*\.\.\. is not Unicode"),
    "docno that is too large": (lambda: judged(docno=10**9999), Error, r"qrels:1: doc_id: int is too large"),
    "docno whose index raises": (lambda: judged(docno=Raises("__index__")), Raises.Mine, ""),
    "docno whose index lies": (lambda: judged(docno=Lies(__index__="1")), TypeError, r"__index__ returned non-int"),
    "intent None": (lambda: judged(intent=None), Error, r"qrels:1: the intent is empty; write a name"),
    "intent pd.NA in records": (lambda: Judgments(frame(relevance=1, iteration=["a", pandas.NA]).to_dict("records")), Error, r"qrels:2: the intent is empty; write a name"),
    "intent NaN in a frame": (lambda: Judgments(frame(relevance=1, iteration=["a", nan])), Error, r"qrels:2: the intent is empty; write a name"),
    "intent and iteration": (lambda: Judgments(frame(relevance=1, subtopic_id=["2", "2"], iteration=["0", "3"])), Error, r"qrels:2: has the intent str '2' and the iteration str '3'; remove the field that does not"),
    "intent and iteration of a record": (lambda: Judgments(frame(relevance=1, intent="2", iteration="3").itertuples()), Error, r"qrels:1: has the intent str '2' and the iteration str '3'; remove"),
    "intent *": (lambda: judged(intent="*"), Error, r"qrels:1: '\*' stands for a whole topic .*; choose another name"),
    "topic that is a tuple": (lambda: judged(topic=("1", "a")), TypeError, r"qrels:1: query_id: expected str or a whole number, found tuple of 2"),
    "topic that is a float": (lambda: Judgments(frame(query_id=[1.5, 2.0], relevance=1)), TypeError, r"qrels:1: query_id: expected .*, found float 1.5"),
    "topic all": (lambda: judged(topic="all"), Error, r"qrels:1: topic all has the name of a statistic.*; rename"),
    "two grades": (lambda: Judgments([("1", "a", "d", 1), ("1", "a", "d", 1), ("1", "a", "d", 2)]), Error, r"qrels:3: topic 1, intent a, document d was judged before with grade 1; keep one"),
    "two grades of names that are one": (lambda: Judgments({1: {"a": {"d": 1}}, "1": {"a": {"d": 2}}}), Error, r"qrels:2: topic 1, intent a, .* judged before"),
    "tuples of two lengths": (lambda: Judgments([("1", "a", "d", 1), ("1", "d", 2)]), Error, r"qrels:2: has judgments with an intent and others without; give all"),
    "short tuple": (lambda: Judgments([("1", "a", "d", 1), ("1",)]), TypeError, r"qrels:2: expected a tuple \(topic, intent, docno, grade\).*, found tuple of 1"),
    "strings": (lambda: Judgments(["1 a d 1"]), TypeError, r"qrels:1: expected a tuple .*, found str '1 a d 1'"),
    "tuples in another order": (lambda: Judgments([("1", "d", 1, "a")]), TypeError, r"qrels:1: relevance: expected a number, found str 'a'"),
    "named tuples of other names": (lambda: Judgments([Itertuples(0, "1", "d", 1)]), TypeError, r"qrels:1: expected .* query_id, iteration, doc_id and relevance, found Itertuples"),
    "dicts as rows": (lambda: Judgments([{"query_id": "1"}]), TypeError, r"qrels:1: expected a tuple .*, found dict"),
    "levels of two depths": (lambda: Judgments({"1": {"a": {"d": 1}, "d": 1}}), Error, r"qrels:2: has judgments with an intent and others without"),
    "no column": (lambda: Judgments(frame(weight=1)), Error, r"qrels:1: has the columns query_id, doc_id, weight, and no column of grades .* or add a column label, of 1 where all are relevant"),
    "two columns of one name": (lambda: Judgments(frame(relevance=1, doc_id2="d").rename(columns={"doc_id2": "doc_id"})), Error, r"qrels: the data frame has two columns doc_id; keep one"),
    "columns of two lengths": (lambda: Judgments(FrameOf(query_id=["1"], doc_id=["d", "e"], relevance=[1])), Error, r"qrels: the columns of the data frame differ in length"),
    "iterator that raises": (lambda: Judgments(Raises("__iter__")), Raises.Mine, ""),
    "next that raises": (lambda: Judgments(Raises("__next__", __iter__=lambda self: self)), Raises.Mine, ""),
    "iterator that lies": (lambda: Judgments(Lies(__iter__=3)), TypeError, r"iter\(\) returned non-iterator"),
    "attribute that raises": (lambda: Judgments([Raises(query_id=property(lambda self: 1 / 0))]), ZeroDivisionError, ""),
    "attributes that raise": (lambda: Judgments(Raises("__getattr__")), Raises.Mine, ""),
    "items that raise": (lambda: Judgments(Raises("items", "keys")), Raises.Mine, ""),
    "items that are numbers": (lambda: Judgments(MappingOf(3)), TypeError, r"qrels: expected pairs of key and value .*, found int 3"),
    "items that are triples": (lambda: Judgments(MappingOf((1, 2, 3))), TypeError, r"qrels: expected pairs of key and value .*, found tuple of 3"),
    "items that are nothing": (lambda: Judgments(Lies(keys=None, items=None)), TypeError, r"qrels: expected .*, found NoneType"),
    "path that raises": (lambda: Judgments(Raises("__fspath__")), Raises.Mine, ""),
    "path that lies": (lambda: Judgments(Lies(__fspath__=3)), TypeError, r"__fspath__\(\) to return str or bytes"),
    "nuggets and topics exchanged": (lambda: Judgments(({"1": ["n"]}, {"n": {"d": 1}})), TypeError, r"qrels: expected \(\{nugget: .*, found dict"),
    "nuggets of a topic in a str": (lambda: Judgments(({"n": {"d": 1}}, {"1": "n"})), TypeError, r"qrels: expected \(\{nugget: .*, found str 'n'"),
    "nuggets that nobody judged": (lambda: Judgments(({"n": {"d": 1}}, {"1": ["m"]})), Error, r"qrels: has no judgments"),
    "intents twice over": (lambda: Judgments({"1": {"d": 1}}, adhoc_qrels={"1": {"d": 1}}), Error, r"qrels: have no intents, and adhoc_qrels are given too; give \{topic"),
    "adhoc grade": (lambda: Judgments(QRELS, adhoc_qrels={"1": {"d1": "x"}}), TypeError, r"adhoc_qrels:1: relevance: expected a number, found str 'x'"),
    "adhoc grades that differ": (lambda: Judgments(QRELS, adhoc_qrels=[("1", "d1", 1), ("1", "d1", 2)]), Error, r"adhoc_qrels:2: topic 1, document d1 was judged before"),
    "topics": (lambda: Judgments(QRELS, topics=3), TypeError, r"topics: expected a path, topics with .*, found int 3"),
    "no topics": (lambda: Judgments(QRELS, topics={}), Error, r"topics: none given; leave out"),
    "topic_grade": (lambda: Judgments(QRELS, topic_grade="mean"), Error, r"topic_grade: unknown value 'mean'; use highest or intents"),
    "topic_grade None": (lambda: Judgments(QRELS, topic_grade=None), TypeError, r"topic_grade: expected str, found NoneType"),
    "made before": (lambda: Evaluator(Judgments(QRELS), "P@1", adhoc_qrels=frame(relevance=1)), Error, r"adhoc_qrels: the judgments have been made; give adhoc_qrels to Judgments"),
    "relevant of None": (lambda: Judgments(QRELS).relevant(None), TypeError, r"topic: expected str or a whole number, found NoneType"),
    "probability str": (lambda: Judgments(QRELS, probabilities={"1": {"a": "x"}}), TypeError, r"probabilities:1: probability: expected a number, found str 'x' \(query_id '1'\)"),
    "probability NaN": (lambda: Judgments(QRELS, probabilities=[("1", "a", 0.5), ("1", "b", nan)]), Error, r"probabilities:2: the probability 'nan' is not a number from 0 to 1; write \{topic: \{intent: probability\}\}, of at most 1"),
    "probabilities of one level": (lambda: Judgments(QRELS, probabilities={"1": 0.5}), TypeError, r"probabilities: expected \{topic: \{intent: probability\}\}, found float 0.5"),
    "probabilities of two": (lambda: Judgments(QRELS, probabilities=[("1", 0.5)]), TypeError, r"probabilities:1: expected a tuple .*, found tuple of 2"),
    "probabilities above 1": (lambda: Judgments(QRELS, probabilities={"1": {"a": 0.9, "b": 0.9}}), Error, r"probabilities:1: the probabilities of topic 1 add up to 1.8; divide"),
    "no probabilities": (lambda: Judgments(QRELS, probabilities={}), Error, r"probabilities: has no probabilities"),
    "type of an intent": (lambda: Judgments(QRELS, probabilities=[("1", "a", 0.5, "any")]), Error, r"probabilities:1: type: str 'any' is neither 'inf' nor 'nav'"),
    "probabilities and topics": (lambda: Judgments(QRELS, probabilities={"1": {"a": 1}}, topics="t.xml"), Error, r"topics and probabilities both describe the intents; give one"),
}

RUNS = {
    "measures in their place": (lambda: Evaluator(QRELS, "RR").evaluate(["nDCG@5", "RR"]), Error, r"'nDCG@5' is a measure, not a run; write measures=\['nDCG@5'\]"),
    "None": (lambda: scores(None), TypeError, r"run: expected a path, a data frame, a mapping or an iterable, found NoneType"),
    "bytes": (lambda: scores(b"run"), TypeError, r"run: expected .*, found bytes b'run'"),
    "array": (lambda: scores(numpy.zeros((2, 3))), TypeError, r"run:1: expected a tuple \(topic, docno, score\).*, found ndarray"),
    "Judgments": (lambda: scores(Judgments(QRELS)), TypeError, r"run: expected .*, found Judgments"),
    "empty path": (lambda: scores(""), ValueError, r"run: a path cannot be empty"),
    "no such file": (lambda: scores("no/such"), Error, r"no/such: cannot be opened"), "empty": (lambda: scores({}), Error, r"run: has no results; give at least one"),
    "pattern": (lambda: Evaluator(QRELS, "RR").evaluate("no/*"), Error, r"no/\*: cannot be opened: there is no file of this name; give a list of paths, or \{name: path\}: sorted"), "folder": (lambda: Evaluator(QRELS, "RR").evaluate("/"), Error, r"/: is a folder; give a list of paths"),
    "empty frame": (lambda: scores(frame(score=1)[:0]), Error, r"run: has no results"), "one level of NumPy": (lambda: scores({"d1": numpy.float32(1)}), TypeError, r"run: expected \{topic: \{docno: score\}\} or .*, found float32 1.0"), "one level": (lambda: scores({"d1": 1.0}), TypeError, r"run: expected \{topic: \{docno: score\}\} or .*, found float 1.0"),
    "three levels": (lambda: scores({"bm25": RUN}), TypeError, r"found a third level of mappings; evaluate\(\) takes \{name: run\}"),
    "itself": (lambda: scores(itself()), TypeError, r"found a third level of mappings"),
    "sets": (lambda: scores({"1": {"d1", "d2"}}), TypeError, r"run: expected \{topic: .*, found set"),
    "str for a list": (lambda: scores({"1": "d1"}), TypeError, r"run: expected \{topic: .*, found str 'd1'"),
    "scores and lists": (lambda: scores({"1": {"d1": 1}, "2": ["d1"]}), TypeError, r"run: expected scores for all topics or ranked lists for all"),
    "score None": (lambda: scored(score=None), TypeError, r"run:1: score: expected a number, found NoneType \(query_id '1', doc_id 'd1'\)"),
    "score str": (lambda: scored(score="x"), TypeError, r"run:1: score: expected a number, found str 'x'"),
    "score complex": (lambda: scored(score=1j), TypeError, r"score: expected a number, found complex 1j"),
    "score NaN": (lambda: scored(score=nan), Error, r"run: topic 1: the score of d1 is not a finite number; give a number"),
    "score beside a rank": (lambda: scores(frame(score=[1, nan], rank=[1, 2])), Error, r"run:2: the score is not a finite number; give a number, or leave out all scores"),
    "score NaT": (lambda: scored(score=pandas.NaT), TypeError, r"run:1: score: expected a number, found NaTType"),
    "score NA": (lambda: scores(frame(score=pandas.Series([1, pandas.NA], dtype=object))), TypeError, r"run:2: score: expected a number, found NAType"),
    "score inf in a frame": (lambda: scores(frame(score=[1, -inf])), Error, r"run: topic 1: the score of d2 is not a finite number"),
    "score of text in a frame": (lambda: scores(frame(score=["x", "2"])), TypeError, r"run:1: score: expected a number, found str 'x'"),
    "score of times in a frame": (lambda: scores(frame(score=pandas.to_datetime(["2020", "2021"]))), TypeError, r"run:1: score: expected a number, found Timestamp"),
    "score of intervals in a frame": (lambda: scores(frame(score=pandas.interval_range(0, 2))), TypeError, r"run:1: score: expected a number, found Interval"),
    "score 10**400": (lambda: scored(score=10**400), Error, r"run:1: score: int 10000.*\.\.\. is too large"),
    "score whose float raises": (lambda: scored(score=Raises("__float__")), Raises.Mine, ""),
    "no column": (lambda: scores(frame(distance=1)), Error, r"run: the data frame has no column score or prediction or similarity or relevance_score \.\.\. but \['query_id', 'doc_id', 'distance'\]; less distance is better: give its negative as score"),
    "columns of two lengths": (lambda: scores(FrameOf(query_id=["1"], doc_id=["d1"], score=[1, 2])), Error, r"run: the columns of the data frame differ in length"),
    "column of two dimensions": (lambda: scores(FrameOf(query_id=["1"], doc_id=[["d1"]], score=[1])), Error, r"run: the data frame has two columns doc_id"),
    "docno None": (lambda: scored(docno=None), TypeError, r"run:1: doc_id: expected str or a whole number, found NoneType"),
    "docno with a line end": (lambda: scored(docno="d\n1"), Error, r"run: topic 1: the docno 'd.1' contains control characters; rename it"),
    "docno with a surrogate": (lambda: scored(docno="\udfff"), Error, r"run:1: doc_id: str '\\udfff' is not Unicode text"),
    "docno empty": (lambda: scored(docno=""), Error, r"run: topic 1: the docno '' is empty"),
    "topic bool": (lambda: scored(topic=False), TypeError, r"run:1: query_id: expected str or a whole number, found bool False"),
    "document twice": (lambda: scores([("1", "d1", 1), ("1", "d1", 2)]), Error, r"run: topic 1 has document d1 twice; remove one"),
    "document twice in a ranked list": (lambda: scores({"1": ["d1", "d1"]}), Error, r"run: topic 1 has document d1 twice"),
    "document of two names": (lambda: scores({"1": {7: 1, "7": 2}}), Error, r"run: topic 1 has document 7 twice"),
    "document of two keys": (lambda: scores({"1": {SameName("d1"): 1, SameName("d1"): 2}}), Error, r"run: topic 1 has document d1 twice"),
    "document twice in items": (lambda: scores({"1": MappingOf(("d1", 1), ("d1", 2))}), Error, r"run: topic 1 has document d1 twice"),
    "document twice in items of a dict": (lambda: scores({"1": DictOf(d1=1)}), Error, r"run: topic 1 has document d1 twice"),
    "topic of two names": (lambda: scores({1: {"d1": 1}, "1": {"d2": 1}}), Error, r"run: topic 1 is listed twice; keep one"),
    "dict that grows": (lambda: scores(changing(lambda made: made.update({"d4": 1.0}))), Error, r"run: changed while it was read"),
    "dict that shrinks": (lambda: scores(changing(dict.clear)), Error, r"run: changed while it was read"),
    "dict that is turned": (lambda: scores(changing(lambda made: made.update(d1=made.pop("d1")))), Error, r"run: topic 1 has document d1 twice"),
    "generator that raises": (lambda: scores(failing()), Raises.Mine, ""),
    "short tuple": (lambda: scores([("1", "d1", 1), ("1", "d1")]), TypeError, r"run:2: expected a tuple \(topic, docno, score\).*, found tuple of 2"),
    "six columns": (lambda: scores([("1", "Q0", "d1", 1, 2.5, "me")]), TypeError, r"run:1: expected a tuple .*, found tuple of 6"),
    "topics that nobody judged": (lambda: scores({"9": {"d1": 1}}), Error, r"run: none of its topics is judged in qrels; give the judgments"),
    "Run of a path": (lambda: Run("bm25.txt"), TypeError, r"data: expected .*read_run\(\) reads files\), found str 'bm25.txt'"),
    "Run with a name": (lambda: Run(RUN, name=3), TypeError, r"name: expected str, found int 3"),
    "ties": (lambda: Run(RUN, ties="random"), Error, r"ties: unknown value 'random'; use descending or ascending"),
    "read_run of a number": (lambda: read_run(3), TypeError, r"path: expected a path, found int 3"),
    "read_run in an order": (lambda: read_run("run", order="best"), Error, r"order: unknown value 'best'; use rank, score or file"),
    "read_run with duplicates": (lambda: read_run("run", on_duplicate=None), TypeError, r"on_duplicate: expected str, found NoneType"),
    "runs without names": (lambda: evaluate([frame(score=1)]), TypeError, r"runs: expected \{name: run\}.*, found DataFrame; give \{'name': run\}"),
    "two runs of one name": (lambda: evaluate([Run(RUN), Run(RUN)]), Error, r"runs: two are named run; give \{name: run\}"),
    "two files of one name": (lambda: evaluate(["a/bm25", "b/bm25.gz"]), Error, r"runs: two are named bm25"),
    "names that are one": (lambda: evaluate({1: RUN, "1": RUN}), Error, r"runs: two are named 1"),
    "name with a surrogate": (lambda: evaluate({"\ud800": RUN}), ValueError, r"name of a run: str '\\ud800' is not Unicode text"),
    "name that raises": (lambda: evaluate({Raises("__str__"): RUN}), Raises.Mine, ""),
    "the second of two runs": (lambda: evaluate({"good": RUN, "bad": {"1": {"d1": "x"}}}), TypeError, r"bad:1: score: expected a number, found str 'x'"),
    "scores in the second of two runs": (lambda: evaluate({"good": RUN, "bad": {"1": {"d1": nan}}}), Error, r"bad: topic 1: the score of d1 is not a finite"),
}

OTHERS = {
    "no measures": (lambda: evaluator([]), Error, r"measures: none given"),
    "measures bytes": (lambda: evaluator(b"P@1"), TypeError, r"measures: expected a list of str, Measure or functions, found bytes b'P@1'"),
    "measure int": (lambda: evaluator(["P@1", 3]), TypeError, r"measures: expected str or Measure, found int 3"),
    "measure surrogate": (lambda: evaluator(["\ud800"]), ValueError, r"measures: '\\ud800' is not Unicode text"),
    "cutoff 0": (lambda: evaluator(["P@0"]), Error, r"measure 'P@0': the cutoff after @ is not a whole number from 1 to"),
    "parameter": (lambda: evaluator(["P(alpha=0.5)@5"]), Error, r"measure 'P\(alpha=0.5\)@5': "),
    "no hierarchy": (lambda: evaluator("HD#-nDCG_WI@5"), Error, r"measure 'HD#-nDCG_WI@5': needs a hierarchy; give hierarchies=\{'WI': hierarchies\}, which make writes"),
    "no similarity": (lambda: evaluator("nDCG_RA@5"), Error, r"measure 'nDCG_RA@5': needs document similarities; give similarity="),
    "hierarchies list": (lambda: evaluator(hierarchies=[]), Error, r"hierarchies TL: has no hierarchies"),
    "hierarchies of numbers": (lambda: evaluator(hierarchies={"WI": [3]}), TypeError, r"hierarchies WI: expected Hierarchy, found int 3"),
    "hierarchies int": (lambda: evaluator(hierarchies={"WI": 3}), TypeError, r"hierarchies WI: expected a path or a list of Hierarchy, found int 3"),
    "hierarchies empty": (lambda: evaluator(hierarchies={"WI": []}), Error, r"hierarchies WI: has no hierarchies"),
    "hierarchies no name": (lambda: evaluator(hierarchies={3: []}), TypeError, r"hierarchies: expected str, found int 3"),
    "similarity": (lambda: evaluator(similarity={}), TypeError, r"similarity: expected Similarity, such as Similarity.dense\(docnos, vectors\) or .matrix\(docnos, similarities\), found dict"),
    "similarity that is a file": (lambda: evaluator(similarity="v.tsv"), TypeError, r"found str 'v.tsv'; read a file by Similarity.read_vectors\(\)"),
    "max_grade str": (lambda: evaluator(max_grade="3"), TypeError, r"max_grade: expected int, found str '3'"),
    "max_grade huge": (lambda: evaluator(max_grade=10**9999), ValueError, r"max_grade: the number is too large"),
    "max_grade 1001": (lambda: evaluator(max_grade=1001), Error, r"max_grade: '1001' is above 1000"),
    "max_grade too low": (lambda: evaluator("ERR", max_grade=1), Error, r"qrels: has grade 2, above the highest grade 1 given for ERR; give a higher max_grade"),
    "gains list": (lambda: evaluator(gains=[1, 2]), TypeError, r"gains: expected \{grade: gain\}, found list"),
    "gains str": (lambda: evaluator(gains={"1": 1}), TypeError, r"gains: expected int, found str '1'"),
    "gain str": (lambda: evaluator(gains={1: "1"}), TypeError, r"gains: expected a number, found str '1'"),
    "gain NaN": (lambda: evaluator("nDCG", gains={1: nan}), Error, r"gains: that of grade 1 is not above 0"),
    "gain 10**400": (lambda: evaluator("nDCG", gains={1: 10**400}), ValueError, r"gains: the number is too large"),
    "ties None": (lambda: evaluator(ties=None), Error, r"ties: unknown value None"),
    "stemmer": (lambda: Tokenizer(stem="klingon"), Error, r"there is no stemmer for 'klingon'; use one of arabic"),
    "stop words": (lambda: Tokenizer(stopwords="klingon"), Error, r"no stop words for 'klingon'; use one of arabic"),
    "ngrams str": (lambda: Tokenizer(ngrams="4"), TypeError, r"ngrams: expected int, found str '4'"),
    "stopword int": (lambda: Tokenizer(stopwords=["a", 3]), TypeError, r"stopwords: expected str, found int 3"),
    "text with a surrogate": (lambda: Tokenizer().terms("\ud800"), ValueError, r"text: str '\\ud800' is not Unicode text"),
    "charset of a str": (lambda: Tokenizer().terms("a", charset="utf-8"), Error, r"charset: a str has none; give bytes"),
    "terms str": (lambda: simhash("some text"), TypeError, r"terms: expected .*, found str 'some text'"),
    "terms bytes in a list": (lambda: simhash([b"a"]), TypeError, r"terms: expected str or a whole number, found bytes b'a'"),
    "count float": (lambda: simhash({"a": 1.0}), TypeError, r"terms: expected whole numbers, found float 1.0"),
    "count below 0": (lambda: simhash({"a": -1}), Error, r"terms: int -1 is not from 0 to 2\^64 - 1"),
    "count huge": (lambda: simhash({"a": 2**64}), Error, r"terms: int 18446744073709551616 is not from"),
    "counts huge": (lambda: simhash({"a": 2**63, "b": 2**63}), Error, r"terms: their counts are too large"),
    "bits": (lambda: simhash(["a"], bits=65), Error, r"bits: 65 is not 64, 128 or 256"),
}


CASES = {f"{group}: {name}": case for group, cases in {"judgments": JUDGMENTS, "runs": RUNS, "others": OTHERS}.items() for name, case in cases.items()}


@pytest.mark.parametrize("name", CASES)
def test_bad_input(name):
    act, kind, pattern = CASES[name]
    with pytest.raises(Exception) as raised:
        act()
    assert raised.type is kind, raised.value
    assert re.search(pattern, str(raised.value)), raised.value
    if kind is Error and raised.value.kind == "input":
        file, line = re.match(r"(.*?)(?::(\d+))?: ", str(raised.value)).groups()
        assert (raised.value.file, raised.value.line) == (file, int(line or 0))


def test_fields_of_an_error(tmp_path):
    path = tmp_path / "qrels"
    path.write_text("1 a d1 1\n1 a d2 many\n")
    with pytest.raises(Error) as raised:
        Judgments(path)
    error = raised.value
    assert (error.kind, error.file, error.line) == ("input", str(path), 2)
    assert error.message == "the grade 'many' is not a whole number from -100 to 100"
    assert error.advice == 'write "topic intent docno grade"'
    assert str(error) == f"{path}:2: {error.message}; {error.advice}"


def test_an_endless_run_can_be_left():
    """A generator may stop its reader at any time."""

    def stopping():
        for number, row in enumerate(endless()):
            if number == 1000:
                raise KeyboardInterrupt
            yield row

    with pytest.raises(KeyboardInterrupt):
        scores(stopping())


def test_good_after_bad():
    """What fails leaves everything as it was."""
    good = evaluator(["alpha-nDCG@20", "nDCG@5"])
    expected = good.calc(RUN)
    for bad in ({"1": {"d1": nan}}, {"1": {"d1": "x"}}, failing(), changing(dict.clear)):
        with pytest.raises(Exception):
            good.calc(bad)
        assert good.calc(RUN) == expected
    gc.collect()


@pytest.mark.parametrize("measure, advice", [("xyz", "see subintent.measures()"), ("HD#-nDCG@5", "give hierarchies={name: hierarchies}"),
                                             ("nDCG_RA@5", "give similarity="), ("GF@5", "give groups={name: memberships}"),
                                             ("P@1,P@2", "write for example measures=['alpha-nDCG@20', 'I-rec@20']")])
def test_advice_is_in_the_words_of_python(measure, advice):
    with pytest.raises(Error) as caught:
        evaluator([measure])
    assert caught.value.advice == advice
