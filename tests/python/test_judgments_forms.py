"""Frames and dicts of judgments and runs as people have them."""
import pickle

import numpy
import pandas
import pytest

import subintent

ROUNDS = [("1", "0.5", "a", 2), ("1", "0.5", "b", 0), ("1", "1", "c", 1), ("2", "1", "g", 1), ("2", "2", "h", 0)]
RUN = {"1": {"a": 3.0, "c": 2.0}, "2": {"g": 1.0}}


def frame(rows, columns):
    return pandas.DataFrame(rows, columns=columns)


DATES = [(topic, pandas.Timestamp(2022, 6, int(2 * float(day))), *row) for topic, day, *row in ROUNDS]


@pytest.mark.parametrize("qrels", [ROUNDS, DATES, *(frame(rows, ["query_id", "iteration", "doc_id", "relevance"]) for rows in (ROUNDS, DATES))])
def test_rounds_are_no_intents(qrels, recwarn):
    evaluator = subintent.Evaluator(qrels)
    assert evaluator.measures == ["nDCG@20"]
    assert evaluator.calc_aggregate(RUN) == {"nDCG@20": 1.0}
    with pytest.warns(subintent.DataWarning, match="judged='intents'") as said:
        subintent.Evaluator(qrels, ["I-rec@5", "alpha-nDCG@5"])
    assert [one.message.code for one in said] == ["topic-level-judgments"]


def test_what_is_judged_can_be_said():
    assert subintent.Judgments(ROUNDS, judged="intents").rows()[0][1] == "0.5"
    assert subintent.Judgments(ROUNDS).rows()[0][1] == "*"
    diversity = {"1": {"0": {"a": 1}, "y": {"a": 2}}}
    assert subintent.Judgments(diversity).rows() == [("1", "0", "a", 1), ("1", "y", "a", 2)]
    assert subintent.Judgments(diversity, judged="topics").rows() == [("1", "*", "a", 2)]
    apart = {"1": {"1": {"a": 1, "x": 0}, "2": {"b": 1, "y": 0}}}
    assert subintent.Judgments(apart).rows()[0] == ("1", "1", "a", 1)
    with pytest.raises(subintent.Error, match="judged"):
        subintent.Judgments(ROUNDS, judged="both")


def test_hierarchies_of_rounds_are_of_topics_unless_they_are_called_intents():
    apart = [("1", "1", "a", 1), ("1", "1", "x", 0), ("1", "3", "b", 1), ("1", "3", "y", 0)]
    texts = {name: f"a text of {name * 3}" for name in "abxy"}
    with pytest.warns(subintent.DataWarning, match="judged='intents'"):
        whole = subintent.make_hierarchies(apart, texts)
        assert whole.intent == []
        with pytest.raises(KeyError, match="there is one without intents in made.topic"):
            whole.intent[whole.topic[0].topic]
    made = subintent.make_hierarchies(subintent.Judgments(apart, judged="intents"), texts)
    assert [node.intent for node in made.intent[0].nodes if node.parent is None] == ["1", "3"]


def test_a_frame_may_have_a_column_of_verdicts_for_each_system():
    table = frame([("q", "a", "yes", 0), ("q", "b", "partly", 1)], ["question", "nugget", "x", "y"])
    with pytest.warns(subintent.DataWarning, match="each of the columns x, y"):
        assert subintent.evaluate(table, measures=["nugget-all"]).means().tolist() == [[0.75], [0.5]]
        assert subintent.evaluate(table, "y", "nugget-all").means().tolist() == subintent.evaluate({"y": {"q": {"a": "no", "b": "yes"}}}, None, "nugget-all").means().tolist() == [[0.5]]
        for names, message in ((["z"], "neither a file nor an answer of z; the answers are of x, y"), (["nugget-all", "nugget-vital"], "'nugget-all' is a measure, not a run")):
            with pytest.raises(subintent.Error, match=message):
                subintent.evaluate(table, names)


