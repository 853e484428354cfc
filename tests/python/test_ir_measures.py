"""The provider for ir_measures, where that can be imported; its source is enough: put it on PYTHONPATH."""
import csv
import itertools
import pickle
import random

import pytest
import subintent

ir_measures = pytest.importorskip("ir_measures")
import subintent.ir_measures as ours  # noqa: E402
from ir_measures import alpha_nDCG  # noqa: E402
from subintent.ir_measures import AP_IA_graded, D_sharp_nDCG, HD_sharp_nDCG, nDCG_RA  # noqa: E402

QRELS = {"1": {"a": {"d1": 1, "d2": 2}, "b": {"d3": 1}}, "2": {"a": {"d1": 1}, "b": {"d4": 1, "d5": 0}}}
RUN = {"1": {"d2": 4.0, "d9": 3.0, "d3": 2.0, "d1": 1.0}, "2": {"d5": 3.0, "d1": 2.0}}
DOCUMENTS = [ir_measures.ScoredDoc(topic, docno, score) for topic, docs in RUN.items() for docno, score in docs.items()]
JUDGMENTS = [
    ir_measures.Qrel(topic, docno, grade, intent)
    for topic, intents in QRELS.items()
    for intent, docs in intents.items()
    for docno, grade in docs.items()
]


class MinusOne(ir_measures.providers.Evaluator):
    def _iter_calc(self, run):
        return [ir_measures.Metric(topic, measure, -1.0) for topic in QRELS for measure in self.measures]


@pytest.fixture(autouse=True)
def default_options(monkeypatch):
    """Compiled providers are not there, unless a test says so by installed()."""
    for name in ("pyndeval", "pytrec_eval", "cwl_eval"):
        monkeypatch.setattr(ir_measures.providers.registry[name], "_is_available", False)
    yield
    ours.use()


def installed(provider, monkeypatch):
    """It scores -1 for each topic, so that one sees who computed a score."""
    monkeypatch.setattr(provider, "_is_available", True)
    monkeypatch.setattr(provider, "_evaluator", lambda measures, qrels: MinusOne(measures, list(QRELS)))


def scores(names, **options):
    return subintent.Evaluator(QRELS, names, **options).calc_aggregate(RUN)


def test_every_measure_is_there_once():
    registry = ir_measures.measures.registry
    named = {m.other_names[0] if m.is_graded else m.identifier for m in subintent.measures()}
    assert named <= set(registry)
    assert set(ours.__all__) == {name for name in named if type(registry[name]).__module__ == ours.__name__}
    assert registry["alpha_nDCG"] is alpha_nDCG and "alpha_nDCG" not in ours.__all__
    providers = ir_measures.DefaultPipeline.providers
    assert providers[-1] is ours.provider
    assert providers.index(ours.beyond_pyndeval) + 1 == providers.index(ir_measures.pyndeval)


def test_measures_are_written_as_the_library_writes_them():
    for name in ours.__all__:
        measure = getattr(ours, name)
        measure = measure @ (0.7 if measure.AT_PARAM == "recall" else 7)
        hierarchy = measure.SUPPORTED_PARAMS.get("hierarchy")
        measure = measure(hierarchy="WI", rel=2) if hierarchy else measure(rel=2)
        meant = subintent.Measure(str(measure))
        graded = str(measure).replace("_graded", "").replace("(", "(graded=True,")
        assert repr(meant) == (graded if "_graded" in name else str(measure))
        assert ours.provider.supports(measure)
    assert str(D_sharp_nDCG(gamma=0.5) @ 20) == "D_sharp_nDCG@20"


def test_parameters_have_the_types_and_defaults_of_the_library():
    parameters = ours.HD_sharp_nDCG.SUPPORTED_PARAMS
    assert parameters["gamma"].default == 0.5 and parameters["rel"].default == 1
    assert parameters["judged_only"].default is False and parameters["layers"].default == "uniform"
    assert ours.ERR_IA_graded.SUPPORTED_PARAMS["max_grade"].dtype is int
    with pytest.raises(AssertionError):
        ours.provider.supports(D_sharp_nDCG(gamma="half"))
    with pytest.raises(subintent.Error, match="from 0 to 1"):
        ours.provider.supports(D_sharp_nDCG(gamma=2.0))


