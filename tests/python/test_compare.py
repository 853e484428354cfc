"""Comparisons: the numbers of the program to the last bit, all forms of scores, and what is refused."""
import doctest
import io
import itertools
import os
import signal
import threading

import numpy
import pandas
import pytest
import subintent
from subintent import compare

MEASURES = ["nDCG@10", "alpha-nDCG@10", "D#-nDCG@10", "I-rec@10"]
TOPICS = ["1", "2", "10", "11"]
VALUES = {"a": [0.1, 0.2, 0.3, 0.4], "b": [0.3, 0.4, 0.4, 0.7], "c": [0.1, 0.3, 0.2, 0.4]}
DICT = {run: {measure: dict(zip(TOPICS, [factor * v for v in values])) for measure, factor in (("M", 1), ("N", 2))} for run, values in VALUES.items()}
ROWS = [(r, t, m, v) for r, of_run in DICT.items() for m, of_m in of_run.items() for t, v in of_m.items()]
FRAME = pandas.DataFrame(ROWS, columns=["run", "topic", "measure", "value"])


@pytest.fixture(scope="module")
def study_scores(study):
    evaluator = subintent.Evaluator(study / "qrels.txt", MEASURES, adhoc_qrels=study / "qrels.adhoc.txt")
    return evaluator.evaluate(sorted((study / "runs").iterdir()))


@pytest.fixture(scope="module")
def scores_file(study, program, tmp_path_factory):
    path = tmp_path_factory.mktemp("scores") / "scores.tsv"
    program("evaluate", "--qrels", study / "qrels.txt", "--adhoc-qrels", study / "qrels.adhoc.txt", "-m", ",".join(MEASURES),
            "--per-topic", "--format", "tsv", "--digits", "full", "-o", path, *sorted((study / "runs").iterdir()))
    return path


@pytest.fixture(scope="module")
def printed(program, scores_file):
    """The tables that `compare` prints, with the column that only the wanted one has."""

    def tables(column, *arguments):
        text = program("compare", arguments[0], scores_file, *arguments[1:], "--format", "tsv")
        parts = [pandas.read_csv(io.StringIO(part), sep="\t", float_precision="round_trip") for part in text.split("\n\n")]
        return next(part for part in parts if column in part.columns)

    return tables


def assert_same(found, expected):
    """The same columns, in the same order, but for the number of the only group; every value equal."""
    found = found[[column for column in found.columns if column in expected.columns]].to_pandas()
    assert list(found.columns) == list(expected.columns)
    for column in expected.columns:
        for mine, theirs in zip(found[column].tolist(), expected[column].tolist()):
            is_none = theirs != theirs and (mine is None or mine != mine or mine == "")
            assert mine == theirs or is_none, column
    assert len(found) == len(expected) > 0


def test_examples_of_the_module():
    assert doctest.testmod(compare).failed == 0


def test_scores_are_those_of_the_program(study_scores, scores_file):
    read = compare.read_scores(scores_file)
    assert (read.runs, read.measures, read.topics) == (study_scores.runs, MEASURES, study_scores.topics)
    assert (read.values == study_scores.values).all() and read.answered.all()


def test_topic_set_size(study_scores):
    row = compare.topic_set_size(study_scores, alpha=0.01, beta=0.1, differences=[0.15], systems=100, residual="two-way")[-1]
    size = compare.topics_needed(row.variance, row.difference, systems=100, alpha=0.01, beta=0.1)
    assert size == (row.topics, row.power)
    assert compare.topics_needed(1, 0.001) == (None, pytest.approx(0.055747, abs=1e-6))
    constant = {run: {"M": {"1": 0.5, "2": 0.5}} for run in "ab"}
    with pytest.warns(subintent.DataWarning, match="no number of topics for M"):
        assert len(compare.topic_set_size(constant)) == 0