@pytest.mark.parametrize("verdicts", [["met", "no", "partially met", "met"], [True, False, 0.5, 1], [1.0, 0.0, 0.5, 1.0]])
def test_verdicts_on_answers_are_frames_too_and_need_no_runs(verdicts, tmp_path):
    rows = [("a", "1", 'says "no"\n', 2), ("a", "1", "two\tparts", 1), ("b", "1", 'says "no"\n', 2), ("b", "1", "two\tparts", 1)]
    table = frame([(*row, verdict) for row, verdict in zip(rows, verdicts)], ["run_id", "qid", "criterion", "weight", "verdict"])
    scores = subintent.evaluate(table)
    assert scores.measures == ["rubric", "rubric-binary"]
    assert scores.means().tolist() == pytest.approx(numpy.array([[2 / 3, 2 / 3], [2 / 3, 1 / 3]]))
    table.replace("\n", " ", regex=True).to_csv(tmp_path / "verdicts.csv", index=False)
    for given in (tmp_path / "verdicts.csv", table.to_dict("records")):
        assert subintent.evaluate(given).means().tolist() == scores.means().tolist()
    assert pickle.loads(pickle.dumps(subintent.Evaluator(table))).evaluate().means().tolist() == scores.means().tolist()
    with pytest.raises(TypeError, match="runs: expected {name: run}"):
        subintent.evaluate({"1": {"a": 1}})


def test_a_named_column_names_intents():
    named = frame(ROUNDS, ["qid", "subtopic", "docno", "label"])
    assert {row[1] for row in subintent.Judgments(named).rows()} == {"0.5", "1", "2"}


@pytest.mark.parametrize(
    "columns", [["user_id", "item_id", "rating"], ["userId", "movieId", "rating"], ["user_id:token", "item_id:token", "rating:float"], ["topic", "docid", "grade"]])
def test_frames_of_users_and_items(columns):
    ratings = frame([("1", "a", 5.0), ("1", "b", 3.0)], columns)
    assert subintent.Judgments(ratings).rows() == [("1", "*", "a", 5), ("1", "*", "b", 3)]
    run = subintent.Run(frame([("1", "b", 2.0), ("1", "a", 1.0)], [*columns[:2], "score"]))
    assert run.lists() == {"1": ["b", "a"]}


def test_a_column_that_is_not_understood_is_named():
    rows = frame([("1", "x", "a", 1), ("1", "y", "a", 0)], ["qid", "shade", "docno", "label"])
    with pytest.raises(subintent.Error, match="shade"):
        subintent.Judgments(rows)


@pytest.mark.parametrize("name", ["subintent", "theme", "perspective", "Sub-question", "viewpoint"])
def test_names_of_intents(name):
    of_intents = frame([("1", "x", "a", 1)], ["topic", name, "docno", "grade"])
    for given in (of_intents, of_intents.set_index([name]), of_intents.set_index(["topic", name, "docno"]), of_intents.set_index(["topic", name, "docno"]).grade):
        assert subintent.Judgments(given).to_dict() == {"1": {"x": {"a": 1}}}


def test_fractions_of_grades_have_a_way_out():
    with pytest.raises(subintent.Error, match="gains="):
        subintent.Judgments({"1": {"a": 0.7}})
    half, run = {"1": {"a": 0.25, "b": 1, "c": 1, "d": 0.25, "e": 0, "f": 0}}, {"1": {"a": 2.0, "b": 1.0}}
    whole = {"1": {docno: 4 * grade for docno, grade in half["1"].items()}}
    with pytest.warns(subintent.DataWarning, match="0.25, 1 are gains, of grades 1, 2"):
        assert subintent.evaluate(half, {"r": run}, "nDCG").means() == subintent.evaluate(whole, {"r": run}, "nDCG").means()


def test_documents_outside_of_intents():
    turned = {"1": {"d1": {"1": 1, "2": 0}, "d2": {"1": 1}, "d3": {2: 1}}}
    assert subintent.evaluate(turned, {"a": {"1": {"d1": 2.0, "d3": 1.0}}}, ["I-rec@1", "I-rec@2"]).means().tolist() == [[0.5, 1.0]]


def test_equal_ranks_say_nothing():
    rows = frame([("1", "a", 1.0, 0), ("1", "b", 2.0, 0)], ["qid", "docno", "score", "rank"])
    with pytest.warns(subintent.DataWarning, match="run: documents have the same rank, ordered by score"):
        assert subintent.Run(rows, order="rank").lists() == {"1": ["b", "a"]}


def test_runs_as_frames():
    run = subintent.Run({"1": {"a": 1.0, "b": 2.0}})
    made = run.to_pandas()
    assert made.values.tolist() == [["1", "b", 1, 2.0], ["1", "a", 2, 1.0]]
    assert subintent.Run(made, order="rank").lists() == run.lists()


