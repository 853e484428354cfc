"""The types that the package declares hold, and the stubs name what the extension has."""
import subprocess
import sys

import pytest

from conftest import ROOT

pytest.importorskip("mypy")

USE = '''
import subintent

qrels = subintent.Judgments({"1": {"a": {"d": 1}}})
ev = subintent.Evaluator(qrels, ["alpha-nDCG@20"], hierarchies={"WI": "WI.jsonl"})
mean: float = ev.calc_aggregate({"1": {"d": 1.0}})["alpha-nDCG@20"]
table: subintent.ScoreTable = ev.evaluate({"mine": subintent.read_run("run.txt")})
counts: dict[str, int] = subintent.Tokenizer(stem="english").terms(b"bytes", html=True)
topics: int = ev.topics  # the one error
'''


def mypy(*arguments, cwd=ROOT):
    return subprocess.run([sys.executable, "-m", *arguments], cwd=cwd, capture_output=True, text=True, check=False)


def test_package_and_a_use_of_it(tmp_path):
    (tmp_path / "use.py").write_text(USE)
    options = ("--config-file", ROOT / "pyproject.toml", "--cache-dir", tmp_path / "cache")
    done = mypy("mypy", *map(str, options), "faces/python/subintent", str(tmp_path / "use.py"))
    errors = [line for line in done.stdout.splitlines() if "error:" in line]
    assert len(errors) == 1 and "use.py:9" in errors[0], done.stdout


def test_stubs_of_the_extension(tmp_path):
    # Classes of pybind11 have a metaclass, and a constructor that refuses where they have none.
    (tmp_path / "allowed").write_text("subintent\\._core\\.[A-Z]\\w*(\\.__init__)?\n")
    done = mypy("mypy.stubtest", "--allowlist", "allowed", "--ignore-unused-allowlist", "--concise", "subintent._core", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
