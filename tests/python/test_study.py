"""Analyses that score runs, or compare judgments and hierarchies: inputs that the command line gives otherwise, and what is refused."""
import io

import pandas
import pytest
import subintent
from subintent import compare

QRELS = {"1": {"x": {"a": 1, "b": 2}, "y": {"c": 1}}}
RUNS = {"r": {"1": ["a", "b", "c"]}, "s": {"1": ["b", "c", "a"]}}


@pytest.fixture
def runs(study):
    return sorted((study / "runs").iterdir())


@pytest.fixture
def printed(program, runs):
    def table(*arguments):
        text = program("compare", *arguments, "--format", "tsv", *runs)
        return pandas.read_csv(io.StringIO(text.split("\n\n")[0]), sep="\t", float_precision="round_trip")

    return table


def assert_same(found, expected):
    pandas.testing.assert_frame_equal(found.to_pandas(), expected, check_exact=True, check_dtype=False, check_column_type=False)
    assert len(found) > 0


def test_pooling(study, runs, printed):
    arguments = ("--qrels", study / "qrels.txt", "--adhoc-qrels", study / "qrels.adhoc.txt", "-m", "nDCG,RBP,D#-nDCG",
                 "--rbp-residual", ".05", "--pool-depths", "5,20", "--depths", "5,50",
                 "--pooled-run", runs[0], "--pooled-run", runs[1])
    evaluator = subintent.Evaluator(study / "qrels.txt", "AP", adhoc_qrels=study / "qrels.adhoc.txt")
    options = dict(measures=["nDCG", "RBP", "D#-nDCG"], rbp_residual=0.05, pool_depths=[5, 20], depths=[50, 5], pooled=runs[:2])
    assert_same(compare.pooling_correlation(evaluator, runs, **options).correlations, printed("pooling", "correlation", *arguments))
    assert_same(compare.pooling_discriminative_power(evaluator, runs, test="t", **options).power, printed("pooling", *arguments))


def test_delta(study, runs, program, printed, tmp_path):
    program("tokenize", study / "web.warc.gz", "--fingerprints", tmp_path / "fingerprints")
    dendrograms = tmp_path / "dendrograms.jsonl"
    program("cluster", "--qrels", study / "qrels.txt", "--fingerprints", tmp_path / "fingerprints", "-o", dendrograms)
    measures = ["HD#-nDCG_WI@10", "N-rec_SUP+WD@10"]
    inputs = dict(dendrograms=dendrograms, superintents=study / "superintents.txt")
    expected = printed("delta", "significance", "--qrels", study / "qrels.txt", "--dendrograms", dendrograms, "-m", ",".join(measures),
                       "--superintents", study / "superintents.txt", "--deltas", "0.1,0.5")
    found = compare.delta_significance(study / "qrels.txt", runs, measures=measures, deltas=[0.1, 0.5], **inputs).pairs
    assert found.types["delta"] is float and set(found["delta"]) == {0.1, 0.5}
    assert found["p"] == expected["p"].tolist()
    trees = subintent.read_dendrograms(dendrograms)
    shapes = compare.similarities(study / "qrels.txt", dendrograms=trees, deltas=[0, 0.5]).deltas
    assert shapes == compare.similarities(study / "qrels.txt", dendrograms=dendrograms, deltas=[0, 0.5]).deltas
    assert shapes[0].subintents < shapes[1].subintents


def test_names_and_forms_of_runs(tmp_path):
    (tmp_path / "t").write_text("1 Q0 c 1 1 t\n")
    runs = {"r": RUNS["r"], "same": subintent.Run(RUNS["r"]), "file": tmp_path / "t"}
    found = compare.leave_out(QRELS, runs, measures=["P@1"])
    assert found["run"] == ["r", "same", "file"]
    with pytest.raises(subintent.Error, match="only one run"):
        compare.leave_out(QRELS, {"r": RUNS["r"]})


@pytest.mark.parametrize(
    "argument, options",
    [
        ("measures", {"measures": []}),
        ("measures", {"measures": "P@5"}),
        ("measures", {"measures": ["P", "P"]}),
        ("pool_depths", {"pool_depths": [0]}),
        ("depths", {"depths": []}),
        ("rbp_residual", {"rbp_residual": 1.0}),
        ("rbp_residual", {"rbp_residual": 0.05, "measures": ["AP", "nDCG"]}),
        ("runs", {"runs": {}}),
    ],
)
def test_bad_pooling(argument, options):
    with pytest.raises(subintent.Error) as raised:
        compare.pooling_correlation(**{"evaluator": QRELS, "runs": RUNS, **options})
    assert raised.value.argument == argument


def test_similarities_and_judgments_of_nothing():
    with pytest.raises(subintent.Error, match="no fingerprint for any"):
        compare.similarities(QRELS, subintent.Similarity.fingerprints(["z"], [1]))
    with pytest.raises(TypeError, match="similarities: expected"):
        compare.similarities(QRELS, "fingerprints")
    with pytest.raises(subintent.Error, match="deltas"):
        compare.similarities(QRELS, dendrograms=[], deltas=[2])
    found = compare.similarities({"1": {"x": {"a": 1}}}, subintent.Similarity.fingerprints(["a"], [1])).separation[0]
    assert (found.mean, found.auc, found.mean_auc) == (0, None, None)
    with pytest.raises(subintent.Error, match="none of the topics"):
        compare.judgments(QRELS, {"2": {"x": {"a": 1}}})
    with pytest.raises(subintent.Error, match="trials"):
        compare.judgments(QRELS, QRELS, trials=0)


def test_bad_delta(tmp_path):
    with pytest.raises(subintent.Error, match="no/such"):
        compare.delta_correlation(QRELS, RUNS, dendrograms="no/such")
    for wrong in (3, [3], {"1": {}}):
        with pytest.raises(TypeError, match="dendrograms: expected"):
            compare.delta_correlation(QRELS, RUNS, dendrograms=wrong)
    dendrograms = tmp_path / "dendrograms"
    dendrograms.write_text('{"topic":"1","intent":"x","docs":["a","b"],"merges":[[0,1,0.5,2]]}\n{"topic":"1","intent":"y","docs":["c"],"merges":[]}\n')
    for options, argument in (
        ({"deltas": [1.5]}, "deltas"),
        ({"deltas": []}, "deltas"),
        ({"measures": "N-rec_SUP+WI@5"}, "superintents"),
        ({"measures": "N-rec_XY@5"}, "measures"),
    ):
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
