"""The page of an evaluation is that of the program, to the last byte."""
import html
import re

import pytest

import subintent


@pytest.fixture(scope="module", name="made")
def made_both(study, made):
    """A command line of files of all kinds, and the evaluator and arguments of Python that are the same."""
    folder, qrels, topics = made, study / "qrels.txt", study / "topics.xml"
    measures = ["HD#-nDCG_WI@10", "D#-nDCG@10", "I-rec@10"]
    runs = [study / "runs" / name for name in ("bm25", "pm2", "random")]
    preferences = study / "preferences.tsv"
    words = ["--qrels", qrels, "--topics", topics, "--hierarchy", f"WI={folder / 'WI0.3'}", "-m", ",".join(measures), "--topic", "1", "--topic", "2",
             "--texts", folder / "texts", "--text", folder / "vectors", "--dendrograms", folder / "dendrograms", "--deltas", "0.2,0.4",
             "--preferences", preferences, "--significance", "t", "--alpha", "0.1", "--margin", "0.05", *runs]
    evaluator = subintent.Evaluator(qrels, measures, topics=topics, hierarchies={"WI": folder / "WI0.3"})
    values = {"topics": ["1", "2"], "texts": folder / "texts", "vectors": folder / "vectors", "dendrograms": folder / "dendrograms",
              "deltas": [0.2, 0.4], "preferences": {str(preferences): preferences}, "significance": "t", "alpha": 0.1, "margin": 0.05}
    return words, evaluator, runs, values


def command_of(page):
    return html.unescape(re.search(r'<pre tabindex="0">(.*?)</pre>', page, re.S).group(1))


def written(evaluator, runs, path, **values):
    subintent.report(evaluator, runs, path, **values)
    return path.read_text()


@pytest.mark.filterwarnings("ignore::subintent.DataWarning")
def test_equals_the_program_to_the_last_byte(program, made, tmp_path):
    words, evaluator, runs, values = made
    page = program("report", *words)
    command = command_of(page)
    assert command.startswith(f"subintent report --qrels {words[1]} ") and command.endswith(" --quiet")
    assert written(evaluator, runs, tmp_path / "page.html", command=command, **values) == page
    named = {path.name: subintent.read_run(path) for path in runs}
    own = written(evaluator, named, tmp_path / "page.html", command=command, **values, files=[("run", path) for path in runs])
    assert own == page


@pytest.mark.filterwarnings("ignore::subintent.DataWarning")
def test_judgments_alone(program, study, tmp_path):
    qrels, runs = study / "qrels.txt", [study / "runs" / "bm25"]
    page = program("report", "--qrels", qrels, *runs)
    assert written(qrels, runs, tmp_path / "page.html", command=command_of(page)) == page


@pytest.mark.filterwarnings("ignore::subintent.DataWarning")
def test_takes_what_evaluate_takes(study, tmp_path):
    qrels, topics, runs = study / "qrels.txt", study / "topics.xml", [study / "runs" / name for name in ("bm25", "pm2")]
    page = written(subintent.Evaluator(qrels, ["I-rec@10", "RR"], topics=topics, max_grade=3), runs, tmp_path / "page.html")
    assert written(qrels, runs, tmp_path / "page.html", measures=["I-rec@10", "RR"], topics=topics, max_grade=3) == page
    subintent.report(qrels, runs, tmp_path / "page.html", "RR", topics=("1", "2"))
    assert "2 topics" in (tmp_path / "page.html").read_text()
    for wrong, message in (
        (lambda: subintent.report(qrels, runs, ["RR"], tmp_path / "page.html"), "output: expected the path of the page, behind which measures stand, found list"),
        (lambda: subintent.report("answers.jsonl", "page"), r"'output'; write report\(evaluator, runs, output\), where .* None as runs are the answers"),
        (lambda: subintent.Judgments.answers("answers.jsonl"), r"Judgments.answers\(\) is called on the class; make an object: Judgments\(...\).answers\(\)"),
        (lambda: subintent.report(subintent.Evaluator(qrels, "RR"), runs, "page", "RR"), "measures: an Evaluator has its own; give judgments in its place"),
        (lambda: subintent.report(subintent.Evaluator(qrels, "RR"), runs, "page", topics={"1": "query"}), "topics: an Evaluator has its own")):
        with pytest.raises(TypeError, match=message):
            wrong()


def length(topic, judged, docnos):
    return len(docnos) / 1000


@pytest.mark.filterwarnings("ignore::subintent.DataWarning")
def test_measures_of_ones_own(program, study, tmp_path):
    qrels, runs = study / "qrels.txt", [study / "runs" / name for name in ("bm25", "pm2")]
    evaluator = subintent.Evaluator(qrels, ["I-rec@10", length])
    table = evaluator.evaluate(runs)
    scores = tmp_path / "scores"
    scores.write_text("".join(f"{run}\t{t}\tlength\t{value!r}\n" for run, values in zip(table.runs, table.values[:, 1].tolist()) for t, value in zip(table.topics, values)))
    page = program("report", "--qrels", qrels, "-m", "I-rec@10", "--scores", scores, *runs)
    assert written(evaluator, runs, tmp_path / "page.html", command=command_of(page), files=[("scores", scores)]) == page
    same = written(subintent.Evaluator(qrels, "I-rec@10"), runs, tmp_path / "page.html", command=command_of(page), scores=scores)
    assert same == page
    first = written(subintent.Evaluator(qrels, [length, "I-rec@10"]), runs, tmp_path / "page.html")
    alone = written(subintent.Evaluator(qrels, length), runs, tmp_path / "page.html")
    assert re.search(r"By [^.]*length", first) and "2 measures" in first
    assert "1 measure" in alone and "RR" not in re.sub(r"<(script|style).*?</\1>", "", alone, flags=re.S)


def test_refusals(made, tmp_path):
    _, evaluator, runs, _ = made
    path = tmp_path / "page.html"
    for message, values in (("deltas needs dendrograms", {"deltas": [0.3]}), ("topics: 9999 is not judged", {"topics": ["9999"]}), ("significance: unknown value 'x'", {"significance": "x"})):
        with pytest.raises(subintent.Error, match=message):
            subintent.report(evaluator, runs, path, **values)
    with pytest.raises(subintent.Error, match="a report shows whole lists"):
        subintent.report(subintent.Evaluator({"1": {"a": {"d": 1}}}, "RR", depth=5), runs, path)
    assert not path.exists()
