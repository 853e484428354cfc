"""Re-ranked runs: those of the command line, and refused arguments."""
import json
import pickle
import re

import numpy
import pandas
import pytest
import subintent


def written(run, folder, **options):
    subintent.write_run(run, folder / "made", **options)
    return (folder / "made").read_text()


@pytest.mark.parametrize("lambda_", [0, 0.3, 1])
def test_mmr_is_that_of_the_program(study, made, program, tmp_path, lambda_):
    run = study / "runs" / "bm25"
    similarity = subintent.Similarity.read_fingerprints(made / "fingerprints")
    found = subintent.Diversifier(run, "mmr", similarity=similarity, candidates=20).run(lambda_)
    options = ["--fingerprints", made / "fingerprints", "--candidates", 20, "--lambda", lambda_]
    assert written(found, tmp_path) == program("diversify", "mmr", *options, run)
    assert written(found, tmp_path, tag="mine", depth=5) == program("diversify", "mmr", *options, "--tag", "mine", "--depth", 5, run)
    kept = subintent.read_run(run, scores=True)
    assert subintent.Diversifier(kept, "mmr", similarity=similarity, candidates=20).run(lambda_).lists() == found.lists()


@pytest.mark.parametrize("method", ["xquad", "pm2"])
@pytest.mark.parametrize("scale", ["minmax", "sum"])
def test_intents_are_those_of_the_program(study, made, program, tmp_path, method, scale):
    run = study / "runs" / "bm25"
    qrels = subintent.read_qrels(study / "qrels.txt").to_dict()
    weights = {topic: {intent: (i + 1) / 100 for i, intent in enumerate(intents)} for topic, intents in qrels.items()}
    lines = [f"{topic} {intent} {p!r}\n" for topic, of_topic in weights.items() for intent, p in of_topic.items()]
    (tmp_path / "probabilities").write_text("".join(lines))
    options = [method, "--intents", study / "qrels.txt", "--scale", scale]
    printed = program("diversify", *options, "--probabilities", tmp_path / "probabilities", run)
    for intents in (qrels, study / "qrels.txt", [study / "qrels.txt"]):
        found = subintent.Diversifier(run, method, intents=intents, probabilities=weights, scale=scale)
        assert written(found.run(), tmp_path) == printed
    tree = made / "WI0.3"
    for hierarchies in (tree, subintent.read_hierarchies(tree)):
        found = subintent.Diversifier(run, method, intents=qrels, hierarchies=hierarchies, scale=scale).run(0.7)
        assert written(found, tmp_path) == program("diversify", *options, "--hierarchy", tree, "--lambda", 0.7, run)


@pytest.mark.parametrize("name", ["PM-2", "PM2", "pm-2", "xQuAD"])
def test_names_of_methods_are_those_of_papers(name):
    made = subintent.Diversifier({"1": {"a": 2, "b": 1}}, name, intents={"1": {"x": {"a": 1, "b": 1}}})
    assert made.run().lists() == {"1": ["a", "b"]}


def test_frames_are_intents_and_vectors():
    run, rows = {"1": {"a": 0.9, "b": 0.8, "c": 0.7}}, [("1", "x", "a", 1), ("1", "x", "b", 1), ("1", "y", "c", 0.5)]
    frame, vectors = pandas.DataFrame(rows, columns=["qid", "intent", "docno", "score"]), {"a": [1, 0.0], "b": [1, 0.1], "c": [0, 1.0]}
    for intents in (rows, frame, frame.to_dict("records"), {"1": {"x": {"a": 1, "b": 1}, "y": {"c": 0.5}}}):
        assert subintent.Diversifier(run, "xquad", intents=intents).run(0.8).lists() == {"1": ["a", "c", "b"]}
    for given in (vectors, pandas.DataFrame(vectors).T):
        assert subintent.Diversifier(run, "mmr", similarity=given).run(0.3).lists() == {"1": ["a", "c", "b"]}


def test_runs_of_intents(program, tmp_path):
    (tmp_path / "run").write_text("".join(f"1 Q0 d{i} {i} {9 - i} me\n" for i in range(1, 5)))
    (tmp_path / "cat").write_text("1 Q0 d1 1 2 me\n1 Q0 d2 2 1 me\n")
    (tmp_path / "car").write_text("1 Q0 d4 1 1 me\n")
    paths = {"cat": tmp_path / "cat", "car": tmp_path / "car"}
    options = [word for intent, path in paths.items() for word in ("--intents", f"{intent}={path}")]
    made = subintent.Diversifier(tmp_path / "run", "pm2", intents=paths).run()
    assert written(made, tmp_path) == program("diversify", "pm2", *options, tmp_path / "run")