def test_measures_of_both_in_one_call(tmp_path, program):
    qrels = tmp_path / "qrels"
    qrels.write_text("".join(f"{q.query_id} {q.iteration} {q.doc_id} {q.relevance}\n" for q in JUDGMENTS))
    program("hierarchy", "--qrels", qrels, "-o", tmp_path / "WI.jsonl")
    hierarchies = {"WI": tmp_path / "WI.jsonl"}
    ours.use(hierarchies=hierarchies)
    measures = [D_sharp_nDCG @ 20, HD_sharp_nDCG(hierarchy="WI") @ 20, alpha_nDCG(alpha=0.9) @ 50, AP_IA_graded @ 3]
    names = ["D#-nDCG@20", "HD#-nDCG_WI@20", "alpha-nDCG(alpha=.9)@50", "AP-IA@3"]
    expected = scores(names, hierarchies=hierarchies)
    assert ir_measures.calc_aggregate(measures, QRELS, DOCUMENTS) == dict(zip(measures, expected.values()))
    ours.use()
    with pytest.raises(subintent.Error, match="needs a hierarchy"):
        ir_measures.calc_aggregate(measures, QRELS, DOCUMENTS)


def test_any_cutoff_several_alphas_and_judged_only():
    settings = itertools.product((0.1, 0.5, 0.9), (False, True), (1, 3, 50))
    measures = [alpha_nDCG(alpha=alpha, judged_only=judged) @ cutoff for alpha, judged, cutoff in settings]
    found = ours.provider.calc_aggregate(measures, QRELS, RUN)
    expected = scores(["alpha-nDCG(alpha={alpha},judged_only={judged_only})@{cutoff}".format(**m.params) for m in measures])
    assert list(found.values()) == list(expected.values())
    assert len(set(found.values())) > 6
    judged = {topic: {docno: score for docno, score in docs.items() if docno != "d9"} for topic, docs in RUN.items()}
    without = ours.provider.calc_aggregate([alpha_nDCG @ 3], QRELS, judged)
    assert without[alpha_nDCG @ 3] == found[alpha_nDCG(judged_only=True) @ 3] != found[alpha_nDCG @ 3]


def test_redundancy_needs_similarity():
    similarity = subintent.Similarity.dense(["d1", "d2", "d3", "d4"], [[1.0, 0.0], [1.0, 0.1], [0.0, 1.0], [1.0, 1.0]])
    found = ours.Provider(similarity=similarity).calc_aggregate([nDCG_RA @ 4], QRELS, RUN)
    assert list(found.values()) == list(scores(["nDCG_RA@4"], similarity=similarity).values())
    with pytest.raises(subintent.Error, match="similarit"):
        ours.provider.calc_aggregate([nDCG_RA @ 4], QRELS, RUN)


def test_values_come_in_any_form_and_order():
    shuffled = list(DOCUMENTS)
    random.Random(1).shuffle(shuffled)
    expected = ours.provider.calc_aggregate([alpha_nDCG @ 5], QRELS, RUN)
    forms = [(JUDGMENTS, RUN), (iter(JUDGMENTS), shuffled), (QRELS, iter(DOCUMENTS)), (iter(JUDGMENTS), iter(shuffled))]
    for judged, ranked in forms:
        assert ours.provider.calc_aggregate([alpha_nDCG @ 5], judged, ranked) == expected
    evaluator = ours.provider.evaluator([alpha_nDCG @ 5], iter(JUDGMENTS))
    assert evaluator.calc_aggregate(RUN) == evaluator.calc_aggregate(iter(shuffled)) == expected