def test_preferences(study, study_scores, printed):
    path = study / "preferences.tsv"
    expected = printed("tau", "preferences", "--preferences", f"one={path}", "--preferences", f"two={path}")
    found = compare.preferences(study_scores, {"one": path, "two": path})
    assert_same(found.agreement, expected)
    judged, runs = subintent.Judgments(study / "qrels.txt", adhoc_qrels=study / "qrels.adhoc.txt"), sorted((study / "runs").iterdir())
    assert compare.preferences(judged, {"one": path, "two": path}, runs=runs, measures=MEASURES).agreement == found.agreement
    assert " disagree " in str(found.agreement) and " disagree " not in str(found)


@pytest.fixture
def answers(study, tmp_path):
    """Preferences of the study with sides, times, two questions, repeats and two pools."""
    columns = ["topic", "run1", "run2", "participant", "preference"]
    frame = pandas.read_csv(study / "preferences.tsv", sep="\t", names=columns, dtype=str)
    rows = []
    for number, row in enumerate(frame.itertuples(index=False)):
        left, right = (row.run1, row.run2) if number % 3 else (row.run2, row.run1)
        pool = "random" if int(row.topic) % 2 else "near"
        rows.append((*row, left, 10 + number % 7, "useful", 0, pool))
        rows.append((*row[:4], "=" if number % 4 == 0 else row.preference, left, 3.5, "diverse", 0, pool))
        if number % 10 == 0:
            rows.append((*row[:4], "<" if number % 20 else row.preference, right, 2, "useful", 1, pool))
    rich = pandas.DataFrame(rows, columns=[*columns, "left", "seconds", "question", "repeat", "pool"])
    path = tmp_path / "answers.tsv"
    rich.to_csv(path, sep="\t", index=False)
    return path, rich


def test_people(study_scores, answers, printed):
    path, frame = answers
    command = ("preferences", "--agreement", "--preferences", path, "--trials", "200", "--seed", "5", "--alpha", "0.1")
    for given in (path, frame, list(frame.itertuples(index=False, name=None))):
        found = compare.preferences(study_scores, given, trials=200, seed=5, alpha=0.1, agreement=True)
        assert_same(found.agreement, printed("agreements", *command))
        assert_same(found.reliability, printed("coefficient", *command))
        assert_same(found.participants, printed("median_seconds", *command))
        assert_same(found.tests, printed("measure2", *command))
        assert {"all", "near", "random"} == set(found.tests["pool"])


def test_standardised(study_scores, printed):
    (table,) = compare.standardised(study_scores)
    assert_same(compare.significance(table), printed("winner", "significance", "--standardise"))


@pytest.mark.parametrize("missing", ["zero", "drop", "group"])
def test_missing_scores(study_scores, missing, program, tmp_path):
    values = study_scores.values.copy()
    values[:4, :, -1] = numpy.nan
    part = subintent.ScoreTable(study_scores.runs, study_scores.measures, study_scores.topics, values, study_scores.answered)
    frame = part.to_pandas(per_topic=True).dropna()
    frame.to_csv(tmp_path / "scores.tsv", sep="\t", index=False)
    text = program("compare", "significance", "--missing", missing, tmp_path / "scores.tsv", "--format", "tsv")
    expected = pandas.read_csv(io.StringIO(text.split("\n\n")[-1]), sep="\t", float_precision="round_trip")
    for scores in (part, frame):
        found = compare.significance(scores, missing=missing)
        assert set(found["group"]) == {1, 2} if missing == "group" else "group" not in found.columns
        assert_same(found, expected)


class Named:
    """What ir_measures yields: fields, and a measure that is an object."""

    def __init__(self, query_id, measure, value):
        self.query_id, self.measure, self.value = query_id, measure, value


class Measure:
    def __init__(self, name):
        self.name = name

    def __str__(self):
        return self.name


