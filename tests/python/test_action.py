"""What the GitHub Action runs, with the variables that GitHub would set."""
import os
import subprocess
import sys

import pytest
import subintent

from conftest import ROOT

FIRST = ROOT / "data" / "first"


def act(folder, **variables):
    github = {"GITHUB_STEP_SUMMARY": folder / "summary.md", "GITHUB_OUTPUT": folder / "output", "RUNNER_TEMP": folder}
    given = {"QRELS": FIRST / "qrels.txt", "RUNS": f"{FIRST}/A {FIRST}/B*", "MEASURES": "I-rec@2, alpha-nDCG@2", "HIERARCHIES": ""}
    environment = {**os.environ, **{name: str(value) for name, value in {**github, **given, **variables}.items()}}
    command = [sys.executable, str(ROOT / "packaging" / "evaluate_action.py")]
    return subprocess.run(command, env=environment, check=False, capture_output=True, text=True)


def test_scores_are_in_the_summary_and_in_a_file(tmp_path):
    (tmp_path / "summary.md").write_text("Before.\n\n")
    done = act(tmp_path)
    assert done.returncode == 0, done.stderr
    scores = subintent.evaluate(FIRST / "qrels.txt", [FIRST / "A", FIRST / "B"], ["I-rec@2", "alpha-nDCG@2"])
    assert (tmp_path / "summary.md").read_text() == "Before.\n\n" + scores.to_markdown()
    rows = [line.split("\t") for line in (tmp_path / "scores.tsv").read_text().splitlines()]
    assert rows[0] == ["run", "I-rec@2", "alpha-nDCG@2"] and [row[0] for row in rows[1:]] == ["A", "B"]
    assert [float(value) for row in rows[1:] for value in row[1:]] == pytest.approx(scores.means().reshape(-1).tolist(), abs=1e-6)
    assert (tmp_path / "output").read_text() == f"scores={tmp_path}/scores.tsv\n"


def test_a_baseline_makes_it_a_gate(tmp_path):
    lists = {"main": "ab", "worse": "ax", "same": "ab"}
    for name, docs in lists.items():
        (tmp_path / name).write_text("".join(f"{topic} Q0 {doc} {rank} {-rank} {name}\n" for topic in range(1, 9) for rank, doc in enumerate(docs, 1)))
    (tmp_path / "qrels").write_text("".join(f"{topic} {intent} {doc} 1\n" for topic in range(1, 9) for intent, doc in enumerate("ab")))
    given = {"QRELS": tmp_path / "qrels", "MEASURES": "I-rec@2", "BASELINE": tmp_path / "main", "MARGIN": "0.1"}
    assert act(tmp_path, **given, RUNS=tmp_path / "same", STRICT="true").returncode == 0
    failed = act(tmp_path, **given, RUNS=f"{tmp_path}/[ws]*e")
    assert failed.returncode == 1 and "::error::against main, margin 0.1: worse by I-rec@2: worse\n" in failed.stderr
    summary = (tmp_path / "summary.md").read_text()
    assert "not worse" in summary and summary.count("| verdict |") == 2
    assert act(tmp_path, **{**given, "MARGIN": ""}, RUNS=tmp_path / "same").stderr.startswith("::error::margin is missing")


@pytest.mark.parametrize(
    "variables, message",
    [({"RUNS": "nothing*"}, "no file matches nothing*"), ({"RUNS": ""}, "no file matches"), ({"MEASURES": "nDGC@2"}, "::error::unknown measure 'nDGC@2'")],
)
def test_what_is_wrong_is_said(tmp_path, variables, message):
    done = act(tmp_path, **variables)
    assert done.returncode == 1 and message in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "summary.md").exists()
