"""subintent.pytrec_eval and subintent.pyndeval in the place of the packages of these names."""
import csv
import math
import pickle

import pytest
from subintent import Error, pyndeval, pytrec_eval

# Ranks: x, a, c, b. Documents x and c are not relevant; d is not found.
QRELS = {"q": {"a": 2, "b": 1, "c": 0, "d": 1, "e": -1}, "none": {"a": 0}, "not run": {"a": 1}}
RUN = {"q": {"a": 3, "b": 1.0, "c": 2.0, "x": 4.0}, "none": {"a": 1.0}, "not judged": {"a": 1.0}}
DCG, IDEAL = [0, 2 / math.log2(3), 2 / math.log2(3), 2 / math.log2(3) + 1 / math.log2(5)], [2, 2 + 1 / math.log2(3), 2.5 + 1 / math.log2(3)]

BY_HAND = {
    "runid": 0, "num_q": 1, "num_ret": 4, "num_rel": 3, "num_rel_ret": 2, "num_nonrel_judged_ret": 1, "relstring": 0, "utility": 0,
    "map": (1 / 2 + 2 / 4) / 3, "gm_map": math.log(1 / 3), "Rprec": 1 / 3, "bpref": 1 / 3, "gm_bpref": math.log(1 / 3), "recip_rank": 1 / 2,
    "iprec_at_recall_0.00": 1 / 2, "iprec_at_recall_0.50": 1 / 2, "iprec_at_recall_1.00": 0, "11pt_avg": 8 / 22, "P_5": 2 / 5, "P_1000": 2 / 1000, "recall_5": 2 / 3,
    "infAP": (1 / 2 + (1 / 2) * 0 + 1 / 4 + (3 / 4) * (2 / 3) * (1.00001 / 2.00002)) / 3, "Rprec_mult_0.60": 1 / 2, "Rprec_mult_2.00": 2 / 6,
    "ndcg": DCG[3] / IDEAL[2], "ndcg_cut_5": DCG[3] / IDEAL[2], "map_cut_5": 1 / 3, "relative_P_5": 2 / 3, "success_1": 0, "success_5": 1,
    "set_P": 1 / 2, "set_relative_P": 2 / 3, "set_recall": 2 / 3, "set_map": 1 / 3, "set_F": 4 / 7,
    "ndcg_rel": (DCG[1] / IDEAL[1] + 2 * DCG[3] / IDEAL[2]) / 3, "Rndcg": (DCG[0] / IDEAL[0] + DCG[2] / IDEAL[2]) / 2,
    "binG": (1 / math.log2(3) + 1 / math.log2(4)) / 3, "G": (2 / math.log2(2 + 3 - 2) + 1 / math.log2(2 + 5 - 3)) / 4}


def test_all_measures_of_trec_eval():
    scored = pytrec_eval.RelevanceEvaluator(QRELS, {"all_trec"}).evaluate(RUN)
    assert list(scored) == ["q", "none"]  # topics of both
    assert len(scored["q"]) == 95 and {name.split("_")[0] for name in scored["q"]} == {name.split("_")[0] for name in pytrec_eval.supported_measures}
    assert {name: scored["q"][name] for name in BY_HAND} == pytest.approx(BY_HAND, abs=1e-12)
    values = {name: value for name, value in scored["none"].items() if value}
    least = math.log(0.00001)
    assert values == {"num_q": 1, "num_ret": 1, "num_nonrel_judged_ret": 1, "utility": -1, "gm_map": least, "gm_bpref": least}


@pytest.mark.parametrize("measures, expected", [
    ({"ndcg_cut.1,5", "P_2"}, ["P_2", "ndcg_cut_1", "ndcg_cut_5"]),
    (["ndcg_cut", "ndcg_cut.1,4", "ndcg_cut_20,4"], ["ndcg_cut_1", "ndcg_cut_4", "ndcg_cut_20"]),
    (["success", "iprec_at_recall_0.5", "set_F.0.5"], ["iprec_at_recall_0.50", "success_1", "success_5", "success_10", "set_F"]),
    ([], [])])
