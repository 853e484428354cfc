"""Transformers of PyTerrier, where that can be imported."""
import numpy
import pytest
import subintent

pandas, pyterrier = pytest.importorskip("pandas"), pytest.importorskip("pyterrier")
from subintent.pyterrier import MMR, PM2, XQuAD  # noqa: E402

ROWS = [("1", "cat1", 0, 0.9), ("1", "cat2", 1, 0.8), ("1", "car1", 2, 0.7), ("2", "x", 0, 2.0), ("2", "y", 1, 1.0)]
RESULTS = pandas.DataFrame(ROWS, columns=["qid", "docno", "rank", "score"]).assign(query="q")
INTENTS = {"1": {"cat": {"cat1": 1, "cat2": 1}, "car": {"car1": 1}}, "2": {"a": {"x": 1}, "b": {"y": 1}}}
VECTORS = {"cat1": [1, 0], "cat2": [1, 0.1], "car1": [0, 1], "x": [1, 0], "y": [0, 1]}


class Retriever(pyterrier.Transformer):
    def transform(self, results):
        return RESULTS


def lists_of(results):
    return {qid: list(rows.sort_values("rank")["docno"]) for qid, rows in results.groupby("qid")}


@pytest.mark.parametrize("transformer, method, lambda_", [(XQuAD, "xquad", 0.8), (PM2, "pm2", 0.5)])
def test_a_pipeline_gives_what_diversifier_gives(transformer, method, lambda_):
    results = (Retriever() >> transformer(INTENTS, lambda_))(None)
    run = {qid: dict(zip(rows["docno"], rows["score"])) for qid, rows in RESULTS.groupby("qid")}
    assert lists_of(results) == subintent.Diversifier(run, method, intents=INTENTS).run(lambda_).lists()
    assert lists_of(results)["1"] == ["cat1", "car1", "cat2"]
    assert results["rank"].tolist() == [0, 1, 2, 0, 1] and results["score"].tolist() == [3, 2, 1, 2, 1]
    assert set(results.columns) == set(RESULTS.columns) and set(results["query"]) == {"q"}
    assert RESULTS["docno"].tolist() == [row[1] for row in ROWS]  # as it was


def test_mmr_by_vectors_of_the_results_or_a_similarity():
    similarity = subintent.Similarity.dense(list(VECTORS), numpy.array(list(VECTORS.values()), dtype=float))
    expected = lists_of(MMR(0.5, similarity)(RESULTS))
    assert expected["1"] == ["cat1", "car1", "cat2"]
    with_vectors = RESULTS.assign(doc_vec=[numpy.array(VECTORS[docno]) for docno in RESULTS["docno"]])
    assert lists_of(MMR(0.5)(with_vectors)) == expected
    with pytest.raises(subintent.Error, match="doc_vec.*similarity"):
        MMR()(RESULTS)


def test_no_results_and_other_frames():
    assert len(XQuAD(INTENTS)(RESULTS[:0])) == 0
    with pytest.raises(subintent.Error, match="no column score"):
        XQuAD(INTENTS)(RESULTS.drop(columns="score"))


def test_its_results_can_be_evaluated():
    made = subintent.evaluate([("1", "cat", "cat1", 1), ("1", "car", "car1", 1)], {"A": PM2(INTENTS)(RESULTS)}, ["I-rec@2"], order="rank")
    assert made.values[0, 0, 0] == 1
