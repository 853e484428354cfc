"""Scores: of all forms of judgments and runs, and equal to those of the program."""
import json
import math
import pickle
import re
import shutil

import numpy
import pytest
import subintent

QRELS = {"1": {"a car": {"d1": 1, "d2": 1}, "a football player": {"d3": 2}}, "2": {"x": {"d1": 1}}}
RUN = {"1": {"d1": 3.2, "d2": 2.5, "d3": 0.4}, "2": {"d9": 1.0, "d1": 0.5}}
MEASURES = ["alpha-nDCG@20", "D#-nDCG@20", "I-rec@2"]


@pytest.fixture
def evaluator():
    return subintent.Evaluator(QRELS, MEASURES)


def test_forms_of_results_agree(evaluator):
    results = evaluator.calc(RUN)
    assert results.aggregated == evaluator.calc_aggregate(RUN) and results.per_query == list(evaluator.iter_calc(RUN))
    table = evaluator.evaluate({"mine": RUN})
    assert table.to_dict()["mine"]["I-rec@2"] == {"1": 0.5, "2": 1.0}
    assert [m.value for m in results.per_query if m.query_id == "2"] == table.values[0, :, 1].tolist()
    assert table.answered.all() and table.values.dtype == numpy.float64


@pytest.mark.filterwarnings("ignore::subintent.DataWarning")
@pytest.mark.parametrize("kind", ["nuggets", "features"])
def test_judgments_of_several_files(study, program, tmp_path, kind):
    formats = study.parent / "nuggets" / "formats"
    if kind == "nuggets":
        files, run, measures = [formats / "nuggets.jsonl", formats / "documents.jsonl"], formats / "run", ["nugget-all@3", "I-rec@3"]
    else:
        files, run, measures = [tmp_path / "ratings", tmp_path / "features"], tmp_path / "run", ["I-rec@1", "I-rec@3", "nDCG@3"]
        files[0].write_text("user_id\titem_id\trating\nu1\ti1\t5\nu1\ti2\t3\nu2\ti3\t1\n")
        files[1].write_text("item\tfeatures\ni1\tfilm noir\t11\ni2\t11\ni3\t12\n")
        run.write_text("u1 Q0 i2 1 2 r\nu1 Q0 i1 2 1 r\nu2 Q0 i3 1 1 r\n")
    words = [word for file in files for word in ("--qrels", file)]
    printed = program("evaluate", *words, "-m", ",".join(measures), "--format", "json", "--digits", "full", run)
    expected = json.loads(printed)[0]["scores"]
    for given in (files, tuple(map(str, files)), subintent.read_qrels(files)):
        evaluator = subintent.Evaluator(given, measures)
        for each in (evaluator, pickle.loads(pickle.dumps(evaluator))):
            assert each.evaluate([run]).means()[0].tolist() == list(expected.values())
    with pytest.raises(subintent.Error, match="no-such-file"):
        subintent.Judgments([files[0], tmp_path / "no-such-file"])


@pytest.mark.filterwarnings("ignore::subintent.DataWarning")
def test_means_of_answered_topics(evaluator):
    table = evaluator.evaluate({"all": RUN, "first": {"1": RUN["1"]}})
    assert table.means(answered_only=True)[0].tolist() == table.means()[0].tolist()
    assert table.means(answered_only=True)[1].tolist() == table.values[1, :, 0].tolist()


GROUPS = {"gender": {"1": {"d1": {"female": 0.5, "male": 0.5}, "d2": "male", "d9": "female"}, "2": {"d1": "female", "d9": "male"}},
          "age": {"1": {"d3": "old", "d2": "young"}, "2": {"d9": "old"}}}
TARGETS = {"gender": {"1": {"male": 0.25, "female": 0.75}, "*": {"male": 0.5, "female": 0.5}}, "age": {"young": 0.5, "middle": 0.25, "old": 0.25}}
FAIR = ["GF@10", "GFR(relevance='iRBU')@10", "AWRF(attribute='gender')", "AWRF(attribute='age+gender')", "G-rec@1", "GF-LA(attribute='age')",
        "GF(divergence='RNOD')"]


def write_rows(path, rows):
    path.write_text("".join(" ".join(map(str, row)) + "\n" for row in rows))


def shares(topics):
    """(topic, docno, group, membership)"""
    return [(topic, docno, *share) for topic, docnos in topics.items() for docno, groups in docnos.items()
            for share in (groups.items() if isinstance(groups, dict) else [(groups, 1)])]


def test_groups_equal_the_program_to_the_last_bit(program, tmp_path):
    options = ["--ordinal", "age"]
    for name, topics in GROUPS.items():
        write_rows(tmp_path / name, shares(topics))
        options += ["--groups", f"{name}={tmp_path / name}", "--group-targets", f"{name}={tmp_path / name}.targets"]
    of_gender = [(topic, *share) for topic, groups in TARGETS["gender"].items() for share in groups.items()]
    write_rows(tmp_path / "gender.targets", of_gender)
    write_rows(tmp_path / "age.targets", [("*", *share) for share in TARGETS["age"].items()])
    judged = [(t, intent[0], d, g) for t, of in QRELS.items() for intent, docs in of.items() for d, g in docs.items()]
    write_rows(tmp_path / "qrels", judged)
    ranked = [(t, "Q0", d, i, s, "x") for t, of in RUN.items() for i, (d, s) in enumerate(of.items())]
    write_rows(tmp_path / "run", ranked)
    printed = program("evaluate", "--qrels", tmp_path / "qrels", *options, "-m", ",".join(FAIR), "--format", "json", "--digits", "full", tmp_path / "run")
    fair = subintent.Evaluator(QRELS, FAIR, groups=GROUPS, group_targets=TARGETS, ordinal="age").calc_aggregate(RUN)
    assert json.loads(printed)[0]["scores"] == fair
    paths = {name: tmp_path / name for name in GROUPS}
    targets = {name: f"{path}.targets" for name, path in paths.items()}
    read = subintent.Evaluator(QRELS, FAIR, groups=paths, group_targets=targets, ordinal=["age"])
    assert read.calc_aggregate(RUN) == fair


