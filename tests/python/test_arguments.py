"""Every argument of every public function: it is described, and a value that it cannot have is refused by its name."""
import inspect
import re
import types

import numpy
import pytest
import subintent
from subintent import compare

MODULES = (subintent, compare)


def functions():
    """Public functions, and what classes define: their making and their methods."""
    made = {f"compare.{name}": function for name, function in compare._functions().items()}
    for module in MODULES:
        for name in module.__all__:
            thing = getattr(module, name)
            where = name if module is subintent else f"{module.__name__.partition('.')[2]}.{name}"
            if inspect.isclass(thing):
                is_tuple = issubclass(thing, tuple)
                for member, value in vars(thing).items():
                    function = getattr(value, "__func__", value)
                    if isinstance(function, types.FunctionType) and (member == "__init__" or not member.startswith("_")) and not is_tuple:
                        made[f"{where}.{member}"] = function
            elif inspect.isfunction(thing):
                made[where] = thing
    return made


FUNCTIONS = functions()


def documentation(name):
    """Of the making of an object that of its class, too."""
    owner, _, member = name.rpartition(".")
    return (inspect.getdoc(FUNCTIONS[name]) or "") + ("\n" + inspect.getdoc(getattr(subintent, owner)) if member == "__init__" else "")


def arguments(name):
    return [one for one in inspect.signature(FUNCTIONS[name]).parameters if one not in ("self", "cls") and not one.startswith("_")]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_argument_is_described(name):
    text = documentation(name)
    missing = [one for one in arguments(name) if not re.search(rf"(?m)^ +(?:[\w, ]+, )?{one}(?:, [\w, ]+)?: \S", text)]
    assert not missing, text


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in ("Error.__init__", "DataWarning.__init__") and arguments(name)])
def test_arguments_that_there_are_not(name):
    last = arguments(name)[-1]
    near = {f"{last}_{last}": rf"; did you mean {last}\?", "qq": "", **({"intervals": "; give it to .to_text"} if name == "evaluate" else {})}
    for wrong, advice in near.items():
        with pytest.raises(TypeError, match=rf"{FUNCTIONS[name].__name__}\(\) got an unexpected keyword argument '{wrong}'{advice}"):
            FUNCTIONS[name](**{wrong: 1})


TOPICS = [str(topic) for topic in range(1, 7)]
QRELS = {topic: {"a": {"d1": 1, "d2": 1, "d3": 1}, "b": {"d4": 2, "d5": 1}, "c": {"d6": 1}} for topic in TOPICS}
RUNS = {"good": {topic: {"d1": 3.0, "d4": 2.0 + int(topic), "d9": 1.0} for topic in TOPICS},
        "bad": {topic: {"d9": 3.0, "d1": 2.0, "d2": 1.0} for topic in TOPICS},
        "fair": {topic: {"d9": 3.0, "d4": 2.0, "d2": 3.0 - int(topic)} for topic in TOPICS}}
PREFERENCES = [
    (topic, first, second, person, "<" if topic == "1" else ">")
    for topic in TOPICS for first, second in (("good", "bad"), ("good", "fair"), ("fair", "bad")) for person in ("p", "q")]
DOCNOS = [f"d{number}" for number in range(1, 10)]


