"""The types that the package declares hold, and the stubs name what the extension has."""
import inspect
import pathlib
import subprocess
import sys

import pytest
import subintent

from conftest import ROOT

pytest.importorskip("mypy")

USE = '''
from typing import Any

import subintent

qrels = subintent.Judgments({"1": {"a": {"d": 1}}})
ev = subintent.Evaluator(qrels, ["alpha-nDCG@20"], hierarchies={"WI": "WI.jsonl"})
mean: float = ev.calc_aggregate({"1": {"d": 1.0}})["alpha-nDCG@20"]
table: subintent.ScoreTable = ev.evaluate({"mine": subintent.read_run("run.txt")})
counts: dict[str, int] = subintent.Tokenizer(stem="english").terms(b"bytes", html=True)
pairs = subintent.compare.significance(table)
p: float = pairs[0].p
winners: list[str] = [pair.winner for pair in pairs[:5]]
powers = subintent.compare.discriminative_power(table, test="t").power
significant: int = powers[0].significant
shown: str = powers[["measure", "power"]].to_latex() + table.to_markdown()
by_depth = subintent.compare.pooling_correlation(ev, {"mine": "run.txt"}, measures=["AP"], depths=10)
tau = by_depth.correlations[0].tau_b
placebo: float = subintent.compare.placebo(ev, {"mine": "run.txt"})[0].placebo_power
topics: int = ev.topics  # an error, as are all below
pairs[0].what
subintent.compare.significance(table, test="z")
subintent.compare.pooling_correlation(qrels, {"mine": "run.txt"}, tests="t")
by_depth.what[0]
'''


def mypy(*arguments, cwd=ROOT):
    return subprocess.run([sys.executable, "-m", *arguments], cwd=cwd, capture_output=True, text=True, check=False)


def test_package_and_a_use_of_it(tmp_path):
    package = pathlib.Path(subintent.__file__).parent
    if not (package / "_analysis_functions.pyi").exists():
        pytest.skip("this build has not written the types of analyses")
    (tmp_path / "use.py").write_text(USE)
    options = ("--config-file", ROOT / "pyproject.toml", "--cache-dir", tmp_path / "cache")
    done = mypy("mypy", *map(str, options), str(package), str(tmp_path / "use.py"))
    errors = [line for line in done.stdout.splitlines() if "error:" in line]
    assert [line.split("use.py:")[-1].split(":")[0] for line in errors] == ["20", "21", "22", "23", "24"], done.stdout


def test_no_argument_is_hidden():
    """No public function takes what its signature does not name, or returns what is not said."""
    for module in (subintent, subintent.compare):
        for name in module.__all__:
            thing = getattr(module, name)
            members = [thing, *(vars(thing).values() if inspect.isclass(thing) else ())]
            for function in filter(inspect.isfunction, members):
                if function.__name__.startswith("_") or function.__module__.endswith("_core"):
                    continue
                signature = inspect.signature(function)
                assert not [one for one in signature.parameters.values() if one.kind is one.VAR_KEYWORD], function
                assert signature.return_annotation is not signature.empty, function


def test_stubs_of_the_extension(tmp_path):
    # Classes of pybind11 have a metaclass, and a constructor that refuses where they have none.
    (tmp_path / "allowed").write_text("subintent\\._core\\.[A-Z]\\w*(\\.__init__)?\n")
    done = mypy("mypy.stubtest", "--allowlist", "allowed", "--ignore-unused-allowlist", "--ignore-missing-stub", "--concise", "subintent._core", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