def forms():
    matrices = {measure: pandas.DataFrame({run: of_run[measure] for run, of_run in DICT.items()}) for measure in ("M", "N")}
    yield "dict", DICT
    yield "frame", FRAME
    yield "query_id", FRAME.rename(columns={"topic": "query_id"})
    yield "int topics", FRAME.astype({"topic": int})
    yield "categories", FRAME.astype({"run": "category", "topic": "category", "measure": "category"})
    yield "shuffled", FRAME.iloc[::-1].sort_values("run", kind="stable").sort_values("measure", kind="stable")
    yield "means", pandas.concat([FRAME, FRAME.assign(topic="all", value=9.0)])
    yield "rows", ROWS
    yield "generator", (row for row in ROWS)
    yield "lists", [list(row) for row in ROWS]
    yield "matrices", matrices
    yield "matrices with a column", {name: frame.reset_index(names="topic") for name, frame in matrices.items()}
    yield "integers", {name: frame.reset_index(names="qid").astype({"qid": int}) for name, frame in matrices.items()}
    yield "metrics", {run: [(t, m, v) for r, t, m, v in ROWS if r == run] for run in DICT}
    yield "named", {run: [Named(t, Measure(m), v) for r, t, m, v in ROWS if r == run] for run in DICT}
    yield "years", [FRAME[FRAME.topic.isin(["1", "2"])], FRAME[~FRAME.topic.isin(["1", "2"])]]
    yield "measures", [FRAME[FRAME.measure == "M"], FRAME[FRAME.measure == "N"]]
    yield "float32", FRAME.assign(value=FRAME.value.astype("float64").astype(object))


@pytest.mark.parametrize("name, scores", [pytest.param(*form, id=form[0]) for form in forms()])
def test_forms_of_scores(name, scores, recwarn):
    expected = compare.significance(DICT).to_pandas().set_index(["measure", "run1", "run2"]).sort_index()
    found = compare.significance(scores).to_pandas()
    said = [w.message.code for w in recwarn if w.message.code not in ("few-topics", "exchanged-columns")]
    assert said == (["joined-runs"] if name == "years" else [])
    found = found.set_index(["measure", "run1", "run2"]).sort_index()
    pandas.testing.assert_frame_equal(found, expected, check_exact=True)


@pytest.mark.parametrize("nothing", [None, float("nan"), pandas.NA])
def test_a_score_that_is_missing(nothing):
    """Whatever says so, in rows, frames and mappings."""
    rows = [(run, topic, "M", 0.5 + (topic == "1") / 4) for run in "ab" for topic in "123"]
    expected = compare.significance(rows[:-1], missing="drop").pairs
    gap = [*rows[:-1], ("b", "3", "M", nothing)]
    matrix = pandas.DataFrame({run: {t: value for r, t, _, value in gap if r == run} for run in "ab"}, dtype=object)
    mapping = {run: {"M": {t: value for r, t, _, value in gap if r == run}} for run in "ab"}
    for given in (gap, pandas.DataFrame(gap, columns=["run", "topic", "measure", "value"]), {"M": matrix}, mapping):
        assert compare.significance(given, missing="drop").pairs == expected


