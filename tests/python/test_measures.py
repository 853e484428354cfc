"""Names of measures: equal by meaning, and repr() the inverse of Measure()."""
import ast
import copy
import pickle

import numpy
import pytest
import subintent
from subintent import Measure


def test_equal_by_meaning():
    names = ["D#-nDCG@20", "D_sharp_nDCG@20", "D♯-nDCG(gamma=.5)@20", "D_sharp_nDCG(gamma=0.5,rel=1)@20"]
    assert len({Measure(name) for name in names}) == 1
    assert Measure(names[0]) != Measure("D#-nDCG") and Measure(names[0]) != names[0]
    assert Measure("HD#-nDCG_WI@5") == Measure("HD_sharp_nDCG(hierarchy='WI')@5") != Measure("HD#-nDCG_WD@5")
    assert Measure("NRBP") != Measure("nRBP")


def test_repr_is_an_expression_that_means_the_same():
    for described in subintent.measures():
        at = 0.2 if any(parameter.name == "recall" for parameter in described.parameters) else 20
        for form in (described.name, f"{described.name}@{at}"):
            measure = Measure(form)
            again = Measure(repr(measure))
            assert again == measure and repr(again) == repr(measure) == measure.identifier
            assert str(measure) == measure.name == form
            ast.parse(repr(measure), mode="eval")
            assert repr(measure).startswith(described.identifier)
        for name in described.other_names:
            assert Measure(name) == Measure(described.name)


def test_described_parameters_are_taken():
    described = {measure.identifier: measure for measure in subintent.measures() if not measure.is_graded}
    gamma, beta, *_ = described["HD_sharp_Q"].parameters
    assert (gamma.name, gamma.default, gamma.least, gamma.most) == ("gamma", "0.5", 0, 1)
    assert repr(Measure(f"HD_sharp_Q({gamma.name}=0.25, {beta.name}=10)")) == "HD_sharp_Q(gamma=0.25,beta=10)"
    assert described["ERR"].parameters[0].name == "max_grade" and described["ERR"].parameters[0].is_whole
    assert described["nDCG_RA"].needs_similarity and described["alpha_nDCG_LA"].needs_hierarchy
    assert described["nDCG"].on_topic and not described["D_nDCG"].on_topic


def test_evaluators_take_measures():
    qrels = {"1": {"a": {"d1": 1}, "b": {"d2": 1}}}
    one = subintent.Evaluator(qrels, Measure("D_sharp_nDCG@2"))
    several = subintent.Evaluator(qrels, ["D#-nDCG@2", Measure("I-rec@1")])
    assert one.measures == ["D_sharp_nDCG@2"] and several.measures == ["D#-nDCG@2", "I-rec@1"]
    assert one.calc_aggregate({"1": ["d1"]})["D_sharp_nDCG@2"] == several.calc_aggregate({"1": ["d1"]})["D#-nDCG@2"]


@pytest.mark.parametrize("measures", [["", "P@5"], ["P@5", ""], ["  "], ""])
def test_empty_names(measures):
    with pytest.raises(subintent.Error, match="a name is empty") as caught:
        subintent.Evaluator({"1": {"1": {"d1": 1}}}, measures)
    assert caught.value.argument == "measures"


@pytest.mark.parametrize("measures", [["P@5,AP"], ["RR", "P@5,AP"]])
def test_a_name_is_of_one_measure(measures):
    with pytest.raises(subintent.Error, match=r"'P@5,AP': is a list of measures; write for example measures=\['alpha-nDCG@20', 'I-rec@20'\]"):
        subintent.Evaluator({"1": {"1": {"d1": 1}}}, measures)
    with pytest.raises(subintent.Error, match=r"'P@5,AP': is a list of measures; write for example measures=\['alpha-nDCG@20', 'I-rec@20'\]"):
        Measure("P@5,AP")


def test_names_between_commas():
    evaluator = subintent.Evaluator({"1": {"1": {"d1": 1}}}, "P@5, alpha-nDCG(alpha=0.1,rel=2)@5,AP")
    assert evaluator.measures == ["P@5", "alpha-nDCG(alpha=0.1,rel=2)@5", "AP"]
    scores = evaluator.evaluate({"a": {"1": ["d1"]}, "b": {"1": ["d2"]}})
    assert subintent.compare.significance(scores, measures="P@5,AP", test="t").to_dicts() == subintent.compare.significance(scores, measures=["P@5", "AP"], test="t").to_dicts()


def test_copies():
    measure = Measure("alpha-nDCG(alpha=0.9)@20")
    for other in (pickle.loads(pickle.dumps(measure)), copy.copy(measure), copy.deepcopy(measure), Measure(measure)):
        assert other == measure and hash(other) == hash(measure) and other.name == measure.name


@pytest.mark.parametrize("name", ["", "what@20", "nDCG@0", "nrbp", "P@5,R@5", "D#-nDCG(gamma=2)@5", "HD-Q_WI(hierarchy='WD')", "P(rel='1)"])
def test_names_that_mean_nothing(name):
    with pytest.raises(subintent.Error) as caught:
        Measure(name)
    assert caught.value.argument == "measures" and caught.value.advice


@pytest.mark.parametrize("name", [None, 3, b"P@5", ["P@5"]])
def test_names_are_text(name):
    with pytest.raises(TypeError):
        Measure(name)


def test_measures_are_attributes_that_take_parameters_and_cutoffs():
    of = subintent.measures
    assert of.nDCG @ 20 == subintent.Measure("nDCG@20") and of.nDCG(gain="linear") @ 20 == subintent.Measure("nDCG(gain='linear')@20")
    assert of.alpha_nDCG(alpha=0.9)(alpha=numpy.float64(0.3))(weights="uniform") @ 5 == (of.alpha_nDCG @ 5)(alpha=0.3, weights="uniform")
    assert repr((of.D_sharp_nDCG @ 10) @ numpy.int64(20)) == "D_sharp_nDCG@20"
    assert repr(of.IPrec @ 0.1) == "IPrec@0.1" and repr(of.IPrec(rel=2) @ numpy.float64(0.5)) == "IPrec(rel=2)@0.5"
    with pytest.raises(subintent.Error, match="from 0 to 1"):
        of.IPrec @ 20
    assert {measure.identifier for measure in of()} == set(dir(of))
    for name in dir(of):
        assert getattr(of, name) == subintent.Measure(name)
    assert pickle.loads(pickle.dumps(of)) is of
    with pytest.raises(AttributeError, match="did you mean nDCG"):
        of.nDGC
    with pytest.raises(subintent.Error, match="gane"):
        of.nDCG(gane=1)
    with pytest.raises(TypeError, match="cutoff"):
        of.nDCG @ "20"