def test_a_measure_that_applies_nowhere_has_no_mean():
    groups = {"gender": [("9", "d1", "a", 1), ("9", "d3", "b", 1.0)]}
    with pytest.warns(subintent.DataWarning):
        scores = subintent.Evaluator(QRELS, ["G-rec@1", "P@1"], groups=groups).evaluate({"x": RUN})
    assert numpy.isnan(scores.means()[0, 0]) and not numpy.isnan(scores.means()[0, 1]) and numpy.isnan(scores.means(answered_only=True)[0, 0])


def test_means_are_over_topics_that_a_measure_applies_to():
    groups = {"gender": [("1", "d1", "a", 1), ("1", "d3", "b", 1.0)]}
    with pytest.warns(subintent.DataWarning):
        evaluator = subintent.Evaluator(QRELS, ["G-rec@1", "P@1"], groups=groups)
    metrics = list(evaluator.iter_calc(RUN))
    assert [(m.query_id, m.measure) for m in metrics] == [("1", "G-rec@1"), ("1", "P@1"), ("2", "P@1")]
    assert evaluator.calc_aggregate(RUN)["G-rec@1"] == metrics[0].value
    scores = evaluator.evaluate({"x": RUN, "y": RUN})
    assert scores.applicable.tolist() == [[True, False], [True, True]]
    assert numpy.isnan(scores.values[:, 0, 1]).all() and not numpy.isnan(scores.values[:, 1]).any()
    assert scores.means()[0].tolist() == list(evaluator.calc_aggregate(RUN).values())
    assert scores.means(answered_only=True).tolist() == scores.means().tolist() and list(scores.to_dict()["x"]["G-rec@1"]) == ["1"]
    assert [(row.topic, row.measure) for row in scores.per_topic() if row.run == "y"] == [("1", "G-rec@1"), ("1", "P@1"), ("2", "P@1")]
    assert pickle.loads(pickle.dumps(scores)) == scores
    assert "applies to 1 of 2" in scores.to_markdown() and "-" in scores.to_text(per_topic=True)
    assert {row.topics for row in subintent.compare.significance(scores)} == {1}
    pandas = pytest.importorskip("pandas")
    frame = scores.to_pandas(per_topic=True)
    assert len(frame) == 6 and not frame["value"].isna().any() and list(frame.index) == list(range(6))
    wide = scores.to_pandas("G_rec@1")  # or the name, "G-rec@1"
    assert list(wide.columns) == ["x", "y"] and list(wide.index) == ["1", "2"] and wide.loc["1", "x"] == scores.values[0, 0, 0] and wide.loc["2"].isna().all()
    assert isinstance(frame, pandas.DataFrame)
    with pytest.raises(subintent.Error, match="there is no measure G-rec; give one of G-rec@1, P@1"):
        scores.to_pandas("G-rec")


def test_groups_are_data_frames_too():
    pandas = pytest.importorskip("pandas")
    targets = list(TARGETS["age"].items())
    frames = [(pandas.DataFrame(shares(GROUPS["age"]), columns=memberships.split()), pandas.DataFrame(targets, columns=["group", "share"]))
              for memberships in ("query_id doc_id group membership", "qid docno group share")]
    of_topics = pandas.DataFrame([("*", *target) for target in targets], columns=["query_id", "group", "share"])
    options = {"ordinal": "age"}
    names = [name for name in FAIR if "gender" not in name]
    expected = subintent.Evaluator(QRELS, names, groups={"age": GROUPS["age"]}, group_targets={"age": TARGETS["age"]}, **options).calc_aggregate(RUN)
    for memberships, of_groups in [*frames, (frames[0][0], of_topics)]:
        evaluator = subintent.Evaluator(QRELS, names, groups={"age": memberships}, group_targets={"age": of_groups}, **options)
        assert evaluator.calc_aggregate(RUN) == expected


def test_groups_of_all_topics():
    pandas = pytest.importorskip("pandas")
    of_documents = {"d1": "a", "d2": "b", "d3": "b"}
    frame = pandas.DataFrame(list(of_documents.items()), columns=["doc_id", "group"])
    scores = [subintent.Evaluator(QRELS, ["GF@10", "G-rec@1"], groups={"g": groups}).calc_aggregate(RUN)
              for groups in (frame, of_documents, {"*": of_documents}, {topic: of_documents for topic in QRELS})]
    assert scores[0] == scores[1] == scores[2] and scores[0]["GF@10"] > 0


