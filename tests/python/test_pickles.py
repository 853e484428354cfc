"""Everything can be pickled and copied, and the same comes back: in this process, and in one that is started anew."""
import concurrent.futures
import copy
import inspect
import multiprocessing
import pickle

import numpy
import pytest
import subintent
from subintent import _core, compare

pytestmark = pytest.mark.filterwarnings("ignore::subintent.DataWarning")

QRELS = {str(topic): {"a": {"d1": 1, "d2": 2, "d4": -2}, "b": {"d3": 1, "d5": 0}, "c": {}} for topic in range(1, 6)}
LISTS = {str(topic): ["d3", "d1", "d9", "d2"][topic % 3 :] for topic in range(1, 6)}
OTHERS = {str(topic): {"d2": 1.5, "d3": 1.5, "d8": 0.25} for topic in range(1, 5)}
DOCNOS = ["d1", "d2", "d3", "d4", "d5"]
RANDOM = numpy.random.default_rng(1)
FINGERPRINTS = subintent.Similarity.fingerprints(DOCNOS, [0, 2**63 + 5, 7, 1 << 40, 3])


def protocols():
    return range(pickle.HIGHEST_PROTOCOL + 1)


def again(value, protocol=pickle.DEFAULT_PROTOCOL):
    made = pickle.loads(pickle.dumps(value, protocol))
    assert type(made) is type(value)
    return made


def hierarchies(similarity=FINGERPRINTS):
    return subintent.hierarchies(QRELS, subintent.cluster(QRELS, similarity), delta=0.5)


def judgments(study, tmp_path):
    """Of values, files, nuggets, topics and probabilities."""
    probabilities = tmp_path / "probabilities"
    probabilities.write_text("".join(f"{topic} a .7 nav\n{topic} b .3 inf\n" for topic in range(1, 6)))
    adhoc = {topic: {"d1": 2, "d2": 1, "d3": 1, "d7": -1} for topic in QRELS}
    rows = [(topic, intent, 1 / 3, "nav") for topic in QRELS for intent in "abc"]
    bank = study.parent / "nuggets" / "bank.jsonl"
    return [
        subintent.Judgments(QRELS), subintent.Judgments(QRELS, all_intents=True), subintent.Judgments(QRELS, topic_grade="intents"),
        subintent.Judgments(QRELS, adhoc_qrels=adhoc), subintent.Judgments({"1": {"d1": 1, "d2": 0}}),
        subintent.Judgments(adhoc_qrels=adhoc), subintent.Judgments(QRELS, probabilities=probabilities),
        subintent.Judgments(QRELS, probabilities=rows, all_intents=True),
        subintent.Judgments(({"n1": {"d1": 1}, "n2": {"d3": 1}, "n3": {}}, {"1": ["n1", "n2", "n3"]})),
        subintent.read_qrels(study / "qrels.txt", adhoc_qrels=study / "qrels.adhoc.txt", topics=study / "topics.xml"),
        subintent.read_qrels(study / "qrels.txt", topics=study / "topics.xml", all_intents=True),
        subintent.read_qrels(bank), subintent.read_qrels(bank, all_intents=False)]


def runs(study):
    return [subintent.Run(LISTS, "lists"), subintent.Run(OTHERS, "scores", ties="ascending"), subintent.read_run(study / "runs" / "pm2")]


def similarities(study, program, tmp_path):
    program("tokenize", study / "web.warc.gz", "-o", tmp_path / "vectors", "--fingerprints", tmp_path / "fingerprints")
    dense = RANDOM.normal(size=(5, 7))
    terms = [{"x": 0.1, "y": 3.0}, {"y": 1e-200}, {}, {"z": 0.0, "x": -2.5}, {"x": 1e300, "q": 7.0}]
    words = RANDOM.integers(0, 2**63, size=(5, 4)).astype("u8")
    return [FINGERPRINTS, subintent.Similarity.fingerprints(DOCNOS, words, "hamming"), subintent.Similarity.dense(DOCNOS, dense),
            subintent.Similarity.dense(DOCNOS, dense.astype("f4")[:, ::-1]),
            subintent.Similarity.dense(DOCNOS, dense * [[1e-300], [1e290], [1], [0], [1]]), subintent.Similarity.sparse(DOCNOS, terms),
            subintent.Similarity.read_vectors(tmp_path / "vectors"), subintent.Similarity.read_fingerprints(tmp_path / "fingerprints"),
            subintent.Similarity.fingerprints([], []), subintent.Similarity.matrix(DOCNOS, numpy.full((5, 5), -0.5) + 1.5 * numpy.eye(5))]


GROUPS = {"gender": {"*": {"d1": "f", "d2": "m", "d3": {"f": 0.25, "m": 0.75}}},
          "age": [("*", "d1", "young", 1.0), ("*", "d2", "old", 0.5), ("*", "d2", "young", 0.5), ("*", "d3", "old", 1.0)]}