def test_levels_are_told_by_names_of_measures():
    """Results of pytrec_eval, of ranx, and frames of one run or of one measure: the same scores."""
    scores = {r: {m: {t: len(r + m) / (t + 2) + t % 3 for t in range(100, 105)} for m in ("map", "P_10")} for r in ("bm25", "dense")}
    measured = lambda given: {(p.measure, p.run1, p.run2, p.mean1, p.topics) for p in compare.significance(given).pairs}  # noqa: E731
    expected = measured(scores)
    assert {pair[:3] for pair in expected} == {(m, "bm25", "dense") for m in ("map", "P_10")}
    by_topic = {r: pandas.DataFrame(of_run).T.to_dict() for r, of_run in scores.items()}
    by_measure = {m: {r: scores[r][m] for r in scores} for m in ("map", "P_10")}
    frames = {r: pandas.DataFrame(of_run) for r, of_run in scores.items()}
    with_column = {r: frame.rename_axis("qid").reset_index() for r, frame in frames.items()}
    series = {m: {r: pandas.Series(s) for r, s in runs.items()} for m, runs in by_measure.items()}
    for given in (by_topic, by_measure, frames, with_column, series):
        assert measured(given) == expected
    alone = pandas.DataFrame(by_measure["map"])
    column, long = alone.rename_axis("qid").reset_index(), alone.rename_axis("qid").rename_axis("run", axis=1).stack().rename("score")
    rows = {r: column[["qid", r]].set_axis(["qid", "value"], axis=1) for r in scores}
    of_ranx = [type("Run", (), {"name": r, "scores": {"score": by_measure["map"][r]}}) for r in scores]
    nested = (by_measure["map"], alone.T.to_dict(), {r: alone[r] for r in alone}, rows, {r: frame.assign(metric="score") for r, frame in rows.items()})
    for given in (*nested, alone, column, long, long.to_frame(), of_ranx, {run.name: run for run in of_ranx}):
        assert {("map", *pair[1:]) for pair in measured(given)} == {pair for pair in expected if pair[0] == "map"} and measured(given).pop()[0] == "score"
    for given in ({m: pandas.DataFrame(runs).T for m, runs in by_measure.items()}, {r: f.T for r, f in frames.items()}):
        with pytest.raises(subintent.Error, match="may have a run in each line"):
            compare.significance(given)
    mine = compare.significance({r: {t: {"mine": t, "other": 1} for t in (1, 2)} for r in "ab"}).pairs
    assert [(p.run1, p.run2, p.measure, p.mean1) for p in mine] == [("a", "b", "mine", 1.5), ("a", "b", "other", 1)]
    order = {t: {r: {m: scores[r][m][t] for m in ("map", "P_10")} for r in scores} for t in range(100, 105)}
    assert measured(order) == expected
    with pytest.warns(subintent.DataWarning, match="runs are a, b, topics bus, car; if it is the other way round"):
        assert {p.run1 for p in compare.significance({r: {t: {"map": 0.5, "P_10": 1} for t in ("car", "bus")} for r in "ab"}).pairs} == {"a"}
    for heading in ("topic_number", "Topic #", "tid", "x"):
        with pytest.raises(subintent.Error, match=f"the first column, {heading}, may contain topics or a run's scores"):
            compare.significance({"map": pandas.DataFrame({heading: [301, 302], "a": [0.5, 0.25], "b": [0.25, 0]})})
    with pytest.raises(subintent.Error, match="the column num_rel seems to hold a measure"):
        compare.significance({"map": frames["bm25"].rename(columns={"map": "bm25", "P_10": "num_rel"})})


def test_levels_and_rows_in_another_order():
    """A known measure decides; where there is none, a warning says what was taken for what."""
    def pairs(scores):
        return {(p.measure, p.run1, p.run2) for p in compare.significance(scores).pairs}

    by_measure = {m: {r: {t: t % 7 + len(r) for t in range(151, 155)} for r in ("bm25", "ql")} for m in ("map", "novel")}
    assert pairs(by_measure) == {("map", "bm25", "ql"), ("novel", "bm25", "ql")}
    with pytest.warns(subintent.DataWarning, match="runs are cover, novel, measures bm25, ql; if it is the other way round"):
        assert pairs({"cover": by_measure["map"], "novel": by_measure["novel"]}) == {("bm25", "cover", "novel"), ("ql", "cover", "novel")}
    levels = (("A", "BB"), ("car", "train"), ("zeal", "courage"))
    judged, runs = {t: {"1": {"d": 1}} for t in levels[1]}, {r: {"car": ["d"], "train": ["e"]} for r in levels[0]}
    for order in itertools.permutations(levels):  # the names of topics and runs decide
        nested = {a: {b: {c: sum(name in of[1] for name in (a, b, c) for of in levels) for c in order[2]} for b in order[1]} for a in order[0]}
        assert subintent.evaluate(judged, runs, ["RR", "zeal"], scores=nested).to_dict() == {r: {"RR": {"car": 1, "train": 0}, "zeal": {"car": r == "BB", "train": 1 + (r == "BB")}} for r in runs}
    with pytest.warns(subintent.DataWarning, match="runs are A, BB, measures courage, zeal"):  # as documented
        assert pairs({r: {m: {"car": len(r + m), "train": 1} for m in levels[2]} for r in runs}) == {("zeal", "A", "BB"), ("courage", "A", "BB")}
    rows = [(r, str(t), m, value) for m, runs in by_measure.items() for r, topics in runs.items() for t, value in topics.items()]
    assert pairs([(r, m, t, value) for r, t, m, value in rows]) == pairs(rows)
    with pytest.raises(subintent.Error, match="scores:1: the first of a row, 151, seems to be a topic in place of a run"):
        pairs([(t, r, m, value) for r, t, m, value in rows])