@pytest.mark.parametrize("options, error, message", [
    ({}, subintent.Error, "needs groups"),
    ({"groups": {"a+b": {}}}, subintent.Error, "has one of"),
    ({"groups": {"g": {"1": {"d1": {"x": 0.5}, "d2": "y"}}}}, subintent.Error, "add up to 0.5"),
    ({"groups": {"g": {"1": {"d1": {"x": "much"}}}}}, TypeError, "membership"),
    ({"groups": {"g": {"1": {"d1": {"x": float("nan")}}}}}, subintent.Error, "'nan' is not a number from 0 to 1"),
    ({"groups": {"g": {"1": 3}}}, TypeError, "expected {topic: {docno: {group: membership}}}"),
    ({"groups": {"g": 3}}, TypeError, "groups g: expected a path, a data frame, a mapping or an iterable"),
    ({"groups": {"g": [("1", "d1", "x")]}}, TypeError, "groups g:1: expected a tuple"),
    ({"groups": GROUPS, "group_targets": {"h": {}}}, subintent.Error, "there are no groups 'h'"),
    ({"groups": GROUPS, "group_targets": {"age": {"old": 1}}}, subintent.Error, "has one group only"),
    ({"groups": GROUPS, "group_targets": {"age": {"old": 1, "x": 0}}}, subintent.Error, "young has no target"),
    ({"groups": GROUPS, "ordinal": "h"}, subintent.Error, "there are no groups 'h'"),
    ({"groups": GROUPS, "ordinal": 3}, TypeError, "ordinal"),
])
def test_bad_groups(options, error, message):
    with pytest.raises(error) as raised:
        subintent.Evaluator(QRELS, "GF@5", **options)
    assert message in str(raised.value)


@pytest.mark.parametrize("argument, columns, error, message", [
    ("groups", {"doc_id": ["d"]}, subintent.Error, "groups g: the data frame has no column group"),
    ("groups", {"group": ["a"]}, subintent.Error, "groups g: the data frame has no column docno"),
    ("groups", {"doc_id": ["d"], "group": [None]}, TypeError, "groups g:1: group: expected str"),
    ("groups", {"doc_id": ["d"], "group": ["a"], "membership": ["1"]}, TypeError, "membership: expected a number"),
    ("group_targets", {"group": ["a"]}, subintent.Error, "the data frame has no column membership or share"),
    ("group_targets", {"group": ["a"], "share": [None]}, TypeError, "share: expected a number"),
])
def test_bad_frames_of_groups(argument, columns, error, message):
    pandas = pytest.importorskip("pandas")
    given = {"groups": {"g": GROUPS["age"]}, argument: {"g": pandas.DataFrame(columns)}}
    with pytest.raises(error, match=message):
        subintent.Evaluator(QRELS, "GF", **given)


BANK = """{"query_id": "1", "nugget_bank": [
  {"question": "Both?", "aggregator_type": "AND",
   "answers": [{"answer": "A", "references": ["a"]}, {"answer": "B", "references": ["b"]}]},
  {"question": "Either?", "answers": [{"answer": "C", "references": ["c", "a"]}]},
  {"question": "Never?", "answers": [{"answer": "D", "references": []}]}]}
"""
OF_NUGGETS = ["I-rec@2", "I-rec(cover=given)@2", "N-rec_N@2", "HD#-nDCG_N(cover=given)@2"]


@pytest.mark.filterwarnings("ignore::subintent.DataWarning")
@pytest.mark.parametrize("all_intents", [False, True, None])
def test_nuggets_equal_the_program(program, tmp_path, all_intents):
    bank = tmp_path / "bank.json"
    bank.write_text(BANK)
    (tmp_path / "run").write_text("1 Q0 a 1 2 x\n1 Q0 c 2 1 x\n")
    options = {False: ["--relevant-intents"], True: ["--all-intents"], None: []}[all_intents]
    counts_all = all_intents is not False
    printed = program("evaluate", "--qrels", bank, "--hierarchy", f"N={bank}", *options, "-m", ",".join(OF_NUGGETS), "--format", "json", "--digits", "full",
                      tmp_path / "run")
    expected = json.loads(printed)[0]["scores"]
    assert expected["I-rec@2"] == (2 / 3 if counts_all else 1)
    judgments = subintent.read_qrels(bank, all_intents=all_intents)
    hierarchies = subintent.read_hierarchies(bank, all_intents=counts_all)
    assert judgments.all_intents == counts_all
    for named in (bank, hierarchies):
        evaluator = subintent.Evaluator(judgments, OF_NUGGETS, hierarchies={"N": named})
        assert evaluator.calc_aggregate(tmp_path / "run") == expected
    alone = shutil.copy(bank, tmp_path / "N.jsonl")
    for named in ({"N": bank}, alone):
        evaluator = subintent.Evaluator(bank, OF_NUGGETS, hierarchies=named, all_intents=all_intents)
        assert evaluator.calc_aggregate(tmp_path / "run") == expected
    scores = [subintent.evaluate(judgments, tmp_path / "run", "HD#-nDCG@2", hierarchies=given) for given in (hierarchies, {"WI": hierarchies})]
    assert scores[0].values.tolist() == scores[1].values.tolist()
    written = program("hierarchy", "--nuggets", bank, *options)
    assert "".join(one.to_json() + "\n" for one in hierarchies) == written


@pytest.mark.filterwarnings("ignore::subintent.DataWarning")
def test_answers_are_runs_as_in_the_program(program, tmp_path):
    def line(topic, system, *support):
        nuggets = [{"text": str(i), "importance": "vital", "assignment": one} for i, one in enumerate(support)]
        return json.dumps({"qid": topic, "run_id": system, "nuggets": nuggets}) + "\n"

    path = tmp_path / "answers.jsonl"
    path.write_text(line("1", "x", "support", "not_support") + line("2", "x", "partial_support", "support")
                    + line("1", "y", "not_support", "not_support") + line("3", "y", "support", "support"))
    judgments = subintent.read_qrels(path)
    answers = judgments.answers()
    assert answers == {"x": {"1": ["x"], "2": ["x"]}, "y": {"1": ["y"], "3": ["y"]}}
    evaluator = subintent.Evaluator(judgments, ["nugget-all", "nugget-vital-strict"])
    shared = ("--assignments", path, "-m", "nugget-all,nugget-vital-strict", "--format", "json")
    printed = json.loads(program("evaluate", *shared, "--digits", "full"))
    means = evaluator.evaluate(answers).means().tolist()
    assert [list(row["scores"].values()) for row in printed] == means
    pairs = subintent.compare.significance(evaluator.evaluate(answers))
    assert [row["p"] for row in json.loads(program("compare", "significance", *shared))["pairs"]] == [pair.p for pair in pairs]
    found = subintent.compare.difference(evaluator, answers, measures=["nugget-all", "nugget-vital-strict"])
    explained = json.loads(program("explain", "difference", *shared))
    assert [row["p"] for row in explained["means"]] == [row.p for row in found["means"]]
    usual = ["nugget-all", "nugget-vital", "nugget-all-strict", "nugget-vital-strict"]  # not those of lists
    assert subintent.evaluate(judgments, answers).measures == usual
    assert [row.measure for row in subintent.compare.difference(judgments, answers)["means"]] == usual
    pages = [subintent.report(judgments, runs, tmp_path / "page.html") or (tmp_path / "page.html").read_text() for runs in (answers, None)]
    assert "nugget-all" in pages[0] == pages[1]


