"""What subintent.cite() says to cite."""
import pytest
import subintent
from subintent import Error, cite

QRELS = {"1": {"a": {"d1": 1}}}


def test_the_command_line_says_the_same(program):
    by_hand = [
        (cite(), ["cite"]),
        (cite("D#-nDCG@20,I-rec@20".split(","), significance="tukey"), ["cite", "evaluate", "-m", "D#-nDCG@20,I-rec@20", "--significance", "tukey"]),
        (cite(subintent.Measure("ERR-IA@20"), correction="bh"), ["cite", "evaluate", "-m", "ERR-IA@20", "--correction", "bh"]),
        (cite(analyses="discriminative-power"), ["cite", "compare", "discriminative-power"]),
        (cite(linkage="average"), ["cite", "cluster", "--linkage", "average"]),
        (cite(diversifier="xquad"), ["cite", "diversify", "xquad"]),
    ]
    for made, command in by_hand:
        assert made == program(*command)


def test_what_comes_from_a_paper_twice_stands_there_once():
    made = cite("D#-nDCG@20", analyses=["discriminative-power", "significance"], significance="t", linkage="complete")
    keys = [line for line in made.splitlines() if line.startswith("@")]
    assert len(keys) == len(set(keys)) > 4 and made.count("the test t\n") + made.count("the test t,") == 2  # two papers


def test_scores_know_their_measures_and_duplicates():
    evaluator = subintent.Evaluator(QRELS, ["D#-nDCG@20"], duplicates=[["d1", "d2"]])
    scores = evaluator.evaluate({"mine": {"1": ["d1"]}})
    assert cite(scores) == cite(evaluator) != cite("D#-nDCG@20")
    assert "--duplicates" in cite(scores)


@pytest.mark.parametrize("analysis", [record.name for record in subintent.analyses.records()])
def test_analyses_have_their_tests(analysis):
    (record,) = [one for one in subintent.analyses.records() if one.name == analysis]
    tested = any(option.name == "test" for option in record.options)
    assert ("% the test" in cite(analyses=analysis).replace(", the test", "\n% the test")) is tested


@pytest.mark.parametrize(
    "given, error, said",
    [
        ({"linkage": "avg"}, Error, "linkage: unknown value 'avg'"),
        ({"diversifier": "mrm"}, Error, "diversifier: unknown value 'mrm'"),
        ({"significance": "z"}, Error, "significance: unknown value 'z'; use one of t, "),
        ({"correction": "x"}, Error, "correction: unknown value 'x'; use one of "),
        ({"analyses": ["power"]}, Error, "analyses: unknown value 'power'; use one of "),
        ({"analyses": 3}, TypeError, "analyses: expected a list of str, found int 3"),
        ({"of": 3}, TypeError, "of: expected scores, an Evaluator or measures, found int 3"),
        ({"of": [3]}, TypeError, "of: expected str or Measure, found int 3"),
        ({"of": "D#-nDCX"}, Error, "unknown measure 'D#-nDCX'"),
    ],
)
def test_what_is_not_known(given, error, said):
    with pytest.raises(error) as raised:
        cite(**given)
    assert str(raised.value).startswith(said)
