#!/usr/bin/env python3
"""Tries the package that is installed, as somebody who has it from a wheel: it evaluates, says what it lacks, starts fast, and has in it nothing that needs more than the C library. Prints what it finds, and fails with the first thing that is wrong.
"""
import importlib.metadata
import pathlib
import re
import subprocess
import sys

import subintent

QRELS = {"1": {"a car": {"d1": 1, "d2": 1}, "a football player": {"d3": 1}}}
RUN = {"1": {"d1": 3.2, "d2": 2.5, "d3": 0.4}}


def loaded():
    return set(re.findall(r"/\S+\.so\S*", pathlib.Path("/proc/self/maps").read_text(encoding="utf-8")))


def main():
    folder = pathlib.Path(subintent.__file__).parent
    print(f"subintent {subintent.__version__} in {folder}")
    assert importlib.metadata.version("subintent") == subintent.__version__
    scores = subintent.Evaluator(QRELS, ["alpha-nDCG@20"]).calc_aggregate(RUN)
    assert abs(scores["alpha-nDCG@20"] - 0.9651954696014428) < 1e-12, scores
    significance = subintent.compare.significance(subintent.evaluate({str(i): QRELS["1"] for i in range(5)},
                                                                    {"A": {str(i): RUN["1"] for i in range(5)}, "B": {str(i): ["d9", "d3"] for i in range(5)}}, ["ERR-IA@20"]))
    assert len(significance) > 0

    if not (folder / "bin").exists():
        try:
            subintent.Tokenizer()
            raise AssertionError("Tokenizer is there without collections")
        except subintent.Error as error:
            assert "SUBINTENT_COLLECTIONS=ON" in str(error), error
            print(error)
        done = subprocess.run([sys.executable, "-m", "subintent", "evaluate"], check=False, capture_output=True, text=True)
        assert done.returncode == 1 and "docs/install.md" in done.stderr, done.stderr
        others = [path for path in sorted(loaded()) if "subintent" in path and not path.startswith(str(folder / "_core."))]
        assert not others, others
        licences = {path.name for path in importlib.metadata.files("subintent") if "licenses" in path.parts}
        print("licences:", *sorted(licences))
        assert {"README.txt", "libfmt.txt", "libtbb.txt", "libsimdjson.txt"} <= licences
    begin = "import time, numpy; t = time.perf_counter(); import subintent; print(time.perf_counter() - t)"
    times = sorted(float(subprocess.run([sys.executable, "-c", begin], check=True, capture_output=True, text=True).stdout) for _ in range(9))
    print(f"import subintent: {1000 * times[0]:.0f} ms at best, {1000 * times[4]:.0f} ms in the median, above NumPy's")


if __name__ == "__main__":
    main()