def test_nodes_say_whether_they_need_all_of_their_children(tmp_path):
    (tmp_path / "bank").write_text(BANK)
    hierarchy = subintent.read_hierarchies(tmp_path / "bank")[0]
    assert [node.label for node in hierarchy if node.needs_all] == ["Both?"]
    assert subintent.Hierarchy.from_dict(hierarchy.to_dict()).nodes == hierarchy.nodes
    assert hierarchy.to_dict()["nodes"][0]["aggregator"] == "AND"


def test_intents_without_judgments_count_if_asked():
    qrels = {"1": {"a": {"d1": 1}, "b": {}, "c": {"d2": 0}}, "2": {"a": {}}}
    nuggets = {"a": {"d1": 1}, "b": {}, "c": {"d2": 0}}
    for given in (qrels, (nuggets, {"1": ["a", "b", "c"]})):
        for all_intents, recall in ((False, 1), (True, 1 / 3)):
            judgments = subintent.Judgments(given, all_intents=all_intents)
            assert judgments.topics == ["1"]
            assert subintent.Evaluator(judgments, "I-rec@1").calc_aggregate({"1": ["d1"]}) == {"I-rec@1": recall}
    assert not subintent.Judgments(qrels).all_intents and subintent.Judgments((nuggets, {"1": ["a", "b", "c"]})).all_intents
    with pytest.raises(subintent.Error, match="qrels: 'b.' contains control characters; rename it"):
        subintent.Judgments({"1": {"a": {"d1": 1}, "b\n": {}}}, all_intents=True)
    with pytest.raises(subintent.Error, match="all_intents: the judgments have been made"):
        subintent.Evaluator(judgments, "I-rec@1", all_intents=True)


def scores_of(table):
    return {(run, measure, topic): value for run, of_run in table.to_dict().items() for measure, of_measure in of_run.items()
            for topic, value in of_measure.items()}


@pytest.mark.parametrize("treatment", ["irrelevant", "removed"])
def test_duplicates_and_depth_are_those_of_the_program(study, made, program, tmp_path, treatment):
    groups = subintent.near_duplicate_groups(made / "fingerprints")
    in_groups = {docno for group in groups for docno in group}
    qrels = subintent.read_qrels(study / "qrels.txt")
    alone = [docno for docno in qrels.relevant(qrels.topics[0]) if docno not in in_groups]
    groups += [alone[:2], alone[2:5]]
    (tmp_path / "groups").write_text("group\tdocno\n" + "".join(f"{g[0]}\t{docno}\n" for g in groups for docno in g))
    measures = ["alpha-nDCG@20", "D#-nDCG@10", "AP", "Judged@10"]
    paths = [study / "runs" / name for name in ("bm25", "mmr-07")]
    options = ["--duplicates", tmp_path / "groups", "--duplicates-as", treatment]
    for depth in (None, 1, 7, 5000):
        cut = [] if depth is None else ["--depth", depth]
        printed = program("evaluate", "--qrels", study / "qrels.txt", "-m", ",".join(measures), "--per-topic", "--format", "tsv", "--digits", "full", *options,
                          *cut, *paths)
        rows = [line.split("\t") for line in printed.splitlines()[1:]]
        expected = {(run, measure, topic): float(value) for run, topic, measure, value in rows if topic != "all"}
        runs = {path.name: subintent.read_run(path) for path in paths}
        lists = {name: run.lists() for name, run in runs.items()}
        for given in (groups, tmp_path / "groups"):
            ev = subintent.Evaluator(study / "qrels.txt", measures, duplicates=given, duplicates_as=treatment, depth=depth)
            for form in (dict(zip(runs, paths)), runs, lists):
                assert scores_of(ev.evaluate(form)) == expected
        if depth is not None:
            cut_runs = {name: run.cut(depth) for name, run in runs.items()}
            ev = subintent.Evaluator(study / "qrels.txt", measures, duplicates=groups, duplicates_as=treatment)
            assert scores_of(ev.evaluate(cut_runs)) == expected


def test_duplicates_are_refused():
    qrels = {"1": {"a": {"d1": 1, "d2": 1}}}
    for wrong in ([["d1", "d2"], ["d2", "d3"]], [["d1", ""]], [["d1", "\x00"]]):
        with pytest.raises(subintent.Error, match="^duplicates:[12]: "):
            subintent.Evaluator(qrels, ["AP"], duplicates=wrong)
    for wrong in (5, ["d1"], [[1.5]]):
        with pytest.raises(TypeError, match="duplicates"):
            subintent.Evaluator(qrels, ["AP"], duplicates=wrong)
    with pytest.raises(subintent.Error, match="irrelevant or removed"):
        subintent.Evaluator(qrels, ["AP"], duplicates=[], duplicates_as="none")
    with pytest.warns(subintent.DataWarning, match="duplicates"):
        subintent.Evaluator(qrels, ["AP"], duplicates=[["x", "y"]])