def test_tables_of_scores_in_any_layout():
    values = numpy.array([[of_m[t] for t in TOPICS] for of_run in DICT.values() for of_m in of_run.values()])
    values = values.reshape(3, 2, 4)
    expected = compare.significance(DICT)
    for laid_out in (values, numpy.asfortranarray(values), values.astype(">f8"), values.tolist()):
        table = subintent.ScoreTable(list(DICT), ["M", "N"], TOPICS, laid_out, numpy.ones((3, 4), bool))
        assert compare.significance(table) == expected


def test_without_pandas(monkeypatch):
    expected = compare.significance(DICT)
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    found = compare.significance(DICT)
    assert found == expected and found[0].run1 == "a" and list(found[0]._fields) == expected.columns
    assert [pair.p for pair in found] == expected["p"]
    assert isinstance(compare.discriminative_power(DICT).curves[0].p, float)


def bad_inputs():
    changed = FRAME.assign
    matrix = pandas.DataFrame({"a": [0.5, 0.1], "b": [0.6, 0.3]}, index=["1", "2"])
    yield "none", None, TypeError, "expected a ScoreTable"
    yield "number", 3, TypeError, "expected a ScoreTable"
    yield "means by run", {"a": {"map": 0.5}, "b": {"map": 1}}, subintent.Error, "has measures, but not both runs and topics; write {run: "
    yield "bytes", b"scores", TypeError, "expected a ScoreTable"
    yield "no file", "no/such/file", subintent.Error, "no/such/file"
    yield "empty list", [], subintent.Error, "no scores"
    yield "empty dict", {}, subintent.Error, "no scores"
    yield "empty frame", FRAME.iloc[:0], subintent.Error, "no scores"
    yield "columns", FRAME.drop(columns="value"), subintent.Error, "no columns run, topic, measure and value"
    yield "topic column", FRAME.drop(columns="topic"), subintent.Error, "no column qid or query_id or topic"
    yield "means", subintent.ScoreTable(["a", "b"], ["M"], ["1"], numpy.zeros((2, 1, 1)), None).to_pandas(), subintent.Error, "per_topic=True"
    yield "twice", pandas.concat([FRAME, changed(value=0.9)]), subintent.Error, "scores:25: run a, topic 1, measure M has the score"
    yield "column twice", pandas.concat([FRAME, FRAME[["topic"]]], axis=1), subintent.Error, "two columns topic"
    yield "wide", {"x": pandas.DataFrame({"topic": ["1", "2"], "RR": [0.1, 0.2], "bert": [0.3, 0.4]})}, subintent.Error, "or, of a data frame, {run: frame.set_index(TOPIC).to_dict()}"
    yield "infinite", changed(value=numpy.inf), subintent.Error, "cannot be calculated with"
    yield "huge", changed(value=1e200), subintent.Error, "cannot be calculated with"
    yield "all missing", changed(value=numpy.nan), subintent.Error, "no scores"
    yield "one missing", changed(value=FRAME.value.where(FRAME.index != 3)), subintent.Error, "run a has no score for topic 11 by M"
    yield "text", changed(value="high"), TypeError, "value: expected a number"
    yield "complex", changed(value=1j), TypeError, ""
    yield "float run", changed(run=1.5), TypeError, "run: expected str"
    yield "no run", changed(run=None), TypeError, "run: expected str"
    yield "empty run", changed(run=""), subintent.Error, "scores:1: "
    yield "control characters", changed(topic="a\tb"), subintent.Error, "scores:1: "
    yield "surrogates", changed(run="\ud800"), ValueError, "surrogates"
    yield "short rows", [("a", "1", "M")], TypeError, "tuples"
    yield "strings", ["a 1 M .5"], subintent.Error, "a 1 M .5"
    yield "mixed", [*ROWS, FRAME], TypeError, "rows alone"
    yield "one level", {"a": 1}, TypeError, "scores"
    yield "arrays", {"a": {"M": [0.5]}}, TypeError, "{run: {topic: value}}, or {measure: frame} of topics x runs, found list of 1"
    yield "measures of a run", matrix.set_axis(["map", "P_10"], axis=1), subintent.Error, "measures of a run as {run: frame}"
    yield "text of run", {"a": "text"}, subintent.Error, "text: cannot be opened"  # of a judge
    yield "short metrics", {"a": [("1", 0.5)]}, TypeError, "topic, measure, value"
    yield "frame and dict", {"M": pandas.DataFrame({"a": ["x"]}, index=["1"])}, TypeError, "value: expected a number"
    yield "matrix with a column of queries", {"M": matrix.assign(query=["x", "y"])}, subintent.Error, "the column query is not the first one"
    yield "matrix with means", {"M": matrix.assign(Mean=[1, 2])}, subintent.Error, "the column Mean seems to hold a statistic"
    yield "matrix with an index", {"M": matrix.rename_axis("qid").reset_index().assign(topic_id=["1", "2"])}, subintent.Error, "topic_id seems to hold topics"
    topics = matrix.rename_axis("topic").reset_index()
    yield "matrix read with its index", {"M": pandas.read_csv(io.StringIO(topics.to_csv()))}, subintent.Error, "the column topic is not the first one but stands behind Unnamed: 0"
    yield "matrix of another index", {"M": topics.reset_index()}, subintent.Error, "the column topic is not the first one but stands behind index"
    yield "matrix with topics at the end", {"M": matrix.assign(qid=["1", "2"])}, subintent.Error, "the column qid is not the first one but stands behind a"
    for name in ("Unnamed: 0", "index", "level_0"):
        yield f"matrix with {name}", {"M": matrix.assign(**{name: [0, 1]})}, subintent.Error, f"the column {name} seems to hold an index"
    yield "matrix on its side", {"M": matrix.T.rename_axis("system")}, subintent.Error, "transpose"
    yield "shape", subintent.ScoreTable(["a", "b"], ["M"], ["1"], numpy.zeros((2, 1, 2)), numpy.ones((2, 1), bool)), subintent.Error, "not runs x measures x topics"
    yield "raises", (1 / 0 for _ in range(1)), ZeroDivisionError, ""
    yield "one run", {"a": DICT["a"]}, subintent.Error, "only one run to compare, a"
    yield "other topics", {"a": {"M": {"1": 1}}, "b": {"M": {"2": 1}}}, subintent.Error, "missing=zero"