@pytest.fixture(scope="module")
def values(tmp_path_factory):
    """Values that arguments can have: by their names, by function and name, and objects of classes."""
    folder = tmp_path_factory.mktemp("arguments")
    judgments = subintent.Judgments(QRELS)
    similarity = subintent.Similarity.dense(DOCNOS, numpy.random.default_rng(1).normal(size=(9, 4)) + 1)
    dendrograms = subintent.cluster(judgments, similarity)
    hierarchies = subintent.hierarchies(judgments, dendrograms)
    evaluator = subintent.Evaluator(judgments, ["alpha-nDCG@5", "D#-nDCG@5", "HD#-nDCG_S@5"], hierarchies={"S": hierarchies})
    scores = evaluator.evaluate(RUNS)
    vectors = folder / "vectors"
    vectors.write_text("".join(f'{{"id": "{docno}", "vector": {{"a": 1, "{docno}": 2}}}}\n' for docno in DOCNOS))
    files = {"fingerprints": "".join(f"{docno}\t{number:016x}\n" for number, docno in enumerate(DOCNOS)),
             "statistics": "#documents\t9\na\t3\nd1\t1\n", "texts": "".join(f"{docno}\ttitle\t\twords of {docno}\n" for docno in DOCNOS),
             "docs.jsonl": "".join(f'{{"id": "{docno}", "contents": "text of {docno}"}}\n' for docno in DOCNOS),
             "qrels": "".join(f"{t} {i} {d} {g}\n" for t, intents in QRELS.items() for i, of in intents.items() for d, g in of.items()),
             "run": "1 Q0 d1 1 2 tag\n1 Q0 d4 2 1 tag\n", "scores.tsv": scores.to_text("tsv", per_topic=True)}
    for name, text in files.items():
        (folder / name).write_text(text)
    numpy.save(folder / "dense.npy", numpy.ones((9, 2)))
    (folder / "docnos").write_text("\n".join(DOCNOS))
    subintent.write_dendrograms(dendrograms, folder / "dendrograms")
    subintent.write_hierarchies(hierarchies, folder / "hierarchies")
    for name in ("before", "after"):
        subintent.report(evaluator, RUNS, folder / name)
    document = subintent.Document("d1", b"some text", False, "")
    (folder / "slices").write_text("1\tlength\tshort\n2\tlength\tlong\n")
    return {
        "scores": scores, "gold": ["alpha-nDCG@5"], "margin": 0.05, "runs": RUNS, "evaluator": evaluator, "human": evaluator, "first": judgments, "second": judgments,
        "qrels": judgments, "measures": ["alpha-nDCG@5"], "baseline": "good", "run": RUNS["good"], "measure": "alpha-nDCG@5", "depth": 2, "topics": ["1"],
        "docnos": DOCNOS, "hierarchies": hierarchies, "similarity": similarity, "dendrograms": dendrograms, "preferences": PREFERENCES, 
        "output": folder / "written", "vectors": vectors, "statistics": folder / "statistics", "before": folder / "before", "after": folder / "after",
        "document": document, "trees": hierarchies, "format": "dot", "fingerprints": folder / "fingerprints", "paths": folder / "docs.jsonl",
        "use": lambda document: None, "recipe": "recipe-4", "language": "english", "variance": 0.05, "difference": 0.1, "terms": {"a": 1}, "term": "a",
        "method": "xquad", "message": "text", "node": 0, "text": "some text", "values": numpy.ones((9, 2)), "matrix": [{"a": 1.0}] * 9, "npy": folder / "dense.npy",
        "slices": folder / "slices", "columns": {"run": str}, "name": "I-rec@5", "data": RUNS["good"],
        "answered": scores.answered,
        "Similarity.dense.values": numpy.ones((9, 2)), "Similarity.matrix.values": numpy.eye(9), "Similarity.fingerprints.values": list(range(9)), "read_dendrograms.path": folder / "dendrograms", "read_hierarchies.path": folder / "hierarchies",
        "read_qrels.path": folder / "qrels", "read_run.path": folder / "run", "write_dendrograms.path": folder / "w", "write_hierarchies.path": folder / "w",
        "write_run.path": folder / "w", "write_run.run": subintent.Run(RUNS["good"]), "compare.read_scores.path": folder / "scores.tsv",
        "Similarity.read_fingerprints.path": folder / "fingerprints", "Similarity.read_dense.docnos": folder / "docnos", "read_texts.paths": folder / "texts",
        "Similarity.read_texts.documents": {docno: f"text of {docno}" for docno in DOCNOS},
        "compare.hierarchies.first": hierarchies, "compare.hierarchies.second": hierarchies, "compare.judges.model": judgments, "compare.judges.runs": RUNS,
        "compare.battles.preferences": PREFERENCES, "compare.losses.runs": {"good": RUNS["good"]}, "compare.difference.runs": {name: RUNS[name] for name in ("good", "bad")},
        "compare.pooling_concordance.gold": "alpha-nDCG", "Judgments.__init__.qrels": QRELS, "compare.similarities.similarities": {"s": similarity},
        "with_labels.texts": {"d1": ("title", "", "words")},
        "make_hierarchies.documents": {docno: f"text of {docno}" for docno in DOCNOS},
        "compare.delta_concordance.gold": "HD#-nDCG_WI@20", "compare.delta_concordance.measures": ["HD#-nDCG_WI@20", "HD#-nDCG_WD@20", "D#-nDCG@20"],
        "Dendrogram.__init__.made": dendrograms[0], "Hierarchy.__init__.made": hierarchies[0], "Similarity.__init__.made": similarity,
        "Dendrogram.from_dict.value": dendrograms[0].to_dict(), "Hierarchy.from_dict.value": hierarchies[0].to_dict(),
        "Diversifier.__init__.intents": QRELS, "Table.column.name": "run",
        "Dendrogram": dendrograms[0], "Hierarchy": hierarchies[0], "Evaluator": evaluator, "Judgments": judgments, "Run": subintent.Run(RUNS["good"]),
        "ScoreTable": scores, "Similarity": similarity, "Statistics": subintent.Statistics(folder / "statistics"), "Table": scores.per_topic(),
        "Tokenizer": subintent.Tokenizer(), "Diversifier": subintent.Diversifier(RUNS["good"], "xquad", intents=QRELS)}