def share_of_intents(topic, judged, docnos):
    """Of the topic's intents, those that the first document serves."""
    return sum(grades.get(docnos[0], 0) > 0 for grades in judged.values()) / len(judged)


@pytest.mark.filterwarnings("ignore")
def test_functions_are_measures():
    qrels = {"1": {"a": {"d1": 1, "d2": 1}, "b": {"d2": 1}}, "2": {"a": {"d1": 1}}}
    runs = {"x": {"1": ["d1", "d2"], "2": ["d1"]}, "y": {"1": {"d1": 1, "d2": 2}}}
    evaluator = subintent.Evaluator(qrels, ["nDCG@10", share_of_intents, {"length": lambda topic, judged, docnos: len(docnos)}, "RR"], depth=1)
    table = evaluator.evaluate(runs)
    assert table.measures == evaluator.measures == ["nDCG@10", "share_of_intents", "length", "RR"]
    assert table.values[:, 1:3].tolist() == [[[0.5, 1], [1, 1]], [[1, 0], [1, 0]]]  # 0 where there is no list
    assert table.values[:, ::3].tolist() == subintent.evaluate(qrels, runs, ["nDCG@10", "RR"], depth=1).values.tolist()
    assert table.provenance["measures"] == ["nDCG@10", "RR"] and table.provenance["options"]["functions"] == ["share_of_intents", "length"]
    assert [pair.difference for pair in subintent.compare.significance(table, measures="share_of_intents").pairs] == [0.25]
    alone = pickle.loads(pickle.dumps(subintent.Evaluator(qrels, share_of_intents)))
    assert alone.calc_aggregate(runs["x"]) == {"share_of_intents": 0.75}
    by_evaluator = subintent.compare.difference(subintent.Evaluator(qrels, ["RR", share_of_intents]), runs)
    assert subintent.compare.difference(qrels, runs, ["RR", share_of_intents]).means.to_dicts() == by_evaluator.means.to_dicts()
    with pytest.raises(subintent.Error, match="difference takes no functions"):
        subintent.compare.difference(subintent.Evaluator(qrels, share_of_intents), {"x": runs["x"]})
    with pytest.warns(subintent.DataWarning, match="pooling correlation takes no functions, and leaves out share_of_intents"):
        subintent.compare.pooling_correlation(evaluator, runs, depths=[1], pool_depths=[1])
    assert subintent.evaluate(None, runs, {"length": lambda topic, judged, docnos: len(docnos)}).values.tolist() == [[[2, 1]], [[2, 0]]]
    seen = []
    subintent.evaluate({"1": {"a": {"d": 1}, "b": {"d": 0}}}, {"x": {"1": ["d"]}}, {"seen": lambda *given: seen.append(given[1]) or 0})
    subintent.evaluate({"1": {"a": {"d": 1}, "b": {"d": 0}}}, {"x": {"1": ["d"]}}, {"seen": lambda *given: seen.append(given[1]) or 0}, all_intents=True)
    assert seen == [{"a": {"d": 1}}, {"a": {"d": 1}, "b": {"d": 0}}]  # the intents that count
    seen = []
    subintent.evaluate({"1": {"d": 1}}, {"x": [("1", "d", 0.5), ("1", "e", 1.0)]}, {"seen": lambda *given: seen.append(given) or 0})
    assert seen == [("1", {"d": 1}, ["e", "d"])]


def length(topic, judged, docnos):
    return len(docnos)


length.lower_is_better = True


