"""What people see of values with names of any kind: aligned as a terminal shows them, and nothing acts on it."""
import re
import sys
import types
import unicodedata

import pytest
import subintent
from subintent import compare

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
    lines = repr(table(*names)).split("\n\n")[0].split("\n")
    assert len(lines) == 1 + len(names) and len({width(line.rstrip("•")) for line in lines}) == 1
    assert lines[0].split() == ["run", "RR", "P@1"]


def test_tables_are_as_they_were():
    assert repr(table("short", "a longer one")) == (
        "run               RR     P@1\nshort         0.5000• 0.0000\na longer one  0.5000• 0.0000\n\n• the best mean of a measure")


COLUMNS = {"run": str, "topics": int, "mean": float, "is it?": bool}
ROWS = [("a", 3, 0.5, True), ("日本", 4, -0.00001, False), ("b", None, None, None)]


def made(rows=ROWS):
    return subintent.Table(COLUMNS, rows)


def test_a_table_is_a_sequence_of_rows():
    found = made()
    assert len(found) == 3 and found and not made([]) and list(reversed(found))[2] == found[0] == ROWS[0]
    assert found[0].run == "a" and found[-1].mean is None and [row.topics for row in found] == [3, 4, None]
    assert ("a", 3, 0.5, True) in found and found.index(ROWS[1]) == 1 and found.count(ROWS[2]) == 1
    run, topics, *_ = found[1]
    assert (run, topics) == ("日本", 4)
    assert found[1:] == made(ROWS[1:]) and isinstance(found[:0], subintent.Table) and found[:0].types == COLUMNS
    assert found != made(ROWS[1:]) and found != ROWS and found != subintent.Table({"run": str}, [["a"]])
    with pytest.raises(AttributeError, match="'Table' object has no attribute 'plot'; did you mean to_pandas"):
        found.plot
    scores = subintent.evaluate({"1": {"a": 1}}, {"r": {"1": ["a"]}}, "RR")
    for of, name, meant in ((scores, "significance", "compare.significance"), (scores, "to_csv", "to_pandas"), (subintent, "significance", "subintent.compare.significance"),
                            (subintent, "explain_difference", "compare.difference"), (subintent, "mmr", "Diversifier"), (subintent, "evalute", "evaluate")):  # fmt: skip
        with pytest.raises(AttributeError, match=f"has no attribute '{name}'; did you mean .*{meant}"):
            getattr(of, name)
    for wrong in (3, -4, "0", 1.5, None, ("run",)):
        with pytest.raises((IndexError, KeyError, TypeError)):
            found[wrong]


def test_sentences_are_printed_in_full_and_empty_tables_are_not():
    words = "many words " * 10
    found = subintent.Tables({"scores": subintent.Table({"words": str, "a": float}, [(words, 0.5)]), "nodes": made([])})
    assert str(found).endswith(f"…  0.5000\n\n{words}") and "nodes" not in str(found)
    several = subintent.Table({"measure": str, "topic": str, "words": str}, [("RR", "1", words), ("RR", "2", "few")])
    assert str(several).endswith(f"\n\nRR, topic 1: {words}")


def test_columns():
    found = made()
    assert found.columns == list(COLUMNS) and found.types == COLUMNS
    assert found["is it?"] == found.column("is it?") == [True, False, None]
    assert found[["mean", "run"]][0] == (0.5, "a") and found[["mean", "run"]].types == {"mean": float, "run": str}
    with pytest.raises(KeyError, match="no column 'p', but run, topics, mean"):
        found["p"]
    with pytest.raises(TypeError):
        subintent.Table(COLUMNS, [("a", 3)])


def test_tables_are_shown():
    assert str(made()) == repr(made()) == ("run   topics    mean  is it?\na          3  0.5000    True\n日本       4  0.0000   False\nb")
    assert repr(made([])) == str(made([])) == "run  topics  mean  is it?"
    assert made()._repr_html_().startswith('<table><thead><tr><th style="text-align: left">run</th><th style="text-align: right">topics</th>')
    long = subintent.Table({"n": int}, [[n] for n in range(100)])
    assert repr(long).split("\n")[-2:] == ["29", "... 100 rows"] and len(str(long).split("\n")) == 101
    assert "<caption>... 100 rows</caption>" in long._repr_html_() and "<th style=\"text-align: left\">30<" not in long._repr_html_()


