"""What a table of scores says that it was made from."""
import json
import os
import pickle

import subintent

QRELS = {"1": {"a": {"d1": 1}}}
RUN = {"1": ["d1"]}


def test_files_are_described_as_the_command_line_describes_them(tmp_path, monkeypatch, program):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels").write_text("1 a d1 1\n")
    (tmp_path / "mine").write_text("1 Q0 d1 1 2 x\n")
    program("evaluate", "--qrels", "qrels", "-m", "RR", "--provenance", "-o", "scores", "mine")
    said = json.loads((tmp_path / "scores.provenance.json").read_text())
    made = subintent.evaluate("qrels", ["mine"], "RR").provenance
    described = [{key: one[key] for key in ("path", "bytes", "sha256")} for one in made["inputs"]]
    assert sorted(described, key=str) == sorted(said["inputs"], key=str)
    assert [(one["role"], one["name"]) for one in made["inputs"]] == [("judgments", "qrels"), ("run", "mine")]
    assert made["program"] == said["program"]
    assert made["version"] == said["version"].partition(" (")[0]  # the program names its commit, too


def test_options_and_measures_are_those_that_were_asked_for():
    table = subintent.evaluate(QRELS, {"mine": RUN}, ["strec@5", "α-nDCG(alpha=.9)@5"], depth=3, gains={1: 2.0}, max_grade=4)
    made = table.provenance
    assert made["measures"] == ["I_rec@5", "alpha_nDCG(alpha=0.9)@5"]
    assert made["options"] == {"max_grade": 4, "gains": {1: 2.0}, "depth": 3}
    assert (made["default_test"], made["default_correction"]) == ("t", "holm")
    assert made["inputs"] == [{"role": "judgments", "name": "", "path": None, "bytes": None, "sha256": None},
                              {"role": "run", "name": "mine", "path": None, "bytes": None, "sha256": None}]
    assert json.loads(json.dumps(made))["version"] == subintent.evaluate(QRELS, {}, "RR").provenance["version"]
    assert pickle.loads(pickle.dumps(table)).provenance == made


def test_the_default_test_is_what_significance_takes():
    made = subintent.evaluate(QRELS, {"mine": RUN}, "RR").provenance
    record = next(one for one in subintent._core.analyses() if one[0] == "significance")
    options = {option[0]: option[3] for option in record[5]}
    assert (options["test"], options["correction"]) == (made["default_test"], made["default_correction"])


def test_scores_that_were_read_say_nothing(tmp_path):
    (tmp_path / "scores").write_text("run\ttopic\tmeasure\tvalue\na\t1\tRR\t1\n")
    assert subintent.compare.read_scores(tmp_path / "scores").provenance is None


def test_a_file_that_is_gone_has_no_digest(tmp_path):
    path = tmp_path / "qrels"
    path.write_text("1 a d1 1\n")
    table = subintent.evaluate(path, {"mine": RUN}, "RR")
    os.remove(path)
    assert table.provenance["inputs"][0] == {"role": "judgments", "name": "qrels", "path": str(path), "bytes": None, "sha256": None}