def test_the_search_is_that_of_the_program(study, made, program, tmp_path):
    run, qrels = study / "runs" / "bm25", study / "qrels.txt"
    similarity = subintent.Similarity.read_fingerprints(made / "fingerprints")
    diversifier = subintent.Diversifier(run, "mmr", similarity=similarity)
    found = diversifier.search(qrels, "alpha-nDCG@10", lambdas=(0.2, 0.4, 0.6, 0.8, 1), folds=4, seed=3)
    options = ["--fingerprints", made / "fingerprints", "--search", "alpha-nDCG@10", "--qrels", qrels]
    printed = program("diversify", "mmr", *options, "--lambdas", "0.2:1:0.2", "--folds", 4, "--seed", 3, run)
    assert written(found.run, tmp_path) == printed
    ev = subintent.Evaluator(qrels, ["alpha-nDCG@10"])
    assert ev.calc_aggregate(found.run)["alpha-nDCG@10"] == pytest.approx(found.mean, abs=1e-15)
    assert ev.calc_aggregate(diversifier.run(found.best))["alpha-nDCG@10"] == pytest.approx(found.best_mean, abs=1e-15)
    assert ev.calc_aggregate(run)["alpha-nDCG@10"] == pytest.approx(found.run_mean, abs=1e-15)
    assert len(found.topics) == len(ev.topics)


def test_the_estimate_of_a_search_is_that_of_selected(study, made, program, tmp_path):
    run, qrels, lambdas = study / "runs" / "bm25", study / "qrels.txt", (0.2, 0.6, 1)
    similarity = subintent.Similarity.read_fingerprints(made / "fingerprints")
    diversifier = subintent.Diversifier(run, "mmr", similarity=similarity)
    found = diversifier.search(qrels, "alpha-nDCG@10", lambdas=lambdas, folds=3, seed=2, splits=50, alpha=0.1)
    runs = {f"{one}": diversifier.run(one) for one in lambdas}
    scores = subintent.Evaluator(qrels, ["alpha-nDCG@10"]).evaluate(runs)
    tables = subintent.compare.selected(scores, folds=3, seed=2, trials=50, alpha=0.1)
    (row,) = tables["selected"]
    assert (found.best, found.best_mean, found.estimate) == (float(row.run), row.mean, row.estimate)
    assert (found.low, found.high) == (row.low, row.high) and found.low < found.estimate < found.high
    shares = [(float(one.run), one.mean, one.share) for one in tables["choices"]]
    assert [tuple(one) for one in found.lambdas] == shares
    assert sum(found.lambdas["share"]) == pytest.approx(1)
    options = ["--fingerprints", made / "fingerprints", "--search", "alpha-nDCG@10", "--qrels", qrels]
    output = tmp_path / "mmr"
    program("diversify", "mmr", *options, "--lambdas", "0.2,0.6,1", "--folds", 3, "--seed", 2, "--splits", 50, "--provenance", "-o", output, run)
    said = json.loads((tmp_path / "mmr.provenance.json").read_text())["search"]
    assert (said["best_lambda"], said["best_mean"], said["estimate"]) == (found.best, found.best_mean, found.estimate)
    assert said["run_mean"] == found.run_mean
    assert (said["shares"], said["means"]) == (list(found.lambdas["share"]), list(found.lambdas["mean"]))
    by_fold = {topic.fold: topic.lambda_ for topic in found.topics}
    assert said["lambda_by_fold"] == [by_fold[fold] for fold in range(3)]
    with pytest.raises(subintent.Error) as caught:
        diversifier.search(qrels, "alpha-nDCG@10", alpha=1)
    assert caught.value.argument == "alpha"


MMR = {"similarity": subintent.Similarity.fingerprints(["a", "b"], [1, 2])}
XQUAD = {"intents": {"1": {"i": {"a": 1}}}}
RUN = {"1": {"a": 2.0, "b": 1.0}}