@pytest.mark.filterwarnings("ignore")
def test_functions_are_compared_as_measures(tmp_path, monkeypatch):
    compare, topics = subintent.compare, [str(topic) for topic in range(9)]
    qrels = {topic: {"a": {"d1": 1}, "b": {"d2": 1}} for topic in topics}
    short, long = {topic: ["d1"] for topic in topics}, {topic: ["d2", "d1", "d3"] for topic in topics}
    evaluator, runs = subintent.Evaluator(qrels, ["RR", length, ("share_of_intents", share_of_intents)]), {"short": short, "long": long}
    some = subintent.evaluate(qrels, runs, ["RR", {"odd": lambda topic, judged, docnos: len(docnos) if int(topic) % 2 else None}])
    assert some.means()[:, 1].tolist() == [1, 3] and some.applicable[1].sum() == 4 and compare.significance(some)[0].topics == 4
    odd = lambda topic, judged, docnos: 1.0 if int(topic) % 2 else None  # noqa: E731
    for made in (lambda: compare.gate(qrels, runs, baseline="short", margin=0.1, measures={"odd": odd}), lambda: subintent.report(qrels, runs, tmp_path / "r.html", measures={"odd": odd})):
        with pytest.raises(subintent.Error, match="measures: .* is None for topic 0; return a number for every topic here"):
            made()
    few = lambda topic, judged, docnos: 1 if len(docnos) < 2 else None  # noqa: E731
    with pytest.raises(subintent.Error, match="topic 0: few is None for some runs, but not for short; set few.worst to the value of such a run; return None"):
        subintent.evaluate(qrels, runs, {"few": few})
    few.worst = 7
    assert subintent.evaluate(qrels, runs, {"few": few}).means().tolist() == [[1], [7]]
    assert subintent.evaluate(qrels, runs, {"taken": lambda topic, judged, docnos: sum(judged.pop("a").values())}).means().tolist() == [[1], [1]]
    with pytest.raises(subintent.Error, match="none: topic 1: has no list, and less is better by length; set length.worst to the value of such a topic"):
        evaluator.evaluate({"none": {"0": ["d1"]}})
    monkeypatch.setattr(length, "worst", 5, raising=False)
    with pytest.warns(subintent.DataWarning, match=r"run none: lacks 8 of 9 judged topics; they score 0 and count in the mean \(5 by length\)"):
        table = evaluator.evaluate({**runs, "none": subintent.Run({"0": ["d1"]})})
    assert table.lower_is_better == pickle.loads(pickle.dumps(table)).lower_is_better == ("length",)
    assert table.values[2, 1].tolist() == [1] + [5] * 8 and "3.0000" in str(table)
    assert [line.count("•") for line in table.to_text().splitlines()[1:4]] == [3, 2, 0] and compare.standardised(table)[0].lower_is_better == ["length"]
    scores = evaluator.evaluate(runs)
    for given in (scores, {"judge": scores}, [scores]):
        pair = next(pair for pair in compare.significance(given).pairs if pair.measure.endswith("length"))
        assert (pair.difference, pair.winner) == (-2, "short")
    for more in ({}, {"lower_is_better": "length"}):
        rows = scores.per_topic() if more else scores
        assert [pair.winner for pair in compare.significance(rows, measures="length", **more).pairs] == ["short"]
    with pytest.raises(subintent.Error, match="lower_is_better: there are no scores by the measure nothing; choose from RR"):
        compare.significance(scores, lower_is_better=["nothing"])
    gated = compare.gate(evaluator, runs, baseline="short", margin=0.5)
    assert [(one.measure, one.difference, one.verdict) for one in gated] == [("RR", 0, "not worse"), ("length", 2, "worse"), ("share_of_intents", 0, "not worse")]
    assert [one.measure for one in compare.gate(subintent.Evaluator(qrels, ("size", length)), runs, baseline="short", margin=0.5)] == ["size"]
    assert [one.measure for one in compare.gate(qrels, runs, measures="P@1", baseline="short", margin=0.5, scores=scores)] == ["P@1", "RR", "length", "share_of_intents"]
    with pytest.raises(subintent.Error, match="scores: RR is computed, too"):
        compare.gate(evaluator, runs, baseline="short", margin=0.5, scores=scores)
    both = subintent.evaluate(qrels, runs, ["map", "AP"], scores=[(run, topic, "map", 0.25) for run in runs for topic in scores.topics])
    assert both["map"] == [0.25] * len(runs) != both["AP"]
    found = compare.difference(evaluator, runs)
    assert compare.difference(qrels, runs, "RR") == compare.difference(qrels, runs, measures="RR")
    assert [(one.measure, one.difference) for one in found.means] == [("RR", 0), ("length", -2), ("share_of_intents", 0)]
    assert [(one.topic, one.difference, one.words) for one in found.topics if one.measure == "length"] == [(topic, -2, "") for topic in topics]
    for named in ("length", ["length"], length, [length]):
        assert [one.difference for one in compare.difference(evaluator, runs, measures=named).means] == [-2]
        assert [one.measure for one in compare.gate(evaluator, runs, measures=named, baseline="short", margin=1)] == ["length"]
    with pytest.raises(TypeError, match=r"measures: expected .*str or Measure, found function max; a function belongs into the measures of Evaluator or evaluate\(\)"):
        compare.difference(evaluator, runs, measures=["length", max])
    assert {one.measure for one in compare.difference(qrels, runs, measures=["RR", "hours"], topic="1", scores={"short": {"hours": dict.fromkeys(topics, 1)}, "long": {"hours": dict.fromkeys(topics, 2)}}).scores} == {"RR", "hours"}
    with pytest.raises(TypeError, match="expected an Evaluator or judgments .*, found ScoreTable"):
        compare.difference(scores, ["short", "long"])
    subintent.report(evaluator, runs, tmp_path / "own.html", scores={"short": {"hours": dict.fromkeys(topics, 1)}, "long": {"hours": dict.fromkeys(topics, 2)}})
    assert all(name in (tmp_path / "own.html").read_text() for name in ("length", "share_of_intents", "hours"))