@pytest.mark.parametrize("names", [["value"], ["hours", "cost"]])
def test_frames_of_scores_are_read_as_files_are(names, tmp_path):
    rows = [{"run": run, "topic": topic, **{name: len(run + name) / (topic + 2) for name in names}} for run in ("a", "bb") for topic in (1, 2, 3)]
    pandas.DataFrame(rows).to_csv(tmp_path / "scores.csv", index=False)
    of_file = compare.significance(tmp_path / "scores.csv").pairs
    assert {pair.measure for pair in of_file} == set(names)
    assert compare.significance(pandas.DataFrame(rows)).pairs == compare.significance(rows).pairs == of_file
    frame = pandas.DataFrame({"user_input": ["1", "2", "3"], "response": "x", "faithfulness": [0.1, 0.2, 0.4]})  # beside texts of answers
    assert compare.significance({"a": frame, "b": frame.assign(faithfulness=0.3)}).pairs["measure"] == ["faithfulness"]
    people = pandas.DataFrame({"topic": ["1", "2"], "run1": "a", "run2": "bb", "worker": "w", "preference": ["<", "="]})
    people.to_csv(tmp_path / "people.csv", index=False)
    assert compare.preferences(rows, people)["tau"] == compare.preferences(tmp_path / "scores.csv", tmp_path / "people.csv")["tau"]


@pytest.mark.parametrize("name", ["Average", "mean", "STD", "median", "Q1", "95% CI", "Varianz"])
def test_statistics_are_no_topics(name):
    matrix = pandas.DataFrame({"a": [0.5, 0.1, 0.3], "b": [0.6, 0.3, 0.45]}, index=["1", "2", name])
    rows = [(run, topic, "M", value) for run in matrix for topic, value in matrix[run].items()]
    for given in ({"M": matrix}, rows):
        with pytest.warns(subintent.DataWarning, match=f"the topic {name} is left out as a statistic"):
            found = compare.significance(given)
        assert found["topics"] == [2]