def test_pyndeval_keeps_what_it_can_do(monkeypatch):
    from ir_measures import AP_IA, NRBP, P_IA

    installed(ir_measures.pyndeval, monkeypatch)

    plain = [alpha_nDCG @ 20, alpha_nDCG(alpha=0.5, judged_only=False) @ 1, NRBP, AP_IA, P_IA @ 5]
    beyond = [alpha_nDCG @ 21, alpha_nDCG, alpha_nDCG(alpha=0.9) @ 20, P_IA(judged_only=True) @ 5, NRBP(rel=2)]
    found = ir_measures.calc_aggregate([*plain, *beyond], QRELS, DOCUMENTS)
    assert [found[measure] for measure in plain] == [-1.0] * 5
    assert [found[measure] for measure in beyond] == list(ours.provider.calc_aggregate(beyond, QRELS, RUN).values())
    assert min(found[measure] for measure in beyond) > 0
    alike = [alpha_nDCG(alpha=0.9) @ 20, NRBP(alpha=0.9)]
    assert set(ir_measures.calc_aggregate([*plain, *alike], QRELS, DOCUMENTS).values()) == {-1.0}


def test_ties_are_those_of_pyndeval_unless_asked_otherwise():
    tied = {"1": {"d1": 1.0, "d9": 1.0}, "2": {"d1": 1.0}}
    for provider, first in ((ours.provider, 1.0), (ours.Provider(ties="descending"), 0.5)):
        assert provider.calc_aggregate([ours.CP @ 1], QRELS, tied) == {ours.CP @ 1: first}


@pytest.mark.parametrize("run", [{}, [], iter([]), {"1": {}, "2": {}}])
def test_a_run_without_documents_scores_0(run):
    found = list(ours.provider.iter_calc([alpha_nDCG @ 5], QRELS, run))
    assert found == [ir_measures.Metric(topic, alpha_nDCG @ 5, 0.0) for topic in ("1", "2")]


@pytest.mark.parametrize("qrels", [{}, [], iter([])])
def test_no_judgments_have_no_scores(qrels):
    assert list(ours.provider.iter_calc([alpha_nDCG @ 5], qrels, RUN)) == []


def test_a_provider_takes_what_an_evaluator_takes():
    options = {"depth": 1, "duplicates": [["a", "b"]]}
    expected = subintent.Evaluator(JUDGMENTS, ["alpha_nDCG@5"], order="score", ties="ascending", **options).calc_aggregate(RUN)
    assert list(ours.Provider(**options).calc_aggregate([alpha_nDCG @ 5], JUDGMENTS, RUN).values()) == list(expected.values())


def test_judgments_without_intents_are_refused():
    with pytest.raises(subintent.Error, match="intent"):
        ours.provider.calc_aggregate([alpha_nDCG @ 5], {"1": {"d1": 1}}, RUN)
    assert ours.provider.qrel_inputs([alpha_nDCG, nDCG_RA]) == ["query_id", "doc_id", "relevance", "iteration"]
    assert ours.provider.qrel_inputs([nDCG_RA]) == ["query_id", "doc_id", "relevance"]


def test_measures_whose_own_provider_is_not_installed(monkeypatch):
    theirs, mine = [ir_measures.nDCG @ 5, ir_measures.AP, ir_measures.P(rel=2) @ 2], [D_sharp_nDCG @ 5]
    expected = list(scores(["nDCG@5", "AP", "P(rel=2)@2", "D#-nDCG@5"]).values())
    for run in (RUN, iter(DOCUMENTS)):
        assert list(ir_measures.calc_aggregate([*theirs, *mine], JUDGMENTS, run).values()) == expected
    flat = {"1": {"d1": 1, "d2": 2, "d3": 1}, "2": {"d1": 1, "d4": 1, "d5": 0}}
    assert list(ir_measures.calc_aggregate(theirs, flat, RUN).values()) == expected[:3]
    assert ours.provider.qrel_inputs(theirs) == ["query_id", "doc_id", "relevance"]
    installed(ir_measures.pytrec_eval, monkeypatch)
    assert list(ir_measures.calc_aggregate([*theirs, *mine], JUDGMENTS, RUN).values()) == [-1.0] * 3 + expected[3:]


