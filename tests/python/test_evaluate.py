"""Scores: of all forms of judgments and runs, and equal to those of the program."""
import json

import numpy
import pytest
import subintent

QRELS = {"1": {"a car": {"d1": 1, "d2": 1}, "a football player": {"d3": 2}}, "2": {"x": {"d1": 1}}}
RUN = {"1": {"d1": 3.2, "d2": 2.5, "d3": 0.4}, "2": {"d9": 1.0, "d1": 0.5}}
MEASURES = ["alpha-nDCG@20", "D#-nDCG@20", "I-rec@2"]


@pytest.fixture
def evaluator():
    return subintent.Evaluator(QRELS, MEASURES)


def test_equals_the_program_to_the_last_bit(study, program):
    runs = sorted((study / "runs").iterdir())
    measures = ["alpha-nDCG@20", "ERR-IA@10", "D#-nDCG@20", "I-rec@5", "nDCG@10", "AP", "NRBP", "Q-IA@10", "iRBU"]
    # fmt: off
    printed = program("evaluate", "--qrels", study / "qrels.txt", "--topics", study / "topics.xml", "-m", ",".join(measures),
                      "--per-topic", "--format", "json", "--digits", "full", *runs)
    # fmt: on
    table = subintent.Evaluator(study / "qrels.txt", measures, topics=study / "topics.xml").evaluate(runs)
    expected = {(row["run"], row["topic"]): row["scores"] for row in json.loads(printed)}
    scored = {
        (run, topic): dict(zip(measures, table.values[r, :, t].tolist()))
        for r, run in enumerate(table.runs)
        for t, topic in enumerate(table.topics)
    }
    means = {(run, "all"): dict(zip(measures, of_run.tolist())) for run, of_run in zip(table.runs, table.means())}
    assert expected == scored | means


def test_forms_of_results_agree(evaluator):
    results = evaluator.calc(RUN)
    assert results.aggregated == evaluator.calc_aggregate(RUN)
    assert results.per_query == list(evaluator.iter_calc(RUN))
    table = evaluator.evaluate({"mine": RUN})
    assert table.to_dict()["mine"]["I-rec@2"] == {"1": 0.5, "2": 1.0}
    assert [m.value for m in results.per_query if m.query_id == "2"] == table.values[0, :, 1].tolist()
    assert table.answered.all() and table.values.dtype == numpy.float64


@pytest.mark.filterwarnings("ignore::subintent.DataWarning")
def test_means_of_answered_topics(evaluator):
    table = evaluator.evaluate({"all": RUN, "first": {"1": RUN["1"]}})
    assert table.means(answered_only=True)[0].tolist() == table.means()[0].tolist()
    assert table.means(answered_only=True)[1].tolist() == table.values[1, :, 0].tolist()


GROUPS = {
    "gender": {
        "1": {"d1": {"female": 0.5, "male": 0.5}, "d2": "male", "d9": "female"},
        "2": {"d1": "female", "d9": "male"},
    },
    "age": {"1": {"d3": "old", "d2": "young"}, "2": {"d9": "old"}},
}
TARGETS = {
    "gender": {"1": {"male": 0.25, "female": 0.75}, "*": {"male": 0.5, "female": 0.5}},
    "age": {"young": 0.5, "middle": 0.25, "old": 0.25},
}
FAIR = [
    "GF@10", "GFR(relevance='iRBU')@10", "AWRF(attribute='gender')", "AWRF(attribute='age+gender')", "G-rec@1",
    "GF-LA(attribute='age')", "GF(divergence='RNOD')",
]  # fmt: skip


def write_rows(path, rows):
    path.write_text("".join(" ".join(map(str, row)) + "\n" for row in rows))