MEASURES = ["alpha-nDCG@20", "D#-nDCG@3", "DIN#-nDCG@3", "nDCG@3", "ERR-IA@5", "HD#-nDCG_WI@3", "nDCG_RA@3", "GF(attribute='gender')@3", "GF(attribute='age')@3"]


def evaluators(study):
    targets = {"age": {"young": 0.3, "old": 0.7}}
    full = subintent.Evaluator(QRELS, MEASURES, probabilities=[(topic, intent, 0.5) for topic in QRELS for intent in "ab"], all_intents=False,
                               hierarchies={"WI": hierarchies()}, similarity=FINGERPRINTS, max_grade=3, gains={1: 0.1, 2: 0.7}, groups=GROUPS,
                               group_targets=targets, ordinal=["age"], order="score", ties="ascending")
    groups = study.parent / "groups"
    of_files = subintent.Evaluator(study.parent / "qrels.txt", ["GFR@10", "AWRF(attribute='language')@10"],
                                   groups={"language": groups / "language.txt", "length": groups / "length.txt"},
                                   group_targets={"length": {"short": 0.25, "medium": 0.5, "long": 0.25}})
    bank = study.parent / "nuggets" / "bank.jsonl"
    of_nuggets = subintent.Evaluator(bank, ["I-rec@3", "HD#-nDCG_N@3", "HD#-nDCG_N(cover=given)@3"], hierarchies={"N": bank})
    return [(full, {"lists": LISTS, "scores": OTHERS}), (of_files, sorted((study.parent / "runs").iterdir())),
            (of_nuggets, sorted((study.parent / "nuggets" / "runs").iterdir()))]


def test_judgments(study, tmp_path):
    for value in judgments(study, tmp_path):
        for protocol in protocols():
            made = again(value, protocol)
            assert made.__getstate__() == value.__getstate__()
        assert (made.topics, made.rows(), made.all_intents, made.all_nuggets) == (value.topics, value.rows(), value.all_intents, value.all_nuggets)
        measures = ["nDCG@3", "AP"] if "*" in {row[1] for row in value.rows()} else ["D#-nDCG@3", "DIN-nDCG@3", "I-rec@3", "nDCG@3"]
        run = {topic: value.relevant(topic)[::-2] or ["x"] for topic in value.topics}
        scores = [subintent.Evaluator(one, measures).evaluate({"run": run}) for one in (value, made)]
        assert scores[0] == scores[1]


def test_judgments_do_not_need_their_files(study, tmp_path):
    for name in ("qrels.txt", "topics.xml"):
        (tmp_path / name).write_bytes((study / name).read_bytes())
    value = subintent.read_qrels(tmp_path / "qrels.txt", topics=tmp_path / "topics.xml")
    rows = value.rows()
    for name in ("qrels.txt", "topics.xml"):
        (tmp_path / name).unlink()
    assert again(value).rows() == rows


@pytest.mark.filterwarnings("error")
def test_judgments_warn_once(recwarn):
    with pytest.warns(subintent.DataWarning, match="no document is relevant"):
        value = subintent.Judgments({"1": {"a": {"d1": 0}}})
    assert len(again(value)) == 1


def test_runs(study):
    for value in runs(study):
        for protocol in protocols():
            made = again(value, protocol)
            assert (made.name, made.lists()) == (value.name, value.lists())


def test_similarities(study, program, tmp_path):
    for value in similarities(study, program, tmp_path):
        for protocol in protocols():
            made = again(value, protocol)
        docnos = value.__getstate__()[0][:40]
        assert len(made) == len(value) and made.__getstate__()[0] == value.__getstate__()[0]
        assert [[made(a, b) for a in docnos] for b in docnos] == [[value(a, b) for a in docnos] for b in docnos]
        if "d1" in value:
            trees = [subintent.cluster(QRELS, one) for one in (value, made)]
            assert trees[0] == trees[1]


def test_dendrograms_and_hierarchies(study):
    bank = subintent.read_hierarchies(study.parent / "nuggets" / "bank.jsonl")
    for value in [*subintent.cluster(QRELS, FINGERPRINTS), *hierarchies(), *bank]:
        for protocol in protocols():
            made = again(value, protocol)
            assert made == value and made.to_dict() == value.to_dict()
    assert [node.needs_all for node in again(bank[1])] == [node.needs_all for node in bank[1]]


def test_measures():
    assert again(subintent.measures()) == subintent.measures()
    measure = subintent.Measure("D#-nDCG(gamma=.3)@20")
    assert all(again(measure, protocol) == measure and str(again(measure, protocol)) == str(measure) for protocol in protocols())