def test_methods_in_any_case():
    intents = {"1": {"x": {"a": 1.0}, "y": {"b": 1.0}}}
    assert subintent.Diversifier({"1": {"a": 2.0, "b": 1.0}}, "xQuAD", intents=intents).run(0.5).lists() == {"1": ["a", "b"]}


SCORED = {"1": {"a": 1.0, "b": 2.0}}


def test_hits_and_names_do_not_mix():
    with pytest.raises(TypeError, match="docnos alone"):
        subintent.Run({"1": ["a", {"docid": "b", "score": 1.0}]})


@pytest.mark.parametrize("qrels", [
    {"1": ["a"]},
    {"1": {"a"}},
    {"1": pandas.Series({"a": 1})},
    {"1": {"a": numpy.int64(1)}},
    [{"qid": "1", "docno": "a", "rating": True}],
    pandas.DataFrame({"user_id": ["1"], "book_id": ["a"], "stars": [1]}),
    pandas.DataFrame({"docno": ["a"], "label": [1]}, index=pandas.Index(["1"], name="qid")),
    pandas.DataFrame({"qid": ["1", "1"], "docno": ["a", "c"], "label": [1.0, float("nan")]}),
    pandas.DataFrame({"qid": ["1", "1"], "docno": ["a", "c"], "label": pandas.array([1, None], "Int64")}),
    pandas.DataFrame({"qid": ["1", "1"], "docno": ["a", "c"], "label": ["1", None]}),
    pandas.DataFrame({"qid": ["1"], "docno": ["a"], "label": [1]}).set_index(["qid", "docno"]).label,
    {("1", "a"): "1"},
    numpy.array([("1", "a", 1)], dtype=[("qid", "U1"), ("docno", "U1"), ("label", "i4")]),
    frame([("1", "0", "a", 1)], list("abcd")).to_numpy()])
def test_judgments_in_other_forms(qrels):
    assert subintent.evaluate(qrels, {"r": SCORED}, ["RR"]).means().tolist() == [[0.5]]


def test_battles_alone(tmp_path):
    path = tmp_path / "battles.jsonl"
    failed = '{"qid":"1","pair":["x","y"],"preferred_run_id":null,"judge_verdict":null,"assistant_a_run_id":"x","status":"failed"}\n'
    path.write_text('{"model_a":"x","model_b":"y","winner":"model_a"}\n{"model_a":"x","model_b":"y","winner":"model_b"}\n' + failed)
    alone, second = subintent.compare.battles(str(path)), subintent.compare.battles(None, str(path))
    assert str(alone) == str(second) and [sides.failed for sides in alone.sides] == [1]


def test_battles_in_frames_and_records(tmp_path):
    battles = frame([(1, "x", "y", "model_a"), (2, "x", "y", "y"), (3, "y", "x", "tie")], ["topic", "model_a", "model_b", "winner"])
    battles.to_csv(tmp_path / "battles.csv", index=False)
    of_file = subintent.compare.battles(tmp_path / "battles.csv")
    assert str(subintent.compare.battles(battles)) == str(subintent.compare.battles(battles.to_dict("records"))) == str(of_file)


def test_names_of_columns_are_those_of_files():
    rows = frame([("1", "x", "a", True), ("1", "y", "a", False)], ["topic", "intent_id", "document", "relevant"])
    assert subintent.Judgments(rows).rows() == [("1", "x", "a", 1), ("1", "y", "a", 0)]
    for one, two in ((1, 2), ("1", "2")):
        made = frame([("1", "b", one), ("1", "a", two)], ["topic", "document", "position"])
        assert subintent.Run(made).lists() == subintent.Run(made, order="rank").lists() == {"1": ["b", "a"]}


@pytest.mark.parametrize("column", ["run", "system", "model", "Run_ID"])
def test_several_runs_in_a_frame(column):
    rows = frame([("x", "1", "a", 2.0), ("x", "1", "b", 1.0), ("y", "1", "b", 2.0)], [column, "topic", "docno", "score"])
    table = subintent.evaluate({"1": {"a": 1, "b": 0}}, rows, ["RR"])
    assert table.runs == ["x", "y"] and table.means().tolist() == [[1.0], [0.0]]
    with pytest.raises(subintent.Error, match="names several runs, x and y"):
        subintent.Run(rows)
    assert subintent.Run(rows[rows[column] == "x"]).lists() == {"1": ["a", "b"]}
    for nothing in (None, float("nan"), ""):
        with pytest.raises(subintent.Error, match=f"^runs:2: column {column} is empty; name the run in every row"):
            subintent.evaluate({"1": {"a": 1}}, rows.assign(**{column: ["x", nothing, "y"]}), ["RR"])


