"""What is said of inputs that do not fit: the same sentences in every face of the program and in Python."""
import json
import os
import pickle
import subprocess
import warnings

import pytest

import subintent
from subintent import compare

from conftest import ROOT

TOPICS = range(1, 13)


def write(path, lines):
    path.write_text("".join(line + "\n" for line in lines))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Judgments of twelve topics with two intents, runs, and files of other collections."""
    folder = tmp_path_factory.mktemp("inputs")
    judged = [(t, 1 + d % 2, f"d{d}", 1 if d < 8 else 0) for t in TOPICS for d in range(20)]
    write(folder / "q", (f"{t} {i} {d} {g}" for t, i, d, g in judged))
    write(folder / "whole", (f"{t} 0 {d} {g}" for t, i, d, g in judged))
    write(folder / "near", (f"{t} {i} {d} {g}" for t, i, d, g in judged if d != "d7"))
    docs = [f"d{d}" for d in range(20)]
    strange = [f"x{d}" for d in range(20)]
    runs = {"good": {t: docs for t in TOPICS}, "other": {t: docs[::-1] for t in TOPICS},
            "unjudged": {t: [d for pair in zip(strange, docs) for d in pair] for t in TOPICS}, "short": {t: docs[::-1] for t in list(TOPICS)[1:]},
            "strange": {t: strange for t in TOPICS}}
    for name, lists in runs.items():
        write(folder / name, (f"{t} Q0 {d} {r + 1} {100 - r} x" for t, l in lists.items() for r, d in enumerate(l)))
    write(folder / "groups", ("* x1 a 1", "* x2 b 1"))
    write(folder / "few", ("* d0 a 1", "* d1 b 1"))
    bank = {"query_id": "1", "title_query": "q", "nugget_bank": [
        {"question": "Known?", "answers": [{"answer": "A", "references": ["d0"]}]},
        {"question": "Never?", "answers": [{"answer": "B", "references": []}]}]}
    (folder / "bank").write_text("".join(json.dumps({**bank, "query_id": str(t)}) + "\n" for t in TOPICS))
    write(folder / "f", (f"d{d}\t{d * 0x1111111111111111:016x}" for d in range(8)))
    program = os.environ.get("SUBINTENT_PROGRAM", ROOT / "build" / "release" / "subintent")
    for qrels, made in (("q", "h"), ("near", "old")):
        command = f"cluster --qrels {qrels} --fingerprints f -o {made}.d", f"hierarchy --qrels {qrels} {made}.d -o {made}"
        for line in command:
            subprocess.run([program, *line.split(), "--quiet"], cwd=folder, check=True)
    return folder


# Per input: the options that differ from --qrels q, a measure without its cutoff, runs, and the sentence.
INPUTS = {
    "unjudged documents": ({}, "P", ["good", "unjudged"],
        "of the first 10 documents of unjudged, 50% are not judged; they count as not relevant. Judged@10 prints the share that is, nDCG(judged_only=True)@10 leaves them out, RBP-residual is what they could add to RBP"),
    "missing topics": ({}, "P", ["good", "short"], "run short: lacks 1 of 12 judged topics; they score 0 and count in the mean"),
    "strange documents": ({}, "P", ["good", "strange"], "run strange: none of its documents is judged: the first is x0 here, d0 there; check that its docnos are those of the judgments"),
    "topic-level judgments": ({"qrels": "whole"}, "I-rec", ["good", "other"],
        "whole: has no column of intents, or 0 alone in it; measures of intents, such as I-rec@10, treat each topic as a single intent; use measures of topics, such as nDCG@20"),
    "vital weights": ({}, "I-rec(weights=vital)", ["good", "other"],
        "q: no intent is known to be vital: I-rec(weights=vital)@10 is 0; give nuggets, or probabilities that say vital in their fourth column"),
    "strange groups": ({"groups": "groups"}, "P", ["good", "other"],
        "groups: has no membership in groups for any of the 96 relevant documents; check that its docnos are those of the judgments"),
    "few groups": ({"groups": "few"}, "P", ["good", "other"],
        "few: 72 of 96 relevant documents have no membership in groups: they belong to no group; check that few is complete and of the judged collection"),
    "hierarchies": ({"hierarchy": "old"}, "P", ["good", "other"],
        "old does not fit the judgments: it lacks 12 of 96 relevant documents; make it again from these judgments, or list the faults with subintent hierarchy --check"),
    "nuggets": ({"qrels": "bank"}, "I-rec", ["good", "other"],
        "bank: 12 of 24 nuggets without a relevant document, counted as not covered by any run; --relevant-intents leaves them out"),
    "grades": ({}, "P(rel=5)", ["good", "other"], "q: no grade is 5 or above, so that no document is relevant to P(rel=5)@10"),
}


def common(options):
    line = ["--qrels", options.get("qrels", "q")]
    line += ["--groups", f"g={options['groups']}"] if "groups" in options else []
    return line + (["--hierarchy", f"H={options['hierarchy']}"] if "hierarchy" in options else [])


FACES = {
    "evaluate": lambda o, m, runs: ["evaluate", *common(o), "-m", m + "@10", *runs],
    "report": lambda o, m, runs: ["report", *common(o), "-m", m + "@10", *runs],
    "explain difference": lambda o, m, runs: ["explain", "difference", *common(o), "-m", m + "@10", *runs],
    "pooling": lambda o, m, runs: ["compare", "pooling", "discriminative-power", "--test", "t", *common(o), "-m", m, "--depths", "10", "--pool-depths", "10", *runs],
    "delta": lambda o, m, runs: ["compare", "delta", "discriminative-power", "--test", "t", *common(o), "-m", m + "@10", "--dendrograms", "h.d", "--deltas", "0.3", *runs],
    "placebo": lambda o, m, runs: ["compare", "placebo", "--test", "t", "--placebo", "1", *common(o), "--hierarchy", "P=h", "-m", m + "@10,N-rec_P@10", *runs],
    "judgments": lambda o, m, runs: ["compare", "judgments", o.get("qrels", "q"), "near", *common(o)[2:], "-m", m + "@10", *runs],
    "leave out": lambda o, m, runs: ["compare", "judgments", "--leave-out", o.get("qrels", "q"), *common(o)[2:], "-m", m + "@10", *runs],
    "judge sample": lambda o, m, runs: ["judge", "sample", *common(o), "--pool", f"near:{m}@10", *runs],
    "hierarchies": lambda o, m, runs: ["compare", "hierarchies", "h", "h", *common(o), "-m", "N-rec@10", *runs],
}

# What a face cannot be given.
WITHOUT = {
    "hierarchies": {"topic-level judgments", "vital weights", "grades", "hierarchies", "nuggets"},
    "delta": {"topic-level judgments", "nuggets"},  # their intents are not those of the dendrograms
    "placebo": {"topic-level judgments", "nuggets"},
}

CASES = [(face, name) for face in FACES for name in INPUTS if name not in WITHOUT.get(face, ())]


@pytest.mark.parametrize("face, name", CASES)
def test_every_face_says_it(folder, face, name):
    options, measure, runs, sentence = INPUTS[name]
    program = os.environ.get("SUBINTENT_PROGRAM", ROOT / "build" / "release" / "subintent")
    done = subprocess.run([program, *FACES[face](options, measure, runs)], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = [line.removeprefix("subintent: ").removeprefix("warning: ") for line in done.stderr.splitlines()]
    said = [line.removesuffix("; --answered-topics leaves them out") for line in said]
    assert sentence in said
    assert said.count(sentence) == 1
    if face == "report":
        assert f"<li>{sentence}" in done.stdout


def in_python(options):
    given = {"groups": {"g": options["groups"]}} if "groups" in options else {}
    return {**given, **({"hierarchies": {"H": options["hierarchy"]}} if "hierarchy" in options else {})}


PYTHON = {
    "Evaluator": lambda q, runs, m, o: subintent.Evaluator(q, m + "@10", **o).evaluate(runs),
    "pooling": lambda q, runs, m, o: compare.pooling_significance(subintent.Evaluator(q, m, **o) if o else q, runs, measures=[m], depths=10, pool_depths=10),
    "delta": lambda q, runs, m, o: compare.delta_significance(subintent.Evaluator(q, m, **o) if o else q, runs, dendrograms="h.d", measures=[m + "@10"], deltas=0.3),
    "placebo": lambda q, runs, m, o: compare.placebo(
        subintent.Evaluator(q, "AP", **{**o, "hierarchies": {**o.get("hierarchies", {}), "P": "h"}}), runs, measures=[m + "@10", "N-rec_P@10"], placebo=1),
    "leave out": lambda q, runs, m, o: compare.leave_out(subintent.Evaluator(q, m, **o) if o else q, runs, measures=[m + "@10"]),
    "hierarchies": lambda q, runs, m, o: compare.hierarchies("h", "h", subintent.Evaluator(q, m, **o) if o else q, runs, measures=["N-rec@10"]),
}


@pytest.mark.parametrize("face, name", [(f, n) for f in PYTHON for n in INPUTS if n not in WITHOUT.get(f, ())])
def test_python_says_it(folder, monkeypatch, face, name):
    monkeypatch.chdir(folder)
    options, measure, runs, sentence = INPUTS[name]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        PYTHON[face](options.get("qrels", "q"), runs, measure, in_python(options))
    assert all(one.category is subintent.DataWarning for one in caught)
    said = [str(one.message) for one in caught]
    sentence = sentence.replace("--relevant-intents", "all_intents=False")
    if "hierarchy" in options:  # which are read before the evaluation knows them
        sentence = sentence.replace(options["hierarchy"], "hierarchies H", 1)
    assert said.count(sentence) == 1, said


def test_of_several_runs_each_is_spoken_of(folder, monkeypatch):
    monkeypatch.chdir(folder)
    with pytest.warns(subintent.DataWarning) as caught:
        subintent.Evaluator("q", "P@10").evaluate(["unjudged", "good", "strange"])
    assert [str(one.message).split(" are not judged;")[0] for one in caught] == [
        "q: no document has two values of the second column, though documents are judged not relevant: it may name rounds or intents, and topics as a whole are scored; "
        "if the column names them, say judged='intents'",
        "of the first 10 documents of unjudged, 50%",
        "run strange: none of its documents is judged: the first is x0 here, d0 there; check that its docnos are those of the judgments",
    ]


def test_what_many_runs_have_in_common_is_said_once():
    qrels = {topic: {"i": {"a": 1}} for topic in "123"}
    runs = {f"run{n}": subintent.Run({"1": ["a"], **({"2": ["a"]} if n == 2 else {})}) for n in range(8)}
    evaluator = subintent.Evaluator(qrels, "P@1")
    with pytest.warns(subintent.DataWarning) as caught:
        evaluator.evaluate(runs)
    assert [str(one.message).split(";")[0] for one in caught] == ["run run0: lacks 2 of 3 judged topics"]
    assert "(and of 7 other runs likewise)" in str(caught[0].message)
    with pytest.warns(subintent.DataWarning) as caught:
        evaluator.evaluate({name: runs[name] for name in ("run1", "run2")})
    assert len(caught) == 1 and "(and of 1 other run likewise)" in str(caught[0].message)
    with pytest.warns(subintent.DataWarning) as caught:
        subintent.evaluate({"1": {"i": {"a": 1, "b": 1}}}, {"run": {"1": ["a", "b"]}}, ["ILD@2", "nDCG_RA@2"], similarity=subintent.Similarity.dense(["a"], [[1]]))
    assert [one.message.message.split(":")[0] for one in caught if one.message.code == "documents-without-representation"][-2:] == ["ILD@2", "nDCG_RA@2"]
    with pytest.warns(subintent.DataWarning, match="f is 0 for every run and topic; it is given {intent"):
        subintent.evaluate(qrels, runs, {"f": lambda topic, judged, docnos: judged.get("a", 0)})


def test_warnings_can_be_told_apart(folder, monkeypatch):
    """By code, file and line; texts are for people."""
    monkeypatch.chdir(folder)
    with pytest.warns(subintent.DataWarning) as caught:
        subintent.Evaluator("whole", "I-rec@10").evaluate(["strange"])
    found = [one.message for one in caught]
    assert [(one.code, one.file, one.line) for one in found] == [("topic-level-judgments", "whole", 0), ("unjudged-run", "", 0)]
    assert found[1].advice == "check that its docnos are those of the judgments"
    assert str(found[1]) == f"{found[1].message}; {found[1].advice}"
    again = pickle.loads(pickle.dumps(found[0]))
    assert (str(again), vars(again)) == (str(found[0]), vars(found[0]))
