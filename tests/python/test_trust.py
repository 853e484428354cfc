"""How far hierarchies can be trusted: values, numbers by hand, and what is refused."""
import numpy
import pytest
import subintent
from subintent import compare

QRELS = {"1": {"x": {"a": 1, "b": 2}, "y": {"c": 1, "d": 1}}}
RUNS = {"r": {"1": ["a", "b", "c"]}, "s": {"1": ["b", "c", "a"]}}
SIMILARITY = subintent.Similarity.fingerprints(["a", "b", "c", "d"], [0, 1, 7, 2**64 - 1])
TREES = subintent.cluster(QRELS, SIMILARITY, level="topic")
HIERARCHIES = subintent.hierarchies(QRELS, TREES)


@pytest.fixture
def runs(study):
    return sorted((study / "runs").iterdir())


def test_agreement(made):
    both = made / "WI0.3", made / "WI0.6"
    found = compare.hierarchies(both[0], subintent.read_hierarchies(both[1]), per_topic=True)
    assert found == compare.hierarchies(*both, per_topic=True)
    assert numpy.mean(found.topics["adjusted_rand"]) == pytest.approx(found.agreement[0].mean, abs=1e-15)
    itself = compare.hierarchies(HIERARCHIES, HIERARCHIES, per_topic=True).topics
    assert (itself[0].adjusted_rand, itself[0].equal1, itself[0].equal2) == (1, 1, 1)


def test_agreement_of_others():
    other = subintent.hierarchies({"2": QRELS["1"]}, subintent.cluster({"2": QRELS["1"]}, SIMILARITY, level="topic"))
    with pytest.raises(subintent.Error, match="has none of the topics"):
        compare.hierarchies(HIERARCHIES, other)
    with pytest.warns(subintent.DataWarning, match="1 topic of the first hierarchies left out: not in the second hierarchies; the first is 2"):
        compare.hierarchies(HIERARCHIES + other, HIERARCHIES)


def test_placebo_by_hand(study, runs, made):
    hierarchies = subintent.read_hierarchies(made / "WI0.3")
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
    "number": (lambda: subintent.shuffled(HIERARCHIES, number=2**32), "number: not from 0")}


@pytest.mark.parametrize("case", BAD)
def test_bad_uses(case):
    use, message = BAD[case]
    with pytest.raises(subintent.Error, match=message):
        use()