# Arguments that take any object, or whose values are the caller's own; and functions that only keep what they are given.
ANY = {"progress", "use", "self", "y"}
SHORT = {"depths": [5], "pool_depths": [5], "trials": 20, "deltas": [0.3]}  # what analyses need not compute
KEEP = {"DataWarning.__init__", "Error.__init__", "ScoreTable.__init__", "Table.__init__", "Table.column", "Tables.__init__"}
BAD = {"None": None, "nan": float("nan"), "object": object(), "bytes": b"\xff\0", "-1": -1, "-1.5": -1.5, "huge": 10**400}
ODD = {"empty": "", "NUL": "a\0b", "surrogate": "\udfff"}  # of the right type: what is wrong with them may be said by what they name


def given_to(name, values):
    """The arguments that a function must have, and the optional ones that go with them."""
    made = {}
    for one, parameter in inspect.signature(FUNCTIONS[name]).parameters.items():
        key = f"{name}.{one}"
        if (name.startswith("compare.delta_") and one == "dendrograms") or (name.endswith("evaluate") and one == "runs"):
            made[one] = values[one]
        elif one not in ("self", "cls") and (key in values or parameter.default is parameter.empty and parameter.kind.name.endswith(("KEYWORD", "ONLY"))):
            if parameter.kind is not parameter.VAR_KEYWORD:
                made[one] = values[key] if key in values else values[one]
    known = inspect.signature(FUNCTIONS[name]).parameters if name.startswith("compare.") else {}
    short = {one: value for one, value in SHORT.items() if one in known}
    if name.endswith("correlation"):  # which tests nothing, unless it is asked to
        short.pop("trials", None)
    return {**short, **made}


def caller(name, values):
    """The function, or the method of an object."""
    owner, _, member = name.rpartition(".")
    if member == "__init__":
        return getattr(subintent, owner)
    if owner and hasattr(subintent, owner) and inspect.isclass(getattr(subintent, owner)):
        return getattr(values.get(owner, getattr(subintent, owner)), member)
    return FUNCTIONS[name]


def outcome(name, argument, bad, values):
    """What is wrong with how a function takes a value; nothing if it refuses it by name, or can use it."""
    given = {**given_to(name, values), argument: bad}
    try:
        made = caller(name, values)(**given)
        if inspect.isgenerator(made):
            list(made)
    except (TypeError, ValueError, subintent.Error) as error:
        named = getattr(error, "argument", "") or ""
        if bad in ODD.values() or re.search(rf"\b{argument}\b", f"{named}: {error}"):
            return None
        return f"{type(error).__name__}: {error}"
    except BaseException as error:  # noqa: B036
        return f"{type(error).__name__}: {error!s:.200}"
    return None


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in KEEP])
def test_values_that_arguments_cannot_have(name, values, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = {(argument, what): problem for argument in arguments(name) if argument not in ANY for what, bad in {**BAD, **ODD}.items()
             if (problem := outcome(name, argument, bad, values)) is not None}
    assert not found