@pytest.mark.parametrize("name, scores, error, text", [pytest.param(*case, id=case[0]) for case in bad_inputs()])
def test_bad_scores(name, scores, error, text):
    with pytest.raises(error) as raised:
        compare.significance(scores)
    assert text in str(raised.value)


@pytest.mark.parametrize("argument, call", [
    ("test", lambda: compare.significance(DICT, test="z")),
    ("trials", lambda: compare.significance(DICT, test="tukey", trials=100_001)),
    ("correction", lambda: compare.significance(DICT, correction="fdr")),
    ("family", lambda: compare.significance(DICT, family="all")),
    ("missing", lambda: compare.correlation(DICT, missing="skip")),
    ("gold", lambda: compare.concordance(DICT, gold=[])),
    ("", lambda: compare.concordance(DICT, gold="M")),
    ("", lambda: compare.correlation(DICT, measures="M")),
    ("", lambda: compare.significance(DICT, measures="what")),
    ("", lambda: compare.significance(DICT, baseline="what")),
    ("variance", lambda: compare.topics_needed(0, 0.1)),
    ("difference", lambda: compare.topics_needed(1, float("nan"))),
    ("systems", lambda: compare.topics_needed(1, 0.1, systems=1001)),
    ("ties", lambda: compare.preferences(DICT, [("1", "a", "b", "u", "<")], ties="all")),
    ("preferences", lambda: compare.preferences(DICT, {})),
    ("alpha", lambda: compare.preferences(None, [("1", "a", "b", "u", "<")], alpha=1)),
    ("", lambda: compare.preferences(None, [("1", "a", "b", "u", "<", "c")])),
    ("", lambda: compare.preferences(None, [("1", "a", "b", "u", "<", "a", -1)])),
    ("", lambda: compare.preferences(DICT, [])),
    ("", lambda: compare.preferences(DICT, [("1", "a", "a", "u", "<")])),
    ("", lambda: compare.preferences(DICT, pandas.DataFrame({"topic": ["1"]}))),
    ("run_name", lambda: compare.read_scores("x", run_name="me")),
    ("scores", lambda: subintent.evaluate({t: {"d": 1} for t in "12"}, {"a": {"1": ["d"]}}, "RR", scores={"a": {"M": {"3": 1}}})),
    ("scores_format", lambda: compare.read_scores("x", scores_format="xml")),
])
def test_bad_arguments(argument, call):
    with pytest.raises(subintent.Error) as raised:
        call()
    assert raised.value.argument == argument and "--" not in str(raised.value)


def test_preferences_that_do_not_fit(tmp_path):
    path = tmp_path / "users.tsv"
    path.write_text("1\ta\tb\tu\t>\n1\ta\tz\tu\t>\n")
    with pytest.raises(subintent.Error) as raised:
        compare.preferences(DICT, path)
    assert (raised.value.file, raised.value.line) == (str(path), 2)
    with pytest.raises(subintent.Error) as raised:
        compare.preferences(DICT, {"mine": [("1", "a", "b", "u", ">"), ("1", "b", "a", "u", ">")]})
    assert (raised.value.file, raised.value.line) == ("mine", 2) and "twice, with different preferences" in raised.value.message
    with pytest.raises(ValueError, match="'<', '=' or '>'"):
        compare.preferences(DICT, [("1", "a", "b", "u", "?")])


LONG = {f"r{i}": {f"M{m}": {t: (i * 7 + m + k) % 11 / 10 for k, t in enumerate(TOPICS)} for m in range(300)} for i in range(20)}


def test_progress():
    seen = []
    compare.significance(LONG, test="tukey", trials=500, progress=lambda p: seen.append((p.done, p.total)))
    assert all(total == 300 * 190 for done, total in seen) and seen == sorted(seen)
    assert not seen or seen[-1] == (300 * 190, 300 * 190)


def test_interrupt():
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        compare.significance(LONG, test="randomisation", trials=100_000)  # takes minutes


