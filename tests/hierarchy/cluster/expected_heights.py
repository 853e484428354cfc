#!/usr/bin/env python3
"""Makes the expected heights of reference_test.cpp with other people's programs: R's hclust, and SciPy.

  expected_heights.py FOLDER

writes fingerprint_heights.txt ("height count" of 2,000 fingerprints, by R) and cosine_heights.txt (of the heights of 300
vectors, by SciPy, ascending, each tenth, and the sum of all). The documents come from SplitMix64, which the test has too. The tests need neither R nor
SciPy.
"""
import pathlib
import subprocess
import sys
import tempfile

import numpy
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import pdist

WORD = (1 << 64) - 1

R = """
lines <- readLines("{path}")
nibbles <- matrix(strtoi(unlist(strsplit(lines, "")), 16L), ncol = 16, byrow = TRUE)
bits <- do.call(cbind, lapply(c(1, 2, 4, 8), function(bit) bitwAnd(nibbles, bit) / bit))
tree <- hclust(dist(matrix(bits, nrow = length(lines)), "manhattan"), "complete")
heights <- table(tree$height)
cat(paste(names(heights), heights), sep = "\\n")
"""


def splitmix64(seed):
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & WORD
        z = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
        yield z ^ (z >> 31)


def fingerprints():
    """Every second one near one of 20 centres."""
    numbers = splitmix64(2019)
    centres = [next(numbers) for _ in range(20)]
    made = []
    for i in range(2000):
        value = next(numbers)
        made.append(value if i % 2 else centres[i % 40 // 2] ^ (value & next(numbers) & next(numbers)))
    return made


def fingerprint_heights():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "fingerprints"
        path.write_text("".join(f"{value:016x}\n" for value in fingerprints()))
        return subprocess.run(["Rscript", "-e", R.format(path=path)], check=True, text=True, capture_output=True).stdout.strip() + "\n"


def cosine_heights():
    numbers = splitmix64(64)
    values = [(next(numbers) >> 11) * 2.0 ** -53 - 0.3 for _ in range(300 * 12)]
    tree = linkage(pdist(numpy.array(values).reshape(300, 12), "cosine"), "complete")
    heights = tree[:, 2].tolist()
    return "".join(f"{height!r}\n" for height in [*heights[9::10], sum(heights)])


if __name__ == "__main__":
    out = pathlib.Path(sys.argv[1])
    (out / "fingerprint_heights.txt").write_text(fingerprint_heights())
    (out / "cosine_heights.txt").write_text(cosine_heights())
