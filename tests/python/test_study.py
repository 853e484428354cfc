"""Studies: the numbers of the program to the last bit."""
import io

import pandas
import pytest
import subintent
from subintent import compare, study as studies

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


def same(found, expected):
    found = found[[column for column in found.columns if column in expected.columns]].to_pandas()
    pandas.testing.assert_frame_equal(
        found, expected, check_exact=True, check_dtype=False, check_column_type=False
    )
    return len(found) > 0


def test_pooling(study, runs, printed):
    # fmt: off
    arguments = ("--qrels", study / "qrels.txt", "--adhoc-qrels", study / "qrels.adhoc.txt", "-m", "nDCG,RBP,D#-nDCG",
                 "--rbp-residual", ".05", "--pool-depths", "5,20", "--depths", "5,50",
                 "--pooled-run", runs[0], "--pooled-run", runs[1])
    # fmt: on
    points = studies.pooling(
        subintent.Evaluator(study / "qrels.txt", "AP", adhoc_qrels=study / "qrels.adhoc.txt"), runs,
        ["nDCG", "RBP", "D#-nDCG"], rbp_residual=0.05,
        pool_depths=[5, 20], depths=[50, 5], pooled=runs[:2],
    )  # fmt: skip
    assert [point[:2] for point in points] == [(5, 5), (5, 50), (20, 5), (20, 50), (50, 50)]
    expected = printed("pooling", "correlation", *arguments).drop(columns="of")
    assert same(studies.each(points, compare.rank_correlation), expected)
    expected = printed("pooling", *arguments).drop(columns=["required_difference", "trials", "seed"])
    assert same(studies.each(points, lambda scores: compare.discriminative_power(scores, "t")).powers, expected)


@pytest.mark.parametrize("measure", ["rbp", "RBP(rel=1)", "RBP-IA", "D-RBP"])
def test_the_residual_is_that_of_every_form_of_rbp(study, runs, measure):
    points = studies.pooling(study / "qrels.txt", runs, [measure], rbp_residual=0.05, pool_depths=[10], depths=[10])
    assert "p=0.741" in points[0].scores.measures[0]  # .05 ^ .1


@pytest.mark.parametrize("measures", [["AP", "nDCG"], ["RBP(p=0.9)"]])
def test_a_residual_that_no_measure_takes(measures):
    with pytest.raises(subintent.Error):
        studies.pooling(QRELS, RUNS, measures, rbp_residual=0.05)


def test_delta(study, runs, program, printed, tmp_path):
    program("tokenize", study / "web.warc.gz", "--fingerprints", tmp_path / "fingerprints")
    dendrograms = tmp_path / "dendrograms.jsonl"
    program("cluster", "--qrels", study / "qrels.txt", "--fingerprints", tmp_path / "fingerprints", "-o", dendrograms)
    measures = ["HD#-nDCG_WI@10", "N-rec_SUP+WD@10"]
    points = studies.delta(
        study / "qrels.txt", dendrograms, runs, measures, deltas=[0.1, 0.5], superintents=study / "superintents.txt"
    )
    assert [point.delta for point in points] == [0.1, 0.5]
    # fmt: off
    expected = printed("delta", "significance", "--qrels", study / "qrels.txt", "--dendrograms", dendrograms, "-m", ",".join(measures),
                       "--superintents", study / "superintents.txt", "--deltas", "0.1,0.5")
    # fmt: on
    found = studies.each(points, compare.significance)
    assert found.types["delta"] is float and all(row.delta in (0.1, 0.5) for row in found)
    assert same(found, expected.drop(columns=["trials", "seed", "winner"]))


def test_judgment_agreement(study, program, tmp_path):
    lines = (study / "qrels.txt").read_text().splitlines()
    changed = [line[:-1] + "0" if number % 9 == 0 else line for number, line in enumerate(lines) if number % 7]
    other = tmp_path / "other.txt"
    other.write_text("\n".join(changed) + "\n")
    text = program("compare", "judgments", study / "qrels.txt", other, "--trials", "50", "--seed", "3", "--format", "tsv")
    expected = [pandas.read_csv(io.StringIO(part), sep="\t", float_precision="round_trip") for part in text.split("\n\n")]
    found = studies.judgment_agreement(study / "qrels.txt", other, trials=50, seed=3)
    for mine, theirs in zip(found[:3], expected):
        assert mine.columns == list(theirs.columns) and same(mine, theirs)
    assert found.only1 == found.only2 == []
    with pytest.raises(subintent.Error, match="none of the topics"):
        studies.judgment_agreement(QRELS, {"2": {"x": {"a": 1}}})
    with pytest.raises(subintent.Error, match="trials"):
        studies.judgment_agreement(QRELS, QRELS, trials=0)


def test_leave_out(study, runs, printed):
    measures = ["alpha-nDCG@10", "nDCG@10"]
    found = studies.leave_out(study / "qrels.txt", runs, measures, depth=5)
    expected = printed("judgments", "--leave-out", study / "qrels.txt", "--pool-depths", "5", "-m", ",".join(measures))
    assert same(found, expected) and found.columns == list(expected.columns)
    with pytest.raises(subintent.Error, match="only one run"):
        studies.leave_out(QRELS, {"r": RUNS["r"]})