def test_intents_that_are_empty():
    """What is not relevant needs no intent, in frames and records as in files."""
    for nothing in (None, float("nan"), ""):
        rows = pandas.DataFrame({"qid": ["1", "1"], "docno": ["a", "b"], "intent": ["x", nothing], "label": [1, 0]})
        assert subintent.evaluate(rows, {"r": {"1": ["b", "a"]}}, ["I-rec@2"]).means().tolist() == [[1]]
        with pytest.raises(subintent.Error, match="the intent is empty; write a name"):
            subintent.Judgments(rows.assign(label=1))
    assert subintent.Judgments(frame([("1", "a", "x;y")], ["qid", "docno", "intents"])).rows() == [("1", "x", "a", 1), ("1", "y", "a", 1)]


def test_several_runs_under_one_name():
    """In a column or in members of records; names of documents, which differ within a topic, are none of runs."""
    for column in ("run", "system", "name"):
        rows = frame([("x", "1", "a", 2.0), ("x", "1", "b", 1.0), ("y", "1", "c", 2.0)], [column, "topic", "docno", "score"])
        for several in (rows, rows.to_dict("records")):
            with pytest.raises(subintent.Error, match=f"r:3: the column {column} names several runs, x and y"):
                subintent.evaluate({"1": {"a": 1, "b": 0}}, {"r": several}, ["RR"])
    titles = frame([("x", "1", "a", 2.0), ("y", "1", "b", 1.0), ("x", "2", "a", 2.0)], ["name", "topic", "docno", "score"])
    for run in (titles, titles.to_dict("records")):
        assert subintent.Run(run).lists() == {"1": ["a", "b"], "2": ["a"]}
    assert subintent.evaluate({"1": {"a": 1}}, titles, ["RR"]).runs == ["run"]
    seeds = frame([(7, "1", "a", 2.0), (8, "1", "a", 1.0)], ["seed", "topic", "docno", "score"])
    for take in (subintent.Run, lambda run: subintent.evaluate({"1": {"a": 1}}, run, ["RR"])):
        with pytest.raises(subintent.Error, match="run:3: the column seed names several runs, 7 and 8; give each run by itself"):
            take(seeds)


@pytest.mark.parametrize("words, grades", [(("yes", "no"), (1, 0)), (("relevant", "not relevant"), (1, 0)), (("L2", "L0"), (2, 0)), (("highly_relevant", "Not relevant"), (2, 0)), (("True", "False"), (1, 0))])
def test_grades_in_words(words, grades, tmp_path):
    rows = frame([("1", "a", words[0]), ("1", "b", words[1])], ["qid", "docno", "label"])
    rows.to_csv(tmp_path / "q.csv", index=False)
    expected = subintent.Judgments({"1": {"a": grades[0], "b": grades[1]}}).rows()
    tuples = list(rows.itertuples(index=False, name=None))
    for given in (tmp_path / "q.csv", rows, rows.to_dict("records"), {"1": dict(zip("ab", words))}, tuples, list(rows.itertuples())):
        assert subintent.Judgments(given).rows() == expected
    assert subintent.Judgments({"1": {"a": ["d", "e"], "b": {"f"}}}).rows() == subintent.Judgments({"1": {"a": {"d": 1, "e": 1}, "b": {"f": 1}}}).rows()
    with pytest.raises(TypeError, match="relevance: expected a number, found str 'perhaps'"):
        subintent.Judgments(rows.replace(words[0], "perhaps"))


@pytest.mark.parametrize("column", ["subtopic_id", "intent"])
def test_a_column_of_intents_is_one_in_every_form(column, tmp_path):
    rows = frame([("1", "x", "a", 1), ("1", "y", "b", 1), ("2", "x", "a", 0), ("2", "y", "b", 1)], ["qid", column, "docno", "label"])
    rows.to_csv(tmp_path / "q.csv", index=False)
    rows.to_json(tmp_path / "q.jsonl", orient="records", lines=True)
    for given in (tmp_path / "q.csv", tmp_path / "q.jsonl", rows, rows.to_dict("records"), list(rows.itertuples())):
        assert subintent.Judgments(given).rows() == [("1", "x", "a", 1), ("1", "y", "b", 1), ("2", "x", "a", 0), ("2", "y", "b", 1)]