def test_wide_tables_are_folded_in_terminals(monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    assert repr(made()).split("\n") == ["run   topics    mean  is it?", "a          3  0.5000    True", "日本       4  0.0000   False", "b"]
    monkeypatch.setenv("COLUMNS", "24")
    assert repr(made(ROWS[:1])).split("\n") == ["run  topics    mean", "a         3  0.5000", "", "run  is it?", "a      True"]
    assert "\n\n" not in str(made(ROWS[:1]))


def test_tables_for_papers(study, program):
    hostile = subintent.Table({"run": str, "p": float}, [("a_b|<b>$%\x1b", 0.25)])
    assert "a\\_b\\textbar{}\\textless{}b\\textgreater{}\\$\\%? & 0.250 " in hostile.to_latex("50 % & more", digits=3)
    assert "\\caption{50 \\% \\& more}" in hostile.to_latex("50 % & more")
    assert "\\caption{p}\n\\label{tab:p_1}\n" in hostile.to_latex("p", label="tab:p_1")
    for label, caption in (("a b", "p"), ("\\x", "p"), ("tab:p", None)):
        with pytest.raises(subintent.Error, match="label: "):
            hostile.to_latex(caption, label=label)
    assert hostile.to_markdown("*p*").split("\n") == ["| run | p |", "|---|---:|", "| a\\_b\\|&lt;b&gt;\\$%? | 0.2500 |", "", "\\*p\\*", ""]
    tested = subintent.Table({"measure": str, "p": float, "p_holm": float}, [("alpha-nDCG@10", 0.0, 0.00004), ("D#-Q@5", 0.25, 1.0)])
    assert "$\\alpha$-nDCG@10 & \\textless{}0.0001 & \\textless{}0.0001 \\\\" in tested.to_latex() and "D$\\sharp$-Q@5 & 0.2500" in tested.to_latex()
    assert "0.0000" not in repr(tested)
    uneven = subintent.Table({"run": str, "n": str}, [("a", "1.5"), ("b", "-10.25")])
    assert "\\begin{tabular}{ll}" in uneven.to_latex()
    assert "caption" not in hostile.to_latex() and hostile[:0].to_markdown() == "| run | p |\n|---|---:|\n"
    runs = sorted((study / "runs").iterdir())
    measures = ["alpha-nDCG@10", "I-rec@10"]
    scores = subintent.Evaluator(study / "qrels.txt", measures).evaluate(runs)
    for name, text in (("latex", scores.to_latex()), ("markdown", scores.to_markdown())):
        assert text == program("evaluate", "--qrels", study / "qrels.txt", "-m", ",".join(measures), "--format", name, *runs)
    bm25 = ["--baseline", "bm25"]
    for options, values in (
        (["--significance", "t"], {"significance": "t"}),
        (["--significance", "bootstrap", *bm25, "--trials", "500", "--seed", "3", "--correction", "none"],
         {"significance": "bootstrap", "baseline": "bm25", "trials": 500, "seed": 3, "correction": "none"}),
        (["--significance", "sign", *bm25, "--intervals", "difference", "--family", "measures"],
         {"significance": "sign", "baseline": ["bm25"], "intervals": "difference", "family": "measures"}),
        (["--intervals", "mean", "--alpha", "0.1"], {"intervals": "mean", "alpha": 0.1}),
        (["--significance", "t", *bm25, "--p-values"], {"significance": "t", "baseline": "bm25", "p_values": True})):
        words = ["evaluate", "--qrels", study / "qrels.txt", "-m", ",".join(measures), *options, *runs]
        assert scores.to_latex(**values) == program(*words, "--format", "latex")
        assert scores.to_markdown(**values) == program(*words, "--format", "markdown")
        assert scores.to_text(**values) == program(*words)
        test, of = values.get("significance"), values.get("intervals")
        others = {name: value for name, value in values.items() if name not in ("significance", "intervals", "p_values")}
        tables = [compare.significance(scores, test=test, **others)] if test else []
        if of:
            tables.append(scores.intervals(of, test=test, **others))
            means = scores.to_pandas()
            assert all(row.value == means[row.measure][row.run] - (of != "mean" and means[row.measure]["bm25"]) for row in tables[-1])
        printed = program(*words, "--format", "tsv").split("\n\n")[1:]
        assert len(tables) == len(printed) > 0
        for table, text in zip(tables, printed):
            lines = [line.split("\t") for line in text.rstrip("\n").split("\n")]
            assert [name for name in table.columns if name != "value"] == lines[0]
            shown = ["" if cell is None else cell for row in table[lines[0]] for cell in row]
            assert shown == [type(cell)(text) for cell, text in zip(shown, sum(lines[1:], []))]
    mine = scores.to_latex("mine", label="tab:mine", significance="t")
    assert "\\caption{mine. Means over 24 topics. " in mine and "}\n\\label{tab:mine}\n\\medskip\n\\begin{tabular}" in mine
    words = ["evaluate", "--qrels", study / "qrels.txt", "-m", ",".join(measures), "--format", "latex", *runs]
    assert scores.to_latex("a & b", label="x") == program(*words, "--caption", "a & b", "--label", "x")
    assert scores.to_markdown("Mine?").endswith("\nMine? Means over 24 topics. The best of each measure is bold.\n")
    assert scores.to_latex(baseline="bm25", alpha=0.3) == scores.to_latex(significance="t", baseline="bm25", alpha=0.3)
    for message, wrong in (("seed needs a test", lambda: scores.to_latex(seed=3)), ("^intervals: ", lambda: scores.intervals("median"))):
        with pytest.raises(subintent.Error, match=message):
            wrong()
    one = subintent.Evaluator(QRELS, ["RR"]).evaluate({"a": {"1": ["d1"]}})
    assert "Means over 1 topic.\n" in one.to_markdown() and "**" not in one.to_markdown()


def test_data_frames(monkeypatch):
    pandas = pytest.importorskip("pandas")
    kinds = {"run": "object", "topics": "int64", "mean": "float64", "is it?": "bool"}
    for frame in (made(ROWS[:2]).to_pandas(), made([]).to_pandas()):
        assert {name: str(kind) for name, kind in frame.dtypes.items()} == kinds
    assert made().to_pandas()["mean"].isna().tolist() == [False, False, True]
    assert made().to_dicts() == [dict(zip(COLUMNS, row)) for row in ROWS]
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(ImportError, match=f"^to_{name}.. needs {name}, which is not installed"):
            getattr(made(), f"to_{name}")()
    with pytest.raises(ImportError, match="needs pandas"):
        table("a").to_pandas()
    assert table("a").to_dicts() == [{"run": "a", "RR": 0.5, "P@1": 0.0}]


def test_polars(monkeypatch):
    """What polars is asked for, where it is not installed, and what it gives where it is."""
    try:
        import polars

        assert made().to_polars().rows() == ROWS and made([]).to_polars().schema == made().to_polars().schema
        assert made().to_polars().columns == list(COLUMNS) and made().to_polars().schema["topics"] == polars.Int64
    except ImportError:
        asked = {}
        stand_in = types.SimpleNamespace(DataFrame=lambda rows, **options: asked.update(options, rows=rows))
        monkeypatch.setitem(sys.modules, "polars", stand_in)
        made().to_polars()
        assert asked == {"rows": ROWS, "schema": COLUMNS, "orient": "row"}


def test_tables_of_scores():
    found = table("a", "b")
    assert found.columns == ["run", "RR", "P@1"] and found.types == {"run": str, "RR": float, "P@1": float}
    assert found[0] == ("a", 0.5, 0.0) and found[1].run == "b" and found["RR"] == [0.5, 0.5] and len(found[:1]) == 1
    assert found.per_topic()[0] == ("a", "1", "RR", 0.5) and len(found.per_topic()) == 4
    assert found.per_topic().to_pandas().equals(found.to_pandas(per_topic=True))
    found.values[0, 0, 0] = 0.25
    assert found["RR"] == [0.25, 0.5] and found != table("a", "b")


def test_tables_are_scores():
    """A table of scores by topic is one of the forms of scores."""
    runs = {"a": {"1": ["d1"], "2": ["d2", "d1"]}, "b": {"1": ["d2", "d1"], "2": ["d2"]}}
    scores = subintent.Evaluator({"1": {"a": {"d1": 1}}, "2": {"a": {"d1": 1}}}, ["RR"]).evaluate(runs)
    assert subintent.compare.significance(scores.per_topic()) == subintent.compare.significance(scores)


def test_nothing_in_a_table_acts_on_a_terminal():
    found = table(f"x{ESCAPE}y", "surrogate \udc80")
    assert repr(found).split("\n")[1:3] == ["x?[2J???y    0.5000• 0.0000", "surrogate ?  0.5000• 0.0000"]
    assert str(found) == repr(found)
    html = found._repr_html_()
    assert not acts(html) and "x?[2J???y" in html
    assert "<b>" not in table("<b>")._repr_html_() and "&lt;b&gt;" in table("<b>")._repr_html_()


@pytest.mark.filterwarnings("ignore::subintent.DataWarning")
def test_nothing_in_values_acts_on_a_terminal():
    topic = "1\u202e2"
    qrels = {topic: {"i\u202e": {"a": 1, "b": 1}}}
    (tree,) = subintent.cluster(qrels, subintent.Similarity.fingerprints(["a", "b"], [0, 1]))
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
    with pytest.warns(subintent.DataWarning) as warned:
        subintent.Evaluator({"1": {"a": {"d1": 1}}, "2": {"a": {"d1": 1}}}, ["RR"]).evaluate({f"x{ESCAPE}": {"1": ["d1"]}})
    assert not any(acts(str(warning.message)) or "\n" in str(warning.message) for warning in warned)


def test_choices_are_those_of_the_command_line(program):
    """Each option that has a choice in both has the same names, in the same order."""
    similarity = subintent.Similarity.fingerprints(["d1"], [1])
    choices = {("cluster", "--linkage"): lambda name: subintent.cluster(QRELS, similarity, linkage=name),
               ("cluster", "--level"): lambda name: subintent.cluster(QRELS, similarity, level=name),
               ("cluster", "--similarity"): lambda name: subintent.Similarity.fingerprints(["d"], [1], kind=name),
               ("hierarchy", "--weights"): lambda name: subintent.hierarchies(QRELS, [], weights=name),
               ("evaluate", "--order"): lambda name: subintent.read_run("run", order=name),
               ("evaluate", "--on-duplicate"): lambda name: subintent.read_run("run", on_duplicate=name),
               ("evaluate", "--topic-grades"): lambda name: subintent.Judgments(QRELS, topic_grade=name)}
    for (command, option), act in choices.items():
        with pytest.raises(subintent.Error, match="unknown value 'none of them'; use ") as caught:
            act("none of them")
        of_python = re.split(r", | or ", caught.value.advice.replace("use ", ""))
        of_program = re.search(rf"{option} ([\w|-]+)", program(command, "--help"))[1].split("|")
        assert of_python == of_program, option


def test_p_of_a_random_test_is_not_below_what_its_trials_can_tell():
    rows = [(run, str(topic), "m", value + topic % 7 / 100) for run, value in (("a", 0.2), ("b", 0.6)) for topic in range(30)]
    for trials, shown in ((1000, "<0.0010"), (5000, "<0.0002"), (100000, "<0.0001")):
        pairs = subintent.compare.significance(rows, test="bootstrap", trials=trials).pairs
        assert pairs[0].p == 0 and all(shown in str(table) for table in (pairs, pairs[["p"]], pairs[["run1", "p"]][["p"]], pairs[["p"]][:1]))