def test_tokenizers():
    for arguments in ({}, {"stem": "turkish"}, {"stopwords": "english", "ngrams": 4}, {"stopwords": ["Dogs"], "main_content": True}):
        value = subintent.Tokenizer(**arguments)
        for protocol in protocols():
            assert again(value, protocol).terms("Two DOGS, Internet and the İ") == value.terms("Two DOGS, Internet and the İ")


def score(evaluator, given):
    return evaluator.evaluate(given)


def test_evaluators(study):
    for value, given in evaluators(study):
        expected = value.evaluate(given)
        for protocol in protocols():
            made = again(value, protocol)
            assert (made.measures, made.topics) == (value.measures, value.topics)
            assert made.evaluate(given) == expected
        assert again(expected) == expected and not numpy.isnan(expected.values).any()


def test_evaluators_in_other_processes(study):
    """As joblib and multiprocessing use them: with processes that know nothing but the pickle."""
    jobs = [(value, {name: run}) for value, given in evaluators(study)[:1] for name, run in given.items()]
    jobs += [(value, subintent.read_run(study / "runs" / "pm2")) for value in [subintent.Evaluator(study / "qrels.txt", ["D#-nDCG@10"])]]
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        found = list(pool.map(score, *zip(*jobs)))
    assert found == [score(*job) for job in jobs]


def test_tables():
    scores = subintent.Evaluator(QRELS, ["RR", "P@2", "D#-nDCG@3"]).evaluate({"a": LISTS, "b": OTHERS})
    found = compare.discriminative_power(scores, test="t")
    tables = [scores, scores.per_topic(), compare.significance(scores), found, *found.tables.values(), found.power[:0], scores[:1]]
    tables += [subintent.Table({"run": str, "a b": float}, [("x", float("nan")), ("y", None)])]
    for table in tables:
        for made in (*(again(table, protocol) for protocol in protocols()), copy.copy(table), copy.deepcopy(table)):
            assert made == table and type(made) is type(table)
            assert (made.columns, made.types, repr(made)) == (table.columns, table.types, repr(table))
        assert all(repr(again(row)) == repr(row) and isinstance(again(row), tuple) for row in table[:2])
    assert again(found) == found


# Of each class of the extension a value, and what makes it, for whoever adds a class.
CLASSES = {"Dendrogram": lambda: subintent.cluster(QRELS, FINGERPRINTS)[0], "Evaluator": lambda: subintent.Evaluator(QRELS, ["RR"])._core,
           "EvaluatorOptions": lambda: subintent.Evaluator(QRELS, ["HD#-nDCG@3"], hierarchies={"WI": hierarchies()}, groups=GROUPS)._core.options(),
           "Hierarchy": lambda: hierarchies()[0], "Judgments": lambda: subintent.Judgments(QRELS), "Measure": lambda: subintent.Measure("AP"),
           "Run": lambda: subintent.Run(LISTS), "RunForm": lambda: _core.RunForm("rank", True), "Similarity": lambda: FINGERPRINTS,
           "Tokenizer": lambda: subintent.Tokenizer(stem="english")}


# Classes whose values cannot be pickled, and say so.
WITHOUT_STATE = {"Diversifier": lambda: subintent.Diversifier({"1": {"a": 2.0, "b": 1.0}}, "xquad", intents={"1": {"x": {"a": 1}}}),
                 "Fingerprints": lambda: _core.Fingerprints(["a"], [1], 64), "Statistics": subintent.Statistics}


def test_every_class_of_the_extension_is_tried():
    assert {name for name, kind in vars(_core).items() if inspect.isclass(kind)} == {*CLASSES, *WITHOUT_STATE}


@pytest.mark.parametrize("name", WITHOUT_STATE)
def test_what_cannot_be_pickled_says_so(name):
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(WITHOUT_STATE[name]())


def state(value):
    """What a value is pickled as, as far as it can be compared."""
    if isinstance(value, (tuple, list)):
        return [state(one) for one in value]
    if isinstance(value, dict):
        return {key: state(one) for key, one in value.items()}
    if isinstance(value, numpy.ndarray):
        return value.dtype, value.tolist()
    return state(value.__getstate__()) if type(value).__module__.startswith("subintent") else value


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("copied", [again, copy.copy, copy.deepcopy])
def test_classes_of_the_extension(name, copied):
    value = CLASSES[name]()
    assert state(copied(value)) == state(value)
    with pytest.raises((TypeError, ValueError, subintent.Error)):
        type(value).__new__(type(value)).__setstate__(("no such thing",))


@pytest.mark.parametrize("name", ["Judgments", "Run", "Similarity", "Tokenizer", "Evaluator"])
def test_what_never_changes_is_its_own_copy(name):
    value = subintent.Evaluator(QRELS, ["RR"]) if name == "Evaluator" else CLASSES[name]()
    assert copy.copy(value) is value and copy.deepcopy([value])[0] is value
