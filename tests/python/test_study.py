"""Analyses that score runs, or compare judgments and hierarchies: inputs that the command line gives otherwise, and what is refused."""
import pytest
import subintent
from subintent import compare

QRELS = {"1": {"x": {"a": 1, "b": 2}, "y": {"c": 1}}}
RUNS = {"r": {"1": ["a", "b", "c"]}, "s": {"1": ["b", "c", "a"]}}


def test_dendrograms_are_values_too(study, made):
    trees, deltas = subintent.read_dendrograms(made / "dendrograms"), [0, 0.5]
    shapes = compare.similarities(study / "qrels.txt", dendrograms=trees, deltas=deltas).deltas
    assert shapes == compare.similarities(study / "qrels.txt", dendrograms=made / "dendrograms", deltas=deltas).deltas
    assert shapes.types["delta"] is float and shapes[0].subintents < shapes[1].subintents


def test_names_and_forms_of_runs(tmp_path):
    (tmp_path / "t").write_text("1 Q0 c 1 1 t\n")
    runs = {"r": RUNS["r"], "same": subintent.Run(RUNS["r"]), "file": tmp_path / "t"}
    assert compare.leave_out(QRELS, runs, measures=["P@1"])["run"] == ["r", "same", "file"]
    with pytest.raises(subintent.Error, match="only one run"):
        compare.leave_out(QRELS, {"r": RUNS["r"]})


@pytest.mark.parametrize("argument, options", [
    ("measures", {"measures": []}), ("measures", {"measures": "P@5"}), ("measures", {"measures": ["P", "P"]}),
    ("pool_depths", {"pool_depths": [0]}), ("depths", {"depths": []}), ("runs", {"runs": {}}),
    ("rbp_residual", {"rbp_residual": 1.0}), ("rbp_residual", {"rbp_residual": 0.05, "measures": ["AP", "nDCG"]})])
def test_bad_pooling(argument, options):
    with pytest.raises(subintent.Error) as raised:
        compare.pooling_correlation(**{"evaluator": QRELS, "runs": RUNS, **options})
    assert raised.value.argument == argument


def test_similarities_and_judgments_of_nothing():
    for wrong, error, message in (
        (lambda: compare.similarities(QRELS, subintent.Similarity.fingerprints(["z"], [1])), subintent.Error, "no fingerprint for any"),
        (lambda: compare.similarities(QRELS, "fingerprints"), TypeError, "similarities: expected"),
        (lambda: compare.similarities(QRELS, dendrograms=[], deltas=[2]), subintent.Error, "deltas"),
        (lambda: compare.judgments(QRELS, {"2": {"x": {"a": 1}}}), subintent.Error, "none of the topics"),
        (lambda: compare.judgments(QRELS, QRELS, trials=0), subintent.Error, "trials")):
        with pytest.raises(error, match=message):
            wrong()
    found = compare.similarities({"1": {"x": {"a": 1}}}, subintent.Similarity.fingerprints(["a"], [1])).separation[0]
    assert (found.mean, found.auc, found.mean_auc) == (0, None, None)


def test_bad_delta(tmp_path):
    with pytest.raises(subintent.Error, match="no/such"):
        compare.delta_correlation(QRELS, RUNS, dendrograms="no/such")
    for wrong in (3, [3], {"1": {}}):
        with pytest.raises(TypeError, match="dendrograms: expected"):
            compare.delta_correlation(QRELS, RUNS, dendrograms=wrong)
    dendrograms = tmp_path / "dendrograms"
    dendrograms.write_text('{"topic":"1","intent":"x","docs":["a","b"],"merges":[[0,1,0.5,2]]}\n{"topic":"1","intent":"y","docs":["c"],"merges":[]}\n')
    for options, argument in (({"deltas": [1.5]}, "deltas"), ({"deltas": []}, "deltas"), ({"measures": "N-rec_SUP+WI@5"}, "superintents"),
                              ({"measures": "N-rec_XY@5"}, "measures")):
        with pytest.raises(subintent.Error) as raised:
            compare.delta_correlation(QRELS, RUNS, dendrograms=dendrograms, **options)
        assert raised.value.argument == argument


def test_progress_stops():
    qrels = {str(t): QRELS["1"] for t in range(2000)}
    lists = {str(t): [f"d{k}" for k in range(100)] + ["a", "b", "c"] for t in range(2000)}

    def fail(news):
        raise LookupError(news.unit)

    for progress, error in ((fail, LookupError), (lambda news: False, subintent.Error)):
        with pytest.raises(error, match="settings|interrupted"):
            compare.pooling_correlation(qrels, {"r": lists, "s": lists}, depths=list(range(1, 1000)), progress=progress)