def test_numbers_of_topics_stand_beside_their_words(tmp_path):
    rows = frame([("car", 1, "a", 2), ("bus", 2, "b", 1)], ["topic", "topic_id", "docno", "score"])
    for given in (rows, rows[rows.columns[::-1]], rows.to_dict("records")):
        assert subintent.Judgments(given).rows() == [("1", "*", "a", 2), ("2", "*", "b", 1)]
        assert subintent.Run(given).lists() == {"1": ["a"], "2": ["b"]}
    rows.to_csv(tmp_path / "both.csv", index=False)
    assert subintent.Judgments(tmp_path / "both.csv").rows() == [("1", "*", "a", 2), ("2", "*", "b", 1)]
    assert subintent.read_run(tmp_path / "both.csv").lists() == {"1": ["a"], "2": ["b"]}


def test_a_column_that_is_not_read_is_said():
    rows = frame([("1", "x", "a", 1), ("1", "y", "b", 0), ("2", "x", "a", 1), ("2", "y", "b", 0)], ["qid", "shade", "docno", "label"])
    with pytest.warns(subintent.DataWarning, match="column shade is not read"):
        subintent.Judgments(rows)
    doubled = rows.rename(columns={"shade": "intent", "docno": "ID"}).assign(rel=[0, 1, 0, 1])
    run = frame([("1", "a", 2, 1), ("1", "b", 1, 2)], ["qid", "id", "score", "similarity"])
    for given in (doubled, doubled.rename(columns={"ID": "docno"}).to_dict("records")):
        with pytest.warns(subintent.DataWarning, match="label is read, and rel, which differs, is not"):
            assert subintent.Judgments(given).rows()[:2] == [("1", "x", "a", 1), ("1", "y", "b", 0)]
    with pytest.warns(subintent.DataWarning, match="score is read, and similarity"):
        assert subintent.Run(run).lists() == {"1": ["a", "b"]}


@pytest.mark.parametrize("run", [
    [{"query_id": "1", "doc_id": "a", "score": 1.0}, {"query_id": "1", "doc_id": "b", "score": 2.0}],
    {"1": [{"docid": "b", "score": 2.0}, {"id": "a", "score": 1}]},
    {"1": ["b", "a"]},
    {"1": numpy.array(["b", "a"])},
    {"1": pandas.Series(["b", "a"])},
    {"1": pandas.Series(SCORED["1"])},
    frame([("1", ["b", "a"])], ["qid", "docno"]),
    pandas.DataFrame({"queryId": ["1", "1"], "parent_asin": ["a", "b"], "prediction": [1, 2]}),
    pandas.DataFrame({"gmap_id": ["a", "b"], "score": [1, 2]}, index=pandas.Index(["1", "1"], name="user_id")),
    [{"query_id": "1", "doc_id": "a", "rank": 2}, {"query_id": "1", "doc_id": "b", "rank": "1"}],
    [{"qid": "1", "docno": "a", "rank": 2, "score": "1.5"}, {"qid": "1", "docno": "b", "rank": 1, "score": 3}],
    {"1": [("a", 1.5), ("b", 3)]},
    {("1", "a"): 1.5, ("1", "b"): "3"},
    {"1": {"a": "1.5", "b": "3"}},
    frame([("1", "a", 2, 1.5), ("1", "b", 1, 3.0)], ["qid", "docno", "rank", "score"]),
    frame([("1", "a", 1.5), ("1", "b", 3.0)], ["qid", "docno", "score"]).set_index(["qid", "docno"]).score])
def test_runs_in_other_forms(run):
    assert subintent.Run(run).lists() == {"1": ["b", "a"]}
    assert subintent.evaluate({"1": {"a": 1}}, {"r": run}, ["RR"]).means().tolist() == [[0.5]]


ASSIGNED = [
    {"qid": 1, "run_id": "r", "nuggets": [{"text": "a", "importance": "vital", "assignment": "support"}, {"text": "b", "importance": "vital", "assignment": None}]},
    {"qid": 2, "run_id": "r", "nuggets": [{"text": "c", "importance": "vital", "assignment": "partial_support"}]}]
GRADED = [{"prompt_id": "1", "run_id": "r", "rubric_items": [{"criterion": "a", "points": 5, "criteria_met": True}, {"criterion": "b", "points": 3, "criteria_met": False}]}]
SUPPORT = [{"qid": "1", "run_id": "r", "sentences": [{"citations": [{"support": 2}]}, {"citations": [{"support": 1}]}]}]


