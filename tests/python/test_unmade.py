"""Objects that were made without ``__init__``, as ``C.__new__(C)`` makes them: an error, and no crash."""
import subprocess
import sys

import pytest
import subintent

# Uses of an object `made`, of each class in a process of its own: a crash ends only that.
USES = """
import copy, pickle, sys
import subintent
from subintent import _core, compare

QRELS = {"1": {"a": {"d1": 1, "d2": 1}}}
SIMILARITY = subintent.Similarity.fingerprints(["d1", "d2"], [0, 1])

def members(made):
    for name in dir(type(made)):
        if name in ("__class__", "__new__", "__init__", "__init_subclass__", "__subclasshook__", "__del__"):
            continue
        yield f"made.{name}", lambda name=name: getattr(made, name)
        for count, arguments in enumerate(((), ("x",), (made,), ("x", "x"), ([("a", "b")],))):
            yield f"made.{name}() {count}", lambda name=name, arguments=arguments: getattr(made, name)(*arguments)

USES = {
    "repr": repr, "str": str, "len": len, "list": lambda made: list(made), "bool": bool, "hash": hash,
    "equal": lambda made: (made == made, made == type(made).__new__(type(made)), made != 1),
    "copy": lambda made: repr(copy.copy(made)), "deepcopy": lambda made: repr(copy.deepcopy(made)),
    "pickle": lambda made: pickle.loads(pickle.dumps(made)),
    "vars": lambda made: vars(made),
    "qrels": lambda made: subintent.Evaluator(made, ["AP"]),
    "measures": lambda made: subintent.Evaluator(QRELS, [made]),
    "similarity": lambda made: subintent.Evaluator(QRELS, ["AP"], similarity=made),
    "hierarchies": lambda made: subintent.Evaluator(QRELS, ["AP"], hierarchies={"a": [made]}),
    "run": lambda made: subintent.Evaluator(QRELS, ["AP"]).calc(made),
    "runs": lambda made: subintent.Evaluator(QRELS, ["AP"]).evaluate([made]),
    "cluster": lambda made: subintent.cluster(made, SIMILARITY),
    "cluster by": lambda made: subintent.cluster(QRELS, made),
    "dendrograms": lambda made: subintent.hierarchies(QRELS, [made]),
    "write": lambda made: (subintent.write_hierarchies([made], "h"), subintent.write_dendrograms([made], "d")),
    "labels": lambda made: subintent.with_labels([made], {}),
    "agreement": lambda made: compare.hierarchies([made], [made]),
    "pooling": lambda made: compare.pooling_correlation(QRELS, {"a": made}),
    "scores": lambda made: compare.significance(made),
    "text": lambda made: subintent.visible_text(made),
    "made of": lambda made: type(made)(made),
}
"""


TRY_ALL = """
import inspect, os

def try_all(kind):
    try:
        made = kind.__new__(kind)
    except TypeError:  # it needs its fields
        return
    uses = [(use, lambda act=act: act(made)) for use, act in USES.items()]
    for use, act in [*uses, *members(made)]:
        print(kind.__name__, use, flush=True)
        try:
            act()
        except (TypeError, AttributeError, ValueError, ImportError, subintent.Error, pickle.PicklingError) as error:
            print("    ", type(error).__name__, str(error)[:200].replace(chr(10), " "), flush=True)

kinds = {kind for module in (subintent, compare, _core) for kind in vars(module).values()
         if inspect.isclass(kind) and kind.__module__.startswith("subintent")}
crashed = []
for kind in sorted(kinds, key=lambda kind: kind.__name__):
    child = os.fork()
    if child == 0:
        try_all(kind)
        os._exit(0)
    crashed += [kind.__name__] * (os.waitpid(child, 0)[1] != 0)
sys.exit(f"{len(kinds)} classes, not all right: {crashed}" if crashed or len(kinds) < 20 else 0)
"""


def test_made_without_init(tmp_path):
    done = subprocess.run([sys.executable, "-c", USES + TRY_ALL], capture_output=True, text=True, timeout=300, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr


@pytest.mark.parametrize("name", ["Judgments", "Run", "Similarity", "Hierarchy", "Dendrogram", "Tokenizer", "Measure", "Evaluator"])
def test_the_error_says_what_is_wrong(name):
    kind = getattr(subintent, name)
    made = kind.__new__(kind)
    uses = [repr] if name != "Tokenizer" else [lambda tokenizer: tokenizer.terms("x")]
    uses += [len] if hasattr(kind, "__len__") else []
    uses += [hash] if name in ("Hierarchy", "Dendrogram", "Measure") else []
    for use in uses:
        with pytest.raises(TypeError, match=rf"^{name}: the object has no value, because __init__\(\) was not called$"):
            use(made)


def test_as_arguments():
    judgments = subintent.Judgments.__new__(subintent.Judgments)
    run = subintent.Run.__new__(subintent.Run)
    hierarchy = subintent.Hierarchy.__new__(subintent.Hierarchy)
    similarity = subintent.Similarity.__new__(subintent.Similarity)
    qrels = {"1": {"a": {"d1": 1}}}
    for act, name in ((lambda: subintent.Evaluator(judgments, ["AP"]), "Judgments"),
                      (lambda: subintent.Evaluator(qrels, ["AP"]).calc(run), "Run"),
                      (lambda: subintent.Evaluator(qrels, ["AP"], similarity=similarity), "Similarity"),
                      (lambda: subintent.Evaluator(qrels, ["AP"], hierarchies={"a": [hierarchy]}), "Hierarchy"),
                      (lambda: subintent.cluster(qrels, similarity), "Similarity")):
        with pytest.raises(TypeError, match=f"^{name}: the object has no value"):
            act()
