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
