"""How far hierarchies can be trusted: the numbers of the program to the last bit."""
import io

import numpy
import pandas
import pytest
import subintent
from subintent import compare

QRELS = {"1": {"x": {"a": 1, "b": 2}, "y": {"c": 1, "d": 1}}}
RUNS = {"r": {"1": ["a", "b", "c"]}, "s": {"1": ["b", "c", "a"]}}
SIMILARITY = subintent.Similarity.fingerprints(["a", "b", "c", "d"], [0, 1, 7, 2**64 - 1])
TREES = subintent.cluster(QRELS, SIMILARITY, level="topic")
HIERARCHIES = subintent.hierarchies(QRELS, TREES)


@pytest.fixture(scope="module")
def folder(study, program, tmp_path_factory):
    """Fingerprints, dendrograms of intents, and the hierarchies WI with two deltas."""
    made = tmp_path_factory.mktemp("trust")
    program("tokenize", study / "web.warc.gz", "--fingerprints", made / "fingerprints", "--bits", 128)
    program("cluster", "--qrels", study / "qrels.txt", "--fingerprints", made / "fingerprints", "-o", made / "dendrograms")
    for delta in ("0.3", "0.5"):
        program("hierarchy", "--qrels", study / "qrels.txt", "--delta", delta, made / "dendrograms", "-o", made / delta)
    return made


@pytest.fixture
def runs(study):
    return sorted((study / "runs").iterdir())


def tables(text):
    return [pandas.read_csv(io.StringIO(part), sep="\t", float_precision="round_trip") for part in text.split("\n\n")]


def same(found, expected):
    found = found.to_pandas()
    pandas.testing.assert_frame_equal(found, expected, check_exact=True, check_dtype=False, check_column_type=False)
    return len(found) > 0


def test_agreement(program, folder):
    agreement, topics = tables(
        program("compare", "hierarchies", folder / "0.3", folder / "0.5", "--per-topic", "--format", "tsv")
    )
    found = compare.hierarchies(folder / "0.3", subintent.read_hierarchies(folder / "0.5"), per_topic=True).topics
    assert same(found, topics.astype({"topic": str}))
    assert numpy.mean(found["adjusted_rand"]) == pytest.approx(agreement.loc[0, "mean"], abs=1e-15)
    itself = compare.hierarchies(HIERARCHIES, HIERARCHIES, per_topic=True).topics
    assert (itself[0].adjusted_rand, itself[0].equal1, itself[0].equal2) == (1, 1, 1)


def test_agreement_of_others():
    other = subintent.hierarchies({"2": QRELS["1"]}, subintent.cluster({"2": QRELS["1"]}, SIMILARITY, level="topic"))
    with pytest.raises(subintent.Error, match="has none of the topics"):
        compare.hierarchies(HIERARCHIES, other)
    with pytest.warns(subintent.DataWarning, match="1 topic of the first hierarchies left out: not in the second hierarchies; the first is 2"):
        compare.hierarchies(HIERARCHIES + other, HIERARCHIES)


@pytest.mark.parametrize("test", ["t", "tukey"])
def test_exchange(study, runs, program, folder, test):
    measures = ["I-rec-LA@10", "HD#-nDCG@10"]
    options = ("--qrels", study / "qrels.txt", "-m", ",".join(measures), "--test", test, "--trials", 50, "--correction", "holm")
    text = program("compare", "hierarchies", folder / "0.3", folder / "0.5", *options, "--format", "tsv", *runs)
    _, rankings, pairs = tables(text)
    found = compare.hierarchies(
        folder / "0.3", folder / "0.5", study / "qrels.txt", runs, measures=measures, test=test, trials=50, correction="holm"
    )
    assert same(found.rankings, rankings) and same(found.pairs, pairs)


@pytest.mark.parametrize("test", ["t", "tukey"])
def test_placebo(study, runs, program, folder, test):
    measures = ["I-rec@5", "I-rec-LA_WI@5", "HD#-nDCG_WI@5"]
    options = ("--hierarchy", f"WI={folder / '0.3'}", "-m", ",".join(measures), "--test", test, "--trials", 50, "--seed", 3)
    text = program("compare", "placebo", "--qrels", study / "qrels.txt", *options, "--placebo", 4, "--format", "tsv", *runs)
    (expected,) = tables(text)
    evaluator = subintent.Evaluator(study / "qrels.txt", "AP", hierarchies={"WI": folder / "0.3"})
    assert same(compare.placebo(evaluator, runs, measures=measures, test=test, placebo=4, trials=50, seed=3), expected)


def test_placebo_by_hand(study, runs, folder):
    hierarchies = subintent.read_hierarchies(folder / "0.3")
    evaluator = subintent.Evaluator(study / "qrels.txt", "AP", hierarchies={"WI": hierarchies})
    (found,) = compare.placebo(evaluator, runs, measures="I-rec-LA_WI@5", placebo=3, seed=2)
    powers = []
    for number in range(3):
        shuffled = subintent.shuffled(hierarchies, seed=2, number=number)
        scores = subintent.Evaluator(study / "qrels.txt", ["I-rec-LA_WI@5"], hierarchies={"WI": shuffled}).evaluate(runs)
        powers.append(compare.discriminative_power(scores, test="t").power[0].power)
    assert found.placebo_power == pytest.approx(numpy.mean(powers), abs=1e-15)
    assert (found.placebo_lowest, found.placebo_highest) == (min(powers), max(powers))
    sizes = [[len(node.docs) for node in hierarchy if node.layer == 1] for hierarchy in hierarchies]
    assert sizes == [[len(node.docs) for node in hierarchy if node.layer == 1] for hierarchy in shuffled]


def test_tables_without_pandas(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    (topic,) = compare.hierarchies(HIERARCHIES, HIERARCHIES, per_topic=True).topics
    assert topic.topic == "1" and topic.adjusted_rand == 1
    (row,) = compare.placebo(with_hierarchies(), RUNS, measures="N-rec@2", placebo=2)
    assert row.measure == "N-rec@2" and row.placebos == 2


def with_hierarchies():
    return subintent.Evaluator(QRELS, "N-rec@2", hierarchies={"H": HIERARCHIES})


BAD = {
    "placebo 0": (lambda: compare.placebo(with_hierarchies(), RUNS, placebo=0), "placebo: 0 is not from 1 to 10000"),
    "no hierarchies": (lambda: compare.placebo(subintent.Evaluator(QRELS, "AP"), RUNS), "hierarchies: none given"),
    "flat measure": (lambda: compare.placebo(with_hierarchies(), RUNS, measures="P@1"), "measures: none uses a hierarchy"),
    "named hierarchy": (lambda: compare.hierarchies(HIERARCHIES, HIERARCHIES, QRELS, RUNS, measures="N-rec_H@1"), "names a hierarchy"),
    "third hierarchies": (lambda: compare.hierarchies(HIERARCHIES, HIERARCHIES, with_hierarchies(), RUNS), "already two to compare"),
    "number": (lambda: subintent.shuffled(HIERARCHIES, number=2**32), "number: not from 0"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_uses(case):
    use, message = BAD[case]
    with pytest.raises(subintent.Error, match=message):
        use()
