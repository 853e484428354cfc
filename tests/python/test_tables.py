"""What people see of values with names of any kind: aligned as a terminal shows them, and nothing acts on it."""
import re
import unicodedata
import warnings

import pytest
import subintent

ESCAPE = "\x1b[2J\u202e\x07\n"
QRELS = {"1": {"a": {"d1": 1}}}


def width(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def acts(text):
    return re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]", text)


def table(*names):
    return subintent.Evaluator(QRELS, ["RR", "P@1"]).evaluate({name: {"1": ["d2", "d1"]} for name in names})


@pytest.mark.parametrize("names", [["日本語", "plain"], ["cafe\u0301", "longer name"], ["한국어 run", "ＦＵＬＬ"], ["a" * 200, "b"], []])
def test_tables_are_aligned(names):
    lines = repr(table(*names)).split("\n")
    assert len(lines) == 1 + len(names) and len(set(map(width, lines))) == 1
    assert lines[0].split() == ["run", "RR", "P@1"]


def test_tables_are_as_they_were():
    assert repr(table("short", "a longer one")) == (
        "run               RR     P@1\nshort         0.5000  0.0000\na longer one  0.5000  0.0000"
    )


def test_nothing_in_a_table_acts_on_a_terminal():
    found = table(f"x{ESCAPE}y", "surrogate \udc80")
    assert repr(found).split("\n")[1:] == ["x?[2J???y    0.5000  0.0000", "surrogate ?  0.5000  0.0000"]
    assert str(found) == repr(found)
    html = found._repr_html_()
    assert not acts(html) and "x?[2J???y" in html
    assert "<b>" not in table("<b>")._repr_html_() and "&lt;b&gt;" in table("<b>")._repr_html_()


@pytest.mark.filterwarnings("ignore::subintent.DataWarning")
def test_nothing_in_values_acts_on_a_terminal():
    topic = "1\u202e2"
    qrels = {topic: {"i\u202e": {"a": 1, "b": 1}}}
    similarity = subintent.Similarity.fingerprints(["a", "b"], [0, 1])
    (tree,) = subintent.cluster(qrels, similarity)
    (hierarchy,) = subintent.hierarchies(qrels, [tree])
    run = subintent.Run({topic: ["a"]}, name=f"x{ESCAPE}")
    for value in (tree, hierarchy, run, subintent.Judgments(qrels)):
        assert not acts(repr(value)) and not acts(str(value)), type(value)
    assert repr(tree) == "<Dendrogram: topic 1?2, intent i?, 2 documents>"


def errors():
    evaluator = subintent.Evaluator(QRELS, ["RR"])
    name = f"x{ESCAPE}"
    yield lambda: evaluator.evaluate({name: 3})
    yield lambda: evaluator.evaluate({name: {"1": 3}})
    yield lambda: evaluator.evaluate({name: {"1": {"d": "x"}}})
    yield lambda: evaluator.evaluate({name: {"1": {"d": float("nan")}}})
    yield lambda: evaluator.evaluate({name: [("1", "d", object())]})
    yield lambda: evaluator.evaluate({name: [("1",)]})
    yield lambda: evaluator.evaluate({name: {"1": [name, name]}})
    yield lambda: evaluator.evaluate([f"/tmp/{name}"])
    yield lambda: subintent.Evaluator(QRELS, ["RR"], hierarchies={name: 3})
    yield lambda: subintent.Evaluator(QRELS, ["RR"], hierarchies={name: [3]})
    yield lambda: subintent.Evaluator(QRELS, [name])
    yield lambda: subintent.Evaluator(QRELS, ["RR"], ordinal=[name])
    yield lambda: subintent.cluster(QRELS, subintent.Similarity.fingerprints(["d1"], [1]), linkage=name)
    yield lambda: subintent.read_run(f"/tmp/{name}")
    yield lambda: subintent.Run({"1": ["d"]}, ties=name)
    yield lambda: subintent.compare.significance({name: {"m": {"1": "x"}}})
    yield lambda: subintent.compare.significance({name: {"m": {"1": 1}}, "b": {"m": {"2": 1}}})


@pytest.mark.parametrize("act", errors())
def test_nothing_in_errors_acts_on_a_terminal(act):
    with pytest.raises((subintent.Error, TypeError, ValueError)) as caught:
        act()
    assert not acts(str(caught.value)) and "\n" not in str(caught.value)
    if isinstance(caught.value, subintent.Error):
        caught.value.file.encode("utf-8", "surrogateescape")  # as it is


def test_the_parts_of_errors_are_as_they_are():
    error = subintent.Error("it\x1b", file="a\x1b.run", line=3, advice="do\x1b")
    assert (error.file, error.message, error.advice) == ("a\x1b.run", "it\x1b", "do\x1b")
    assert str(error) == "a?.run:3: it?; do?"


def test_nothing_in_warnings_acts_on_a_terminal():
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        subintent.Evaluator({"1": {"a": {"d1": 1}}, "2": {"a": {"d1": 1}}}, ["RR"]).evaluate({f"x{ESCAPE}": {"1": ["d1"]}})
    assert warned and not any(acts(str(warning.message)) or "\n" in str(warning.message) for warning in warned)


def test_choices_are_those_of_the_command_line(program):
    """Each option that has a choice in both has the same names, in the same order."""
    similarity = subintent.Similarity.fingerprints(["d1"], [1])
    choices = {
        ("cluster", "--linkage"): lambda name: subintent.cluster(QRELS, similarity, linkage=name),
        ("cluster", "--level"): lambda name: subintent.cluster(QRELS, similarity, level=name),
        ("cluster", "--similarity"): lambda name: subintent.Similarity.fingerprints(["d"], [1], kind=name),
        ("hierarchy", "--weights"): lambda name: subintent.hierarchies(QRELS, [], weights=name),
        ("evaluate", "--order"): lambda name: subintent.read_run("run", order=name),
        ("evaluate", "--on-duplicate"): lambda name: subintent.read_run("run", on_duplicate=name),
        ("evaluate", "--topic-grades"): lambda name: subintent.Judgments(QRELS, topic_grade=name),
    }
    for (command, option), act in choices.items():
        with pytest.raises(subintent.Error, match="'none of them' is not known; use ") as caught:
            act("none of them")
        of_python = re.split(r", | or ", caught.value.advice.replace("use ", ""))
        of_program = re.search(rf"{option} ([\w|-]+)", program(command, "--help"))[1].split("|")
        assert of_python == of_program, option