def test_names(measures, expected):
    scored = pytrec_eval.RelevanceEvaluator(QRELS, measures).evaluate(RUN)
    assert sorted(scored["q"]) == sorted(expected)


@pytest.mark.parametrize("name", ["nDCG@10", "map_5", "P_0", "P.1.5", "mapx", "", "all_prefs"])
def test_unknown_names(name):
    with pytest.raises(ValueError, match="unsupported measure"):
        pytrec_eval.RelevanceEvaluator(QRELS, [name])


@pytest.mark.parametrize("level, relevant", [(1, 3), (2, 1), (3, 0)])
@pytest.mark.filterwarnings("ignore:qrels. no grade is 3")
def test_relevance_level(level, relevant):
    evaluator = pytrec_eval.RelevanceEvaluator(QRELS, {"num_rel", "recip_rank", "ndcg"}, relevance_level=level)
    again = pickle.loads(pickle.dumps(evaluator)).evaluate(RUN)["q"]
    assert again == {"num_rel": relevant, "recip_rank": 0.5 if relevant else 0, "ndcg": pytest.approx(BY_HAND["ndcg"])}


@pytest.mark.parametrize("qrels, run, expected", [({}, RUN, {}), (QRELS, {}, {}), (QRELS, {"q": {}}, {"q": {"map": 0, "P_5": 0}}), ({"q": {}}, {"q": {"a": 1}}, {"q": {"map": 0, "P_5": 0}})])
def test_empty(qrels, run, expected, recwarn):
    assert pytrec_eval.RelevanceEvaluator(qrels, ["map", "P_5"]).evaluate(run) == expected
    assert not recwarn


@pytest.mark.parametrize("qrels, level", [({"q": {"a": 1.5}}, 1), ({"q": {"a": "1"}}, 1), (QRELS, 0), ([], 1)])
def test_other_types(qrels, level):
    with pytest.raises(TypeError):
        pytrec_eval.RelevanceEvaluator(qrels, ["map"], level)


def test_scores_have_single_precision():
    """So a and b are ties, and b comes first."""
    scored = pytrec_eval.RelevanceEvaluator({"q": {"a": 1}}, ["recip_rank", "binG"]).evaluate({"q": {"a": 1.00000001, "b": 1.0}})
    assert scored == {"q": {"recip_rank": 0.5, "binG": pytest.approx(1 / math.log2(3))}}


def test_files_and_aggregates():
    assert pytrec_eval.parse_run(["1 Q0 a 1 2.5 me\n", "1 Q0 b 2 1 me\n"]) == {"1": {"a": 2.5, "b": 1.0}}
    assert pytrec_eval.parse_qrel(["1 0 a 1\n", "2 0 a -2\n"]) == {"1": {"a": 1}, "2": {"a": -2}}
    with pytest.raises(Error, match="qrels:2: topic 1 has document a twice; remove one of them"):
        pytrec_eval.parse_qrel(["1 0 a 1\n", "1 0 a 0\n"])
    with pytest.raises(Error, match="run:1: has 4 fields, not 6"):
        pytrec_eval.parse_run(["1 0 a 1\n"])
    aggregate = pytrec_eval.compute_aggregated_measure
    assert [aggregate(name, [1.0, 2.0]) for name in ("num_rel", "map", "gm_map")] == [3, 1.5, pytest.approx(math.exp(1.5))]
    assert aggregate("map", []) == 0


def test_trec_eval_on_trec(shared):
    folder = shared / "trec-web" / "2010"
    with open(folder / "qrels.adhoc.txt") as qrels, open(folder / "runs" / "lemur-ql") as run:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(qrels), ["official", "ndcg", "ndcg_cut", "recall"])
        scored = evaluator.evaluate(pytrec_eval.parse_run(run))
    compared = 0
    for line in (folder / "expected" / "trec_eval" / "lemur-ql.txt").read_text().splitlines():
        measure, topic, value = line.split()
        if measure in ("runid", "num_q") or measure.startswith("iprec"):  # which trec_eval 10 rounds otherwise
            continue
        values = [scored[topic][measure]] if topic != "all" else [each[measure] for each in scored.values()]
        found = pytrec_eval.compute_aggregated_measure(measure, values) if topic == "all" else values[0]
        assert found == pytest.approx(float(value), abs=0.500001e-4), (measure, topic)
        compared += 1
    assert compared > 1700


