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


@pytest.mark.parametrize(
    "variables, message",
    [({"RUNS": "nothing*"}, "no file matches nothing*"), ({"RUNS": ""}, "no file matches"), ({"MEASURES": "nDGC@2"}, "::error::measure 'nDGC@2'")],
)
def test_what_is_wrong_is_said(tmp_path, variables, message):
    done = act(tmp_path, **variables)
    assert done.returncode == 1 and message in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "summary.md").exists()