@pytest.mark.parametrize("method, arguments, argument", [
    ("none", MMR, "method"), ("mmr", {}, "similarity"), ("mmr", {**MMR, **XQUAD}, "intents"), ("xquad", {}, "intents"),
    ("xquad", {**MMR, **XQUAD}, "similarity"), ("xquad", {**XQUAD, "scale": "x"}, "scale"), ("mmr", {**MMR, "candidates": 0}, "candidates")])
def test_arguments_are_refused(method, arguments, argument):
    with pytest.raises(subintent.Error) as caught:
        subintent.Diversifier(RUN, method, **arguments)
    assert caught.value.argument == argument


def test_inputs_are_refused(study, tmp_path):
    with pytest.raises(subintent.Error, match="has no scores"):
        subintent.Diversifier({"1": ["a", "b"]}, "mmr", **MMR)
    with pytest.raises(subintent.Error, match="has no scores"):
        subintent.Diversifier(subintent.read_run(study / "runs" / "bm25"), "mmr", **MMR)
    with pytest.raises(subintent.Error, match="lambda_: not from 0 to 1"):
        subintent.Diversifier(RUN, "mmr", **MMR).run(float("nan"))
    with pytest.raises(subintent.Error, match="cannot be divided"):
        subintent.Diversifier(RUN, "mmr", **MMR).search({"1": {"i": {"a": 1}}}, "P@1")
    with pytest.raises(subintent.Error, match="intents:1"):
        subintent.Diversifier(RUN, "xquad", intents={"1": {"i": {"a": float("inf")}}})
    shown = "such as {'q': {'1': dict(zip(docnos, scores))}}"
    for intents in (numpy.ones((2, 1)), {"1": numpy.ones((2, 1))}, [1]):
        with pytest.raises(TypeError, match=re.escape("{topic: {intent: {docno: score}}}, " + shown)):
            subintent.Diversifier(RUN, "xquad", intents=intents)
    with pytest.raises(TypeError, match="run: expected docnos, best first, found numbers; give scores as .*dict.zip.docnos, scores"):
        subintent.Diversifier({"1": numpy.array([0.5, 1])}, "mmr", **MMR)
    for wrong, advice in {"vectors": r"give similarity=Similarity.dense\(docnos, values\)", "lam": r"give it to .run\(lambda_\)", "top_k": "cut what .run"}.items():
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{wrong}'; {advice}"):
            subintent.Diversifier(RUN, "mmr", **{wrong: 1})
    with pytest.raises(subintent.Error, match="cannot be a column"):
        subintent.write_run(subintent.Run({"1 2": {"a": 1}}), tmp_path / "run")
    assert not list(tmp_path.iterdir())
    scored = pickle.loads(pickle.dumps(subintent.Run({"1": {"a": 0.9, "b": 0.25}})))
    subintent.write_run(scored, tmp_path / "run", tag="t")
    assert (tmp_path / "run").read_text() == "1 Q0 a 1 0.9 t\n1 Q0 b 2 0.25 t\n"


def test_scores_beside_ranks_are_kept():
    frame = pandas.DataFrame({"qid": "q", "docno": list("abc"), "rank": [1, 2, 3], "score": [3.0, 2.0, 1.0]})
    intents = {"q": {"i": {"a": 0.2, "b": 0.8, "c": 0.5}}}
    assert subintent.Diversifier(frame, "xquad", intents=intents).run(0.9).lists() == subintent.Diversifier(frame.drop(columns="rank"), "xquad", intents=intents).run(0.9).lists()
    with pytest.raises(subintent.Error, match="has no scores"):
        subintent.Diversifier(frame.drop(columns="score"), "xquad", intents=intents).run(0.9)


def test_similarity_is_a_mapping_of_vectors():
    vectors = {"a": [1.0, 0.0], "b": [1.0, 0.1], "c": [0.0, 1.0]}
    made = subintent.Similarity.dense(list(vectors), numpy.array(list(vectors.values())))
    run = {"1": {"a": 0.9, "b": 0.8, "c": 0.7}}
    found = [subintent.Diversifier(run, "mmr", similarity=each).run(0.5).lists() for each in (vectors, made)]
    assert found[0] == found[1] == {"1": ["a", "c", "b"]}
    assert len({str(subintent.evaluate(None, {"r": run}, "ILD@2", similarity=each)) for each in (vectors, made)}) == 1