def test_names_and_forms_of_runs(tmp_path):
    (tmp_path / "t").write_text("1 Q0 c 1 1 t\n")
    runs = {"r": RUNS["r"], "same": subintent.Run(RUNS["r"]), "file": tmp_path / "t"}
    (point,) = studies.pooling(QRELS, runs, "P", pool_depths=[1], depths=[1])
    assert point.scores.runs == ["r", "same", "file"] and point.scores.measures == ["P@1"]
    assert point.scores.values.tolist() == [[[1.0]], [[1.0]], [[1.0]]]
    (point,) = studies.pooling(QRELS, RUNS, "P", pool_depths=[2], depths=[2], pooled={"r": RUNS["r"]})
    assert point.scores.to_dict()["s"] == {"P@2": {"1": 0.5}}


def test_tables_without_pandas(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    points = studies.pooling(QRELS, RUNS, ["P", "RR"], pool_depths=[1], depths=[1, 2])
    found = studies.each(points, compare.rank_correlation)
    assert [(row.pool_depth, row.depth, row.measure1) for row in found] == [(1, 1, "P@1"), (1, 2, "P@2"), (2, 2, "P@2")]
    assert len(studies.each(points, lambda scores: compare.discriminative_power(scores, "t")).overlaps) == 3


@pytest.mark.parametrize(
    "argument, options",
    [
        ("measures", {"measures": []}),
        ("measures", {"measures": "P@5"}),
        ("measures", {"measures": ["P", "P"]}),
        ("pool_depths", {"pool_depths": [0]}),
        ("depths", {"depths": []}),
        ("rbp_residual", {"rbp_residual": 1.0}),
        ("runs", {"runs": {}}),
    ],
)
def test_bad_pooling(argument, options):
    with pytest.raises(subintent.Error) as raised:
        studies.pooling(**{"evaluator": QRELS, "runs": RUNS, **options})
    assert raised.value.argument == argument


def test_similarities(study, program, tmp_path):
    fingerprints = tmp_path / "fingerprints"
    program("tokenize", study / "web.warc.gz", "--fingerprints", fingerprints)
    text = program("compare", "similarities", "--qrels", study / "qrels.txt", "--fingerprints", fingerprints,
                   "--per-topic", "--deltas", "0:1:0.25", "--format", "tsv")  # fmt: skip
    pairs, separation, topics, histogram, deltas = (
        pandas.read_csv(io.StringIO(part), sep="\t", float_precision="round_trip") for part in text.split("\n\n")
    )
    similarity = subintent.Similarity.read_fingerprints(fingerprints)
    found = studies.similarities(study / "qrels.txt", similarity)
    assert found[:3] == tuple(separation.loc[0, ["mean", "auc", "mean_auc"]])
    assert same(found.pairs, pairs.drop(columns="representation"))
    assert same(found.topics, topics.astype({"topic": str}).drop(columns="representation"))
    assert same(found.histogram, histogram.drop(columns="representation"))
    trees = subintent.cluster(study / "qrels.txt", similarity)
    expected = deltas.drop(columns=["representation", "subintents_per_intent", "collapsed_share", "single_share"])
    assert same(studies.shapes(study / "qrels.txt", trees, [0, 0.25, 0.5, 0.75, 1]), expected)


def test_similarities_of_nothing():
    other = subintent.Similarity.fingerprints(["z"], [1])
    with pytest.raises(subintent.Error, match="no fingerprint for any"):
        studies.similarities(QRELS, other)
    with pytest.raises(TypeError, match="expected Similarity"):
        studies.similarities(QRELS, "fingerprints")
    with pytest.raises(subintent.Error, match="deltas"):
        studies.shapes(QRELS, [], [2])
    one = studies.similarities({"1": {"x": {"a": 1}}}, subintent.Similarity.fingerprints(["a"], [1]))
    assert one[:3] == (0, None, None) and len(one.topics) == 0


def test_bad_delta(tmp_path):
    with pytest.raises(subintent.Error, match="no/such"):
        studies.delta(QRELS, "no/such", RUNS)
    for wrong in (3, [3], {"1": {}}):
        with pytest.raises(TypeError, match="dendrograms: expected"):
            studies.delta(QRELS, wrong, RUNS)
    for wrong in (5, ["5"], [2.5], "5"):
        with pytest.raises(TypeError, match="depths: expected"):
            studies.pooling(QRELS, RUNS, depths=wrong)
    with pytest.raises(TypeError, match="unexpected keyword argument 'hierarchies'"):
        studies.pooling(QRELS, RUNS, hierarchies={})
    with pytest.raises(subintent.Error, match="points"):
        studies.each([], compare.significance)
    dendrograms = tmp_path / "dendrograms"
    dendrograms.write_text('{"topic":"1","intent":"x","docs":["a","b"],"merges":[[0,1,0.5,2]]}\n{"topic":"1","intent":"y","docs":["c"],"merges":[]}\n')
    assert len(studies.delta(QRELS, dendrograms, RUNS)) == 8
    for options, argument in (
        ({"deltas": [1.5]}, "deltas"),
        ({"deltas": []}, "deltas"),
        ({"measures": "N-rec_SUP+WI@5"}, "superintents"),
        ({"measures": "N-rec_XY@5"}, "measures"),
    ):
        with pytest.raises(subintent.Error) as raised:
            studies.delta(QRELS, dendrograms, RUNS, **options)
        assert raised.value.argument == argument


def test_progress_stops():
    qrels = {str(t): QRELS["1"] for t in range(2000)}
    lists = {str(t): [f"d{k}" for k in range(100)] + ["a", "b", "c"] for t in range(2000)}

    def fail(news):
        raise LookupError(news.unit)

    for progress, error in ((fail, LookupError), (lambda news: False, subintent.Error)):
        with pytest.raises(error, match="settings|interrupted"):
            studies.pooling(qrels, {"r": lists, "s": lists}, depths=list(range(1, 1000)), progress=progress)