def test_results_of_calc_are_scores():
    qrels, runs = {str(t): {"i": {"a": 1}} for t in range(4)}, {"r": ["a"], "s": ["b", "a"]}
    evaluator = subintent.Evaluator(qrels, ["RR"])
    lists = {name: {topic: docnos for topic in qrels} for name, docnos in runs.items()}
    pairs = compare.significance({name: evaluator.calc(run) for name, run in lists.items()})
    assert pairs == compare.significance(evaluator.evaluate(lists))


def test_scores_that_a_file_lacks_count_0(tmp_path):
    file = tmp_path / "scores.tsv"
    file.write_text("run\ttopic\tmeasure\tvalue\na\t1\tP@5\t.5\na\t2\tP@5\t.5\na\t1\tAP\t.4\nb\t2\tP@5\t1\n")
    read = compare.read_scores(file)
    assert read.means().tolist() == [[0.5, 0.2], [0.5, 0.0]]
    assert read.answered.tolist() == [[True, False], [False, True]]
    assert "nan" not in repr(read) + read._repr_html_()


@pytest.mark.parametrize("shape", [(4, 6, 3, 2), (3, 5, 2, 1), (5, 4, 1, 3), (4, 7, 1, 1)])
def test_judges_and_draws_are_columns_or_lists_of_frames(shape):
    values = numpy.random.default_rng(7).random(shape)
    rows = [(f"r{r}", str(t), "M", value, f"j{j}", str(d)) for (r, t, j, d), value in numpy.ndenumerate(values)]
    frame = pandas.DataFrame(rows, columns=["run", "topic", "measure", "value", "judge", "draw"])
    found = compare.reliability(frame, plan_topics=[50])
    assert {row.source for row in found.components} >= {name for name, size in zip(("run", "topic", "judge", "draw"), shape) if size > 1}
    apart = {judge: [part.drop(columns=["judge", "draw"]) for _, part in of_judge.groupby("draw")] for judge, of_judge in frame.groupby("judge")}
    again = compare.reliability(apart, plan_topics=[50])
    assert [row.estimate for row in again.components] == [row.estimate for row in found.components]


def test_judges_of_the_same_runs(tmp_path):
    """Names of judges stand before measures wherever scores are taken."""
    random = numpy.random.default_rng(3)
    truth = random.random((8, 20))
    frames = {}
    for judge, noise in {"people": 0, "a": 0.3, "b": 1}.items():
        scores = truth + noise * random.random(truth.shape)
        frames[judge] = pandas.DataFrame([(f"r{r}", str(t), "M", value) for (r, t), value in numpy.ndenumerate(scores)], columns=["run", "topic", "measure", "value"])
    found = compare.correlation(frames, truth="people", trials=100)
    assert {row.judge2 for row in found.judges} == {"a:M", "b:M"}
    path = tmp_path / "scores.tsv"
    pandas.concat([frame.assign(judge=judge) for judge, frame in frames.items()]).to_csv(path, sep="\t", index=False)
    assert compare.correlation(path, truth="people", trials=100).judges.to_dicts() == found.judges.to_dicts()
    assert {row.measure for row in compare.significance(frames)} == {"people:M", "a:M", "b:M"}
    assert {row.measure for row in compare.significance(frames, measures=["a:M"])} == {"a:M"}
    with pytest.raises(subintent.Error, match="there are no scores by the judge nobody"):
        compare.correlation(frames, truth="nobody")


def test_a_dict_of_files_names_runs(tmp_path):
    for name, score in (("a", 0.5), ("b", 0.25)):
        (tmp_path / name).write_text(f"runid,topic,P@1\nrun,1,{score}\nrun,2,0\n")
    files = {"A": tmp_path / "a", "B": tmp_path / "b"}
    (pair,) = compare.significance(files)
    assert (pair.run1, pair.run2, pair.mean1, pair.mean2) == ("A", "B", 0.25, 0.125)
    scores = subintent.evaluate({t: {"d": 1} for t in "12"}, {name: {"1": {"d": 1.0}, "2": {"x": 1.0}} for name in files}, "RR", scores=files)
    assert scores.means().tolist() == [[0.5, 0.25], [0.5, 0.125]]