def test_ties_of_trec_evals_measures_are_those_of_trec_eval():
    tied = {"1": {"d1": 1.0, "d9": 1.0}, "2": {"d1": 1.0}}
    both = [ir_measures.P @ 1, ours.CP @ 1]
    assert list(ours.provider.calc_aggregate(both, QRELS, tied).values()) == [0.5, 1.0]
    assert list(ours.Provider(ties="ascending").calc_aggregate(both, QRELS, tied).values()) == [1.0, 1.0]


@pytest.mark.parametrize("measure", [ir_measures.ERR @ 5, ir_measures.NumQ])
def test_measures_with_other_numbers_are_left_to_their_providers(measure):
    assert not ours.provider.supports(measure)
    with pytest.raises(ValueError, match=f"does not compute .{measure}"):
        ours.provider.calc_aggregate([measure, alpha_nDCG @ 5], QRELS, RUN)


def test_measures_can_be_pickled():
    for measure in (D_sharp_nDCG(gamma=0.3) @ 20, AP_IA_graded, nDCG_RA @ 5):
        assert pickle.loads(pickle.dumps(measure)) == measure


NDEVAL = {"alpha-nDCG": "alpha_nDCG", "alpha-DCG": "alpha_DCG", "strec": "StRecall", "MAP-IA": "AP_IA"}


def printed_by_ndeval(folder, run):
    """By topic and measure; of the run with alpha = 0.9 only what has an alpha in ir_measures."""
    for alpha, file in ((0.5, f"{run}.csv"), (0.9, f"{run}.alpha0.9.csv")):
        with open(folder / "expected" / "ndeval" / file) as lines:
            for row in csv.DictReader(lines):
                for column, value in itertools.islice(row.items(), 2, None):
                    name, _, cutoff = column.partition("@")
                    measure = getattr(ir_measures, NDEVAL.get(name, name.replace("-", "_")))
                    if "alpha" in measure.SUPPORTED_PARAMS:
                        measure = measure(alpha=alpha)
                    elif alpha != 0.5:
                        continue
                    yield (row["topic"], measure @ int(cutoff) if cutoff else measure), float(value)


@pytest.mark.filterwarnings("ignore::subintent.DataWarning")
@pytest.mark.parametrize("year, qrels, run", [
    ("2009", "qrels.diversity.txt", "lemur-ql"),
    ("2010", "qrels.diversity.txt", "lemur-ql"),
    ("2012", "qrels-for-ndeval.txt", "indri-rm-catb"),
])
def test_measures_of_ndeval_on_trec(shared, year, qrels, run):
    """With both alphas in one call; ndeval ranks by rank, and prints six decimals."""
    folder = shared / "trec-web" / year
    expected = dict(printed_by_ndeval(folder, run))
    with open(folder / "runs" / run) as lines:
        documents = [ir_measures.ScoredDoc(t, d, -float(rank)) for t, _, d, rank, _, _ in map(str.split, lines)]
    with open(folder / qrels) as lines:
        judged = [ir_measures.Qrel(t, d, int(g), i) for t, i, d, g in map(str.split, lines)]
    measures = sorted({measure for _, measure in expected}, key=str)
    scored = ours.provider.iter_calc(measures, judged, documents)
    found = {(topic, measure): value for topic, measure, value in scored}
    assert len(found) > 1200
    assert found == pytest.approx({key: value for key, value in expected.items() if key in found}, rel=0, abs=5.01e-7)


def test_frames_with_ranks_are_ordered_by_score_as_other_providers_do():
    """Frames of PyTerrier always have ranks."""
    import pandas

    rows = [(*document, rank) for rank, document in enumerate(reversed(DOCUMENTS))]
    frame = pandas.DataFrame(rows, columns=["query_id", "doc_id", "score", "rank"])
    measures = [D_sharp_nDCG @ 10]
    expected = ir_measures.calc_aggregate(measures, JUDGMENTS, DOCUMENTS)
    assert ir_measures.calc_aggregate(measures, JUDGMENTS, frame) == expected
    ours.use(order="rank")
    by_rank = {topic: list(reversed(docs)) for topic, docs in RUN.items()}
    found = ir_measures.calc_aggregate(measures, JUDGMENTS, frame)
    assert found == ours.Provider().calc_aggregate(measures, JUDGMENTS, by_rank) != expected