def test_groups_equal_the_program_to_the_last_bit(program, tmp_path):
    options = ["--ordinal", "age"]
    for name, topics in GROUPS.items():
        shares = [
            (topic, docno, *share)
            for topic, docnos in topics.items()
            for docno, groups in docnos.items()
            for share in (groups.items() if isinstance(groups, dict) else [(groups, 1)])
        ]
        write_rows(tmp_path / name, shares)
        options += ["--groups", f"{name}={tmp_path / name}", "--group-targets", f"{name}={tmp_path / name}.targets"]
    of_gender = [(topic, *share) for topic, groups in TARGETS["gender"].items() for share in groups.items()]
    write_rows(tmp_path / "gender.targets", of_gender)
    write_rows(tmp_path / "age.targets", [("*", *share) for share in TARGETS["age"].items()])
    judged = [(t, intent[0], d, g) for t, of in QRELS.items() for intent, docs in of.items() for d, g in docs.items()]
    write_rows(tmp_path / "qrels", judged)
    ranked = [(t, "Q0", d, i, s, "x") for t, of in RUN.items() for i, (d, s) in enumerate(of.items())]
    write_rows(tmp_path / "run", ranked)
    # fmt: off
    printed = program("evaluate", "--qrels", tmp_path / "qrels", *options, "-m", ",".join(FAIR), "--format", "json",
                      "--digits", "full", tmp_path / "run")
    # fmt: on
    fair = subintent.Evaluator(QRELS, FAIR, groups=GROUPS, group_targets=TARGETS, ordinal="age").calc_aggregate(RUN)
    assert json.loads(printed)[0]["scores"] == fair
    paths = {name: tmp_path / name for name in GROUPS}
    targets = {name: f"{path}.targets" for name, path in paths.items()}
    read = subintent.Evaluator(QRELS, FAIR, groups=paths, group_targets=targets, ordinal=["age"])
    assert read.calc_aggregate(RUN) == fair


def test_groups_are_tuples_too():
    groups = {"gender": [("1", "d1", "a", 1), ("1", "d3", "b", 1.0)]}
    targets = {"gender": [("*", "a", 0.5), ("*", "b", 0.5)]}
    with pytest.warns(subintent.DataWarning, match="groups gender: has no memberships of 1 of 2 judged topics"):
        evaluator = subintent.Evaluator(QRELS, "G-rec@1", groups=groups, group_targets=targets)
    assert evaluator.calc_aggregate(RUN) == {"G-rec@1": 0.25}


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({}, subintent.Error, "needs groups"),
        ({"groups": {"a+b": {}}}, subintent.Error, "has one of"),
        ({"groups": {"g": {"1": {"d1": {"x": 0.5}, "d2": "y"}}}}, subintent.Error, "add up to 0.5"),
        ({"groups": {"g": {"1": {"d1": {"x": "much"}}}}}, TypeError, "membership"),
        ({"groups": {"g": {"1": {"d1": {"x": float("nan")}}}}}, subintent.Error, "'nan' is not a number from 0 to 1"),
        ({"groups": {"g": {"1": 3}}}, TypeError, "expected {topic: {docno: {group: membership}}}"),
        ({"groups": {"g": 3}}, TypeError, "groups g: expected a path, a mapping or an iterable"),
        ({"groups": {"g": [("1", "d1", "x")]}}, TypeError, "tuples"),
        ({"groups": GROUPS, "group_targets": {"h": {}}}, subintent.Error, "there are no groups 'h'"),
        ({"groups": GROUPS, "group_targets": {"age": {"old": 1}}}, subintent.Error, "has one group only"),
        ({"groups": GROUPS, "group_targets": {"age": {"old": 1, "x": 0}}}, subintent.Error, "young has no target"),
        ({"groups": GROUPS, "ordinal": "h"}, subintent.Error, "there are no groups 'h'"),
        ({"groups": GROUPS, "ordinal": 3}, TypeError, "ordinal"),
    ],
)
def test_bad_groups(options, error, message):
    with pytest.raises(error) as raised:
        subintent.Evaluator(QRELS, "GF@5", **options)
    assert message in str(raised.value)
