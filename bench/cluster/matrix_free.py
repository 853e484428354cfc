#!/usr/bin/env python3
"""Average linkage of many dense vectors without a matrix, by the whole program: seconds, processor time and memory.

The vectors are made up: N unit vectors of D dimensions around K random centres (--spread is the length of what is added to
a centre, by dimension), or without centres (--centres 0), which is the hardest input: all similarities are near 0.

    bench/cluster/matrix_free.py --program build/release/subintent 50000
    bench/cluster/matrix_free.py --program build/release/subintent 119377 --check
"""
import argparse
import os
import pathlib
import subprocess
import tempfile
import time

import numpy


def vectors(number, dimensions, centres, spread):
    random = numpy.random.default_rng(1)
    made = random.standard_normal((number, dimensions))
    if centres:
        made = random.standard_normal((centres, dimensions))[random.integers(0, centres, number)] + spread * made
    made /= numpy.linalg.norm(made, axis=1, keepdims=True)
    return made.astype(numpy.float32)


def timed(words):
    """Seconds of the clock and of processors, and the most memory in bytes, of a program that must succeed."""
    begin = time.perf_counter()
    child = subprocess.Popen(words)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - begin
    if status:
        raise SystemExit(f"{words[0]} failed with {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("numbers", nargs="+", type=int, metavar="N")
    parser.add_argument("--program", default="build/release/subintent")
    parser.add_argument("--dimensions", type=int, default=384)
    parser.add_argument("--centres", type=int, default=500)
    parser.add_argument("--spread", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--check", action="store_true", help="also prove the dendrogram, and time that")
    chosen = parser.parse_args()
    print("documents\twork\tseconds\tprocessor\tMB")
    for number in chosen.numbers:
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            numpy.save(place / "vectors.npy", vectors(number, chosen.dimensions, chosen.centres, chosen.spread))
            (place / "docnos").write_text("".join(f"d{i}\n" for i in range(number)))
            (place / "qrels").write_text("".join(f"1 1 d{i} 1\n" for i in range(number)))
            words = [chosen.program, "cluster", "--qrels", place / "qrels", "--dense", place / "vectors.npy"]
            words += ["--docnos", place / "docnos", "--linkage", "average", "--threads", chosen.threads, "--quiet"]
            works = {"cluster": ["-o", place / "dendrograms"]}
            if chosen.check:
                works["check"] = ["--check", place / "dendrograms"]
            for name, options in works.items():
                seconds, processor, memory = timed(list(map(str, words + options)))
                print(f"{number}\t{name}\t{seconds:.1f}\t{processor:.1f}\t{memory / 1e6:.0f}", flush=True)


if __name__ == "__main__":
    main()