JUDGED = [("0", "a", "A", 1), ("0", "b", "B", 1), pyndeval.SubtopicQrel("0", "b", "D", 2), ("1", "a", "A", 0), ("2", "a", "A", 1)]
SCORED = [("0", "A", 9.3), pyndeval.ScoredDoc("0", "D", 8.4), ("0", "E", 8.1), ("0", "B", 8.1), ("1", "A", 1.0), ("3", "A", 1.0)]


def test_ndeval():
    scored = pyndeval.ndeval(JUDGED, SCORED)
    assert list(scored) == ["0", "1"] and list(scored["0"]) == pyndeval.DEFAULT_MEASURES
    assert set(scored["1"].values()) == {0.0}  # nothing is relevant: no NaN
    # Ranks: A, D, B, E, as ties are broken by docno, ascending.
    assert scored["0"]["alpha-nDCG@5"] == pytest.approx(1)
    assert scored["0"]["P-IA@5"] == pytest.approx((1 + 2) / 5 / 2)
    assert scored["0"]["MAP-IA"] == pytest.approx((1 + (1 / 2 + 2 / 3) / 2) / 2)
    assert list(pyndeval.ndeval_iter(JUDGED, SCORED, ["strec@30"])) == [{"query_id": "0", "strec@30": 1.0}, {"query_id": "1", "strec@30": 0.0}]


def test_options_of_ndeval():
    evaluator = pickle.loads(pickle.dumps(pyndeval.RelevanceEvaluator(JUDGED, ["strec@1", "strec@2"], relevance_level=2)))
    assert evaluator.evaluate(SCORED)["0"] == {"strec@1": 0.0, "strec@2": 1.0}
    assert not evaluator.has_multiple_subtopics() and evaluator.has_multiple_subtopics("any")
    plain, other = (pyndeval.ndeval(JUDGED, SCORED, ["alpha-DCG@5", "NRBP"], **options)["0"] for options in ({}, {"alpha": 0.9, "beta": 0.2}))
    # A and D meet one subtopic each, B one that has been met.
    for scores, left in ((plain, 0.5), (other, 0.1)):
        norm = sum(2 * left ** (rank - 1) / math.log2(rank + 1) for rank in range(1, 6))
        assert scores["alpha-DCG@5"] == pytest.approx((1 + 1 / math.log2(3) + left / 2) / norm)
    assert other["NRBP"] == pytest.approx((1 - 0.1 * 0.2) / 2 * (1 + 0.2 + 0.1 * 0.04))
    for wrong in ("strec", "NRBP@5", "strec@0", "nDCG@5"):
        with pytest.raises(Error, match="measures: unknown measure"):
            pyndeval.RelevanceEvaluator(JUDGED, [wrong])
    with pytest.raises(TypeError, match="expected tuples"):
        pyndeval.ndeval([("0", "a", "A")], SCORED)


def test_ndeval_on_trec(shared):
    folder = shared / "trec-web" / "2010"
    lines = [line.split() for line in (folder / "qrels.diversity.txt").read_text().splitlines()]
    evaluator = pyndeval.RelevanceEvaluator([(topic, intent, docno, int(grade)) for topic, intent, docno, grade in lines])
    lines = [line.split() for line in (folder / "runs" / "lemur-ql").read_text().splitlines()]
    scored = evaluator.evaluate([(topic, docno, -float(rank)) for topic, _, docno, rank, _, _ in lines])
    with open(folder / "expected" / "ndeval" / "lemur-ql.csv") as file:
        rows = [row for row in csv.DictReader(file) if row["topic"] in scored]
    assert len(rows) == 48
    for row in rows:
        assert scored[row["topic"]] == pytest.approx({name: float(row[name]) for name in pyndeval.DEFAULT_MEASURES}, abs=0.50001e-6)