@pytest.mark.filterwarnings("ignore::subintent.DataWarning")
@pytest.mark.parametrize("given, measure, value", [(ASSIGNED, "nugget-vital", 0.5), (GRADED, "rubric", 0.625), (SUPPORT, "weighted_precision_first_citation", 0.75)])
def test_rows_that_hold_lists_are_read_as_files_are(given, measure, value):
    for rows in (given, pandas.DataFrame(given)):
        scores = subintent.evaluate(rows)
        assert scores.means()[0, scores.measures.index(measure)] == value


@pytest.mark.parametrize("cells", [[["x", "y"], []], [("x", "y"), ()], [{"x", "y"}, None], [numpy.array(["x", "y"]), numpy.array([])]])
def test_cells_that_hold_several_names(cells):
    data = pandas.DataFrame({"qid": [1.0, 1], "docno": ["a", "c"], "themes": cells, "label": [1, 0]})
    for given in (data, data.to_dict("records")):
        assert subintent.Judgments(given).to_dict() == {"1": {"x": {"a": 1}, "y": {"a": 1}, "0": {"c": 0}}}
    slices = pandas.DataFrame({"topic": ["1", "2"], "kind": [cells[0], ["x"]]})
    found = subintent.compare.slices({"a": {"m": {"1": 0.5, "2": 0.7}}, "b": {"m": {"1": 0.4, "2": 0.1}}}, slices=slices)
    assert {row.value for row in found.slices} == {"x", "y"}


def test_answers_and_lists_as_rows():
    turns = {"run_name": "r", "turns": [{"turn_id": "1", "responses": [{"text": "", "passage_provenance": [{"id": "b"}, {"id": "a"}]}]}]}
    requests = {"requests": [{"id": "1", "ratings": [{"_id": "a", "rating": 1}]}]}
    assert subintent.Judgments(requests).rows() == [("1", "*", "a", 1)]
    assert subintent.Run(turns).lists() == subintent.Run({"1": [["b", 2.0], ["a", 1.0]]}).lists() == {"1": ["b", "a"]}
    cited = [{"topic_id": "1", "references": ["a", "b"], "answer": [{"text": "x", "citations": [1, 0]}]}]
    listed = [{"qid": "1", "hits": [{"docid": "b", "score": 2.0}, {"docid": "a", "score": 1.0}]}]
    for run in (cited, pandas.DataFrame(cited), listed):
        assert subintent.Run(run).lists() == {"1": ["b", "a"]}
    for qrels in ({"1": {"a": {"relevance": 1}}}, [{"qid": 1, "documents": [{"doc_id": "a", "relevance": 1}]}]):
        assert subintent.Judgments(qrels).rows() == [("1", "*", "a", 1)]
        assert subintent.evaluate(qrels, {"r": cited}, ["RR"]).means().tolist() == [[0.5]]


@pytest.mark.parametrize("battles", [
    [{"question_id": i, "model_a": "x", "model_b": "y", "winner": won, "judge": ["gpt-4", "pair-v2"]} for i, won in enumerate("AB")],
    [{"instruction": str(i), "generator_1": "x", "generator_2": "y", "preference": liked} for i, liked in enumerate((1.0, 2.0))],
    [{"uid": "1", "baseline": "x", "model": "y", "games": [{"score": "A>B"}, {"score": "A>>B"}]}],
    [{"qid": i, "pair": ["x", "y"], "preferred_run_id": run, "status": "completed"} for i, run in enumerate("xy")]])
def test_battles_of_all_kinds_as_rows(battles):
    for rows in (battles, pandas.DataFrame(battles)):
        found = subintent.compare.battles(rows).strengths
        assert [(one.run, one.battles, one.wins) for one in found] == [("x", 2, 1), ("y", 2, 1)]


def test_what_to_give_instead(tmp_path):
    wrapper = type("Qrels", (), {"to_dict": lambda self: {"1": {"a": 1}}})()
    with pytest.raises(TypeError, match=r"found Qrels; give its to_dict\(\)$"):
        subintent.Judgments(wrapper)
    (tmp_path / "qrels").write_text("1 1 a 1\n1 1 b 1\n")
    with pytest.raises(subintent.Error, match="a list of str is of paths, and 'one two' is none; give texts as {docno: text}"):
        subintent.make_hierarchies(tmp_path / "qrels", ["one two", "two three"])