@pytest.mark.filterwarnings("ignore")
def test_other_scores_stand_beside(tmp_path, program):
    qrels = {"1": {"a": {"d1": 1}}, "2": {"a": {"d1": 1}}}
    runs = {"x": {"1": ["d1"], "2": ["d1"]}, "y": {"1": ["d2", "d1"], "2": ["d1"]}}
    rows = [(run, topic, "hours", hours) for run, topic, hours in zip("xxyy", "1212", (0.1, 2, 3, 4.5))]
    (tmp_path / "scores.tsv").write_text("".join(f"{run}\t{topic}\t{measure}\t{value}\n" for run, topic, measure, value in rows))
    for scores in (rows, tmp_path / "scores.tsv", {"x": {"hours": {"1": 0.1, "2": 2}}, "y": {"hours": {"1": 3, "2": 4.5}}}):
        table = subintent.evaluate(qrels, runs, [length, "RR"], scores=scores, lower_is_better=["hours"])
        assert all(subintent.evaluate(qrels, runs, named, scores=scores).measures == ["RR", "hours"] for named in ("RR,hours", ["RR", "hours"]))
        mixed = subintent.evaluate(qrels, runs, ["time=hours", length, "own=RR"], scores=scores)
        assert (mixed.measures, mixed.values[0].tolist()) == (["time", "length", "own"], [[0.1, 2], [1, 1], [1, 1]])
        assert (mixed.provenance["measures"], mixed.provenance["options"]["scores"]) == (["RR"], ["time"]) and mixed.lower_is_better == ["length"]
        assert subintent.evaluate(qrels, runs, {"time": "hours", "f": length, "own": "RR"}, scores=scores).measures == ["time", "f", "own"]
        assert subintent.evaluate(qrels, runs, "hours,P@1", scores=scores).measures == ["hours", "P@1"]
        assert all(subintent.evaluate(judged, runs, "hours", scores=scores).to_dict() == {"x": {"hours": {"1": 0.1, "2": 2}}, "y": {"hours": {"1": 3, "2": 4.5}}} for judged in (qrels, None))
        subintent.report(qrels, runs, tmp_path / "hours.html", measures="hours", scores=scores)
        assert "1 measure" in (tmp_path / "hours.html").read_text(encoding="utf-8")
        with pytest.raises(subintent.Error, match="'minutes'; name measures that are computed, or some of scores="):
            subintent.evaluate(qrels, runs, ["RR", "minutes"], scores=scores)
        assert (table.measures, table.lower_is_better) == (["length", "RR", "hours"], ["length", "hours"])
        assert table.values[:, 2].tolist() == [[0.1, 2], [3, 4.5]] and table.values[:, 1].tolist() == [[1, 1], [0.5, 1]]
        assert [pair.difference for pair in subintent.compare.significance(table, measures="hours").pairs] == [-2.7] and "1.0500•" in str(table)
        assert table.applicable is None and table.provenance["options"]["scores"] == ["hours"] and [one["role"] for one in table.provenance["inputs"]][-1] == "scores"
    partial = subintent.evaluate(qrels, runs, "hours", scores=[row for row in rows if row[:2] != ("y", "2")])
    assert partial.applicable.tolist() == [[True, False]] and partial.means()[:, 0].tolist() == [0.1, 3]
    evaluator = subintent.Evaluator(qrels, "RR")
    assert evaluator.evaluate(runs, lower_is_better="RR").lower_is_better == ["RR"]
    for wrong, message in (
        ({"scores": rows[:2]}, "scores: there are none of the run y, but of x; add its scores, or evaluate the other runs alone"),
        ({"scores": [(*row[:2], "RR", 1) for row in rows]}, "scores: RR is computed, too"),
        ({"scores": rows, "lower_is_better": ["minutes"]}, "lower_is_better: there are no scores by the measure minutes; choose from RR, hours"),
    ):
        with pytest.raises(subintent.Error, match=message):
            evaluator.evaluate(runs, **wrong)
    gap = subintent.evaluate(qrels, runs, "RR", scores=[*rows[:3], ("y", "2", "hours", None)])
    assert gap.applicable.tolist() == [[True, True], [True, False]] and gap.means()[:, 1].tolist() == [0.1, 3]
    assert subintent.evaluate(qrels, runs, "hours", scores={"hours": {run: {"1": 1, "2": 2} for run in runs}}).means().tolist() == [[1.5], [1.5]]


@pytest.mark.filterwarnings("ignore")
def test_other_scores_are_frames_too():
    qrels, runs = {"1": {"a": {"d1": 1}}, "2": {"a": {"d1": 1}}}, {"x": {"1": ["d1"], "2": ["d1"]}, "y": {"1": ["d1"], "2": ["d1"]}}
    rows = [(run, topic, "hours", hours) for run, topic, hours in zip("xxyy", "1212", (0.1, 2, 3, 4.5))]
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(rows, columns=["run", "topic", "measure", "value"])
    of_runs = {run: of.rename(columns={"value": "hours"})[["topic", "hours"]] for run, of in frame.groupby("run")}
    for scores in ({"hours": frame[["run", "topic", "value"]]}, of_runs):
        assert subintent.evaluate(qrels, runs, "hours", scores=scores).values[:, 0].tolist() == [[0.1, 2], [3, 4.5]]
    of_systems = {run: of.assign(minutes=of.hours * 60, response="text") for run, of in of_runs.items()}
    assert [(pair.measure, pair.run1, pair.run2) for pair in subintent.compare.significance(of_systems).pairs] == [("hours", "x", "y"), ("minutes", "x", "y")]


def test_lambda_is_searched_by_functions_and_without_judgments():
    topics = [str(topic) for topic in range(6)]
    run = {topic: {"d1": 3, "d2": 2, "d3": 1} for topic in topics}
    similarity = subintent.Similarity.dense(["d1", "d2", "d3"], [[1, 0], [1, 0.1], [0, 1]])
    mmr, lambdas = subintent.Diversifier(run, "mmr", similarity=similarity), [0.1, 1]

    def second(topic, judged, docnos):
        return docnos.index("d3")

    qrels = {topic: {"a": {"d1": 1}, "b": {"d3": 1}} for topic in topics}
    high = mmr.search(qrels, second, lambdas=lambdas, folds=2)
    second.lower_is_better = True
    low = mmr.search(None, {"own": second}, lambdas=lambdas, folds=2)
    assert (high.best, high.best_mean, high.run_mean) == (1, 2, 2) and (low.best, low.best_mean) == (0.1, 1)
    assert low.run.lists()["0"] == ["d1", "d3", "d2"] and [row.mean for row in low.lambdas] == [1, 2]
    by_name = mmr.search(qrels, "alpha-nDCG@2", lambdas=lambdas, folds=2)
    assert by_name.best == mmr.search(None, "ILD@2", lambdas=lambdas, folds=2).best == mmr.search(qrels, "nDCG_RA@2", lambdas=lambdas, folds=2).best == 0.1
    for message, judged, measures in (("qrels is missing, which nDCG@10 needs", None, "nDCG@10"), ("search takes one measure", qrels, [second, "RR"])):
        with pytest.raises(subintent.Error, match=message):
            mmr.search(judged, measures)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("measures, error, message", [
    (lambda *given: 1, subintent.Error, "measures: a function has no name; give {\"name\": function}, with a name of your own"),
    ([share_of_intents, {"share_of_intents": len}], subintent.Error, "measures: share_of_intents is the name of another function, too; give {\"name\": function}"),
    (["a=P@1", "RR", {"RR": share_of_intents}], subintent.Error, "measures: RR is the name of a computed measure, too"), (["a=P@1", {"a": len}], subintent.Error, "a is the name of a computed measure, too"),
    ({"nDCG@5": share_of_intents}, subintent.Error, "measures: nDCG@5 is a measure of subintent; give {\"name\": function}, with a name of your own"),
    ({"f": 1}, TypeError, "measures: expected a function, str or Measure, found int 1"),
    ({"f": lambda *given: math.nan}, subintent.Error, "x: topic 1: f is nan; return a finite number, or None where"),
    ({"f": lambda *given: {}["y"]}, subintent.Error, "x: topic 1: f raised KeyError: 'y'"),
    ({"f": lambda *given: "1"}, TypeError, "x: topic 1: f returned '1'; return a number"),
    ({"f": lambda *given: None}, TypeError, "f returned None for all topics; return a number"),
    ({"f": lambda *given: numpy.array([0.5])}, TypeError, "x: topic 1: f returned array([0.5]); return a number"),
    ({"f": lambda topic, docnos: 1}, TypeError, "measures: f(topic, docnos) is called with three arguments; make it f(topic, judged, docnos)"),
    ({"f": lambda topic, ranking, qrels: 1}, TypeError, "measures: f(topic, ranking, qrels) is called with three arguments; make it f(topic, judged, docnos)"),
])
def test_functions_that_are_no_measures(measures, error, message):
    with pytest.raises(error, match=re.escape(message)):
        subintent.evaluate({"1": {"d": 1}}, {"x": {"1": ["d"]}}, measures)


