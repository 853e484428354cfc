#!/usr/bin/env python3
"""rival_numpy.py: the tests of `subintent compare` in vectorised NumPy on one thread, for comparison of speed.

Each test is written in the two ways that a NumPy user would choose from, and the faster one counts:
  bootstrap, gather  resampled differences w[index], one pair of runs at a time
  bootstrap, product how often a resample holds each topic, times w and w * w: two matrix products for all pairs
  Tukey, permuted    Generator.permuted over rows, in blocks of trials
  Tukey, argsort     argsort of random keys, in blocks of trials
"""
import os

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[library + "_NUM_THREADS"] = "1"

import time

import numpy as np


def bootstrap_gather(scores, trials, rng):
    topics, runs = scores.shape
    index = rng.integers(0, topics, size=(trials, topics))
    p = []
    for i in range(runs):
        for j in range(i + 1, runs):
            z = scores[:, i] - scores[:, j]
            observed = abs(z.mean()) / z.std(ddof=1)
            sample = (z - z.mean())[index]
            t = np.abs(sample.mean(axis=1)) / sample.std(axis=1, ddof=1)
            p.append(np.count_nonzero(t >= observed) / trials)
    return p


def bootstrap_product(scores, trials, rng):
    topics, runs = scores.shape
    index = rng.integers(0, topics, size=(trials, topics))
    counts = np.zeros((trials, topics))
    np.add.at(counts, (np.arange(trials)[:, None], index), 1)
    first, second = np.triu_indices(runs, 1)
    z = scores[:, first] - scores[:, second]
    observed = np.abs(z.mean(axis=0)) / z.std(axis=0, ddof=1)
    w = z - z.mean(axis=0)
    mean = counts @ w / topics
    variance = (counts @ (w * w) - topics * mean * mean) / (topics - 1)
    t = np.abs(mean) / np.sqrt(variance)
    return np.count_nonzero(t >= observed, axis=0) / trials


def ranges_to_p(scores, ranges):
    means = scores.mean(axis=0)
    first, second = np.triu_indices(scores.shape[1], 1)
    difference = np.abs(means[first] - means[second])
    return 1 - np.searchsorted(np.sort(ranges), difference + 1e-12, side="right") / len(ranges)


def tukey_permuted(scores, trials, rng, block=100):
    ranges = []
    for _ in range(0, trials, block):
        shuffled = rng.permuted(np.broadcast_to(scores, (block, *scores.shape)), axis=2)
        means = shuffled.mean(axis=1)
        ranges.append(means.max(axis=1) - means.min(axis=1))
    return ranges_to_p(scores, np.concatenate(ranges))


def tukey_argsort(scores, trials, rng, block=100):
    ranges = []
    for _ in range(0, trials, block):
        order = rng.random((block, *scores.shape), dtype=np.float32).argsort(axis=2)
        shuffled = np.take_along_axis(np.broadcast_to(scores, order.shape), order, axis=2)
        means = shuffled.mean(axis=1)
        ranges.append(means.max(axis=1) - means.min(axis=1))
    return ranges_to_p(scores, np.concatenate(ranges))


def best_time(function, scores, trials):
    times = []
    for _ in range(5):
        start = time.process_time()
        function(scores, trials, np.random.default_rng(1))
        times.append(time.process_time() - start)
    return min(times)


def linear_algebra():
    """The library that NumPy multiplies matrices with: the matrix products depend on it most."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        files = {line.split()[-1] for line in maps if "blas" in line.split("/")[-1]}
    return ", ".join(sorted(files)) or "built into NumPy"


def main():
    print(f"NumPy {np.__version__}, {linear_algebra()}")
    rng = np.random.default_rng(7)
    for name, function, runs, topics, trials in [
        ("bootstrap, gather", bootstrap_gather, 48, 50, 1000),
        ("bootstrap, product", bootstrap_product, 48, 50, 1000),
        ("Tukey HSD, permuted", tukey_permuted, 129, 50, 5000),
        ("Tukey HSD, argsort", tukey_argsort, 129, 50, 5000),
    ]:
        scores = rng.random((topics, runs))
        seconds = best_time(function, scores, trials)
        print(f"{name:22}{runs:5} runs {topics:5} topics {trials:6} trials {1000 * seconds:10.1f} ms")


if __name__ == "__main__":
    main()