def test_measures_by_other_names():
    qrels, run = {"1": {"d": 1}}, {"1": ["e", "d"]}
    both = subintent.evaluate(qrels, {"x": run}, {"mine": lambda topic, judged, docnos: len(docnos), "a": "RR", "b": subintent.Measure("P@1")})
    assert both.means().tolist() == [[2, 0.5, 0]] and both.measures == ["mine", "a", "b"]
    assert subintent.evaluate(qrels, {"x": run}, {"a": "RR"}).measures == ["a"]


def test_lists_without_judgments(tmp_path, program, monkeypatch):
    random = numpy.random.default_rng(5)
    docnos = [f"d{i}" for i in range(30)]
    similarity = subintent.Similarity.dense(docnos, abs(random.normal(size=(30, 6))))
    runs = {name: {topic: random.permutation(docnos)[:14].tolist() for topic in topics} for name, topics in (("a", "12"), ("b", "13"))}
    measures = ["ILD@10", "ILMD@10", "NearDup(t=0.85)@10", "Vendi@10", "Vendi-share@10"]
    with pytest.warns(subintent.DataWarning, match=r"lacks 1 of 3 topics; they score 0 and count in the mean \(1 by NearDup\(t=0.85\)@10\)"):
        table = subintent.evaluate(None, runs, measures, similarity=similarity)
    assert table.topics == ["1", "2", "3"] and table.values[0, :, 2].tolist() == [0, 0, 1, 0, 0]
    monkeypatch.setattr(length, "worst", 9, raising=False)
    with pytest.warns(subintent.DataWarning, match=r"\(1 by NearDup@10; 9 by far\)"):
        subintent.evaluate(None, runs, ["NearDup@10", {"far": length}], similarity=similarity)
    evaluator = pickle.loads(pickle.dumps(subintent.Evaluator(None, measures, similarity=similarity)))
    assert evaluator.topics == [] and evaluator.measures == measures
    assert evaluator.calc_aggregate(runs["a"])["ILD@10"] == pytest.approx(table.values[0, 0, :2].mean())
    assert subintent.Evaluator(None, similarity=similarity).evaluate({"a": runs["a"]}).measures[-1] == "NearDup@20"
    with pytest.raises(subintent.Error, match="qrels is missing, which nDCG@10 needs"):
        subintent.evaluate(None, runs, ["ILD@10", "nDCG@10"], similarity=similarity)
    gate = subintent.compare.gate(subintent.Evaluator(None, "NearDup@10", similarity=similarity), {**runs, "c": runs["a"]}, baseline="a", margin=0.1)
    assert [row.verdict for row in gate if row.run == "c"] == ["not worse"]
    subintent.report(subintent.Evaluator(None, measures, similarity=similarity), runs, tmp_path / "page.html")
    assert "NearDup" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_documents_that_no_other_run_has(tmp_path):
    runs = {"a": {"1": ["d1", "d2", "d3"], "2": ["d1"]}, "b": {"1": ["d3", "d1"]}, "c": {"1": {"d1": 1.0, "d9": 2.0}}}
    expected = [[0.5, 1.0], [0.5, 0.0], [0.5, 0.0]]  # d2, d1; d3, which a has third; d9
    (tmp_path / "b").write_text("1 Q0 d3 1 2 b\n1 Q0 d1 2 1 b\n")
    mixed = {"a": subintent.Run(runs["a"]), "b": tmp_path / "b", "c": runs["c"]}
    evaluator = subintent.Evaluator({"1": {"1": {"d1": 1}}, "2": {"1": {"d1": 1}}}, ["Unique@2", "RR"], depth=5)
    with pytest.warns(subintent.DataWarning):
        table = evaluator.evaluate(mixed)
    assert table.values[:, 0].tolist() == expected and table.values[:, 1].tolist() == [[1.0, 1.0], [0.5, 0.0], [0.5, 0.0]]
    with pytest.raises(subintent.Error, match="Unique@2 compares the list of each run with those of others, and there is one run"):
        evaluator.calc_aggregate(runs["a"])
